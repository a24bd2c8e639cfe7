"""Intervals by the book: tables, textbook cases, and how often they hold what they promise."""

from __future__ import annotations

import random
from statistics import fmean, stdev

import pytest

from kosmoport.lab.statistics import Sums, clustered_mean, student_t

# Two-sided 95 % points as every table of Student's distribution prints them.
TABLE = {
    1: 12.706,
    2: 4.303,
    3: 3.182,
    4: 2.776,
    5: 2.571,
    9: 2.262,
    10: 2.228,
    20: 2.086,
    29: 2.045,
    30: 2.042,
    60: 2.000,
    120: 1.980,
    10**9: 1.960,
}


@pytest.mark.parametrize("freedom", TABLE)
def test_student_as_in_the_tables(freedom: int) -> None:
    assert student_t(freedom) == pytest.approx(TABLE[freedom], abs=5e-4)


def test_the_series_for_many_continues_the_sum_for_few() -> None:
    assert 0 < student_t(499) - student_t(500) < 1.1e-5


def test_equal_clusters_are_averaged_like_single_values() -> None:
    means = [0.2, 0.5, 0.9, 0.4]
    found = clustered_mean([(6 * mean, 6) for mean in means])
    reach = 3.182 * stdev(means) / 2
    assert found.mean == pytest.approx(fmean(means))
    assert (found.low, found.high) == pytest.approx((0.5 - reach, 0.5 + reach), abs=1e-3)


def test_a_cluster_that_lacks_games_counts_by_the_games_it_has() -> None:
    found = clustered_mean([(3.0, 6), (0.0, 1), (3.0, 6)])
    assert found.mean == pytest.approx(6 / 13)
    assert found.low is not None
    assert found.low > 0.2  # as single values, the odd one out would reach below zero


def test_one_cluster_has_no_interval() -> None:
    found = clustered_mean([(3.0, 6)])
    assert (found.mean, found.low, found.high) == (0.5, None, None)


def test_ten_clean_sweeps_are_not_certainty() -> None:
    sweep, none = Sums(), Sums()
    for deal in range(10):
        sweep.add(deal, 3.0, 3.0)
        none.add(deal, 0.0, 3.0)
    won, lost = sweep.estimate(0.0, 1.0), none.estimate(0.0, 1.0)
    assert (won.low, won.high) == pytest.approx((0.6915, 1.0), abs=1e-4)  # Clopper and Pearson, 10 of 10
    assert (lost.low, lost.high) == pytest.approx((0.0, 0.3085), abs=1e-4)


def test_intervals_end_where_the_scale_ends() -> None:
    found = clustered_mean([(1.0, 1), (1.0, 1), (0.0, 1)], 0.0, 1.0)
    assert (found.low, found.high) == (0.0, 1.0)


def test_intervals_hold_the_truth_as_often_as_they_say() -> None:
    rng = random.Random(4)
    held = 0
    for _ in range(1000):
        sums = Sums()
        for deal in range(8):
            luck = rng.gauss(0, 1)  # of the deal: without clusters far too few intervals would hold
            for _ in range(6):
                sums.add(deal, luck + rng.gauss(0, 0.3))
        found = sums.estimate()
        assert found.low is not None
        assert found.high is not None
        held += found.low <= 0 <= found.high
    assert 930 <= held <= 970
