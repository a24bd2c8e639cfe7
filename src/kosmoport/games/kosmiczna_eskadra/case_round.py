"""Kosmiczna Eskadra: rule cases about the lightning round, event by event through the real rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from kosmoport.core.case import Either, Situation, names_of
from kosmoport.core.contract import CHANCE, NOBODY
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.play import PlayOf, start_play
from kosmoport.core.words import Told
from kosmoport.games.kosmiczna_eskadra import GAME, schema
from kosmoport.games.kosmiczna_eskadra.case_table import TENTHS, Tally, case_options, degrees, exact, lay_out
from kosmoport.games.kosmiczna_eskadra.schema import Components, Deal, Ship, State

Play: TypeAlias = PlayOf[State, Components, Deal]

VERBS = ("draw", "hold", "release", "discard", "stop_choice")  # of players; the clock has others
# The cases have no words of their own for what is refused by an option or out of turn.
WORDS = {"over": "stopped"} | dict.fromkeys(("turn", "overlap", "off_table", "pose"), "not allowed")
WORDS_AFTER_STOP = {**WORDS, "turn": "stopped"}
# KE-B23 has no word for who stops the round at the limit; any of these will do in a case.
CLOCKS = ("system", "server", "clock", "time", "timeout", "limit", "time limit", "round limit", None)


@dataclass
class Round:
    """A lightning round with decks in a known order."""

    game: Play
    decks: dict[Any, list[Any]]
    clock: Any = "system"  # what the case calls it

    @property
    def names(self) -> list[Any]:
        return list(self.decks)

    def unplayed(self, p: int) -> list[int]:
        """Places in the deck of the cards still in the pack."""
        return [i for i in range(schema.MAX_CARDS) if self.game.s.player[p].pack >> i & 1]

    def held(self, p: int) -> Any:
        card = self.game.s.player[p].held
        return None if card == NOBODY else self.decks[self.names[p]][card]

    def draw(self) -> None:
        """The top card of the deck of whoever draws."""
        self.game.act(CHANCE, self.unplayed(self.game.s.drawing)[0])


def realtime(case: Situation) -> dict[str, Any]:
    """Events in the server's order; cards are drawn in the order of the decks."""
    this = _begin(case.given)
    game, names = this.game, this.names
    rejected = []
    for index, entry in enumerate(case.do):
        who, verb, *rest = entry if isinstance(entry, list) and len(entry) > 1 else (this.clock, entry)
        try:
            _event(this, case, who, str(verb), rest)
        except Refused as refused:
            words = WORDS if game.s.stage == schema.PLACING else WORDS_AFTER_STOP
            rejected.append([index, words.get(refused.reason, refused.reason.replace("_", " "))])
    if game.s.stage == schema.STOPPING:  # KE-34: no answer means keep
        game.act(CHANCE, schema.GRACE_OVER)
    stopped, caller = game.s.stage != schema.PLACING, game.s.stopped_by
    lying = [(names[a.owner], this.decks[names[a.owner]][a.card], a) for a in game.s.ship[: game.s.lying]]
    left = {name: this.unplayed(p) if stopped else [] for p, name in enumerate(names)}
    return {
        "stopped_by": None if not stopped else _clock(this) if caller == NOBODY else names[caller],
        "rejected": rejected,
        "table": [[owner, card, _pose(ship)] for owner, card, ship in lying],
        "illegal": [card for _, card, ship in lying if ship.fate == schema.HANGAR],
        "hangar": Tally({name: sorted(this.decks[name][i] for i in cards) for name, cards in left.items()}),
        "held": {name: this.held(p) for p, name in enumerate(names)},
    }


def _clock(this: Round) -> Either:
    """The clock under its name in the case, or any that a clock has and nobody at the table."""
    return Either(this.clock, *(word for word in CLOCKS if word not in this.names))


def _begin(given: dict[str, Any]) -> Round:
    """A round with these decks; the table has no edge and no asteroid unless the case gives them."""
    decks = {name: list(cards or []) for name, cards in given["decks"].items()}
    if not 1 <= len(decks) <= schema.MAX_PLAYERS or max(map(len, decks.values())) > schema.MAX_CARDS:
        raise BadInput(f"there are up to {schema.MAX_PLAYERS} decks of up to {schema.MAX_CARDS} cards")
    game = start_play(GAME, case_options(given, len(decks)), schema.Deal())
    table = lay_out({"asteroids": [], **given, "ships": []})
    if table.unit != TENTHS:
        raise BadInput("poses are in tenths of a millimetre, so the table must be too")
    for p, deck in enumerate(decks.values()):
        game.s.player[p].pack = (1 << len(deck)) - 1
    game.s.asteroid, game.s.asteroids = table.s.asteroid, table.s.asteroids
    game.s.opt.table, game.c.shape = table.s.opt.table, table.c.shape
    return Round(game, decks)


def _event(this: Round, case: Situation, who: Any, verb: str, rest: list[Any]) -> None:
    """One entry of `do`; Refused if the rules do not accept it."""
    game = this.game
    if str(who) not in names_of(this.names) and verb not in VERBS:
        game.act(CHANCE, schema.GRACE_OVER if "grace" in verb else schema.TIME_UP)
        this.clock = who
        return
    seat = case.seat(names_of(this.names), who)
    if game.s.drawing == seat:  # in turns a seat draws without being asked
        this.draw()
        if verb == "draw":
            return
    game.act(seat, GAME.encode(game.view(seat), _action(game, seat, verb, rest)))
    if verb == "draw":
        this.draw()


def _action(game: Play, seat: int, verb: str, rest: list[Any]) -> Told:
    if verb == "stop_choice" and rest in (["drop"], ["keep"]):
        return Told(rest[0])
    if verb == "draw":
        return Told("draw")
    if verb not in ("hold", "release"):  # KE-33: there is no other event
        raise Refused("not_allowed")
    if rest:
        return Told(verb, _tenths(rest[0]))
    player = game.s.player[seat]
    if verb == "release" and player.posed:
        return Told(verb, {"x": player.x, "y": player.y, "rot": player.rot})
    return Told(f"{verb}_somewhere")


def _tenths(pose: list[Any]) -> dict[str, int]:
    x, y = (exact(v) * 10 for v in pose[:2])
    if x.denominator != 1 or y.denominator != 1:
        raise BadInput(f"a pose is in tenths of a millimetre, not {pose}")
    return {"x": int(x), "y": int(y), "rot": degrees(pose[2])}


def _pose(ship: Ship) -> list[int | float]:
    x, y = (v // 10 if v % 10 == 0 else v / 10 for v in (ship.x, ship.y))
    return [x, y, ship.rot]
