"""Continuing a finished game from one of its moves: what is taken over, what is fresh, what is refused."""

from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest

from kosmoport.core.contract import CHANCE, SPECTATOR
from kosmoport.core.errors import BadInput
from kosmoport.core.play import Play
from kosmoport.core.records import load_record
from kosmoport.games import GAMES
from kosmoport.house.game_records import frames_of, is_open, record_text
from kosmoport.table import continuing as continuing_tables
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.continuing import continuing, told_of, unfair_past
from kosmoport.table.entries import Created
from kosmoport.table.fair import SECOND
from kosmoport.table.settings import Continue, MoveClock, NewTable
from kosmoport.table.table import Table
from kosmoport.table.verify import verify_record
from tests.server.shelf import go_on, played
from tests.table.desk import Desk, observable

KINDS = [pytest.param(game.id, id=game.id) for game in GAMES]
SHORT = {"kosmiczna_eskadra": {"options": {"wins": 1}}}
OTHER_SECRET = bytes(range(50, 82))


def source_of(game: str = "kosmiczni_piraci", **asked: Any) -> Desk:
    """A finished game of people."""
    return played(game, **SHORT.get(game, {}) | asked)


def asked_for(source: Table, move: int, **asked: Any) -> NewTable:
    bots: list[Any] = [None] + ["casual"] * (source.settings.players - 1)
    same: dict[str, Any] = {"game": source.game.id, "bots": bots, "continues": Continue(source.id, move)}
    return NewTable(**same | asked)


def continued(source: Table, move: int, table: str = "continued", **asked: Any) -> Desk:
    """A table that continues, everybody seated and the game begun."""
    given = asked_for(source, move, **asked)
    settings, past = continuing(source, given)
    created = Created(settings, OTHER_SECRET.hex(), host="host-key", past=past, deal=SECOND)
    desk = Desk(given, table, created=created)
    for p, seat in enumerate(desk.table.seats):
        if not seat.taken:
            desk.sit("PQRST"[p])
    desk.begin()
    return desk


def play_of(table: Table) -> Play:
    assert table.begun
    return table.play


def moves_of(table: Table) -> list[tuple[int, int]]:
    assert table.begun
    return [(move.seat, move.action) for move in table.play.moves]


def finish(desk: Desk) -> Desk:
    go_on(desk)
    assert desk.table.over
    return desk


@pytest.mark.parametrize("game", KINDS)
@pytest.mark.parametrize("where", ["start", "middle", "last"])
def test_a_game_goes_on_from_any_move(game: str, where: str) -> None:
    source = source_of(game).table
    whole = moves_of(source)
    move = {"start": 0, "middle": len(whole) // 2, "last": len(whole) - 1}[where]
    desk = continued(source, move)
    assert moves_of(desk.table) == whole[:move]
    assert desk.table.settings.continues == desk.table.first_move == move
    assert desk.table.options == source.options
    assert desk.play.d == play_of(source).d
    finish(desk)
    assert moves_of(desk.table)[:move] == whole[:move]
    assert observable(desk.again(), desk.now)["told"] == observable(desk.table, desk.now)["told"]
    data = json.loads(record_text(desk.table))
    assert load_record(desk.table.game, data).over
    said = verify_record(data)
    assert f"this game continues another one after {move} move" in said[0]
    assert source.id in said[0]
    assert "only the record of that table can show" in " ".join(said)
    assert unfair_past(desk.table) is None


def test_frames_begin_with_the_moves_of_the_game_before() -> None:
    source = source_of("kosmiczna_misja", players=2)
    desk = finish(continued(source.table, 9))
    for seat in (SPECTATOR, 0, 1):
        before = frames_of("source", source.policy, source.lines, seat).frames
        after = frames_of("continued", desk.policy, desk.lines, seat).frames
        assert [frame.move for frame in after] == list(range(len(after)))
        for old, new in zip(before[:10], after, strict=False):
            assert (old.by, old.cause, old.told, old.view) == (new.by, new.cause, new.told, new.view)


def test_chance_after_the_start_is_the_new_tables_own() -> None:
    source = source_of("kosmiczna_misja", players=2).table
    desk = finish(continued(source, 10))
    own = [move for move in desk.table.fair_rolls if move < 10]
    assert own == []
    wanted = [desk.table.fair.roll_stream(k).a for k in range(3)]
    assert wanted != [source.fair.roll_stream(k).a for k in range(3)]
    assert any(move.seat == CHANCE for move in desk.play.moves[10:])


def test_a_device_of_a_table_that_continues_another_does_not_call_the_deal_unchosen() -> None:
    """Whoever continued the game knew it; only what chance brings from there on is nobody's choice."""
    desk = finish(continued(source_of("kosmiczna_misja", players=2).table, 11))
    table = desk.table
    seat = {"seat": 0, "round": 0, "commitment": table.commitment, "value": table.seats[0].value}
    kept = {"table": table.id, "seats": [{**seat, "frozen": table.frozen}]}
    told = verify_record(json.loads(record_text(table)), kept)[-1]
    assert told.endswith("what the record tells: nobody chose what chance gave at this table")


def test_a_game_that_was_continued_can_be_continued_again() -> None:
    first = source_of("kosmiczna_misja", players=2).table
    second = finish(continued(first, 12, table="second")).table
    for move, tables in {5: ["first"], 12: ["first"], 14: ["first", "second"]}.items():
        third = finish(continued(second, move, table="third"))
        assert third.table.past is not None
        named = {first.id: "first", "second": "second"}
        assert [named[part.table] for part in third.table.past.parts] == tables
        assert verify_record(json.loads(record_text(third.table)))
        assert unfair_past(third.table) is None
        assert moves_of(third.table)[:move] == moves_of(second)[:move]


def test_time_starts_fresh_and_goes_on_in_the_record() -> None:
    source = source_of("piraci").table
    desk = continued(source, 6, clock=MoveClock(60))
    clock = desk.table.clocks.state(desk.now)
    assert set(clock.left) == {60_000}
    desk.now += 3_000
    finish(desk)
    times = [move.at for move in desk.play.moves if move.at is not None]
    assert len(times) == len(desk.play.moves)
    assert times == sorted(times)


def test_nobody_goes_back_before_the_start() -> None:
    source = source_of("piraci").table
    move = next(k for k, made in enumerate(play_of(source).moves[1:], 1) if made.seat == 0)
    desk = continued(source, move + 1, bots=[None] * source.settings.players)
    assert desk.refused(0, protocol.TakeBack(desk.new_id())).id in ("nothing_done", "others_acted")
    desk.settle()
    actor = desk.table.to_act()[0]
    desk.act(actor)
    refused = desk.refused(actor, protocol.AskBack(desk.new_id(), move))
    assert (refused.id, refused.args) == ("before_this_table", {"moves": move + 1})
    desk.send(actor, protocol.AskBack(desk.new_id(), move + 1))
    for p in desk.table.people():
        if p != actor and desk.table.proposals:
            desk.send(p, protocol.Answer(desk.new_id(), max(desk.table.proposals), yes=True))
    assert moves_of(desk.table) == moves_of(source)[: move + 1]


def test_the_one_who_continues_may_sit_anywhere() -> None:
    source = source_of("piraci").table
    bots: list[Any] = ["casual"] * source.settings.players
    bots[2] = None
    desk = continued(source, 8, bots=bots)
    assert desk.table.people() == [2]
    assert desk.table.settings.hints


def test_nothing_of_the_source_is_told_to_those_who_play() -> None:
    source = source_of("kosmodraci").table
    desk = continued(source, 20)
    desk.settle()
    told = b"".join(text for texts in desk.told.values() for text in texts).decode()
    shown = b"".join(observable(desk.table, desk.now)["told"]).decode()
    for secret in (source.secret.hex(), source.id, "PlayedPlayed"):
        assert secret not in told + shown
    view = desk.play.view(1)
    assert view == play_of(desk.again()).view(1)
    assert desk.play.view(0).hand != view.hand


# ---------------------------------------------------------------- what cannot be


@pytest.mark.parametrize(
    ("asked", "sentence"),
    [
        ({"game": "piraci"}, "the game to continue is Kosmiczni Piraci"),
        ({"players": 4}, "the game to continue has 5 players"),
        ({"options": {"auto_pick": True}}, "options must be left out"),
        ({"start": 1}, "start must be left out"),
        ({"components": "x"}, "components must be left out"),
        ({"bots": ["casual"]}, "bots must have an entry for each of the 5 seats"),
        ({"continues": Continue("x", 10_000)}, "there is no move 10000"),
    ],
)
def test_what_the_game_has_settled_cannot_be_asked_for(asked: dict[str, Any], sentence: str) -> None:
    source = source_of().table
    with pytest.raises(BadInput, match=sentence):
        continuing(source, asked_for(source, 3, **asked))


def test_the_end_of_a_game_cannot_be_continued() -> None:
    source = source_of().table
    with pytest.raises(BadInput, match="over after move 44; continue from an earlier one"):
        continuing(source, asked_for(source, len(moves_of(source))))


def test_an_abandoned_game_goes_on_from_its_last_move() -> None:
    source = source_of().table
    desk = continued(source, 7)
    desk.write([log.Closed("abandoned")])
    assert is_open(desk.table)
    again = continued(desk.table, 7, table="again")
    assert again.table.past is not None
    assert [part.table for part in again.table.past.parts] == [source.id]
    assert finish(again).table.over


def test_a_game_cannot_be_continued_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    first = source_of("kosmiczna_misja", players=2).table
    monkeypatch.setattr(continuing_tables, "MOST_PARTS", 600)
    second = finish(continued(first, 8, table="second")).table
    with pytest.raises(BadInput, match="continued too often; continue from an earlier move"):
        continuing(second, asked_for(second, 12))
    assert finish(continued(second, 8, table="third")).table.over


def test_a_record_has_room_for_all_that_may_be_said_of_its_past() -> None:
    table = finish(continued(source_of("piraci").table, 5)).table
    assert table.past is not None
    part = msgspec.structs.replace(table.past.parts[0], values=("0f" * 32,) * 5)
    parts = [part]
    while len(json.dumps([told_of(one) for one in (*parts, part)])) <= continuing_tables.MOST_PARTS:
        parts.append(part)
    for seat in table.seats:
        seat.name = "\N{ROCKET}" * 24
    table.past = msgspec.structs.replace(table.past, parts=tuple(parts))
    assert record_text(table)


# ---------------------------------------------------------------- records that lie


def record() -> dict[str, Any]:
    source = source_of("kosmiczna_misja", players=2).table
    data: dict[str, Any] = json.loads(record_text(finish(continued(source, 11)).table))
    return data


@pytest.mark.parametrize(
    ("path", "value", "sentence"),
    [
        (("continues",), {}, "table.continues must be a list"),
        (("continues", 0), "x", r"table.continues\[0\].moves must be a number of moves"),
        (("continues", 0, "moves"), 100_000, r"table.continues\[0\].moves must be a number of moves"),
        (("continues", 0, "secret"), "ab", "64 hexadecimal digits"),
        (("continues", 0, "values"), ["0f" * 32, None], "this is another deal"),
        (("continues", 0, "frozen"), "0f" * 32, "this is another deal"),
        (("continues", 0, "table"), "elsewhere", "the commitment does not belong"),
        (("continues", 0, "moves"), 30, "is not the one derived"),
        (("continues",), [], "this is another deal|continues another game"),
    ],
)
def test_a_record_that_lies_about_its_past_is_found_out(
    path: tuple[Any, ...], value: Any, sentence: str
) -> None:
    data = record()
    place = data["table"]
    for step in path[:-1]:
        place = place[step]
    place[path[-1]] = value
    with pytest.raises(BadInput, match=sentence):
        verify_record(data)


def test_options_that_were_not_frozen_are_found_out_where_a_game_goes_on() -> None:
    """Also where the deal and all moves are the same under them."""
    data = record()
    data["options"]["allow_diagonal"] = True
    with pytest.raises(BadInput, match="what was frozen has other options than the record"):
        verify_record(data)


def test_who_began_by_the_rulebook_is_settled_where_a_game_goes_on() -> None:
    source = source_of("kosmiczna_misja", players=2, start="rulebook").table
    data = json.loads(record_text(finish(continued(source, 11)).table))
    assert verify_record(data)


def test_the_past_can_be_played_in_small_steps_before_the_game_begins() -> None:
    desk = continued(source_of("kosmiczna_misja", players=2).table, 9)
    table = Table(desk.table.id, desk.policy)
    for line in desk.lines:
        if isinstance(line.entry, log.Began):
            assert len(list(table.catching_up(line.entry))) == 9
        table.apply(line)
    assert observable(table, desk.now) == observable(desk.again(), desk.now)
    assert [before.past for before in table.before] == [True] * 9


def test_only_so_many_moves_can_be_taken_over(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("kosmoport.table.continuing.MOST_MOVES", 10)
    source = source_of("kosmiczna_misja", players=2).table
    assert continued(source, 10).table.first_move == 10
    with pytest.raises(BadInput, match="from its first 10 moves"):
        continued(source, 11)
