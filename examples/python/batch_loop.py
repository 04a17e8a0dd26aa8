"""Random play in many games at once: how they end, how long they last, and how fast it goes.

Run it with: python examples/python/batch_loop.py --games 256 --steps 2000 --seed 1
"""

import argparse
import time

import ball
import numpy as np


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=256)
    parser.add_argument("--steps", type=int, default=2000)
    parser.add_argument("--turns", type=int, default=100, help="turns until a game is truncated")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--mode", choices=["standard", "cards"], default="standard")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    env = ball.BatchEnv(
        arguments.games, arguments.mode, max_turns=arguments.turns, threads=arguments.threads, seed=arguments.seed
    )
    ends: np.ndarray[tuple[int], np.dtype[np.int64]] = np.zeros(3, np.int64)
    truncated = 0
    lengths: list[int] = []
    legal = 0

    began = time.perf_counter()
    for _ in range(arguments.steps):
        # A policy would look at env.observation here, from the view of the players in env.to_move, and choose among the
        # actions that env.action_mask allows. The arrays are refilled in place: copy what has to last.
        legal += int(np.count_nonzero(env.action_mask))
        env.step(env.sample_actions())
        ended = env.terminated | env.truncated
        if ended.any():
            ends += np.bincount(env.outcome[env.terminated], minlength=3)
            truncated += int(env.truncated.sum())
            lengths += env.final_length[ended].tolist()
    seconds = time.perf_counter() - began

    decisions = arguments.games * arguments.steps
    print(f"{decisions} decisions in {seconds:.2f} s, {decisions / seconds:.0f} a second")
    print(f"{legal / decisions:.1f} legal actions a decision")
    print(f"{len(lengths)} games ended: ATK won {ends[0]}, DEF won {ends[1]}, drawn {ends[2]}, truncated {truncated}")
    if lengths:
        print(f"decisions a game: mean {np.mean(lengths):.1f}, from {min(lengths)} to {max(lengths)}")


if __name__ == "__main__":
    main()
