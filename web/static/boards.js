// The page of the printed numbers: each card that is ticked is sent by itself; what is refused says why, in its card.

async function ask(body, card) {
  const why = card.querySelector(".why");
  try {
    const answer = await fetch(`/boards/${document.body.dataset.game}`, { method: "POST", body: JSON.stringify(body) });
    if (answer.ok) {
      done(card);
      return;
    }
    why.textContent = `✋ ${(await answer.json()).detail}`;
  } catch {
    why.textContent = "✋ That did not reach the table.";
  }
  why.hidden = false;
}

// What stands half corrected in other cards stays: only what changes the drawing itself draws the page anew.
function done(card) {
  const isSame = [...card.querySelectorAll("input")].every((input) => input.value === input.defaultValue);
  if (card.dataset.check !== "alone" && !(card.dataset.check && isSame)) return location.reload();
  const badge = card.querySelector("header p");
  badge.className = "is-checked";
  badge.textContent = "✓ checked";
  card.querySelector(".why").hidden = true;
}

// "monsters.bobzilla.standard.health" is a place in an object of objects.
function put(board, path, value, isList) {
  const keys = path.split(".");
  const last = keys.pop();
  let place = board;
  for (const key of keys) place = place[key] ??= {};
  if (isList) (place[last] ??= []).push(...value);
  else place[last] = value;
}

const numberIn = (input) => (input.value === "" ? null : Number(input.value));

function said(form) {
  const board = {};
  for (const field of form.querySelectorAll("[data-path]")) {
    const { path, as } = field.dataset;
    if (as === "number") put(board, path, numberIn(field));
    else if (as === "yes") put(board, path, field.checked);
    else if (as === "list") put(board, path, field.type === "checkbox" && !field.checked ? [] : [Number(field.value)], true);
    else {
      const pair = [...field.querySelectorAll("input")].map(numberIn);
      put(board, path, pair.includes(null) ? [] : [pair], true);
    }
  }
  return board;
}

for (const form of document.querySelectorAll("form[data-check]")) {
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    ask({ do: "check", board: said(form) }, form);
  });
  form.querySelector("button").disabled = false; // no tap is taken before the page can answer it
}

document.querySelector("[data-forget]").addEventListener("click", (event) => ask({ do: "forget" }, event.target.closest(".seat")));

document.querySelector("[data-import]").addEventListener("change", async (event) => {
  const card = event.target.closest(".seat");
  try {
    const { game, board } = JSON.parse(await event.target.files[0].text());
    await ask({ do: "import", game, board }, card);
  } catch {
    const why = card.querySelector(".why");
    why.textContent = "✋ That file is not an export of printed numbers.";
    why.hidden = false;
  }
  event.target.value = "";
});
