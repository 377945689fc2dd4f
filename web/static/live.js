// Keeps a page alive: the stream, swapping its regions, sending commands, saying when the table is out of reach.
import { morph } from "./morph.js";
import { countDown, heardBeat } from "./clock.js";

const SILENT_MS = 2500; // the table beats every second; two missed beats and a bit are silence
const ASK_MS = 2000; // where no stream is to be had
const MOMENT_MS = 4000;
const END_MS = 12_000; // a result stays long enough to be read
const page = document.body.dataset.page;
const connection = document.getElementById("connection");

export let beat = { quiet: true }; // the last one; nothing sounds before the table has said that it may

let source = null;
let asking = null;
let lastHeard = performance.now();

function show(regions) {
  for (const id in regions) {
    const region = document.getElementById(id);
    if (region) morph(region, regions[id]);
  }
  countDown();
  lookForMoment();
}

// What happened before this page was opened is no news. A new moment is shown for a while, and an ending for longer.
const momentNow = () => document.querySelector("[data-moment]");
let lastMoment = Number(momentNow()?.dataset.moment ?? 0);

function lookForMoment() {
  const moment = momentNow();
  if (!moment || Number(moment.dataset.moment) <= lastMoment) return;
  lastMoment = Number(moment.dataset.moment);
  moment.classList.add("is-new");
  const isEnd = moment.classList.contains("is-end");
  setTimeout(() => moment.classList.remove("is-new"), isEnd ? END_MS : MOMENT_MS);
}

function heard() {
  lastHeard = performance.now();
  if (!connection.hidden) connection.hidden = true;
}

function open() {
  close();
  lastHeard = performance.now();
  source = new EventSource(`/live/${page}`);
  source.addEventListener("regions", (event) => {
    heard();
    show(JSON.parse(event.data));
  });
  source.addEventListener("beat", (event) => {
    heard();
    felt(JSON.parse(event.data));
  });
  for (const told of ["go", "named"]) {
    source.addEventListener(told, async ({ data }) => (await import("./screen.js"))[told](JSON.parse(data)));
  }
  source.addEventListener("error", () => {
    // A browser tries again by itself unless it was refused: then all places are taken, so ask now and then.
    if (source && source.readyState === EventSource.CLOSED) {
      close();
      asking = setTimeout(ask, 0, 0);
    }
  });
}

function felt(now) {
  beat = now;
  heardBeat(beat.now);
  document.dispatchEvent(new CustomEvent("beat"));
}

function close() {
  source?.close();
  source = null;
  clearTimeout(asking);
  asking = null;
}

async function ask(times) {
  try {
    const answer = await fetch(`/live/${page}?once`, { signal: AbortSignal.timeout(ASK_MS) });
    if (!answer.ok) throw new Error(answer.statusText);
    show(await answer.json());
    heard();
    felt(await (await fetch("/clock", { signal: AbortSignal.timeout(ASK_MS) })).json());
  } catch {
    // The watch below says it in words.
  }
  if (asking === null) return;
  // A place may be free by now: a page that was just reloaded still held one.
  asking = times >= 2 ? setTimeout(open, ASK_MS) : setTimeout(ask, ASK_MS, times + 1);
}

setInterval(() => {
  if (document.hidden || performance.now() - lastHeard < SILENT_MS) return;
  connection.textContent = "Not connected to the table. Trying again…";
  connection.hidden = false;
  // A table that lost its power says no goodbye: a stream that is silent is opened anew.
  if (source && performance.now() - lastHeard > 2 * SILENT_MS) {
    const silentSince = lastHeard;
    open();
    lastHeard = silentSince + SILENT_MS;
  }
}, 250);

// A hidden tab lets its stream go: a browser has only six connections for all its tabs.
document.addEventListener("visibilitychange", () => (document.hidden ? close() : open()));
addEventListener("pagehide", close);

export async function send(command, where = "/api/commands") {
  try {
    const answer = await fetch(where, { method: "POST", body: JSON.stringify(command) });
    if (!answer.ok) say((await answer.json()).detail);
    return answer;
  } catch {
    say("That did not reach the table.");
    return null;
  }
}

export function say(text) {
  let note = document.getElementById("said");
  if (!note) {
    note = document.createElement("p");
    note.id = "said";
    note.setAttribute("role", "alert");
    document.body.append(note);
  }
  note.textContent = `✋ ${text}`;
  clearTimeout(say.timer);
  say.timer = setTimeout(() => note.remove(), 4000);
}

// A button that only asks for something works at once. What fingers do beyond that is loaded with the first of it.
document.addEventListener("click", async (event) => {
  const button = event.target.closest("[data-command]");
  if (button) {
    if (button.hasAttribute("data-close")) button.closest("dialog")?.close();
    const answer = await send(JSON.parse(button.dataset.command), button.dataset.to);
    if (answer?.ok && button.dataset.then) location.assign(button.dataset.then);
  }
  else if (event.target.closest("[data-sheet], [data-step], [data-close]")) (await import("./fingers.js")).clicked(event.target);
});

document.addEventListener("submit", async (event) => {
  if (!event.target.matches("[data-form]")) return;
  event.preventDefault();
  (await import("./fingers.js")).submitted(event.target);
});

// Sound, speech and keeping awake: nobody needs them for the first picture, or before a finger is there.
const senses = () => import("./senses.js");
for (const sign of ["pointerdown", "keydown", "visibilitychange"]) addEventListener(sign, senses, { once: true, capture: true });
setTimeout(senses, localStorage.getItem("senses") ? 0 : 10_000);

countDown();
if (!document.hidden) open();
