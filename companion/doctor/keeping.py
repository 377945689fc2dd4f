"""What is kept, and by which clock: table.toml, the data folder, and time."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from companion import config, places
from companion.config import Config
from companion.doctor.finding import Finding
from companion.doctor.machine import Machine, Running
from companion.errors import ConfigError
from companion.journal.store import FILE

FREE_MB = 50  # thousands of games, and room for the log
SYNCHRONISED = Path("/run/systemd/timesync/synchronized")


def table_file(named: Path | None, data: Path) -> tuple[Config, list[Finding]]:
    """table.toml as the table would read it, and a finding for each line that is wrong. The checks go on without."""
    check = "table.toml"
    try:
        path = config.find(named, data)
    except PermissionError as error:
        step = f"run the doctor as whoever owns it: sudo -u OWNER companion doctor --data {data}"
        return Config(), [Finding(check, f"{error.filename} may not be looked at by this user", step)]
    if path is None:
        found = f"none in {data} nor in {config.SYSTEM}: the usual wiring and port {Config().server.port}"
        return Config(), [Finding(check, found)]
    try:
        settings, remarks = config.load(path)
    except ConfigError as error:
        step = f"mend it, or leave it out: the table does not start with it; {path} was not used for what follows"
        return Config(), [Finding(check, line, step) for line in str(error).splitlines()]
    if remarks:
        step = "mend the name, or take the line out; the table starts without it"
        return settings, [Finding(check, remark, step) for remark in remarks]
    wiring = "its own wiring" if settings.wiring else "the usual wiring"
    return settings, [Finding(check, f"{path}: good, with {wiring} and port {settings.server.port}")]


def data_folder(machine: Machine, data: Path, running: Running | None) -> Iterator[Finding]:
    """Where games are kept: it must be writable, and have some room. Nothing is written to find out."""
    there = next(folder for folder in (data, *data.absolute().parents) if machine.exists(folder))
    # Never chown what is around it: that may be /srv, or the whole machine.
    give = f"sudo chown -R {machine.user} {data}" if there == data else f"sudo install -d -o {machine.user} {data}"
    hint = f"{give}; or name another folder with --data"
    closed = [path for path in kept_in(data) if machine.exists(path) and not machine.may_write(path)]
    if there.is_file():
        yield Finding("data folder", f"{there} is a file", "name a folder with --data")
    elif running and running.process:
        yield Finding("data folder", f"{data} is kept by the running table (process {running.process})")
    elif data == places.DATA == there and not machine.may_write(there):
        yield Finding("data folder", f"{data} belongs to the service")
    elif not machine.may_write(there):
        yield Finding("data folder", f"{there} cannot be written by {machine.user}", hint)
    elif there != data:
        yield Finding("data folder", f"{data} is not there yet; the first `companion run` makes it")
    elif closed:
        yield Finding("data folder", f"{closed[0]} cannot be written by {machine.user}", hint)
    else:
        yield Finding("data folder", f"{data} can be written")
    free = machine.free_bytes(there) // 1_000_000
    room = f"{free} MB free" if free < 10_000 else f"{free // 1000} GB free"
    if free < FREE_MB:
        step = "make room: sudo apt clean; sudo journalctl --vacuum-size=50M; or put the games elsewhere with --data"
        yield Finding("free space", f"{room} where the games are; the table wants {FREE_MB} MB", step)
    else:
        yield Finding("free space", room)


def kept_in(data: Path) -> list[Path]:
    """A table that was once run with sudo leaves these to root."""
    return [data / name for name in (FILE, f"{FILE}-wal", f"{FILE}-shm", "lock")]


def clocks(machine: Machine) -> Iterator[Finding]:
    """Game time comes from a clock that never jumps; only dates in the log come from the wall."""
    if machine.has_boottime:
        yield Finding("clock", "CLOCK_BOOTTIME: it never jumps, and goes on while the machine sleeps")
    else:
        yield Finding("clock", "CLOCK_MONOTONIC: it never jumps, but stands while the machine sleeps")
    now = machine.wall.strftime("%Y-%m-%d %H:%M UTC")
    if machine.wall < machine.not_before:
        found = f"{now} cannot be: this companion was made later; dates in the log will be wrong, game time will not"
        step = "let it reach the internet once, or set it by hand: sudo date -s '2026-11-18 21:00'"
        yield Finding("wall clock", found, step)
        return
    told = machine.run(["timedatectl", "show", "--property=NTPSynchronized", "--value"])
    if told == "yes" or (told is None and machine.exists(SYNCHRONISED)):
        yield Finding("wall clock", f"{now}, synchronised")
    elif told == "no":
        yield Finding("wall clock", f"{now}, not synchronised; only dates in the log depend on it")
    else:
        yield Finding("wall clock", f"{now}; nothing here tells whether it is synchronised")
