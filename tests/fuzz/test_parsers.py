"""Whatever strangers send: parsers answer it or refuse it as documented, and none of it costs much."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.fuzz.parsers import PARSERS, feed, run

ROOT = Path(__file__).parents[2]
FEW = 60
BRANCHES = 1000
MANY = 20_000
EACH_PARSER = pytest.mark.parametrize("name", PARSERS)


def last_words(*arguments: str) -> list[str]:
    """How a process under limits ended: the words of its last line."""
    command = [sys.executable, "-m", "tests.fuzz.child", *arguments]
    child = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    last = child.stdout.splitlines()[-1] if child.stdout else "nothing"
    assert child.returncode == 0, f"{last}: ended with {child.returncode}\n{child.stderr[-3000:]}"
    return last.split()


@EACH_PARSER
def test_garbage_is_answered_or_refused(name: str) -> None:
    found = set()

    @settings(max_examples=FEW, suppress_health_check=list(HealthCheck))
    @given(st.randoms(use_true_random=False))
    def try_out(rng: Random) -> None:
        """Hypothesis chooses every number, so what breaks is made as simple as it can be."""
        found.add(feed(name, rng, "by Hypothesis"))

    try_out()
    found |= {run(name, seed) for seed in range(FEW)}
    assert found == {True, False}


def test_bombs_do_not_go_off() -> None:
    word, _, other, refused = last_words("bombs")
    assert (word, other) == ("accepted", "refused")
    assert int(refused) > 80


@pytest.mark.slow
def test_garbage_takes_every_branch_of_the_parsers() -> None:
    command = [sys.executable, "-m", "tests.fuzz.branches", str(BRANCHES)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == ""


@pytest.mark.slow
@EACH_PARSER
def test_much_more_garbage(name: str) -> None:
    word, accepted, other, refused = last_words("seeds", name, str(FEW), str(FEW + MANY))
    assert (word, other) == ("accepted", "refused")
    assert int(accepted) + int(refused) == MANY
    assert min(int(accepted), int(refused)) > MANY // 100


@pytest.mark.parametrize("waste", ["[0] * (1 << 28)", "sum(1 for _ in iter(int, 1))"])
def test_a_process_under_limits_ends_where_it_must(waste: str) -> None:
    code = f"""
from tests.fuzz import child
child.SECONDS, child.MEMORY = 0, 1 << 28
child.limit_memory()
child.feed([("waste", lambda: {waste})])
"""
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.stdout == "waste\n"
    assert done.returncode != 0
