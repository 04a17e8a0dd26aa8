"""The peers' side: the same loops in their words. Imports nothing that need not be installed."""

from __future__ import annotations

import os
import random
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from typing import Any, Protocol

import numpy as np

from ball.bench._measure import SEED, Setup, Work

__all__ = [
    "Aec",
    "Peer",
    "absent",
    "aec_steps",
    "chess_moves",
    "raw_env",
    "spiel_clone",
    "spiel_game",
    "spiel_mask",
    "spiel_obs",
]

#: The distributions whose versions are told.
DISTRIBUTIONS = ("numpy", "open_spiel", "pettingzoo", "gymnasium", "chess")

#: A bare game of chess, which knows no draws by claim, is cut off after so many plies, and after so many without a
#: capture or a move of a pawn.
CHESS_PLIES = 400
CHESS_QUIET = 150

#: As for BALL: copies are made so far into so many games.
PLIES = 20
GAMES = 16


@dataclass(frozen=True)
class Peer:
    """What BALL is measured beside, and the modules it needs."""

    name: str
    setup: Setup
    modules: tuple[str, ...] = ()


@cache
def absent(modules: tuple[str, ...]) -> str | None:
    """Why one of these modules is not there, or ``None``."""
    # pygame, which PettingZoo's chess draws with, greets on standard output.
    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    for name in modules:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                import_module(name)
        except ImportError as error:
            gone = isinstance(error, ModuleNotFoundError) and error.name
            return f"{error.name} is not installed" if gone else str(error)
        except Exception as error:  # an installation can be broken in any way
            return f"importing {name} fails with {type(error).__name__}: {error}"
    return None


def versions() -> dict[str, str]:
    """Of what is installed."""
    found = {}
    for name in DISTRIBUTIONS:
        try:
            found[name] = version(name)
        except PackageNotFoundError:
            continue
    return found


def spiel_game(name: str) -> Setup:
    """A game of OpenSpiel, one decision at a time."""

    def setup() -> Work:
        new, choice = import_module("pyspiel").load_game(name).new_initial_state, random.Random(SEED).choice

        def work() -> int:
            state, done = new(), 0
            while not state.is_terminal():
                state.apply_action(choice(state.legal_actions()))
                done += 1
            return done

        return work

    return setup


def opened(new: Callable[[], Any]) -> list[Any]:
    """States of OpenSpiel some plies in."""
    draw = random.Random(SEED)
    states: list[Any] = []
    while len(states) < GAMES:
        state = new()
        for _ in range(PLIES):
            if not state.is_terminal():
                state.apply_action(draw.choice(state.legal_actions()))
        if not state.is_terminal():
            states.append(state)
    return states


def spiel_clone(name: str) -> Setup:
    """Copies of a state of OpenSpiel."""

    def setup() -> Work:
        states = opened(import_module("pyspiel").load_game(name).new_initial_state)

        def work() -> int:
            for state in states:
                state.clone()
            return GAMES

        return work

    return setup


def spiel_mask(name: str) -> Setup:
    """The mask of OpenSpiel, a new list every time."""

    def setup() -> Work:
        states = opened(import_module("pyspiel").load_game(name).new_initial_state)

        def work() -> int:
            for state in states:
                state.legal_actions_mask()
            return GAMES

        return work

    return setup


def spiel_obs(name: str) -> Setup:
    """The observation of OpenSpiel, into the array it keeps."""

    def setup() -> Work:
        game = import_module("pyspiel").load_game(name)
        observation = import_module("open_spiel.python.observation").make_observation(game)
        seen = [(state, state.current_player()) for state in opened(game.new_initial_state)]

        def work() -> int:
            for state, player in seen:
                observation.set_from(state, player)
            return GAMES

        return work

    return setup


def chess_moves() -> Work:
    """A game of python-chess, one move at a time, without asking whether a draw could be claimed."""
    board_type, choice = import_module("chess").Board, random.Random(SEED).choice

    def work() -> int:
        board = board_type()
        for done in range(CHESS_PLIES):
            moves = list(board.legal_moves)
            if not moves or board.halfmove_clock >= CHESS_QUIET:
                return done
            board.push(choice(moves))
        return CHESS_PLIES

    return work


class Aec(Protocol):
    """What PettingZoo calls an environment in which agents act one after another, as far as it is used here."""

    def reset(self, seed: int | None = None) -> None: ...
    def last(self) -> tuple[Any, ...]: ...
    def step(self, action: int) -> None: ...


def raw_env(name: str) -> Setup:
    """An environment of PettingZoo without its wrappers."""
    return lambda: aec_steps(import_module(f"pettingzoo.classic.{name}").raw_env())


def aec_steps(env: Aec) -> Work:
    """Steps of an environment that has PettingZoo's loop: observe, choose from the mask, step."""
    draw, steps = np.random.default_rng(SEED), 16
    env.reset(seed=SEED)

    def work() -> int:
        done = 0
        while done < steps:
            seen, _, terminated, truncated, _ = env.last()
            if terminated or truncated:
                env.reset()
                continue
            legal = np.flatnonzero(seen["action_mask"])
            env.step(int(legal[draw.integers(len(legal))]))
            done += 1
        return done

    return work
