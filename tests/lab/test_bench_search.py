"""The benchmarks of the search and of vectorised steps: they measure something and name their peer."""

from __future__ import annotations

import pytest

from kosmoport.core.levels import Settings
from kosmoport.games import game_by_id
from kosmoport.lab.bench_search import OH_HELL, openspiel_rate, print_search_bench, search_rate
from kosmoport.lab.bench_vector import print_vector_bench


def test_rates_are_positive() -> None:
    assert search_rate(game_by_id("kosmiczni_piraci"), Settings(iterations=50), 0.02, 0) > 0
    assert openspiel_rate(0.02, 0) > 0


def test_the_report_names_the_peer_and_every_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("kosmoport.lab.bench_search.GAMES", (game_by_id("kosmiczni_piraci"),))
    print_search_bench(0.01, 1)
    said = capsys.readouterr().out
    assert OH_HELL in said
    assert "times the peer" in said
    assert "textbook" in said


def test_vectorised_steps_are_measured_beside_pettingzoo(capsys: pytest.CaptureFixture[str]) -> None:
    print_vector_bench(0.02, 1)
    assert "PettingZoo" in capsys.readouterr().out
