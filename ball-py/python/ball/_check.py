"""Compares the rules with files of expectations: the formats of tests/conformance, tests/rules and tests/stability."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from ball._ball import Game, Position, Ruleset
from ball.errors import BallError

__all__ = ["Report", "UnreadableError", "check_text"]

#: A case says at least one of these about its position.
CASE_FIELDS = ("legal", "can", "cannot", "after", "perft")

#: Number of the action that plays the first card of the deck.
FIRST_CARD = 733


class UnreadableError(Exception):
    """A text is not of any format known here."""


class Report:
    """How many expectations of each kind agreed, and every difference."""

    def __init__(self) -> None:
        #: Expectations by kind.
        self.checked: Counter[str] = Counter()
        #: Those of them that did not agree.
        self.wrong: Counter[str] = Counter()
        #: One text each, with file and line.
        self.differences: list[str] = []

    def expect(self, kind: str, differences: list[str], place: str) -> None:
        """Counts one expectation that agrees if there are no differences."""
        self.checked[kind] += 1
        self.wrong[kind] += bool(differences)
        self.differences += [f"{place}: {difference}" for difference in differences]


class Line(dict[str, Any]):
    """A JSON object that knows the source text of its members: reading would turn 2.0 and repeated keys into others."""

    def __init__(self, text: str) -> None:
        decoder = json.JSONDecoder()
        value = json.loads(text)
        if not isinstance(value, dict):
            raise UnreadableError("an object is expected")
        super().__init__(value)
        self.source = {}
        position = text.index("{") + 1
        while True:
            position = _skip(text, position)
            if text[position] == "}":
                break
            key, position = decoder.raw_decode(text, position)
            start = _skip(text, position)
            _, position = decoder.raw_decode(text, start)
            self.source[key] = text[start:position]


def _skip(text: str, position: int) -> int:
    while text[position] in " \t\r\n,:":
        position += 1
    return position


def _ruleset(line: Line, name: str = "ruleset") -> Ruleset:
    value = line.get(name)
    return Ruleset(value) if isinstance(value, str) else Ruleset.from_json(line.source[name])


def check_text(text: str, name: str, report: Report) -> None:
    """Checks a whole file; raises :class:`UnreadableError` with the place if it is none of the known formats."""
    lines = [(number, line.strip()) for number, line in enumerate(text.split("\n"), 1)]
    content = [(number, line) for number, line in lines if line and not line.startswith("#")]
    if not content:
        raise UnreadableError(f"{name}: there is nothing in it")
    # The position that lines of action numbers are about.
    numbered: Position | None = None
    for number, line in content:
        place = f"{name}:{number}"
        try:
            if line.startswith("{"):
                _check_object(line, place, report)
            elif line.startswith("atk="):
                numbered = Position(line, "cards")
            else:
                _check_table(line.split("\t"), numbered, place, report)
        except UnreadableError as error:
            raise UnreadableError(f"{place}: {error}") from None
        except (KeyError, IndexError, TypeError, AttributeError, ValueError, RecursionError) as error:
            raise UnreadableError(f"{place}: not of a known format: {error!r}") from error


def _check_table(fields: list[str], numbered: Position | None, place: str, report: Report) -> None:
    """A line of perft counts, of a hash, or of an action number."""
    if len(fields) == 2 and numbered is not None:
        report.expect("action number", list(_number(numbered, int(fields[0]), fields[1])), place)
    elif len(fields) == 3 and "=" in fields[2]:
        text = fields[2] if fields[2].startswith("atk=") else fields[1]
        position = _accepted(report, "position", place, text, lambda: Position(text, Ruleset(fields[0])))
        if position is None:
            return
        if text == fields[2]:
            found = f"{position.zobrist:016x}"
            report.expect("hash", [] if found == fields[1] else [f"{text} has {found}, not {fields[1]}"], place)
            return
        for entry in fields[2].split(" "):
            depth, _, count = entry.partition("=")
            report.expect("perft", list(_perft(position, int(depth), int(count))), place)
    else:
        raise UnreadableError("neither a JSON object nor a line of perft counts, of a hash or of an action number")


def _number(position: Position, number: int, expected: str) -> Iterator[str]:
    try:
        found = str(position.action(number))
    except BallError as error:
        # Where there is no action the table has "-", or the place of a card that the deck does not have.
        found = f"card:#{number - FIRST_CARD}" if error.rule == "C5" else "-"
    if found != expected:
        yield f"action {number} is {found}, not {expected}, in {position}"
    elif position.is_legal(found) and position.number(found) != number:
        yield f"{found} has the number {position.number(found)}, not {number}, in {position}"


def _perft(position: Position, depth: int, expected: int) -> Iterator[str]:
    count = position.perft(depth)
    if count != expected:
        yield f"perft {depth} is {count}, not {expected}, of {position}"


def _check_object(text: str, place: str, report: Report) -> None:
    line = Line(text)
    if "kind" in line:
        _check_refused_input(line, place, report)
    elif "actions" in line:
        _check_record(text, place, report)
    elif "position" in line and any(field in line for field in CASE_FIELDS):
        _check_case(line, place, report)
    elif "position" in line:
        _expect_refused(report, "refused position", place, lambda: Position(line["position"], _ruleset(line)), line)
    elif "ruleset" in line:
        _expect_refused(report, "refused ruleset", place, lambda: _ruleset(line), line)
    else:
        raise UnreadableError("an object of no known format")


def _accepted(report: Report, kind: str, place: str, what: str, make: Callable[[], Position]) -> Position | None:
    try:
        position = make()
    except BallError as error:
        report.expect(kind, [f"{what} is refused: {error}"], place)
        return None
    return position


def _expect_refused(report: Report, kind: str, place: str, attempt: Callable[[], object], line: Line) -> None:
    try:
        attempt()
    except BallError:
        report.expect(kind, [], place)
    else:
        report.expect(kind, [f"accepted, but {line.get('why', 'it must be refused')}"], place)


def _check_refused_input(line: Line, place: str, report: Report) -> None:
    kind, given = line["kind"], line["input"]
    if kind == "action":
        rules = _ruleset(line)
        before = _accepted(report, "position", place, line["position"], lambda: Position(line["position"], rules))
        if before is not None:
            _expect_refused(report, "refused action", place, lambda: before.play(given), line)
    elif kind == "position":
        _expect_refused(report, "refused position", place, lambda: Position(given, _ruleset(line)), line)
    elif kind == "ruleset":
        _expect_refused(report, "refused ruleset", place, lambda: _ruleset(line, "input"), line)
    elif kind == "record":
        _expect_refused(report, "refused record", place, lambda: Game.from_record(line.source["input"]), line)
    else:
        raise UnreadableError(f"unknown kind {kind!r}")


def _check_record(text: str, place: str, report: Report) -> None:
    differences = []
    try:
        game = Game.from_record(text)
    except BallError as error:
        differences.append(f"the record is refused: {error}")
    else:
        if Game.from_record(game.to_json()) != game:
            differences.append("the record written again is another game")
    report.expect("record", differences, place)


def _check_case(line: Line, place: str, report: Report) -> None:
    text = line["position"]
    position = _accepted(report, "position", place, text, lambda: Position(text, _ruleset(line)))
    if position is None:
        return
    report.expect("position", [] if str(position) == text else [f"{text} is printed as {position}"], place)
    if "legal" in line:
        report.expect("list of legal actions", list(_legal(position, line["legal"])), place)
    for action in line.get("can", ()):
        allowed = position.is_legal(action)
        report.expect("legal action", [] if allowed else [f"{action} is not legal in {position}"], place)
    for action, rules in line.get("cannot", {}).items():
        report.expect("illegal action", list(_cannot(position, action, rules)), place)
    for action, expected in line.get("after", {}).items():
        report.expect("successor", list(_after(position, action, expected)), place)
    for depth, count in line.get("perft", {}).items():
        report.expect("perft", list(_perft(position, int(depth), count)), place)


def _legal(position: Position, expected: list[str]) -> Iterator[str]:
    legal = {str(action) for action in position.legal_actions}
    if legal != set(expected):
        missing, extra = sorted(set(expected) - legal), sorted(legal - set(expected))
        yield f"legal actions of {position}: missing {missing}, too many {extra}"


def _cannot(position: Position, action: str, rules: str | list[str]) -> Iterator[str]:
    try:
        position.check(action)
    except BallError as error:
        if error.rule not in ([rules] if isinstance(rules, str) else rules):
            yield f"{action} is refused by {error}, not by {rules}, in {position}"
    else:
        yield f"{action} is legal in {position}"


def _after(position: Position, action: str, expected: str) -> Iterator[str]:
    try:
        after = position.play(action)
    except BallError as error:
        yield f"{action} is refused: {error}, in {position}"
    else:
        if str(after) != expected:
            yield f"{action} in {position} leads to {after}, not to {expected}"
