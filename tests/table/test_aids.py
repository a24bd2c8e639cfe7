"""Aids that are no rules, help to aim and a memory: options, and what is switched off is not told."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest

from kosmoport.bots import Chair
from kosmoport.bots.worlds import World
from kosmoport.core.contract import SPECTATOR
from kosmoport.games import GAMES, game_by_id
from kosmoport.games.kosmodraci.view import View, forget
from kosmoport.house.bot_seats import ask_for
from kosmoport.table.acting import check_aim
from kosmoport.table.declined import Declined
from kosmoport.table.protocol import Aid, Ready
from kosmoport.table.settings import NewTable
from kosmoport.table.telling import snapshot
from tests.table.desk import Desk, playing, seated

ESKADRA, DRACI = "kosmiczna_eskadra", "kosmodraci"


# ---------------------------------------------------------------- help to aim


@pytest.mark.rule("KE-B51")
@pytest.mark.parametrize(
    ("mode", "chosen", "told"),
    [
        ("turns", "calm", True),
        ("lightning", "calm", False),
        ("turns", "always", True),
        ("lightning", "always", True),
        ("turns", "never", False),
        ("lightning", "never", False),
    ],
)
def test_who_is_told_what_a_card_would_meet_is_an_option(mode: str, chosen: str, told: bool) -> None:
    desk = playing(ESKADRA, 2, options={"mode": mode, "aim_help": chosen})
    assert desk.table.tells_aim() == desk.table.tells_aim(0) == told
    if told:
        check_aim(desk.table, 0)
    else:
        with pytest.raises(Declined, match="no_aim"):
            check_aim(desk.table, 0)


def test_no_other_game_has_help_to_aim() -> None:
    for game in GAMES:
        if game.id != ESKADRA:
            assert not seated(game.id, 3).table.tells_aim()


@pytest.mark.rule("KE-B51")
def test_a_seat_that_plays_by_words_is_granted_it_before_the_start_for_all_to_see() -> None:
    desk = seated(ESKADRA, 3)
    for seat in range(3):
        desk.send(seat, Ready(desk.new_id()))
    desk.send(1, Aid(desk.new_id()))
    assert [seat.ready for seat in desk.table.seats] == [False] * 3, "everybody agrees anew"
    for viewer in (SPECTATOR, 0, 1, 2):
        told = msgspec.json.decode(desk.told[viewer][-1])
        assert (told["cause"], told["seat"]) == ("aided", 1)
        assert [seat["aided"] for seat in told["seats"]] == [False, True, False]
        assert [seat.aided for seat in snapshot(desk.table, viewer, desk.now).seats] == [False, True, False]
    desk.begin()
    assert [desk.table.tells_aim(seat) for seat in range(3)] == [False, True, False]
    assert desk.refused(0, Aid(desk.new_id())).id == "begun"
    assert desk.again().seats[1].aided


def test_the_grant_can_be_given_back_and_goes_with_the_person() -> None:
    desk = seated(ESKADRA, 2)
    desk.send(0, Aid(desk.new_id()))
    before = desk.table.n
    desk.send(0, Aid(desk.new_id()))
    assert desk.table.n == before, "nothing has changed, so nobody has to be ready again"
    desk.send(0, Aid(desk.new_id(), wanted=False))
    assert not desk.table.seats[0].aided
    desk.send(1, Aid(desk.new_id()))
    desk.send("host", _remove(desk, 1))
    assert not desk.table.seats[1].aided


def _remove(desk: Desk, seat: int) -> Any:
    from kosmoport.table.protocol import Remove

    return Remove(desk.new_id(), seat)


@pytest.mark.parametrize("options", [{"mode": "turns"}, {"aim_help": "always"}])
def test_where_everybody_has_it_there_is_nothing_to_grant(options: dict[str, Any]) -> None:
    assert seated(ESKADRA, 2, options=options).refused(0, Aid("1")).id == "no_aid"


def test_a_game_without_such_help_grants_nothing() -> None:
    assert seated(DRACI, 3).refused(0, Aid("1")).id == "no_aid"


# ---------------------------------------------------------------- a memory


def evenings(options: dict[str, Any], seed: int = 1) -> Iterator[Desk]:
    """A game of Kosmodraci by people, before each of their decisions and at its end."""
    desk = playing(DRACI, 3, options=options)
    chance = Random(seed)
    while not desk.table.over:
        yield desk
        seat = chance.choice(list(desk.table.due))
        desk.act(seat, chance.randrange(len(desk.play.legal(seat))))
    yield desk


@pytest.mark.rule("KD-B32")
@pytest.mark.parametrize("variant", [False, True])
def test_a_table_that_forgets_shows_what_lies_open_on_a_real_one(variant: bool) -> None:
    covered = 0
    for desk in evenings({"memory_aids": False, "family_variant": variant}):
        for viewer in (SPECTATOR, 0, 1, 2):
            known: View = desk.play.view(viewer)
            shown = snapshot(desk.table, viewer, desk.now).position
            assert shown is not None
            view: View = shown.view
            if desk.table.over:
                assert view == known, "when the game is over everything lies open"
                continue
            assert (view.hand, view.sides, view.open_dragon) == (known.hand, known.sides, known.open_dragon)
            assert view.seen == ()
            assert view.picks == (known.picks if known.stage == "draft" else ())
            begun = known.passed or known.trick or known.acted
            assert view.revealed == (() if begun else known.revealed)
            for mine, true in zip(view.everybody, known.everybody, strict=True):
                assert mine.played[-1:] == true.played[-1:], "the card on top is seen"
                assert set(mine.played[:-1]) <= {-1}
                faces = [known.crew[card] for card in true.played[:-1]]
                assert [(u.R, u.M, u.C, u.p) for u in mine.under] == [(f.R, f.M, f.C, f.p) for f in faces]
                assert (mine.symbols, mine.own, mine.total) == (true.symbols, true.own, true.total)
                covered += len(faces)
    assert covered > 100


@pytest.mark.rule("KD-B32")
def test_what_is_told_at_a_table_that_forgets_does_not_depend_on_what_is_forgotten() -> None:
    """Exchange covered cards for others with the same upper part: not a byte of any snapshot changes."""
    exchanged = 0
    for desk in evenings({"memory_aids": False}, seed=5):
        if desk.table.over or desk.play.view(0).stage == "draft":
            continue
        known: View = desk.play.view(SPECTATOR)
        other = _with_other_covered_cards(known)
        exchanged += other != known
        assert msgspec.json.encode(forget(other)) == msgspec.json.encode(forget(known))
    assert exchanged > 10


def _with_other_covered_cards(known: View) -> View:
    lying = {card for player in known.everybody for card in player.played}
    others = []
    for player in known.everybody:
        played = list(player.played)
        for t in range(len(played) - 1):
            face = known.crew[played[t]]
            same = [
                card
                for card, one in enumerate(known.crew)
                if card not in lying and (one.R, one.M, one.C, one.p) == (face.R, face.M, face.C, face.p)
            ]
            played[t] = same[0] if same else played[t]
            lying.add(played[t])
        others.append(msgspec.structs.replace(player, played=tuple(played)))
    return msgspec.structs.replace(known, everybody=tuple(others))


@pytest.mark.rule("KD-B32")
def test_bots_remember_whatever_the_table_does() -> None:
    for desk in evenings({"memory_aids": False}):
        if desk.table.over:
            return
        seat = next(iter(desk.table.due))
        ask = ask_for(desk.table, seat, "casual", 0, "")
        assert ask.view == desk.play.view(seat)


def test_a_world_built_from_what_was_not_forgotten_looks_the_same() -> None:
    """For programs at such a table, which see no more than people."""
    game = game_by_id(DRACI)
    for variant in (False, True):
        for desk in evenings({"memory_aids": False, "family_variant": variant}, seed=3):
            if desk.table.over:
                break
            shown = forget(desk.play.view(1))
            world = World(Chair(game, desk.table.options, game.standard_components, 1, 7))
            s = world.of(shown)
            assert sorted(game.legal(s, world.c, 1)) == sorted(desk.play.legal(1))
            assert forget(game.view.view(s, world.c, 1)) == shown


def test_by_default_the_table_remembers() -> None:
    for desk in evenings({}):
        assert not desk.table.forgets
        position = snapshot(desk.table, 0, desk.now).position
        assert position is not None
        assert position.view == desk.play.view(0)


def test_whoever_comes_to_a_table_is_told_of_its_aids() -> None:
    """The settings stand in every snapshot, and say them also where they are as usual."""
    for game, name in ((ESKADRA, "aim_help"), (DRACI, "memory_aids")):
        desk = Desk(NewTable(game))
        assert name in snapshot(desk.table, SPECTATOR, desk.now).settings.options
        assert [option.name for option in game_by_id(game).options if getattr(option, "aid", False)] == [name]
