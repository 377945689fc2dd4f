"""How one device wants its pages: light or dark, for which hand, who sits where.

Each keeps that itself, in a cookie, so that the page comes as it is wanted: nothing jumps when a script arrives.
"""

from __future__ import annotations

from flask import request
from markupsafe import Markup

from companion.hands import SEATS_MOST

LOOK = "look"  # such as "theme-dark.hand-left.turn-2-180"
CHOICES: dict[str, tuple[str, ...]] = {
    "theme": ("dark", "light"),
    "hand": ("left",),
    "layout": ("around",),
    **{f"turn-{seat}": ("90", "180", "270") for seat in range(1, SEATS_MOST + 1)},
}


def look() -> dict[str, Markup]:
    """For every template: what stands on the page's first tag."""
    return {"look": Markup(attributes(request.cookies.get(LOOK, "")))}  # noqa: S704 - made of our own words


def attributes(cookie: str) -> str:
    """Only what we know comes out of it, whatever somebody put in."""
    found: dict[str, str] = {}
    for wish in cookie.split("."):
        name, _, choice = wish.rpartition("-")
        if choice in CHOICES.get(name, ()):
            found[name] = f' data-{name}="{choice}"'
            if choice in ("90", "270"):
                found[name] += f" data-{name.replace('turn', 'quarter')}"
    return "".join(found.values())
