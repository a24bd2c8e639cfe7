"""Every reason for refusing an action stands for rules that exist, and judging one tells nothing hidden."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.conformance.tables import moments
from kosmoport.core import layout
from kosmoport.core.errors import Refused
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator, new_play
from kosmoport.core.reasons import judged, rules_behind
from kosmoport.core.words import Told
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES
from tests.learn.sentences import rules_of

each_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


@each_game
def test_every_reason_cites_rules_that_exist_and_no_other_does(game: Game) -> None:
    reasons = set(game.reasons) - {"ok"}
    assert set(game.actions.RULES) == reasons
    for reason in reasons:
        cited = rules_behind(game, reason)
        assert cited, reason
        assert set(cited) <= set(rules_of(game, "en")), reason
        assert len(cited) == len(set(cited)), reason


@each_game
def test_what_is_no_reason_stands_for_no_rule(game: Game) -> None:
    assert rules_behind(game, "ok") == rules_behind(game, "late") == ()


def verdict(play: Play, seat: int, told: Told) -> str | int:
    try:
        return judged(play, seat, play.view(seat), told)
    except Refused as refused:
        return refused.reason


def named(play: Play, seat: int, rng: Any) -> list[Told]:
    """Some legal actions as ids with parameters; where a pose is needed, some pose."""
    game = play.game
    complete = playing(game).complete_action
    actions = [complete(play.s, play.c, seat, action, rng) for action in play.legal(seat)[:20]]
    return [game.describe(play.view(seat), action) for action in actions]


@each_game
def test_a_legal_action_is_judged_legal_and_nonsense_is_not(game: Game) -> None:
    tried = 0
    for play, rng in moments(game, game.read_options(dict(game.calm)), 4, every=3):
        for seat in play.seats_to_act():
            for told in named(play, seat, rng):
                number = verdict(play, seat, told)
                assert isinstance(number, int)
                assert game.describe(play.view(seat), number) == told
                tried += 1
            assert verdict(play, seat, Told("sing")) == "unknown"
    assert tried > 20


@each_game
def test_the_verdict_is_the_same_in_every_world_the_seat_could_be_in(game: Game) -> None:
    chance, compared = generator(8), 0
    for play, rng in moments(game, game.read_options(dict(game.calm)), 6, every=3):
        said = [told for seat in play.seats_to_act() for told in named(play, seat, rng)]
        for seat in range(play.options["players"]):
            world = layout.clone(play.s)
            game.hidden.redeal_unseen(world, play.c, seat, chance)
            twin = Play(game, play.components, play.options, world, play.c, None)
            for told in said:
                assert verdict(play, seat, told) == verdict(twin, seat, told)
                compared += 1
    assert compared > 100


KEYS = "card planet treasure colour disc target ship loot tile quadrant x y rot"
NAMES = st.sampled_from(KEYS.split())
DOS = st.sampled_from(
    ["lay", "take", "move", "board", "mutiny", "new", "add", "discard", "pick", "hold", "release"]
)
PLAIN = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9)
JSON = st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner), max_leaves=4)


@settings(max_examples=150, deadline=None)
@given(do=DOS | st.text(max_size=9), args=st.dictionaries(NAMES, JSON, max_size=4))
def test_whatever_is_asked_there_is_a_verdict(do: str, args: dict[str, Any]) -> None:
    for game in GAMES:
        play = new_play(game, game.read_options(dict(game.calm)), generator(1))
        found = verdict(play, 0, Told(do, args))
        assert isinstance(found, int) or rules_behind(game, found)
