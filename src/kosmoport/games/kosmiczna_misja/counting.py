"""Kosmiczna Misja: the result counted out, planet by planet (KM-25, KM-26)."""

from __future__ import annotations

from kosmoport.core.words import Counted
from kosmoport.games.kosmiczna_misja.view import PlanetView, PlayerView, View


def count(view: View) -> list[Counted]:
    """Stations of finished planets in order of founding, what unfinished ones are worth, and a shared win."""
    planets = [[one.finished for one in player.planets] for player in view.everybody]
    steps = [
        Counted("planet", {"planet": k}, tuple(_stations(player, k) for player in view.everybody))
        for k in range(max(map(len, planets)))
        if any(k < len(finished) and finished[k] for finished in planets)
    ]
    if not all(all(finished) for finished in planets):
        steps.append(Counted("unfinished", {}, tuple(None if all(one) else 0 for one in planets)))
    return steps + _shared_win(view)


def _stations(player: PlayerView, k: int) -> int | None:
    """KM-25: what planet k gives; nothing to say where there is no such finished planet."""
    planet: PlanetView | None = player.planets[k] if k < len(player.planets) else None
    return planet.stations if planet is not None and planet.finished else None


def _shared_win(view: View) -> list[Counted]:
    """KM-26, KM-B9: no tie-break is printed, so equals share the win."""
    most = max(player.score for player in view.everybody)
    seats = [seat for seat, player in enumerate(view.everybody) if player.score == most]
    if len(seats) == 1:
        return []
    return [Counted("shared", {"seats": seats, "n": most}, (None,) * view.players)]
