"""Rules of thumb: the same compiled, blind to what a seat cannot know, and telling actions apart."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from kosmoport.bots import Chair
from kosmoport.bots.search import SearchBot
from kosmoport.conformance.tables import hold, moments, option_sets
from kosmoport.core import layout
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings
from kosmoport.core.play import Play
from kosmoport.engine.drivers import tree
from kosmoport.engine.reference import plain_search, tools_type

Looked = tuple[Play, Any, int]


def looks(game: Game, s: Any, c: Any, seat: int, legal: list[int]) -> list[tuple[int, int]]:
    """Worth and meaning of every legal action."""
    thumbs = plain_search(game)
    return [(thumbs.worth(s, c, seat, action), thumbs.meaning(s, c, seat, action)) for action in legal]


def decisions(game: Game, players: int, every: int = 3) -> Iterator[Looked]:
    """Moments of random games, with defaults and with pairs of options, at which a seat has a choice."""
    for number, options in enumerate(option_sets(game, players)[:4]):
        for play, rng in moments(game, options, seed=50 + number, every=every):
            for seat in play.seats_to_act():
                if not play.over and len(play.legal(seat)) > 1:
                    yield play, rng, seat


def thumbs_read_only_what_the_seat_knows(game: Game, players: int) -> int:
    """Another world that agrees with the seat's knowledge looks the same, action by action; worlds."""
    seen = 0
    for play, rng, seat in decisions(game, players):
        legal = play.legal(seat)
        before = looks(game, play.s, play.c, seat, legal)
        for _ in range(3):
            other = layout.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, seat, rng)
            same = looks(game, other, play.c, seat, legal) == before
            hold(same, f"worth or meaning of seat {seat} read what it cannot know")
            seen += 1
    return seen


def meanings_tell_legal_actions_apart(game: Game, players: int) -> int:
    """Each legal action has a meaning of its own, below MEANINGS; decisions."""
    limit, seen = plain_search(game).MEANINGS, 0
    for play, _, seat in decisions(game, players):
        meanings = [meaning for _, meaning in looks(game, play.s, play.c, seat, play.legal(seat))]
        hold(len(set(meanings)) == len(meanings), f"two legal actions have one meaning: {meanings}")
        hold(all(0 <= m < limit for m in meanings), f"a meaning is not below MEANINGS ({limit}): {meanings}")
        seen += 1
    return seen


def thumbs_are_the_same_compiled(game: Game) -> int:
    """The root of a guided tree holds the weight of every action: compiled like plain; decisions."""
    plain, looked = plain_search(game), 0
    for play, _, seat in decisions(game, game.players[1], every=5):
        chair = Chair(game, play.options, play.components, seat, 1)
        bot = SearchBot(chair, Settings(iterations=1, guided=True))
        grown, s = bot.trees[0], bot.world.of(play.view(seat))
        grown.begin(seat, s, 7)
        weights = [grown.arms.read(1 + k).weight for k in range(len(play.legal(seat)))]
        tools = tools_type(game)()
        tools.rule, tools.temper = tree.PRIOR, 50
        expected = [plain.weight_of(s, bot.world.c, seat, a, tools) for a in play.legal(seat)]
        hold(weights == expected, f"worth has other answers compiled: {weights} instead of {expected}")
        looked += 1
    return looked
