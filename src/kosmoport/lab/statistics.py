"""Means with 95 % intervals from games that come in clusters: all games of one deal resemble each other."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import NormalDist

CONFIDENCE = 0.95
MANY = 500  # degrees of freedom from which the series for large numbers is exact to six digits


@dataclass(frozen=True)
class Estimate:
    """A mean and how well it is known; one cluster alone says nothing about that."""

    mean: float
    low: float | None
    high: float | None
    clusters: int


class Sums:
    """Values and their weights, added up by cluster."""

    def __init__(self) -> None:
        self.clusters: dict[int, list[float]] = {}

    def add(self, cluster: int, value: float, weight: float = 1.0) -> None:
        """Count `value` in, the sum of `weight` observations of the cluster."""
        both = self.clusters.setdefault(cluster, [0.0, 0.0])
        both[0] += value
        both[1] += weight

    def estimate(self, low: float = -math.inf, high: float = math.inf) -> Estimate:
        """The mean and its interval; where a scale has ends, they are `low` and `high`."""
        return clustered_mean(self.clusters.values(), low, high)


def clustered_mean(
    clusters: Iterable[Iterable[float]], low: float = -math.inf, high: float = math.inf
) -> Estimate:
    """The mean of clusters given as (sum of values, weight).

    With clusters of equal weight this is the mean of the clusters' means with Student's t; unequal ones
    (a run that was interrupted) count by their weight, and the spread is that of a ratio.
    """
    pairs = [(value, weight) for value, weight in clusters if weight]
    count, weights = len(pairs), math.fsum(weight for _, weight in pairs)
    mean = math.fsum(value for value, _ in pairs) / weights
    if count < 2:
        return Estimate(mean, None, None, count)
    if mean in (low, high):
        return _all_alike(mean, low, high, count)
    squares = math.fsum((value - mean * weight) ** 2 for value, weight in pairs)
    error = math.sqrt(squares * count / (count - 1)) / weights
    reach = error * student_t(count - 1)
    return Estimate(mean, max(low, mean - reach), min(high, mean + reach), count)


def _all_alike(mean: float, low: float, high: float, count: int) -> Estimate:
    """Every cluster was at the end of the scale: no spread, but no certainty either.

    The interval is the exact one for a success in each of so many trials.
    """
    doubt = 1 - ((1 - CONFIDENCE) / 2) ** (1 / count)
    if mean == high:
        return Estimate(mean, high - doubt * (high - low), high, count)
    return Estimate(mean, low, low + doubt * (high - low), count)


def student_t(freedom: int) -> float:
    """How many standard errors the interval reaches to each side, at so many degrees of freedom."""
    if freedom >= MANY:
        z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
        return z + (z**3 + z) / (4 * freedom) + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * freedom**2)
    low, high = 0.0, math.pi / 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if _within(middle, freedom) > CONFIDENCE else (middle, high)
    return math.sqrt(freedom) * math.tan(low)


def _within(angle: float, freedom: int) -> float:
    """The chance that Student's t is within ±sqrt(freedom)·tan(angle): a finite sum for whole freedoms."""
    cosine, sine = math.cos(angle), math.sin(angle)
    odd = freedom % 2
    term, total = (cosine if odd else 1.0), 0.0
    for k in range(2 + odd, freedom + 1, 2):
        total += term
        term *= cosine**2 * (k - 1) / k
    return 2 / math.pi * (angle + sine * total) if odd else sine * total
