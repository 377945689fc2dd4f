"""The findings as a table for people, or as JSON for programs."""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterator, Sequence

from companion.doctor.finding import Finding

MARKS = {True: "ok    ", False: "FAILED"}


def as_json(findings: Sequence[Finding]) -> str:
    return json.dumps([finding.plain() for finding in findings], indent=2, ensure_ascii=False)


def as_table(findings: Sequence[Finding], width: int = 100) -> str:
    """A line for each, what failed with its next step below it, and how many at the end."""
    longest = max((len(finding.check) for finding in findings), default=0)
    lines: list[str] = []
    for finding in findings:
        head = f"{MARKS[finding.ok]}  {finding.check:{longest}}  "
        lines += wrapped(head, finding.found, width)
        if finding.next:
            # Not wrapped: a command that is cut in two cannot be copied.
            lines.append(f"{'next: ':>{len(head)}}{finding.next}")
    return "\n".join([*lines, "", verdict(findings)])


def wrapped(head: str, text: str, width: int) -> Iterator[str]:
    room = max(width - len(head), 30)
    for piece in textwrap.wrap(text, room, break_long_words=False, break_on_hyphens=False):
        yield head + piece
        head = " " * len(head)


def verdict(findings: Sequence[Finding]) -> str:
    failed = sum(not finding.ok for finding in findings)
    if not failed:
        return "All is well."
    return f"{failed} of {len(findings)} checks failed; the next step stands below each."
