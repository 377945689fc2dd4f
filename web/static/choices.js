// The sheet "Sound and screen": what is chosen for this device alone, and how it stands with it.
import { inStep } from "./clock.js";
import { choose, chooseLook, lookOf, own } from "./own.js";

const EVERY_MS = 1000;

// `ears`: what the senses of this screen can be asked, and told.
export function show(sheet, ears) {
  for (const field of sheet.querySelectorAll("[data-own]")) {
    const isYes = field.type === "checkbox";
    if (isYes) field.checked = own[field.dataset.own];
    else field.value = own[field.dataset.own];
    field.addEventListener("input", () => {
      choose(field.dataset.own, isYes ? field.checked : Number(field.value));
      ears.changed();
      say();
    });
  }
  for (const field of sheet.querySelectorAll("[data-look]")) {
    field.value = lookOf(field.dataset.look);
    field.addEventListener("input", () => chooseLook(field.dataset.look, field.value));
  }
  sheet.querySelector("[data-try]").addEventListener("click", ears.tried);
  const say = () => {
    const words = { sound: ears.sound(), awake: ears.awake(), "in-step": inStep() };
    for (const line of sheet.querySelectorAll("[data-say]")) {
      if (line.textContent !== words[line.dataset.say]) line.textContent = words[line.dataset.say];
    }
    if (!sheet.open || !sheet.querySelector("[data-own]")) clearInterval(show.timer);
  };
  clearInterval(show.timer);
  show.timer = setInterval(say, EVERY_MS);
  say();
}
