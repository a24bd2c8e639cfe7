"""Bots in this very process, in plain Python: each decides at once, with what needs no machine code."""

from __future__ import annotations

from functools import partial

from kosmoport.bots.levels import level_bot
from kosmoport.games import find_game
from kosmoport.house.bots import RANDOM, Answer, Ask
from kosmoport.house.bots.deciding import decide, random_action, suggest
from kosmoport.house.bots.lowering import ladder
from kosmoport.house.bots.messages import Advise, Suggestion, think_of


class BotsAtOnce:
    """Openly plays the highest level without a search, for want of time and processes."""

    waiting = 0

    def __init__(self) -> None:
        self.faults = 0

    async def start(self) -> None:
        """There is nothing to be had ready."""

    async def decide(self, ask: Ask) -> Answer:
        think, bot_of = think_of(ask), partial(level_bot, find_game(*ask.version))
        level = ladder(ask.level, bot_of)[-1]
        think.bot = bot_of(level)
        reply = decide(think)
        if reply.action is None:
            self.faults += 1
            return Answer(random_action(think), RANDOM)
        return Answer(reply.action, level)

    async def suggest(self, ask: Ask) -> tuple[Suggestion, ...]:
        return suggest(Advise(think_of(ask), compiled=False)).suggestions

    async def close(self) -> None:
        """Nothing is under way."""
