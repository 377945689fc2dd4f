"""Monster Town with rosters, spoken as its players do: characters and places by their names."""

from __future__ import annotations

from typing import Any, Self

from tables import TownTable

from companion.errors import Rejected

ONE = ("piece", "by", "master", "on", "at", "to")
NAMES = ("Ann", "Bob", "Cleo", "Dan")


def card(name: str, life: int = 3, conquest: int = 1, *traits: str, reserve: bool = False) -> dict[str, Any]:
    return {"name": name, "life": life, "conquest": conquest, "traits": list(traits), "reserve": reserve}


class GangTable(TownTable):
    def begin(self, *gangs: list[dict[str, Any]], roles: tuple[str, ...] = (), **options: Any) -> Self:
        """Ann, Bob, Cleo and Dan, each with these characters."""
        seats: list[dict[str, Any]] = []
        for player, characters in zip(NAMES, gangs, strict=False):
            seats.append({"player": player, "characters": characters})
        for seat, role in zip(seats, roles, strict=False):
            seat["role"] = role
        return self.do("start-game", game="monster-town", seats=seats, options=options)

    def play(self, command: str, **fields: Any) -> Self:
        return self.do(command, **self._by_id(fields))

    def no(self, command: str, **fields: Any) -> str:
        """The code of the refusal."""
        return self.why(command, **fields).code

    def why(self, command: str, **fields: Any) -> Rejected:
        return self.refused(command, **self._by_id(fields))

    def _by_id(self, fields: dict[str, Any]) -> dict[str, Any]:
        found = dict(fields)
        for name in ONE:
            if isinstance(found.get(name), str):
                found[name] = self.id(found[name])
        if "pieces" in found:
            found["pieces"] = [self.id(each) for each in found["pieces"]]
        if "hits" in found:
            found["hits"] = [self._by_id(hit) for hit in found["hits"]]
        for name in ("seat", "against"):
            if isinstance(found.get(name), str):
                found[name] = self.number(found[name])
        if isinstance(found.get("combat"), str):
            found["combat"] = next(
                (each["id"] for each in self.seen["combats"] if each["location"] == self.id(found["combat"])),
                found["combat"],
            )
        return found

    def all(self) -> list[dict[str, Any]]:
        seen = self.seen
        return [*seen["pieces"], *(piece for seat in seen["seats"] for piece in seat["pieces"])]

    def id(self, name: str) -> str:
        return next((piece["id"] for piece in self.all() if piece["name"] == name), name)

    def piece(self, name: str) -> dict[str, Any]:
        return next(piece for piece in self.all() if piece["name"] == name)

    def status(self, *names: str) -> list[str]:
        return [self.piece(name)["status"] for name in names]

    def life(self, name: str) -> int:
        return int(self.piece(name)["tracks"]["life"]["value"])

    def where(self, name: str) -> str | None:
        """The name of the place where it is; none On the Path."""
        at = self.piece(name)["at"]
        return next((piece["name"] for piece in self.all() if piece["id"] == at), at)

    def points(self) -> list[int]:
        return [seat["tracks"]["conquest"]["value"] for seat in self.seen["seats"]]

    def powers(self) -> list[int]:
        return [seat["tracks"]["power"]["value"] for seat in self.seen["seats"]]

    def holder(self, place: str) -> str | None:
        for seat in self.seen["seats"]:
            if any(piece["name"] == place for piece in seat["pieces"]):
                return str(seat["player"])
        return None

    def asked(self, code: str) -> list[int | None]:
        return [notice["seat"] for notice in self.seen["notices"] if notice["code"] == code]

    @property
    def combats(self) -> list[dict[str, Any]]:
        return list(self.seen["combats"])

    # What happens at most tables

    def scout(self, player: str, place: str) -> Self:
        return self.play("visit-location", seat=player, name=place)

    def all_scouted(self) -> Self:
        """A round in which everybody draws a card and nothing else."""
        for _ in self.seen["seats"]:
            self.do("draw-rendezvous", seat=self.seen["turn"]).do("next-turn")
        return self

    def fight(self, place: str = "The Mall") -> Self:
        """Bob holds a place with all he has; Ann comes with all she has."""
        self.do("next-turn").scout("Bob", place)
        while self.seen["turn"] != 1:
            self.do("next-turn")
        return self.scout("Ann", place)
