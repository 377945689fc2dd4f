// Seats the players: the list of chairs is this page's own until the game begins. Players move from chair to chair;
// colour, symbol and devices stay with the place.
import { send, say } from "./live.js";

let form, chairs, regulars; // they come over the stream, a moment after the page
const about = () => JSON.parse(form.dataset.about);
const game = () => JSON.parse(form.querySelector("[name=game]:checked").dataset.about);
const spoken = (id) => id.replaceAll("-", " ");

let rosters = []; // gangs whose cards were entered once, as a seat of a new game
let seated = [];

function make(tag, attributes = {}, ...inside) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...inside);
  return made;
}

// As many chairs as the game needs at least and takes at most.
function fit() {
  const { least, most } = game();
  while (seated.length < least) seated.push({ player: "", role: "" });
  while (seated.length > most && seated.some((each) => !each.player)) {
    seated.splice(seated.findLastIndex((each) => !each.player), 1);
  }
  seated.length = Math.min(seated.length, most);
}

function draw() {
  fit();
  const { roles, least, most } = game();
  for (const each of seated) if (!roles.includes(each.role)) each.role = "";
  chairs.replaceChildren(...seated.map((each, at) => chair(each, at, roles, least)));
  document.getElementById("one-more").disabled = seated.length >= most;
  seatRegulars();
  for (const options of form.querySelectorAll(".options")) options.hidden = options.dataset.game !== game().name;
}

// Only ever switched on and off: a button that was drawn anew between press and release would never be clicked.
function seatRegulars() {
  for (const regular of regulars.querySelectorAll("[data-name]")) {
    regular.disabled = seated.some(({ player }) => player === regular.dataset.name);
  }
}

function callRegulars() {
  const more = button("+ One more seat", "one more seat", true, () => seated.push({ player: "", role: "" }));
  more.id = "one-more";
  regulars.replaceChildren(more, ...about().names.map((name) => {
    const regular = button("", name, true, () => sit(name));
    regular.dataset.name = name;
    regular.append(make("bdi", {}, name));
    return regular;
  }));
}

function chair(each, at, roles, least) {
  const { symbols, devices } = about();
  const place = `Seat ${at + 1}`;
  const name = make("input", { name: "player", maxlength: 60, placeholder: `Player ${at + 1}`, "aria-label": `${place}: player`, autocomplete: "off" });
  name.value = each.player;
  name.addEventListener("input", () => (each.player = name.value));
  name.addEventListener("change", seatRegulars);
  const parts = [name];
  if (roles.length) {
    const role = make("select", { name: "role", "aria-label": `${place}: who they lead` }, make("option", { value: "" }, "anyone"));
    for (const id of roles) {
      const option = make("option", { value: id }, spoken(id));
      option.disabled = seated.some((other) => other !== each && other.role === id);
      role.append(option);
    }
    role.value = each.role;
    role.addEventListener("change", () => { each.role = role.value; draw(); });
    parts.push(role);
  }
  if (game().has_rosters && rosters.length) parts.push(cards(each, place));
  const moves = [
    button("▲", `${place}: move up`, at > 0, () => move(at, at - 1)),
    button("▼", `${place}: move down`, at < seated.length - 1, () => move(at, at + 1)),
    button("✕", `${place}: away with it`, seated.length > least, () => seated.splice(at, 1)),
  ];
  const symbol = make("span", { class: `symbol colour-${at + 1}`, "aria-hidden": "true" }, symbols[at]);
  const handle = make("span", { class: "handle", title: "drag to another seat" }, symbol, ` ${place}`);
  if (devices) {
    const claim = { do: "claim", seat: at + 1 };
    moves.unshift(make("button", { type: "button", "data-to": "/hardware", "data-command": JSON.stringify(claim), "aria-label": `${place}: claim a die`, title: "claim a die" }, "⟳"));
  }
  const where = make("p", { class: "where" }, handle, make("span", { class: "dim" }, devices?.[at] ?? ""));
  const row = make("li", { class: `chair place-${at + 1}` }, where, make("div", { class: "who" }, ...parts), make("div", { class: "moves" }, ...moves));
  drag(handle, row, at);
  return row;
}

// A gang's cards, laid out from the start. Without them only numbers are kept.
function cards(each, place) {
  const choice = make("select", { name: "roster", "aria-label": `${place}: cards` }, make("option", { value: "" }, "no cards"));
  rosters.forEach(({ player }, index) => choice.append(make("option", { value: index }, player)));
  choice.value = each.roster ?? "";
  choice.addEventListener("change", () => {
    each.roster = choice.value;
    const role = rosters[choice.value]?.role;
    if (role && !seated.some((other) => other !== each && other.role === role)) each.role = role;
    draw();
  });
  return choice;
}

async function fetchRosters() {
  try {
    const answer = await fetch("/rosters.json");
    if (!answer.ok) return;
    rosters = Object.values(await answer.json());
    draw();
  } catch {
    // Out of reach: the page says so by itself, and people play without cards.
  }
}

function button(label, hint, works, act) {
  const made = make("button", { type: "button", "aria-label": hint }, label);
  made.disabled = !works;
  made.addEventListener("click", () => { act(); draw(); });
  return made;
}

function move(from, to) {
  const [who] = seated.splice(from, 1);
  seated.splice(to, 0, who);
}

// A finger holds the place's name and drops the player on another place.
function drag(handle, row, from) {
  handle.addEventListener("pointerdown", (down) => {
    handle.setPointerCapture(down.pointerId);
    row.classList.add("is-dragged");
  });
  handle.addEventListener("pointermove", (moved) => {
    if (!row.classList.contains("is-dragged")) return;
    const over = chairAt(moved);
    for (const each of chairs.children) each.classList.toggle("is-over", each === over && each !== row);
  });
  for (const end of ["pointerup", "pointercancel"]) {
    handle.addEventListener(end, (up) => {
      row.classList.remove("is-dragged");
      const over = up.type === "pointerup" ? chairAt(up) : null;
      if (over && over !== row) move(from, [...chairs.children].indexOf(over));
      draw();
    });
  }
}

const chairAt = ({ clientX, clientY }) => document.elementFromPoint(clientX, clientY)?.closest(".chair");

// Somebody who has played here before sits down by one tap, on the first free chair.
function sit(name) {
  const free = seated.find(({ player }) => !player.trim());
  if (free) free.player = name;
  else if (seated.length < game().most) seated.push({ player: name, role: "" });
  else say(`${game().title} takes at most ${game().most}.`);
}

function arrive() {
  callRegulars();
  draw();
}

function take() {
  const came = document.getElementById("new-game");
  if (!came || came === form) return;
  form = came;
  chairs = document.getElementById("chairs");
  regulars = document.getElementById("regulars");
  seated = about().seats.map(({ player, role }) => ({ player, role: role ?? "" }));
  form.addEventListener("change", ({ target }) => target.name === "game" && draw());

  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const seats = seated.map(({ player, role, roster }, at) => {
      const { characters, treaty } = (game().has_rosters && rosters[roster]) || {};
      return { ...(characters && { characters }), ...(treaty && { treaty }), player: player.trim() || `Player ${at + 1}`, ...(role && { role }) };
    });
    const options = {};
    for (const field of form.querySelectorAll(`.options[data-game="${game().name}"] [name]`)) {
      if (field.dataset.kind === "yes") options[field.name] = field.checked;
      else if (field.value !== "") options[field.name] = /^(number|seat)$/.test(field.dataset.kind) && /^-?\d+$/.test(field.value) ? Number(field.value) : field.value;
    }
    // A game that is on stays in the journal; beginning another puts it aside.
    const answer = await send({ command: "start-game", game: game().name, seats, options, instead: true });
    if (answer?.ok) location.assign("/table");
  });
  // Devices and regulars may change while people take their seats.
  new MutationObserver(arrive).observe(form, { attributes: true, attributeFilter: ["data-about"] });
  arrive();
  fetchRosters();
}

new MutationObserver(take).observe(document.getElementById("frame"), { childList: true, subtree: true });
take();
