"""Where the files of expectations are, and positions to try things on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import ball
import pytest
from hypothesis import settings

TESTS = Path(__file__).resolve().parent.parent
ROOT = TESTS.parent

settings.register_profile("small", max_examples=100, deadline=None)
settings.load_profile("small")


def lines(name: str) -> list[Any]:
    """The objects of a file of tests/conformance."""
    text = (TESTS / "conformance" / name).read_text(encoding="utf-8")
    return [json.loads(line) for line in text.strip().split("\n")]


@pytest.fixture(scope="session")
def positions() -> list[ball.Position]:
    """All positions of the conformance data."""
    return [ball.Position(line["position"], line["ruleset"]) for line in lines("positions.jsonl")]


@pytest.fixture(scope="session")
def records() -> list[ball.Game]:
    """All games of the conformance data."""
    return [ball.Game.from_record(line) for line in lines("records.jsonl")]
