"""Does memory grow while a batch is stepped for long?"""

from __future__ import annotations

import mmap
import sys
from pathlib import Path

from ball import BatchEnv
from ball.bench._measure import SEED

__all__ = ["LIMIT", "soak", "supported"]

#: Growth in bytes that is taken for a leak. Half a byte for each step of 8 million would show.
LIMIT = 4 << 20

STATM = Path("/proc/self/statm")
GAMES = 64
LINES = 20


def supported() -> bool:
    """Whether the system tells a process its memory in the way that is read here."""
    return STATM.exists()


def resident() -> int:
    """Bytes of this process that are in memory."""
    pages = int(STATM.read_text(encoding="ascii").split()[1])
    return pages * mmap.PAGESIZE


def soak(steps: int) -> bool:
    """Steps a batch so many times and prints the memory at intervals; whether it stays within :data:`LIMIT`.

    The first tenth warms up: by then the allocator has what it needs, and pages have been touched that the arrays own.
    """
    env = BatchEnv(GAMES, max_turns=200, seed=SEED, threads=2)
    print(f"{steps:,} steps of a BatchEnv of {GAMES} games with planes and mask, 2 threads")
    print(f"{'steps':>15}  {'memory, MiB':>11}  {'grown, MiB':>10}", flush=True)
    done, base = 0, None
    grown = most = 0
    for line in range(1, LINES + 1):
        target = steps * line // LINES
        for _ in range(target - done):
            env.step(env.sample_actions())
        done = target
        now = resident()
        if base is not None:
            grown = now - base
            most = max(most, grown)
        elif line * 10 >= LINES:
            base = now
        shown = "warm-up" if base is None else f"{grown / 2**20:+.2f}"
        print(f"{done:>15,}  {now / 2**20:>11.2f}  {shown:>10}", flush=True)
    if most > LIMIT:
        print(f"memory grew by {most / 2**20:.2f} MiB after warm-up, more than {LIMIT >> 20} MiB", file=sys.stderr)
        return False
    print(f"memory grew by {most / 2**20:.2f} MiB at most after warm-up, {LIMIT >> 20} MiB are allowed")
    return True
