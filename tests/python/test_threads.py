"""Threads share values and games, and long work lets others run."""

from __future__ import annotations

import random
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


def test_a_copy_is_of_one_moment_while_others_play():
    game = ball.Game()
    done = threading.Event()

    def change(seed):
        choose = random.Random(seed)
        while not done.is_set():
            try:
                game.play(choose.choice(game.legal_actions))
            except (ball.IllegalAction, IndexError):
                # Another thread was quicker, or ended the game.
                game.undo()
            if game.ply > 20 or game.outcome:
                game.undo()

    def look(_):
        for _ in range(200):
            twin = game.copy()
            before = (twin.actions, twin.position)
            assert len(twin.actions) == twin.ply
            assert ball.Game.from_record(twin.record()) == twin
            assert (twin.actions, twin.position) == before
            ball.Game.from_record(game.to_json())

    with ThreadPoolExecutor(4) as pool:
        changing = [pool.submit(change, seed) for seed in range(2)]
        try:
            list(pool.map(look, range(2)))
        finally:
            done.set()
        for future in changing:
            future.result()


def test_threads_that_ask_for_tags_get_the_same():
    for _ in range(50):
        game, barrier = ball.Game(), threading.Barrier(8)

        def write(name, game=game, barrier=barrier):
            barrier.wait()
            game.tags[name] = name

        with ThreadPoolExecutor(8) as pool:
            list(pool.map(write, "abcdefgh"))
        assert sorted(game.tags) == list("abcdefgh")


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
