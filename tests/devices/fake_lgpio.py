"""lgpio without a Pi: what gpiozero's factory asks of it, and its two bad habits."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import ModuleType
from typing import Any

import gpiozero.pins
import gpiozero.pins.local

PI_4 = 0xC03111


class error(Exception):
    """As lgpio's own: it says what is wrong in quotes."""

    def __str__(self) -> str:
        return repr(self.args[0])


class FakeLgpio(ModuleType):
    """`busy` pins have a holder. Like the real one (0.2.2), it moves into LG_WD and makes its pipe at import."""

    SET_PULL_NONE = SET_PULL_UP = SET_PULL_DOWN = 0
    RISING_EDGE, FALLING_EDGE, BOTH_EDGES = 1, 2, 3
    error = error

    def __init__(self, busy: dict[int, str], chip: str | None = None) -> None:
        super().__init__("lgpio")
        self.busy = busy
        self.chip_trouble = chip
        self.open_chips = 0
        self.claimed: list[int] = []

    def imported(self) -> None:
        os.chdir(os.environ.get("LG_WD", "."))
        Path(".lgd-nfy0").touch()

    def gpiochip_open(self, chip: int) -> int:
        if self.chip_trouble:
            raise error(self.chip_trouble)
        self.open_chips += 1
        return chip

    def gpiochip_close(self, handle: int) -> None:
        self.open_chips -= 1

    def gpio_claim_input(self, handle: int, pin: int, flags: int = 0) -> None:
        if pin in self.busy:
            raise error("GPIO busy")
        self.claimed.append(pin)

    def gpio_get_line_info(self, handle: int, pin: int) -> list[Any]:
        return [0, pin, 1, f"GPIO{pin}", self.busy.get(pin, "")]


class Finder:
    """Lets `import lgpio` do what it does on a Pi."""

    def __init__(self, module: FakeLgpio) -> None:
        self.module = module

    def find_spec(self, name: str, path: object = None, target: object = None) -> Any:
        from importlib.machinery import ModuleSpec

        return ModuleSpec(name, self) if name == "lgpio" else None  # type: ignore[arg-type]

    def create_module(self, spec: object) -> ModuleType:
        return self.module

    def exec_module(self, module: ModuleType) -> None:
        self.module.imported()


@contextmanager
def a_pi_with_lgpio(busy: dict[int, str] | None = None, chip: str | None = None) -> Iterator[FakeLgpio]:
    """gpiozero's own LGPIOFactory, on pins that can be looked at."""
    lgpio, wd, here = FakeLgpio(busy or {}, chip), os.environ.get("LG_WD"), Path.cwd()
    finder, revision = Finder(lgpio), gpiozero.pins.local.get_pi_revision
    sys.meta_path.insert(0, finder)  # type: ignore[arg-type]
    gpiozero.pins.local.get_pi_revision = lambda: PI_4
    try:
        yield lgpio
    finally:
        gpiozero.pins.local.get_pi_revision = revision
        sys.meta_path.remove(finder)  # type: ignore[arg-type]
        for name in ("lgpio", "gpiozero.pins.lgpio"):
            sys.modules.pop(name, None)
        vars(gpiozero.pins).pop("lgpio", None)
        os.chdir(here)
        os.environ.pop("LG_WD", None)
        if wd is not None:
            os.environ["LG_WD"] = wd
