// The table's clock, as well as this screen knows it, and every countdown on the page by it.
//
// Beats say what it shows, but late. So the table is asked, several times at once and again now and then: the answer
// was true at some moment between asking and hearing, and those that came back quickest leave the least doubt.

const FIRST_MS = 5000; // a page that was just opened has better things to ask for; with a timer running, sooner
const SOON_MS = 1500;
const AGAIN_MS = 60_000;
const TIMES = 6; // in a row
const GAP_MS = 60;
const KEPT = 24; // answers that count: those of the last few minutes, before two clocks drift apart
const PATIENCE_MS = 2000;
const JUMP_S = 5; // a beat is never so late: the table was switched off meanwhile, and its clock began anew

const here = () => performance.now() / 1000;

let offset = null; // seconds from this screen's clock to the table's
let within = null; // by how much it may be wrong; none: only beats are known
let answers = []; // { least, most }: between these the offset was
let timer = null;
let isAsking = false;

export const tableNow = () => here() + (offset ?? 0);

// A beat says what the table's clock showed when it was sent: late by however long it took, so the earliest counts.
export function heardBeat(now) {
  const seen = now - here();
  const isBehind = offset !== null && seen > offset + (within ?? 0) + 0.001; // this screen's clock stood while it slept
  if (offset === null || isBehind || seen < offset - JUMP_S) begin(seen);
}

function begin(seen) {
  const isFirst = offset === null;
  if (within !== null || isFirst) ask(!isFirst ? 0 : document.querySelector("time[data-ends]") ? SOON_MS : FIRST_MS);
  offset = seen;
  within = null;
  answers = [];
}

function ask(afterMs) {
  clearTimeout(timer);
  timer = setTimeout(askSeveral, afterMs);
}

async function askSeveral() {
  ask(AGAIN_MS);
  if (isAsking || document.hidden) return;
  isAsking = true;
  for (let times = 0; times < TIMES && !document.hidden; times++) {
    await askOnce();
    await new Promise((resolve) => setTimeout(resolve, GAP_MS));
  }
  isAsking = false;
}

async function askOnce() {
  try {
    const asked = here();
    const answer = await fetch("/clock", { cache: "no-store", signal: AbortSignal.timeout(PATIENCE_MS) });
    const heard = here();
    if (!answer.ok) return;
    const { now } = await answer.json();
    answers = [...answers.slice(1 - KEPT), { least: now - heard, most: now - asked }];
    settle();
  } catch {
    // Beats go on, and where they do not, the page says so in words.
  }
}

// Only those near the fastest count. Each leaves the offset some room; what all of them leave is what it can be.
function settle() {
  const room = ({ least, most }) => most - least;
  const fastest = Math.min(...answers.map(room));
  const near = answers.filter((answer) => room(answer) <= 1.5 * fastest + 0.002);
  const least = Math.max(...near.map((answer) => answer.least));
  const most = Math.min(...near.map((answer) => answer.most));
  if (least - most > 0.05) {
    answers = answers.slice(-1); // they contradict each other: a clock has jumped, and the newest knows best
    return settle();
  }
  offset = (least + most) / 2;
  within = Math.abs(most - least) / 2;
}

export function inStep() {
  if (offset === null) return "Not in step with the table yet.";
  if (within === null) return "In step with the table by its beats.";
  return `In step with the table within ${Math.max(1, Math.ceil(within * 1000))} ms.`;
}

export function countDown() {
  for (const clock of document.querySelectorAll("time[data-state]")) {
    const { left, runs, ends } = clock.dataset;
    const now = tableNow();
    if (left === undefined && offset === null) continue;
    const seconds = left !== undefined ? Number(left) : now < runs ? runs - now : ends - now;
    const whole = Math.max(0, Math.ceil(seconds - 1e-6));
    const isCountingIn = left === undefined && now < runs;
    const text = isCountingIn ? String(whole) : `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

// Beside a running timer a guess is not good enough for long.
export function hurry() {
  if (within === null && offset !== null) ask(0);
}

// What slept may have lost its step.
document.addEventListener("visibilitychange", () => document.hidden || ask(0));
setInterval(countDown, 50);
