// Someone may not hear: whatever sounds is seen too, at the edge of the screen, whether or not anything may sound.

const SHOWN_MS = { tick: 250, "time-up": 4000, start: 1200 };
const edge = document.createElement("div");
edge.id = "flash";
edge.setAttribute("aria-hidden", "true");
document.body.append(edge);

export function flash(pattern) {
  edge.className = "";
  void edge.offsetWidth; // the same flash twice is two flashes
  edge.className = `is-on is-${pattern}`;
  clearTimeout(flash.timer);
  flash.timer = setTimeout(() => (edge.className = ""), SHOWN_MS[pattern] ?? 800);
}
