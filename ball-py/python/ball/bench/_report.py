"""The table, the progress and the JSON."""

from __future__ import annotations

import os
import platform
import shutil
import textwrap
from collections.abc import Iterable
from datetime import datetime, timezone
from typing import Any, TextIO

import ball
from ball.bench import _measure, _peers
from ball.bench._measure import Row
from ball.bench._rows import Pair, Plan, cpus

__all__ = ["Progress", "Table", "conditions", "heading", "left_out", "legend"]


class Table:
    """Rows printed as they come, in columns wide enough for all that will."""

    def __init__(self, pairs: Iterable[Pair], out: TextIO) -> None:
        pairs = list(pairs)
        self._out = out
        self._name = max((len(pair.measure.name) for pair in pairs), default=0)
        self._peer = max((len(pair.peer.name) for pair in pairs if pair.peer), default=4)

    def _line(self, name: str, peer: str, unit: str, *numbers: str) -> None:
        rate, peer_rate, ratio = numbers
        line = f"{name:<{self._name}}  {peer:<{self._peer}}  {unit:<11}  {rate:>11}  {peer_rate:>11}  {ratio:>9}"
        print(line.rstrip(), file=self._out, flush=True)

    def head(self) -> None:
        """The names of the columns."""
        self._line("BALL", "beside", "unit", "BALL's rate", "peer's rate", "ratio")

    def row(self, row: Row) -> None:
        """One row; a dash where there is no peer."""
        rates = [f"{rate:,.0f}" if rate is not None else "-" for rate in (row.rate, row.peer_rate)]
        ratio = "-" if row.ratio is None else f"{row.ratio:.3g}" if row.ratio < 100 else f"{row.ratio:,.0f}"
        self._line(row.name, row.peer or "-", f"{row.unit}/s", *rates, ratio)


class Progress:
    """Which row is being measured and how long it will take, on a terminal only."""

    def __init__(self, out: TextIO, rows: int, seconds: float) -> None:
        self._out = out
        self._rows = rows
        self._seconds = seconds
        self._shown = out.isatty()

    def show(self, done: int, title: str) -> None:
        """While one row is measured."""
        if self._shown:
            left = (self._rows - done) * self._seconds
            text = f"[{done + 1}/{self._rows}] {title}, about {left:.0f} s left"
            # A line that wraps could not be wiped out.
            columns = shutil.get_terminal_size().columns
            print(f"\r\x1b[K{text[: max(1, columns - 1)]}", end="", file=self._out, flush=True)

    def hide(self) -> None:
        """Before anything else is printed."""
        if self._shown:
            print("\r\x1b[K", end="", file=self._out, flush=True)


def processor() -> str:
    """What the CPU calls itself, as far as can be told."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as file:
            for line in file:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except (OSError, ValueError):
        pass
    return platform.processor() or platform.machine()


def conditions(seconds: float, plan: Plan) -> dict[str, Any]:
    """Where, when and how it is measured; taken before the first row."""
    return {
        "date": datetime.now(timezone.utc).isoformat(timespec="seconds"),
        "ball": ball.__version__,
        "python": f"{platform.python_implementation()} {platform.python_version()}",
        "platform": platform.platform(),
        "processor": processor(),
        "cpus": cpus(),
        "load": round(os.getloadavg()[0], 2) if hasattr(os, "getloadavg") else None,
        "versions": _peers.versions(),
        "seconds": seconds,
        "rounds": _measure.rounds_of(seconds)[0],
        "left_out": plan.left_out,
        "complete": False,
    }


def heading(told: dict[str, Any]) -> str:
    """The conditions in two lines."""
    found = ", ".join(f"{name} {version}" for name, version in told["versions"].items())
    load = "" if told["load"] is None else f", load {told['load']}"
    return (
        f"ball {told['ball']}, {told['python']}, {found}\n"
        f"{told['date']}, {told['platform']}, {told['processor']}, {told['cpus']} CPUs{load}\n"
    )


def left_out(names: dict[str, str]) -> list[str]:
    """A line for each reason."""
    reasons: dict[str, list[str]] = {}
    for name, why in names.items():
        reasons.setdefault(why, []).append(name)
    lines = (f"Left out, since {why}: {', '.join(names)}." for why, names in reasons.items())
    return [part for line in lines for part in textwrap.wrap(line, 110, subsequent_indent="  ")]


def legend(told: dict[str, Any]) -> str:
    """How to read the table, and what is not in it."""
    rounds, each = _measure.rounds_of(told["seconds"])
    often = "one round" if rounds == 1 else f"{rounds} rounds"
    lines = [
        "",
        f"BALL and the peer take turns, {often} of {1000 * each:.0f} ms each. A rate is the median of the rounds,",
        "the ratio the median of the rounds' ratios: above 1, BALL does more. Seconds are CPU time of this process;",
        "in rows with 2 threads they are wall time, on both sides. Random choices are seeded.",
        "Decisions are choices among the legal actions, listing these included. Calls are made on positions",
        f"{_peers.PLIES} plies into a game. All loops are in Python, but for ball in Rust: that is Position.playout.",
        "The games differ: a ratio compares what gets done in a second, not equal work.",
    ]
    if each < _measure.SLICE:
        lines += [
            f"Slices under {1000 * _measure.SLICE:.0f} ms: this shows that everything runs, the figures mean little."
        ]
    lines += left_out(told["left_out"])
    return "\n".join(lines)
