"""HTTP as nobody should speak it."""

from __future__ import annotations

import contextlib
import json
import socket

import pytest
from server.live import Live, problem

from companion.token import token

ROUTES = ["/", "/table", "/api/state", "/api/entries", "/api/stream", "/api/openapi.json", "/static/companion.css"]


@pytest.mark.parametrize("path", ROUTES)
@pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
def test_a_wrong_method_is_told_the_right_one(standing: Live, path: str, method: str) -> None:
    reply = standing.request(method, path, b"{}")
    refusal = problem(reply)
    assert (refusal["status"], refusal["code"]) == (405, "wrong-method")
    assert method in refusal["detail"]
    assert "GET" in reply.headers["allow"]


@pytest.mark.parametrize("method", ["GET", "HEAD", "PUT", "DELETE", "BREW"])
def test_commands_are_posted(standing: Live, method: str) -> None:
    reply = standing.request(method, "/api/commands")
    assert reply.status == 405
    assert "POST" in reply.headers["allow"]
    if method != "HEAD":
        assert problem(reply)["code"] == "wrong-method"


@pytest.mark.parametrize("path", [path for path in ROUTES if path != "/api/stream"])
def test_head_answers_like_get_without_the_body(standing: Live, path: str) -> None:
    head, got = standing.request("HEAD", path), standing.get(path)
    assert (head.status, head.raw) == (200, b"")
    assert (head.kind, head.headers["content-length"]) == (got.kind, str(len(got.raw)))


def test_head_of_the_stream_comes_back_at_once(standing: Live) -> None:
    head = standing.request("HEAD", "/api/stream")
    assert (head.status, head.kind, head.raw) == (200, "text/event-stream", b"")


@pytest.mark.parametrize(
    "path",
    [
        "/nope",
        "/api",
        "/api/",
        "/api/nope",
        "/api/state/",
        "/favicon.ico",
        "/static/",
        "/static/nope.css",
        "/static/../companion/cli.py",
        "/static/..%2f..%2fpyproject.toml",
        "/%00",
        "/%ff",
        "/" + "x" * 5_000,
        "/%3Cscript%3E",
    ],
    ids=lambda path: path[:30],
)
def test_what_is_not_there_is_named(standing: Live, path: str) -> None:
    refusal = problem(standing.get(path))
    assert (refusal["status"], refusal["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    ("query", "count"),
    [
        ("", 5),
        ("?after=0", 5),
        ("?after=3", 2),
        ("?after=5", 0),
        ("?after=9007199254740992", 0),
        ("?limit=1", 1),
        ("?limit=10000", 5),
        ("?after=2&limit=2", 2),
        ("?after=003", 2),
        ("?colour=red", 5),
    ],
)
def test_entries_come_after_a_number_and_up_to_a_limit(five: Live, query: str, count: int) -> None:
    entries = five.get(f"/api/entries{query}").body["entries"]
    assert len(entries) == count
    assert entries == sorted(entries, key=lambda entry: entry["seq"])


@pytest.fixture(scope="module")
def five(standing: Live) -> Live:
    """A table with five entries."""
    for _ in range(4):
        standing.do("next-turn")
    return standing


BAD = ["", "-1", "1.5", "x", "1e3", "٣", "²", "0x10", "9" * 400, "1 ", "+1", "null", "NaN", "9007199254740993"]


@pytest.mark.parametrize("value", BAD, ids=lambda value: ascii(value[:20]))
@pytest.mark.parametrize("name", ["after", "limit"])
def test_an_odd_number_in_the_address_is_named(standing: Live, name: str, value: str) -> None:
    from urllib.parse import quote

    refusal = problem(standing.get(f"/api/entries?{name}={quote(value)}"))
    assert (refusal["status"], refusal["code"], refusal["fields"]) == (422, "wrong-query", [name])
    assert name in refusal["detail"]
    assert len(refusal["detail"]) < 300


@pytest.mark.parametrize("value", ["0", "10001"])
def test_a_limit_has_limits(standing: Live, value: str) -> None:
    assert problem(standing.get(f"/api/entries?limit={value}"))["fields"] == ["limit"]


@pytest.mark.parametrize(
    "request_",
    [
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n",
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nContent-Length: abc\r\n\r\n",
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nZZ\r\n",
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip\r\n\r\n",
        b"POST /api/commands HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n",
        b"GET /api/state\r\n\r\n",
        b"GET http://[::1/ HTTP/1.1\r\nHost: x\r\n\r\n",
        b"GET /api/state HTTP/9.9\r\nHost: x\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n",
        b"GET /api/state HTTP/1.1\r\nHost: x\r\nX: " + b"y" * 300_000 + b"\r\n\r\n",
        b"\r\n\r\n\r\n",
    ],
    ids=lambda request: ascii(request[:40]),
)
def test_a_broken_request_harms_nobody(standing: Live, request_: bytes) -> None:
    with socket.create_connection(("127.0.0.1", standing.port), timeout=10) as link:
        answer = b""
        with contextlib.suppress(ConnectionResetError, BrokenPipeError):  # hung up on before it was all said
            link.sendall(request_)
            link.shutdown(socket.SHUT_WR)
            while got := link.recv(65_536):
                answer += got
    if answer and not answer.startswith(b"HTTP/1.0 200"):  # a request of 1992 is answered, after all
        head, _, body = answer.partition(b"\r\n\r\n")
        refusal = json.loads(body)
        assert b"application/problem+json" in head
        assert head.split()[1] == str(refusal["status"]).encode()
        assert 400 <= refusal["status"] < 500
        assert refusal["detail"]
    assert standing.state()["game"] == "monster-town"


def test_half_a_command_is_no_command(standing: Live) -> None:
    """A tablet that leaves the room in the middle of a request."""
    before = standing.state()
    for _ in range(20):
        with socket.create_connection(("127.0.0.1", standing.port), timeout=10) as link:
            link.sendall(b'POST /api/commands HTTP/1.1\r\nHost: x\r\nContent-Length: 24\r\n\r\n{"command": "next')
    assert standing.state() == before


def test_two_requests_on_one_line_are_both_answered(live: Live) -> None:
    body = b'{"command": "next-turn"}'
    key = b"Authorization: Bearer " + token(live.data).encode()
    head = b"POST /api/commands HTTP/1.1\r\nHost: localhost\r\n%s\r\nContent-Length: %d\r\n" % (key, len(body))
    with socket.create_connection(("127.0.0.1", live.port), timeout=10) as link:
        link.sendall(head + b"\r\n" + body + head + b"Connection: close\r\n\r\n" + body)
        answer = b""
        while got := link.recv(65_536):
            answer += got
    assert answer.count(b"HTTP/1.1 200 OK") == 2
    assert live.state()["seq"] == 3
