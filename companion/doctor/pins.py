"""The pins of the header: the library that reaches them, who may, and each one of the wiring."""

from __future__ import annotations

from collections.abc import Iterator

from companion.doctor.finding import Finding
from companion.doctor.machine import Claim, Machine, Running
from companion.wiring import Wiring, pins_of

LGPIO_HOLDS = "lg"  # how lgpio signs the pins it has
SPI_PINS = (7, 8, 9, 10, 11)
NEEDED = ("gpio", "dialout")  # pins, and serial ports


def pin_library(machine: Machine) -> Finding:
    """The table drives its pins through gpiozero and lgpio, on every Pi."""
    check = "pin library"
    if not machine.is_a_pi:
        what = "lgpio is here, but no pins:" if "lgpio" in machine.modules else "none, and none is needed:"
        return Finding(check, f"{what} this is not a Raspberry Pi; `companion run --simulate` has pins without wires")
    if "lgpio" in machine.modules:
        unused = [f"{name} is here too and is not used" for name in ("RPi.GPIO", "pigpio") if name in machine.modules]
        return Finding(check, "; ".join([f"lgpio, on a {machine.model}", *unused]))
    found = "none"
    if "RPi.GPIO" in machine.modules:
        why = "it is dead on a Pi 5, whose pins are on another chip" if machine.is_a_pi_5 else "the table uses lgpio"
        found = f"only RPi.GPIO; {why}"
    elif "pigpio" in machine.modules:
        found = "only pigpio; it cannot reach a Pi 5 and is gone from Raspberry Pi OS trixie; the table uses lgpio"
    step = "sudo apt install python3-lgpio"
    if machine.is_walled:
        step += "; then let .venv see the system's packages: rm -r .venv && make install"
    return Finding(check, f"{found} (this is a {machine.model})", step)


def groups(machine: Machine) -> Finding:
    """Pins and serial ports belong to groups; whoever runs the table must be in both."""
    check, user = "groups", machine.user
    if machine.is_root:
        return Finding(check, "root may use every pin and port; a table runs better as a user in gpio and dialout")
    missing = [group for group in NEEDED if group not in machine.groups]
    if not missing:
        return Finding(check, f"{user} is in gpio and dialout")
    found = f"{user} is not in {' or '.join(missing)}"
    if not machine.is_a_pi:
        return Finding(check, f"{found}; that matters only with pins (gpio) or a board on a cable (dialout)")
    to_give = [group for group in missing if group not in machine.granted]
    again = "log out and in again, or restart the Pi: groups count from the next login on"
    if not to_give:
        return Finding(check, f"{found} yet: it was added, but not since this login", again)
    return Finding(check, found, f"sudo usermod -aG {','.join(to_give)} {user}; then {again}")


def pins(machine: Machine, wiring: Wiring, running: Running | None) -> Iterator[Finding]:
    """Can each be claimed? One that a running table has is as it should be."""
    wired = list(pins_of(wiring))
    if not wired:
        yield Finding("pins", "the wiring names none")
        return
    if not machine.is_a_pi:
        yield Finding("pins", f"{len(wired)} in the wiring, not tried: this is not a Raspberry Pi")
        return
    try:
        claims = machine.claim([pin for _, _, pin in wired])
    except Exception as error:  # noqa: BLE001 - pin libraries raise whatever they like
        yield no_pins(error)
        return
    for where, what, pin in wired:
        yield a_pin(pin, f"[{where}] {what}" if what != "pin" else f"[{where}]", claims[pin], running)


def a_pin(pin: int, use: str, claim: Claim, running: Running | None) -> Finding:
    check = f"pin {pin}"
    if claim.trouble is None:
        return Finding(check, f"{use}: free")
    if "busy" not in claim.trouble.lower():
        step = f"wire it to another pin and say so in table.toml, in {use}"
        return Finding(check, f"{use}: cannot be claimed ({claim.trouble})", step)
    if running and claim.holder in (LGPIO_HOLDS, None):
        return Finding(check, f"{use}: in use, as it should be while {running}")
    found = f"{use}: GPIO busy, {f'held by {claim.holder}' if claim.holder else 'held by another program'}"
    if pin in SPI_PINS and claim.holder != LGPIO_HOLDS:
        return Finding(check, found, "turn SPI off: sudo raspi-config, Interface Options; or use another pin")
    return Finding(check, found, "stop what has it, also what it forked, which keeps its pins: `gpioinfo` lists all")


def no_pins(error: Exception) -> Finding:
    """Not one pin can be had, and why that usually is."""
    text = str(error).strip("'\"") or type(error).__name__
    if isinstance(error, ModuleNotFoundError):
        return Finding("pins", f"not tried: {text}", "mend the pin library first")
    if isinstance(error, AttributeError):
        step = "remove the empty lgpio that pip took: .venv/bin/pip uninstall lgpio; sudo apt install python3-lgpio"
        return Finding("pins", f"lgpio is not whole ({text})", step)
    if isinstance(error, OSError):
        step = "see that /tmp and the data folder can be written and are not full"
        return Finding("pins", f"lgpio could not make its pipe .lgd-nfy* ({text})", step)
    step = "see that this user is in the group gpio and that /dev/gpiochip0 is there: ls -l /dev/gpiochip*"
    return Finding("pins", f"none can be opened: {text}", step)
