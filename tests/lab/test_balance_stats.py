"""Intervals against published values, and words that do not cry wolf."""

from __future__ import annotations

import random

import pytest

from kosmoport.lab.balance.stats import (
    CLEAR,
    ENOUGH,
    NO_DIFFERENCE,
    NOISE,
    PERHAPS,
    difference,
    find,
    level,
    mean,
    share,
    share_difference,
)


@pytest.mark.parametrize(
    "hits, trials, low, high",
    [(81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0.0, 0.1611), (1, 29, 0.0061, 0.1718)],
)
def test_shares_have_the_score_intervals_that_newcombe_published(
    hits: int, trials: int, low: float, high: float
) -> None:
    """R. G. Newcombe, Statistics in Medicine 17 (1998), table I, method 3."""
    found = share([1.0] * hits + [0.0] * (trials - hits))
    assert [found.low, found.high] == pytest.approx([low, high], abs=5e-5)


def test_a_share_of_all_has_an_interval_up_to_all() -> None:
    found = share([1.0] * 10)
    assert found.low is not None
    assert (found.mean, found.high) == (1.0, 1.0)
    assert 0.6 < found.low < 0.8


def test_what_is_never_negative_has_no_negative_bound() -> None:
    rare = [0.0] * 199 + [1.0]
    assert level(rare).low == 0
    assert mean(rare).low == pytest.approx(0.005 - 1.971957 * 0.005)
    below = level([-1.0, *rare])
    assert below.low is not None
    assert below.low < 0


def test_pairs_are_compared_within_themselves() -> None:
    """Deals differ by hundreds, the change is always one: no noise is left."""
    rng = random.Random(1)
    before = [float(rng.randrange(1000)) for _ in range(100)]
    found = difference(before, [value + 1 for value in before])
    assert (found.mean, found.low, found.high) == (1, 1, 1)


def test_differences_of_shares_are_never_certain() -> None:
    """By hand: 10 pairs and the two of Agresti and Min; nothing differs, so the deviation is sqrt(1 / 12)."""
    found = share_difference([1.0] * 10, [1.0] * 10)
    reach = 1.959964 * (1 / 12 / 12) ** 0.5
    assert found.mean == 0
    assert [found.low, found.high] == pytest.approx([-reach, reach])


def test_differences_of_shares_count_both_directions() -> None:
    """By hand: 30 better, 10 worse, 60 alike: 20 / 102, and variance (41 / 102 - (20 / 102)^2) / 102."""
    before, after = [0.0] * 30 + [1.0] * 10 + [1.0] * 60, [1.0] * 30 + [0.0] * 10 + [1.0] * 60
    found = share_difference(before, after)
    middle, reach = 20 / 102, 1.959964 * ((41 / 102 - (20 / 102) ** 2) / 102) ** 0.5
    assert found.mean == pytest.approx(0.2)
    assert [found.low, found.high] == pytest.approx([middle - reach, middle + reach])


def test_equal_values_are_no_difference() -> None:
    assert find([1.0, 2.0], [1.0, 2.0], False, 10).in_words("more", "less") == "no difference"


def test_one_game_says_nothing() -> None:
    assert find([1.0], [900.0], False, 1).sure == NOISE


def test_a_large_difference_is_beyond_noise_once_there_are_enough_games() -> None:
    rng = random.Random(2)
    before = [rng.gauss(0, 1) for _ in range(ENOUGH)]
    after = [value + 3 + rng.gauss(0, 1) for value in before]
    assert find(before, after, False, 60).in_words("more", "less") == "more, beyond noise"
    assert find(after, before, False, 60).in_words("more", "less") == "less, beyond noise"
    assert find(before[1:], after[1:], False, 60).in_words("more", "less") == "perhaps more"


def test_of_many_figures_that_are_noise_some_are_perhaps_different_and_none_beyond_noise() -> None:
    rng, figures = random.Random(3), 60
    found = []
    for _ in range(figures):
        before, after = ([rng.gauss(0, 1) for _ in range(200)] for _ in range(2))
        found.append(find(before, after, False, figures).sure)
    assert CLEAR not in found
    assert NO_DIFFERENCE not in found
    assert 1 <= found.count(PERHAPS) <= 8
