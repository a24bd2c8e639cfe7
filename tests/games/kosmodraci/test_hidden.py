"""What a seat of Kosmodraci knows: whole games as it saw them, and everything it cannot tell apart."""

from __future__ import annotations

from collections import Counter
from typing import Any

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.chance import below
from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator, new_play, start_play
from kosmoport.games.kosmodraci import GAME, rules
from kosmoport.games.kosmodraci.cases import Play

CREW = 80


def play_some(seed: int, players: int, variant: bool, steps: int) -> Play:
    """A random game of so many decisions (or to its end), seats of the draft picking in random order."""
    rng = generator(seed)
    play = new_play(GAME, GAME.read_options({"players": players, "family_variant": variant}), rng)
    for _ in range(steps):
        if not play.over:
            seats = play.seats_to_act()
            seat = seats[below(rng, len(seats))]
            legal = play.legal(seat)
            play.act(seat, legal[below(rng, len(legal))])
    return play


def story_of(world: Any, play: Play) -> Play:
    """A new game in which everything happens that this world says, seats acting in the order of `play`."""
    players, variant = play.options["players"], play.options["family_variant"]
    d = layout.clone(play.d)
    top = [card for k in range(players) for card in world.packet[k]] + world.starter[:players]
    d.crew[:] = top + [card for card in range(CREW) if card not in top]
    d.dragons[:] = world.lair + [dragon for dragon in range(20) if dragon not in world.lair]
    again = start_play(GAME, play.options, d)
    done: Counter[int] = Counter()
    for move in play.moves:
        n, picks = done[move.seat], 0 if variant else 8
        card = (
            world.packet[(move.seat - n) % players][n]
            if n < picks
            else world.player[move.seat].played[n - picks]
        )
        done[move.seat] += 1
        again.act(move.seat, card)
    return again


def history(play: Play, seat: int) -> list[bytes]:
    """All views of the seat from the first moment on."""
    again = start_play(GAME, play.options, play.d)
    seen = [msgspec.json.encode(again.view(seat))]
    for move in play.moves:
        again.act(move.seat, move.action)
        seen.append(msgspec.json.encode(again.view(seat)))
    return seen


@pytest.mark.rule("KD-32")
@settings(max_examples=25, deadline=None)
@given(
    seed=st.integers(0, 2**31),
    players=st.integers(3, 5),
    variant=st.booleans(),
    steps=st.integers(0, 75),
    seat=st.integers(-1, 4),
)
def test_a_redealt_world_has_a_past_that_looked_the_same(
    seed: int, players: int, variant: bool, steps: int, seat: int
) -> None:
    """Not only the present: every earlier moment of the other world showed the seat what it really saw."""
    seat = min(seat, players - 1)
    play = play_some(seed, players, variant, steps)
    world = layout.clone(play.s)
    GAME.hidden.redeal_unseen(world, play.c, seat, generator(seed + 1))
    past = story_of(world, play)
    assert past.s == world
    assert history(past, seat) == history(play, seat)


@pytest.mark.rule("KD-32")
def test_between_two_sights_any_order_is_possible() -> None:
    """Seat 0 passed packet 0 on with eight cards and sees six when it returns: two went, to seats 1 and 2."""
    play = play_some(4, 3, False, 9)
    assert play.s.passed == 3
    passed_on = next(seen for seen in play.view(0).seen if seen.packet == 0)
    assert (passed_on.first, passed_on.last, len(passed_on.cards)) == (1, 2, 2)
    taken: Counter[tuple[int, ...]] = Counter()
    rng = generator(1)
    for _ in range(400):
        world = layout.clone(play.s)
        GAME.hidden.redeal_unseen(world, play.c, 0, rng)
        taken[tuple(world.packet[0][1:3])] += 1
        assert world.packet[0][3:] == play.s.packet[0][3:]
        assert world.packet[0][0] == play.s.packet[0][0]
    first, second = passed_on.cards
    assert set(taken) == {(first, second), (second, first)}
    assert min(taken.values()) > 140


@pytest.mark.rule("KD-33")
def test_cards_never_seen_are_drawn_evenly_from_all_that_are_unknown() -> None:
    """At the start seat 0 of three knows its hand and the three revealed cards: 68 others for 18 places."""
    play = play_some(9, 3, False, 0)
    known = {*play.view(0).hand, *play.view(0).revealed}
    held: Counter[int] = Counter()
    rng = generator(2)
    for _ in range(680):
        world = layout.clone(play.s)
        GAME.hidden.redeal_unseen(world, play.c, 0, rng)
        held.update(world.packet[1] + world.packet[2])
    assert set(held) == set(range(CREW)) - known
    assert 120 < min(held.values()) <= max(held.values()) < 245  # 180 expected


@pytest.mark.rule("KD-33")
def test_face_down_dragons_are_drawn_evenly() -> None:
    play = play_some(9, 3, False, 24 + 3)  # one trick is over
    lair = play.s.lair
    below_top: Counter[int] = Counter()
    rng = generator(3)
    for _ in range(540):
        world = layout.clone(play.s)
        GAME.hidden.redeal_unseen(world, play.c, 1, rng)
        assert world.lair[:2] == lair[:2]
        below_top.update(world.lair[2:])
    assert set(below_top) == set(range(20)) - set(lair[:2])
    assert 100 < min(below_top.values()) <= max(below_top.values()) < 205  # 150 expected


@pytest.mark.rule("KD-32")
def test_a_card_first_seen_when_played_may_come_from_several_packets() -> None:
    """Seat 4 of five, seen by seat 0, picked from four packets before seat 0 had seen them."""
    play = play_some(12, 5, False, 75)
    rng, origins = generator(4), set()
    passed_on = {card for seen in play.view(0).seen for card in seen.cards}
    unseen = [card for card in play.view(0).everybody[4].played if card not in passed_on]
    for _ in range(300):
        world = layout.clone(play.s)
        GAME.hidden.redeal_unseen(world, play.c, 0, rng)
        origins |= {k for k in range(5) if unseen[0] in world.packet[k]}
    assert origins == {1, 2, 3, 4}


@pytest.mark.rule("KD-32")
@pytest.mark.rule("KD-29")
def test_in_the_variant_a_hand_once_seen_is_known_for_ever() -> None:
    play = play_some(5, 4, True, 8)
    assert play.s.passed == 2
    known = play.view(1)
    assert {seen.packet for seen in known.seen} == {0, 1}  # its first hand and the one passed on just now
    for seen in known.seen:
        assert list(seen.cards) == play.s.packet[seen.packet][2:]
    assert list(known.hand) == play.s.packet[3][2:]


@pytest.mark.rule("KD-31")
@pytest.mark.rule("KD-33")
def test_a_spectator_knows_the_public_things_only() -> None:
    play = play_some(3, 4, False, 32 + 6)
    known = play.view(SPECTATOR)
    assert (known.hand, known.picks, known.seen) == ((), (), ())
    assert [len(other.played) for other in known.everybody].count(2) == 2
    assert [other.hand_size for other in known.everybody] == [
        9 - len(other.played) for other in known.everybody
    ]
    assert known.open_dragon == play.s.lair[1]
    assert len(known.revealed) == 4


@pytest.mark.rule("KD-33")
@pytest.mark.rule("KD-B12")
def test_unplayed_cards_stay_hidden_after_the_end() -> None:
    play = play_some(3, 3, False, 45)
    assert play.over
    left = {rules.hand_card(play.s, 1, t) for t in range(9)} - {-1}
    world = layout.clone(play.s)
    GAME.hidden.redeal_unseen(world, play.c, SPECTATOR, generator(8))
    assert len(left) == 2
    assert left != {rules.hand_card(world, 1, t) for t in range(9)} - {-1}
    assert world.player[1].played == play.s.player[1].played


def test_the_order_of_a_passed_hand_tells_nothing() -> None:
    """A hand is listed in ascending order, so a gap in it cannot be read as the place of the missing card."""
    play = play_some(6, 5, False, 17)
    for seat in play.seats_to_act():
        assert play.legal(seat) == sorted(play.legal(seat))


def test_a_commit_is_hidden_until_the_cards_are_played() -> None:
    play = play_some(2, 3, False, 0)
    before = [msgspec.json.encode(play.view(seat)) for seat in (1, SPECTATOR)]
    twins = []
    for choice in (0, 5):
        twin = start_play(GAME, play.options, play.d)
        events = twin.act(0, twin.legal(0)[choice])
        twins.append(
            [msgspec.json.encode([twin.view(seat), twin.told(events, seat)]) for seat in (1, SPECTATOR)]
        )
    assert twins[0] == twins[1]
    assert before != twins[0]
