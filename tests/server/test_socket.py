"""The socket the table listens on."""

from __future__ import annotations

import socket

import pytest

from companion.errors import ConfigError
from companion.server.web import open_socket


def test_a_connection_inherits_that_a_stalled_reader_is_let_go_after_15_seconds() -> None:
    with open_socket("127.0.0.1", 0) as listener, socket.create_connection(listener.getsockname()):
        accepted, _ = listener.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == 15_000


def test_a_taken_port_gives_the_next_free_one() -> None:
    with open_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with open_socket("127.0.0.1", port) as second:
            assert port < second.getsockname()[1] <= port + 20


def test_twenty_taken_ports_are_enough(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("companion.server.web.PORTS_TO_TRY", 1)
    with open_socket("127.0.0.1", 0) as first:
        port = first.getsockname()[1]
        with pytest.raises(ConfigError, match=f"{port}.*taken.*--port"):
            open_socket("127.0.0.1", port)


@pytest.mark.parametrize(
    "host",
    ["192.0.2.1", "nowhere.invalid", "a..b", "x" * 70, "::ffff:999", "é" * 60],
    ids=lambda host: ascii(host[:12]),
)
def test_a_host_that_is_not_here_is_named(host: str) -> None:
    with pytest.raises(ConfigError, match=r"cannot listen on .*--host"):
        open_socket(host, 0)


def test_a_table_can_listen_on_ipv6() -> None:
    with open_socket("::1", 0) as listener:
        assert listener.family == socket.AF_INET6
