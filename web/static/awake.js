// Keeps this screen on during a game. Browsers have a lock for that, but only where a page is secure; a table in the
// living room speaks plain http. There a tiny film does it, black and silent, as long as it plays: our own, made by
//
//   ffmpeg -f lavfi -i color=black:s=16x16:r=2:d=4 -f lavfi -i anullsrc=r=8000:cl=mono -t 4 -map_metadata -1 \
//     -c:v libx264 -profile:v baseline -pix_fmt yuv420p -g 8 -bsf:v filter_units=remove_types=6 \
//     -c:a aac -b:a 8k -movflags +faststart web/static/awake.mp4
//
// It has a silent sound track, since an iPhone sleeps through a film without one, and is not played in a loop, since it
// sleeps through those too.

let isWanted = false;
let lock = null;
let film = null;
let how = "rests"; // lock, film, tap, cannot or rests

export function stay() {
  if (isWanted) return;
  isWanted = true;
  how = "tap";
  hold();
}

export function rest() {
  isWanted = false;
  how = "rests";
  lock?.release();
  lock = null;
  film?.pause();
}

async function hold() {
  if (!isWanted || document.hidden || lock || how === "cannot") return;
  try {
    lock = await navigator.wakeLock.request("screen");
    lock.addEventListener("release", () => (lock = null)); // a page that is hidden loses it
    how = "lock";
  } catch {
    await play(); // not secure, not known here, or the battery is low
  }
  if (!isWanted) rest();
}

async function play() {
  film ??= made();
  try {
    await film.play();
    how = "film";
  } catch (error) {
    how = error.name === "NotAllowedError" || error.name === "AbortError" ? "tap" : "cannot";
  }
}

function made() {
  const made = document.createElement("video");
  made.id = "awake";
  made.src = "/static/awake.mp4";
  made.playsInline = true;
  made.tabIndex = -1;
  made.setAttribute("aria-hidden", "true");
  made.disableRemotePlayback = true;
  const again = () => (made.currentTime = Math.random());
  made.addEventListener("timeupdate", () => made.currentTime > 2 && again());
  made.addEventListener("ended", () => isWanted && made.play().catch(() => {}));
  document.body.append(made);
  return made;
}

export function inWords() {
  return {
    lock: "This screen stays on during the game.",
    film: "This screen stays on during the game, by a tiny black film: over plain http nothing else can do it.",
    tap: "Tap once, and this screen stays on during the game.",
    cannot: "This browser cannot keep its screen on. Let the device itself do it: its settings say for how long.",
    rests: "This screen may sleep: nothing here keeps it on now.",
  }[how];
}

for (const touch of ["pointerup", "touchend", "keydown"]) {
  addEventListener(touch, () => how === "tap" && hold(), { capture: true });
}
document.addEventListener("visibilitychange", hold);
