// Counts timers down between messages. The Pi says how much was left; the screen only shows the time passing.

const seen = new WeakMap();

export function countDown() {
  const now = performance.now();
  for (const clock of document.querySelectorAll("time[data-left]")) {
    const said = `${clock.dataset.left} ${clock.dataset.state}`;
    if (seen.get(clock)?.said !== said) seen.set(clock, { said, at: now });
    const running = clock.dataset.state === "running";
    const left = Math.max(0, clock.dataset.left - (running ? (now - seen.get(clock).at) / 1000 : 0));
    const whole = Math.ceil(left - 1e-6);
    const text = `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
    if (clock.textContent !== text) clock.textContent = text;
  }
}

setInterval(countDown, 200);
