// A screen that nobody looked at goes dim, and the first touch on a dark or sleeping screen only wakes it: whoever
// reaches for a black tablet does not mean the button that happens to lie there.

const DIM_MS = 10 * 60_000; // without a touch or a change
const WAKING_MS = 2000; // a screen that comes back is looked at before it is touched on purpose
const PRESS_MS = 1000; // what follows the touch that woke it, until the finger is off
const RELEASE_MS = 300;

const root = document.documentElement;
let isComing = false; // back from being hidden, and getting lighter
let isSwallowing = false; // until the touch that woke it is over
let timer = null;

function sleep() {
  root.dataset.asleep = "";
}

function wake() {
  isComing = false;
  delete root.dataset.asleep;
  clearTimeout(timer);
  timer = setTimeout(sleep, DIM_MS);
}

function touched(event) {
  if (!event.isTrusted && !("asleep" in root.dataset)) return;
  if ("asleep" in root.dataset) isSwallowing = true;
  wake();
  if (!isSwallowing) return;
  event.stopImmediatePropagation();
  if (event.cancelable) event.preventDefault();
  clearTimeout(touched.timer);
  if (["click", "keyup", "pointercancel"].includes(event.type)) isSwallowing = false;
  else touched.timer = setTimeout(() => (isSwallowing = false), event.type === "pointerup" ? RELEASE_MS : PRESS_MS);
}

for (const touch of ["pointerdown", "pointerup", "pointercancel", "click", "keydown", "keyup"]) {
  addEventListener(touch, touched, { capture: true });
}

function shown() {
  clearTimeout(timer);
  if (document.hidden) return sleep();
  isComing = true;
  timer = setTimeout(wake, WAKING_MS);
}

document.addEventListener("visibilitychange", shown);

// Something happens at the table: that is worth looking at, and whoever touches it then has seen it.
const frame = document.querySelector("#frame, main");
let says = frame.textContent;
function changed() {
  const before = says;
  says = frame.textContent; // what was drawn again and says the same is no news
  if (says !== before && !document.hidden && !isComing) wake();
}
new MutationObserver(changed).observe(frame, { childList: true, subtree: true, characterData: true });

if (document.hidden) sleep();
else wake();
