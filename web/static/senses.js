// What this screen notices, and what it does about it besides showing it: sound, speech, a flash, a shake. Each of those
// is a file of its own, fetched when somebody wants it.
import { hurry, tableNow } from "./clock.js";
import { beat } from "./live.js";
import { own } from "./own.js";
import { flash } from "./flash.js";
import "./asleep.js";

const LOOK_MS = 250;
const SHAKE_MS = [400, 150, 400, 150, 900];
const LATE_S = 0.5; // a page that was busy still flashes; what is older is over

const senses = document.getElementById("senses");
const sheet = document.getElementById("sheet");
const ears = {}; // the files that are there by now
const done = new Set(); // what was flashed and spoken already
let plan = []; // [instant, pattern]
let calls = []; // [instant, words]
let game = "none";
let quiet = beat.quiet;
let hasTapped = false;

const key = ([instant, what]) => `${instant} ${what}`;
const use = async (name) => (ears[name] ??= await import(`./${name}.js`));

// What the table says

function heard() {
  const told = senses.firstElementChild?.dataset ?? {};
  plan = JSON.parse(told.sounds ?? "[]");
  calls = JSON.parse(told.calls ?? "[]");
  game = told.game ?? "none";
  const all = [...plan, ...calls].map(key);
  for (const each of done) if (!all.includes(each)) done.delete(each);
  if (plan.length) hurry();
  attend();
}

// Does what this device wants, and nothing while nobody can see it: a hidden page hears of no change.
async function attend() {
  if (own.awake && game === "on") (await use("awake")).stay();
  else ears.awake?.rest();
  if (own.sounds) (await use("sound")).hear(quiet || document.hidden ? [] : plan);
  else ears.sound?.hear([]);
  ears.sound?.setVolume();
}

function heardBeat() {
  if (quiet === beat.quiet) return;
  quiet = beat.quiet;
  if (quiet) ears.speech?.stop();
  attend();
}

// What happens at the table: a question, an error, a great moment

const texts = (selector) => [...document.querySelectorAll(selector)].map((each) => each.textContent);
const lastMoment = () => document.querySelector("[data-moment]");
let questions = texts(".notice p");
let errors = texts(".refusal, #said");
let moment = Number(lastMoment()?.dataset.moment ?? 0);

function looked() {
  const before = [questions, errors];
  questions = texts(".notice p");
  errors = texts(".refusal, #said");
  if (errors.some((text) => !before[1].includes(text))) alarm("error");
  else if (questions.some((text) => !before[0].includes(text))) alarm("question");
  const newest = Number(lastMoment()?.dataset.moment ?? 0);
  if (newest > moment) say(lastMoment().textContent);
  moment = Math.max(moment, newest);
}

async function alarm(pattern) {
  flash(pattern);
  if (own.sounds && !quiet && !document.hidden) (await use("sound")).play(pattern);
}

async function say(text) {
  if (own.speech && !quiet && !document.hidden) (await use("speech")).say(text);
}

// What time brings

function due() {
  const now = tableNow();
  const all = [...plan, ...calls];
  for (const each of all) {
    if (each[0] > now || done.has(key(each))) continue;
    done.add(key(each));
    if (now - each[0] < LATE_S && !document.hidden) notice(each);
  }
  tellLocked();
  const next = Math.min(...all.map(([instant]) => instant).filter((instant) => instant > now));
  setTimeout(due, Math.min(LOOK_MS, Math.max(0, (next - now) * 1000)));
}

function notice(each) {
  if (!plan.includes(each)) return void say(each[1]);
  flash(each[1]);
  if (each[1] === "time-up" && own.vibration) navigator.vibrate?.(SHAKE_MS);
}

// A browser lets no page sound or speak before somebody touched it, and that has to be said.

const isLocked = () => (own.sounds && !ears.sound?.isOpen()) || (own.speech && !hasTapped);
const note = document.createElement("p");
note.id = "locked";
note.setAttribute("role", "status");
note.textContent = "♪ Tap once, and this screen may sound.";
note.hidden = true;
document.body.append(note);

function tellLocked() {
  const isHidden = !isLocked() || quiet;
  if (note.hidden !== isHidden) note.hidden = isHidden;
}

hasTapped = navigator.userActivation?.hasBeenActive ?? false;
for (const touch of ["click", "keydown"]) addEventListener(touch, () => (hasTapped = true), { capture: true, once: true });

// The sheet "Sound and screen"

const sheetEars = {
  changed: attend,
  async tried() {
    flash("start");
    if (!quiet) (await use("sound")).play("start");
    say("30 seconds");
  },
  sound() {
    if (!own.sounds && !own.speech) return "This screen makes no sound of its own.";
    if (quiet) return "The table is muted, or these are its quiet hours: this screen only flashes.";
    return isLocked() ? note.textContent : "This screen sounds.";
  },
  awake: () => (own.awake ? ears.awake?.inWords() ?? "This screen stays on once a game is on." : "This screen may sleep at any time."),
};

async function sheetDrawn() {
  if (sheet.querySelector("[data-own]")) (await import("./choices.js")).show(sheet, sheetEars);
}

// The television has no buttons, but a tap or Enter opens what else would stand in its foot.
if (document.body.dataset.page === "wall") {
  const open = async () => sheet.open || (await import("./fingers.js")).open("/sheets/screen");
  document.getElementById("frame").addEventListener("click", open);
  addEventListener("keydown", (event) => event.key === "Enter" && event.target === document.body && open());
}

document.addEventListener("beat", heardBeat);
document.addEventListener("visibilitychange", attend);
new MutationObserver(heard).observe(senses, { childList: true, subtree: true, attributes: true });
new MutationObserver(looked).observe(document.body, { childList: true, subtree: true, characterData: true });
new MutationObserver(sheetDrawn).observe(sheet, { childList: true });
heard();
due();
sheetDrawn();
