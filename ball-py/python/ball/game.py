"""Games: a position with its history."""

from __future__ import annotations

import json
from collections.abc import Mapping
from operator import index
from threading import Lock
from typing import Any, final

from ball._ball import Action, Events, LegalActions, Position, Ruleset, read_record
from ball._json import record_text
from ball.errors import InvalidPosition
from ball.values import Outcome

__all__ = ["Game"]


@final
class Game:
    """A game: ruleset, start, every action played, and undo.

    Threads may share one; what two properties give may be of two moments.

    Starts with the ruleset's formation, or at ``start``, a :class:`Position` or a position text. ``ruleset`` is a
    :class:`Ruleset` or what one is made of; without it a :class:`Position` keeps its own.

    Two games are equal if ruleset, start and actions are; tags don't count.

    Raises :class:`InvalidPosition` if the text is none, or the position is of another ruleset than the one given.

    >>> import ball
    >>> game = ball.Game()
    >>> for event in game.play("H11-G10"):
    ...     print(event)
    1 AP spent, 1 left
    DEF X2 moves from H11 to G10
    >>> game.undo()
    Action('H11-G10')
    >>> game.position == game.start == ball.Position()
    True
    """

    __module__ = "ball"

    #: What a record keeps besides the game: texts by name. Free to change.
    tags: dict[str, str]

    def __init__(
        self,
        ruleset: Ruleset | str | Mapping[str, Any] | None = None,
        start: Position | str | None = None,
    ) -> None:
        if isinstance(start, Position):
            if ruleset is not None and start.ruleset != Ruleset(ruleset):
                raise InvalidPosition("chapter 10: the position is of another ruleset than the game", "chapter 10")
            first = start
        else:
            first = Position(start, ruleset)
        self._lock = Lock()
        self._start = first
        # Each action with the position after it: one list, so that the two can't come apart.
        self._steps: list[tuple[Action, Position]] = []
        self.tags = {}

    @classmethod
    def from_record(cls, record: str | Mapping[str, Any]) -> Game:
        """Replays a record: its JSON text, or the same as a mapping.

        Raises :class:`InvalidRecord`, whose ``entry`` names the first wrong entry.

        >>> import ball
        >>> text = '{"version":1,"ruleset":"standard","actions":["H11-G10","H11-G12"],"result":null}'
        >>> ball.Game.from_record(text)
        Traceback (most recent call last):
        ball.InvalidRecord: actions[1]: H11-G12: P1: no piece stands on H11
        """
        positions, actions, tags = read_record(record if isinstance(record, str) else record_text(record))
        game = cls(start=positions[0])
        game._steps = list(zip(actions, positions[1:], strict=True))
        game.tags = tags
        return game

    @property
    def ruleset(self) -> Ruleset:
        """The ruleset."""
        return self._start.ruleset

    @property
    def start(self) -> Position:
        """The position the game started in."""
        return self._start

    @property
    def position(self) -> Position:
        """The position now."""
        return self._last(self._steps[-1:])

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions played, in order."""
        return tuple(action for action, _ in self._steps[:])

    @property
    def ply(self) -> int:
        """Number of actions played."""
        return len(self._steps)

    @property
    def legal_actions(self) -> LegalActions:
        """The legal actions now."""
        return self.position.legal_actions

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, or ``None`` while it goes on."""
        return self.position.outcome

    def position_at(self, ply: int) -> Position:
        """The position after ``ply`` actions, from 0 (the start) to :attr:`ply` (now).

        Raises :class:`IndexError` for any other number.
        """
        steps, place = self._steps[:], index(ply)
        if not 0 <= place <= len(steps):
            raise IndexError(f"the game has positions 0 to {len(steps)}")
        return self._last(steps[:place])

    def play(self, action: Action | str) -> Events:
        """Plays an action, or its text, and gives what happens, in order.

        Raises :class:`IllegalAction` with the rule that forbids it, or :class:`InvalidAction` if it is no action; the
        game is then unchanged.
        """
        word = action if isinstance(action, Action) else Action(action)
        with self._lock:
            position, events = self.position.play_events(word)
            self._steps.append((word, position))
        return events

    def undo(self) -> Action | None:
        """Takes back the last action, whatever ended by itself with it, and gives it; ``None`` at the start."""
        with self._lock:
            return self._steps.pop()[0] if self._steps else None

    def record(self, tags: Mapping[str, str] | None = None) -> dict[str, Any]:
        """The game so far as a record, a new dict as in JSON; ``tags`` are added to those of the game.

        Raises :class:`TypeError` if a tag is not a text with a name.
        """
        steps = self._steps[:]
        all_tags = {**self.tags, **(tags or {})}
        for name, value in all_tags.items():
            if not isinstance(name, str) or not isinstance(value, str):
                kinds = f"{type(value).__name__} under a name of type {type(name).__name__}"
                raise TypeError(f"a tag is a text with a name, not {kinds}")
        rules = self.ruleset
        names = {Ruleset.standard(): "standard", Ruleset.cards(): "cards"}
        record: dict[str, Any] = {"version": 1, "ruleset": names.get(rules) or rules.to_dict()}
        if self.start != Position(None, rules):
            record["start"] = str(self.start)
        record["actions"] = [str(action) for action, _ in steps]
        record["result"] = self._last(steps).outcome
        if all_tags:
            record["tags"] = dict(sorted(all_tags.items()))
        return record

    def to_json(self, tags: Mapping[str, str] | None = None) -> str:
        """The record as one line of JSON.

        >>> import ball
        >>> ball.Game().to_json({"event": "example"})
        '{"version":1,"ruleset":"standard","actions":[],"result":null,"tags":{"event":"example"}}'
        """
        return json.dumps(self.record(tags), separators=(",", ":"), ensure_ascii=False)

    def copy(self) -> Game:
        """A game of its own with the same history."""
        game = Game(start=self._start)
        game._steps = self._steps[:]
        game.tags = dict(self.tags)
        return game

    def _last(self, steps: list[tuple[Action, Position]]) -> Position:
        """The position after these first steps."""
        return steps[-1][1] if steps else self._start

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: object) -> Game:
        # Everything in it but the lists is immutable.
        return self.copy()

    def __reduce__(self) -> tuple[object, ...]:
        return Game.from_record, (self.record(),)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Game):
            return NotImplemented
        return self.start == other.start and self.actions == other.actions

    __hash__ = None  # type: ignore[assignment]  # it changes

    def __str__(self) -> str:
        return self.to_json()

    def __repr__(self) -> str:
        return f"Game.from_record({self.record()!r})"
