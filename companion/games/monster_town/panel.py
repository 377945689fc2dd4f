"""What the pages show of gangs, places and fights, worked out from the view: no template knows a rule."""

from __future__ import annotations

from companion.engine.plain import Plain
from companion.games.monster_town.state import LIVING

TURNED = {"ready": "↑", "exerted": "→", "hidden": "↓"}  # as the card lies on the table


def panel(view: Plain, seat: int | None) -> Plain | None:
    """Nothing at a table that only wants power and points."""
    table = Table(view)
    if not (table.pieces or table.combats or view["tracks"]):
        return None
    shown: Plain = {
        "deck": view["tracks"].get("rendezvous"),
        "combats": [table.combat(each) for each in table.combats],
        "places": [table.place(each, holder) for each, holder in table.places()],
        "effects": [{**each, "player": table.players[each["seat"]]} for each in view["effects"]],
        "last": table.last(),
        "players": {str(number): player for number, player in table.players.items()},
    }
    return shown if seat is None else shown | table.own(seat)


class Table:
    """The view, with everything by its id."""

    def __init__(self, view: Plain) -> None:
        self.view = view
        self.seats: dict[int, Plain] = {each["seat"]: each for each in view["seats"]}
        self.players: dict[int, str] = {number: each["player"] for number, each in self.seats.items()}
        self.combats: list[Plain] = view["combats"]
        self.pieces: dict[str, Plain] = {each["id"]: each for each in view["pieces"]}
        for each in view["seats"]:
            self.pieces |= {piece["id"]: piece for piece in each["pieces"]}
        self.in_hand = {each["focus"] for each in view["seats"]}  # what knobs turn now
        self.people = [each for each in self.pieces.values() if each["kind"] == "character"]

    def gang(self, seat: int) -> list[Plain]:
        return [each for each in self.people if each["controller"] == seat and each["status"] in LIVING]

    def name(self, id: str | None, otherwise: str = "") -> str:
        return str(self.pieces[id]["name"]) if id in self.pieces else otherwise

    def places(self) -> list[tuple[Plain, int | None]]:
        found = [(each, None) for each in self.view["pieces"] if each["kind"] == "location"]
        held = [(each, seat["seat"]) for seat in self.view["seats"] for each in seat["pieces"]]
        return [*found, *((each, seat) for each, seat in held if each["kind"] == "location")]

    def place(self, place: Plain, holder: int | None) -> Plain:
        return {
            "id": place["id"],
            "name": place["name"],
            "status": place["status"],
            "holder": holder,
            "player": self.players.get(holder) if holder else None,
            "members": [each["name"] for each in self.people if each["at"] == place["id"] and each["status"] in LIVING],
        }

    def character(self, each: Plain) -> Plain:
        life = each["tracks"]["life"]
        wounds = life["baseline"] - life["value"]
        return {
            "id": each["id"],
            "name": each["name"],
            "status": each["status"],
            "turned": TURNED.get(each["status"], "✝"),
            "life": life["value"],
            "of": life["baseline"],
            "wounds": max(0, wounds),
            "tokens": max(0, -wounds),
            "bonus": each["wound_bonus"],
            "item": each["item"],
            "traits": each["traits"],
            "where": self.name(each["at"], "On the Path"),
            "combat": each["combat"],
            "owner": self.players[each["owner"]] if each["owner"] != each["controller"] else None,
            "focus": self.name(each["focused_on"]) or None,
            "is_in_hand": f"{each['id']}/life" in self.in_hand,
        }

    def combat(self, combat: Plain) -> Plain:
        sides = []
        for seat in combat["seats"]:
            members = [self.character(each) for each in self.gang(seat) if each["combat"] == combat["id"]]
            about = {key: seat in combat[key] for key in ("acted", "agreed", "running")}
            sides.append({"seat": seat, "player": self.players[seat], "members": members, **about})
        action = combat["action"]
        return {
            "id": combat["id"],
            "kind": combat["kind"],
            "place": self.name(combat["location"], "the End Game"),
            "holder": self.players.get(combat["holder"] or 0),
            "sides": sides,
            "acting": self.players[action] if action else None,
        }

    def last(self) -> Plain | None:
        last = self.view["last_combat"]
        if last is None:
            return None
        changes = [
            {**each, "player": self.players.get(each.get("seat")), "name": self.name(each.get("piece"))}
            for each in last["changes"]
        ]
        return {"how": last["how"], "place": last["location"], "changes": changes}

    # A seat's own page

    def own(self, seat: int) -> Plain:
        me = self.seats[seat]
        is_scouting = self.view["turn"] == seat and self.view["phase"] == "scouting" and not self.view["outcome"]
        gang = self.gang(seat)
        mine = {"party": [each["id"] for each in gang if each["id"] in me["party"]]}
        return {
            "seat": seat,
            "is_scouting": is_scouting and (not gang or any(self.is_free(each) for each in gang)),
            "draws": me["draws"],
            "is_end_game": self.view["phase"] == "end-game",
            "is_over": bool(self.view["outcome"]) or me["out"],
            "has_roster": any(each["owner"] == seat for each in self.people),
            "gang": [self.card(each, me, mine["party"], is_scouting=is_scouting) for each in gang],
            "dead": [self.lost(each) for each in self.people if each["owner"] == seat and each["status"] == "dead"],
            "reserves": [self.lost(each) for each in self.reserves(seat)],
            "may_recruit": me["may_recruit"],
            "grounds": [each["id"] for each, holder in self.places() if holder == seat],
            "fights": [self.fight(each, seat) for each in self.combats if seat in each["seats"]],
            "others": [self.character(each) for each in self.people if self.is_opposing(each, seat)],
            "rivals": [
                {"seat": each, "player": self.players[each]} for each in self.seats if self.is_rival(each, seat)
            ],
            "scout_within": me["scout_within"],
        }

    def is_opposing(self, each: Plain, seat: int) -> bool:
        return each["status"] in LIVING and each["controller"] != seat

    def is_rival(self, other: int, seat: int) -> bool:
        return other != seat and not self.seats[other]["out"]

    def reserves(self, seat: int) -> list[Plain]:
        return [each for each in self.people if each["owner"] == seat and each["status"] == "reserves"]

    def lost(self, each: Plain) -> Plain:
        about = self.character(each)
        return about | {"is_leader": "leader" in each["traits"], "was_turned": each["turned"]}

    def card(self, each: Plain, me: Plain, party: list[str], *, is_scouting: bool) -> Plain:
        """A gang member, with what can be done with its card now."""
        card = self.character(each)
        is_free = self.is_free(each)
        fought = self.fought_over()
        places = [place for place, holder in self.places() if holder == me["seat"] and place["id"] not in fought]
        return card | {
            "party": self.party_with(each, me, party) if is_scouting and is_free else None,
            "is_in_party": each["id"] in party,
            "moves": [
                {"id": place["id"], "name": place["name"]}
                for place in places
                if is_scouting and is_free and each["at"] is None and me["relocated_to"] in (None, place["id"])
            ],
            "joins": [
                {"id": combat["id"], "place": self.name(combat["location"], "the End Game")}
                for combat in self.combats
                if each["combat"] is None and not self.view["outcome"]
            ],
            "acts_in": self.acts_in(each, me["seat"]),
            "is_free_action": self.view["turn"] != me["seat"],  # owed by somebody who runs away
        }

    def fought_over(self) -> set[str | None]:
        return {combat["location"] for combat in self.combats if combat["location"]}

    def is_free(self, each: Plain) -> bool:
        """To scout: neither fighting nor where a fight is on."""
        return each["combat"] is None and each["at"] not in self.fought_over()

    def party_with(self, each: Plain, me: Plain, party: list[str]) -> list[str]:
        """The party after a tap on this card: with it, or without it; who is On the Path goes anyway."""
        path = [other["id"] for other in self.gang(me["seat"]) if other["at"] is None and other["combat"] is None]
        chosen = set(party) ^ {each["id"]}
        return [other["id"] for other in self.gang(me["seat"]) if other["id"] in chosen | set(path)]

    def acts_in(self, each: Plain, seat: int) -> str | None:
        """The combat in which this card could act now."""
        combat = next((combat for combat in self.combats if combat["id"] == each["combat"]), None)
        if combat is None or each["status"] == "exerted" or seat in combat["running"]:
            return None
        is_owed = any(notice["code"] == "free-action" and notice["seat"] == seat for notice in self.view["notices"])
        can = is_owed or (self.view["turn"] == seat and seat not in combat["acted"])
        return str(combat["id"]) if can else None

    def fight(self, combat: Plain, seat: int) -> Plain:
        return self.combat(combat) | {"has_acted": seat in combat["acted"], "is_running": seat in combat["running"]}
