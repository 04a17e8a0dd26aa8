"""Threads share values and games, and long work lets others run."""

from __future__ import annotations

import threading
import time
from concurrent.futures import ThreadPoolExecutor

import ball


def test_a_shared_game_takes_every_action_once():
    game = ball.Game()

    def play_some(_):
        played = 0
        while played < 50:
            try:
                game.play(game.legal_actions[-1])
                played += 1
            except ball.IllegalAction:
                # Another thread was quicker.
                continue
        return played

    with ThreadPoolExecutor(8) as pool:
        assert sum(pool.map(play_some, range(8))) == 400
    assert game.ply == 400
    assert ball.Game.from_record(game.to_json()) == game


def test_a_shared_iterator_gives_every_action_once():
    for _ in range(20):
        legal = ball.Position().legal_actions
        iterator = iter(legal)
        with ThreadPoolExecutor(4) as pool:
            parts = list(pool.map(lambda _, it=iterator: list(it), range(4)))
        actions = [str(action) for part in parts for action in part]
        assert sorted(actions) == sorted(map(str, legal))


def test_other_threads_run_while_perft_counts():
    position = ball.Position()
    finished = threading.Event()
    seconds = 0.0

    def count():
        nonlocal seconds
        began = time.perf_counter()
        for _ in range(20):
            position.perft(3)
        seconds = time.perf_counter() - began
        finished.set()

    thread = threading.Thread(target=count)
    thread.start()
    turns = 0
    while not finished.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join()
    # A thread that kept the interpreter would have let this one run a few times only.
    assert turns > min(10, seconds / 0.01)
