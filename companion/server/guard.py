"""What stands before every request: under which name, from which page, by whom, and how often it is asked."""

from __future__ import annotations

import socket
from collections.abc import Iterable

from flask import Flask, Response, redirect, request
from werkzeug.wrappers import Response as AnyResponse

from companion.access import Door, Who
from companion.access.buckets import Buckets
from companion.clock import Clock
from companion.errors import Forbidden, NotPaired, TooMany, WrongHost

COOKIE = "paired"
WHO = "companion.who"  # in the request's environment
LOOKING = ("GET", "HEAD", "OPTIONS")
OPEN_TO_ALL = ("/join", "/pair", "/static/")  # how a stranger comes in

# A second and at once. Of strangers who try to change something little is taken; the rest only stops what runs wild.
LOOKS = (500.0, 1000.0)
STRANGERS_TRY = (2.0, 20.0)
KNOWN_ASK = (2000.0, 4000.0)

NOWHERE_ELSE = "'self'"
POLICY = "; ".join(
    [
        "default-src 'none'",
        *(f"{what}-src {NOWHERE_ELSE}" for what in ("script", "style", "img", "connect", "media", "font", "manifest")),
        "form-action 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
    ]
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
}


class Hosts:
    """The names under which this table may be asked for. Any other was made up elsewhere, to get past the browser."""

    def __init__(self, name: str | None = None) -> None:
        own = socket.gethostname().lower()
        name = (name or own).lower()
        self._good = {"localhost", "127.0.0.1", own, name, f"{name}.local", f"{own}.local"}
        self._seen: set[str] = set()  # header lines that were good: a browser sends the same one for ever

    def is_good(self, line: str) -> bool:
        if line in self._seen:
            return True
        host = line.lower()
        host = host[: host.rfind("]") + 1] if host.startswith("[") else host.rsplit(":", 1)[0]
        is_good = host in self._good or _is_address(host.strip("[]"))
        if is_good and len(self._seen) < 1000:
            self._seen.add(line)
        return is_good


def _is_address(host: str) -> bool:
    import ipaddress  # not before the first page

    try:
        ipaddress.ip_address(host)
    except ValueError:
        return False
    return True


class Guard:
    """Raises what is to be answered instead; else the request goes on, and `who()` says whose it is."""

    def __init__(self, door: Door, hosts: Hosts, clock: Clock, *, looking_is_free: bool = True) -> None:
        self.door = door
        self._hosts = hosts
        self._clock = clock
        self._looking_is_free = looking_is_free
        self._looks, self._tries, self._asks = Buckets(*LOOKS), Buckets(*STRANGERS_TRY), Buckets(*KNOWN_ASK)

    def watch(self, app: Flask) -> None:
        app.before_request(self._let_pass)
        app.after_request(_wrapped)

    def _let_pass(self) -> AnyResponse | None:
        said = request.environ  # what came, before anything is made of it: this is done for every command
        line = said.get("HTTP_HOST")
        if line is not None and not self._hosts.is_good(line):
            raise WrongHost("foreign-host", host=line[:80])
        if "HTTP_ORIGIN" in said:
            _check_origin(said["HTTP_ORIGIN"], line)
        authorization = said.get("HTTP_AUTHORIZATION")
        cookie = request.cookies.get(COOKIE) if authorization is None and "HTTP_COOKIE" in said else None
        who = said[WHO] = self.door.who(authorization, cookie)
        if said["REQUEST_METHOD"] in LOOKING:
            return self._may_look(who)
        self._may_change(who)
        return None

    def _may_look(self, who: Who | None) -> AnyResponse | None:
        if not self._looks.take(address(), self._clock.now()):
            raise TooMany("too-many-requests")
        if who or self._looking_is_free or request.path.startswith(OPEN_TO_ALL):
            return None
        if request.path.startswith(("/api/", "/live/")):
            raise NotPaired("looking-needs-pairing")
        return redirect("/join", 303)

    def _may_change(self, who: Who | None) -> None:
        now = self._clock.now()
        if who is None:
            if not self._tries.take(address(), now):
                raise TooMany("too-many-requests")
            if request.path != "/pair":
                raise NotPaired("not-paired")
        elif not self._asks.take(who.id or who.name, now):
            raise TooMany("too-many-requests")
        elif who.role == "viewer" and request.path != "/pair":
            raise Forbidden("only-looking", name=who.name)


def who() -> Who | None:
    """Whose request this is, if the table knows them."""
    known: Who | None = request.environ[WHO]
    return known


def known() -> Who:
    """Whose request this is. Nobody else comes this far."""
    somebody = who()
    assert somebody is not None
    return somebody


def _check_origin(origin: str, host: str | None) -> None:
    """A page from elsewhere may not ask for anything here, whatever its browser carries."""
    if origin.lower() not in _own((host or "").lower()):
        raise Forbidden("foreign-origin", origin=origin[:80])


def _own(host: str) -> Iterable[str]:
    return (f"http://{host}", f"https://{host}")


def address() -> str:
    """Where this request comes from."""
    return request.remote_addr or ""


def _wrapped(answer: Response) -> Response:
    """Pages may load nothing from elsewhere, and run no script that stands in the page itself."""
    if (answer.content_type or "").startswith("text/html"):
        answer.headers.update(HEADERS)
    else:
        answer.headers["X-Content-Type-Options"] = "nosniff"
    return answer
