"""A batch in slow motion, what other processes run, and helpers that know nothing of pytest."""

from __future__ import annotations

import hashlib
from typing import Any

import ball
import numpy as np

#: Everything that a batch can show. Those that it was made without are left out.
ARRAYS = (
    "observation",
    "action_mask",
    "to_move",
    "reward",
    "terminated",
    "truncated",
    "illegal",
    "outcome",
    "final_observation",
    "final_to_move",
    "final_length",
)
OUTCOMES = {"atk": 0, "def": 1, "draw": 2}


def arrays(env: ball.BatchEnv) -> dict[str, Any]:
    """Copies of all arrays of a batch, by name."""
    found = {}
    for name in ARRAYS:
        try:
            found[name] = getattr(env, name).copy()
        except AttributeError:
            continue
    return found


def digest(env: ball.BatchEnv) -> str:
    """A digest of all that a batch shows."""
    state = hashlib.sha256()
    for array in arrays(env).values():
        state.update(array.tobytes())
    state.update(repr([str(position) for position in env.positions]).encode())
    state.update(repr([str(env.final_position(game)) for game in range(env.n)]).encode())
    return state.hexdigest()


def play_on(env: ball.BatchEnv, steps: int) -> str:
    """Plays at random and digests what comes of it."""
    for _ in range(steps):
        env.step(env.sample_actions())
    return digest(env)


def play_and_send(env: ball.BatchEnv, steps: int, queue: Any) -> None:  # noqa: ANN401
    """What a child process does."""
    queue.put(play_on(env, steps))


def send(value: object, queue: Any) -> None:  # noqa: ANN401
    """What another child process does."""
    queue.put((value, repr(value)))


class Mirror:
    """The same games played by `ball.Game`, with what every array should then hold."""

    def __init__(self, env: ball.BatchEnv, shaping: float = 0.0, discount: float = 1.0, lose: bool = False) -> None:
        self.env, self.shaping, self.discount, self.lose = env, shaping, discount, lose
        self.games = [ball.Game(start=position) for position in env.positions]
        self.finished = 0
        self.ends: set[str] = set()
        self.expected = {name: np.zeros_like(array) for name, array in arrays(env).items()}
        self.expected["outcome"][:] = -1
        self.final: list[ball.Position | None] = [None] * env.n

    def show(self, position: ball.Position, out: Any, view: Any = None) -> None:  # noqa: ANN401
        """Writes an observation of the kind that the batch has."""
        if out.ndim == 1:
            position.observation_vector(out, view=view)
        else:
            position.observation(out, view=view)

    def step(self, actions: Any, where: Any = None) -> None:  # noqa: ANN401
        """Plays the actions and fills what is expected; `check` compares, after the batch has stepped."""
        expected, env = self.expected, self.env
        for name in ("reward", "terminated", "truncated", "illegal"):
            expected[name][:] = 0
        expected["outcome"][:] = -1
        for row, game in enumerate(self.games):
            if where is not None and not where[row]:
                continue
            before = game.position
            if not before.is_legal(int(actions[row])):
                expected["illegal"][row] = True
                if not self.lose:
                    continue
                after, sign = before, -1.0 if before.team == "atk" else 1.0
                outcome = "def" if before.team == "atk" else "atk"
            else:
                game.play(before.action(int(actions[row])))
                after, outcome = game.position, game.outcome
                sign = {"atk": 1.0, "def": -1.0}.get(outcome or "", 0.0)
            truncated = outcome is None and env.max_turns is not None and after.turn >= game.start.turn + env.max_turns
            advance = 0.0 if outcome else after.advance
            atk = sign + self.shaping * (self.discount * advance - before.advance)
            expected["reward"][row] = atk, -atk
            expected["terminated"][row] = outcome is not None
            expected["truncated"][row] = truncated
            if outcome:
                expected["outcome"][row] = OUTCOMES[outcome]
            if outcome or truncated:
                self.end(row, after, game.ply, outcome or "truncated")

    def end(self, row: int, last: ball.Position, length: int, how: str) -> None:
        """Notes what the last game of a row was; the next one starts."""
        self.finished += 1
        self.ends.add(how)
        self.final[row] = last
        self.expected["final_to_move"][row] = ("atk", "def").index(last.team)
        self.expected["final_length"][row] = length
        if "final_observation" in self.expected:
            self.show(last, self.expected["final_observation"][row])
        self.games[row] = None  # type: ignore[call-overload]

    def check(self) -> None:
        """Compares everything with the batch."""
        positions = self.env.positions
        for row, game in enumerate(self.games):
            if game is None:
                # Where it starts is drawn, and for other tests to judge.
                self.games[row] = ball.Game(start=positions[row])
                continue
            assert game.position == positions[row] == self.env.position(row)
        expected = self.expected
        for row, position in enumerate(positions):
            assert position.phase != "over"
            expected["to_move"][row] = ("atk", "def").index(position.team)
            if "observation" in expected:
                self.show(position, expected["observation"][row])
            if "action_mask" in expected:
                position.action_mask(expected["action_mask"][row])
        for name, array in arrays(self.env).items():
            if name == "reward":
                np.testing.assert_allclose(array, expected[name], atol=1e-6, err_msg=name)
                assert not array.sum(axis=1).any()
            else:
                np.testing.assert_array_equal(array, expected[name], err_msg=name)
            assert array.dtype == expected[name].dtype
        for row, last in enumerate(self.final):
            assert self.env.final_position(row) == last
