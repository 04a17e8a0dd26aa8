"""From mappings to the JSON that the rules read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ball.errors import BallError, InvalidRecord, InvalidRuleset
from ball.values import Card


def _plain(value: object) -> object:
    if isinstance(value, Card):
        return value.to_dict()
    if isinstance(value, Mapping):
        return dict(value)
    raise TypeError(f"a {type(value).__name__} can't be written as JSON")


def _text(value: Mapping[str, Any], chapter: str, error: type[BallError]) -> str:
    try:
        return json.dumps(dict(value), default=_plain)
    except (ValueError, RecursionError) as reason:
        # It holds itself, is nested too deeply, or has a number too long to be written.
        raise error(f"{chapter}: it can't be written as JSON: {reason}", chapter) from reason


def ruleset_text(fields: Mapping[str, Any]) -> str:
    """The JSON of a ruleset given as a mapping."""
    return _text(fields, "chapter 9", InvalidRuleset)


def record_text(fields: Mapping[str, Any]) -> str:
    """The JSON of a record given as a mapping."""
    return _text(fields, "chapter 11", InvalidRecord)
