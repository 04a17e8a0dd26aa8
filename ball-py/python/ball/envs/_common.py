"""What the environments share: their keywords, and one game under them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from operator import index
from typing import Any, Literal, SupportsFloat, SupportsIndex, TypeAlias

import numpy as np
from numpy.typing import NDArray

import ball
from ball.values import Outcome, Team

Rules: TypeAlias = "ball.Ruleset | str | Mapping[str, Any] | None"
Start: TypeAlias = "ball.Position | str | Iterable[ball.Position | str] | None"
Move: TypeAlias = "ball.Action | str | SupportsIndex"
Form: TypeAlias = Literal["planes", "vector"]
OnIllegal: TypeAlias = Literal["error", "lose"]
Side: TypeAlias = Literal["def", "atk", "random"]

#: Player 0 is ATK, player 1 is DEF.
TEAMS: tuple[Team, Team] = ("atk", "def")
SIDES = ("def", "atk", "random")
#: What an end by the rules pays ATK; DEF gets the opposite.
PAYS: dict[Outcome, float] = {"atk": 1.0, "def": -1.0, "draw": 0.0}
#: Games in a row that may end before the learner has decided anything.
FRUITLESS = 100


@dataclass(frozen=True)
class Setup:
    """The keywords that environments share, checked."""

    ruleset: ball.Ruleset
    starts: tuple[ball.Position, ...]
    max_turns: int | None
    max_cycles: int | None
    random_opening: int
    loses: bool
    form: Form
    weight: float
    discount: float

    @classmethod
    def of(
        cls,
        ruleset: Rules,
        *,
        max_turns: SupportsIndex | None,
        max_cycles: SupportsIndex | None = None,
        observation: Form,
        start: Start,
        random_opening: SupportsIndex,
        on_illegal: OnIllegal,
        shaping: SupportsFloat,
        discount: SupportsFloat,
    ) -> Setup:
        """Raises ``ValueError`` or ``TypeError`` for what none can be, ``BallError`` for rulesets and positions."""
        rules = ball.Ruleset(ruleset)
        return cls(
            ruleset=rules,
            starts=start_positions(start, rules),
            max_turns=None if max_turns is None else _within("max_turns", max_turns, 1, 65535),
            max_cycles=None if max_cycles is None else _within("max_cycles", max_cycles, 1, 2**63 - 1),
            random_opening=_within("random_opening", random_opening, 0, 1000),
            loses=one_of("on_illegal", on_illegal, ("error", "lose")) == "lose",
            form=one_of("observation", observation, ("planes", "vector")),
            weight=_finite("shaping", shaping),
            discount=_finite("discount", discount),
        )

    def __deepcopy__(self, _memo: object) -> Setup:
        return self

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of an observation."""
        rules = self.ruleset
        return rules.observation_shape if self.form == "planes" else (rules.observation_vector_length,)

    def observe(self, position: ball.Position, view: Team) -> NDArray[np.uint8]:
        """What a coach sees, a new array."""
        return position.observation(view=view) if self.form == "planes" else position.observation_vector(view=view)

    def begin(self, draw: np.random.Generator, position: ball.Position | None = None) -> Match:
        """A new game: from a position as it is, or from a start and a random opening that are drawn."""
        if position is not None:
            return Match(self, position)
        starts = self.starts
        position = starts[int(draw.integers(len(starts)))] if len(starts) > 1 else starts[0]
        for _ in range(self.random_opening):
            numbers = position.legal_actions.numbers
            after = position.play(numbers[int(draw.integers(len(numbers)))])
            if after.outcome is not None:
                break
            position = after
        return Match(self, position)

    def given(self, options: Mapping[str, Any] | None) -> ball.Position | None:
        """The position that the options of a reset ask for, if any. They may have other keys, for other readers."""
        found = options.get("position") if options else None
        return None if found is None else start_position(found, self.ruleset)


class Match:
    """One game under a setup: where it stands, and whether and how it has ended."""

    __slots__ = ("decisions", "first_turn", "position", "setup", "terminated", "truncated")

    def __init__(self, setup: Setup, position: ball.Position) -> None:
        self.setup = setup
        self.position = position
        self.first_turn = position.turn
        self.decisions = 0
        self.terminated = False
        self.truncated = False

    def copy(self) -> Match:
        """Another game in the same place."""
        twin = Match.__new__(Match)
        twin.setup, twin.position, twin.first_turn = self.setup, self.position, self.first_turn
        twin.decisions, twin.terminated, twin.truncated = self.decisions, self.terminated, self.truncated
        return twin

    def play(self, action: Move) -> float:
        """Plays an action and gives what it pays ATK, shaping left out.

        Raises as :meth:`ball.Position.play`; nothing has then changed.
        """
        after = self.position.play(action)
        self.position = after
        self.decisions += 1
        outcome = after.outcome
        if outcome is not None:
            self.terminated = True
            return PAYS[outcome]
        setup = self.setup
        turns, cycles = setup.max_turns, setup.max_cycles
        self.truncated = (turns is not None and after.turn - self.first_turn >= turns) or (
            cycles is not None and self.decisions >= cycles
        )
        return 0.0

    def forfeit(self) -> float:
        """Loses the game for the coach to move, and gives what that pays ATK; only ``on_illegal="lose"`` comes here."""
        self.terminated = True
        return -PAYS[self.position.team]

    def shaped(self, before: ball.Position) -> float:
        """What shaping pays ATK for the way from a position to here."""
        setup = self.setup
        # Not after the end by the rules, or shaping would change what is best.
        after = 0.0 if self.terminated else setup.discount * self.position.advance
        return setup.weight * (after - before.advance)


def one_of(name: str, value: Any, choices: tuple[str, ...]) -> Any:  # noqa: ANN401, each caller knows its type
    """A keyword that is one of some texts."""
    if not isinstance(value, str) or value not in choices:
        raise ValueError(f"{name} is {value!r}; it is one of {', '.join(map(repr, choices))}")
    return value


def start_position(start: ball.Position | str, ruleset: ball.Ruleset) -> ball.Position:
    """A position of this ruleset that a game can start in."""
    if not isinstance(start, ball.Position | str):
        raise TypeError(f"a game starts in a ball.Position or its text, not in {type(start).__name__}")
    position = start if isinstance(start, ball.Position) else ball.Position(start, ruleset)
    if position.ruleset != ruleset:
        raise ball.InvalidPosition("chapter 10: the position is of another ruleset than the environment", "chapter 10")
    if position.outcome is not None:
        raise ball.InvalidPosition("chapter 10: no game can start where it is over", "chapter 10")
    return position


def start_positions(start: Start, ruleset: ball.Ruleset) -> tuple[ball.Position, ...]:
    """What games start from: one position, or several to draw from."""
    if start is None:
        return (ball.Position(None, ruleset),)
    if isinstance(start, ball.Position | str):
        return (start_position(start, ruleset),)
    if not isinstance(start, Iterable):
        raise TypeError(f"start is a ball.Position, its text, or several of them, not {type(start).__name__}")
    starts = tuple(start_position(one, ruleset) for one in start)
    if not starts:
        raise ValueError("start has no position")
    return starts


def fruitless() -> RuntimeError:
    """The error for games that end before the learner has decided anything."""
    return RuntimeError(
        f"{FRUITLESS} games in a row have ended before the learner's first decision: "
        "more max_turns, another start or another side would let it decide"
    )


def _within(name: str, value: SupportsIndex, least: int, most: int) -> int:
    try:
        number = index(value)
    except TypeError:
        raise TypeError(f"{name} is an integer, not {type(value).__name__}") from None
    if not least <= number <= most:
        raise ValueError(f"{name} is {number}; it is an integer from {least} to {most}")
    return number


def _finite(name: str, value: SupportsFloat) -> float:
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"{name} is {number}; it is a finite number")
    return number
