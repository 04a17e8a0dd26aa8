"""Opponents for the environments of :mod:`ball.envs.gymnasium`.

An opponent is anything that is called with a :class:`ball.Position`, in which its coach is to move, and gives a legal
action: an :class:`ball.Action`, its text or its number. Two more methods are used where it has them:

- ``seed(number)``: called at a reset with a seed, and makes all that it draws follow from the number.
- ``choose_many(positions)``: a list of positions in, an action for each out. :class:`ball.envs.gymnasium.BallVectorEnv`
  asks it for all games at once, which is what a neural network wants.

>>> import ball
>>> from ball.envs.opponents import GreedyOpponent
>>> def runner(position):
...     '''Moves the piece with the ball if it may move, or else does whatever comes first.'''
...     moves = [action for action in position.legal_actions if action.from_square == position.ball]
...     return (moves or position.legal_actions)[0]
>>> position = ball.Position().play("end")
>>> position.team, runner(position)
('atk', Action('G4-E2'))
>>> position.action(GreedyOpponent(seed=1)(position)).to_square[1:]
'6'
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable
from typing import TypeAlias

import numpy as np

import ball
from ball.envs._common import Move

__all__ = ["GreedyOpponent", "Opponent", "RandomOpponent"]

#: What an opponent is.
Opponent: TypeAlias = Callable[[ball.Position], Move]


class RandomOpponent:
    """Draws a legal action, evenly. Without ``seed`` it draws something else each time."""

    def __init__(self, seed: int | None = None) -> None:
        self._random = random.Random(seed)

    def __call__(self, position: ball.Position) -> int:
        """The number of the action it plays."""
        return self._random.choice(position.legal_actions.numbers)

    def seed(self, seed: int) -> None:
        """Makes all that it draws from now on follow from a number."""
        self._random.seed(seed)

    def __repr__(self) -> str:
        return f"{type(self).__name__}()"


class GreedyOpponent(RandomOpponent):
    """Looks one action ahead: scores if it can, else wants the ball, and wants it forward.

    Of all legal actions it takes one that scores; else those after which its team has the ball, or else those after
    which it lies loose, or else the rest; of these one after which the ball is nearest to the rows where it scores. It
    draws among equals.

    >>> import ball
    >>> from ball.envs.opponents import GreedyOpponent
    >>> position = ball.Position().play("end")
    >>> for _ in range(2):
    ...     position = position.play(GreedyOpponent(seed=1)(position))
    >>> position.advance > ball.Position().advance
    True
    """

    def __call__(self, position: ball.Position) -> int:
        """The number of the action it plays."""
        team = position.team
        forward = 1.0 if team == "atk" else -1.0
        # Bytes that NumPy fills: reading a few of them is much faster without it.
        entries = bytearray(position.ruleset.observation_vector_length)
        seen = np.frombuffer(entries, np.uint8)
        best, equals = (-1, 0.0), list[int]()
        for number in position.legal_actions.numbers:
            after = position.play(number)
            if after.outcome == team:
                worth = (3, 0.0)
            else:
                after.observation_vector(seen, view=team)
                # The possession of each own piece, then whether the ball is loose: docs/arrays.md.
                held = 2 if any(entries[10:77:11]) else 1 if entries[156] else 0
                worth = (held, forward * after.advance)
            if worth > best:
                best, equals = worth, []
            if worth == best:
                equals.append(number)
        return self._random.choice(equals)


def opponent_of(opponent: str | Opponent) -> Opponent:
    """The opponent that a keyword stands for."""
    named: dict[str, type[RandomOpponent]] = {"random": RandomOpponent, "greedy": GreedyOpponent}
    if isinstance(opponent, str) and opponent in named:
        return named[opponent]()
    if not callable(opponent):
        raise ValueError(f'opponent is {opponent!r}; it is "random", "greedy", or is called with a ball.Position')
    return opponent


def seed_opponent(opponent: Opponent, draw: np.random.Generator) -> None:
    """Makes an opponent that can be seeded follow from a generator."""
    seed = getattr(opponent, "seed", None)
    if callable(seed):
        seed(int(draw.integers(2**63)))


def wrong_reply(opponent: Opponent, position: ball.Position, action: object, error: object) -> RuntimeError:
    """The error for an opponent that has chosen what it can't."""
    return RuntimeError(f"the opponent {opponent!r} has chosen {action!r}: {error}; the position was {position}")


def replies(opponent: Opponent, positions: list[ball.Position]) -> Iterable[Move]:
    """What an opponent plays in each of some positions."""
    choose_many = getattr(opponent, "choose_many", None)
    if choose_many is None:
        return [opponent(position) for position in positions]
    chosen = list(choose_many(positions))
    if len(chosen) != len(positions):
        raise RuntimeError(
            f"choose_many of the opponent {opponent!r} has given {len(chosen)} actions for {len(positions)} positions"
        )
    return chosen
