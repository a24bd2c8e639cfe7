"""Kosmiczni Piraci: nobody learns more than the rules show, and nothing a seat has seen is forgotten."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator
from kosmoport.games.kosmiczni_piraci import GAME, rules
from kosmoport.games.kosmiczni_piraci.case_table import Play
from kosmoport.games.kosmiczni_piraci.schema import HAND
from kosmoport.games.kosmiczni_piraci.view import ranking
from tests.games.kosmiczni_piraci.tables import drawn, lay, random_play

CHOICES = st.lists(st.integers(0, 47), max_size=61)
SEATS = st.integers(SPECTATOR, 2)
OPTIONS = st.fixed_dictionaries(
    {"full_tie": st.sampled_from(["seat", "random"]), "teleport_counts_as_presence": st.booleans()}
)


def known_to(play: Play, s: Any, seat: int) -> bytes:
    view = GAME.view.view(s, play.c, seat)
    return msgspec.json.encode([view, GAME.legal(s, play.c, seat), GAME.observation(s, play.c, seat)])


@pytest.mark.rule("KP-41")
@pytest.mark.rule("KP-42")
@given(seed=st.integers(0, 999), choices=CHOICES, seat=SEATS, options=OPTIONS)
def test_a_redealt_world_never_contradicts_what_the_seat_knows(
    seed: int, choices: list[int], seat: int, options: dict[str, Any]
) -> None:
    play = random_play(seed, choices, players=3, **options)
    other = layout.clone(play.s)
    GAME.hidden.redeal_unseen(other, play.c, seat, generator(seed + 1))
    assert known_to(play, other, seat) == known_to(play, play.s, seat)
    assert list(GAME.invariants.problems(other, play.c)) == []
    for p in range(3):
        mine, theirs = play.s.player[p], other.player[p]
        assert sorted(mine.place) == sorted(theirs.place)
        assert p != seat or mine == theirs
        assert all(mine.place[i] == theirs.place[i] for i in range(8) if mine.seen[i])


@given(seed=st.integers(0, 999), choices=CHOICES, seat=SEATS, options=OPTIONS)
def test_a_view_is_enough_to_play_on_from(
    seed: int, choices: list[int], seat: int, options: dict[str, Any]
) -> None:
    play = random_play(seed, choices, players=3, **options)
    world = GAME.blank_state(play.options)
    for field in ("stage", "turn", "at", "waiting", "strongest"):  # a state that was used before
        setattr(world, field, 1)
    world.player[0].won[3] = world.planet[2].boxed[1] = world.player[1].seen[2] = 1
    GAME.view.restore(world, play.c, play.view(seat))
    assert known_to(play, world, seat) == known_to(play, play.s, seat)
    assert list(GAME.invariants.problems(world, play.c)) == []
    if seat >= 0:
        assert world.player[seat] == play.s.player[seat]


@pytest.mark.rule("KP-42")
def test_every_card_that_might_lie_there_is_equally_likely() -> None:
    play = drawn(hands=[[1, 2, 3, "T"]])
    lay(play, (2, 5), (1, 1), (1, 2))
    lay(play, (3, 5))  # the 2 is turned; the card on it is the 1, the 3 or the teleport
    found: Counter[Any] = Counter()
    rng = generator(5)
    for _ in range(900):
        other = layout.clone(play.s)
        GAME.hidden.redeal_unseen(other, play.c, 1, rng)
        found[other.planet[5].top_card] += 1
        assert other.player[0].place.count(HAND) == 2
    assert set(found) == {0, 2, 3}
    assert min(found.values()) > 240


@pytest.mark.rule("KP-18")
@pytest.mark.rule("KP-42")
def test_a_lost_card_is_never_known_to_others() -> None:
    one, two = drawn(), drawn()
    lay(one, ("T", 0), (7, 0))
    lay(two, ("T", 0), (1, 0))
    for seat in (0, 2, SPECTATOR):
        assert known_to(one, one.s, seat) == known_to(two, two.s, seat)
    assert known_to(one, one.s, 1) != known_to(two, two.s, 1)
    assert one.view(1).everybody[1].lost == (6,)
    assert one.view(0).everybody[1].lost == (None,)


@pytest.mark.rule("KP-24")
@pytest.mark.rule("KP-42")
def test_hands_that_were_not_played_stay_hidden_after_the_end() -> None:
    play = drawn(trade=0, pirate=3)
    lay(play, *[(1 + i // 3, i // 2) for i in range(12)])
    assert play.over
    assert play.view(1).ended == "trade_home"
    for seat in (0, 2, SPECTATOR):
        other = play.view(seat).everybody[1]
        assert other.hand_size == 4
        assert other.seen == (0, 1, 2, 3)
    assert play.view(1).hand == (4, 5, 6, 7)


@pytest.mark.rule("KP-41")
def test_the_owner_may_look_again_at_a_face_down_card() -> None:
    play = drawn()
    lay(play, (6, 3))
    assert [card.card for card in play.view(0).planets[3].pile] == [6]
    assert [card.card for card in play.view(1).planets[3].pile] == [None]
    assert [card.slot for card in play.view(1).planets[3].pile] == [None]


@pytest.mark.rule("KP-40")
def test_strength_in_a_view_is_that_of_the_cards_face_up() -> None:
    play = drawn()
    lay(play, (6, 3), (5, 3), (4, 3))
    assert [other.strength[3] for other in play.view(2).everybody] == [6, 5, 0]
    assert [other.present[3] for other in play.view(SPECTATOR).everybody] == [True, True, False]


@pytest.mark.rule("KP-34")
@given(
    st.lists(st.lists(st.integers(0, 3), min_size=6, max_size=6), min_size=3, max_size=5), st.integers(0, 5)
)
def test_ranking_is_sorting_by_the_six_strengths_counter_clockwise(rows: list[list[int]], q: int) -> None:
    play = drawn(len(rows))
    for p, row in enumerate(rows):
        play.s.player[p].strength = row
    everybody = (1 << len(rows)) - 1
    expected = sorted(range(len(rows)), key=lambda p: [-rows[p][(q - back) % 6] for back in range(6)])
    assert ranking(play.s, q, everybody) == tuple(expected)
    assert rules.next_in_rank(play.s, q, 0) == -1
