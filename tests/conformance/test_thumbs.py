"""Rules of thumb of every game: in the subset, the same compiled, and blind to what a seat cannot know."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest

from kosmoport.bots import Chair, tree
from kosmoport.bots.machine import plain_search, thumbs_file, tools_type
from kosmoport.bots.random import RandomBot
from kosmoport.bots.registry import bot_maker
from kosmoport.bots.search import SearchBot
from kosmoport.core import record
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings
from kosmoport.core.play import Play
from kosmoport.lab.arena import Table, play_game
from tests.conformance.tables import ALL_GAMES, games, is_posed, moments, option_sets, tables

LISTED = [param for param in tables() if not is_posed(param.values[0])]


def looks(game: Game, s: Any, c: Any, seat: int, legal: list[int]) -> list[tuple[int, int]]:
    """Worth and meaning of every legal action."""
    thumbs = plain_search(game)
    return [(thumbs.worth(s, c, seat, action), thumbs.meaning(s, c, seat, action)) for action in legal]


def decisions(game: Game, players: int, every: int = 3) -> Any:
    """Moments of random games, with defaults and with pairs of options, at which a seat has a choice."""
    for number, options in enumerate(option_sets(game, players)[:4]):
        for play, rng in moments(game, options, seed=50 + number, every=every):
            for seat in play.seats_to_act():
                if not play.over and len(play.legal(seat)) > 1:
                    yield play, rng, seat


def test_every_game_has_thumbs_inside_the_subset() -> None:
    for game in ALL_GAMES:
        assert game.thumbs is not None, game.id
        assert len(thumbs_file(game)) >= 1
        assert len((game.thumbs.__doc__ or "").splitlines()) >= 3, "rules of thumb are told in words"


@pytest.mark.parametrize("game, players", LISTED)
def test_thumbs_read_only_what_the_seat_knows(game: Game, players: int) -> None:
    """Another world that agrees with the seat's knowledge looks the same, action by action."""
    seen = 0
    for play, rng, seat in decisions(game, players):
        legal = play.legal(seat)
        before = looks(game, play.s, play.c, seat, legal)
        for _ in range(3):
            other = record.clone(play.s)
            game.hidden.redeal_unseen(other, play.c, seat, rng)
            assert looks(game, other, play.c, seat, legal) == before
            seen += 1
    assert seen > 30


@pytest.mark.parametrize("game, players", LISTED)
def test_meanings_tell_legal_actions_apart(game: Game, players: int) -> None:
    limit, seen = plain_search(game).MEANINGS, 0
    for play, _rng, seat in decisions(game, players):
        meanings = [meaning for _, meaning in looks(game, play.s, play.c, seat, play.legal(seat))]
        assert len(set(meanings)) == len(meanings)
        assert all(0 <= meaning < limit for meaning in meanings)
        seen += 1
    assert seen > 10


@pytest.mark.parametrize("game, players", LISTED)
def test_what_looks_the_same_leaves_the_same_view(game: Game, players: int) -> None:
    """Equal `seen` for somebody means an equal view afterwards, unless the action turns something up."""
    thumbs, compared = plain_search(game), 0
    for play, _rng, seat in decisions(game, players, every=4):
        for viewer in range(players):
            if viewer != seat:
                alike = defaultdict(list)
                for action in play.legal(seat):
                    alike[thumbs.seen(play.s, play.c, viewer, seat, action)].append(action)
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
    s = record.clone(play.s)
    play.game.rules.apply(s, play.c, seat, action)
    view = play.game.view.view(s, play.c, viewer)
    before = play.view(viewer)
    for name in ("stage", "passed", "points", "trick"):
        if getattr(view, name, None) != getattr(before, name, None):
            return None
    return view


@pytest.mark.parametrize("game", [param for param in games() if not is_posed(param.values[0])])
def test_thumbs_are_the_same_compiled(game: Game) -> None:
    """The root of a guided tree holds the weight of every action: compiled like plain."""
    plain, looked = plain_search(game), 0
    for play, _rng, seat in decisions(game, game.players[1], every=5):
        chair = Chair(game, play.options, play.components, seat, 1)
        bot = SearchBot(chair, Settings(iterations=1, guided=True))
        grown = bot.trees[0]
        s = bot.world.of(play.view(seat))
        grown.begin(seat, s, 7)
        weights = grown.arms["weight"][1 : 1 + len(play.legal(seat))].tolist()
        tools = tools_type(game)()
        tools.rule, tools.temper = tree.PRIOR, 50
        assert weights == [plain.weight_of(s, bot.world.c, seat, a, tools) for a in play.legal(seat)]
        looked += 1
    assert looked > 10


@pytest.mark.parametrize("game", games())
def test_greedy_beats_random_clearly(game: Game) -> None:
    """One greedy seat among random ones takes far more than its fair share, on fixed deals in every seat."""
    players = game.players[0] if is_posed(game) else min(4, game.players[1])
    short = {"wins": 1} if is_posed(game) else {}
    table = Table(
        game, game.read_options({**game.calm, **short, "players": players}), game.standard_components, 3
    )
    greedy = bot_maker("greedy", game)
    won = games_played = 0
    for deal in range(3 if is_posed(game) else 12):
        for seat in range(players):
            makers: list[Any] = [RandomBot] * players
            makers[seat] = greedy
            outcome = play_game(table, deal, seat, makers)
            won += outcome.shares[seat]
            games_played += 1
            assert not outcome.faults
    assert won / (WHOLE_WIN * games_played) > 1.7 / players
