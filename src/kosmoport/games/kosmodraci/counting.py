"""Kosmodraci: the result counted out as the rulebook does, scoring cards first (KD-20 to KD-28)."""

from __future__ import annotations

from collections.abc import Iterator

from kosmoport.core.options import store_options
from kosmoport.core.words import Counted
from kosmoport.games.kosmodraci import schema, scoring
from kosmoport.games.kosmodraci.options import KIND_NAMES, OPTIONS
from kosmoport.games.kosmodraci.view import SIDES, View


def count(view: View) -> list[Counted]:
    """Every step from the last view of a game; what they give adds up to the totals."""
    return [*_scoring_cards(view), *_printed(view), *_ships(view), *_tie(view)]


def _scoring_cards(view: View) -> Iterator[Counted]:
    """KD-21 to KD-23, as the rules themselves award them."""
    s = _symbols_and_sides(view)
    for kind, name in enumerate(KIND_NAMES):
        points = tuple(scoring.award(s, kind, p) for p in range(view.players))
        yield Counted(name, {"side": view.sides[name]}, points)


def _symbols_and_sides(view: View) -> schema.State:
    """A state that knows just what scoring cards look at."""
    s = schema.State()
    store_options(OPTIONS, view.options, s.opt)
    s.side[:] = [SIDES.index(view.sides[kind]) for kind in KIND_NAMES]
    for p, player in enumerate(view.everybody):
        s.player[p].symbols[:] = [player.symbols[kind] for kind in KIND_NAMES]
    return s


def _printed(view: View) -> Iterator[Counted]:
    """KD-27: points on captured dragons and on played crew cards."""
    dragons = (sum(view.dragons[dragon].p for dragon in player.dragons) for player in view.everybody)
    crew = (sum(view.crew[card].p for card in player.played) for player in view.everybody)
    yield Counted("dragons", {}, tuple(dragons))
    yield Counted("crew", {}, tuple(crew))


def _ships(view: View) -> Iterator[Counted]:
    """KD-27: shields and damage at what this table has agreed on."""
    shield, damage = view.options["shield_points"], view.options["damage_points"]
    yield Counted("shields", {"each": shield}, tuple(player.shields * shield for player in view.everybody))
    yield Counted("damage", {"each": damage}, tuple(player.damage * damage for player in view.everybody))


def _tie(view: View) -> Iterator[Counted]:
    """KD-28: level totals are decided by captured dragons, or not at all."""
    best = max(player.total for player in view.everybody)
    level = [p for p, player in enumerate(view.everybody) if player.total == best]
    if len(level) == 1:
        return
    dragons = {p: len(view.everybody[p].dragons) for p in level}
    winners = [p for p in level if dragons[p] == max(dragons.values())]
    step = "tie_broken" if len(winners) == 1 else "tie_shared"
    args = {"seats": winners, "dragons": max(dragons.values())}
    yield Counted(step, args, (None,) * view.players)
