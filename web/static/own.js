// What this device wants for itself. How pages look stands in a cookie, so that they come that way from the table;
// what it hears and says only scripts need to know.

const KEY = "senses";
const USUAL = { sounds: false, volume: 60, speech: false, vibration: true, awake: true };
const A_YEAR_S = 31_536_000;
const root = document.documentElement;

export const own = { ...USUAL, ...kept() };

function kept() {
  try {
    return JSON.parse(localStorage.getItem(KEY)) ?? {};
  } catch {
    return {};
  }
}

export function choose(name, value) {
  own[name] = value;
  try {
    localStorage.setItem(KEY, JSON.stringify(own));
  } catch {
    // Full, or forbidden: then it holds until the page is left.
  }
}

export const lookOf = (name) => root.dataset[name] ?? "";

export function chooseLook(name, value) {
  if (value) root.dataset[name] = value;
  else delete root.dataset[name];
  const seat = /^turn-(\d)$/.exec(name)?.[1];
  if (seat) root.toggleAttribute(`data-quarter-${seat}`, value === "90" || value === "270");
  const names = ["theme", "hand", "layout", "turn-1", "turn-2", "turn-3", "turn-4", "turn-5"];
  const look = names.filter(lookOf).map((each) => `${each}-${lookOf(each)}`);
  keepCookie("look", look.join("."));
}

export function keepCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=${A_YEAR_S}; samesite=lax`;
}

