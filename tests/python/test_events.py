"""Events: what happens, as values."""

from __future__ import annotations

import copy
import pickle
import re

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
        assert isinstance(happened, list)
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
