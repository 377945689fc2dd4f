// The buzzer's sounds on this screen: the same instants, the same patterns, square waves like the real thing. The sound
// card is told a second ahead, by its own clock, so nothing that keeps the page busy delays a sound.
import { tableNow } from "./clock.js";
import { own } from "./own.js";

const AHEAD_S = 1;
const LOOK_MS = 250;
const WAITS_MS = 300; // a sound for now is of no use later
const LOUDEST = 0.35;
const FADE_S = 0.004; // a wave that is cut off clicks

const audio = new AudioContext();
const volume = audio.createGain();
volume.connect(audio.destination);

let patterns = null;
let plan = [];
const voices = new Map(); // by instant and pattern: what the sound card was told

// A browser lets no page sound before somebody touched it.
const unlock = () => audio.state === "running" || audio.resume().catch(() => {});
for (const touch of ["pointerup", "touchend", "click", "keydown"]) addEventListener(touch, unlock, { capture: true });
unlock();

export const isOpen = () => audio.state === "running";

export function hear(sounds) {
  plan = sounds;
  const wanted = new Set(plan.map(String));
  for (const [key, voice] of voices) if (!wanted.has(key)) stop(key, voice);
  schedule();
}

export async function play(pattern) {
  await Promise.all([known(), Promise.race([unlock(), new Promise((go) => setTimeout(go, WAITS_MS))])]);
  if (isOpen()) start(`now ${pattern}`, pattern, audio.currentTime + 0.02);
}

export function setVolume() {
  volume.gain.value = LOUDEST * (own.volume / 100) ** 2;
}

async function known() {
  try {
    patterns ??= await (await fetch("/sounds")).json();
  } catch {
    // The table is out of reach: the page says so, and asks again when the next sound is near.
  }
}

function schedule() {
  const now = tableNow();
  const near = plan.filter((sound) => sound[0] > now && sound[0] <= now + AHEAD_S && !voices.has(String(sound)));
  if (!isOpen() || !near.length) return;
  if (!patterns) return void known().then(() => patterns && schedule());
  for (const sound of near) start(String(sound), sound[1], heardAt(sound[0]));
  for (const [key, voice] of voices) if (voice.ends < audio.currentTime) voices.delete(key);
}

// When the sound card has to begin for it to be heard at an instant of the table's clock.
function heardAt(instant) {
  const inS = instant - tableNow();
  const { contextTime, performanceTime } = audio.getOutputTimestamp?.() ?? {};
  const out = performanceTime ? contextTime + (performance.now() - performanceTime) / 1000 : NaN;
  // Where the browser knows what leaves the loudspeaker now, that counts; some make it up.
  const isLikely = out <= audio.currentTime + 0.05 && out > audio.currentTime - 0.5;
  return inS + (isLikely ? out : audio.currentTime - (audio.outputLatency || 0));
}

function start(key, pattern, at) {
  if (!patterns?.[pattern]) return;
  const voice = { gain: audio.createGain(), at, ends: at, tones: [] };
  voice.gain.connect(volume);
  for (const [tone, ms] of patterns[pattern]) {
    if (tone) voice.tones.push(wave(tone, voice.ends, voice.ends + ms / 1000, voice.gain));
    voice.ends += ms / 1000;
  }
  // As with the buzzer, a new sound takes the place of the one before.
  for (const other of voices.values()) if (other.at < at && other.ends > at) other.gain.gain.setValueAtTime(0, at);
  voices.set(key, voice);
}

function wave(frequency, from, to, out) {
  const tone = new OscillatorNode(audio, { type: "square", frequency });
  const shape = new GainNode(audio, { gain: 0 });
  shape.gain.setValueAtTime(0, from);
  shape.gain.linearRampToValueAtTime(1, from + FADE_S);
  shape.gain.setValueAtTime(1, to - FADE_S);
  shape.gain.linearRampToValueAtTime(0, to);
  tone.connect(shape).connect(out);
  tone.start(from);
  tone.stop(to);
  return tone;
}

function stop(key, voice) {
  voice.gain.disconnect();
  for (const tone of voice.tones) tone.stop();
  voices.delete(key);
}

audio.addEventListener("statechange", schedule);
setInterval(schedule, LOOK_MS);
setVolume();
