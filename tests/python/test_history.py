"""Long games: copies share their history, and it goes as it came, step by step."""

from __future__ import annotations

import random
import subprocess
import sys
import timeit
from pathlib import Path

import ball
import pytest

LONG = 100_000


def play_on(game: ball.Game, plies: int, seed: int) -> None:
    """Plays at random, but takes every touchdown back."""
    choose = random.Random(seed)
    while game.ply < plies:
        game.play(choose.choice(game.legal_actions))
        if game.outcome in ("atk", "def"):
            game.undo()


@pytest.fixture(scope="module")
def long_game():
    game = ball.Game({"turn_limit": 65535})
    play_on(game, LONG, seed=1)
    return game


def test_a_copy_takes_as_long_after_many_actions_as_after_none(long_game):
    short = ball.Game()
    assert long_game.ply == LONG
    took = {game.ply: min(timeit.repeat(game.copy, number=1000, repeat=7)) for game in (short, long_game)}
    # If every action were copied it would be thousands of times as long.
    assert took[LONG] < 10 * took[0]


def test_a_copy_leaves_the_game_alone(long_game):
    position, actions = long_game.position, long_game.actions
    twin = long_game.copy()
    assert twin == long_game
    for _ in range(1000):
        twin.undo()
    branch = twin.copy()
    play_on(twin, LONG, seed=2)
    assert twin.ply == long_game.ply
    assert twin != long_game
    assert twin.actions[: branch.ply] == branch.actions == actions[: branch.ply]
    assert twin.position_at(branch.ply) == long_game.position_at(branch.ply) == branch.position
    assert (long_game.position, long_game.actions) == (position, actions)
    for action in actions[branch.ply :]:
        branch.play(action)
    assert branch == long_game
    assert branch.position == position


#: Drops 200,000 steps, a part of them shared, in a thread whose stack is too small to do that one inside another.
DROPPING = """
import threading, ball
from test_history import LONG, play_on

def work():
    game = ball.Game({"turn_limit": 65535})
    play_on(game, LONG // 2, seed=1)
    middle = game.copy()
    play_on(game, LONG, seed=2)
    branches = []
    for seed in (3, 4):
        branches.append(middle.copy())
        play_on(branches[-1], LONG, seed)
    actions = middle.actions
    del game
    branches.pop(0)
    assert middle.actions == branches[0].actions[: middle.ply] == actions
    del middle
    assert branches[0].actions[: LONG // 2] == actions
    assert branches[0].position_at(LONG // 2 - 1).play(actions[-1]) == branches[0].position_at(LONG // 2)
    branches.clear()
    print("gone")

threading.stack_size(256 * 1024)
thread = threading.Thread(target=work)
thread.start()
thread.join()
"""


def test_a_long_history_goes_without_deep_recursion():
    # In a process of its own, since an overflow ends it.
    here = Path(__file__).parent
    done = subprocess.run([sys.executable, "-c", DROPPING], cwd=here, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (0, "gone\n"), done.stderr
