"""Trains MaskablePPO of sb3-contrib against random play, and draws how it learns.

Needs sb3-contrib (which brings PyTorch) and matplotlib: `make train` installs them in an environment of their own.

    python examples/python/train.py [--steps N] [--seed N] [--picture FILE]
"""

from __future__ import annotations

import argparse
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import TypeAlias

import matplotlib as mpl
import numpy as np
import torch
from ball.envs.gymnasium import BallEnv
from gymnasium import spaces
from numpy.typing import NDArray
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback, CallbackList, ProgressBarCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv

GAMES_AT_ONCE = 16
MAX_TURNS = 100
#: The discount of the learner is the one that shaping is made for.
DISCOUNT = 0.99

#: What plays: it is given an observation and the action mask, and gives an action number.
Policy: TypeAlias = Callable[[NDArray[np.uint8], NDArray[np.bool_]], int]


class Scaled(BaseFeaturesExtractor):
    """The entries of the vector as small numbers: nearly all of them lie between 0 and 16."""

    def __init__(self, space: spaces.Box) -> None:
        super().__init__(space, space.shape[0])

    def forward(self, observations: torch.Tensor) -> torch.Tensor:
        return observations / 16


def make_env(shaping: float = 0.0) -> BallEnv:
    """A game of either side against random play; the learner sees the compact vector."""
    return BallEnv(
        side="random",
        opponent="random",
        observation="vector",
        max_turns=MAX_TURNS,
        shaping=shaping,
        discount=DISCOUNT,
    )


def play(choose: Policy, games: int, seed: int) -> Counter[float]:
    """Rewards of so many games: 1 won, -1 lost, 0 without a touchdown."""
    env = make_env()
    rewards: Counter[float] = Counter()
    for game in range(games):
        observation, _ = env.reset(seed=seed + game)
        reward, done = 0.0, False
        while not done:
            observation, reward, terminated, truncated, _ = env.step(choose(observation, env.action_masks()))
            done = terminated or truncated
        rewards[reward] += 1
    return rewards


def interval(successes: int, trials: int) -> tuple[float, float]:
    """95 % interval of a share, by Wilson's score."""
    z = 1.96
    share, spread = successes / trials, z * z / trials
    middle = (share + spread / 2) / (1 + spread)
    width = z * math.sqrt(share * (1 - share) / trials + spread / trials / 4) / (1 + spread)
    return middle - width, middle + width


def report(name: str, rewards: Counter[float]) -> None:
    games = rewards.total()
    low, high = interval(rewards[1.0], games)
    print(
        f"{name}: {rewards[1.0]} of {games} games won ({low:.1%} to {high:.1%} at 95 %), {rewards[-1.0]} lost, "
        f"{rewards[0.0]} without a touchdown in {MAX_TURNS} turns"
    )


class LearningCurve(BaseCallback):
    """Plays a few games without shaping at even distances."""

    def __init__(self, every: int, games: int) -> None:
        super().__init__()
        self.every, self.games = every, games
        self.points: list[tuple[int, float, float]] = []

    def measure(self) -> None:
        assert isinstance(self.model, MaskablePPO)
        rewards = play(policy(self.model), self.games, seed=1_000_000)
        self.points.append((self.num_timesteps, rewards[1.0] / self.games, rewards[-1.0] / self.games))

    def _on_training_start(self) -> None:
        self.measure()

    def _on_step(self) -> bool:
        return True

    def _on_rollout_start(self) -> None:
        if self.num_timesteps >= self.points[-1][0] + self.every:
            self.measure()


def policy(model: MaskablePPO) -> Policy:
    def choose(observation: NDArray[np.uint8], mask: NDArray[np.bool_]) -> int:
        action, _ = model.predict(observation, action_masks=mask, deterministic=False)
        return int(action)

    return choose


def random_policy(seed: int) -> Policy:
    generator = np.random.default_rng(seed)
    return lambda _, mask: int(generator.choice(np.flatnonzero(mask)))


def draw(points: list[tuple[int, float, float]], file: Path) -> None:
    mpl.use("Agg")
    from matplotlib import pyplot

    steps, won, lost = zip(*points, strict=True)
    figure, axes = pyplot.subplots(figsize=(6.4, 3.6), layout="constrained")
    axes.plot(steps, won, label="won", color="tab:green")
    axes.plot(steps, lost, label="lost", color="tab:red")
    axes.set(xlabel="decisions of the learner", ylabel="share of games", ylim=(0, 1))
    axes.set_title(f"MaskablePPO against random play, {MAX_TURNS} turns at most")
    axes.grid(alpha=0.3)
    axes.legend()
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=100)
    print("learning curve:", file)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", 1)[0])
    parser.add_argument("--steps", type=int, default=300_000, help="decisions of the learner (%(default)s)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--games", type=int, default=400, help="games played to judge it (%(default)s)")
    parser.add_argument("--picture", type=Path, default=Path("target/learning-curve.png"))
    options = parser.parse_args()

    torch.set_num_threads(1)
    envs = DummyVecEnv([lambda: Monitor(make_env(shaping=0.4))] * GAMES_AT_ONCE)
    model = MaskablePPO(
        "MlpPolicy",
        envs,
        n_steps=128,
        batch_size=256,
        n_epochs=4,
        gamma=DISCOUNT,
        ent_coef=0.01,
        learning_rate=5e-4,
        seed=options.seed,
        policy_kwargs={"features_extractor_class": Scaled, "net_arch": [256, 128]},
    )
    curve = LearningCurve(every=max(1, options.steps // 15), games=100)
    model.learn(options.steps, callback=CallbackList([curve, ProgressBarCallback()]))
    curve.measure()
    draw(curve.points, options.picture)

    report("random play", play(random_policy(options.seed), options.games, seed=0))
    report("the learner", play(policy(model), options.games, seed=0))


if __name__ == "__main__":
    main()
