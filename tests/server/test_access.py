"""Closed to strangers: every rule of the door, tried from outside over real sockets."""

from __future__ import annotations

import re
import stat
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
from itsdangerous import URLSafeSerializer
from server.live import Live, Reply, problem

from companion.access import codes
from companion.access.guesses import OF_ONE
from companion.engine.plain import to_json
from companion.hotspot.wifi import Wifi, keep
from companion.token import token

SPEND = to_json({"command": "spend-power", "seat": 1, "amount": 1})


class Browser:
    """Somebody's phone: it keeps the cookie that it is given."""

    def __init__(self, live: Live, cookie: str | None = None) -> None:
        self.live = live
        self.cookie = cookie

    def request(self, method: str, path: str, body: Any = None, **headers: str) -> Reply:
        if self.cookie:
            headers["Cookie"] = f"paired={self.cookie}"
        raw = body if isinstance(body, bytes) or body is None else to_json(body)
        return self.live.as_stranger(method, path, raw, **headers)

    def pair(self, **body: Any) -> Reply:
        reply = self.request("POST", "/pair", body)
        if reply.status == 200:
            found = re.match(r"paired=([^;]+);", reply.headers["set-cookie"])
            assert found
            self.cookie = found[1]
        return reply

    def spend(self, **headers: str) -> Reply:
        return self.request("POST", "/api/commands", SPEND, **headers)


def code_of(live: Live) -> str:
    return codes.current(live.data, live.clock).digits


def refused(reply: Reply, status: int, code: str) -> Any:
    body = problem(reply)
    assert (body["status"], body["code"]) == (status, code), body
    return body


@pytest.fixture
def phone(live: Live) -> Browser:
    browser = Browser(live)
    assert browser.pair(code=code_of(live), name="Ann's phone").body == {"name": "Ann's phone", "role": "player"}
    return browser


# Looking and changing


@pytest.mark.parametrize(
    "path", ["/", "/table", "/hardware", "/join", "/api/state", "/api/entries", "/api/openapi.json"]
)
def test_looking_is_free(live: Live, path: str) -> None:
    assert Browser(live).request("GET", path).status == 200


@pytest.mark.parametrize("path", ["/api/commands", "/hardware", "/devices", "/nowhere", "/api/state"])
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_changing_is_for_those_who_were_let_in(live: Live, method: str, path: str) -> None:
    """Loopback is nobody either: this test asks from there."""
    reply = Browser(live).request(method, path, SPEND)
    assert "/join" in refused(reply, 401, "not-paired")["detail"]
    assert reply.headers["www-authenticate"] == "Bearer"
    assert live.state()["seq"] == 1


def test_a_page_of_a_stranger_says_how_to_pair_and_hides_what_would_be_refused(live: Live, phone: Browser) -> None:
    page = Browser(live).request("GET", "/table").raw.decode()
    assert 'only-looks"' in page
    assert 'href="/join"' in page
    assert "only-looks" not in phone.request("GET", "/table").raw.decode()


def test_where_the_owner_wants_it_even_looking_needs_pairing(tmp_path: Path) -> None:
    live = Live(tmp_path / "data")
    live.looking_is_free = False
    with live:
        live.start("Ann", "Bob")
        stranger = Browser(live)
        refused(stranger.request("GET", "/api/state"), 401, "looking-needs-pairing")
        refused(stranger.request("GET", "/live/table"), 401, "looking-needs-pairing")
        reply = stranger.request("GET", "/table")
        assert (reply.status, reply.headers["location"]) == (303, "/join")
        assert stranger.request("GET", "/join").status == 200
        assert stranger.request("GET", "/static/companion.css").status == 200
        viewer = Browser(live)
        viewer.pair(code=codes.current(live.data, live.clock, "viewer").digits)
        assert viewer.request("GET", "/api/state").status == 200


# Ways in


def test_a_code_lets_a_device_in_and_the_log_says_which(live: Live, phone: Browser) -> None:
    assert phone.spend().status == 200
    assert live.entries()[-1]["by"] == {"screen": "Ann's phone"}


def test_what_it_carries_is_signed_and_for_this_site_only(live: Live) -> None:
    reply = Browser(live).pair(code=code_of(live))
    given = reply.headers["set-cookie"]
    assert "HttpOnly" in given
    assert "SameSite=Lax" in given
    assert "Max-Age=31536000" in given


def test_a_code_may_be_typed_with_a_blank_as_it_is_shown(live: Live) -> None:
    code = code_of(live)
    assert Browser(live).pair(code=f"{code[:3]} {code[3:]}").status == 200


def test_one_code_serves_the_whole_table_until_it_runs_out(live: Live) -> None:
    code = code_of(live)
    assert [Browser(live).pair(code=code, name="phone").body["name"] for _ in range(3)] == [
        "phone",
        "phone 2",
        "phone 3",
    ]
    live.wait(codes.CODE_S)
    refused(Browser(live).pair(code=code), 403, "wrong-code")


def test_a_code_that_is_about_to_run_out_is_not_shown_any_more(live: Live) -> None:
    old = code_of(live)
    live.wait(codes.CODE_S - codes.SHOWN_S + 1)
    assert Browser(live).pair(code=code_of(live)).status == 200
    assert Browser(live).pair(code=old).status == 200, "who was shown it a moment ago has time to type"


def test_the_code_stands_on_the_page_of_a_paired_device_and_nowhere_else(live: Live, phone: Browser) -> None:
    code = code_of(live)
    shown = f"{code[:3]} {code[3:]}"
    assert shown in phone.request("GET", "/join").raw.decode()
    assert shown not in Browser(live).request("GET", "/join").raw.decode()


def test_without_a_code_one_is_asked_for(live: Live) -> None:
    refused(Browser(live).pair(), 403, "code-needed")


@pytest.mark.parametrize(
    ("agent", "name"),
    [("… (iPhone; CPU …)", "iPhone"), ("… Android 14; Pixel … Mobile …", "phone"), ("curl", "screen")],
)
def test_a_device_without_a_name_is_called_what_it_is(live: Live, agent: str, name: str) -> None:
    reply = live.as_stranger(
        "POST", "/pair", to_json({"code": code_of(live)}), User_Agent=agent.encode().decode("latin-1")
    )
    assert reply.body["name"] == name


@pytest.mark.parametrize("body", [b"", b"[]", b"{", b'{"code": 123456}', b'{"code": "1", "x": 1}', b'{"name": ""}'])
def test_odd_wishes_are_refused_in_words(live: Live, body: bytes) -> None:
    assert problem(Browser(live).request("POST", "/pair", body))["status"] in (400, 422)


def test_a_phone_joins_the_tables_own_wifi_first_and_then_the_table(live: Live, phone: Browser) -> None:
    keep(live.data, Wifi("Monster Table", "grapes-and-owls", is_on=True))
    page = phone.request("GET", "/join").raw.decode()
    assert page.index("QR code of the Wi-Fi") < page.index("QR code of the address")
    stranger = Browser(live).request("GET", "/join").raw.decode()
    assert "QR code" not in stranger
    assert "grapes-and-owls" not in stranger


# Guessing


def test_a_code_guessed_a_thousand_times_is_not_found(live: Live) -> None:
    code = code_of(live)
    wrong = [f"{number:06}" for number in range(1001) if f"{number:06}" != code][:1000]
    answers: Counter[tuple[int, str]] = Counter()
    for guess in wrong:
        body = problem(Browser(live).pair(code=guess))
        answers[body["status"], body["code"]] += 1
    assert answers[403, "wrong-code"] == OF_ONE
    assert answers.total() == 1000
    assert set(answers) <= {(403, "wrong-code"), (429, "too-many-guesses"), (429, "too-many-requests")}
    assert problem(Browser(live).pair(code=code))["status"] == 429, "not even the right one counts now"
    live.wait(61)
    assert Browser(live).pair(code=code).status == 200, "whoever mistyped waits a minute"


def test_many_who_guess_slowly_make_every_code_run_out(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    code = code_of(live)
    guesses = live.door._guesses
    now = live.clock.now()
    for number in range(49):
        guesses.wrong(f"10.0.0.{number}", now)
    refused(Browser(live).pair(code="not it"), 403, "wrong-code")
    live.wait(601)
    refused(Browser(live).pair(code=code), 403, "wrong-code")


def test_who_must_wait_is_told_how_long(live: Live) -> None:
    for _ in range(OF_ONE):
        Browser(live).pair(code="000000" if code_of(live) != "000000" else "111111")
    reply = Browser(live).pair(code="123123")
    refused(reply, 429, "too-many-guesses")
    assert 1 <= int(reply.headers["retry-after"]) <= 61


# Forged, replayed, revoked


@pytest.mark.parametrize(
    "forged",
    ["", "x", "x.y", "a" * 5000, '"x"', URLSafeSerializer("another key", salt="paired device").dumps("x"), "né"],
    ids=range(7),
)
def test_a_forged_cookie_is_nobody(live: Live, forged: str) -> None:
    stranger = Browser(live, forged.encode().decode("latin-1"))
    refused(stranger.spend(), 401, "not-paired")


def test_a_cookie_with_one_letter_changed_is_nobody(live: Live, phone: Browser) -> None:
    assert phone.cookie
    for at in range(len(phone.cookie)):
        other = "A" if phone.cookie[at] != "A" else "B"
        changed = phone.cookie[:at] + other + phone.cookie[at + 1 :]
        # The last letter carries a few bits that nobody reads.
        if live.door.paired.by_cookie(changed) is not None:
            assert at == len(phone.cookie) - 1


def test_a_device_that_was_shut_out_stays_out(live: Live, phone: Browser) -> None:
    tablet = Browser(live)
    tablet.pair(code=code_of(live), name="tablet")
    (lost,) = [device for device in live.door.paired.all() if device.name == "Ann's phone"]
    assert tablet.request("POST", "/devices", {"do": "revoke", "device": lost.id}).status == 200
    refused(phone.spend(), 401, "not-paired")
    live.restart()
    refused(phone.spend(), 401, "not-paired")
    assert tablet.spend().status == 200, "the others are let in after a restart too"
    refused(tablet.request("POST", "/devices", {"do": "revoke", "device": lost.id}), 409, "no-such-paired-device")


def test_devices_are_listed_and_named_by_those_who_play(live: Live, phone: Browser) -> None:
    (device,) = live.door.paired.all()
    assert phone.request("POST", "/devices", {"do": "rename", "device": device.id, "name": "<b>رنا"}).status == 200
    page = phone.request("GET", "/join").raw.decode()
    assert "&lt;b&gt;رنا" in page
    assert "<b>رنا" not in page
    phone.spend()
    assert live.entries()[-1]["by"] == {"screen": "<b>رنا"}
    assert device.id not in Browser(live).request("GET", "/join").raw.decode()


def test_a_viewer_only_looks(live: Live) -> None:
    television = Browser(live)
    assert television.pair(code=codes.current(live.data, live.clock, "viewer").digits).body["role"] == "viewer"
    assert television.request("GET", "/api/state").status == 200
    refused(television.spend(), 403, "only-looking")
    assert "Let another device in" not in television.request("GET", "/join").raw.decode()
    television.pair(code=code_of(live))
    assert television.spend().status == 200, "with a better code it plays"


# Scripts


def test_a_script_with_the_token_plays_also_when_that_was_made_a_moment_ago(tmp_path: Path) -> None:
    with Live(tmp_path / "data") as live:
        start = to_json({"command": "start-game", "game": "monster-town", "seats": [{"player": "A"}, {"player": "B"}]})
        refused(live.as_stranger("POST", "/api/commands", start, Authorization="Bearer x"), 401, "not-paired")
        good = f"Bearer {token(live.data)}"
        assert live.as_stranger("POST", "/api/commands", start, Authorization=good).status == 200
        assert live.entries()[-1]["by"] == {"token": "script"}


@pytest.mark.parametrize("scheme", ["Basic {}", "bearer{}", "Bearer  {}", "Bearer {}x", "{}", "Bearer"])
def test_a_token_said_in_another_way_is_none(live: Live, scheme: str) -> None:
    refused(
        live.as_stranger("POST", "/api/commands", SPEND, Authorization=scheme.format(token(live.data))),
        401,
        "not-paired",
    )


def test_a_wrong_token_is_not_made_good_by_a_cookie(live: Live, phone: Browser) -> None:
    refused(phone.spend(Authorization="Bearer wrong"), 401, "not-paired")


def test_what_must_not_be_read_by_others_is_not(live: Live, phone: Browser) -> None:
    token(live.data)
    found = sorted(live.data.glob("secrets.*"))
    assert [path.name for path in found] == ["secrets.codes", "secrets.paired", "secrets.token"]
    assert {stat.S_IMODE(path.stat().st_mode) for path in found} == {0o600}


# Other pages, other names


@pytest.mark.parametrize(
    "origin", ["http://evil.example", "null", "http://127.0.0.1", "https://evil.example:{port}", "x", ""]
)
@pytest.mark.parametrize(("method", "path"), [("POST", "/api/commands"), ("GET", "/api/state"), ("POST", "/pair")])
def test_a_foreign_page_is_refused_whatever_it_carries(
    live: Live, phone: Browser, method: str, path: str, origin: str
) -> None:
    origin = origin.format(port=live.port)
    refused(phone.request(method, path, SPEND, Origin=origin), 403, "foreign-origin")
    refused(live.request(method, path, SPEND, Origin=origin), 403, "foreign-origin")
    assert live.state()["seq"] == 1


def test_our_own_page_is_not_foreign(live: Live, phone: Browser) -> None:
    assert phone.spend(Origin=f"http://127.0.0.1:{live.port}").status == 200
    assert phone.spend(Origin=f"http://TABLE.local:{live.port}", Host=f"table.local:{live.port}").status == 200


@pytest.mark.parametrize(
    "host",
    ["evil.example", "table.local.evil.example", "evil.local", "127.0.0.1.evil.example", "x@127.0.0.1", "", "[::1"],
)
@pytest.mark.parametrize("path", ["/table", "/api/state", "/static/live.js"])
def test_a_name_that_is_not_the_tables_is_refused(live: Live, path: str, host: str) -> None:
    """DNS rebinding: a page elsewhere gives our address a name of its own, and then is of the same origin."""
    refused(live.request("GET", path, Host=host), 421, "foreign-host")


@pytest.mark.parametrize(
    "host",
    [
        "127.0.0.1",
        "localhost:8080",
        "192.168.7.2:80",
        "[::1]:8080",
        "[fe80::1]",
        "table.local",
        "TABLE.LOCAL:8080",
        "table",
    ],
)
def test_numbers_localhost_and_the_tables_own_name_are_good(live: Live, host: str) -> None:
    assert live.request("GET", "/api/state", Host=host).status == 200


def test_pages_run_no_script_but_their_own(live: Live) -> None:
    reply = live.get("/table")
    policy = reply.headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "script-src 'self'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert reply.headers["x-content-type-options"] == "nosniff"
    for path in ("/table", "/hardware", "/join"):
        page = live.get(path).raw.decode()
        assert not re.search(r"<script(?![^>]* src=)|\son\w+=|\sstyle=|javascript:", page), path


@pytest.mark.parametrize(
    "path",
    [
        "/static/../app.py",
        "/static/%2e%2e/%2e%2e/pyproject.toml",
        "/static/%2fetc%2fpasswd",
        "/static/..%5capp.py",
        "/live/../state",
    ],
)
def test_a_name_from_outside_leads_nowhere_else(live: Live, path: str) -> None:
    assert live.get(path).status == 404


def test_no_trace_of_the_program_reaches_whoever_asks(live: Live, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live.service, "view", lambda **_: 1 / 0)
    body = refused(live.get("/api/state"), 409, "unexpected")
    assert "ZeroDivisionError" not in str(body)


# Too much


def test_a_stranger_who_hammers_is_put_off_and_a_paired_device_is_not(live: Live, phone: Browser) -> None:
    statuses = Counter(Browser(live).spend().status for _ in range(40))
    assert statuses == {401: 20 - 1, 429: 40 - 19}, "pairing was one of the twenty"
    assert [
        phone.request("POST", "/api/commands", to_json({"command": "note", "text": "x"})).status for _ in range(500)
    ] == [200] * 500
    live.wait(1)
    assert Browser(live).spend().status == 401, "a moment later he is answered again"


def test_looking_is_limited_only_where_it_runs_wild(live: Live) -> None:
    assert {live.get("/api/entries?limit=1").status for _ in range(900)} == {200}
