"""Shares and differences in pairs with their intervals, and how sure a difference is."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import fsum, inf, sqrt
from statistics import NormalDist

from kosmoport.lab.statistics import CONFIDENCE, Estimate, clustered_mean

Z = NormalDist().inv_cdf((1 + CONFIDENCE) / 2)
ENOUGH = 50  # games: with fewer nothing is called beyond noise

NO_DIFFERENCE, NOISE, PERHAPS, CLEAR = range(4)  # how sure a difference is


def mean(values: Sequence[float]) -> Estimate:
    """The mean of independent values, with Student's interval."""
    return clustered_mean((value, 1.0) for value in values)


def level(values: Sequence[float]) -> Estimate:
    """The same for a quantity, not a difference: what is never negative has no negative bound."""
    found = mean(values)
    return replace(found, low=max(0.0, found.low)) if found.low is not None and min(values) >= 0 else found


def share(values: Sequence[float]) -> Estimate:
    """The mean of values from 0 to 1, with Wilson's interval, which stays inside and never has width 0."""
    n = len(values)
    p = fsum(values) / n
    middle = (p + Z * Z / (2 * n)) / (1 + Z * Z / n)
    reach = Z / (1 + Z * Z / n) * sqrt(p * (1 - p) / n + Z * Z / (4 * n * n))
    return Estimate(p, min(p, middle - reach), max(p, middle + reach), n)


def difference(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """The mean difference of values in pairs."""
    return mean([b - a for a, b in zip(before, after, strict=True)])


def share_difference(before: Sequence[float], after: Sequence[float]) -> Estimate:
    """The same for values from 0 to 1; as Agresti and Min propose, half a pair of each kind is added."""
    pairs = [b - a for a, b in zip(before, after, strict=True)]
    n = len(pairs) + 2
    middle = fsum(pairs) / n
    reach = Z * sqrt(max(0.0, (fsum(d * d for d in pairs) + 1) / n - middle**2) / n)
    return Estimate(fsum(pairs) / len(pairs), max(-1.0, middle - reach), min(1.0, middle + reach), len(pairs))


@dataclass(frozen=True)
class Finding:
    """A difference and how sure it is."""

    estimate: Estimate
    sure: int

    @property
    def weight(self) -> float:
        """How far from nothing, measured by the interval."""
        low, high = bounds(self.estimate)
        return 2 * abs(self.estimate.mean) / (high - low) if high > low else inf

    def in_words(self, more: str, less: str) -> str:
        """The finding without a number."""
        direction = more if self.estimate.mean > 0 else less
        return {
            NO_DIFFERENCE: "no difference",
            NOISE: "within noise",
            PERHAPS: f"perhaps {direction}",
            CLEAR: f"{direction}, beyond noise",
        }[self.sure]


def find(before: Sequence[float], after: Sequence[float], is_share: bool, looked_at: int) -> Finding:
    """How sure it is that values in pairs differ.

    Of many figures one in twenty leaves its interval by chance. Beyond noise is only what would stand out as
    the most extreme of all that are looked at (Bonferroni's rule).
    """
    estimate = share_difference(before, after) if is_share else difference(before, after)
    low, high = bounds(estimate)
    if list(before) == list(after):
        return Finding(estimate, NO_DIFFERENCE)
    if low <= 0 <= high:
        return Finding(estimate, NOISE)
    wider = NormalDist().inv_cdf(1 - (1 - CONFIDENCE) / (2 * looked_at)) / Z
    middle, reach = (low + high) / 2, (high - low) / 2
    stands_out = abs(middle) > wider * reach and estimate.clusters >= ENOUGH
    return Finding(estimate, CLEAR if stands_out else PERHAPS)


def bounds(estimate: Estimate) -> tuple[float, float]:
    """The interval; of one game alone it is without bounds."""
    low, high = estimate.low, estimate.high
    return (-inf if low is None else low), (inf if high is None else high)
