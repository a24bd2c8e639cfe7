"""The search: the same plain and compiled, the same at the same seed, honest about what it cannot know."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from examples import goofspiel
from kosmoport.bots import Chair
from kosmoport.bots.search import SearchBot, Tree
from kosmoport.bots.thoughts import Thought, merge
from kosmoport.conformance.tables import is_posed, moments, random_move
from kosmoport.core import layout
from kosmoport.core.contract import WHOLE_WIN
from kosmoport.core.errors import BadInput
from kosmoport.core.game import Game
from kosmoport.core.levels import Settings
from kosmoport.core.play import Play, generator, new_play
from kosmoport.engine.batch import game_number
from kosmoport.engine.drivers import tree
from tests.bots.plain_tree import plain_roots
from tests.conformance.tables import games, tables

TEXTBOOK = Settings(iterations=60)
GUIDED = Settings(iterations=60, guided=True, width=3)


def bot_for(game: Game, options: Any, seat: int, settings: Settings, seed: int = 5) -> SearchBot:
    return SearchBot(Chair(game, options, game.standard_components, seat, seed), settings)


def a_moment(game: Game, players: int, seed: int = 3, steps: int = 12) -> Play:
    """A game some steps after its start, with somebody to decide."""
    options = game.read_options({**game.calm, "players": players})
    rng = generator(game_number(seed))
    play = new_play(game, options, rng)
    while steps > 0 or play.chance_due:
        random_move(play, rng)
        steps -= 1
    assert not play.over
    return play


@pytest.mark.parametrize("settings", [TEXTBOOK, GUIDED], ids=["textbook", "guided"])
@pytest.mark.parametrize("game, players", tables())
def test_plain_and_compiled_trees_are_equal(game: Game, players: int, settings: Settings) -> None:
    play = a_moment(game, players)
    seat = play.seats_to_act()[0]
    bot = bot_for(game, play.options, seat, settings)
    s = bot.world.of(play.view(seat))
    iterations = 12 if is_posed(game) else settings.iterations
    grown = bot.trees[0]
    grown.begin(seat, s, 99)
    grown.grow(iterations, None)
    assert grown.roots() == plain_roots(game, bot.world.c, s, grown, 99, iterations)
    assert sum(visits for _, visits, _ in grown.roots()) == iterations


CHECKED = [
    param
    if param.id in ("goofspiel", "kosmiczni_piraci")
    else pytest.param(*param.values, id=param.id, marks=pytest.mark.slow)
    for param in games()
]  # compiling with checks takes long


@pytest.mark.parametrize("game", CHECKED)
def test_every_index_stays_inside_its_buffer(game: Game) -> None:
    """Machine code checks no index, so the same search runs once with checks, through a whole game."""
    options = game.read_options({**game.calm, "players": game.players[1]})
    looked = 0
    for play, rng in moments(game, options, seed=11, every=7):
        if looked == 6 or play.over:
            break
        if play.chance_due:
            continue
        seat = play.seats_to_act()[0]
        bot = bot_for(game, options, seat, replace(GUIDED, iterations=40))
        careful = Tree(bot.world, bot.settings, checked=True)
        careful.begin(seat, bot.world.of(play.view(seat)), 1 + looked)
        careful.grow(40, None)
        assert sum(visits for _, visits, _ in careful.roots()) == 40
        looked += 1
        random_move(play, rng)
    assert looked >= 3


@pytest.mark.parametrize("game, players", tables())
def test_the_same_seed_and_iterations_give_the_same_decision(game: Game, players: int) -> None:
    play = a_moment(game, players)
    seat = play.seats_to_act()[0]
    view, legal = play.view(seat), play.legal(seat)
    settings = replace(GUIDED, iterations=90, trees=3)
    bots = [bot_for(game, play.options, seat, settings) for _ in range(3)]
    bots[1].threads, bots[2].threads = 1, 3
    thoughts = [bot.think(seat, bot.world.of(view)) for bot in bots]
    assert thoughts[0] == thoughts[1] == thoughts[2]
    assert sum(thought.visits for thought in thoughts[0]) == 90
    action = bots[0].choose(view, legal)
    assert game.reason(play.s, play.c, seat, action) is None


@pytest.mark.parametrize("game", games())
def test_other_seeds_think_otherwise(game: Game) -> None:
    play = a_moment(game, game.players[1])
    seat = play.seats_to_act()[0]
    bots = [bot_for(game, play.options, seat, TEXTBOOK, seed) for seed in (1, 2)]
    first, second = (bot.think(seat, bot.world.of(play.view(seat))) for bot in bots)
    assert first != second


@pytest.mark.parametrize("game", games())
def test_a_whole_game_of_searches_ends(game: Game) -> None:
    options = game.read_options({**game.calm, "players": game.players[0]} | short(game))
    rng = generator(game_number(2))
    play = new_play(game, options, rng)
    bots = [
        bot_for(game, options, seat, replace(GUIDED, iterations=4), seat)
        for seat in range(play.s.opt.players)
    ]
    for _ in range(3000):
        if play.over:
            break
        if play.chance_due:
            play.roll(rng)
        else:
            seat = play.seats_to_act()[0]
            play.act(seat, bots[seat].choose(play.view(seat), play.legal(seat)))
    assert play.over


def short(game: Game) -> dict[str, Any]:
    return {"wins": 1} if is_posed(game) else {}


def test_a_time_budget_is_enough_by_itself() -> None:
    play = a_moment(goofspiel.GAME, 3, steps=0)
    bot = bot_for(goofspiel.GAME, play.options, 0, Settings(milliseconds=20))
    thoughts = bot.think(0, bot.world.of(play.view(0)))
    assert sum(thought.visits for thought in thoughts) >= 16


def test_iterations_and_time_together_stop_at_the_first() -> None:
    play = a_moment(goofspiel.GAME, 3, steps=0)
    bot = bot_for(goofspiel.GAME, play.options, 0, Settings(iterations=50, milliseconds=60_000))
    assert sum(thought.visits for thought in bot.think(0, bot.world.of(play.view(0)))) == 50


def test_a_search_without_a_budget_is_refused() -> None:
    play = a_moment(goofspiel.GAME, 3, steps=0)
    with pytest.raises(BadInput, match="a number of iterations"):
        bot_for(goofspiel.GAME, play.options, 0, Settings())


def test_the_search_finds_the_bid_that_wins() -> None:
    """Two cards each, points 1 and 12 to come, scores equal: the higher card must go on the 12."""
    game = goofspiel.GAME
    play = a_moment(game, 2, steps=0)
    endgame(play.s)
    bot = bot_for(game, play.options, 0, Settings(iterations=400))
    thoughts = {t.action: t for t in bot.think(0, play.s)}
    assert set(thoughts) == {5, 6}
    assert thoughts[6].share > thoughts[5].share
    assert thoughts[6].visits > thoughts[5].visits


def endgame(s: Any) -> None:
    """Both hold 6 and 7; the 12 is turned up, the 1 is left, nobody has a point."""
    s.left, s.waiting = 2, 3
    s.points[:2] = [1, 12]
    for p in range(2):
        s.player[p].hand = 0b11 << 5
        s.player[p].bid[2:] = [1] * 11


def arms_at(grown: Tree, node: int) -> list[Any]:
    """The arms of a node, without the root's own."""
    found, a = [], int(grown.nodes.array["first"][node])
    while a:
        found.append(grown.arms.array[a])
        a = int(grown.arms.array["next"][a])
    return found


@pytest.mark.parametrize("name", ["goofspiel", "kosmodraci"])
def test_simultaneous_decisions_are_made_without_peeking(name: str) -> None:
    """While all seats decide at once the tree has arms for the searching seat alone: nothing hangs on others'
    secret decisions, and none of theirs hangs on its own."""
    game = next(param.values[0] for param in games() if param.id == name)
    play = a_moment(game, 3, steps=0)
    me = 1
    bot = bot_for(game, play.options, me, replace(TEXTBOOK, iterations=3000))
    grown = bot.trees[0]
    grown.begin(me, bot.world.of(play.view(me)), 4)
    grown.grow(3000, None)
    assert arms_at(grown, 0) == []
    own = grown.arms.array[1 : 1 + int(grown.tools.array["roots"][0])]
    assert sum(int(arm["visits"]) for arm in own) == 3000
    behind = [int(arm["node"]) for arm in own if arm["node"]]
    assert len(behind) == len(set(behind)) > 3
    for node in behind:
        assert {int(arm["seat"]) for arm in arms_at(grown, node)} <= {me}


def test_two_sides_that_mirror_each_other_do_not_fall_into_step() -> None:
    """Equal hands, equal points: with every seed the search sees that the higher bid is better."""
    game = goofspiel.GAME
    play = a_moment(game, 2, steps=0)
    endgame(play.s)
    for seed in range(20):
        bot = bot_for(game, play.options, 0, Settings(iterations=100), seed)
        low, high = bot.think(0, play.s)
        assert high.share > low.share + 0.2


def test_cards_laid_face_down_lead_to_one_place() -> None:
    """Kosmiczni Piraci: the tree below an opponent's move depends on the planet, never on the hidden card."""
    game = next(param.values[0] for param in games() if param.id == "kosmiczni_piraci")
    play = a_moment(game, 3, steps=0)
    me = play.seats_to_act()[0]
    bot = bot_for(game, play.options, me, replace(TEXTBOOK, iterations=20_000))
    grown = bot.trees[0]
    grown.begin(me, bot.world.of(play.view(me)), 4)
    grown.grow(20_000, None)
    root = max(grown.arms.array[1:49], key=lambda arm: arm["visits"])
    led = {
        (int(arm["action"]) % 6, int(arm["node"])) for arm in arms_at(grown, int(root["node"])) if arm["node"]
    }
    assert len(led) == len({planet for planet, _ in led}) == len({node for _, node in led}) > 1


def test_trees_are_added_up_by_action() -> None:
    thoughts = merge([[(7, 3, 90), (9, 1, 0)], [(7, 1, 30), (9, 5, 300)]])
    assert thoughts == [Thought(7, 4, 120 / (4 * WHOLE_WIN)), Thought(9, 6, 300 / (6 * WHOLE_WIN))]


def test_the_final_choice_is_the_most_visited_or_the_safest() -> None:
    play = a_moment(goofspiel.GAME, 3, steps=0)
    thoughts = [Thought(1, 100, 0.30), Thought(2, 90, 0.40), Thought(3, 1, 0.90)]
    assert bot_for(goofspiel.GAME, play.options, 0, TEXTBOOK).best(thoughts) == 1
    assert bot_for(goofspiel.GAME, play.options, 0, replace(TEXTBOOK, secure=1.0)).best(thoughts) == 2


def test_a_full_tree_goes_on_with_playouts() -> None:
    play = a_moment(goofspiel.GAME, 3, steps=0)
    bot = bot_for(goofspiel.GAME, play.options, 0, TEXTBOOK)
    grown = Tree(bot.world, bot.settings, room=40)
    grown.begin(0, bot.world.of(play.view(0)), 4)
    grown.grow(2000, None)
    assert int(grown.tools.array["arms"][0]) <= 40
    assert sum(visits for _, visits, _ in grown.roots()) == 2000


def test_memory_for_a_tree_is_laid_out_from_its_schema() -> None:
    assert layout.size_of(tree.Arm) <= 64


@pytest.mark.parametrize("game", games())
def test_warming_up_changes_no_decision(game: Game) -> None:
    play = a_moment(game, game.players[0])
    seat = play.seats_to_act()[0]
    cold, warm = (bot_for(game, play.options, seat, TEXTBOOK) for _ in range(2))
    warm.warm_up()
    view, legal = play.view(seat), play.legal(seat)
    assert cold.choose(view, legal) == warm.choose(view, legal)
