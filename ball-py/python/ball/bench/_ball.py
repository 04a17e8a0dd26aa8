"""BALL's side: the loops its users write."""

from __future__ import annotations

import random
from functools import cache
from importlib import import_module
from itertools import count
from typing import Literal

import numpy as np

from ball import ACTION_SPACE, BatchEnv, Game, Position
from ball.bench._measure import SEED, Setup, Work
from ball.bench._peers import aec_steps

__all__ = ["batch", "game", "game_copy", "into_buffer", "playout", "position", "raw_env"]

#: A game at random takes some 2000 decisions: it is cut off after so many, or after so many turns where that can be
#: said. Both come to about the same.
DECISIONS = 400
TURNS = 200

#: Copies are made, and buffers filled, so far into a game.
PLIES = 20
#: Of so many games, since one position may happen to be quick.
GAMES = 16


def game() -> Work:
    """A game, one decision at a time."""
    choice = random.Random(SEED).choice

    def work() -> int:
        game = Game()
        for done in range(DECISIONS):
            if game.outcome is not None:
                return done
            game.play(choice(game.legal_actions))
        return DECISIONS

    return work


def position() -> Work:
    """The same without a history."""
    choice = random.Random(SEED).choice

    def work() -> int:
        position = Position()
        for done in range(DECISIONS):
            if position.outcome is not None:
                return done
            position = position.play(choice(position.legal_actions))
        return DECISIONS

    return work


def opened() -> list[Game]:
    """Games some plies in."""
    draw = random.Random(SEED)
    games: list[Game] = []
    while len(games) < GAMES:
        game = Game()
        while game.outcome is None and game.ply < PLIES:
            game.play(draw.choice(game.legal_actions))
        if game.outcome is None:
            games.append(game)
    return games


def game_copy() -> Work:
    """Copies of a game."""
    games = opened()

    def work() -> int:
        for game in games:
            game.copy()
        return GAMES

    return work


def into_buffer(what: Literal["mask", "planes", "vector"]) -> Setup:
    """An array of a position, filled anew."""

    def setup() -> Work:
        positions = [game.position for game in opened()]
        rules = positions[0].ruleset
        if what == "mask":
            mask = np.zeros(ACTION_SPACE, np.int8)

            def work() -> int:
                for position in positions:
                    position.action_mask(mask)
                return GAMES
        elif what == "planes":
            planes = np.zeros(rules.observation_shape, np.uint8)

            def work() -> int:
                for position in positions:
                    position.observation(planes)
                return GAMES
        else:
            vector = np.zeros(rules.observation_vector_length, np.uint8)

            def work() -> int:
                for position in positions:
                    position.observation_vector(vector)
                return GAMES

        return work

    return setup


def playout() -> Work:
    """Games played at random in Rust: what the rules alone can do."""
    start, seeds = Position(), count(SEED)
    return lambda: start.playout(next(seeds), max_turns=TURNS)[1]


@cache
def middle(games: int) -> list[Position]:
    """Positions from all over games at random, since a batch that is stepped for long is not at its start."""
    choice, apart = random.Random(SEED).choice, 37
    positions: list[Position] = []
    while len(positions) < games:
        position = Position()
        for decision in range(DECISIONS):
            if position.outcome is not None:
                break
            if decision % apart == len(positions) % apart:
                positions.append(position)
            position = position.play(choice(position.legal_actions))
    return positions[:games]


def batch(games: int, observation: Literal["planes", "vector"] | None, mask: bool, threads: int) -> Setup:
    """A batch of games, stepped with actions it draws itself."""

    def setup() -> Work:
        env = BatchEnv(games, max_turns=TURNS, seed=SEED, threads=threads, observation=observation, mask=mask)
        env.reset(positions=middle(games))
        # Some hundred decisions, so that asking the clock costs nothing.
        steps = max(1, 256 // games)

        def work() -> int:
            for _ in range(steps):
                env.step(env.sample_actions())
            return steps * games

        return work

    return setup


def raw_env() -> Work:
    """The environment of PettingZoo without its wrappers."""
    return aec_steps(import_module("ball.envs.pettingzoo").raw_env())
