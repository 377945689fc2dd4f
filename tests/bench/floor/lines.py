"""The barest reader of a cable: bytes become lines, and lines are counted."""

from __future__ import annotations

import sys

import serial

cable = serial.Serial(sys.argv[1], 115_200, exclusive=True)
print("http://127.0.0.1:0", flush=True)  # nobody asks it anything; this is how it says that it has begun
begun, lines = b"", 0
while True:
    *whole, begun = (begun + cable.read(max(1, cable.in_waiting))).split(b"\n")
    lines += len(whole)
