"""What NetworkManager is told, as Raspberry Pi OS bookworm and trixie understand it."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from companion.errors import SetupError
from companion.hotspot.wifi import Wifi

CONNECTION = "monster-companion-hotspot"
ADDRESS = "10.42.0.1"
NETWORKS = Path("/sys/class/net")
PATIENCE_S = 120  # nmcli itself gives up after 90

NO_SUCH_THING = 10  # how nmcli ends if a connection does not exist

Command = list[str]


class UnknownConnection(SetupError):
    """There is nothing to switch off."""


def delete() -> Command:
    return ["nmcli", "connection", "delete", "id", CONNECTION]


def add(wifi: Wifi, interface: str) -> Command:
    settings = {
        "ssid": wifi.ssid,
        "802-11-wireless.mode": "ap",
        "802-11-wireless.band": "bg",  # 2.4 GHz: every phone has it, in every country
        "wifi-sec.key-mgmt": "wpa-psk",
        "wifi-sec.psk": wifi.password,
        "wifi-sec.proto": "rsn",
        "wifi-sec.pairwise": "ccmp",
        "wifi-sec.group": "ccmp",
        "wifi-sec.pmf": "disable",  # with it, a Pi's Wi-Fi does not come up under trixie, and some phones do not join
        "ipv4.method": "shared",  # gives each guest an address
        "ipv4.addresses": f"{ADDRESS}/24",
        "ipv6.method": "disabled",
        "connection.autoconnect-priority": "100",  # before any Wi-Fi that is known: on means on, after a power cut too
    }
    words = ["nmcli", "connection", "add", "type", "wifi", "ifname", interface, "con-name", CONNECTION]
    return [*words, "autoconnect", "yes", *(word for pair in settings.items() for word in pair)]


def up() -> Command:
    return ["nmcli", "connection", "up", "id", CONNECTION]


def interface() -> str | None:
    """The first Wi-Fi of this machine."""
    return next((path.parent.name for path in sorted(NETWORKS.glob("*/wireless"))), None)


def look() -> str:
    """The Wi-Fi to use. Raises with what to do if it cannot be used."""
    state = ask(["nmcli", "-t", "-f", "WIFI-HW,WIFI", "radio"]).strip()
    found = interface()
    if found is None or state.startswith("missing"):
        raise SetupError("this machine has no Wi-Fi; plug in an adapter, or connect the table by cable")
    hardware, _, software = state.partition(":")
    if hardware == "disabled":
        raise SetupError("the Wi-Fi is blocked by a switch of this machine (rfkill); move the switch, then try again")
    if software == "disabled":
        raise SetupError(
            "the Wi-Fi is blocked by rfkill, as on every new Pi until it knows its country; type:"
            " sudo raspi-config nonint do_wifi_country GB (with your own country), or: sudo rfkill unblock wifi"
        )
    return found


def ask(command: Command) -> str:
    """What nmcli says; if it fails, why and what to do."""
    if shutil.which("nmcli") is None:
        raise SetupError("there is no nmcli here, so no NetworkManager; type: sudo apt install network-manager")
    english = os.environ | {"LC_ALL": "C.UTF-8"}  # its answers are read here
    try:
        ended = subprocess.run(  # noqa: S603 - our own words
            command, capture_output=True, text=True, env=english, timeout=PATIENCE_S, check=False
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise SetupError(f"nmcli did not answer ({error}); is NetworkManager running?") from None
    if ended.returncode == 0:
        return ended.stdout
    if ended.returncode == NO_SUCH_THING:
        raise UnknownConnection(f"NetworkManager knows no {CONNECTION}")
    lines = (ended.stderr.strip() or ended.stdout.strip()).splitlines() or [f"it ended with {ended.returncode}"]
    raise SetupError(f"NetworkManager says: {lines[-1].removeprefix('Error: ')} {next_step(lines[-1])}")


def next_step(said: str) -> str:
    said = said.lower()
    if "not running" in said:
        return "Type: sudo systemctl enable --now NetworkManager"
    if "privileges" in said or "authorized" in said:
        return "Put sudo before the command."
    return "Read more with: journalctl -u NetworkManager -n 30"
