"""Decisions in worker processes: the same as those of the same bot at hand, and always legal."""

from __future__ import annotations

import asyncio
from collections import Counter
from dataclasses import replace
from typing import Any

import msgspec
import pytest

from kosmoport.bots import Chair
from kosmoport.bots.levels import LEVELS
from kosmoport.bots.registry import bot_maker
from kosmoport.core.contract import OK
from kosmoport.core.errors import BadInput
from kosmoport.games import GAMES, game_by_id
from kosmoport.house.bots import Ask
from kosmoport.house.bots.deciding import decide, decision_seed, random_action
from kosmoport.house.bots.messages import Think, think_of
from kosmoport.server.bots.host import BotHost
from tests.server.bots.asks import an_ask, middle, pids_of, run

SMALL = {"strong": "search:20", "expert": "search:40"}
ASKS = [an_ask(level, game.id) for game in GAMES for level in LEVELS]


def decided_directly(ask: Ask) -> int:
    """The same bot, made here and asked without any process in between."""
    game = game_by_id(ask.game)
    seed = decision_seed(ask.seed, msgspec.msgpack.encode(ask.view))
    chair = Chair(game, game.read_options(ask.options), game.standard_components, ask.seat, seed)
    return bot_maker(SMALL.get(ask.level, ask.level), game)(chair).choose(ask.view, ask.legal)


def test_every_level_of_every_game_decides_as_the_bot_itself_would() -> None:
    async def test() -> None:
        host = BotHost(workers=1, patience=1000.0, makers=SMALL)
        await host.start()
        answers = await asyncio.gather(*map(host.decide, ASKS))
        await host.close()
        for ask, answer in zip(ASKS, answers, strict=True):
            play = middle(ask.game)
            assert play.game.rules.why_not(play.s, play.c, ask.seat, answer.action) == OK
            assert answer.level == ask.level
            assert answer.action == decided_directly(ask)
        assert host.faults == 0
        assert Counter(answer.level for answer in answers) == {level: len(GAMES) for level in LEVELS}

    assert len(ASKS) == 20
    run(test)


def test_chance_is_another_in_every_position() -> None:
    """`greedy:60` with the same seed sometimes errs and sometimes does not."""
    asks = [an_ask("beginner", steps=steps) for steps in range(1, 25)]
    actions = [[decide(_with_bot(ask, bot)).action for bot in ("greedy:60", "greedy")] for ask in asks]
    assert {slipping != sure for slipping, sure in actions} == {True, False}


def test_the_seed_of_the_seat_counts() -> None:
    answers = {decide(_with_bot(an_ask(seed=seed), "random")).action for seed in range(20)}
    assert len(answers) > 1


def test_a_table_may_bring_components_of_its_own() -> None:
    tables = msgspec.msgpack.decode(
        msgspec.msgpack.encode(game_by_id("kosmodraci").standard_components.tables)
    )
    ask = an_ask(game="kosmodraci", components=tables)
    with_own, standard = _with_bot(ask, "greedy"), _with_bot(replace(ask, components=None), "greedy")
    assert decide(with_own).action == decide(standard).action
    assert decide(_with_bot(replace(ask, components={"odd": 1}), "greedy")).fault == "raised"


def test_a_pose_is_judged_where_kinds_alone_are_listed() -> None:
    ask = an_ask(game="kosmiczna_eskadra")
    assert decide(_with_bot(ask, "tests.server.bots.fakes:Illegal")).fault == "illegal"
    assert decide(_with_bot(ask, "random")).fault == ""


def test_an_action_at_random_is_legal_in_every_game() -> None:
    for game in GAMES:
        ask, play = an_ask(game=game.id), middle(game.id)
        action = random_action(think_of(ask))
        assert play.game.rules.why_not(play.s, play.c, ask.seat, action) == OK


def test_even_a_view_that_makes_no_world_gets_an_action() -> None:
    ask = an_ask()
    broken = msgspec.structs.replace(think_of(ask), view=b"nothing")
    assert random_action(broken) in ask.legal


@pytest.mark.parametrize(
    "change, sentence",
    [
        ({"game": "chess"}, "there is no game 'chess'"),
        ({"level": "genius"}, "there is no level 'genius'"),
        ({"options": {"players": 99}}, "option players must be a whole number from 3 to 5"),
        ({"legal": ()}, "a bot cannot decide where nothing is legal"),
    ],
)
def test_what_cannot_be_asked_is_refused_at_once(change: dict[str, Any], sentence: str) -> None:
    async def test() -> None:
        host = BotHost(workers=1)
        with pytest.raises(BadInput, match=sentence):
            await host.decide(replace(an_ask(), **change))
        assert (host.waiting, host.busy, pids_of(host)) == (0, 0, [])
        await host.close()

    run(test)


def _with_bot(ask: Ask, bot: str) -> Think:
    return msgspec.structs.replace(think_of(ask), bot=bot)
