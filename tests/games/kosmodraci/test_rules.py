"""Kosmodraci from the first pick to the last trick: what rule cases cannot show."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from kosmoport.core import layout
from kosmoport.core.chance import below
from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import Refused
from kosmoport.core.play import generator, new_play
from kosmoport.core.words import Told, Words
from kosmoport.games.kosmodraci import GAME, rules, scoring
from kosmoport.games.kosmodraci.cases import Play
from tests.games.paths import put


def new_game(seed: int = 1, **options: Any) -> Play:
    return new_play(GAME, GAME.read_options(options), generator(seed))


def play_on(play: Play, rng: Any) -> None:
    while not play.over:
        seat = play.seats_to_act()[0]
        legal = play.legal(seat)
        play.act(seat, legal[below(rng, len(legal))])


def problems(play: Play) -> list[str]:
    return list(GAME.invariants.problems(play.s, play.c))


@pytest.fixture
def words() -> Words:
    return GAME.words("en")


@pytest.mark.rule("KD-8")
@pytest.mark.rule("KD-19")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_a_game_has_eight_picks_and_seven_plays_for_everybody(players: int) -> None:
    play = new_game(players=players)
    play_on(play, generator(5))
    assert [sum(move.seat == p for move in play.moves) for p in range(players)] == [15] * players


@pytest.mark.rule("KD-29")
@pytest.mark.parametrize("players", [3, 4, 5])
def test_the_variant_has_seven_plays_for_everybody(players: int) -> None:
    play = new_game(players=players, family_variant=True)
    play_on(play, generator(5))
    assert [sum(move.seat == p for move in play.moves) for p in range(players)] == [7] * players


@pytest.mark.rule("KD-5")
@pytest.mark.rule("KD-B29")
@pytest.mark.parametrize("variant", [True, False])
def test_the_highest_revealed_card_leads_the_first_trick(variant: bool) -> None:
    leads = set()
    for seed in range(20):
        play = new_game(seed, players=3, family_variant=variant)
        values = [play.c.crew[card].value for card in play.view(SPECTATOR).revealed]
        assert play.s.lead == values.index(max(values))
        leads.add(play.s.lead)
    assert leads == {0, 1, 2}


@pytest.mark.rule("KD-4")
@pytest.mark.rule("KD-B18")
def test_sides_drawn_by_lot_give_all_eight_combinations() -> None:
    by_lot = dict.fromkeys(("research", "morale", "crime"), "random")
    views = [new_game(seed, sides=by_lot).view(SPECTATOR) for seed in range(80)]
    assert len({tuple(view.sides.values()) for view in views}) == 8
    fixed = new_game(3, sides={"morale": "B"}).view(SPECTATOR)
    assert fixed.sides == {"research": "A", "morale": "B", "crime": "A"}


@pytest.mark.rule("KD-2")
@pytest.mark.rule("KD-7")
def test_dealt_cards_are_all_different_and_one_dragon_is_open() -> None:
    play = new_game(7, players=5)
    dealt = [card for packet in play.s.packet for card in packet] + play.s.starter
    assert len(dealt) == len(set(dealt)) == 50
    assert play.view(SPECTATOR).open_dragon == play.s.lair[0]


@pytest.mark.rule("KD-8")
def test_everybody_may_pick_in_any_order() -> None:
    play = new_game(players=4)
    assert play.seats_to_act() == [0, 1, 2, 3]
    play.act(2, play.legal(2)[0])
    assert play.seats_to_act() == [0, 1, 3]
    assert play.legal(2) == []


@pytest.mark.rule("KD-18")
@pytest.mark.rule("KD-31")
@pytest.mark.rule("KD-B21")
def test_played_cards_stay_public_in_the_order_of_tricks() -> None:
    play = new_game(players=3, family_variant=True)
    play_on(play, generator(2))
    known = play.view(SPECTATOR)
    for p in range(3):
        assert list(known.everybody[p].played) == [move.action for move in play.moves if move.seat == p]


@pytest.mark.rule("KD-20")
@pytest.mark.rule("KD-27")
@settings(max_examples=15, deadline=None)
@given(seed=st.integers(0, 2**31), players=st.integers(3, 5), side=st.sampled_from("AB"))
def test_totals_are_what_lies_on_the_table(seed: int, players: int, side: str) -> None:
    """The running sums equal a count of the cards at the end, scored by sorting instead of comparing."""
    sides = dict.fromkeys(("research", "morale", "crime"), side)
    play = new_game(seed, players=players, family_variant=True, sides=sides)
    play_on(play, generator(seed))
    known, counts, totals = play.view(SPECTATOR), [], []
    for other in known.everybody:
        faces = [known.crew[i] for i in other.played] + [known.dragons[i] for i in other.dragons]
        counts.append([sum(getattr(face, key) for face in faces) for key in "RMC"])
        totals.append(sum(face.p for face in faces) + other.shields - 5 * other.damage)
    for p, own in enumerate(counts):
        ranks = [sorted({count[k] for count in counts}) for k in range(3)]
        totals[p] += by_the_book(
            side, [rank.index(own[k]) for k, rank in enumerate(ranks)], [len(r) for r in ranks]
        )
    assert GAME.scores(play.s, play.c) == totals
    assert sum(len(other.dragons) for other in known.everybody) == 7


def by_the_book(side: str, rank: list[int], ranks: list[int]) -> int:
    """KD-21 to KD-23 with dense ranks from the fewest."""
    most = [n - 1 - r for r, n in zip(rank, ranks, strict=True)]
    places = [most, rank] if side == "A" else [rank, most]
    research = 10 * (places[0][0] == 0) + 5 * (places[1][0] == 0)
    others = {0: 10, 1: 5}.get(places[0][1], 0) + {0: 10, 1: 5}.get(places[1][2], 0)
    return research + others if side == "A" else -research - others


@pytest.mark.rule("KD-28")
def test_three_heroes_share_the_win() -> None:
    s = GAME.blank_state(GAME.read_options({"players": 4}))
    s.player[3].points = -1
    assert GAME.returns(s, GAME.component_record()) == [20, 20, 20, 0]
    s.player[1].dragons = 1
    assert GAME.returns(s, GAME.component_record()) == [0, 60, 0, 0]


@pytest.mark.rule("KD-28")
def test_negative_totals_win_too() -> None:
    s = GAME.blank_state(GAME.read_options({"players": 3}))
    for p, points in enumerate((-90, -70, -80)):
        s.player[p].points = points
    assert GAME.returns(s, GAME.component_record()) == [0, 60, 0]
    assert scoring.total(s, 1) == -70 + 35


@pytest.mark.rule("KD-B9")
def test_the_renewed_pile_and_markers_are_told(words: Words) -> None:
    play = new_game(players=5, family_variant=True)
    s = play.s
    s.draw, s.discard = 0, 2
    rules.gain_shields(s, 4, 3)
    told = play.told(layout.collect(s), SPECTATOR)
    assert [line.id for line in told] == ["renewed", "shields_gained"]
    assert "2 cards" in words.say("event", told[0])
    assert (s.draw, s.discard, s.virtual) == (0, 0, 1)
    lines = [words.say("account", line) for line in GAME.view.account(play.view(SPECTATOR))]
    assert "Both piles are used up; 1 marker is in use." in lines


def test_a_trick_is_told_step_by_step(words: Words) -> None:
    play = new_game(3, players=3, family_variant=True)
    ids: list[str] = []
    for _ in range(3):
        seat = play.seats_to_act()[0]
        ids += [line.id for line in play.told(play.act(seat, play.legal(seat)[0]), SPECTATOR)]
    assert [i for i in ids if i in ("played", "trick_won", "captured", "turned_up", "passed")] == [
        *["played"] * 3,
        *["trick_won", "captured", "turned_up", "passed"],
    ]


def test_own_picks_are_told_to_their_owner_only() -> None:
    play = new_game(players=3)
    events = play.act(1, play.legal(1)[0])
    assert [line.id for line in play.told(events, 1)] == ["picked_own"]
    assert play.told(events, 0) == play.told(events, SPECTATOR) == [Told("picked", {"seat": 1})]


def test_words_of_the_other_phase_are_refused() -> None:
    play = new_game(players=3)
    card = play.view(0).crew[play.legal(0)[0]].v
    assert GAME.encode(play.view(0), Told("pick", {"card": card})) == play.legal(0)[0]
    for told, reason in (
        (Told("play", {"card": card}), "phase"),
        (Told("pick", {"card": 81}), "card"),
        (Told("pick", {"card": True}), "card"),
        (Told("fly", {}), "unknown"),
    ):
        with pytest.raises(Refused, match=reason):
            GAME.encode(play.view(0), told)


@pytest.mark.rule("KD-11")
def test_outsiders_and_waiting_seats_are_refused() -> None:
    play = new_game(players=3, family_variant=True)
    waiting = (play.s.lead + 1) % 3
    own = rules.hand_card(play.s, waiting, 0)
    for seat in (waiting, SPECTATOR, CHANCE, 3, 7):
        assert GAME.reason(play.s, play.c, seat, own) == "turn"
    assert GAME.reason(play.s, play.c, play.s.lead, own) == "card"
    assert GAME.reason(play.s, play.c, play.s.lead, 80) == "unknown"


DAMAGES = {
    "draft": [
        ("passed", 9), ("passed", -1), ("acted", 31), ("acted", -1), ("turn", 0), ("lead", 5), ("trick", 1),
        ("stage", 1), ("stage", 7), ("draw", 29), ("discard", 1), ("virtual", 1), ("side[0]", 2),
        ("packet[0][0]", 80), ("packet[0][8]", -1), ("starter[0]", -1), ("lair[3]", 20), ("taker[0]", 0),
        ("player[0].gone", 1), ("player[0].played[0]", 3), ("player[2].symbols[1]", 1),
        ("player[1].points", 2), ("player[1].dragons", 1), ("player[1].shields", 1), ("player[3].damage", -1),
        ("opt.players", 6), ("opt.family_variant", 1), ("opt.sides[0]", -1),
    ],
    "hunt": [
        ("passed", 8), ("acted", 4), ("turn", -1), ("lead", -1), ("trick", 7), ("stage", 2), ("taker[0]", -1),
        ("player[0].gone", 511), ("player[0].gone", -1), ("player[0].played[0]", -1),
        ("player[1].played[6]", 5), ("opt.players", 4), ("opt.family_variant", 1),
    ],
}  # fmt: skip


@pytest.mark.parametrize(
    "phase, path, value",
    [(phase, path, value) for phase, rows in DAMAGES.items() for path, value in rows],
)
def test_a_damaged_position_is_noticed(phase: str, path: str, value: int) -> None:
    play = new_game(4, players=5)
    for _ in range(3 if phase == "draft" else 47):
        play.act(play.seats_to_act()[0], play.legal(play.seats_to_act()[0])[0])
    assert play.view(0).stage == phase
    assert problems(play) == []
    put(play.s, path, value)
    assert problems(play)


@pytest.mark.parametrize(
    "field, place, value, what",
    [
        ("crew", 0, 80, "crew must have each of its 80 cards once"),
        ("dragons", 3, -1, "dragons must have each of its 20 cards once"),
        ("side", 1, 1, "side[1] is 1"),
    ],
)
def test_a_damaged_deal_is_noticed(field: str, place: int, value: int, what: str) -> None:
    play = new_game(2)
    getattr(play.d, field)[place] = value
    found = list(GAME.invariants.deal_problems(play.s, play.c, play.d))
    assert len(found) == 1
    assert found[0].startswith(what)
