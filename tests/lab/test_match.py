"""Matches: every seat order on the same deals, counted by hand and counted by the lab."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from kosmoport.core import layout
from kosmoport.core.components import from_tables
from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.lab.arena import Terms, bot_seed, deal_out
from kosmoport.lab.contest import FaultLine, GameLine
from kosmoport.lab.match import count, match_of, play_match, seat_orders
from kosmoport.lab.match_report import match_lines
from kosmoport.lab.processes import Processes
from kosmoport.lab.tally import Tally, unfinished_deals
from tests.lab.folder import CLUMSY, CRASHING, CRASHING_ONCE, LATE, write_bot

PIRATES = game_by_id("kosmiczni_piraci")
BOTS = ["greedy", "random", "random"]


def game_line(
    number: int, deal: int, seats: str, shares: Sequence[int], places: Sequence[float], **more: Any
) -> GameLine:
    """A game of bots with names of one letter; the points are ten times the places, counted from behind."""
    points = tuple(int(10 * (len(seats) - place)) for place in places)
    return GameLine(
        number=number,
        deal=deal,
        seats=tuple(seats),
        scores=points,
        shares=tuple(shares),
        places=tuple(places),
        **more,
    )


def test_every_order_that_can_be_told_apart_is_played_once() -> None:
    assert seat_orders(["a", "b", "b"]) == (("a", "b", "b"), ("b", "a", "b"), ("b", "b", "a"))
    assert len(seat_orders("abcde")) == 120
    assert seat_orders("aaa") == (("a", "a", "a"),)


def test_a_deal_is_the_same_in_every_order_and_bots_have_seeds_of_their_own() -> None:
    terms = Terms(PIRATES, PIRATES.read_options({"players": 3}), PIRATES.standard_components, seed=7)
    (one, dice), (other, same_dice) = deal_out(terms, 5), deal_out(terms, 5)
    assert layout.to_data(one.d) == layout.to_data(other.d)
    assert (dice.a, dice.b) == (same_dice.a, same_dice.b)
    assert layout.to_data(one.d) != layout.to_data(deal_out(terms, 6)[0].d)
    keys = [
        (seed, deal, order, seat) for seed in (1, 2) for deal in (0, 9) for order in (0, 7) for seat in (0, 1)
    ]
    assert len({bot_seed(*key) for key in keys}) == len(keys)


def test_counting_a_match_by_hand() -> None:
    tally = Tally(
        [
            game_line(0, 0, "abb", [60, 0, 0], [1, 2, 3]),
            game_line(1, 0, "bab", [30, 30, 0], [1.5, 1.5, 3]),
            game_line(2, 1, "abb", [0, 60, 0], [3, 1, 2]),
            game_line(3, 1, "bab", [0, 60, 0], [2.5, 1, 2.5]),
        ]
    )
    a, b, pair = tally.standing("a"), tally.standing("b"), tally.pair("a", "b")
    assert a is not None
    assert b is not None
    assert pair is not None
    assert (a.games, b.games, tally.games) == (4, 4, 4)
    assert (a.wins.mean, b.wins.mean) == (2.5 / 4, 1.5 / 4)
    assert (a.fair, b.fair) == pytest.approx((1 / 3, 2 / 3))
    assert (a.place.mean, b.place.mean) == (6.5 / 4, (5 + 4.5 + 3 + 5) / 8)
    assert (a.points.mean, b.points.mean) == ((20 + 15 + 0 + 20) / 4, (10 + 15 + 20 + 10 + 5 + 5) / 8)
    assert pair.mean == (2 + 1.5 + 0 + 2) / 8
    assert tally.pair("b", "a") is not None
    assert tally.pair("a", "a") is None
    # Two deals with a mean of 0.75 and 0.5: one degree of freedom.
    assert (a.wins.mean - 12.706 * 0.125, a.wins.low) == pytest.approx((-0.963, 0.0), abs=1e-3)


def test_faults_and_failures_are_counted_by_bot_and_left_out_of_the_rest() -> None:
    faults = (
        FaultLine(1, "late", "took long"),
        FaultLine(1, "late", "took long"),
        FaultLine(2, "raised", "Oops"),
    )
    tally = Tally(
        [
            game_line(0, 0, "aab", [60, 0, 0], [1, 2, 3], faults=faults),
            GameLine(number=1, deal=0, seats=("a", "b", "a"), failed="its worker was lost 3 times"),
        ]
    )
    assert dict(tally.faults) == {("a", "late", "took long"): 2, ("b", "raised", "Oops"): 1}
    assert [game.number for game in tally.failed] == [1]
    assert tally.games == 1


def test_the_same_bytes_with_one_worker_with_three_and_in_two_goes(tmp_path: Path) -> None:
    one, three, goes = (tmp_path / f"{name}.jsonl" for name in ("one", "three", "goes"))
    first = play_match(PIRATES, BOTS, 4, seed=3, out=one, hands=Processes(1))
    play_match(PIRATES, BOTS, 4, seed=3, out=three, hands=Processes(3))
    play_match(PIRATES, BOTS, 1, seed=3, out=goes, hands=Processes(1))
    again = play_match(PIRATES, BOTS, 4, seed=3, out=goes, resume=True, hands=Processes(1))
    assert one.read_bytes() == three.read_bytes() == goes.read_bytes()
    assert first.played.games == again.played.games
    assert match_lines(first) == match_lines(again)
    other = play_match(PIRATES, BOTS, 4, seed=4, hands=Processes(1))
    assert other.played.games != first.played.games


def test_the_file_says_all_that_is_needed_to_play_it_again(tmp_path: Path) -> None:
    tables = {**PIRATES.standard_components.tables, "standing": []}
    components = from_tables(tables, PIRATES.components.Data, "own.toml")
    path = tmp_path / "out.jsonl"
    result = play_match(
        PIRATES,
        BOTS,
        1,
        seed=3,
        out=path,
        components=components,
        options={"auto_pick": True},
        hands=Processes(1),
    )
    rows = path.read_text(encoding="utf-8").splitlines()
    header, first = json.loads(rows[0]), json.loads(rows[1])
    assert header["game"] == "kosmiczni_piraci"
    assert header["components"] == json.loads(json.dumps(components.tables))
    assert header["options"]["auto_pick"] is True
    assert (header["bots"], header["seed"], header["deals"]) == (BOTS, 3, 1)
    assert (len(rows), first["deal"], first["seats"]) == (4, 0, BOTS)
    again = play_match(
        game_by_id(header["game"]),
        header["bots"],
        header["deals"],
        seed=header["seed"],
        options=header["options"],
        components=from_tables(header["components"], PIRATES.components.Data, "header"),
        seconds=header["seconds"],
        hands=Processes(1),
    )
    assert again.played.games == result.played.games
    assert again.played.contest.header == result.played.contest.header


def test_a_bot_that_takes_its_process_down_once_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_bot(tmp_path, monkeypatch, CRASHING_ONCE, "crashing_once")
    outs = [tmp_path / "shaken.jsonl", tmp_path / "calm.jsonl"]
    for out in outs:
        play_match(PIRATES, [name, "random", "random"], 2, out=out, hands=Processes(2))
    assert (tmp_path / "crashing_once.mark").exists()
    assert outs[0].read_bytes() == outs[1].read_bytes()
    assert "failed" not in outs[0].read_text(encoding="utf-8")


def test_a_bot_that_always_takes_its_process_down_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_bot(tmp_path, monkeypatch, CRASHING, "crashing")
    result = play_match(PIRATES, [name, name, name], 1, hands=Processes(1))
    assert len(result.tally.failed) == 1
    assert result.standings() == []
    lines = match_lines(result)
    assert "1 game failed, for nobody's good or harm:" in lines
    assert "  deal 0, crashing:Bot crashing:Bot crashing:Bot: its worker was lost 3 times" in lines


def test_what_a_bot_does_wrong_stands_in_the_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    name = write_bot(tmp_path, monkeypatch, CLUMSY, "clumsy")
    result = play_match(PIRATES, [name, "random", "random"], 1, hands=Processes(1))
    assert result.tally.games == 3
    (kind,) = result.tally.faults
    assert kind == (name, "raised", "ValueError when it decided: no idea")
    report = "\n".join(match_lines(result))
    assert f"clumsy:Bot  raised  ValueError when it decided: no idea  {result.tally.faults[kind]}" in report


def test_a_bot_that_is_late_loses_the_decision_and_its_process(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = write_bot(tmp_path, monkeypatch, LATE, "late")
    result = play_match(PIRATES, [name, "random", "random"], 1, seconds=0.5, hands=Processes(1))
    kinds = {kind.kind for kind in result.tally.faults}
    assert kinds == {"late"}
    assert result.tally.games == 3


def test_a_match_that_was_cut_short_says_so() -> None:
    contest = match_of(PIRATES, BOTS, 2)
    result = play_match(PIRATES, BOTS, 1, hands=Processes(1))
    games = result.played.games[:2]
    played = type(result.played)(contest, games, complete=False)
    assert unfinished_deals(played) == 1
    report = "\n".join(match_lines(count(played)))
    assert "Interrupted after 2 games; --resume goes on from there." in report
    assert "Not all games of 1 deal are there" in report
    assert "One deal alone has no intervals." in report
    assert "[" not in report
    nothing = match_lines(count(type(played)(contest, (), complete=False)))
    assert nothing[1:] == ["Interrupted after 0 games; --resume goes on from there."]


@pytest.mark.parametrize(
    "bots, settings, sentence",
    [
        (["random"] * 2, {}, "kosmiczni_piraci is for 3 to 5 players, not for 2 bots"),
        (["random"] * 6, {}, "not for 6 bots"),
        (["random"] * 3, {"options": {"players": 4}}, "the option players is the number of bots: 3, not 4"),
        (["random"] * 3, {"options": {"moon": 1}}, "there is no option moon"),
        (["random", "random", "grandmaster"], {}, "there is no bot 'grandmaster'"),
        (["random"] * 3, {"deals": 0}, "at least 1 deal, not 0"),
        (["random"] * 3, {"seed": -1}, "a seed must be a whole number"),
        (["random"] * 3, {"seconds": 0.0}, "must be more than 0, not 0"),
    ],
)
def test_a_match_that_cannot_be_played_is_refused(
    bots: list[str], settings: dict[str, Any], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        match_of(PIRATES, bots, **{"deals": 1, **settings})
