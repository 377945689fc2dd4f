"""On and off, and what people have to know about it."""

from __future__ import annotations

import shlex
import socket
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from companion import config
from companion.errors import SetupError
from companion.hotspot import nmcli
from companion.hotspot.wifi import chosen, keep, kept


def turn_on(data: Path, name: str | None, password: str | None, *, dry_run: bool) -> None:
    wifi = chosen(data, name, password)
    if dry_run:
        # An example, if none was made yet: nothing is kept by a dry run.
        show(nmcli.delete(), nmcli.add(wifi, nmcli.interface() or "wlan0"), nmcli.up())
        return
    interface = nmcli.look()
    for line in invitation(wifi.ssid, wifi.password, port_of(data)):
        print(line, flush=True)
    keep(data, wifi)
    with suppress(nmcli.UnknownConnection):  # there may be none from before
        nmcli.ask(nmcli.delete())
    try:
        nmcli.ask(nmcli.add(wifi, interface))
        nmcli.ask(nmcli.up())
    except SetupError:
        keep(data, replace(wifi, is_on=False))
        with suppress(SetupError):  # else it would be tried again with each start
            nmcli.ask(nmcli.delete())
        raise
    print("It is on, and will be whenever the power comes on.")


def turn_off(data: Path, *, dry_run: bool) -> None:
    if dry_run:
        show(nmcli.delete())
        return
    try:
        nmcli.ask(nmcli.delete())
        print("The table's own Wi-Fi is off; this machine goes back to one that it knows. Name and password are kept.")
    except nmcli.UnknownConnection:
        print("The table's own Wi-Fi is off already.")
    if wifi := kept(data):
        keep(data, replace(wifi, is_on=False))


def show(*commands: nmcli.Command) -> None:
    for command in commands:
        print(shlex.join(command))


def port_of(data: Path) -> int:
    return config.load(config.find(None, data))[0].server.port


def invitation(ssid: str, password: str, port: int) -> list[str]:
    """Said before it is switched on: whoever came here by Wi-Fi hears nothing more afterwards."""
    from companion.__main__ import address

    name = socket.gethostname().split(".")[0]
    return [
        "Switching on the table's own Wi-Fi.",
        f"  Network    {ssid}",
        f"  Password   {password}",
        f"  Then open  {address(nmcli.ADDRESS, port)} or {address(f'{name}.local', port)}",
        "This machine leaves the Wi-Fi that it is in; an ssh session that came that way ends, one by cable goes on.",
        "Back again: sudo companion hotspot --off",
    ]
