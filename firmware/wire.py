"""The lines that dice, knobs and the table say to each other. PROTOCOL.md explains them; here they are written once.

    1 die-a 42 settled 7 set *F5E2

A board runs this file under MicroPython and the Pi under CPython, so it imports nothing and stays plain.
"""

VERSION = 1
BAUD = 115200
MAX_BYTES = 120  # all before the line's end (LF, or CR LF)
TABLE = "table"  # the Pi's own name; whoever bears another name is a board

ACKED = ("settled", "pressed", "released", "turned")  # a board repeats these until the table acknowledges them
REPEAT_MS = 200
REPEATS = 5
REMEMBERED = 16  # so many of a board's latest numbers tell a repeat from news
BEAT_S = 2
LOST_S = 6
ASLEEP_BEAT_S = 600
ASLEEP_LOST_S = 1500

UP = 0  # a board says it
DOWN = 1  # the table says it

_SHOWN = 40  # so much of a wrong line goes into a log


class WireError(ValueError):
    """A line that must not be acted upon. `code` is for counting; the sentence is for whoever debugs a board."""

    def __init__(self, code, expected, came):
        super().__init__(f"expected {expected}, came '{_printable(came)}'")
        self.code = code


def _printable(came):
    if isinstance(came, str):
        came = came.encode()
    shown = "".join([chr(byte) if 32 <= byte < 127 else "?" for byte in came[:_SHOWN]])
    return shown + "..." if len(came) > _SHOWN else shown


# What an argument may be. `read` gives None for a wrong text, and takes each value in one spelling only: what was
# accepted is written again to the very same bytes.


class Number:
    """A whole number within bounds. A signed one always shows its sign and is never 0."""

    def __init__(self, name, low, high, signed=False):
        self.name = name
        self.low = low
        self.high = high
        self.signed = signed
        self.expected = f"{name} {low} to {high}"
        if signed:
            self.expected += ", with its sign and not 0"

    def read(self, text):
        try:
            value = int(text) if len(text) <= 10 else None
        except ValueError:
            value = None
        if value is None or not self.low <= value <= self.high or self.write(value) != text:
            return None
        return None if self.signed and value == 0 else value

    def write(self, value):
        text = str(value)
        return "+" + text if self.signed and not text.startswith("-") else text


class OneOf:
    """One of a few words or numbers."""

    def __init__(self, name, *options):
        self.name = name
        self.options = options
        self.expected = name + " " + " or ".join([str(option) for option in options])

    def read(self, text):
        for option in self.options:
            if str(option) == text:
                return option
        return None

    def write(self, value):
        return str(value)


class Text:
    """A short text without spaces, of certain characters only."""

    def __init__(self, name, shortest, longest, characters, expected):
        self.name = name
        self.shortest = shortest
        self.longest = longest
        self.characters = characters
        self.expected = f"{name} of {expected}"

    def read(self, text):
        if not self.shortest <= len(text) <= self.longest:
            return None
        for character in text:
            if character not in self.characters:
                return None
        return text

    def write(self, value):
        return str(value)


_NAME = "abcdefghijklmnopqrstuvwxyz0123456789-"
_NAMED = "1 to 20 characters a-z 0-9 -"

SENDER = Text("sender", 1, 20, _NAME, _NAMED)
SEQUENCE = Number("sequence", 0, 65535)

_TO = Text("to", 1, 20, _NAME, _NAMED)
_RELEASE = Text("release", 1, 12, _NAME + ".", "1 to 12 characters a-z 0-9 . -")
_BUTTON = (Text("button", 1, 20, _NAME, _NAMED),)
_FACE = Number("face", 0, 9)

# word: (its arguments when a board says it, its arguments when the table says it); None where nobody may.
WORDS = {
    "hello": ((OneOf("kind", "die", "bridge", "knob", "button", "lamp", "box"), _RELEASE), (_RELEASE,)),
    "beat": ((Number("uptime", 0, 999999999),), None),
    "settled": ((_FACE, OneOf("how", "set", "rolled", "bumped")), None),
    "rolling": ((), None),
    "cocked": ((), None),
    "handled": ((), None),
    "battery": ((Number("percent", 0, 100),), None),
    "asleep": ((), None),
    "pressed": (_BUTTON, None),
    "released": (_BUTTON, None),
    "turned": ((Number("clicks", -99, 99, True),), None),
    "ack": (None, (_TO, SEQUENCE)),
    "blink": (None, (_TO, OneOf("pattern", "quick", "slow", "breathe"), Number("times", 0, 99))),
    "colour": (None, (_TO, Text("rrggbb", 6, 6, "0123456789abcdef", "6 characters 0-9 a-f"))),
    "calibrate": (None, (_TO, _FACE)),
    "rate": (None, (_TO, OneOf("hertz", 10, 25, 50, 100, 200))),
}


def crc16(data):
    """CRC-16/CCITT-FALSE: b"123456789" gives 0x29B1."""
    crc = 0xFFFF
    for byte in data:
        # A whole byte at once: 0x1021 has its bits at 12, 5 and 0, so eight steps of one bit fold into these shifts.
        high = (crc >> 8) ^ byte
        high ^= high >> 4
        crc = ((crc << 8) ^ (high << 12) ^ (high << 5) ^ high) & 0xFFFF
    return crc


def after(seq):
    """The number of a sender's next line."""
    return (seq + 1) & 0xFFFF


def encode(sender, seq, word, *args):
    """The line as bytes with its LF; WireError for anything that decode would refuse."""
    fields = [str(VERSION), _write(SENDER, sender, "bad-sender"), _write(SEQUENCE, seq, "bad-sequence"), word]
    checks = _arguments(sender, word, args)
    for i in range(len(args)):
        fields.append(_write(checks[i], args[i], "bad-arguments"))
    body = " ".join(fields).encode()
    return body + f" *{crc16(body):04X}\n".encode()


def decode(line):
    """A line's (sender, seq, word, args), numbers as numbers; WireError if anything at all is wrong with it."""
    line = bytes(line)
    if line.endswith(b"\n"):
        line = line[:-1]
    if line.endswith(b"\r"):
        line = line[:-1]
    if len(line) > MAX_BYTES:
        raise WireError("too-long", f"at most {MAX_BYTES} bytes", line)
    for byte in line:
        if not 32 <= byte < 127:
            raise WireError("not-ascii", "printable ASCII", line)
    if line[-6:-4] != b" *":
        raise WireError("no-checksum", "' *' and four hex digits at the end", line)
    body, given = line[:-6], line[-4:].decode()
    checksum = f"{crc16(body):04X}"
    if given != checksum:
        raise WireError("bad-checksum", "checksum " + checksum, given)

    fields = body.decode().split(" ")
    if fields[0] != str(VERSION):
        raise WireError("wrong-version", f"version {VERSION}", fields[0])
    while len(fields) < 4:
        fields.append("")
    sender = _read(SENDER, fields[1], "bad-sender")
    seq = _read(SEQUENCE, fields[2], "bad-sequence")
    word = fields[3]
    texts = fields[4:]
    checks = _arguments(sender, word, texts)
    return sender, seq, word, tuple([_read(checks[i], texts[i], "bad-arguments") for i in range(len(texts))])


def _arguments(sender, word, given):
    """The checks of this sender's word, as many as were given."""
    direction = DOWN if sender == TABLE else UP
    checks = WORDS[word][direction] if word in WORDS else None
    if checks is None:
        who = "the table" if direction == DOWN else "a board"
        raise WireError("unknown-word", f"a word that {who} says", str(word))
    if len(checks) != len(given):
        usage = " ".join([word] + [check.name.upper() for check in checks])
        raise WireError("bad-arguments", f"'{usage}'", " ".join([word] + [str(text) for text in given]))
    return checks


def _read(check, text, code):
    value = check.read(text)
    if value is None:
        raise WireError(code, check.expected, text)
    return value


def _write(check, value, code):
    text = check.write(value)
    read = check.read(text)
    # Not only unreadable: 7.0 and "7" are not the 7 that the other end would read.
    if read is None or read != value:
        raise WireError(code, check.expected, str(value))
    return text


class LineBuffer:
    """Cuts what arrives in any pieces into lines, and never holds more than one line's worth of noise."""

    def __init__(self):
        self.dropped = 0  # lines too long to be ours
        self._begun = b""
        self._skipping = False

    def feed(self, data):
        """The lines that are complete by now, without their LF. Empty ones are left out."""
        data = bytes(data)
        lines = []
        start = 0
        while True:
            end = data.find(b"\n", start)
            self._take(data, start, len(data) if end < 0 else end)
            if end < 0:
                return lines
            if self._begun not in (b"", b"\r"):
                lines.append(self._begun)
            self._begun = b""
            self._skipping = False
            start = end + 1

    def _take(self, data, start, end):
        if self._skipping:
            return
        if len(self._begun) + end - start > MAX_BYTES + 1:  # one more: a CR may stand before the LF
            self.dropped += 1
            self._begun = b""
            self._skipping = True
        else:
            self._begun += data[start:end]
