"""When the table is silent. Buzzer and screens ask the same one, so that they cannot disagree."""

from __future__ import annotations

from collections.abc import Callable
from datetime import time
from typing import Annotated, NamedTuple

import msgspec

from companion.clock import Clock
from companion.hands import Arrangement

_HOUR = r"([01][0-9]|2[0-3]):[0-5][0-9]"
ClockTime = Annotated[str, msgspec.Meta(pattern=rf"^{_HOUR}$(?!\n)", description='a time such as "22:30"')]
ClockTimeOrNot = Annotated[
    str, msgspec.Meta(pattern=rf"^({_HOUR})?$(?!\n)", description='a time such as "22:30", or empty')
]
Hours = tuple[time, time]  # from, until, as the wall's clock shows them; may cross midnight


class Silence(NamedTuple):
    muted: bool = False
    hours: Hours | None = None


class Quiet:
    """Muted, or the hour is. What people said on a screen wins over what table.toml says."""

    def __init__(self, clock: Clock, *, muted: bool = False, hours: Hours | None = None) -> None:
        self._clock = clock
        self._by_file = self._silence = Silence(muted, hours)
        self.when_changed: list[Callable[[], None]] = []

    def heed(self, arrangement: Arrangement) -> None:
        """As people want it now."""
        muted = self._by_file.muted if arrangement.muted is None else arrangement.muted
        hours = self._by_file.hours if arrangement.quiet is None else hours_of(*arrangement.quiet)
        self._change(Silence(muted, hours))

    @property
    def muted(self) -> bool:
        return self._silence.muted

    @muted.setter
    def muted(self, muted: bool) -> None:
        self._change(self._silence._replace(muted=muted))

    @property
    def hours(self) -> Hours | None:
        return self._silence.hours

    @hours.setter
    def hours(self, hours: Hours | None) -> None:
        self._change(self._silence._replace(hours=hours))

    def is_now(self) -> bool:
        if self.muted or self.hours is None:
            return self.muted
        since, until = self.hours
        hour = self._clock.wall().astimezone().time()
        return since <= hour < until if since <= until else hour >= since or hour < until

    def _change(self, silence: Silence) -> None:
        if silence == self._silence:
            return
        self._silence = silence
        for listener in self.when_changed:
            listener()


def hours_of(begin: str | None = None, end: str | None = None) -> Hours | None:
    """Quiet hours need both ends."""
    return (time.fromisoformat(begin), time.fromisoformat(end)) if begin and end else None
