"""Events: what happens, as values."""

from __future__ import annotations

import copy
import pickle
import re
from collections.abc import Sequence

import ball
import pytest
from ball import events

CLASSES = [getattr(events, name) for name in events.__all__ if name != "Event"]
NAMES = {cls.__name__: cls for cls in CLASSES}


def all_events(positions):
    for position in positions:
        for action in position.legal_actions:
            after, happened = position.play_events(action)
            yield position, action, after, happened


def test_events_tell_what_changes(positions):
    seen = {}
    for position, action, after, happened in all_events(positions[::4]):
        assert after == position.play(action)
        assert happened == ball.Events(position, action)
        squares = {piece.name: piece.square for piece in position.pieces}
        ball_square = position.ball
        carrier = position.carrier.name if position.carrier else None
        for event in happened:
            seen.setdefault(type(event), event)
            if isinstance(event, (events.Moved, events.Pushed, events.StoodUp)):
                assert squares[event.piece] == event.from_square
                squares[event.piece] = event.to_square
                # A ball that is pushed away with its piece stays where it was.
                if event.piece == carrier and not isinstance(event, events.Pushed):
                    ball_square = event.to_square
            elif isinstance(event, events.BallLoose):
                assert event.from_square == ball_square
                carrier, ball_square = None, event.square
            elif isinstance(event, events.Possession):
                carrier, ball_square = event.piece, event.square
                assert squares[event.piece] == event.square
        assert squares == {piece.name: piece.square for piece in after.pieces}
        assert ball_square == after.ball
        assert carrier == (after.carrier.name if after.carrier else None)
    assert set(seen) == set(CLASSES)


def test_events_are_values(positions):
    seen = {}
    for _, _, _, happened in all_events(positions[::4]):
        for event in happened:
            seen.setdefault(type(event), event)
        if len(seen) == len(CLASSES):
            break
    for event in seen.values():
        assert isinstance(event, ball.Event)
        assert event.kind == re.sub("(?<!^)([A-Z])", r"_\1", type(event).__name__).lower()
        assert str(event) == event.text
        for twin in (
            eval(repr(event), dict(NAMES)),
            copy.copy(event),
            copy.deepcopy(event),
            pickle.loads(pickle.dumps(event)),
        ):
            assert twin == event
            assert hash(twin) == hash(event)
        with pytest.raises(AttributeError):
            event.text = "other"
    assert len({event.kind for event in seen.values()}) == len(CLASSES)


def test_a_turn_as_a_log():
    game = ball.Game("cards", ball.Position(None, "cards"))
    log = [str(event) for action in ("convert", "H11-G10") for event in game.play(action)]
    assert log == [
        "1 AP converted, 1 AP left, 1 EP",
        "1 AP spent, 0 left",
        "DEF X2 moves from H11 to G10",
        "the action phase ends",
        "the unlock phase ends",
        "turn 2 begins, ATK to move",
    ]


def test_events_can_be_matched():
    _, happened = ball.Position().play_events("H11-J13")
    match happened[1]:
        case events.Moved(piece="DEF X2", from_square="H11", to_square=to, over=over):
            assert (to, over) == ("J13", "I12")
        case other:
            pytest.fail(f"{other!r}")


def test_a_draw_is_told():
    _, happened = ball.Position(None, {"turn_limit": 1}).play_events("end")
    assert happened[-1] == events.Draw("draw after turn 1", turn=1)


def test_no_event_is_made_until_it_is_asked_for(monkeypatch):
    made = []

    def counted(cls):
        def make(*fields):
            made.append(cls.__name__)
            return cls(*fields)

        return make

    for cls in CLASSES:
        monkeypatch.setattr(events, cls.__name__, counted(cls))
    happened = ball.Game().play("H11-G10")
    assert len(happened) == 2
    assert str(happened) == "1 AP spent, 1 left\nDEF X2 moves from H11 to G10"
    assert repr(happened).endswith(", Action('H11-G10'))")
    assert made == []
    assert happened[1].to_square == "G10"
    assert made == ["Moved"]
    assert [event.kind for event in happened] == ["ap_spent", "moved"]
    assert len(made) == 3


def test_they_are_a_sequence(positions):
    for _, _, _, happened in all_events(positions[::40]):
        assert isinstance(happened, Sequence)
        plain = list(happened)
        assert len(happened) == len(plain) > 0
        assert [happened[place] for place in range(len(plain))] == plain
        assert [happened[place - len(plain)] for place in range(len(plain))] == plain
        assert list(reversed(happened)) == plain[::-1]
        assert happened[::-2] == tuple(plain[::-2])
        assert str(happened) == "\n".join(map(str, plain))
        for place, event in enumerate(plain):
            assert event in happened
            assert happened.count(event) == plain.count(event)
            assert happened.index(event, place) == happened.index(event, place - len(plain)) == place


def test_indices_that_no_event_has():
    happened = ball.Position().play_events("H11-G10")[1]
    for index in (2, -3, 10**30, -(10**30)):
        with pytest.raises(IndexError, match="no event has this index"):
            happened[index]
    for index in ("0", None, 1.0):
        with pytest.raises(TypeError):
            happened[index]
    for other in (events.Tired("DEF X2 is tired", "DEF X2"), "moved", None):
        assert other not in happened
        assert happened.count(other) == 0
        with pytest.raises(ValueError, match="not in"):
            happened.index(other)
    with pytest.raises(ValueError, match="not in"):
        happened.index(happened[1], 0, -1)


def test_they_are_equal_if_the_same_happens():
    start = ball.Position()
    happened = start.play_events("H11-G10")[1]
    number = start.number("H11-G10")
    same = [
        ball.Game().play("H11-G10"),
        ball.Events(start, number),
        # The rules differ, but not in what happens.
        ball.Position(None, {"turn_limit": 40}).play_events("H11-G10")[1],
        list(happened),
        tuple(happened),
    ]
    for twin in (
        *same,
        eval(repr(happened), {"Events": ball.Events, "Position": ball.Position, "Action": ball.Action}),
        copy.copy(happened),
        copy.deepcopy(happened),
        pickle.loads(pickle.dumps(happened)),
    ):
        assert happened == twin
        assert twin == happened
        assert (happened != twin) is False
        if not isinstance(twin, list):
            assert hash(twin) == hash(happened)
    for other in (start.play_events("H11-I10")[1], list(happened)[:1], [], "moved", None):
        assert happened != other
        assert other != happened


def test_events_of_an_illegal_action():
    with pytest.raises(ball.IllegalAction, match="M1"):
        ball.Events(ball.Position(), "H11-H13")
    for arguments in ((), (ball.Position(),), ("start", "end"), (ball.Position(), 5.0)):
        with pytest.raises(TypeError):
            ball.Events(*arguments)
