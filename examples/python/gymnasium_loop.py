"""BALL in Gymnasium: a learner that plays at random, in many games at once, against an opponent inside them.

Needs Gymnasium: pip install "ball-engine[gymnasium]"

Run it with: python examples/python/gymnasium_loop.py --opponent greedy --games 64 --steps 500 --seed 1
"""

import argparse
import time

import ball.envs.gymnasium  # noqa: F401, it registers the environments
import gymnasium
import numpy as np


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=64)
    parser.add_argument("--steps", type=int, default=500)
    parser.add_argument("--turns", type=int, default=100, help="turns until a game is truncated")
    parser.add_argument("--side", choices=["def", "atk", "random"], default="random", help="the learner's")
    parser.add_argument("--opponent", choices=["random", "greedy"], default="random")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    envs = gymnasium.make_vec(
        "ball/Ball-v0",
        num_envs=arguments.games,
        side=arguments.side,
        opponent=arguments.opponent,
        max_turns=arguments.turns,
        observation="vector",
    )
    draw = np.random.default_rng(arguments.seed)
    _, infos = envs.reset(seed=arguments.seed)
    won = lost = drawn = 0

    began = time.perf_counter()
    for _ in range(arguments.steps):
        # A policy would look at the observations here. The mask leaves one of the legal actions the greatest number.
        mask = infos["action_mask"]
        actions = np.argmax(draw.random(mask.shape, np.float32) * mask, axis=1)
        _, rewards, terminations, truncations, infos = envs.step(actions)
        # A game that has ended has already started anew: what is seen now is of the new one.
        won += int((terminations & (rewards > 0)).sum())
        lost += int((terminations & (rewards < 0)).sum())
        drawn += int(truncations.sum())
    seconds = time.perf_counter() - began

    decisions = arguments.games * arguments.steps
    print(f"{decisions} decisions of the learner in {seconds:.2f} s, {decisions / seconds:.0f} a second")
    print(f"against {arguments.opponent} play: {won} won, {lost} lost, {drawn} truncated after {arguments.turns} turns")


if __name__ == "__main__":
    main()
