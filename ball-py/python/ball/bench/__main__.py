"""``python -m ball.bench``: decisions a second beside other game libraries, and a soak test of memory."""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
from collections.abc import Sequence
from typing import Any, TextIO

from ball.bench import _soak
from ball.bench._measure import FailedError, Row
from ball.bench._report import Progress, Table, conditions, heading, left_out, legend
from ball.bench._rows import Plan, plan

#: A row's seconds by default: all rows, with all peers, take about two minutes.
SECONDS = 1.5

EPILOG = """\
Peers that are installed are measured: pip install open_spiel "pettingzoo[classic]" chess. help(ball.bench) tells what
the JSON has.

exit codes: 0 all well; 1 memory grew in a soak; 2 wrong usage, or output that can't be written; 130 interrupted, with
the rows so far printed and written; 141 the reader of the output went away"""


def seconds(text: str) -> float:
    """The argument of ``--seconds``."""
    number = float(text)
    if not (math.isfinite(number) and 0.001 <= number <= 3600):
        raise argparse.ArgumentTypeError("a row takes 0.001 to 3600 seconds")
    return number


def steps(text: str) -> int:
    """The argument of ``--soak``."""
    number = int(text)
    if number < 1:
        raise argparse.ArgumentTypeError("at least 1 step")
    return number


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m ball.bench",
        description="Decisions a second of BALL beside other game libraries, in one run, taking turns.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--json", metavar="FILE", help="write the rows and the conditions there as well")
    top.add_argument(
        "--seconds",
        type=seconds,
        default=SECONDS,
        metavar="S",
        help="seconds a row, %(default)s by default; 0.05 only shows that everything runs",
    )
    top.add_argument(
        "--only",
        metavar="PATTERN",
        help="rows of --list with this in them, in any case; * and ? stand for any text and any character",
    )
    instead = top.add_mutually_exclusive_group()
    instead.add_argument("--list", action="store_true", help="list the rows, measure nothing")
    instead.add_argument(
        "--soak",
        type=steps,
        metavar="N",
        help="step a BatchEnv N times instead and watch its memory; Linux only",
    )
    return top


def measure(todo: Plan, each: float, told: dict[str, Any], rows: list[Row]) -> None:
    """Measures the rows and prints them; they stand in ``rows`` whatever happens."""
    table, progress = Table(todo.pairs, sys.stdout), Progress(sys.stderr, len(todo.pairs), each)
    print(heading(told))
    table.head()
    try:
        for done, pair in enumerate(todo.pairs):
            progress.show(done, pair.title)
            try:
                row = pair.run(each)
            except FailedError as error:
                told["left_out"][pair.title] = str(error)
                continue
            rows.append(row)
            progress.hide()
            table.row(row)
        told["complete"] = True
    finally:
        progress.hide()


def bench(options: argparse.Namespace, todo: Plan, file: TextIO | None) -> int:
    """Everything but the soak."""
    told, rows = conditions(options.seconds, todo), list[Row]()
    code = 0
    try:
        measure(todo, options.seconds, told, rows)
    except KeyboardInterrupt:
        code = 130
    print(legend(told))
    if code:
        print(f"Interrupted after {len(rows)} of {len(todo.pairs)} rows.")
    if file is not None:
        json.dump({"conditions": told, "rows": [row.to_dict() for row in rows]}, file, indent=1)
        file.write("\n")
        file.flush()
    return code


def run(options: argparse.Namespace) -> int:
    if options.soak is not None:
        if not _soak.supported():
            print(f"--soak needs {_soak.STATM}, which only Linux has", file=sys.stderr)
            return 2
        return 0 if _soak.soak(options.soak) else 1
    todo = plan(options.only)
    if not todo.pairs and not todo.left_out:
        print(f"no row has {options.only!r} in it; --list shows them", file=sys.stderr)
        return 2
    if options.list:
        for pair in todo.pairs:
            print(pair.title)
        for line in left_out(todo.left_out):
            print(line)
        return 0
    if options.json is None:
        return bench(options, todo, None)
    # Opened first: a wrong name should not show after minutes.
    with open(options.json, "w", encoding="utf-8") as file:
        return bench(options, todo, file)


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and gives the exit code."""
    top = parser()
    options = top.parse_args(arguments)
    if options.soak is not None and (options.json is not None or options.only is not None):
        top.error("--soak goes without --json and --only")
    if options.list and options.json is not None:
        top.error("--list goes without --json")
    # A stream that was closed before the start is none at all.
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115 - for as long as the program runs
    sys.stderr = sys.stderr or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    try:
        code = run(options)
        sys.stdout.flush()
    except BrokenPipeError:
        # The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        name = f"{error.filename}: " if error.filename else ""
        print(f"{name}{error.strerror or error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
