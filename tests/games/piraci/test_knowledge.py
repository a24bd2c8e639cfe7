"""Piraci: what seats know, what is shown of it, and how actions are named."""

from __future__ import annotations

import pytest

from kosmoport.core import layout
from kosmoport.core.components import from_tables
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Told
from kosmoport.games.piraci import GAME
from kosmoport.games.piraci.cases import Play
from tests.games.piraci.positions import FIVE, WORDS, disc, drawn, said

STACKS = ["R2 B2", "B3 Y5", "Y3", "K2"]


def account(play: Play) -> list[str]:
    return [WORDS.say("account", line) for line in GAME.view.account(play.view(0))]


@pytest.mark.rule("PI-33")
@pytest.mark.rule("PI-34")
def test_closed_stacks_show_colours_of_covered_discs_and_open_ones_their_wages() -> None:
    closed, opened = drawn(STACKS, FIVE), drawn(STACKS, FIVE, options={"open_stacks": True})
    assert "  stack of 2: blue 3 over yellow" in account(closed.play)
    assert "  stack of 2: blue 3 over yellow (wages 5)" in account(opened.play)


@pytest.mark.rule("PI-34")
def test_the_log_of_closed_stacks_names_no_disc() -> None:
    closed, opened = drawn(STACKS, FIVE), drawn(STACKS, FIVE, options={"open_stacks": True})
    move = disc(closed, "B3")
    told, openly = said(closed.play, closed.play.act(0, move)), said(opened.play, opened.play.act(0, move))
    assert told[0] == "player 1 puts a stack of 2 on player 2's stack of 2."
    assert openly[0] == "player 1 puts a stack of 2 under pirate 2 on player 2's stack of 2 under pirate 3."


@pytest.mark.rule("PI-34")
def test_the_view_remembers_covered_discs_in_both_modes() -> None:
    for shown in (False, True):
        table = drawn(STACKS, FIVE, options={"open_stacks": shown})
        assert (disc(table, "B3"), disc(table, "Y5")) in table.play.view(3).units


@pytest.mark.rule("PI-35")
def test_only_the_order_of_the_ships_to_come_is_dealt_anew() -> None:
    play = new_play(GAME, GAME.read_options({"players": 4}), generator(3))
    other = layout.clone(play.s)
    GAME.hidden.redeal_unseen(other, play.c, 2, generator(4))
    changed = {
        path.partition("[")[0]
        for (path, a), (_, b) in zip(layout.leaves(play.s), layout.leaves(other), strict=True)
        if a != b
    }
    assert changed == {"deck"}
    assert other.deck[:3] == play.s.deck[:3]
    assert sorted(other.deck) == sorted(play.s.deck)
    assert GAME.view.view(other, play.c, 2) == play.view(2)


@pytest.mark.rule("PI-35")
def test_every_order_of_the_ships_to_come_is_about_as_likely() -> None:
    deck = [{"id": name, **FIVE["a"]} for name in "xyz"]
    table = drawn(STACKS, FIVE, deck=deck)
    seen: dict[tuple[int, ...], int] = {}
    rng = generator(8)
    for _ in range(600):
        GAME.hidden.redeal_unseen(table.s, table.play.c, 0, rng)
        order = tuple(table.s.deck[1:4])
        seen[order] = seen.get(order, 0) + 1
    assert len(seen) == 6
    assert min(seen.values()) > 60


@pytest.mark.parametrize(
    "act, reason",
    [
        (
            Told("move", {"colour": "red", "disc": 9, "target_colour": "blue", "target": 3}),
            "no_such_free_unit",
        ),
        (
            Told("move", {"colour": "pink", "disc": 2, "target_colour": "blue", "target": 3}),
            "no_such_free_unit",
        ),
        (
            Told("move", {"colour": "green", "disc": 2, "target_colour": "blue", "target": 3}),
            "no_such_free_unit",
        ),
        (
            Told("move", {"colour": "red", "disc": 2, "target_colour": "blue", "target": 7}),
            "no_such_free_unit",
        ),
        (
            Told("move", {"colour": "yellow", "disc": 3, "target_colour": "blue", "target": 3}),
            "not_your_unit",
        ),
        (Told("board", {"colour": "red", "disc": 2, "ship": 99, "loot": "rum"}), "ship_not_available"),
        (Told("board", {"colour": "red", "disc": 2, "ship": 1, "loot": "dagger"}), "no_such_loot"),
        (Told("decline", {"colour": "red", "disc": 2}), "no_mutiny"),
        (Told("swim"), "unknown"),
    ],
)
def test_words_that_name_nothing_are_refused(act: Told, reason: str) -> None:
    with pytest.raises(Refused) as refused:
        GAME.encode(drawn(STACKS, FIVE).play.view(0), act)
    assert refused.value.reason == reason
    assert WORDS.say("reason", Told(reason))


def test_equal_wages_get_different_names() -> None:
    tables = GAME.standard_components.tables | {"discs": [3, 3, "?", "?", 3]}
    file = from_tables(tables, GAME.components.Data, "odd")
    play = new_play(GAME, GAME.read_options({"players": 3, "start_seat": 1}), generator(1), file)
    known = play.view(1)
    assert known.discs[:5] == (3, "3b", "?", "?b", "3c")
    for action in play.legal(1):
        told = GAME.describe(known, action)
        assert GAME.encode(known, WORDS.read_action(WORDS.say("action", told))) == action
