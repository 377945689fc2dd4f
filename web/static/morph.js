// Makes a region look like new HTML while changing as little as possible, so that focus, scroll position and a
// half-typed name stay where they are.

export function morph(region, html) {
  const fresh = document.createElement("template");
  fresh.innerHTML = html;
  children(region, fresh.content);
}

function children(have, want) {
  const rest = new Map();
  for (const child of have.children) if (child.id) rest.set(child.id, child);
  let here = have.firstChild;
  for (const next of [...want.childNodes]) {
    const same = next.id && rest.get(next.id);
    if (same) {
      if (same !== here) have.insertBefore(same, here);
      node(same, next);
      here = same.nextSibling;
    } else if (here && alike(here, next)) {
      node(here, next);
      here = here.nextSibling;
    } else {
      have.insertBefore(next, here);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

function alike(have, want) {
  return have.nodeType === want.nodeType && have.nodeName === want.nodeName && !have.id && !want.id;
}

function node(have, want) {
  if (have.nodeType !== Node.ELEMENT_NODE) {
    if (have.nodeValue !== want.nodeValue) have.nodeValue = want.nodeValue;
    return;
  }
  for (const { name } of [...have.attributes]) if (!want.hasAttribute(name) && name !== "open") have.removeAttribute(name);
  for (const { name, value } of want.attributes) if (have.getAttribute(name) !== value) have.setAttribute(name, value);
  // A region inside a region is drawn by its own message; what somebody is typing is theirs.
  if (want.hasAttribute("data-region") || have === document.activeElement && "value" in have && have.matches("input, textarea, select")) return;
  children(have, want);
}
