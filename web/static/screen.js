// What this screen is told by people at the table: to show another page, and what it is called.
import { keepCookie } from "./own.js";

const PAGE = /^(lobby|table|wall|seat\/[1-5])$/;

export function go({ to }) {
  if (!PAGE.test(to)) return;
  const kiosk = document.body.classList.contains("is-kiosk") ? "?kiosk" : "";
  // In place of this page: going back on a television should not lead through the evening.
  location.replace(`/${to === "lobby" ? "" : to}${kiosk}`);
}

export function named({ name }) {
  keepCookie("screen", encodeURIComponent(name));
}
