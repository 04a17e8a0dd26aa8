"""Which rows there are."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Literal

from ball.bench import _ball, _peers
from ball.bench._measure import Clock, Row, Setup, compare
from ball.bench._peers import Peer, absent

__all__ = ["Pair", "Plan", "cpus", "plan"]

HEX = "hex(board_size=11)"
SPIEL = ("pyspiel",)

HEX_GAME = Peer("OpenSpiel hex 11x11", _peers.spiel_game(HEX), SPIEL)
HEX_CLONE = Peer("OpenSpiel hex 11x11: clone", _peers.spiel_clone(HEX), SPIEL)
HEX_MASK = Peer("OpenSpiel hex 11x11: legal_actions_mask", _peers.spiel_mask(HEX), SPIEL)
HEX_OBSERVATION = Peer(
    "OpenSpiel hex 11x11: Observation.set_from", _peers.spiel_obs(HEX), (*SPIEL, "open_spiel.python.observation")
)
GAMES = (
    HEX_GAME,
    Peer("OpenSpiel amazons", _peers.spiel_game("amazons"), SPIEL),
    Peer("OpenSpiel chess", _peers.spiel_game("chess"), SPIEL),
    Peer("python-chess", _peers.chess_moves, ("chess",)),
)
CLONES = (
    HEX_CLONE,
    Peer("OpenSpiel amazons: clone", _peers.spiel_clone("amazons"), SPIEL),
    Peer("OpenSpiel chess: clone", _peers.spiel_clone("chess"), SPIEL),
)
RUST = Peer("ball in Rust", _ball.playout)
ENVIRONMENTS = tuple(
    Peer(f"PettingZoo {name} raw_env", _peers.raw_env(name), (f"pettingzoo.classic.{name}",))
    for name in ("tictactoe_v3", "chess_v6")
)


@dataclass(frozen=True)
class Measure:
    """Something BALL does, all it is measured beside, and the modules BALL itself needs for it."""

    name: str
    unit: str
    setup: Setup
    peers: tuple[Peer, ...]
    clock: Clock = "cpu"
    modules: tuple[str, ...] = ()


@dataclass(frozen=True)
class Pair:
    """A row to be: a measure and one of its peers, or none."""

    measure: Measure
    peer: Peer | None

    @property
    def title(self) -> str:
        """What ``--only`` looks in."""
        return f"{self.measure.name} / {self.peer.name}" if self.peer else self.measure.name

    def run(self, seconds: float) -> Row:
        """Measures it."""
        measure, peer = self.measure, self.peer
        sides = (measure.setup, peer.name, peer.setup) if peer else (measure.setup,)
        return compare(measure.name, measure.unit, measure.clock, seconds, *sides)


@dataclass(frozen=True)
class Plan:
    """The rows to measure, and what is left out: its name, and why."""

    pairs: list[Pair]
    left_out: dict[str, str]


def cpus() -> int:
    """How many CPUs this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def batches(threads: int) -> Iterator[Measure]:
    """Batches of all sizes, with all they can be asked for."""
    kinds: tuple[tuple[str, Literal["planes", "vector"] | None, bool], ...] = (
        ("without observation and mask", None, False),
        ("with mask", None, True),
        ("with planes and mask", "planes", True),
        ("with vector and mask", "vector", True),
    )
    # Threads have nothing to share in a batch of one game.
    for games in (1, 64, 1024) if threads == 1 else (64, 1024):
        for kind, observation, mask in kinds:
            name = f"BatchEnv({games}) {kind}"
            peers: tuple[Peer, ...] = (RUST, HEX_GAME)
            if threads > 1:
                name += f", {threads} threads"
                peers = (Peer("ball, 1 thread", _ball.batch(games, observation, mask, 1)), *peers)
            clock: Clock = "cpu" if threads == 1 else "wall"
            yield Measure(name, "decisions", _ball.batch(games, observation, mask, threads), peers, clock)


def measures() -> Iterator[Measure]:
    """All that can be measured on this machine."""
    yield Measure("Game, one decision at a time", "decisions", _ball.game, GAMES)
    yield Measure("Position, one decision at a time", "decisions", _ball.position, GAMES)
    yield Measure("Game.copy, 20 plies in", "calls", _ball.game_copy, CLONES)
    buffers = (HEX_CLONE, HEX_OBSERVATION)
    yield Measure("Position.action_mask(out)", "calls", _ball.into_buffer("mask"), (HEX_CLONE, HEX_MASK))
    yield Measure("Position.observation(out)", "calls", _ball.into_buffer("planes"), buffers)
    yield Measure("Position.observation_vector(out)", "calls", _ball.into_buffer("vector"), buffers)
    yield Measure("Position.playout, in Rust", "decisions", _ball.playout, (HEX_GAME,))
    yield from batches(1)
    if cpus() > 1:
        yield from batches(2)
    yield Measure(
        "ball.envs.pettingzoo.raw_env", "decisions", _ball.raw_env, ENVIRONMENTS, modules=("ball.envs.pettingzoo",)
    )


def plan(wanted: str | None = None) -> Plan:
    """The rows with ``wanted`` in their titles, where ``*`` and ``?`` stand for what they do in file names; or all."""
    pairs: list[Pair] = []
    left_out: dict[str, str] = {}
    for measure in measures():
        chosen = [pair for pair in (Pair(measure, peer) for peer in measure.peers) if matches(pair.title, wanted)]
        alone = Pair(measure, None)
        if not chosen and not matches(alone.title, wanted):
            continue
        if missing := absent(measure.modules):
            left_out[measure.name] = missing
            continue
        there = []
        for pair in chosen:
            assert pair.peer is not None
            if missing := absent(pair.peer.modules):
                left_out[pair.peer.name] = missing
            else:
                there.append(pair)
        if not there and matches(alone.title, wanted):
            there = [alone]
        pairs += there
    if cpus() == 1 and matches("2 threads", wanted):
        left_out["2 threads"] = "this process may use one CPU only"
    return Plan(pairs, left_out)


def matches(title: str, wanted: str | None) -> bool:
    """Whether ``--only`` asks for it."""
    return wanted is None or fnmatchcase(title.lower(), f"*{wanted.lower()}*")
