"""What hands touch, and what answers them: knobs, buttons, lamps, the buzzer, and the cables that dice hang on.

`status.Devices` starts and stops them together; `virtual.Simulator` is the same table without wires. This file imports
nothing, so that a table without devices never loads a pin library.
"""
