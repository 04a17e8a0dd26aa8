"""Games: history, undo, records."""

from __future__ import annotations

import copy
import json
import pickle

import ball
import pytest

from conftest import lines


def test_playing_and_undoing():
    game = ball.Game()
    assert (game.ply, game.actions, game.undo()) == (0, (), None)
    game.play("H11-G10")
    game.play(ball.Action("end"))
    assert game.actions == (ball.Action("H11-G10"), ball.Action("end"))
    assert (game.ply, game.position.turn, game.outcome) == (2, 2, None)
    assert game.position_at(0) == game.start == ball.Position()
    assert game.position_at(1) == ball.Position().play("H11-G10")
    assert game.position_at(2) == game.position
    assert game.legal_actions == game.position.legal_actions
    assert game.undo() == ball.Action("end")
    assert game.undo() == ball.Action("H11-G10")
    assert game == ball.Game()


def test_a_refused_action_changes_nothing():
    game = ball.Game()
    for text in ("G4-H5", "nonsense"):
        with pytest.raises(ball.BallError):
            game.play(text)
    assert game == ball.Game()


def test_starts():
    cards = ball.Position(None, "cards")
    text = str(ball.Position().play("H11-G10"))
    assert ball.Game("cards").start == ball.Game(start=cards).start == ball.Game("cards", cards).start == cards
    assert ball.Game(start=text).position == ball.Position(text)
    assert ball.Game("cards").ruleset == ball.Ruleset.cards()
    assert ball.Game({"turn_limit": 40}).ruleset.turn_limit == 40


def test_records_of_the_conformance_data(records):
    for game, line in zip(records, lines("records.jsonl"), strict=True):
        assert [str(action) for action in game.actions] == line["actions"]
        assert game.outcome == line["result"]
        assert game.tags == line.get("tags", {})
        record = game.record()
        assert ball.Ruleset(record["ruleset"]) == ball.Ruleset(line["ruleset"])
        assert record["actions"] == line["actions"]
        assert record.get("start") == line.get("start")
        for form in (record, game.to_json(), json.loads(game.to_json())):
            again = ball.Game.from_record(form)
            assert again == game
            assert again.tags == game.tags
        while game.ply:
            game.undo()
        assert game == ball.Game(start=game.start)


def test_tags():
    game = ball.Game()
    game.tags["event"] = "Ä"
    assert game.record({"round": "1"})["tags"] == {"event": "Ä", "round": "1"}
    assert ball.Game.from_record(game.to_json({"round": "1"})).tags == {"event": "Ä", "round": "1"}
    assert "tags" not in ball.Game().record()
    assert game == ball.Game()


def test_copies_go_their_own_ways():
    game = ball.Game("cards")
    game.play("H11-G10")
    game.tags["event"] = "x"
    for twin in (
        game.copy(),
        copy.copy(game),
        copy.deepcopy(game),
        pickle.loads(pickle.dumps(game)),
        eval(repr(game), {"Game": ball.Game}),
    ):
        assert twin == game
        assert twin.tags == game.tags
        assert str(twin) == str(game) == game.to_json()
        twin.play("end")
        twin.tags["event"] = "y"
        assert twin != game
        assert (game.ply, game.tags["event"]) == (1, "x")


def test_a_game_is_not_hashable_and_equals_games_only():
    with pytest.raises(TypeError):
        hash(ball.Game())
    assert ball.Game() != "game"
    assert ball.Game() != ball.Game("cards")


def test_a_custom_ruleset_is_written_out():
    game = ball.Game({"turn_limit": 1})
    game.play("end")
    assert game.outcome == "draw"
    assert ball.Game.from_record(game.to_json()) == game
    assert not game.legal_actions
    with pytest.raises(ball.IllegalAction) as caught:
        game.play("end")
    assert caught.value.rule == "T8"
