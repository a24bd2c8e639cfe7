"""Piraci: setting up, turns that pass by themselves, and the ends of the game."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core.chance import below
from kosmoport.core.components import from_tables
from kosmoport.core.contract import NOBODY
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator, new_play
from kosmoport.games.piraci import GAME, schema
from tests.games.piraci.positions import FIVE, FOUR, disc, drawn, said


@pytest.mark.rule("PI-1")
@pytest.mark.rule("PI-5")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_everybody_begins_with_five_single_discs_and_ten_ducats(players: int) -> None:
    play = new_play(GAME, GAME.read_options({"players": players}), generator(1))
    known = play.view(0)
    assert known.units == tuple((disc,) for disc in range(5 * players))
    assert [player.money for player in known.everybody] == [10] * players
    assert known.discs[:5] == (2, 3, 4, 5, "?")


@pytest.mark.rule("PI-2")
@pytest.mark.rule("PI-3")
@pytest.mark.rule("PI-6")
def test_three_of_fifteen_ships_are_face_up_and_all_loot_is_in_the_supply() -> None:
    known = new_play(GAME, GAME.read_options({}), generator(1)).view(0)
    assert len(known.ships) == 15
    assert len(known.turned) == 3
    assert known.places == known.turned
    assert known.supply == (6, 6, 6, 6)


@pytest.mark.rule("PI-7")
def test_the_starting_seat_is_chosen_or_drawn_and_turns_go_clockwise() -> None:
    chosen = new_play(GAME, GAME.read_options({"players": 3, "start_seat": 2}), generator(1))
    order = []
    for _ in range(4):
        order += chosen.seats_to_act()
        chosen.act(order[-1], chosen.legal(order[-1])[0])
    assert order == [2, 0, 1, 2]
    starts = {new_play(GAME, GAME.read_options({"players": 3}), generator(i)).s.turn for i in range(30)}
    assert starts == {0, 1, 2}


@pytest.mark.rule("PI-8")
def test_the_first_of_five_players_has_a_hundred_moves_and_nothing_else() -> None:
    play = new_play(GAME, GAME.read_options({"players": 5, "start_seat": 1}), generator(1))
    assert len(play.legal(1)) == 100
    assert max(play.legal(1)) < schema.MOVES


@pytest.mark.rule("PI-9")
def test_a_buried_player_is_passed_over_and_everybody_hears_it() -> None:
    table = drawn(["R2 B2", "Y2", "K2", "R3"], FIVE)
    events = table.play.act(0, 25 * 1 + disc(table, "Y2"))  # R3 on Y2
    assert table.play.seats_to_act() == [3]
    assert said(table.play, events)[-2:] == [
        "player 2 can do nothing and passes.",
        "player 3 can do nothing and passes.",
    ]


@pytest.mark.rule("PI-9")
def test_passing_is_never_an_action() -> None:
    table = drawn(["R2", "B2", "Y2", "K2"], FIVE)
    with pytest.raises(Refused, match="must_act"):
        table.play.act(0, schema.PASS)


@pytest.mark.rule("PI-28")
def test_nobody_passes_when_nobody_can_act_the_game_is_over() -> None:
    table = drawn(["R2 B2", "Y2 K2"], FIVE)
    events = table.play.act(0, disc(table, "Y2"))
    assert table.play.over
    assert said(table.play, events)[-1] == "The game is over: nobody can move or board."
    assert not any("passes" in line for line in said(table.play, events))


@pytest.mark.rule("PI-28")
def test_refreshing_discards_the_ships_and_turns_up_the_next() -> None:
    deck = [{"id": "c", **FOUR["b"]}]
    table = drawn(["R2 B2", "Y2 K2"], FIVE, deck=deck, options={"deadlock": "refresh"})
    events = table.play.act(0, disc(table, "Y2"))
    assert not table.play.over
    assert said(table.play, events)[1:3] == [
        "Nobody can act: ship 1 sails away.",
        "Ship 2 comes in sight: 12 ducats, a crew of 4 or more, ? earns 3, loot: dagger.",
    ]
    assert table.s.captor[:2] == [NOBODY, NOBODY]


@pytest.mark.rule("PI-16")
def test_loot_that_is_gone_is_said_to_be_gone() -> None:
    table = drawn(["R2 B2 Y2 K2", "R3", "B3"], FOUR | FIVE, supply={"dagger": 0})
    events = table.play.act(0, schema.MOVES)
    assert "player 1, the captain, gets no loot: there is no dagger left." in said(table.play, events)


@settings(max_examples=25, deadline=None)
@given(seed=st.integers(0, 2**31), players=st.integers(3, 5), deadlock=st.sampled_from(["end", "refresh"]))
@pytest.mark.rule("PI-12")
@pytest.mark.rule("PI-13")
@pytest.mark.rule("PI-18")
def test_in_whole_games_nobody_but_the_captain_loses_and_stacks_stay_legal(
    seed: int, players: int, deadlock: str
) -> None:
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": players, "deadlock": deadlock}), rng)
    acted = 0
    while not play.over:
        before = [player.money for player in play.s.player]
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        assert legal
        action = legal[below(rng, len(legal))]
        acted += action < schema.CALL
        play.act(seat, action)
        poorer = [p for p in range(players) if play.s.player[p].money < before[p]]
        assert poorer in ([], [seat])
        assert list(GAME.invariants.problems(play.s, play.c)) == []
    assert acted <= {3: 140, 4: 144, 5: 149}[players]


@settings(max_examples=40, deadline=None)
@given(seed=st.integers(0, 2**31), players=st.integers(3, 5), crew=st.integers(5, 9))
@pytest.mark.rule("PI-28")
@pytest.mark.rule("PI-B5")
def test_a_deadlock_never_leaves_ships_unplayed_while_the_deck_has_some(
    seed: int, players: int, crew: int
) -> None:
    """Ships that want large crews, and captains who would rather stack than board."""
    tables = GAME.standard_components.tables
    ships = [{**ship, "min": crew} for ship in tables["ships"]]
    file = from_tables({**tables, "ships": ships}, GAME.components.Data, "the test")
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": players}), rng, file)
    while not play.over:
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        moves = [action for action in legal if action < schema.MOVES] or legal
        play.act(seat, moves[below(rng, len(moves))])
    assert play.s.turned == play.c.ships
