"""Builds the running table from its configuration: the one place where the parts are wired together."""

from __future__ import annotations

import gc
import logging
import signal
import socket
import sys
import threading
from collections.abc import Mapping
from functools import partial
from pathlib import Path
from types import FrameType
from typing import TYPE_CHECKING, NoReturn

from companion import hardwarefile, logs, notify
from companion.access import Door
from companion.boardsfile import Boards
from companion.clock import SystemClock
from companion.config import Config
from companion.errors import Rejected
from companion.games import GAMES
from companion.hands import Hands, Place, usual_places
from companion.journal import Journal, Reader
from companion.onlooker import Onlooker
from companion.server import create_app
from companion.server.app import Site
from companion.server.guard import Guard, Hosts
from companion.server.web import create_server, open_socket
from companion.service import Service
from companion.words import Words

if TYPE_CHECKING:
    from companion.devices.buzzer import Buzzer
    from companion.devices.hardware import Hardware
    from companion.devices.virtual import Simulator
    from companion.hotspot import Wifi
    from companion.wiring import Wiring

log = logging.getLogger(__name__)

MODEL = Path("/proc/device-tree/model")
SIMULATED_SEATS = 4
DEMO = {
    "command": "start-game",
    "game": "monster-town",
    "seats": [{"player": "Ann", "role": "renegade-militia"}, {"player": "Bob", "role": "wolfenpack"}],
}


def run(config: Config, data: Path, *, simulate: bool, demo: bool, log_level: str = "warning") -> None:
    """Run the table until somebody stops it."""
    logs.set_up(log_level)
    wanted = config.server.port
    journal = Journal(data)
    try:
        listener = open_socket(config.server.host, wanted)
        clock = SystemClock()
        wires = None if simulate or not is_a_pi() else wiring_of(config)
        places = places_of(wires) if wires else usual_places(SIMULATED_SEATS) if simulate else usual_places()
        service = Service(journal, clock, GAMES, Words(), hands_at(places, data))
        boards = Boards(data, GAMES)
        boards.lay_under(service)
        simulator = simulated(service, clock) if simulate else None
        hardware = wired(service, clock, wires, data) if wires else simulator
        door = Door(data, clock, service.door_is_open)
        guard = Guard(door, Hosts(config.server.name), clock, looking_is_free=config.access.looking == "free")
        addresses = partial(room_addresses, listener, config.server.name)
        app = create_app(
            service,
            Reader(data),
            guard,
            simulator,
            data / "cache",
            hardware,
            addresses,
            partial(own_wifi, data),
            boards,
            data,
        )
        site: Site = app.extensions["site"]
        service.start()
        site.start()
        if hardware:
            hardware.start()
        if demo:
            seat_ann_and_bob(service)
        server = create_server(app, listener)

        def stop(number: int, frame: FrameType | None) -> NoReturn:
            notify.send("STOPPING=1", "STATUS=Stopping.")
            # Open streams first: waitress waits five seconds for threads that are still at work.
            site.close()
            raise SystemExit(0)

        signal.signal(signal.SIGTERM, stop)
        signal.signal(signal.SIGINT, stop)
        be_prompt()
        code = None if logs.is_for_journal() else door.code()  # a journal is read by others too
        for line in greeting(listener, wanted, data, simulate, code):
            print(line, flush=True)
        watchdog = watched(service)
        notify.send("READY=1", f"STATUS={status(listener)}")
        threading.Thread(target=journal.make_room, name="room", daemon=True).start()
        server.run()
        if watchdog:
            watchdog.stop()
        if hardware:
            hardware.stop()
        service.stop()
    finally:
        journal.close()


def watched(service: Service) -> notify.Watchdog | None:
    """The table under systemd's eyes, if that wants to watch it."""
    within_s = notify.watchdog_s()
    if within_s is None:
        return None
    watchdog = notify.Watchdog(service, within_s)
    watchdog.start()
    return watchdog


def hands_at(places: Mapping[str, Place], data: Path) -> Hands:
    """Every device where it is wired, or where people have put it since."""
    hands = Hands(hardwarefile.load(data, places))
    hands.keep_arrangement = partial(hardwarefile.save, data)
    return hands


def be_prompt() -> None:
    """Look for garbage less often, when all that stands till the end is there: every command pays for looking."""
    gc.enable()
    gc.freeze()
    gc.set_threshold(10_000, 10, 10)


def simulated(service: Service, clock: SystemClock) -> Simulator:
    """Virtual knobs, buttons, lamps, buzzer and dice, wired to the table as real ones are."""
    from companion.devices.virtual import Simulator  # gpiozero and pyserial take their time to import

    simulator = Simulator(clock, service.signal, seats=SIMULATED_SEATS, spare=["die-spare"])
    follow_the_table(service, simulator)
    return simulator


def wired(service: Service, clock: SystemClock, wires: Wiring, data: Path) -> Hardware:
    """The real ones, on the pins of this Pi. Without its pins a table still counts."""
    from companion.devices.hardware import Hardware
    from companion.devices.pins import NoPins, open_pins, room_for_lgpio

    try:
        pins = open_pins(room_for_lgpio(data))
    except Exception as error:  # noqa: BLE001 - pin libraries raise whatever they like
        log.warning("the pins cannot be used (%s); `companion doctor` says what to do", error)
        pins = NoPins(error)  # each device on a pin says so; dice hang on cables and go on
    hardware = Hardware(wires, clock, service.signal, pin_factory=pins)
    follow_the_table(service, hardware)
    return hardware


def follow_the_table(service: Service, hardware: Simulator | Hardware) -> None:
    """Lamps and buzzer do what the table says; the table's screens say how the devices are."""
    lamps = Onlooker("lamps", lambda: hardware.show(service.view(with_health=False)), rest_s=0.04)
    service.when_changed.append(lamps.poke)
    if hardware.buzzer:
        service.when_sounds_change.append(hardware.buzzer.plan)
        let_buzzer_follow(service, hardware.buzzer)
    service.device_status = hardware.status
    lamps.start()
    lamps.poke()


def let_buzzer_follow(service: Service, buzzer: Buzzer) -> None:
    """Silent when screens are: as people said there, else as table.toml says. It sounds when a die is claimed."""
    buzzer.quiet.heed(service.hands.arrangement)
    service.quiet = buzzer.quiet
    service.hands.when_claimed.append(lambda: buzzer.play("claim"))


def wiring_of(config: Config) -> Wiring:
    from companion.wiring import usual_wiring

    return config.wiring or usual_wiring()


def places_of(wires: Wiring) -> dict[str, Place]:
    from companion.devices.hardware import places_of

    return places_of(wires)


def seat_ann_and_bob(service: Service) -> None:
    try:
        service.ask(DEMO, {"companion": "demo"})
    except Rejected as refusal:
        if refusal.code != "game-on":
            raise


def greeting(listener: socket.socket, wanted: int, data: Path, simulate: bool, code: str | None = None) -> list[str]:
    """What a person needs to know, in words."""
    host, port = listener.getsockname()[:2]
    everywhere = host in ("0.0.0.0", "::")  # noqa: S104 - compared, not bound
    lines = ["The Monster Table Companion is running."]
    if wanted and port != wanted:
        lines.append(f"Port {wanted} is taken, so it uses the next free one: {port}.")
    here = "127.0.0.1" if everywhere else host
    lines.append(f"  Open here:        {address(here, port)}")
    if everywhere:
        room = room_address()
        if room:
            lines.append(f"  From the room:    {address(room, port)}")
        else:
            lines.append("  No network: other screens cannot reach this table now; this machine can.")
    if code:
        lines.append(f"  To play here:     {address(here, port)}/join#{code}")
        lines.append(f"  To play there:    open /join there, and type the code {code} within ten minutes")
    if simulate:
        lines.append(f"  Hardware:         simulated; every control is on {address(here, port)}/workbench")
    elif not is_a_pi():
        lines.append("  Hardware:         this is not a Raspberry Pi, so it goes on without knobs and buttons.")
    lines.append(f"  Games are kept in {data}")
    if not logs.is_for_journal():  # systemd has no Ctrl-C
        lines.append("Stop it with Ctrl-C.")
    return lines


def own_wifi(data: Path) -> Wifi | None:
    """The Wi-Fi that the table makes itself, if it does."""
    from companion.hotspot import joining

    return joining(data)


def room_addresses(listener: socket.socket, name: str | None) -> list[str]:
    """Where other devices find the table: by number, which always works, and by name, which people remember."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return [address(host, port)]
    room = room_address()
    return [*([address(room, port)] if room else []), address(f"{name or socket.gethostname()}.local", port)]


def status(listener: socket.socket) -> str:
    """The one line that `systemctl status` shows."""
    host, port = listener.getsockname()[:2]
    if host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound
        return f"Open at {address(host, port)}"
    room = room_address()
    return f"Open at {address(room, port)}" if room else f"Open on port {port}; there is no network now."


def address(host: str, port: int) -> str:
    name = f"[{host}]" if ":" in host else host
    return f"http://{name}" if port == 80 else f"http://{name}:{port}"


def room_address() -> str | None:
    """This machine's address in the room. Connecting a datagram socket asks the routing table and sends nothing."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if found.startswith("127.") else found


def is_a_pi() -> bool:
    return MODEL.is_file() and "Raspberry Pi" in MODEL.read_text(errors="replace")


if __name__ == "__main__":
    from companion.cli import main

    sys.exit(main())
