// What the buzzer plays is heard here too, as square waves like the real thing. The first tap unlocks sound.

let audio = null;
let last = null;

document.addEventListener("pointerdown", () => (audio ??= new AudioContext()), { once: true });

new MutationObserver(() => {
  const sound = document.querySelector("[data-sound]");
  if (!sound || sound.dataset.sound === last) return;
  last = sound.dataset.sound;
  flash(sound);
  if (audio) play(JSON.parse(sound.dataset.steps));
}).observe(document.body, { childList: true, subtree: true, attributes: true, attributeFilter: ["data-sound"] });

function play(steps) {
  let at = audio.currentTime;
  for (const [tone, ms] of steps) {
    if (tone) {
      const voice = new OscillatorNode(audio, { type: "square", frequency: tone === true || tone === 1 ? 2000 : tone });
      const quiet = new GainNode(audio, { gain: 0.08 });
      voice.connect(quiet).connect(audio.destination);
      voice.start(at);
      voice.stop(at + ms / 1000);
    }
    at += ms / 1000;
  }
}

// Someone may not hear: a sound is seen as well.
function flash(sound) {
  sound.classList.remove("is-heard");
  void sound.offsetWidth;
  sound.classList.add("is-heard");
}
