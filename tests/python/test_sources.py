"""Docstrings run, stubs say what the module does, and the types of package and examples are right."""

from __future__ import annotations

import doctest
import importlib
import inspect
import json
import os
import pkgutil
import re
import subprocess
import sys

import ball
import pytest

from conftest import ROOT

CONFIG = ROOT / "ball-py" / "pyproject.toml"
# Importing __main__ of ball.bench would run it.
MODULES = [
    "ball",
    *(module.name for module in pkgutil.walk_packages(ball.__path__, "ball.") if "__main__" not in module.name),
]


def run(*command):
    environment = os.environ | {"PYTHONWARNINGS": "default"}
    done = subprocess.run(
        [sys.executable, *command], cwd=ROOT, capture_output=True, text=True, check=False, env=environment
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", MODULES)
def test_doctests(name):
    assert doctest.testmod(importlib.import_module(name), optionflags=doctest.IGNORE_EXCEPTION_DETAIL).failed == 0


def test_the_doctests_of_the_compiled_classes_are_found():
    found = {test.name for test in doctest.DocTestFinder().find(ball) if test.examples}
    expected = {"Ruleset", "Action", "Events", "LegalActions", "Position", "Position.play_events", "Game", "BatchEnv"}
    assert {f"ball.{name}" for name in expected} <= found


def test_everything_public_has_a_docstring():
    for name in ball.__all__:
        thing = getattr(ball, name)
        if not isinstance(thing, type):
            continue
        for member, value in inspect.getmembers(thing):
            inherited = hasattr(ValueError, member)
            if not member.startswith("_") and not inherited and (callable(value) or inspect.isdatadescriptor(value)):
                assert inspect.getdoc(value), f"{name}.{member}"


def test_stubs():
    run("-m", "mypy.stubtest", "ball._ball", "--mypy-config-file", str(CONFIG))


def test_types():
    run("-m", "mypy", "--config-file", str(CONFIG), "ball-py/python/ball", "examples/python")


def test_types_as_pyright_sees_them():
    command = [sys.executable, "-m", "pyright", "--outputjson", "--pythonpath", sys.executable, "examples/python"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    result = json.loads(done.stdout)
    assert result["summary"]["filesAnalyzed"] == len(list((ROOT / "examples/python").glob("*.py")))
    # What training needs is not installed here.
    missing = re.compile(r'Import "(matplotlib|torch|sb3_contrib|stable_baselines3)\b.*" could not be resolved')
    found = [entry for entry in result["generalDiagnostics"] if not missing.match(entry["message"])]
    assert not found, found


@pytest.mark.parametrize("file", ["examples/game.jsonl", "tests/conformance/records.jsonl"])
def test_example_replay(file):
    printed = run("examples/python/replay.py", file)
    games = [ball.Game.from_record(line) for line in (ROOT / file).read_text(encoding="utf-8").splitlines()]
    assert printed.endswith(f"\n{games[-1].position}\n")
    for game in games:
        assert f"\nresult: {game.outcome}\n{game.position}\n" in printed
        assert all(game.position_at(ply).board() in printed for ply in range(game.ply + 1))


def test_example_replay_of_the_example_game():
    assert run("examples/python/replay.py") == run("examples/python/replay.py", "examples/game.jsonl")


def test_example_quickstart():
    last = run("examples/python/quickstart.py").splitlines()[-1]
    assert ball.Game.from_record(last).ply == 1
