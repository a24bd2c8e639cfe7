"""Nothing leaks: what a seat cannot know is dealt anew, and nothing the seat gets changes by a byte."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from kosmoport.core import record
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.game import Game
from kosmoport.core.play import Play, generator
from kosmoport.engine.reference import playing
from tests.conformance.tables import games, is_posed, moments, option_sets, random_move, tables


def knowledge(game: Game, s: Any, c: Any, seat: int) -> bytes:
    """All that a seat is ever given about a position, as bytes."""
    known = game.view.view(s, c, seat)
    words = game.words("en")
    account = [words.say("account", line) for line in game.view.account(known)]
    actions = range(-1, 12) if is_posed(game) else range(-1, game.schema.ACTIONS + 1)
    reasons = [game.reason(s, c, seat, a) for a in actions]
    legal = game.legal(s, c, seat)
    described = [game.describe(known, a) for a in legal]
    return msgspec.json.encode([known, account, reasons, legal, described, game.observation(s, c, seat)])


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_redealt_world_looks_the_same_to_the_seat(game: Game, players: int) -> None:
    rng = generator(99)
    checked = changed = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, seed, every=3):
            for seat in (SPECTATOR, *range(players)):
                other = record.clone(play.s)
                game.hidden.redeal_unseen(other, play.c, seat, rng)
                assert knowledge(game, other, play.c, seat) == knowledge(game, play.s, play.c, seat)
                assert list(game.invariants.problems(other, play.c)) == []
                checked += 1
                changed += other != play.s
    assert checked > 50
    assert changed > 10, "redealing never changed anything, so nothing was tested"


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_world_restored_from_a_view_has_that_view(game: Game, players: int) -> None:
    rng = generator(7)
    checked = 0
    for seed, options in enumerate(option_sets(game, players)):
        for play, _ in moments(game, options, 50 + seed, every=4):
            for seat in (SPECTATOR, *range(players)):
                known = play.view(seat)
                again = msgspec.json.decode(msgspec.json.encode(known), type=type(known))
                world = game.blank_state(options)
                game.view.restore(world, play.c, again)
                assert knowledge(game, world, play.c, seat) == knowledge(game, play.s, play.c, seat)
                game.hidden.redeal_unseen(world, play.c, seat, rng)
                assert knowledge(game, world, play.c, seat) == knowledge(game, play.s, play.c, seat)
                assert list(game.invariants.problems(world, play.c)) == []
                checked += 1
    assert checked > 50


@pytest.mark.parametrize(("game", "players"), tables())
def test_a_restored_world_can_be_played_to_its_end(game: Game, players: int) -> None:
    ended = 0
    for seed in range(3):
        options = game.read_options({"players": players})
        for play, rng in moments(game, options, 70 + seed, every=11):
            seat = play.seats_to_act()[0] if play.seats_to_act() else 0
            world = game.blank_state(options)
            game.view.restore(world, play.c, play.view(seat))
            game.hidden.redeal_unseen(world, play.c, seat, rng)
            twin = type(play)(game, play.components, options, world, play.c, None)
            steps = 0
            while not twin.over and steps < 20_000:
                random_move(twin, rng)
                steps += 1
            assert list(game.invariants.problems(twin.s, twin.c)) == []
            ended += twin.over
    assert ended > 3


@pytest.mark.parametrize(("game", "players"), tables())
def test_own_actions_teach_the_same_in_every_world(game: Game, players: int) -> None:
    """What a seat is told of its own action depends on hidden things only where the rules reveal them:
    the same action in a redealt world is accepted and moves the same seats on, or reveals something."""
    rng = generator(3)
    tried = 0
    for play, _ in moments(game, game.read_options({"players": players}), 5, every=3):
        for seat in play.seats_to_act():
            other = record.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, seat, rng)
            for action in play.legal(seat)[:3]:
                assert game.reason(other, play.c, seat, action) == game.reason(play.s, play.c, seat, action)
                tried += 1
    assert tried > 10


@pytest.mark.parametrize("game", games())
def test_others_events_are_the_same_in_every_world_that_agrees_with_them(game: Game) -> None:
    """An action is applied in the real world and, where it stays legal, in a world redealt for an
    onlooker; if the onlooker's new knowledge is equal, so is what the onlooker was told."""
    rng = generator(17)
    compared = 0
    for seed in range(3):
        options = game.read_options({})
        for play, source in moments(game, options, 30 + seed):
            onlooker = SPECTATOR
            other = record.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, onlooker, rng)
            events = [] if play.over else random_move(play, source)
            if not events:
                continue
            move = play.moves[-1]
            if game.rules.why_not(other, play.c, move.seat, move.action) != 0:
                continue
            game.rules.apply(other, play.c, move.seat, move.action)
            told = [game.view.tell(other, play.c, e, onlooker) for e in record.collect(other)]
            if knowledge(game, other, play.c, onlooker) == knowledge(game, play.s, play.c, onlooker):
                assert [t for t in told if t is not None] == play.told(events, onlooker)
                compared += 1
            if play.over:
                break
    assert compared > 5


SECRETIVE = {
    "kosmiczni_piraci",
    "kosmodraci",
    "kosmiczna_eskadra",
    "goofspiel",
}  # not all is seen


@pytest.mark.parametrize("game", games())
def test_actions_that_look_alike_are_told_alike(game: Game) -> None:
    """Whatever a seat does, an onlooker whose knowledge afterwards is the same was told the same: a card
    laid or picked in secret must not show in an event."""
    rng = generator(23)
    alike = 0
    for seed, options in enumerate(option_sets(game, game.players[0])[:6]):
        for play, _ in moments(game, options, 800 + seed, every=5):
            for actor in play.seats_to_act():
                for onlooker in (SPECTATOR, *range(options["players"])):
                    if onlooker != actor:
                        alike += _told_alike(play, actor, onlooker, rng)
    assert (alike > 20) == (game.id in SECRETIVE)


def _told_alike(play: Play, actor: int, onlooker: int, rng: Any) -> int:
    """Compare all that the actor might do; returns how many actions looked like another one."""
    game, told, alike = play.game, dict[bytes, Any](), 0
    for kind in play.legal(actor)[:12] * (3 if is_posed(play.game) else 1):
        world = record.clone(play.s)
        action = playing(game).complete_action(world, play.c, actor, kind, rng)
        game.rules.apply(world, play.c, actor, action)
        events = [game.view.tell(world, play.c, event, onlooker) for event in record.collect(world)]
        lines = [line for line in events if line is not None]
        known = knowledge(game, world, play.c, onlooker)
        alike += known in told
        assert told.setdefault(known, lines) == lines
    return alike
