"""What we claim to be fast at, beside a bare floor in the same run.

A table on the screen, and build/bench.json: a list of {name, ours, beside, ratio, goal, holds}. A goal is of the ratio
where there is one, else of ours. Machines are shared and noisy, so a claim that does not hold is told and is no error.
"""

from __future__ import annotations

import argparse
import sys
import traceback
from collections.abc import Callable, Iterator

from tests.bench import commands, die, flood, growth, hands, idle, rules, sounds, startup, streams
from tests.bench.place import is_busy, stop_when_told
from tests.bench.report import Figure, as_json, heading, row, write

BENCHES: dict[str, Callable[[], Iterator[Figure]]] = {
    "commands, 1 caller": commands.one_caller,
    "commands, 8 callers": commands.eight_callers,
    "streams, 50 open": streams.fifty_streams,
    "start with 100,000 entries": startup.with_history,
    "start: ms to the first page": startup.first_time,
    "entry after 1,000,000": growth.after_a_million,
    "idle, 10 streams": idle.ten_streams,
    "rule, 2 and 4 seats": rules.thinking,
    "games": rules.whole_games,
    "hands: ms to the disk": hands.to_disk,
    "flood: 10,000 lines a second": flood.flooded,
    "buzzer: two minutes with 50 streams": sounds.on_time,
    "rampage: the last buzz with 50 streams": sounds.time_up,
    "die: ms from its line to the page": die.to_screen,
}


def main() -> int:
    parser = argparse.ArgumentParser(
        prog="python -m tests.bench",
        description=__doc__,
        epilog="Benches: " + "; ".join(BENCHES) + ".",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("names", nargs="*", metavar="NAME", help="only those whose name has this in it")
    parser.add_argument("--json", action="store_true", help="print only the JSON")
    args = parser.parse_args()
    wanted = {name: bench for name, bench in BENCHES.items() if not args.names or any(n in name for n in args.names)}
    if not wanted:
        parser.error(f"no bench is called that; there are: {'; '.join(BENCHES)}")
    stop_when_told()
    if is_busy():
        print("Others are using this machine now: believe a figure only if a second run agrees.", file=sys.stderr)
    figures: list[Figure] = []
    if not args.json:
        print(heading(), flush=True)
    failed = False
    for name, bench in wanted.items():
        try:
            for figure in bench():
                figures.append(figure)
                if not args.json:
                    print(row(figure), flush=True)
        except Exception:
            failed = True
            print(f"{name}: could not be measured", file=sys.stderr)
            traceback.print_exc()
    write(figures)
    if args.json:
        print(as_json(figures))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
