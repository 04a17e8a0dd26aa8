"""Batches among threads, processes and copies, and what they leave in memory."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import os
import pickle
import queue
import threading
import time
import warnings
from pathlib import Path

import ball
import numpy as np
import pytest

from batches import arrays, digest, play_and_send, play_on

#: Seconds after which something hangs.
PATIENCE = 60


def batch(threads=1, **options):
    env = ball.BatchEnv(40, "cards", max_turns=4, seed=9, threads=threads, random_opening=2, **options)
    play_on(env, 20)
    return env


COPIES = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda env, n=n: pickle.loads(pickle.dumps(env, n)) for n in range(2, 6)},
}


@pytest.mark.parametrize("name", COPIES)
@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("observation", ["planes", "vector", None])
def test_copies_go_on_as_the_original_would(name, threads, observation):
    options = {"observation": observation, "mask": observation != "vector", "on_illegal": "lose", "shaping": 0.5}
    env = batch(threads, start=[ball.Position(None, "cards"), ball.Position(None, "cards").play("end")], **options)
    now = digest(env)
    twin = COPIES[name](env)
    assert digest(env) == digest(twin) == now
    for attribute in ("n", "ruleset", "max_turns", "seed", "threads"):
        assert getattr(twin, attribute) == getattr(env, attribute)
    # Each has arrays of its own, and goes its own way.
    for attribute in arrays(env):
        assert not np.shares_memory(getattr(env, attribute), getattr(twin, attribute))
        assert not getattr(twin, attribute).flags.writeable
    ahead = play_on(twin, 30)
    assert digest(env) == now
    assert ahead != now
    assert play_on(env, 30) == ahead
    # What is illegal still loses, and a reset draws the same.
    env.step(np.full(40, 944))
    twin.step(np.full(40, 944))
    assert env.illegal.all()
    assert digest(env) == digest(twin)
    env.reset()
    twin.reset()
    assert env.positions == twin.positions


def test_a_copy_keeps_the_draw_that_was_made():
    env = batch()
    twin = copy.deepcopy(env)
    np.testing.assert_array_equal(env.sample_actions(), twin.sample_actions())
    np.testing.assert_array_equal(env.sample_actions(), pickle.loads(pickle.dumps(twin)).sample_actions())


@pytest.mark.parametrize("state", [(), (1, 2), None, "state", ([], [], []), ({},) * 9])
def test_a_state_that_is_none(state):
    env = batch()
    before = digest(env)
    with pytest.raises((TypeError, ValueError)):
        env.__setstate__(state)
    assert digest(env) == before
    play_on(env, 2)


def test_a_state_of_another_batch():
    env, small = batch(), ball.BatchEnv(3)
    before = digest(small)
    with pytest.raises((TypeError, ValueError)):
        small.__setstate__(env.__getstate__())
    assert digest(small) == before


def test_pickles_are_small():
    env = ball.BatchEnv(1000, "cards", observation="planes", seed=1)
    # The arrays are made again: a kilobyte a game at most.
    assert len(pickle.dumps(env)) < 1_000_000 < env.observation.nbytes


@pytest.mark.parametrize("threads", [1, 2])
def test_other_threads_run_while_a_batch_steps(threads):
    env = ball.BatchEnv(20_000, "cards", seed=1, threads=threads)
    finished = threading.Event()
    seconds = 0.0

    def play():
        nonlocal seconds
        began = time.perf_counter()
        for _ in range(5):
            env.step(env.sample_actions())
        seconds = time.perf_counter() - began
        finished.set()

    thread = threading.Thread(target=play)
    thread.start()
    turns = 0
    while not finished.is_set():
        time.sleep(0.001)
        turns += 1
    thread.join(PATIENCE)
    # A thread that kept the interpreter would have let this one run a few times only.
    assert turns > min(10, seconds / 0.01)


@pytest.mark.parametrize("threads", [1, 3])
def test_two_threads_with_one_batch_do_no_damage(threads):
    env = ball.BatchEnv(300, "cards", max_turns=6, seed=1, threads=threads, on_illegal="ignore")
    stop = threading.Event()
    problems = []
    done = 0

    def work(what):
        nonlocal done
        while not stop.is_set():
            try:
                what()
                done += 1
            except RuntimeError:
                # Two at a time may be refused, nothing else.
                continue
            except Exception as error:
                problems.append(error)
                return

    def step():
        env.step(env.sample_actions())

    jobs = [step, step, env.reset, lambda: env.positions, lambda: pickle.dumps(env), lambda: env.final_position(0)]
    workers = [threading.Thread(target=work, args=(job,)) for job in jobs]
    for worker in workers:
        worker.start()
    time.sleep(0.5)
    stop.set()
    for worker in workers:
        worker.join(PATIENCE)
        assert not worker.is_alive()
    assert not problems
    assert done > 0
    # The batch is whole: what it shows is what its positions are.
    env.step(env.sample_actions())
    for row, position in enumerate(env.positions):
        np.testing.assert_array_equal(env.observation[row], position.observation())
        np.testing.assert_array_equal(env.action_mask[row], position.action_mask())
        assert env.to_move[row] == ("atk", "def").index(position.team)
    assert play_on(pickle.loads(pickle.dumps(env)), 20) == play_on(env, 20)


def answer_of(context, target, *arguments):
    """What a child process sends; fails if it sends nothing in time."""
    messages = context.Queue()
    child = context.Process(target=target, args=(*arguments, messages))
    with warnings.catch_warnings():
        # Python from 3.12 on warns of forks beside threads, which is what is tried here.
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    try:
        return messages.get(timeout=PATIENCE)
    except queue.Empty:
        pytest.fail("the child process hangs or has died")
    finally:
        child.join(5)
        if child.is_alive():
            child.kill()
            child.join()


@pytest.mark.parametrize("method", ["fork", "spawn"])
@pytest.mark.parametrize("threads", [1, 2])
def test_batches_go_to_other_processes(method, threads):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no fork")
    context = multiprocessing.get_context(method)
    fresh = ball.BatchEnv(40, "cards", max_turns=4, seed=9, threads=threads)
    # Before any thread of the batch has run, and after.
    for env in (fresh, batch(threads)):
        expected = play_on(copy.deepcopy(env), 20)
        assert answer_of(context, play_and_send, env, 20) == expected
        # The batch here has not moved, and still works.
        assert play_on(env, 20) == expected
        assert answer_of(context, play_and_send, env, 20) == play_on(env, 20)


def resident():
    """Bytes of this process that are in memory."""
    return int(Path("/proc/self/statm").read_text(encoding="ascii").split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="the system does not tell")
def test_memory_stays_flat(capsys):
    """Set BALL_SOAK to a number of decisions for a longer run, whose memory is then printed."""
    soak = int(os.environ.get("BALL_SOAK", "0"))
    decisions = soak or 400_000
    env = ball.BatchEnv(256, "cards", max_turns=10, seed=1, random_opening=3, on_illegal="lose")
    vector = ball.BatchEnv(256, max_turns=10, seed=1, observation="vector", threads=2)

    def use(steps):
        for step in range(steps):
            actions = env.sample_actions().copy()
            actions[step % 256] = 944
            env.step(actions)
            vector.step(vector.sample_actions(), where=np.arange(256) != step % 256)
            if step % 50 == 0:
                for each in (env, vector):
                    pickle.loads(pickle.dumps(each)).step(np.zeros(256, int), where=np.zeros(256, bool))
                    each.reset(positions=each.positions)
                    assert each.final_position(0) is None
                    each.position(1).observation()
                    each.position(1).playout(step, max_turns=2)
                ball.BatchEnv(16, seed=step, threads=2).step(np.full(16, 511))
            if step % 10 == 0:
                with pytest.raises(ball.IllegalAction):
                    ball.BatchEnv(2).step([944, 944])

    use(200)
    gc.collect()
    before = resident()
    marks = [before]
    for _ in range(10):
        use(max(1, decisions // (2 * 256 * 10)))
        gc.collect()
        marks.append(resident())
    if soak:
        with capsys.disabled():
            print("\nresident KiB:", *(mark // 1024 for mark in marks))
    assert marks[-1] - before < 4 * 2**20
