"""The peer of the benchmark: OpenSpiel's goofspiel, played out in C++ and stepped from Python."""

import sys

import pytest

from kosmoport.lab import peer

# Twelve rounds of three bids; OpenSpiel plays the thirteenth round itself.
DECISIONS_PER_GAME = 36


def test_playout_in_cpp_counts_whole_games() -> None:
    rate = peer.openspiel_goofspiel_rate(seconds=0.0, seed=1)
    assert rate.decisions == peer.PLAYOUTS_PER_CALL * DECISIONS_PER_GAME
    assert rate.decisions_per_second == rate.decisions / rate.seconds > 0


def test_stepping_from_python_counts_whole_games() -> None:
    rate = peer.openspiel_python_step_rate(seconds=0.0, seed=1)
    assert rate.decisions == peer.GAMES_PER_CLOCK_LOOK * DECISIONS_PER_GAME


def test_missing_peer_is_one_sentence_with_a_hint(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(peer.PeerMissing, match="make bench"):
        peer.openspiel_goofspiel_rate(seconds=0.0, seed=1)
