"""Rates of two sides that take turns, so that a change in the machine's speed meets both."""

from __future__ import annotations

import gc
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median
from typing import Any, Literal

__all__ = ["SEED", "SLICE", "Clock", "FailedError", "Row", "Setup", "Work", "compare", "rounds_of"]

#: Does a short piece of work and gives how many units of it were done.
Work = Callable[[], int]
#: Makes what the work needs, which is not timed.
Setup = Callable[[], Work]
#: CPU time of the process, which neighbours on the machine disturb less; or wall time, for more than one thread.
Clock = Literal["cpu", "wall"]

CLOCKS: dict[Clock, Callable[[], float]] = {"cpu": time.process_time, "wall": time.perf_counter}

#: Everything drawn at random is drawn from this.
SEED = 1

#: A slice of this many seconds at least gives a rate that means something.
SLICE = 0.05
MOST_ROUNDS = 15


class FailedError(Exception):
    """A peer that is installed can't do what it is asked for."""


@dataclass(frozen=True)
class Row:
    """What was measured: the two rates of every round, the second ``None`` without a peer."""

    name: str
    unit: str
    clock: Clock
    peer: str | None
    rounds: tuple[tuple[float, float | None], ...]

    @property
    def rate(self) -> float:
        """Of BALL, the median of the rounds."""
        return median(ours for ours, _ in self.rounds)

    @property
    def peer_rate(self) -> float | None:
        """Of the peer, the median of the rounds."""
        rates = [theirs for _, theirs in self.rounds if theirs is not None]
        return median(rates) if rates else None

    @property
    def ratio(self) -> float | None:
        """The median of the rounds' ratios, which need not be the ratio of the medians."""
        ratios = [ours / theirs for ours, theirs in self.rounds if theirs is not None]
        return median(ratios) if ratios else None

    def to_dict(self) -> dict[str, Any]:
        """As it stands in the JSON file."""
        return {
            "name": self.name,
            "rate": self.rate,
            "peer": self.peer,
            "peer_rate": self.peer_rate,
            "ratio": self.ratio,
            "unit": self.unit,
            "clock": self.clock,
            "rounds": [list(pair) for pair in self.rounds],
        }


def rounds_of(seconds: float) -> tuple[int, float]:
    """How many rounds a row of so many seconds has, and the seconds of a slice: two slices are a round."""
    # 0.3 seconds are three rounds, whatever binary fractions say.
    rounds = min(MOST_ROUNDS, max(1, int(seconds / (2 * SLICE) + 1e-9)))
    # An odd number has a round in its middle.
    rounds -= 1 - rounds % 2
    return rounds, seconds / (2 * rounds)


def rate(work: Work, seconds: float, clock: Clock) -> float:
    """Units per second over at least this time."""
    now = CLOCKS[clock]
    # Nobody pays for garbage of the other side.
    gc.collect()
    count, start = 0, now()
    while (spent := now() - start) < seconds:
        count += work()
    return count / spent


def prepare(setup: Setup, seconds: float, clock: Clock) -> Work:
    """The work of a side, warmed up."""
    work = setup()
    rate(work, seconds, clock)
    return work


def compare(
    name: str,
    unit: str,
    clock: Clock,
    seconds: float,
    ours: Setup,
    peer: str | None = None,
    theirs: Setup | None = None,
) -> Row:
    """Measures one row in about so many seconds, and a little more to warm up.

    Raises :class:`FailedError` if the peer fails before the first round.
    """
    rounds, each = rounds_of(seconds)
    warm = min(each, SLICE)
    work = prepare(ours, warm, clock)
    other = None
    if theirs is not None:
        try:
            other = prepare(theirs, warm, clock)
        except Exception as error:  # whatever a peer of another version raises
            raise FailedError(f"it fails with {type(error).__name__}: {error}") from error
    # The collector stays on, as users have it. But it need not go through all the modules that happen to be loaded.
    gc.collect()
    gc.freeze()
    try:
        pairs = tuple(
            (rate(work, each, clock), None if other is None else rate(other, each, clock)) for _ in range(rounds)
        )
    finally:
        gc.unfreeze()
    return Row(name, unit, clock, peer, pairs)
