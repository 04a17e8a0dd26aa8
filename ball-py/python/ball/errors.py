"""The exceptions of the package, each a :class:`ValueError`."""

from __future__ import annotations

from collections.abc import Iterable

from ball.values import Problem

__all__ = ["BallError", "IllegalAction", "InvalidAction", "InvalidPosition", "InvalidRecord", "InvalidRuleset"]


class BallError(ValueError):
    """Something is against the rules, or is no text of the game.

    >>> import ball
    >>> try:
    ...     ball.Position().play("G4-H5")
    ... except ball.BallError as error:
    ...     print(error.rule, "|", error.message)
    P1 | P1: the piece on G4 is not of the team to move
    """

    __module__ = "ball"

    #: What is wrong and, where it helps, what would be right; begins with the rule.
    message: str
    #: Id of the rule that is broken, such as ``"D4"`` or ``"chapter 10"``.
    rule: str
    #: Index of the character in the text that was read where the error is; ``None`` if it is about no one place.
    offset: int | None

    def __init__(self, message: str, rule: str = "", offset: int | None = None) -> None:
        super().__init__(message, rule, offset)
        self.message = message
        self.rule = rule
        self.offset = offset

    def __str__(self) -> str:
        return self.message


class IllegalAction(BallError):
    """The rules forbid the action in this position."""

    __module__ = "ball"


class InvalidAction(BallError):
    """The text is no action, or names a card that the ruleset does not have."""

    __module__ = "ball"


class _WithProblems(BallError):
    """An error that has one or more reasons."""

    #: The reasons in order, never empty.
    problems: list[Problem]

    def __init__(
        self,
        message: str,
        rule: str = "",
        offset: int | None = None,
        problems: Iterable[tuple[str, str, str] | Problem] = (),
    ) -> None:
        super().__init__(message, rule, offset)
        self.problems = [problem if isinstance(problem, Problem) else Problem(*problem) for problem in problems]
        # What pickle makes the copy of.
        self.args = (message, rule, offset, self.problems)


class InvalidPosition(_WithProblems):
    """The text can't be read, or there is no such position; each of the first eight reasons is in ``problems``."""

    __module__ = "ball"


class InvalidRuleset(_WithProblems):
    """The ruleset can't work; every reason is in ``problems``. ``offset`` is set where a text is not JSON at all."""

    __module__ = "ball"


class InvalidRecord(_WithProblems):
    """The record has not the form of one, or its game can't be played as it is written."""

    __module__ = "ball"

    #: The first wrong entry, such as ``"actions[3]"``; empty if the whole is wrong.
    entry: str

    def __init__(
        self,
        message: str,
        rule: str = "",
        offset: int | None = None,
        problems: Iterable[tuple[str, str, str] | Problem] = (),
        entry: str = "",
    ) -> None:
        super().__init__(message, rule, offset, problems)
        self.entry = entry
        self.args = (*self.args, entry)
