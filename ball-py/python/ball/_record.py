"""How a game is written down."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from ball._ball import Game, Position, Ruleset


def record(game: Game, tags: Mapping[str, str] | None) -> dict[str, Any]:
    """The record of a game that nobody else plays on."""
    all_tags = {**game.tags, **(tags or {})}
    for name, value in all_tags.items():
        if not isinstance(name, str) or not isinstance(value, str):
            kinds = f"{type(value).__name__} under a name of type {type(name).__name__}"
            raise TypeError(f"a tag is a text with a name, not {kinds}")
    rules = game.ruleset
    names = {Ruleset.standard(): "standard", Ruleset.cards(): "cards"}
    fields: dict[str, Any] = {"version": 1, "ruleset": names.get(rules) or rules.to_dict()}
    if game.start != Position(None, rules):
        fields["start"] = str(game.start)
    fields["actions"] = [str(action) for action in game.actions]
    fields["result"] = game.outcome
    if all_tags:
        fields["tags"] = dict(sorted(all_tags.items()))
    return fields


def to_json(game: Game, tags: Mapping[str, str] | None) -> str:
    """The record of a game as one line of JSON."""
    return json.dumps(record(game, tags), separators=(",", ":"), ensure_ascii=False)
