"""Shares, means and paired differences with their intervals, and how many games a precision needs.

Counts come in as whole numbers, so that results merged from many workers are exact. scipy (extra ``lab``)
is imported when an interval is first asked for.
"""

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from plombox_widget.simulation.extras import needed

CONFIDENCE = 0.95
"""Of every interval, unless another is asked for."""


class Interval(NamedTuple):
    """A confidence interval."""

    low: float
    high: float

    @property
    def half_width(self) -> float:
        return (self.high - self.low) / 2


class Rate(NamedTuple):
    """``hits`` out of ``trials``."""

    hits: int
    trials: int

    @property
    def value(self) -> float:
        """The share, 0 to 1; NaN of nothing."""
        return self.hits / self.trials if self.trials else math.nan

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        return wilson(self.hits, self.trials, confidence)


def wilson(hits: int, count: int, confidence: float = CONFIDENCE) -> Interval:
    """Wilson's score interval of a share; 0 to 1 if nothing was counted.

    ``ValueError`` unless 0 ≤ hits ≤ count and 0 < confidence < 1.
    """
    _check_confidence(confidence)
    if not 0 <= hits <= count:
        raise ValueError(f"hits must be 0 to {count}, the count; got {hits}")
    if count == 0:
        return Interval(0.0, 1.0)
    test = needed("scipy.stats").binomtest(int(hits), int(count))
    low, high = test.proportion_ci(confidence_level=confidence, method="wilson")
    return Interval(float(low), float(high))


class Mean(NamedTuple):
    """The mean of a sample of whole numbers, kept as exact sums."""

    size: int
    total: int
    squares: int
    """Sum of the squares."""

    @classmethod
    def of_histogram(cls, counts: Sequence[int]) -> "Mean":
        """``counts[k]`` is how often the value k was seen."""
        seen = [(value, int(count)) for value, count in enumerate(counts) if count]
        return cls(
            sum(count for _, count in seen),
            sum(value * count for value, count in seen),
            sum(value * value * count for value, count in seen),
        )

    @property
    def value(self) -> float:
        """NaN of nothing."""
        return self.total / self.size if self.size else math.nan

    @property
    def deviation(self) -> float:
        """The standard deviation of the sample; NaN of fewer than two."""
        if self.size < 2:
            return math.nan
        return math.sqrt((self.size * self.squares - self.total**2) / (self.size * (self.size - 1)))

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Student's interval of the mean; without bounds for fewer than two."""
        _check_confidence(confidence)
        if self.size < 2:
            return Interval(-math.inf, math.inf)
        if self.deviation == 0.0:
            return Interval(self.value, self.value)
        error = self.deviation / math.sqrt(self.size)
        low, high = needed("scipy.stats").t.interval(confidence, self.size - 1, self.value, error)
        return Interval(float(low), float(high))


class Difference(NamedTuple):
    """A paired difference of win chances, kept as exact sums over the deals.

    In each deal some seats are exchanged, one after the other; a pair is one such seat, and its difference
    is +1 if the seat wins only exchanged, -1 if it wins only as it was, 0 otherwise. The pairs of one deal
    hang together, so deals, not pairs, are the sample.
    """

    deals: int
    """Deals that have at least one pair."""
    pairs: int
    total: int
    """Sum of the differences."""
    squares: int
    """Sum over the deals of (sum of its differences)²."""
    products: int
    """Sum over the deals of (sum of its differences) · (its pairs)."""
    pair_squares: int
    """Sum over the deals of (its pairs)²."""

    @property
    def value(self) -> float:
        """Win chance exchanged less win chance before, -1 to 1; NaN of nothing."""
        return self.total / self.pairs if self.pairs else math.nan

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        """Agresti and Min's interval for matched proportions, -1 to 1; never of no width.

        With one pair in a deal it is theirs (Statistics in Medicine 24, 2005: half a pair is added to each
        of the four cells); with several, the variance is that of a ratio of sums over deals.
        """
        _check_confidence(confidence)
        centre, error = self._centre_and_error()
        reach = needed("scipy.stats").norm.ppf((1 + confidence) / 2) * error
        return Interval(max(-1.0, float(centre - reach)), min(1.0, float(centre + reach)))

    def _centre_and_error(self) -> tuple[float, float]:
        pairs = self.pairs + 2
        centre = self.total / pairs
        spread = self.squares + 1 - 2 * centre * self.products + centre**2 * (self.pair_squares + 2)
        return centre, math.sqrt(max(0.0, spread)) / pairs

    def deals_needed(self, precision: float, confidence: float = CONFIDENCE) -> int:
        """Deals that give an interval of half-width ``precision``, if they go on like these."""
        _check_precision(precision)
        if not self.deals:
            raise ValueError("deals_needed needs at least one deal to go by")
        half_width = self.interval(confidence).half_width
        return math.ceil(self.deals * (half_width / precision) ** 2)


class Average(NamedTuple):
    """The plain mean of independent differences, each with its own error."""

    differences: tuple[Difference, ...]

    @property
    def value(self) -> float:
        return math.fsum(one.value for one in self.differences) / len(self.differences)

    def interval(self, confidence: float = CONFIDENCE) -> Interval:
        _check_confidence(confidence)
        parts = [one._centre_and_error() for one in self.differences]
        centre = math.fsum(part[0] for part in parts) / len(parts)
        error = math.sqrt(math.fsum(part[1] ** 2 for part in parts)) / len(parts)
        reach = float(needed("scipy.stats").norm.ppf((1 + confidence) / 2)) * error
        return Interval(max(-1.0, centre - reach), min(1.0, centre + reach))


def average(differences: Mapping[object, Difference] | Sequence[Difference]) -> Average:
    """Differences of separate runs, all of equal weight; ``ValueError`` for none."""
    parts = tuple(differences.values() if isinstance(differences, Mapping) else differences)
    if not parts:
        raise ValueError("average needs at least one difference")
    return Average(parts)


def games_needed(precision: float, rate: float = 0.5, confidence: float = CONFIDENCE) -> int:
    """Games whose Wilson interval has at most the half-width ``precision``, if the share is ``rate``.

    ``rate`` 0.5, the default, is the worst case. ``ValueError`` for a precision that is not over 0 and
    under 0.5, a rate outside 0 to 1, or a confidence that is not between 0 and 1.
    """
    _check_precision(precision)
    _check_confidence(confidence)
    if not 0 <= rate <= 1:
        raise ValueError(f"rate must be 0 to 1, got {rate}")
    z2 = float(needed("scipy.stats").norm.ppf((1 + confidence) / 2)) ** 2
    variance = rate * (1 - rate)
    # half-width² = z² (n·variance + z²/4) / (n + z²)², solved for n
    half = z2 * (variance / (2 * precision**2) - 1)
    root = half**2 - z2**2 * (1 - 1 / (4 * precision**2))
    return max(1, math.ceil(half + math.sqrt(max(0.0, root)) - 1e-9))


def _check_confidence(confidence: float) -> None:
    if not 0 < confidence < 1:
        raise ValueError(f"confidence must be between 0 and 1, such as 0.95, got {confidence}")


def _check_precision(precision: float) -> None:
    if not 0 < precision < 0.5:
        raise ValueError(f"precision must be over 0 and under 0.5, such as 0.01, got {precision}")
