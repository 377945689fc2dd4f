"""The table: which game is on, how it stands, and how a command becomes an entry.

A table is a value. Taking a command makes an entry; folding the entry makes the next table. The live table, a restart
and a replay all fold the same entries, so they cannot disagree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any

from companion.engine import commands as do_
from companion.engine import common, undo
from companion.engine.changes import apply
from companion.engine.entry import Entry, Stamp
from companion.engine.game import Game, Options, command_name, rules_of
from companion.engine.plain import Flaw, Plain, closest, complete, from_plain, read, shown
from companion.engine.rules import play, settled
from companion.engine.state import Moment, Said
from companion.engine.timers import Timer
from companion.engine.undo import Heads, Past
from companion.errors import Rejected, Unreadable, WrongField

NO_HEADS = Heads()
Games = Mapping[str, Game]
COMMON = rules_of(common)
MOST_FLAWS = 20  # named in one refusal; whoever has more has other troubles
OWN = {"time-up", "restart", "set-aside"}  # nobody else may ask for these
TABLE_COMMANDS = {
    command_name(kind): kind
    for kind in (do_.StartGame, do_.Rematch, do_.ClearTable, do_.Undo, do_.Redo, do_.PutRight, do_.SetAside)
}
AFTER_THE_END = {"undo", "redo", "note", "rename-player", "start-game", "rematch", "clear-table", "set-aside"}
WITHOUT_A_GAME = {"start-game", "clear-table", "set-aside"}


@dataclass(frozen=True)
class Table:
    """How things stand after an entry."""

    seq: int = 0
    id: str | None = None
    game: Game | None = None
    plain: Plain | None = None
    heads: Heads = NO_HEADS

    @property
    def paused(self) -> bool:
        return bool(self.plain and self.plain["paused"])

    @property
    def is_over(self) -> bool:
        return bool(self.plain and self.plain["outcome"])

    def timers(self) -> dict[str, Timer]:
        """Copies, to ask them questions."""
        return {name: Timer(**timer) for name, timer in self.plain["timers"].items()} if self.plain else {}


def fold(table: Table, entry: Entry, games: Games) -> Table:
    """The table after this entry. No rule is asked."""
    heads = Heads(entry.undo, entry.redo)
    if entry.game is None:
        return Table(seq=entry.seq)
    if entry.begins:
        first = entry.changes[0][2]
        game = games.get(first["game"])
        if game is None:
            raise ValueError(f"there is no game {first['game']!r} here")
        changes = game.read_old(entry.changes, entry.version)
        return Table(entry.seq, entry.game, game, apply(None, changes, game.shape), heads)
    if table.game is None or table.plain is None:
        raise ValueError(f"entry {entry.seq} belongs to a game whose beginning is not here")
    changes = table.game.read_old(entry.changes, entry.version)
    plain = apply(table.plain, changes, table.game.shape) if changes else table.plain
    return Table(entry.seq, table.id, table.game, plain, heads)


def fold_all(entries: Iterable[Entry], games: Games, table: Table | None = None) -> Table:
    table = table or Table()
    for entry in entries:
        table = fold(table, entry, games)
    return table


def take(table: Table, body: Plain, stamp: Stamp, past: Past, games: Games) -> Entry | None:
    """The entry that this command makes; none where it asks for what has happened already.

    Raises Rejected where the rules or the moment say no.
    """
    name, do = read_command(table, body, stamp, games)
    if name not in WITHOUT_A_GAME and table.game is None:
        raise Rejected("nothing-to-undo" if name == "undo" else "no-game")
    if table.is_over and name not in AFTER_THE_END:
        raise Rejected("game-over")
    if _happened_already(table, do, stamp.t):
        return None
    asked = {key: value for key, value in body.items() if key != "id"}
    return WAYS.get(name, _by_rule)(Asked(table, name, do, asked, stamp, past, games))


@dataclass(frozen=True)
class Asked:
    """A command, with everything at hand to carry it out."""

    table: Table
    name: str
    do: Any
    body: Plain
    stamp: Stamp
    past: Past
    games: Games

    @property
    def seq(self) -> int:
        return self.table.seq + 1

    def moment(self, game: Game | None = None) -> Moment:
        game = game or self.table.game
        assert game is not None
        return Moment(self.seq, self.stamp.t, game, self.stamp.by)

    def entry(self, changes: Any, said: Said, heads: Heads, *, game: Game | None, id: str | None, **more: Any) -> Entry:
        stamp = self.stamp
        command = self.body | more
        version = game.version if game else 1
        return Entry(self.seq, id, stamp.at, stamp.t, stamp.by, command, said, changes, version, *heads)

    def on(self) -> tuple[Game, Plain, str]:
        """The game on the table, its state and its id."""
        table = self.table
        assert table.game is not None
        assert table.plain is not None
        assert table.id is not None
        return table.game, table.plain, table.id


def read_command(table: Table, body: Any, stamp: Stamp, games: Games) -> tuple[str, Any]:
    """The command that a body asks for, checked field by field."""
    if not isinstance(body, dict):
        raise Unreadable("not-an-object", got=shown(body))
    if "command" not in body:
        raise WrongField("missing-field", "command", field="command", expected="the name of a command")
    name = body["command"]
    kind = _kind_of(table, name, "companion" in stamp.by, games)
    fields = {key: value for key, value in body.items() if key not in ("command", "id")}
    return name, checked(*read(fields, kind))


def _kind_of(table: Table, name: Any, is_own: bool, games: Games) -> type[Any]:
    if isinstance(name, str) and (is_own or name not in OWN):
        if name in TABLE_COMMANDS:
            return TABLE_COMMANDS[name]
        if table.game and name in table.game.rules:
            return table.game.command(name)
        if name in COMMON:
            return COMMON[name].rule_for  # type: ignore[attr-defined, no-any-return]
        if any(name in game.rules for game in games.values()):
            if table.game is None:
                raise Rejected("no-game")
            raise Rejected("not-in-this-game", command=name, game=table.game.title)
    known = (TABLE_COMMANDS.keys() | COMMON.keys() | (table.game.rules.keys() if table.game else set())) - OWN
    nearest = closest(str(name), sorted(known), cutoff=0)
    raise WrongField("unknown-command", "command", command=shown(name), nearest=nearest)


def checked(value: Any, flaws: list[Flaw], at: str = "") -> Any:
    """What was read, or one refusal that names every flaw."""
    if not flaws:
        return value
    refusals: list[Rejected] = [_flawed(flaw) for flaw in flaws[:MOST_FLAWS]]
    first = refusals[0]
    first.fields = tuple(dict.fromkeys(flaw.field for flaw in flaws[:MOST_FLAWS]))
    first.more = refusals[1:]
    raise first


def _flawed(flaw: Flaw) -> WrongField:
    match flaw.kind:
        case "unknown":
            name = flaw.field.rsplit(".", 1)[-1]
            near = closest(name, flaw.expected.split(", "))
            if near:
                return WrongField("misspelt-field", flaw.field, field=flaw.field, nearest=near)
            return WrongField("unknown-field", flaw.field, field=flaw.field, known=flaw.expected or "none")
        case "missing":
            return WrongField("missing-field", flaw.field, field=flaw.field, expected=flaw.expected)
    return WrongField("wrong-field", flaw.field, field=flaw.field, expected=flaw.expected, got=flaw.got)


def _happened_already(table: Table, do: Any, t: float) -> bool:
    """Two people who press the same button at once mean one thing."""
    plain = table.plain
    match do:
        case do_.NextTurn(seen=seen) | do_.NextPhase(seen=seen) if seen is not None and plain:
            return bool(seen != (plain["phase"] if isinstance(seen, str) else plain["turn"]))
        case do_.StartTimer(timer=name) | do_.ResumeTimer(timer=name) if not table.paused:
            timer = table.timers().get(name)
            return timer is not None and timer.is_going()
        case do_.Undo(entry=entry) if entry is not None:
            return entry != table.heads.undo
    return False


def _by_rule(asked: Asked) -> Entry:
    """A command that only moves what is on the table."""
    game, plain, id = asked.on()
    rule = game.rules.get(asked.name) or COMMON[asked.name]
    moment = asked.moment()
    changes = play(game, plain, lambda draft: rule(draft, asked.do), moment)
    heads = undo.heads_after(asked.table.heads, asked.seq, asked.stamp.by, asked.name, changes)
    return asked.entry(changes, moment.said, heads, game=game, id=id)


def _undo(asked: Asked) -> Entry:
    game, plain, id = asked.on()
    target, changes, heads = undo.undo(game, plain, asked.table.heads, asked.seq, asked.past)
    said: Said = [["undone", {"what": {"log": target.said}}]]
    return asked.entry(changes, said, heads, game=game, id=id, entry=target.seq)


def _redo(asked: Asked) -> Entry:
    game, plain, id = asked.on()
    target, changes, heads = undo.redo(game, plain, asked.table.heads, asked.past)
    said: Said = [["redone", {"what": {"log": target.said}}]]
    return asked.entry(changes, said, heads, game=game, id=id, entry=target.seq)


def _put_right(asked: Asked) -> Entry:
    game, plain, id = asked.on()
    target = undo.to_put_right(asked.do.entry, id, asked.table.heads, asked.past)
    moment = asked.moment()
    moment.said.append(["put-right", {"entry": target.seq, "what": {"log": target.said}}])
    changes = play(game, plain, lambda draft: undo.put_right(draft, game, target), moment)
    heads = undo.heads_after(asked.table.heads, asked.seq, asked.stamp.by, asked.name, changes)
    return asked.entry(changes, moment.said, heads, game=game, id=id)


def _start_game(asked: Asked) -> Entry:
    do: do_.StartGame = asked.do
    game = asked.games.get(do.game)
    if game is None:
        raise WrongField("no-such-game", "game", game=do.game, games=", ".join(asked.games))
    if asked.table.game and not asked.table.is_over and not do.instead:
        raise Rejected("game-on", game=asked.table.game.title)
    seats = checked(*read(do.seats, list[game.setup], "seats"))  # type: ignore[name-defined]
    options = checked(*read(do.options or {}, game.options, "options"))
    return _begin(asked, game, seats, options)


def _rematch(asked: Asked) -> Entry:
    game, plain, _ = asked.on()
    last = from_plain(plain, game.state)
    game = asked.games.get(game.name, game)  # its owner may have checked its board meanwhile
    first = last.first or 1
    options = replace(last.options, first=first % len(last.seats) + 1)
    return _begin(asked, game, game.again(last), options)


def _begin(asked: Asked, game: Game, seats: list[Any], options: Options) -> Entry:
    if len(seats) not in game.players:
        least, most = min(game.players), max(game.players)
        raise WrongField("wrong-number-of-seats", "seats", game=game.title, least=least, most=most, seats=len(seats))
    for index, seat in enumerate(seats):
        taken = [each.role for each in seats[:index]]
        common.check_role(game, seat.role, taken, f"seats[{index}].role")
    if isinstance(options.first, int) and options.first > len(seats):
        raise WrongField("no-such-seat", "options.first", seat=options.first, seats=len(seats))
    asked = replace(asked, stamp=replace(asked.stamp, t=0.0))  # the game's own clock begins with it
    moment = asked.moment(game)
    state = game.begin(seats, options)
    state.moment = moment
    game.lay_out(state, seats)
    if options.turn_s:
        state.timers["turn"] = Timer.of(options.turn_s)
        if state.turn is not None:
            state.timers["turn"].start(asked.stamp.t)
    state.say("began", game=game.title, players=", ".join(seat.player for seat in seats))
    first = complete(settled(game, state), game.state)
    id = f"g{asked.seq}"
    return asked.entry([["", None, first]], moment.said, Heads(), game=game, id=id)


def _clear_table(asked: Asked) -> Entry:
    return asked.entry([], [["cleared", {}]], Heads(), game=None, id=None)


def _set_aside(asked: Asked) -> Entry:
    return asked.entry([], [["set-aside", asdict(asked.do)]], Heads(), game=None, id=None)


WAYS: dict[str, Callable[[Asked], Entry]] = {
    "start-game": _start_game,
    "rematch": _rematch,
    "clear-table": _clear_table,
    "set-aside": _set_aside,
    "undo": _undo,
    "redo": _redo,
    "put-right": _put_right,
}
