"""Kosmiczni Piraci: the result counted out as at the table (KP-37 to KP-39)."""

from __future__ import annotations

from collections.abc import Sequence

from kosmoport.core.words import Counted, Told
from kosmoport.games.kosmiczni_piraci.schema import PLANETS, TRADE_SHIP
from kosmoport.games.kosmiczni_piraci.view import View

SHIP = "trade_ship"  # what events call the trade ship


def count(view: View) -> list[Counted]:
    """From the last view alone: treasure by treasure, the most valuable first, then what broke a tie.

    A view says what everybody won, not where; `count_told` says that as well.
    """
    kinds = [TRADE_SHIP, *reversed(range(view.kinds))]
    steps = [_of_kind(view, kind) for kind in kinds if any(kind in other.won for other in view.everybody)]
    return steps + _tie_break(view)


def count_told(view: View, told: Sequence[Told]) -> list[Counted]:
    """Planet by planet in the order of settling, from all that everybody was told, then the trade ship."""
    taken = [event for event in told if event.id in ("taken", "surplus")]
    steps = []
    for step in range(PLANETS):
        planet = (view.trade_home + step) % PLANETS
        here = [one for one in taken if one.args["planet"] == planet and one.args["treasure"] != SHIP]
        steps += [Counted("planet", {"planet": planet}, _sums(view, here))] if here else []
    ship = [event for event in taken if event.args["treasure"] == SHIP]
    steps += [Counted("trade_ship", {}, _sums(view, ship))] if ship else []
    return steps + _tie_break(view)


def _of_kind(view: View, kind: int) -> Counted:
    worth = view.worth[kind]
    won = [other.won.count(kind) for other in view.everybody]
    points = tuple([n * worth if n else None for n in won])
    if kind == TRADE_SHIP:
        return Counted("trade_ship", {}, points)
    return Counted("treasures", {"value": worth}, points)


def _sums(view: View, events: Sequence[Told]) -> tuple[int | None, ...]:
    """What each seat took in these events; None for who took nothing."""
    sums: list[int | None] = [None] * view.players
    for event in events:
        treasure, seat = event.args["treasure"], event.args["seat"]
        sums[seat] = (sums[seat] or 0) + int(view.worth[TRADE_SHIP] if treasure == SHIP else treasure)
    return tuple(sums)


def _tie_break(view: View) -> list[Counted]:
    """KP-39: among those with the most points, who has more different treasures (or pieces, if so agreed)."""
    best = max(other.score for other in view.everybody)
    level = [seat for seat, other in enumerate(view.everybody) if other.score == best]
    if len(level) == 1:
        return []
    by_pieces = view.options["tiebreak"] == "pieces"
    counts = [len(won if by_pieces else set(won)) for won in (view.everybody[seat].won for seat in level)]
    nothing = (None,) * view.players
    steps = [Counted("pieces" if by_pieces else "different", {"seats": level, "counts": counts}, nothing)]
    first = [seat for seat, n in zip(level, counts, strict=True) if n == max(counts)]
    if len(first) > 1:
        steps.append(Counted("shared", {"seats": first}, nothing))
    return steps
