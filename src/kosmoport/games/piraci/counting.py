"""Piraci: the result counted out as the rulebook does, coins first, then loot kind by kind."""

from __future__ import annotations

from kosmoport.core.words import Counted
from kosmoport.games.piraci.components import LOOT
from kosmoport.games.piraci.schema import KINDS
from kosmoport.games.piraci.view import View


def count(view: View) -> list[Counted]:
    """The steps from the coins to the result, from the last view of a game."""
    steps = [Counted("coins", {}, tuple(player.money for player in view.everybody))]
    steps += [_count_kind(view, kind) for kind in range(KINDS)]
    richest = _richest(view)
    if len(richest) > 1:  # PI-B12: nothing breaks a tie
        steps.append(Counted("shared_win", {"seats": richest}, (None,) * view.players))
    return steps


def _count_kind(view: View, kind: int) -> Counted:
    """PI-29 to PI-31: one kind of loot; seats without a token of it are not concerned."""
    held = [player.loot[kind] for player in view.everybody]
    most = max(held)
    seats = [seat for seat, tokens in enumerate(held) if tokens == most]
    args = {"loot": LOOT[kind], "value": view.values[kind], "seats": seats, "n": most}
    points = tuple(player.bonus[kind] if player.loot[kind] else None for player in view.everybody)
    if most == 0:
        return Counted("loot_left", args, points)
    return Counted("loot" if len(seats) == 1 else "loot_shared", args, points)


def _richest(view: View) -> list[int]:
    totals = [player.money + sum(player.bonus) for player in view.everybody]
    return [seat for seat, total in enumerate(totals) if total == max(totals)]
