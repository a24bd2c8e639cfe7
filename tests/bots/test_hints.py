"""Hints: true sentences about what a seat knows, legal actions, and nothing that depends on hidden cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import Any

import pytest

from examples import goofspiel
from kosmoport.bots import Chair
from kosmoport.bots.hints import MOST, Advice, Budget, advise, estimates, reason_for
from kosmoport.conformance.tables import is_posed, moments
from kosmoport.core import layout
from kosmoport.core.chance import Rng
from kosmoport.core.game import C, D, Game, GameOf, S
from kosmoport.core.play import Play, PlayOf, generator, new_play
from kosmoport.core.words import Told
from kosmoport.engine.reference import playing
from kosmoport.games import GAMES, game_by_id, kosmodraci

KINDS = [pytest.param(game, id=game.id) for game in GAMES]
LANGUAGES = ("en", "pl", "cs")
QUICK = Budget(40)
NAMES = ("Ada", "Bob", "Cyd", "Dan", "Eve")


def deciding(
    game: GameOf[S, C, D, Any], seeds: int, every: int = 1
) -> Iterator[tuple[PlayOf[S, C, D], int, Rng]]:
    """Moments of random games in which a seat has to decide, and a generator."""
    for seed in range(seeds):
        players = game.players[0] + seed % (game.players[1] - game.players[0] + 1)
        options = game.read_options({**(game.calm if seed % 3 else {}), "players": players})
        for play, rng in moments(game, options, 400 + seed, every):
            if not play.over and not play.chance_due:
                yield play, play.seats_to_act()[0], rng


def options_of(play: PlayOf[S, C, D], seat: int, rng: Rng) -> list[int]:
    """Everything the seat may do; where that cannot be listed, some of it."""
    legal = play.legal(seat)
    if not is_posed(play.game):
        return legal
    complete = playing(play.game).complete_action
    return [complete(play.s, play.c, seat, kind, rng) for kind in legal for _ in range(4)]


def restored(play: PlayOf[S, C, D], seat: int) -> S:
    world = play.game.blank_state(play.options)
    play.game.view.restore(world, play.c, play.view(seat))
    return world


def chair_at(play: PlayOf[S, C, D], seat: int, seed: int = 5) -> Chair:
    return Chair(play.game, play.options, play.components, seat, seed)


# ---------------------------------------------------------------- reasons


@cache
def met(game: Game) -> Counter[str]:
    """How often each reason was given in some games; none depends on what the seat cannot know."""
    found: Counter[str] = Counter()
    words = [game.words(language) for language in LANGUAGES]
    for play, seat, rng in deciding(game, seeds=4 if is_posed(game) else 12):
        known, world = play.view(seat), restored(play, seat)
        other = layout.clone(play.s)
        game.hidden.redeal_unseen(other, play.c, seat, rng)
        for action in options_of(play, seat, rng):
            reason = reason_for(game, world, play.c, known, action)
            assert reason == reason_for(game, other, play.c, known, action)
            assert all(word.say("hint", reason, NAMES) for word in words)
            found[reason.id] += 1
    return found


@pytest.mark.parametrize("game", KINDS)
def test_every_reason_is_given_some_time_and_no_other(game: Game) -> None:
    reasons = game.hints
    assert reasons is not None
    assert set(met(game)) - {"tried"} == set(reasons.REASONS)
    assert len(reasons.REASONS) >= 6


@pytest.mark.parametrize("game", KINDS)
def test_words_of_hints_are_those_of_the_reasons(game: Game) -> None:
    reasons = game.hints
    assert reasons is not None
    for language in LANGUAGES:
        assert set(game.words(language).messages["hint"]) == {*reasons.REASONS, "only", "tried"}


# ---------------------------------------------------------------- what is said comes true


def _more(before: Any, after: Any) -> list[int]:
    return [new - old for old, new in zip(before, after, strict=True)]


COMES_TRUE: dict[str, dict[str, Any]] = {  # what can be seen of a reason once the action is done
    "kosmiczni_piraci": {
        "trade": lambda was, now, seat, said: now.trade == was.trade == said["planet"],
        "push_pirates": lambda was, now, seat, said: now.pirate == said["to"],
        "turns": lambda was, now, seat, said: (
            sum(now.player[said["owner"]].seen) > sum(was.player[said["owner"]].seen)
        ),
        "dearest": lambda was, now, seat, said: sum(now.player[seat].won) > sum(was.player[seat].won),
    },
    "piraci": {
        "profit": lambda was, now, seat, said: now.player[seat].money - was.player[seat].money == said["n"],
        "loot": lambda was, now, seat, said: now.player[seat].money <= was.player[seat].money,
        "majority": lambda was, now, seat, said: any(
            now.player[seat].loot[kind] > max(now.player[p].loot[kind] for p in range(5) if p != seat)
            for kind, more in enumerate(_more(was.player[seat].loot, now.player[seat].loot))
            if more
        ),
        "ready": lambda was, now, seat, said: max(now.size[5 * seat : 5 * seat + 5]) >= said["n"],
    },
    "kosmiczna_misja": {
        "finishes": lambda was, now, seat, said: now.player[seat].score == was.player[seat].score + said["n"],
        "keeps": lambda was, now, seat, said: now.boxed == was.boxed,
        "frees": lambda was, now, seat, said: now.player[seat].planets == was.player[seat].planets - 1,
    },
    "kosmodraci": {
        "takes": lambda was, now, seat, said: now.taker[was.trick] == seat,
        "shields": lambda was, now, seat, said: (
            now.trick > was.trick or now.player[seat].shields == was.player[seat].shields + said["n"]
        ),
        "repairs": lambda was, now, seat, said: (
            now.trick > was.trick or now.player[seat].damage == was.player[seat].damage - said["n"]
        ),
        "aims": lambda was, now, seat, said: now.trick == was.trick or now.taker[was.trick] != seat,
        "dodges": lambda was, now, seat, said: now.trick == was.trick or now.taker[was.trick] != seat,
    },
}


@pytest.mark.parametrize("name", COMES_TRUE)
def test_what_a_reason_says_comes_true(name: str) -> None:
    game, checks = game_by_id(name), COMES_TRUE[name]
    seen: Counter[str] = Counter()
    for play, seat, _ in deciding(game, seeds=8):
        known = play.view(seat)
        for action in play.legal(seat):
            reason = reason_for(game, play.s, play.c, known, action)
            if reason.id in checks and seen[reason.id] < 40:
                after = layout.clone(play.s)
                game.rules.apply(after, play.c, seat, action)
                assert checks[reason.id](play.s, after, seat, reason.args), (reason, action)
                seen[reason.id] += 1
    assert set(seen) == set(checks)


def test_an_unbeatable_card_takes_the_dragon_whatever_others_play() -> None:
    game, seen = kosmodraci.GAME, 0
    for play, seat, rng in deciding(game, seeds=12):
        for action in play.legal(seat) if seen < 20 else []:
            if reason_for(game, play.s, play.c, play.view(seat), action).id == "unbeatable":
                world, trick = layout.clone(play.s), play.s.trick
                game.rules.apply(world, play.c, seat, action)
                while world.trick == trick:
                    other = replace(play, s=world).seats_to_act()[0]
                    legal = game.legal(world, play.c, other)
                    game.rules.apply(world, play.c, other, legal[playing(game).below(rng, len(legal))])
                assert world.taker[trick] == seat
                seen += 1
    assert seen > 3


# ---------------------------------------------------------------- advice


def some_decisions(game: Game, count: int) -> Iterator[tuple[Play, int]]:
    """A few different ones, each a play of its own."""
    found = list(_frozen(game))
    yield from found[:: max(1, len(found) // count)]


@cache
def _frozen(game: Game) -> tuple[tuple[Play, int], ...]:
    kept = []
    for play, seat, _ in deciding(game, seeds=2, every=7):
        kept.append((Play(game, play.components, play.options, layout.clone(play.s), play.c, play.d), seat))
    return tuple(kept)


def check(play: PlayOf[S, C, D], seat: int, advice: list[Advice]) -> None:
    assert 1 <= len(advice) <= MOST
    assert [one.tried for one in advice] == sorted((one.tried for one in advice), reverse=True)
    for one in advice:
        assert play.game.reason(play.s, play.c, seat, one.action) is None
        assert 0 <= one.chance <= 1000
        assert one.tried > 0
    assert len({one.action for one in advice}) == len(advice)


@pytest.mark.parametrize("game", KINDS)
def test_advice_without_machine_code_is_legal_and_always_the_same(game: Game) -> None:
    budget = Budget(6) if is_posed(game) else QUICK
    for play, seat in some_decisions(game, 4):
        advice = advise(chair_at(play, seat), play.view(seat), compiled=False, budget=budget)
        check(play, seat, advice)
        assert sum(one.tried for one in advice) <= budget.simulations
        other = layout.clone(play.s)
        game.hidden.redeal_unseen(other, play.c, seat, generator(3))
        twin = Play(game, play.components, play.options, other, play.c, None)
        assert advise(chair_at(twin, seat), twin.view(seat), compiled=False, budget=budget) == advice


@pytest.mark.parametrize("name", ["kosmiczni_piraci", "kosmiczna_eskadra"])
def test_advice_with_machine_code_is_legal_and_always_the_same(name: str) -> None:
    game = game_by_id(name)
    for play, seat in some_decisions(game, 3):
        advice = advise(chair_at(play, seat), play.view(seat), budget=Budget(300))
        check(play, seat, advice)
        assert advise(chair_at(play, seat), play.view(seat), budget=Budget(300)) == advice


def test_where_one_action_is_left_it_is_tried_and_called_the_only_one() -> None:
    game = game_by_id("kosmiczna_misja")
    only = next((play, seat) for play, seat, _ in deciding(game, seeds=9) if len(play.legal(seat)) == 1)
    play, seat = only
    (advice,) = advise(chair_at(play, seat), play.view(seat), compiled=False, budget=QUICK)
    assert advice.action == play.legal(seat)[0]
    assert advice.tried == QUICK.simulations
    assert advice.reason == Told("only")


def test_time_ends_a_hint_as_well() -> None:
    play, seat = next(some_decisions(game_by_id("piraci"), 1))
    advice = advise(chair_at(play, seat), play.view(seat), compiled=False, budget=Budget(10**9, 0.05))
    check(play, seat, advice)


def test_two_poses_that_are_much_the_same_are_one_idea() -> None:
    game = game_by_id("kosmiczna_eskadra")
    reasons: Any = game.hints
    pose = {"x": 100, "y": 0, "rot": 350}
    view = None
    numbers = {
        name: game.actions.encode(view, Told("release", pose | other))
        for name, other in {
            "same": {},
            "near": {"x": 300, "rot": 4},
            "far": {"x": 900},
            "turned": {"rot": 90},
        }.items()
    }
    assert reasons.alike(view, numbers["same"], numbers["near"])
    assert not reasons.alike(view, numbers["same"], numbers["far"])
    assert not reasons.alike(view, numbers["same"], numbers["turned"])
    assert not reasons.alike(view, 0, numbers["same"])


def test_a_game_from_outside_needs_no_reasons() -> None:
    game = goofspiel.GAME
    play = new_play(game, game.read_options({}), generator(1))
    while play.chance_due:
        play.roll(generator(2))
    seat = play.seats_to_act()[0]
    advice = advise(chair_at(play, seat), play.view(seat), compiled=False, budget=QUICK)
    check(play, seat, advice)
    assert [one.reason for one in advice] == [Told("tried")] * len(advice)


def test_estimates_say_what_they_are_about() -> None:
    assert {game.id: estimates(game) for game in GAMES} == {
        "kosmiczni_piraci": "game",
        "piraci": "game",
        "kosmiczna_misja": "game",
        "kosmodraci": "game",
        "kosmiczna_eskadra": "round",
    }
