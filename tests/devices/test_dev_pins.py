"""Opening the pins of a Pi: what lgpio does behind one's back is undone. lgpio itself is played here."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from types import ModuleType

import pytest

from companion.devices.pins import open_pins


class Factory:
    """Goes where LG_WD says and leaves its pipe there, as lgpio does."""

    def __init__(self) -> None:
        os.chdir(os.environ["LG_WD"])
        Path(".lgd-nfy0").touch()


class Broken(Factory):
    def __init__(self) -> None:
        super().__init__()
        raise OSError("can not open gpiochip")


@pytest.fixture
def lgpio(monkeypatch, tmp_path):
    def play(factory):
        module = ModuleType("gpiozero.pins.lgpio")
        module.LGPIOFactory = factory
        monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)

    monkeypatch.setenv("LG_WD", "")  # so that it is put back afterwards
    monkeypatch.delenv("LG_WD")
    monkeypatch.chdir(tmp_path)
    play(Factory)
    return play


def test_the_pipe_of_lgpio_is_kept_out_of_the_way_and_nobody_is_moved(lgpio, tmp_path):
    assert isinstance(open_pins(), Factory)
    assert Path.cwd() == tmp_path
    assert list(tmp_path.iterdir()) == []
    assert (Path(os.environ["LG_WD"]) / ".lgd-nfy0").exists()


def test_a_folder_that_somebody_chose_is_left_as_it_is(lgpio, tmp_path, monkeypatch):
    monkeypatch.setenv("LG_WD", str(tmp_path))
    open_pins()
    assert (tmp_path / ".lgd-nfy0").exists()


def test_pins_that_cannot_be_had_move_nobody_either(lgpio, tmp_path):
    lgpio(Broken)
    with pytest.raises(OSError, match="gpiochip"):
        open_pins()
    assert Path.cwd() == tmp_path
