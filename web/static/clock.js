// The table's clock, as well as this screen knows it, and every countdown on the page by it.

let offset = null; // seconds from this screen's clock to the table's

export const tableNow = () => performance.now() / 1000 + (offset ?? 0);

// A beat says what the table's clock showed when it was sent: late by however long it took, so the earliest counts.
export function heardBeat(now) {
  const seen = now - performance.now() / 1000;
  if (offset === null || seen > offset) offset = seen;
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

setInterval(countDown, 50);
