"""Kosmiczni Piraci: each rule of thumb prefers what it says."""

from __future__ import annotations

from kosmoport.core.words import Told
from kosmoport.engine.reference import plain_search
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play
from tests.games.kosmiczni_piraci.tables import drawn, lay

RICH = [[7, 7], [1], [1], [1], [1], [1]]


def liking(play: Play, card: object, planet: int) -> int:
    """How good it looks to the seat whose turn it is to lay a card on a planet."""
    seat = play.seats_to_act()[0]
    action = GAME.encode(play.view(seat), Told("lay", {"card": card, "planet": planet}))
    return int(plain_search(GAME).worth(play.s, play.c, seat, action))


def test_pirates_go_where_the_treasure_is() -> None:
    play = drawn(trade=3, pirate=4, treasures=RICH)
    assert liking(play, 5, 0) > liking(play, 5, 1)


def test_the_pirate_ship_spoils_a_planet() -> None:
    quiet, plundered = drawn(trade=3, pirate=4, treasures=RICH), drawn(trade=3, pirate=0, treasures=RICH)
    assert liking(quiet, 5, 0) > liking(plundered, 5, 0)


def test_strength_is_spread() -> None:
    """After a seven on the richest planet the next pirate looks better elsewhere."""
    play = drawn(3, trade=3, pirate=4, treasures=[[7], [6], [1], [1], [1], [1]])
    assert liking(play, 6, 0) > liking(play, 6, 1)
    lay(play, (7, 0), (1, 2), (1, 3))
    assert liking(play, 6, 1) > liking(play, 6, 0)


def test_a_pirate_far_behind_a_rival_is_wasted() -> None:
    play = drawn(3, trade=3, pirate=4, treasures=RICH)
    before = liking(play, 1, 0)
    play.s.player[1].strength[0] = 12
    assert liking(play, 1, 0) < before


def test_a_trap_is_laid_where_rivals_are() -> None:
    play = drawn(3, trade=3, pirate=4, treasures=RICH)
    before = liking(play, "T", 0)
    play.s.player[1].present[0] = 1
    assert liking(play, "T", 0) > before


def test_nothing_is_laid_on_the_own_teleport() -> None:
    play = drawn(3, trade=3, pirate=4, treasures=RICH)
    lay(play, ("T", 0), (1, 1), (1, 2))
    assert liking(play, 5, 0) < min(liking(play, 5, planet) for planet in range(1, 6))


def test_a_strong_card_fears_a_teleport_more_than_a_weak_one() -> None:
    known, unknown = drawn(3, trade=3, pirate=4, treasures=RICH), drawn(3, trade=3, pirate=4, treasures=RICH)
    for play in (known, unknown):
        lay(play, (1, 5), (3, 0), (1, 2))
    known.s.player[1].seen[7] = 1  # its teleport is gone, so the card at planet 0 is a pirate
    fear = [liking(known, card, 0) - liking(unknown, card, 0) for card in (2, 7)]
    assert 0 < fear[0] < fear[1]


def test_a_treasure_is_taken_by_its_worth() -> None:
    play = drawn(3, trade=3, pirate=4, treasures=RICH)
    play.s.stage, play.s.turn = 1, 0
    worth = [plain_search(GAME).worth(play.s, play.c, 0, 48 + kind) for kind in range(8)]
    assert worth == sorted(worth)
    assert len(set(worth)) == 8
