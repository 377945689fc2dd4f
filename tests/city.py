"""A MonstroCity table for tests, spoken as its players do."""

from __future__ import annotations

from typing import Any, Self

from tables import AtTheTable

# A whole board as an owner would have checked it: other numbers than the shipped ones, the book's examples kept.
BOX = {
    "threat_start": 1,
    "spotnik": [5, 11, 20, 30],
    "newton": [8, 11, 25],
    "damage_steps": [[1, 1], [7, 2], [13, 3], [33, 4]],
    "card_steps": [[1, 0], [13, 1], [33, 2]],
    "police": [1, 1, 2, 2, 2, 3, 3, 4, 4, 5, 5, 6],
    "event_rounds": [2, 4],
    "turrets": {"freeze-ray": 3, "mortar": 2, "plasma-cannon": 2, "rocket-launcher": 1},
    "city_hall_special": True,
    "mission_cards": 2,
    "monsters": {
        "furious-george": {
            "standard": {"health": 12, "rage": 5, "speed": 3},
            "enhanced": {"health": 11, "rage": 5, "speed": [3, 1], "damage": 2},
        },
        "torty-shell": {
            "standard": {"health": 15, "rage": 4, "speed": 2},
            "enhanced": {"health": 16, "rage": 4, "speed": [2, 1], "damage": 1},
        },
        "max-horn": {
            "standard": {"health": 10, "rage": 6, "speed": 4},
            "enhanced": {"health": 9, "rage": 6, "speed": [4, 2], "damage": 3},
        },
        "bobzilla": {
            "standard": {"health": 14, "rage": 6, "speed": 2},
            "enhanced": {"health": 14, "rage": 6, "speed": [2, 1], "damage": 3},
        },
    },
}
ROLES = ("furious-george", "torty-shell", "max-horn", "bobzilla")
CITY = ["common"] * 12 + ["special"] * 3 + ["turret"] * 8 + ["city-hall"]


class CityTable(AtTheTable):
    """Ann is George, Bob is Torty, Cleo is Max and Dan is Bobzilla."""

    def play(self, *players: str, board: dict[str, Any] | None = None, **options: Any) -> Self:
        return self.start("monstrocity", *players, roles=ROLES, board=BOX if board is None else board, **options)

    def to(self, phase: str) -> Self:
        while self.seen["phase"] != phase:
            self.do("next-phase")
        return self

    def spawn_all(self) -> Self:
        for seat in self.seen["seats"]:
            if seat["monster"] != "on-board" and any(
                each["code"] == "spawn-monster" and each["seat"] == seat["seat"] for each in self.seen["notices"]
            ):
                self.do("spawn-monster", seat=seat["seat"])
        return self

    def rampage(self) -> Self:
        """Straight into this round's rampage, with everybody on the board."""
        return self.to("spawn").spawn_all().to("rampage")

    def roll(self, player: str, *turrets: str) -> Self:
        return self.do("roll-dice", seat=self.number(player), **({"turrets": list(turrets)} if turrets else {}))

    def die(self, player: str, die: str, turrets: Any = None, energy: str | None = None) -> Self:
        more = {key: value for key, value in (("turrets", turrets), ("energy", energy)) if value is not None}
        return self.do("resolve-die", seat=self.number(player), die=die, **more)

    def dice(self, player: str, *dice: str) -> Self:
        for die in dice:
            self.die(player, die)
        return self

    def fell(self, *kinds: str, by: str | None = None) -> Self:
        for kind in kinds:
            self.do("destroy-building", kind=kind, **({"seat": self.number(by)} if by else {}))
        return self

    def set_to(self, player: str | None, track: str, value: int) -> Self:
        seat = {"seat": self.number(player)} if player else {}
        return self.do("adjust-track", track=track, to=value, **seat)

    def level(self, threat: int) -> Self:
        return self.set_to(None, "threat", threat)

    def health(self, player: str) -> int:
        return int(self.seat(player)["tracks"]["health"]["value"])

    def rage(self, player: str) -> int:
        return int(self.seat(player)["tracks"]["rage"]["value"])

    def time_up(self) -> Self:
        """The rampage's clock has run out, as the companion notices it."""
        if self.seen["timers"]["rampage"]["state"] in ("idle", "done"):
            self.do("start-timer", timer="rampage")
        left = self.seen["timers"]["rampage"]["left_s"]
        return self.wait(left + 3).do("time-up", timer="rampage", asker={"companion": "time-up"})

    @property
    def threat(self) -> int:
        return int(self.seen["tracks"]["threat"]["value"])

    @property
    def notices(self) -> list[str]:
        return [notice["code"] for notice in self.seen["notices"]]

    @property
    def cars(self) -> int:
        return int(self.seen["police"]["station"])
