"""Rules of thumb of every game: in the subset, the same compiled, and blind to what a seat cannot know."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from kosmoport.bots.random import RandomBot
from kosmoport.bots.registry import bot_maker
from kosmoport.conformance import thumbs
from kosmoport.conformance.tables import is_posed
from kosmoport.core import layout
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import Game
from kosmoport.core.play import Play
from kosmoport.engine.program import thumbs_files
from kosmoport.engine.reference import plain_search
from kosmoport.lab.arena import Terms, play_game
from tests.conformance.tables import ALL_GAMES, games, tables

LISTED = [param for param in tables() if not is_posed(param.values[0])]


def test_every_game_has_thumbs_inside_the_subset() -> None:
    for game in ALL_GAMES:
        assert game.thumbs is not None, game.id
        assert len(thumbs_files(game)) >= 1
        assert len((game.thumbs.__doc__ or "").splitlines()) >= 3, "rules of thumb are told in words"


@pytest.mark.parametrize("game, players", LISTED)
def test_thumbs_read_only_what_the_seat_knows(game: Game, players: int) -> None:
    assert thumbs.thumbs_read_only_what_the_seat_knows(game, players) > 30


@pytest.mark.parametrize("game, players", LISTED)
def test_meanings_tell_legal_actions_apart(game: Game, players: int) -> None:
    assert thumbs.meanings_tell_legal_actions_apart(game, players) > 10


@pytest.mark.parametrize("game, players", LISTED)
def test_what_looks_the_same_leaves_the_same_view(game: Game, players: int) -> None:
    """Equal `seen` for somebody means an equal view afterwards, unless the action turns something up."""
    of_game, compared = plain_search(game), 0
    for play, _rng, seat in thumbs.decisions(game, players, every=4):
        for viewer in range(players):
            if viewer != seat:
                alike = defaultdict(list)
                for action in play.legal(seat):
                    alike[of_game.seen(play.s, play.c, viewer, seat, action)].append(action)
                for actions in alike.values():
                    views = [
                        view for action in actions[:3] if (view := view_after(play, seat, action, viewer))
                    ]
                    assert all(view == views[0] for view in views)
                    compared += len(views) > 1
    hides = game.id in ("kosmiczni_piraci", "kosmodraci", "goofspiel")
    assert (compared > 10) == hides


def view_after(play: Play, seat: int, action: int, viewer: int) -> Any:
    """What the viewer sees after the action; None if it ended a stage or a round, which turns things up."""
    s = layout.clone(play.s)
    play.game.rules.apply(s, play.c, seat, action)
    view = play.game.view.view(s, play.c, viewer)
    before = play.view(viewer)
    for name in ("stage", "passed", "points", "trick"):
        if getattr(view, name, None) != getattr(before, name, None):
            return None
    return view


@pytest.mark.parametrize("game", [param for param in games() if not is_posed(param.values[0])])
def test_thumbs_are_the_same_compiled(game: Game) -> None:
    assert thumbs.thumbs_are_the_same_compiled(game) > 10


@pytest.mark.parametrize("game", games())
def test_greedy_beats_random_clearly(game: Game) -> None:
    """One greedy seat among random ones takes far more than its fair share, on fixed deals in every seat."""
    players = game.players[0] if is_posed(game) else min(4, game.players[1])
    short = {"wins": 1} if is_posed(game) else {}
    terms = Terms(
        game, game.read_options({**game.calm, **short, "players": players}), game.standard_components, 3
    )
    greedy = bot_maker("greedy", game)
    won = games_played = 0
    for deal in range(3 if is_posed(game) else 12):
        for seat in range(players):
            makers: list[Any] = [RandomBot] * players
            makers[seat] = greedy
            outcome = play_game(terms, deal, seat, makers)
            won += outcome.shares[seat]
            games_played += 1
            assert not outcome.faults
    assert won / (WHOLE_WIN * games_played) > 1.7 / players
