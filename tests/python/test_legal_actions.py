"""The sequence of legal actions."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Sequence

import ball
import pytest

HUGE = 10**30


def test_it_is_a_sequence(positions):
    for position in positions[::10]:
        legal = position.legal_actions
        actions = list(legal)
        assert len(actions) == len(legal) == len(legal.numbers) == sum(legal.mask)
        assert actions == [legal[place] for place in range(len(legal))]
        assert actions == [position.action(number) for number in legal.numbers]
        assert [position.number(action) for action in actions] == legal.numbers == sorted(legal.numbers)
        assert [number for number, bit in enumerate(legal.mask) if bit] == legal.numbers
        assert len(legal.mask) == ball.ACTION_SPACE
        assert list(reversed(legal)) == actions[::-1]
        assert legal[1:-1:2] == tuple(actions[1:-1:2])
        assert legal[::-1] == tuple(actions[::-1])
        assert bool(legal) == bool(actions)
        for place, action in enumerate(actions):
            assert action in legal
            assert str(action) in legal
            assert legal.index(str(action)) == place
            assert legal.count(action) == 1
            assert legal[place - len(actions)] == action
            assert position.is_legal(action)
            assert position.check(action) is None


def test_it_is_registered_as_a_sequence():
    assert isinstance(ball.Position().legal_actions, Sequence)


def test_what_is_not_in_it():
    legal = ball.Position().legal_actions
    for other in ("H11-H13", "nonsense", "\ud800", 5, None, b"end", ball.Action("convert"), ball.Action("card:none")):
        assert other not in legal
        assert legal.count(other) == 0
        with pytest.raises(ValueError, match="not in the list"):
            legal.index(other)
    with pytest.raises(ValueError, match="not in the list"):
        legal.index(legal[3], 4)
    with pytest.raises(ValueError, match="not in the list"):
        legal.index(legal[3], 0, -len(legal))
    assert legal.index(legal[3], -HUGE, HUGE) == 3


@pytest.mark.parametrize("index", [55, -56, HUGE, -HUGE])
def test_indices_outside(index):
    with pytest.raises(IndexError):
        ball.Position().legal_actions[index]


@pytest.mark.parametrize("index", ["0", None, 1.0])
def test_indices_of_the_wrong_type(index):
    with pytest.raises(TypeError):
        ball.Position().legal_actions[index]


def test_actions_of_a_piece_are_those_that_start_with_it(positions):
    for position in positions[::5]:
        legal = position.legal_actions
        seen = 0
        for piece in position.pieces:
            of_piece = legal.of(piece)
            assert list(of_piece) == list(legal.of(piece.name)) == list(ball.LegalActions(position, piece))
            seen += len(of_piece)
            if piece.team != position.team:
                assert not of_piece
            assert all(action.from_square == piece.square for action in of_piece)
        assert seen == len([action for action in legal if action.from_square is not None])
        for square in {piece.square for piece in position.pieces}:
            own = [action for action in legal if action.from_square == square]
            assert list(legal.of(square)) == own


def test_squares_without_an_own_piece_have_no_actions():
    legal = ball.Position().legal_actions
    for square in ("G4", "B1"):
        assert list(legal.of(square)) == []
        assert eval(repr(legal.of(square)), {"LegalActions": ball.LegalActions, "Position": ball.Position}) == legal.of(
            square
        )


@pytest.mark.parametrize("word", ["", "G5", "g4", "ATK X9", "\ud800", "N1"])
def test_words_that_are_no_piece(word):
    with pytest.raises(ball.BallError) as caught:
        ball.Position().legal_actions.of(word)
    assert caught.value.rule == "B1"
    with pytest.raises(TypeError):
        ball.Position().legal_actions.of(5)


def test_it_is_a_value():
    position = ball.Position(None, "cards")
    for legal in (position.legal_actions, position.legal_actions.of("G14")):
        for twin in (
            copy.copy(legal),
            copy.deepcopy(legal),
            pickle.loads(pickle.dumps(legal)),
            eval(repr(legal), {"LegalActions": ball.LegalActions, "Position": ball.Position}),
        ):
            assert twin == legal
            assert hash(twin) == hash(legal)
    assert position.legal_actions != position.legal_actions.of("G14")
    assert position.legal_actions.position == position


def test_it_stays_what_it_was_while_the_game_goes_on():
    game = ball.Game()
    legal = game.legal_actions
    for action in legal[:3]:
        game.play(action)
        game.undo()
    game.play("H11-G10")
    assert len(legal) == 55
    assert "H11-G10" in legal


def test_an_iterator_knows_how_much_is_left():
    iterator = iter(ball.Position().legal_actions)
    next(iterator)
    assert iterator.__length_hint__() == 54
    assert iter(iterator) is iterator
    assert len(list(iterator)) == 54
    assert next(iterator, None) is None


def test_a_number_is_as_good_as_its_action(positions):
    for position in positions[::20]:
        legal = position.legal_actions
        for number in range(-1, ball.ACTION_SPACE + 1):
            assert (number in legal) == (number in legal.numbers) == position.is_legal(number)
        for number, action in zip(legal.numbers, legal, strict=True):
            assert position.play(number) == position.play(action)
            assert position.number(number) == number


def test_numbers_that_no_action_has():
    position = ball.Position()
    for number in (-1, ball.ACTION_SPACE, HUGE, -HUGE):
        with pytest.raises(ball.InvalidAction, match="action numbers go from 0 to 944"):
            position.play(number)
    with pytest.raises(ball.IllegalAction, match=r"B1: this action number leads off the board here"):
        position.check(320)
