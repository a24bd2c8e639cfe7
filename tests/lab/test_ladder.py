"""Ladders: who sits where, ratings, and the plot."""

from __future__ import annotations

import sys
from collections import Counter
from itertools import pairwise
from pathlib import Path

import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.lab.contest import Contest, Played, play_contest
from kosmoport.lab.ladder import (
    balanced_rows,
    count,
    ladder_of,
    mean_places,
    mixed_tables,
    openskill_models,
    pair_tables,
    rate,
)
from kosmoport.lab.ladder_plot import check_plot, write_plot
from kosmoport.lab.match_report import ladder_lines
from kosmoport.lab.processes import Processes
from tests.lab.test_match import game_line

PIRATES = game_by_id("kosmiczni_piraci")


@pytest.mark.parametrize("players", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", [mixed_tables, pair_tables])
def test_every_bot_has_every_seat_equally_often(kind: type, players: int) -> None:
    bots = "abcdef"
    seatings = kind(bots, players)
    assert len(set(seatings)) == len(seatings)
    assert all(len(seating) == players for seating in seatings)
    seats = Counter((bot, seat) for seating in seatings for seat, bot in enumerate(seating))
    assert len(seats) == len(bots) * players
    assert len(set(seats.values())) == 1
    meetings = Counter(frozenset((a, b)) for table in seatings for a in table for b in table if a < b)
    assert len(meetings) == 15
    assert len(set(meetings.values())) == 1


@pytest.mark.parametrize("size, rows", [(2, 2), (3, 6), (4, 4), (5, 10)])
def test_every_bot_sits_after_every_other_equally_often(size: int, rows: int) -> None:
    found = balanced_rows(size)
    assert len(found) == rows
    after = Counter(pair for row in found for pair in pairwise(row))
    assert len(after) == size * (size - 1)
    assert len(set(after.values())) == 1


def test_two_kinds_of_bots_share_the_seats() -> None:
    assert pair_tables("ab", 2) == (("a", "b"), ("b", "a"))
    assert Counter(map("".join, pair_tables("ab", 3))) == Counter(["abb", "bab", "bba", "aab", "aba", "baa"])
    assert all(seating.count("a") == 2 for seating in pair_tables("ab", 4))


def test_a_bot_with_several_seats_counts_once_with_the_mean_of_its_places() -> None:
    game = game_line(0, 0, "abba", [60, 0, 0, 0], [1, 2, 3, 4])
    assert mean_places(game) == {"a": 2.5, "b": 2.5}
    drawn = rate("ab", [game])
    assert drawn[0].strength == pytest.approx(drawn[1].strength)


def test_a_game_of_one_seat_each_is_rated_as_openskill_does() -> None:
    found = {
        rating.bot: rating for rating in rate("abc", [game_line(0, 0, "cab", [60, 0, 0], [1, 2.5, 2.5])])
    }
    model = openskill_models().PlackettLuce(tau=0.0)
    ((first,), (second,), (third,)) = model.rate([[model.rating()] for _ in range(3)], ranks=[1, 2.5, 2.5])
    assert [(found[bot].strength, found[bot].deviation) for bot in "cab"] == [
        (rating.mu, rating.sigma) for rating in (first, second, third)
    ]
    assert found["c"].strength > 25 > found["a"].strength == found["b"].strength


def test_ratings_come_in_order_and_get_surer() -> None:
    few, many = (
        rate("abc", [game_line(k, k, "abc", [60, 0, 0], [1, 2, 3]) for k in range(games)])
        for games in (2, 20)
    )
    assert [rating.bot for rating in many] == ["a", "b", "c"]
    assert all(new.deviation < old.deviation < 25 / 3 for new, old in zip(many, few, strict=True))


@pytest.fixture(scope="module")
def played() -> Played:
    contest = ladder_of(PIRATES, ["random", "greedy", "greedy:50"], 3, options={"players": 3})
    return play_contest(contest, hands=Processes(2))


def test_a_ladder_says_who_is_strongest(played: Played) -> None:
    lines = ladder_lines(count(played))
    assert lines[0] == "Kosmiczni Piraci, 3 players, seed 1: 3 deals x 6 seatings = 18 games"
    assert lines[3].split()[:3] == ["bot", "rating", "deviation"]
    assert [line.split()[0] for line in lines[4:7]] == [rating.bot for rating in count(played).ratings]
    assert sorted((line.split()[1] for line in lines[4:7]), reverse=True) == [
        line.split()[1] for line in lines[4:7]
    ]
    assert lines[-3].split()[:2] == [count(played).ratings[0].bot, "-"]


def test_the_plot_has_every_bot_and_the_same_bytes_each_time(played: Played, tmp_path: Path) -> None:
    once, again = tmp_path / "once.svg", tmp_path / "again.svg"
    for path in (once, again):
        write_plot(count(played), path)
    text = once.read_text(encoding="utf-8")
    assert once.read_bytes() == again.read_bytes()
    assert text.rstrip().endswith("</svg>")
    assert all(text.count(f">{bot}</text>") >= 3 for bot in ("random", "greedy", "greedy:50"))


def test_a_ladder_without_finished_games_still_has_a_report_and_a_plot(
    played: Played, tmp_path: Path
) -> None:
    nothing = count(Played(played.contest, (), complete=False))
    write_plot(nothing, tmp_path / "empty.svg")
    assert ladder_lines(nothing)[1:] == ["Interrupted after 0 games; --resume goes on from there."]


def test_the_plot_is_svg_and_overwrites_nothing(tmp_path: Path) -> None:
    there = tmp_path / "there.svg"
    there.touch()
    with pytest.raises(BadInput, match=r"must end in \.svg"):
        check_plot(tmp_path / "plot.png", again=False)
    with pytest.raises(BadInput, match="exists already"):
        check_plot(there, again=False)
    check_plot(there, again=True)


def ladder(bots: list[str], tables: str | None = None) -> Contest:
    return ladder_of(PIRATES, bots, 1, tables=tables, options={"players": 3})


def test_tables_are_mixed_where_there_are_enough_bots() -> None:
    assert ladder(["random", "greedy", "greedy:50"]).kind == "ladder-mixed"
    assert ladder(["random", "greedy"]).kind == "ladder-pairs"
    assert ladder(["random", "greedy", "greedy:50"], "pairs").kind == "ladder-pairs"


@pytest.mark.parametrize(
    "bots, tables, sentence",
    [
        (["random"], None, "at least two bots, all different"),
        (["random", "random"], None, "at least two bots, all different"),
        (["random", "greedy"], "mixed", "mixed tables of 3 players need 3 different bots, not 2"),
        (["random", "greedy"], "round", "tables must be mixed or pairs, not 'round'"),
        (["random", "nobody"], None, "there is no bot 'nobody'"),
    ],
)
def test_a_ladder_that_cannot_be_played_is_refused(
    bots: list[str], tables: str | None, sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence):
        ladder(bots, tables)


@pytest.mark.parametrize("module", ["openskill", "matplotlib.figure"])
def test_a_missing_library_is_named_with_its_extra(
    module: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(BadInput, match=r"pip install kosmoport\[lab\]"):
        openskill_models() if module == "openskill" else check_plot(tmp_path / "plot.svg", again=False)
