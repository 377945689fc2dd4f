"""All devices of a table together: one that fails is a line on the screen, and the others play on."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from companion.clock import Clock
from companion.devices.device import Device, Status
from companion.devices.follower import Follower

REST_S = 0.003  # no eye sees a lamp that much later, and no contact has come to rest before


class Devices:
    """Everything that is wired to the table, real or virtual, started and stopped as one."""

    def __init__(self, clock: Clock, devices: Iterable[Device]) -> None:
        self._devices: dict[str, Device] = {}
        for device in devices:
            if device.name in self._devices:
                raise ValueError(f"two devices are called {device.name}; give each its own name")
            self._devices[device.name] = device
        self._follower = Follower(
            clock, [each for each in self if not each.has_own_thread], name="devices", rest_s=REST_S
        )

    def __iter__(self) -> Iterator[Device]:
        return iter(self._devices.values())

    def __getitem__(self, name: str) -> Device:
        return self._devices[name]

    def start(self) -> None:
        """Start what can be started. Never raises: what cannot is said in `status`."""
        for device in self:
            device.nudge = self._follower.wake
            device.start()
        self._follower.start()

    def stop(self) -> None:
        """No thread, pin or descriptor is left behind. Twice is fine."""
        self._follower.stop()
        for device in self:
            device.stop()

    def status(self) -> dict[str, Status]:
        """How each is, by name: plain data for screens, `/api` and the doctor."""
        pinned: dict[str, Status] = {}
        cabled: dict[str, Status] = {}
        for device in self:
            (cabled if device.kind == "serial" else pinned).update(device.statuses())
        # What is wired to a pin keeps its name if somebody on a cable calls itself the same.
        return pinned | {name: status for name, status in cabled.items() if name not in pinned}
