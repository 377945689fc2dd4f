// Lets this device in by a code, and others out. A link with the code behind its # pairs whoever opens it.

const said = document.getElementById("said");

async function ask(where, body) {
  try {
    const answer = await fetch(where, { method: "POST", body: JSON.stringify(body) });
    if (answer.ok) return true;
    said.textContent = `✋ ${(await answer.json()).detail}`;
  } catch {
    said.textContent = "✋ That did not reach the table.";
  }
  said.hidden = false;
  return false;
}

async function pair(body) {
  if (await ask("/pair", body)) location.replace("/join"); // which now asks where to sit
}

const letMeIn = document.getElementById("pair");
letMeIn?.addEventListener("submit", (event) => {
  event.preventDefault();
  const typed = new FormData(event.target);
  const body = {};
  for (const name of ["code", "name"]) if (typed.get(name)) body[name] = typed.get(name);
  pair(body);
});
// A tap before this was here would have sent the code into the page's address, and let nobody in.
if (letMeIn) letMeIn.querySelector("button").disabled = false;

for (const form of document.querySelectorAll("[data-rename]")) {
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const name = new FormData(form).get("name");
    if (await ask("/devices", { do: "rename", device: form.dataset.rename, name })) location.reload();
  });
}

for (const button of document.querySelectorAll("[data-revoke]")) {
  button.addEventListener("click", async () => {
    if (await ask("/devices", { do: "revoke", device: button.dataset.revoke })) location.reload();
  });
}

// The code runs out; whoever left this page open shall not show an old one. Nobody is interrupted while typing a name.
const FRESH_MS = 300_000;
if (document.querySelector("[data-code]")) {
  setInterval(() => document.activeElement?.matches("input") || location.reload(), FRESH_MS);
}

const code = location.hash.slice(1);
if (/^\d{6}$/.test(code)) {
  history.replaceState(null, "", "/join"); // a code has no business in the list of visited pages
  if (letMeIn) pair({ code });
}
