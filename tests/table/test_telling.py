"""What a table tells: one message for each line and viewer, numbers without gaps, snapshots that agree."""

from __future__ import annotations

from typing import Any

import pytest

from kosmoport.core.contract import SPECTATOR
from kosmoport.core.play import generator
from kosmoport.games import GAMES
from kosmoport.table import entries as log
from kosmoport.table import protocol
from kosmoport.table.applying import CHAT_KEPT
from kosmoport.table.lobby import LobbyChanged
from kosmoport.table.policy import Policy
from kosmoport.table.protocol import Answer, AskBot, Begin, Chat, Leave
from kosmoport.table.settings import NewTable
from kosmoport.table.table import Table
from kosmoport.table.telling import lobby_table, snapshot, tell, tell_all
from tests.table.desk import Desk, messages, playing, seated

EACH_GAME = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)


def play_some(desk: Desk, moves: int, seed: int = 3) -> None:
    """People act at random."""
    rng = generator(seed)
    for _ in range(moves):
        desk.pass_time(10_000)
        if desk.table.over or not desk.table.to_act():
            continue
        seat = desk.table.to_act()[-1]
        action = desk.random_action(seat, rng)
        desk.act_as(seat, desk.play.game.describe(desk.play.view(seat), action))


# ---------------------------------------------------------------- every line


def test_what_was_said_before_texts_were_cleaned_is_shown_clean() -> None:
    desk = seated("piraci", 3)
    desk.write([log.Chatted(1, "\u202eold\x1b[2J"), log.Chatted(1, "\u202e"), log.Chatted(1, "")])
    assert [message["text"] for message in messages(desk.told[2])[-3:]] == ["old[2J", None, None]
    assert [said.text for said in snapshot(desk.table, 0, desk.now).chat] == ["old[2J"]
    assert desk.again().n == desk.table.n


@EACH_GAME
def test_every_viewer_is_told_every_line_once_under_its_number(game: Any) -> None:
    desk = playing(game.id, game.players[0], take_back=False)
    play_some(desk, 12)
    desk.send(0, Chat("c", "hello"))
    for viewer in (SPECTATOR, *range(game.players[0])):
        numbers = [message["n"] for message in messages(desk.told[viewer])]
        assert numbers == list(range(1, desk.table.n + 1))


@EACH_GAME
def test_every_message_can_be_read_back_from_its_bytes(game: Any) -> None:
    desk = playing(game.id, game.players[0], take_back=False)
    play_some(desk, 12)
    for viewer, told in desk.told.items():
        for text in (*told, protocol.encode(snapshot(desk.table, viewer, desk.now))):
            assert protocol.encode(protocol.decode_server(text)) == text


@EACH_GAME
def test_the_last_position_told_is_the_position_of_a_snapshot(game: Any) -> None:
    desk = playing(game.id, game.players[0], take_back=False)
    for _ in range(6):
        play_some(desk, 3)
        for viewer in desk.told:
            last = next(m for m in reversed(messages(desk.told[viewer])) if m.get("position"))
            now = messages([protocol.encode(snapshot(desk.table, viewer, last["at"]))])[0]
            assert now["position"] == last["position"]
            assert now["n"] == desk.table.n


@EACH_GAME
def test_telling_several_viewers_at_once_says_the_same_as_telling_each(game: Any) -> None:
    desk = playing(game.id, game.players[0], take_back=False)
    play_some(desk, 10)
    table, viewers = Table(desk.table.id, desk.policy), (SPECTATOR, *range(game.players[0]))
    for line in desk.lines:
        happened = table.apply(line)
        together = tell_all(table, line, viewers, happened)
        for viewer in viewers:
            told = protocol.encode(together[viewer])
            assert told == protocol.encode(tell(table, line, viewer, happened))
            assert told == desk.told[viewer][line.n - 1]


def test_only_whoever_has_to_decide_is_told_what_they_may_do() -> None:
    desk = playing("kosmiczni_piraci", 3, start=1)
    positions = {viewer: messages(told)[-1]["position"] for viewer, told in desk.told.items()}
    assert {viewer: bool(known["legal"]) for viewer, known in positions.items()} == {
        SPECTATOR: False,
        0: False,
        1: True,
        2: False,
    }
    assert all(known["to_act"] == [1] for known in positions.values())


def test_a_spectator_is_told_what_is_public_and_nothing_else() -> None:
    desk = playing("kosmodraci", 3)
    views = {viewer: messages(told)[-1]["position"]["view"] for viewer, told in desk.told.items()}
    assert views[SPECTATOR]["hand"] == []
    assert all(len(views[seat]["hand"]) == 9 for seat in range(3))


def test_the_beginning_says_what_is_played_and_not_how_it_was_dealt() -> None:
    desk = playing("kosmiczni_piraci", 3, start=1)
    begun = next(m for m in messages(desk.told[0]) if m["type"] == "begun")
    assert begun["options"]["start_seat"] == 1
    assert "deal" not in begun


def test_keys_luck_ages_and_the_secret_are_told_to_nobody() -> None:
    desk = playing("piraci", 3)
    play_some(desk, 5)
    texts = [text for told in desk.told.values() for text in told]
    texts += [protocol.encode(snapshot(desk.table, viewer, desk.now)) for viewer in desk.told]
    texts.append(protocol.encode(LobbyChanged(lobby_table(desk.table))))
    hidden = [*desk.values.values(), desk.table.secret.hex(), "key of", "host-key", '"age"']
    for secret in map(str.encode, hidden):
        assert all(secret not in text for text in texts)


# ---------------------------------------------------------------- what each line says


def test_how_a_seat_changed_is_said_with_all_seats() -> None:
    desk = seated("piraci", 2, bots=["strong"])
    desk.send(0, protocol.Ready("1"))
    desk.send(1, Leave("2"))
    desk.sit("D")
    desk.send("host", protocol.Remove("3", 1))
    told = [m for m in messages(desk.told[SPECTATOR]) if m["type"] == "seat"]
    assert [m["cause"] for m in told] == ["created", "sat", "sat", "ready", "left", "sat", "removed"]
    assert [seat["name"] for seat in told[-2]["seats"]] == ["A", "D", None]
    assert [seat["bot"] for seat in told[-1]["seats"]] == [None, None, "strong"]
    assert [seat["ready"] for seat in told[-1]["seats"]] == [True, False, True]
    assert all(m["position"] is None for m in told)


def test_a_vote_is_told_as_it_goes() -> None:
    desk = playing("piraci", 5)
    desk.go_away(4)
    desk.now += Policy().absence_grace
    desk.send(1, AskBot("1", 4))
    number = desk.table.n
    desk.send(2, Answer("2", number, yes=False))
    told = [m["proposal"] for m in messages(desk.told[0])[-2:]]
    assert [(p["number"], p["by"], p["yes"], p["waiting"]) for p in told] == [
        (number, 1, [1], [0, 2, 3]),
        (number, 1, [1], [0, 3]),
    ]
    desk.send(0, Answer("3", number, yes=True))
    desk.send(3, Answer("4", number, yes=True))
    assert [m["type"] for m in messages(desk.told[0])[-2:]] == ["proposal", "seat"]


def test_what_was_said_of_a_vote_is_the_same_when_it_is_told_again() -> None:
    desk = playing("piraci", 5)
    desk.go_away(4)
    desk.now += Policy().absence_grace
    desk.send(1, AskBot("1", 4))
    table = Table(desk.table.id, desk.policy)  # nobody is here while the log is read
    for line in desk.lines:
        happened = table.apply(line)
    assert protocol.encode(tell(table, line, 0, happened)) == desk.told[0][-1]


def test_the_next_table_and_the_end_are_told() -> None:
    desk = Desk(NewTable(game="piraci", bots=["casual"] * 3))
    desk.send("host", Begin("b"))
    desk.settle()
    desk.write([log.Rematched("elsewhere")])
    assert messages(desk.told[0])[-1] | {"n": 0, "at": 0} == {"type": "rematch", "n": 0, "at": 0} | {
        "table": "elsewhere"
    }
    assert snapshot(desk.table, 0, desk.now).rematch == "elsewhere"
    closed = seated("piraci", 3)
    closed.send("host", protocol.Close("c"))
    assert messages(closed.told[0])[-1]["cause"] == "host"


@EACH_GAME
def test_the_end_of_a_game_comes_with_its_result(game: Any) -> None:
    options = {"wins": 1} if game.id == "kosmiczna_eskadra" else {}
    desk = Desk(NewTable(game=game.id, bots=["casual"] * game.players[0], options=options))
    desk.send("host", Begin("b"))
    desk.pass_time(6_000_000)
    results = {str(messages(told)[-1]["position"]["result"]) for told in desk.told.values()}
    assert len(results) == 1
    result: Any = messages(desk.told[0])[-1]["position"]["result"]
    assert result["scores"] == desk.play.game.scores(desk.play.s, desk.play.c)
    assert sum(result["returns"]) == 60
    before = [m["position"]["result"] for m in messages(desk.told[0])[:-1] if m.get("position")]
    assert set(before) == {None}


# ---------------------------------------------------------------- snapshots


def test_a_snapshot_leaves_out_what_the_viewer_has_muted() -> None:
    desk = seated("piraci", 3)
    desk.send(0, Chat("1", "one"))
    desk.send(1, Chat("2", "two"))
    assert [said.text for said in snapshot(desk.table, 2, 0, frozenset({0})).chat] == ["two"]
    assert [said.text for said in snapshot(desk.table, 2, 0).chat] == ["one", "two"]


def test_a_snapshot_has_the_latest_lines_of_a_long_talk() -> None:
    desk = seated("piraci", 3)
    for i in range(CHAT_KEPT + 5):
        desk.send(0, Chat(f"c{i}", str(i)))
    said = snapshot(desk.table, 2, 0).chat
    assert [line.text for line in said] == [str(i) for i in range(5, CHAT_KEPT + 5)]


def test_an_erased_name_is_in_no_snapshot() -> None:
    desk = Desk(NewTable(game="piraci"))
    desk.sit("A")
    desk.sit("Remarkable")
    desk.send(1, Chat("1", "my secret"))
    desk.write([log.Erased(1)])
    text = protocol.encode(snapshot(desk.table, 0, desk.now))
    assert b"Remarkable" not in text
    assert b"my secret" not in text


def test_a_snapshot_says_whether_everybody_plays_at_once() -> None:
    assert snapshot(seated("kosmiczna_eskadra", 2).table, 0, 0).lightning
    assert not snapshot(seated("kosmiczna_eskadra", 2, unhurried=True).table, 0, 0).lightning
    assert not snapshot(seated("piraci", 3).table, 0, 0).lightning


def test_a_snapshot_shows_clocks_as_they_are_now() -> None:
    from kosmoport.table.settings import BankClock

    desk = playing("kosmiczni_piraci", 3, start=0, clock=BankClock(60))
    known = snapshot(desk.table, 1, desk.now + 7_000).position
    assert known is not None
    assert known.clock.left == (53_000, 60_000, 60_000)


# ---------------------------------------------------------------- presence and the lobby


def test_presence_says_who_is_here_and_who_has_been_away_for_too_long() -> None:
    desk = playing("piraci", 3)
    desk.table.arrive(0)
    desk.go_away(0)  # one of two connections
    desk.go_away(1)
    desk.table.delays = {0: 40}
    presence = desk.table.presence(desk.now, watching=2)
    assert presence == protocol.Presence(
        here=(True, False, True),
        away_since=(None, desk.now, None),
        gone=(),
        delays=(40, None, None),
        watching=2,
    )
    assert desk.table.presence(desk.now + Policy().absence_grace, 0).gone == (1,)


def test_the_delay_of_somebody_who_left_is_forgotten() -> None:
    desk = playing("piraci", 3)
    desk.table.delays[1] = 900
    desk.go_away(1)
    assert desk.table.delays == {}


def test_the_lobby_shows_a_table_as_it_is() -> None:
    desk = seated("piraci", 2, bots=["casual"], public=True)
    line = lobby_table(desk.table)
    assert (line.table, line.game, line.phase, line.created) == ("desk", "piraci", "gathering", 1_000_000)
    assert [seat.name for seat in line.seats] == ["A", "B", None]
    desk.begin()
    assert lobby_table(desk.table).phase == "playing"
