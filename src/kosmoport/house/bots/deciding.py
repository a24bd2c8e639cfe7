"""One decision, from nothing but what was asked: the same in every process and at every repetition."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from time import perf_counter

import msgspec

from kosmoport.bots import Chair
from kosmoport.bots.answers import is_legal, whole
from kosmoport.bots.hints import advise
from kosmoport.bots.random import RandomBot
from kosmoport.bots.registry import bot_maker
from kosmoport.bots.worlds import read_view
from kosmoport.core.components import ComponentFile, from_tables
from kosmoport.core.game import Game
from kosmoport.core.views import SeatView
from kosmoport.games import find_game
from kosmoport.house.bots.messages import Advise, Reply, Suggestion, Think

RAISED, ILLEGAL = "raised", "illegal"
KEPT_COMPONENTS = 32  # component files of tables that brought their own


def decide(think: Think) -> Reply:
    """What the named bot does; whatever goes wrong is a fault and no exception."""
    start = perf_counter()
    try:
        chair, view = sit_down(think)
        answer = bot_maker(think.bot, chair.game)(chair).choose(view, think.legal)
        action = whole(answer)
        if action is None or not is_legal(chair, view, think.legal, action):
            return Reply(fault=ILLEGAL)
    except BaseException:  # also SystemExit and KeyboardInterrupt; what it says may name hidden cards
        return Reply(fault=RAISED)
    return Reply(action, seconds=perf_counter() - start)


def suggest(message: Advise) -> Reply:
    """The best actions of a search, with reasons; whatever goes wrong is a fault and no exception."""
    think = message.about
    try:
        chair, view = sit_down(think)
        found = [
            Suggestion(chair.game.describe(view, advice.action), advice.chance, advice.tried, advice.reason)
            for advice in advise(chair, view, message.compiled)
            if is_legal(chair, view, think.legal, advice.action)
        ]
    except BaseException:  # as above
        return Reply(fault=RAISED)
    return Reply(suggestions=tuple(found)) if found else Reply(fault=ILLEGAL)


def random_action(think: Think) -> int:
    """A random legal action; where not even a world can be built from the view, one that is listed."""
    try:
        chair, view = sit_down(think)
        return RandomBot(chair).choose(view, think.legal)
    except Exception:  # the table goes on, whatever was wrong with what it asked
        return think.legal[think.seed % len(think.legal)]


def warm_up(game: Game) -> None:
    """Have the machine code of a game's search in this process, and on disk."""
    from kosmoport.bots.search import SearchBot
    from kosmoport.core.levels import Settings

    chair = Chair(game, game.read_options(dict(game.calm)), game.standard_components, 0, 1)
    SearchBot(chair, Settings(iterations=1)).warm_up()


def sit_down(think: Think) -> tuple[Chair, SeatView]:
    """The chair of the bot with a seed for this one decision, and what its seat knows."""
    game = find_game(think.game, think.rules)
    options = game.read_options(think.options)
    components = game.standard_components
    if think.components is not None:
        components = _components(game, think.components)
    seed = decision_seed(think.seed, think.view)
    view = read_view(game, msgspec.msgpack.decode(think.view))
    return Chair(game, options, components, think.seat, seed), view


def decision_seed(seed: int, view: bytes) -> int:
    """Other chance for every view: with the same for all, a bot that errs at times would always or never."""
    key = f"{seed}/".encode() + view
    return int.from_bytes(blake2b(key, digest_size=7).digest(), "big")


@lru_cache(KEPT_COMPONENTS)
def _components(game: Game, tables: bytes) -> ComponentFile:
    return from_tables(msgspec.msgpack.decode(tables), game.components.Data, "the table's components")
