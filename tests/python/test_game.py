"""Games: history, undo, records."""

from __future__ import annotations

import copy
import gc
import json
import pickle
import weakref

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


def test_what_is_played_may_be_a_number():
    game = ball.Game("cards")
    number = game.position.number("H11-G10")
    assert game.play(number) == ball.Position(None, "cards").play_events("H11-G10")[1]
    assert game.actions == (ball.Action("H11-G10"),)
    with pytest.raises(ball.InvalidAction, match="from 0 to 944"):
        game.play(ball.ACTION_SPACE)
    assert game.ply == 1


def test_tags_are_of_one_game():
    game = ball.Game.from_record(ball.Game().to_json({"event": "x"}))
    for make in (ball.Game.copy, copy.copy, copy.deepcopy):
        twin = make(game)
        assert twin.tags == {"event": "x"}
        twin.tags["event"] = "y"
        del game.tags["event"]
        assert (game.tags, twin.tags) == ({}, {"event": "y"})
        game.tags = {"event": "x"}
    assert game.tags is game.tags
    assert ball.Game().tags is not ball.Game().tags
    for wrong in (None, [("event", "x")]):
        with pytest.raises(TypeError):
            game.tags = wrong


def test_a_game_among_its_own_tags_is_thrown_away():
    class Witness:
        pass

    game, witness = ball.Game(), Witness()
    game.tags.update(game=game, witness=witness)
    gone = weakref.ref(witness)
    del game, witness
    gc.collect()
    assert gone() is None


@pytest.mark.parametrize("actions", [["H11-G10"], ["convert", "H11-G10"], ["end", "G4-H5"]])
def test_a_game_is_pickled_in_the_middle_of_a_turn(actions):
    game = ball.Game("cards")
    for action in actions:
        game.play(action)
    game.tags["event"] = "x"
    for protocol in range(pickle.HIGHEST_PROTOCOL + 1):
        twin = pickle.loads(pickle.dumps(game, protocol))
        assert (twin, twin.position, twin.tags) == (game, game.position, game.tags)
        assert twin.play(twin.legal_actions[0]) == game.copy().play(game.legal_actions[0])
        assert (twin.ply, game.ply) == (len(actions) + 1, len(actions))


def test_properties_are_not_set():
    game = ball.Game()
    for name in ("position", "ply", "anything"):
        with pytest.raises(AttributeError):
            setattr(game, name, None)
    with pytest.raises(TypeError):
        type("Other", (ball.Game,), {})
