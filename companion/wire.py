"""The lines on the cable, as the Pi reads and writes them: firmware/wire.py itself, with types."""

from __future__ import annotations

from importlib.util import module_from_spec, spec_from_file_location
from typing import TYPE_CHECKING, Any, NamedTuple

from companion.paths import beside


def _load() -> Any:
    """The boards' own file, so that the format is written down once and both ends cannot disagree."""
    spec = spec_from_file_location("companion._firmware_wire", beside("firmware") / "wire.py")
    assert spec is not None
    assert spec.loader is not None
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


_wire = _load()

VERSION: int = _wire.VERSION
BAUD: int = _wire.BAUD
MAX_BYTES: int = _wire.MAX_BYTES
TABLE: str = _wire.TABLE
ACKED: tuple[str, ...] = _wire.ACKED
REPEAT_MS: int = _wire.REPEAT_MS
REPEATS: int = _wire.REPEATS
REMEMBERED: int = _wire.REMEMBERED
BEAT_S: int = _wire.BEAT_S
LOST_S: int = _wire.LOST_S
ASLEEP_BEAT_S: int = _wire.ASLEEP_BEAT_S
ASLEEP_LOST_S: int = _wire.ASLEEP_LOST_S

# word: (the checks of its arguments when a board says it, and when the table does); None where nobody may.
WORDS: dict[str, tuple[tuple[Any, ...] | None, tuple[Any, ...] | None]] = _wire.WORDS

if TYPE_CHECKING:

    class WireError(ValueError):
        """A line that must not be acted upon: a sentence, and a stable code for counting."""

        code: str

        def __init__(self, code: str, expected: str, came: bytes | str) -> None: ...

    class LineBuffer:
        """Cuts what arrives in any pieces into lines; `dropped` counts those too long to be ours."""

        dropped: int

        def feed(self, data: bytes | bytearray) -> list[bytes]: ...

else:
    WireError = _wire.WireError
    LineBuffer = _wire.LineBuffer


class Message(NamedTuple):
    """What a line says: numbers among its arguments are numbers."""

    sender: str
    seq: int
    word: str
    args: tuple[int | str, ...] = ()


def encode(sender: str, seq: int, word: str, *args: int | str) -> bytes:
    """The line as bytes with its LF; WireError for anything that decode would refuse."""
    line: bytes = _wire.encode(sender, seq, word, *args)
    return line


def decode(line: bytes | bytearray) -> Message:
    """What a line says, its LF there or not; WireError if anything at all is wrong with it."""
    return Message(*_wire.decode(line))


def crc16(data: bytes) -> int:
    """CRC-16/CCITT-FALSE."""
    crc: int = _wire.crc16(data)
    return crc


def after(seq: int) -> int:
    """The number of a sender's next line."""
    following: int = _wire.after(seq)
    return following
