// Makes a region look like new HTML while changing as little as possible, so that focus, scroll position and a
// half-typed name stay where they are.

const fresh = document.createElement("template");

export function morph(region, html) {
  if (!/[<&]/.test(html) && !region.firstElementChild) {
    region.textContent = html; // a number needs no parser
    return;
  }
  fresh.innerHTML = html;
  children(region, fresh.content);
}

function children(have, want) {
  let rest = null; // what has an id, found only once it is needed
  let here = have.firstChild;
  let following = null;
  for (let next = want.firstChild; next; next = following) {
    following = next.nextSibling;
    // Mostly nothing has changed here, and the browser sees that by itself far quicker than a script.
    if (here && here.isEqualNode(next)) {
      here = here.nextSibling;
      continue;
    }
    if (next.id) rest ??= new Map([...have.children].filter((child) => child.id).map((child) => [child.id, child]));
    const same = next.id && rest.get(next.id);
    if (same) {
      if (same !== here) have.insertBefore(same, here);
      node(same, next);
      here = same.nextSibling;
    } else if (here && alike(here, next)) {
      node(here, next);
      here = here.nextSibling;
    } else {
      keepRegions(next);
      have.insertBefore(next, here);
    }
  }
  while (here) {
    const gone = here;
    here = here.nextSibling;
    gone.remove();
  }
}

// What is new may hold regions that stood elsewhere: they come along, since they are drawn again only when they change.
function keepRegions(next) {
  if (next.nodeType !== Node.ELEMENT_NODE) return;
  for (const empty of next.querySelectorAll("[data-region]")) {
    const old = document.getElementById(empty.id);
    if (old) empty.replaceChildren(...old.childNodes);
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
  // A region inside a region is drawn by its own message; what a script or somebody who types made is theirs.
  if (want.hasAttribute("data-region") || want.hasAttribute("data-own") || have === document.activeElement && "value" in have && have.matches("input, textarea, select")) return;
  children(have, want);
}
