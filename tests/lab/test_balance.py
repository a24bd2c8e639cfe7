"""Studies: the same games whoever plays them, pairs of deals, what is kept when they are interrupted."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Self

import msgspec
import pytest

from kosmoport.core.errors import BadInput
from kosmoport.games import game_by_id
from kosmoport.lab.balance.figures import estimate
from kosmoport.lab.balance.stats import NO_DIFFERENCE
from kosmoport.lab.balance.study import CHANGED, STANDARD, play_study, sort_out, study_of
from kosmoport.lab.processes import Processes
from kosmoport.lab.work import Finished, Job, Task
from tests.lab.balance_games import changed

PIRATES = game_by_id("kosmiczni_piraci")
MISSION = game_by_id("kosmiczna_misja")


class Alone:
    """A crew of this process alone, which stops after some games as if somebody had pressed Ctrl-C."""

    def __init__(self, patience: int = 10_000) -> None:
        self.patience = patience

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def work(self, job: Job, tasks: Sequence[tuple[int, Task]], stop: Callable[[], bool]) -> Finished:
        do = job.prepare(job.shared)
        for number, task in tasks[: self.patience]:
            result = do(task)
            assert isinstance(result, dict)
            yield number, result


def lines(path: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def test_the_same_seed_gives_the_same_lines_whoever_plays(tmp_path: Path) -> None:
    study = study_of(PIRATES, "greedy", 6, options={"players": 3})
    files = [tmp_path / name for name in ("alone.jsonl", "workers.jsonl")]
    assert play_study(study, out=files[0], hands=Alone()).complete
    assert play_study(study, out=files[1], hands=Processes(2)).complete
    assert files[0].read_bytes() == files[1].read_bytes()
    header, *games = lines(files[0])
    assert (header["kosmoport"], header["game"], header["bots"], header["deals"]) == (
        "balance",
        "kosmiczni_piraci",
        ["greedy"],
        6,
    )
    assert [game["deal"] for game in games] == list(range(6))
    assert all({"first", "points", "shares", "decisions", "counts", "faults"} <= set(game) for game in games)


def test_another_seed_gives_other_games(tmp_path: Path) -> None:
    samples = [play_study(study_of(PIRATES, "random", 3, seed=seed), hands=Alone()) for seed in (1, 2)]
    assert samples[0].standard != samples[1].standard


def test_the_same_components_in_a_file_change_nothing() -> None:
    study = study_of(PIRATES, "random", 12, components=changed("kosmiczni_piraci"))
    sheet = estimate(play_study(study, hands=Alone()))
    changes = [row.change for group in sheet.groups.values() for row in group]
    assert len(changes) > 50
    assert {change.sure for change in changes if change} == {NO_DIFFERENCE}
    assert None not in changes


def test_other_components_are_played_with() -> None:
    """Without aliens nobody is helped by any; the deals are the same, so is who goes first."""
    tiles = [{**tile, "a": 0} for tile in MISSION.standard_components.tables["tiles"]]
    study = study_of(MISSION, "random", 60, components=changed("kosmiczna_misja", tiles=tiles))
    sample = play_study(study, hands=Alone())
    assert all(game.counts["aliens"] == 0 for game in sample.games[CHANGED])
    assert sum(game.counts["aliens"] for game in sample.games[STANDARD]) > 60
    pairs = list(zip(sample.games[STANDARD], sample.games[CHANGED], strict=True))
    assert all(a.deal == b.deal and a.first == b.first for a, b in pairs)
    told = [row.figure.label for row in estimate(sample).changes]
    assert "tiles added thanks to aliens" in told


def test_an_interrupted_study_keeps_what_is_finished_and_goes_on(tmp_path: Path) -> None:
    study = study_of(PIRATES, "random", 4, components=changed("kosmiczni_piraci", trade_ship_value=12))
    path, whole = tmp_path / "cut.jsonl", tmp_path / "whole.jsonl"
    cut = play_study(study, out=path, hands=Alone(patience=5))
    assert not cut.complete
    assert len(lines(path)) == 1 + 5
    assert cut.deals == 2  # the third has been played with the standard components only
    assert play_study(study, out=path, hands=Alone(), resume=True).complete
    play_study(study, out=whole, hands=Alone())
    assert path.read_bytes() == whole.read_bytes()


def test_games_that_failed_are_left_out_and_kept_apart() -> None:
    study = study_of(PIRATES, "random", 3)
    games = play_study(study, hands=Alone()).standard
    failed = type(games[1])(number=1, deal=1, components=STANDARD, failed="its worker was lost 3 times")
    sample = sort_out(study, [games[0], failed, games[2]])
    assert [game.deal for game in sample.standard] == [0, 2]
    assert sample.failed == [failed]


def test_a_study_is_calm_and_short_unless_options_say_otherwise() -> None:
    squadron = game_by_id("kosmiczna_eskadra")
    assert study_of(squadron, "random", 1).options["mode"] == "turns"
    assert study_of(squadron, "random", 1).options["wins"] == 1
    hurried = study_of(squadron, "random", 1, options={"mode": "lightning", "wins": "2"})
    assert (hurried.options["mode"], hurried.options["wins"]) == ("lightning", 2)


@pytest.mark.parametrize(
    "bot, deals, seed, options, sentence",
    [
        ("nobody", 1, 1, {}, "there is no bot 'nobody'"),
        ("random", 0, 1, {}, "there must be at least 1 deal, not 0"),
        ("random", 1, -1, {}, "a seed must be"),
        ("random", 1, 1, {"players": 7}, "option players must be a whole number from 3 to 5"),
        ("random", 1, 1, {"colour": "red"}, "there is no option colour"),
    ],
)
def test_what_cannot_be_played_is_refused_in_one_sentence(
    bot: str, deals: int, seed: int, options: dict[str, object], sentence: str
) -> None:
    with pytest.raises(BadInput, match=sentence) as error:
        study_of(PIRATES, bot, deals, seed=seed, options=options)
    assert "\n" not in str(error.value)


def test_a_study_has_a_file_name_of_its_own() -> None:
    names = {
        study_of(PIRATES, "random", 1, seed=1).file_name(),
        study_of(PIRATES, "random", 1, seed=2).file_name(),
        study_of(PIRATES, "random", 1, components=changed("kosmiczni_piraci")).file_name(),
        study_of(PIRATES, "greedy:20", 1).file_name(),
    }
    assert len(names) == 4
    assert all(name.endswith(".html") and ":" not in name for name in names)
    assert study_of(PIRATES, "random", 1).file_name() == study_of(PIRATES, "random", 2).file_name()


def test_seats_and_places_are_counted_apart() -> None:
    """Whoever goes first wins with 3 points more; the seats take turns at that."""
    study = study_of(PIRATES, "random", 60, options={"players": 3})
    like = play_study(study_of(PIRATES, "random", 1, options={"players": 3}), hands=Alone()).standard[0]
    games = []
    for deal in range(60):
        points, shares = [2.0, 2.0, 2.0], [0, 0, 0]
        points[deal % 3], shares[deal % 3] = 5.0, 60
        games.append(
            msgspec.structs.replace(
                like, deal=deal, first=deal % 3, points=tuple(points), shares=tuple(shares)
            )
        )
    sheet = estimate(sort_out(study, games))
    assert [row.estimates[0].mean for row in sheet.place_points] == [5, 2, 2]
    assert [row.estimates[0].mean for row in sheet.seat_points] == [3, 3, 3]
    assert [row.estimates[0].mean for row in sheet.place_wins] == [1, 0, 0]
    words = [row.fairness[0].in_words("more", "less") for row in sheet.place_wins]
    assert words == ["more, beyond noise", "less, beyond noise", "less, beyond noise"]
    assert {row.fairness[0].in_words("more", "less") for row in sheet.seat_wins} == {"within noise"}


def test_an_order_of_turns_that_is_that_of_the_seats_is_not_shown_twice() -> None:
    study = study_of(PIRATES, "random", 2, options={"start_seat": 0})
    assert estimate(play_study(study, hands=Alone())).place_wins == []
