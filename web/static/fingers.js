// What fingers do beyond plain buttons: plus and minus with a running change, forms, and sheets that say more.
import { send, say } from "./live.js";
import { morph } from "./morph.js";

const COUNTS_MS = 1200; // after the last tap, as with the last click of a knob
const sheet = document.getElementById("sheet");
const turns = new Map(); // by what they adjust: the running change

export function clicked(target) {
  const step = target.closest("[data-step]");
  const opens = target.closest("[data-sheet]");
  if (step) turn(step);
  else if (opens) open(opens.dataset.sheet);
  else sheet.close();
}

// Several taps are one change: it is shown as it grows, and counts when the finger rests.
function turn(step) {
  const of = step.closest("[data-adjust]");
  const what = of.dataset.adjust;
  const by = (turns.get(what)?.by ?? 0) + Number(step.dataset.step);
  clearTimeout(turns.get(what)?.timer);
  turns.set(what, { by, timer: setTimeout(count, COUNTS_MS, what) });
  show(of, by);
}

function show(of, by) {
  const change = of.querySelector(".change");
  const value = Number(of.querySelector(".value").textContent);
  change.textContent = by ? `${by > 0 ? "+" : "−"}${Math.abs(by)} → ${value + by}` : "";
}

async function count(what) {
  const { by } = turns.get(what);
  turns.delete(what);
  for (const of of document.querySelectorAll("[data-adjust]")) if (of.dataset.adjust === what) show(of, 0);
  if (by) await send({ ...JSON.parse(what), by });
  if (by && sheet.open) open(sheet.dataset.where);
}

// A page that is left takes no running change with it.
addEventListener("pagehide", () => [...turns.keys()].forEach(count));

export async function submitted(form) {
  const wish = JSON.parse(form.dataset.form);
  for (const field of form.querySelectorAll("[name]")) {
    if (field.type === "radio" && !field.checked) continue;
    wish[field.name] = read(field);
    if (wish[field.name] === null) delete wish[field.name];
  }
  const answer = await send(wish, form.dataset.to);
  if (!answer?.ok) return;
  form.closest("details")?.removeAttribute("open");
  if (sheet.contains(form)) sheet.close();
}

function read(field) {
  if (field.dataset.kind === "choice" && field.value === "") return null;
  if (field.dataset.kind === "yes") return field.checked;
  if (field.dataset.kind === "number") return field.value === "" ? null : Number(field.value);
  return field.value;
}

// A sheet is drawn on the Pi like everything else, and laid over the page.
export async function open(where) {
  try {
    const answer = await fetch(where);
    if (!answer.ok) return say((await answer.json()).detail);
    const html = await answer.text();
    // The same one again, after something on it was changed: the finger stays where it is.
    if (sheet.open && sheet.dataset.where === where) morph(sheet, html);
    else sheet.innerHTML = html;
    sheet.dataset.where = where;
    if (!sheet.open) sheet.showModal();
  } catch {
    say("That did not reach the table.");
  }
}

sheet.addEventListener("click", (event) => event.target === sheet && sheet.close());
