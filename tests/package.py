"""What an installed package has to do with nothing but its dependencies. Its argument is where it is installed."""

import importlib.metadata
import sys
from pathlib import Path

import ball

assert Path(ball.__file__).is_relative_to(sys.argv[1]), ball.__file__
assert "numpy" not in sys.modules, "importing ball imports NumPy"
files = {file.name for file in importlib.metadata.files("ball-engine") or []}
assert {"py.typed", "_ball.pyi", "LICENSE-MIT", "LICENSE-APACHE"} <= files, files

game = ball.Game("cards")
game.play("H11-G10")
assert ball.Game.from_record(game.to_json()) == game

env = ball.BatchEnv(8, "cards", max_turns=20, seed=1, threads=2)
for _ in range(500):
    env.step(env.sample_actions())
assert env.observation.shape == (8, *env.ruleset.observation_shape)
assert env.final_length.any()

for module, extra in {"pettingzoo": "pettingzoo", "gymnasium": "gymnasium", "openspiel": "openspiel"}.items():
    try:
        __import__(f"ball.envs.{module}")
    except ImportError as error:
        message = str(error)
    else:
        message = f"ball.envs.{module} needs nothing"
    assert f"ball-engine[{extra}]" in message, message
