// Says it aloud with the browser's own voice, where it has one.
import { own } from "./own.js";

const voice = window.speechSynthesis;

export const isThere = () => Boolean(voice);

export function say(text) {
  if (!voice) return;
  if (voice.pending) voice.cancel(); // what comes late is of no use
  const words = new SpeechSynthesisUtterance(text);
  words.lang = document.documentElement.lang;
  words.volume = own.volume / 100;
  voice.speak(words);
}

export function stop() {
  voice?.cancel();
}
