"""A bot in twenty lines: it lays its strongest pirates where treasure is and it has none yet."""

from collections.abc import Sequence
from typing import Any

from kosmoport.bots import Chair


class Magpie:
    """For `kosmoport match kosmiczni_piraci examples.magpie:Magpie random random random`."""

    def __init__(self, chair: Chair) -> None:
        self.game = chair.game

    def choose(self, view: Any, legal: Sequence[int]) -> int:
        return max(legal, key=lambda action: self.liking(view, self.game.describe(view, action).args))

    def liking(self, view: Any, act: dict[str, Any]) -> int:
        if "treasure" in act:
            return 99 if act["treasure"] == "trade_ship" else int(act["treasure"])
        planet = view.planets[act["planet"]]
        treasure: int = sum(view.worth[kind] for kind in planet.treasures)
        mine: int = sum(card.owner == view.seat for card in planet.pile)
        return treasure - 6 * mine + (0 if act["card"] == "T" else int(act["card"]))
