// A form on a page is a wish like a button's, with what was typed added to it.
import { send } from "./live.js";

document.addEventListener("submit", async (event) => {
  const form = event.target.closest("[data-form]");
  if (!form) return;
  event.preventDefault();
  const wish = { ...JSON.parse(form.dataset.form), ...Object.fromEntries(new FormData(form)) };
  const answer = await send(wish, form.dataset.to);
  if (answer?.ok) form.closest("details")?.removeAttribute("open");
});
