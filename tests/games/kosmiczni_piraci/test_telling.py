"""Kosmiczni Piraci: what each seat is told while cards are laid and treasures are taken."""

from __future__ import annotations

import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.errors import BadInput, Refused
from kosmoport.core.words import Told
from kosmoport.games.kosmiczni_piraci import GAME
from kosmoport.games.kosmiczni_piraci.case_table import Play
from tests.games.kosmiczni_piraci.tables import NAMES, WORDS, drawn, lay, said, take


def account(play: Play, seat: int) -> list[str]:
    return [WORDS.say("account", line, NAMES) for line in GAME.view.account(play.view(seat))]


@pytest.mark.rule("KP-12")
@pytest.mark.rule("KP-43")
def test_only_the_owner_is_told_what_was_laid() -> None:
    play = drawn()
    events = lay(play, (5, 2))
    assert said(play, events, 0) == ["Ann lays the 5 face down on planet 3."]
    for seat in (1, 2, SPECTATOR):
        assert said(play, events, seat) == ["Ann lays a card face down on planet 3."]


@pytest.mark.rule("KP-40")
def test_a_turned_card_and_a_moving_ship_are_told_to_all() -> None:
    play = drawn()
    events = lay(play, (5, 0), ("T", 0))
    public = ["Ann's card on planet 1 is turned up: 5.", "The trade ship moves from planet 1 to planet 2."]
    assert said(play, events, 1) == ["Ben lays the teleport face down on planet 1.", *public]
    for seat in (0, 2, SPECTATOR):
        assert said(play, events, seat) == ["Ben lays a card face down on planet 1.", *public]


@pytest.mark.rule("KP-18")
@pytest.mark.rule("KP-43")
def test_a_loss_names_the_card_to_its_owner_only() -> None:
    play = drawn()
    events = lay(play, ("T", 1), (7, 1))
    turned = "Ann's card on planet 2 is turned up: teleport."
    assert said(play, events, 1)[1:] == [turned, "Ann's teleport goes off on planet 2: Ben loses the 7."]
    for seat in (0, 2, SPECTATOR):
        told = said(play, events, seat)
        assert told[1:] == [turned, "Ann's teleport goes off on planet 2: Ben loses the card just laid."]
        assert not any("7" in line for line in told)


@pytest.mark.rule("KP-25")
@pytest.mark.rule("KP-42")
def test_the_end_turns_up_what_lies_and_nothing_else() -> None:
    play = drawn(hands=[["T"], [5], [2]], trade=2, pirate=4, treasures={1: [6], 4: [7]})
    events = lay(play, ("T", 0), (5, 0), (2, 1))
    assert said(play, events) == [
        "Cid lays a card face down on planet 2.",
        "Sending pirates is over: all cards have been laid.",
        "Cid's last card on planet 2 is turned up: 2.",
        "The pirate ship carries off the 7 from planet 5.",
        "Nobody takes the trade ship on planet 3.",
        "Cid takes the 6 from planet 2.",
    ]


@pytest.mark.rule("KP-31")
@pytest.mark.rule("KP-33")
def test_choices_and_surplus_are_told_apart() -> None:
    play = drawn(hands=[[3], [2], [1]], trade=2, pirate=4, treasures={0: [6, 5, 4, 4]})
    lay(play, (3, 0), (2, 0), (1, 0))
    assert said(play, take(play, 5)) == ["Ann takes the 5 from planet 1."]
    assert said(play, take(play, 4)) == ["Ben takes the 4 from planet 1."]
    assert said(play, take(play, 4)) == [
        "Cid takes the 4 from planet 1.",
        "Ann is the strongest on planet 1 and also gets the 6.",
    ]
    assert play.over


@pytest.mark.rule("KP-31")
def test_whoever_has_no_choice_is_not_asked() -> None:
    play = drawn(hands=[[3], [2], [1]], trade=2, pirate=4, treasures={0: [5, 5], 1: [7, 6, 1]})
    lay(play, (3, 0), (2, 0), (1, 1))
    assert play.over
    assert GAME.scores(play.s, play.c) == [5, 5, 14]


@pytest.mark.rule("KP-31")
def test_with_auto_pick_nobody_is_asked_and_the_highest_are_taken() -> None:
    play = drawn(
        hands=[[3], [2], [1]], trade=2, pirate=4, treasures={0: [6, 5, 4, 4]}, options={"auto_pick": True}
    )
    lay(play, (3, 0), (2, 0), (1, 0))
    assert play.over
    assert GAME.scores(play.s, play.c) == [10, 5, 4]


@pytest.mark.rule("KP-31")
def test_a_choice_may_not_be_declined_or_left_to_another() -> None:
    play = drawn(hands=[[3], [2], [1]], trade=2, pirate=4, treasures={0: [6, 5]})
    lay(play, (3, 0), (2, 0), (1, 1))
    before = play.view(SPECTATOR)
    assert play.legal(0) == [GAME.encode(play.view(0), Told("take", {"treasure": v})) for v in (5, 6)]
    for seat, act in (
        (1, "take the 6"),
        (0, "take the 4"),
        (0, "take the trade ship"),
        (0, "lay the 3 on planet 2"),
    ):
        with pytest.raises(Refused):
            play.act(seat, GAME.encode(play.view(seat), WORDS.read_action(act)))
    assert play.view(SPECTATOR) == before
    assert before.settling == 0
    assert before.waiting == (0, 1)
    assert before.strongest == 0


def test_the_account_of_a_table_says_what_the_seat_knows() -> None:
    play = drawn(treasures={0: [3, 6], 2: [7]})
    lay(play, ("T", 1), (7, 1), (4, 0))
    assert account(play, 1) == [
        "The trade ship is at planet 1 (home 1), the pirate ship at planet 4 (home 4).",
        "Planet 1: treasures 3, 6.",
        "  Cid: a card face down",
        "Planet 2: treasures none.",
        "Planet 3: treasures 7.",
        "Planet 4: treasures none.",
        "Planet 5: treasures none.",
        "Planet 6: treasures none.",
        "Ann: 7 cards in hand; lost to teleports: 0; used up: teleport; treasures won: none.",
        "Ben: 7 cards in hand; lost to teleports: 1; used up: none; treasures won: none.",
        "Cid: 7 cards in hand; lost to teleports: 0; used up: none; treasures won: none.",
        "Your cards lost to teleports: 7.",
        "Your hand: 1, 2, 3, 4, 5, 6, teleport.",
    ]
    assert "  Cid: 4, face down" in account(play, 2)
    assert not any(line.startswith("Your") for line in account(play, SPECTATOR))


def test_the_account_of_stage_2_says_who_chooses() -> None:
    play = drawn(hands=[[1], [2], [3]], trade=2, pirate=4, treasures={0: [6, 5], 4: [7, 1]})
    lay(play, (1, 0), (2, 0), (3, 0))
    lines = account(play, SPECTATOR)
    assert "Planet 1 is being settled; still to choose, in this order: Cid, Ben, Ann." in lines
    assert lines[lines.index("Planet 5: treasures none.") + 1] == "  back in the box: 1, 7"
    assert "Cid: 0 cards in hand; lost to teleports: 0; used up: none; treasures won: none." in lines


@pytest.mark.parametrize(
    ("words", "reason"),
    [
        ("lay the 9 on planet 1", "card"),
        ("lay the teleport on planet 7", "planet"),
        ("lay the 2 on planet 0", "planet"),
        ("take the 8", "treasure"),
    ],
)
def test_words_that_name_nothing_are_refused_with_a_reason(words: str, reason: str) -> None:
    with pytest.raises(Refused) as caught:
        GAME.encode(drawn().view(0), WORDS.read_action(words))
    assert caught.value.reason == reason
    assert WORDS.say("reason", Told(reason))


def test_words_that_are_no_action_are_refused() -> None:
    with pytest.raises(BadInput, match="not an action"):
        WORDS.read_action("lay 5")
    for act in (Told("fly", {"card": 5, "planet": 0}), Told("lay", {"card": 5}), Told("take", {})):
        with pytest.raises(Refused, match="unknown"):
            GAME.encode(drawn().view(0), act)


def test_equal_cards_have_names_of_their_own() -> None:
    play = drawn(hands=[[3, 3, "T", "T"], [1], [1]])
    known = play.view(0)
    said_so = [WORDS.say("action", GAME.describe(known, action)) for action in play.legal(0)]
    assert said_so[::6] == [f"lay the {card} on planet 1" for card in ("3", "3b", "teleport", "Tb")]
    assert [GAME.encode(known, WORDS.read_action(text)) for text in said_so] == play.legal(0)
    lay(play, (3, 0), (1, 1), (1, 2))
    assert GAME.encode(play.view(0), Told("lay", {"card": 3, "planet": 4})) == 1 * 6 + 4
