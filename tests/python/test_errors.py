"""Bad input of every public function raises an exception of the package, or a TypeError: never anything else."""

from __future__ import annotations

import contextlib
import copy
import json
import pickle

import ball
import pytest
from hypothesis import given
from hypothesis import strategies as st

from conftest import lines

HUGE = 10**30
START = str(ball.Position())
SURROGATE = "\ud800"


def test_the_classes():
    for name in ("IllegalAction", "InvalidAction", "InvalidPosition", "InvalidRecord", "InvalidRuleset"):
        assert issubclass(getattr(ball, name), ball.BallError)
    assert issubclass(ball.BallError, ValueError)


def caught(action):
    with pytest.raises(ball.BallError) as info:
        action()
    error = info.value
    assert error.rule
    assert str(error) == error.message
    for twin in (pickle.loads(pickle.dumps(error)), copy.copy(error)):
        assert type(twin) is type(error)
        assert vars(twin) == vars(error)
        assert str(twin) == str(error)
    return error


def test_illegal_actions():
    error = caught(lambda: ball.Position().play("H11-H13"))
    assert type(error) is ball.IllegalAction
    assert (error.rule, error.offset, error.message) == ("M1", None, "M1: the X on H11 can't move to H13")
    for attempt in ("check", "play_events", "number"):
        assert caught(
            lambda attempt=attempt: getattr(ball.Position(), attempt)("G4-H5" if attempt != "number" else "B1-C2")
        )
    assert not ball.Position().is_legal("H11-H13")
    assert not ball.Position().is_legal("nonsense")
    assert not ball.Position().is_legal(SURROGATE)


@pytest.mark.parametrize(
    ("text", "rule", "offset"),
    [
        ("D7-F8", "B1", 3),
        ("D7*F9-G9", "B1", 6),
        ("", "chapter 10", 0),
        ("D7", "chapter 10", 0),
        ("card:", "chapter 10", 5),
        ("card:Hurdle", "chapter 10", 5),
        ("card:" + "a" * 33, "chapter 10", 5),
        ("D7|E8*,C6*", "U4", 0),
        (SURROGATE, "chapter 10", None),
    ],
)
def test_invalid_actions(text, rule, offset):
    error = caught(lambda: ball.Action(text))
    assert type(error) is ball.InvalidAction
    assert (error.rule, error.offset) == (rule, offset)


def test_cards_of_another_deck():
    for action in ("card:hurdle", ball.Action("card:hurdle")):
        error = caught(lambda action=action: ball.Position().play(action))
        assert type(error) is ball.InvalidAction
        assert (error.rule, error.offset) == ("C1", 0)


def test_invalid_positions():
    error = caught(lambda: ball.Position(START.replace("D7", "D8", 1)))
    assert type(error) is ball.InvalidPosition
    assert (error.rule, error.offset) == ("B1", 4)
    assert [(problem.rule, problem.path) for problem in error.problems] == [("B1", "atk")]
    error = caught(lambda: ball.Position(START.replace("ap=2", "ap=3").replace("D7", "D7*", 1)))
    assert [problem.rule for problem in error.problems] == ["T3", "T1"]
    assert [str(problem) in str(error) for problem in error.problems] == [True, True]


def test_offsets_count_characters():
    # Each of these letters has two bytes.
    error = caught(lambda: ball.Position(START.replace("G4,B7", "ÄÄ,B7")))
    assert error.offset == START.index("G4")
    error = caught(lambda: ball.Position(START.replace("G4,B7,L7", "ÄÄ")))
    assert error.offset == START.index("G4")
    error = caught(lambda: ball.Ruleset.from_json('{"ÄÄÄÄ": 1, x}'))
    assert error.offset == '{"ÄÄÄÄ": 1, x}'.index("x")


def test_invalid_rulesets():
    error = caught(lambda: ball.Ruleset({"end_zone_rows": 5, "color": 1, "deck": [{"id": "a", "cost": -1}]}))
    assert type(error) is ball.InvalidRuleset
    assert error.offset is None
    paths = {problem.path: problem.rule for problem in error.problems}
    assert paths == {
        "end_zone_rows": "B4",
        "color": "chapter 9",
        "deck[0].cost": "chapter 9",
        "deck[0].effect": "chapter 9",
    }
    for name in ("", "Standard", "{}", SURROGATE):
        assert type(caught(lambda name=name: ball.Ruleset(name))) is ball.InvalidRuleset
    assert caught(lambda: ball.Ruleset.from_json("{")).offset is not None


def itself():
    loop: dict[str, object] = {}
    loop["formation"] = loop
    return loop


def deep(depth):
    value: list[object] = []
    for _ in range(depth):
        value = [value]
    return {"deck": value}


@pytest.mark.parametrize(
    "fields",
    [
        {"turn_limit": HUGE},
        {"turn_limit": -1},
        {"turn_limit": 1.0},
        {"turn_limit": float("nan")},
        {"turn_limit": True},
        {"turn_limit": 10**5000},
        {1: 2},
        {"mode": SURROGATE},
        itself(),
        deep(200),
        deep(100_000),
    ],
    ids=range(11),
)
def test_mappings_that_are_no_ruleset_or_record(fields):
    assert type(caught(lambda: ball.Ruleset(fields))) is ball.InvalidRuleset
    assert type(caught(lambda: ball.Game.from_record({"ruleset": fields}))) is ball.InvalidRecord


def test_invalid_records():
    error = caught(lambda: ball.Game.from_record("{}"))
    assert type(error) is ball.InvalidRecord
    assert [problem.path for problem in error.problems] == ["version", "ruleset", "actions", "result"]
    record = {"version": 1, "ruleset": "standard", "actions": ["H11-G10", "G10-G12"], "result": None}
    error = caught(lambda: ball.Game.from_record(record))
    assert (error.entry, error.rule, error.offset) == ("actions[1]", "M1", None)
    record["actions"] = ["H11-G10", "nonsense"]
    assert caught(lambda: ball.Game.from_record(record)).entry == "actions[1]"
    record.update(actions=["H11-G10"], result="atk")
    assert caught(lambda: ball.Game.from_record(record)).entry == "result"
    record.update(result=None, start="nonsense")
    assert caught(lambda: ball.Game.from_record(record)).entry == "start"
    error = caught(lambda: ball.Game.from_record("[1"))
    assert error.offset is not None
    assert error.entry == ""
    assert caught(lambda: ball.Game.from_record(SURROGATE)).rule == "chapter 11"


@pytest.mark.parametrize("n", [-1, 100, HUGE, -HUGE])
def test_perft_refuses_numbers_outside(n):
    assert caught(lambda: ball.perft(ball.Position(), n)).rule == "chapter 10"
    assert caught(lambda: ball.Position().perft(n)).rule == "chapter 10"


@pytest.mark.parametrize("number", [-1, ball.ACTION_SPACE, HUGE, -HUGE])
def test_action_numbers_outside(number):
    with pytest.raises(IndexError):
        ball.Position().action(number)


def test_action_numbers_without_an_action():
    position = ball.Position()
    rules = set()
    for number in range(ball.ACTION_SPACE):
        try:
            action = position.action(number)
        except ball.IllegalAction as error:
            rules.add(error.rule)
        else:
            assert position.is_legal(action) == (number in position.legal_actions.numbers)
    # Off the board; in standard mode there is no card.
    assert rules == {"B1", "C5"}
    # A ball of the other team's piece has numbers to be passed, but passing it has no number.
    assert caught(lambda: position.number("G4>G6")).rule == "P1"


@pytest.mark.parametrize("ply", [-1, 1, HUGE, -HUGE])
def test_plies_outside(ply):
    with pytest.raises(IndexError):
        ball.Game().position_at(ply)


def test_squares_that_are_none():
    for text in ("G5", "", "g4", SURROGATE):
        assert caught(lambda text=text: ball.Position().at(text)).rule == "B1"


def test_games_of_another_ruleset():
    assert caught(lambda: ball.Game("cards", ball.Position())).rule == "chapter 10"
    assert caught(lambda: ball.Game("cards", START)).rule == "chapter 10"


def test_tags_are_texts():
    for tags in ({"a": 1}, {1: "a"}):
        with pytest.raises(TypeError):
            ball.Game().record(tags)


POSITION, GAME, LEGAL = ball.Position(), ball.Game(), ball.Position().legal_actions
WRONG_TYPES = {
    "Ruleset": lambda: ball.Ruleset(5),
    "Ruleset of a set": lambda: ball.Ruleset({"deck": {1}}),
    "Ruleset.from_json": lambda: ball.Ruleset.from_json(b"{}"),
    "Position": lambda: ball.Position(5),
    "Position's ruleset": lambda: ball.Position(None, 5),
    "Action": lambda: ball.Action(5),
    "Action of an action": lambda: ball.Action(ball.Action("end")),
    "play": lambda: POSITION.play(5.0),
    "play_events": lambda: POSITION.play_events(None),
    "check": lambda: POSITION.check(b"end"),
    "is_legal": lambda: POSITION.is_legal(5.0),
    "number": lambda: POSITION.number([5]),
    "action": lambda: POSITION.action("end"),
    "action of a float": lambda: POSITION.action(1.0),
    "at": lambda: POSITION.at(5),
    "perft": lambda: ball.perft(START, 1),
    "perft of a float": lambda: POSITION.perft(1.0),
    "board": lambda: POSITION.board(color="yes"),
    "LegalActions": lambda: ball.LegalActions(START),
    "of": lambda: LEGAL.of(5),
    "Game.play": lambda: GAME.play(5.0),
    "Game": lambda: ball.Game(5),
    "Game's start": lambda: ball.Game(None, 5),
    "position_at": lambda: GAME.position_at("0"),
    "from_record": lambda: ball.Game.from_record(5),
}


@pytest.mark.parametrize("attempt", WRONG_TYPES.values(), ids=WRONG_TYPES.keys())
def test_wrong_types(attempt):
    with pytest.raises(TypeError):
        attempt()


ANY_TEXT = st.text() | st.text(alphabet=st.characters(categories=["Cs", "Nd", "Lu", "Po"]))
NEAR_ACTION = st.text(alphabet="ABCDGHM1234567890-^*~:>x!|,/card", max_size=14)
FEW = [line["position"] for line in lines("positions.jsonl")[::40]]


def only_ours(attempt):
    try:
        attempt()
    except ball.BallError as error:
        assert error.rule
        assert error.message.strip()
        assert error.offset is None or error.offset >= 0


@given(ANY_TEXT | NEAR_ACTION)
def test_any_text_as_an_action(text):
    only_ours(lambda: ball.Action(text))
    position = ball.Position(None, "cards")
    only_ours(lambda: position.play(text))
    assert position.is_legal(text) == (text in position.legal_actions)


@given(ANY_TEXT)
def test_any_text_as_anything_else(text):
    for attempt in (
        ball.Position,
        ball.Ruleset,
        ball.Ruleset.from_json,
        ball.Game.from_record,
        ball.Position().at,
        ball.Position().legal_actions.of,
    ):
        only_ours(lambda attempt=attempt: attempt(text))


@given(st.sampled_from(FEW), st.data())
def test_positions_with_a_slip(text, data):
    place = data.draw(st.integers(0, len(text) - 1))
    slip = data.draw(st.text(max_size=3))
    slipped = text[:place] + slip + text[place + data.draw(st.integers(0, 2)) :]
    for ruleset in ("standard", "cards"):
        try:
            position = ball.Position(slipped, ruleset)
        except ball.InvalidPosition as error:
            assert error.problems
            assert error.offset is not None
            assert error.offset <= len(slipped)
        else:
            assert str(position) == slipped


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=8,
)
FIELDS = st.sampled_from(
    ["version", "mode", "formation", "first", "end_zone_rows", "turn_limit", "ep_table", "deck", "ruleset", "actions"]
)


@given(st.dictionaries(FIELDS | st.text(), JSON, max_size=5))
def test_any_mapping(fields):
    only_ours(lambda: ball.Ruleset(fields))
    only_ours(lambda: ball.Game.from_record(fields))
    only_ours(lambda: ball.Game.from_record(json.dumps(fields)))


@given(st.integers() | st.integers(min_value=-(2**70), max_value=2**70))
def test_any_integer(number):
    position = ball.Position()
    for attempt in (position.action, position.legal_actions.__getitem__, ball.Game().position_at):
        with contextlib.suppress(IndexError, ball.IllegalAction):
            attempt(number)
