"""Every object of the package copied, pickled, and sent to processes that are forked or spawned."""

from __future__ import annotations

import copy
import multiprocessing
import pickle
import queue
import warnings

import ball
import pytest
from ball import events

from batches import send

CUSTOM = {
    "mode": "cards",
    "turn_limit": 9,
    "first": "atk",
    "deck": [{"id": "a", "cost": 0, "effect": {"type": "leap"}}],
}


def caught(attempt):
    try:
        attempt()
    except ball.BallError as error:
        return error
    raise AssertionError("nothing is raised")


def played(ruleset, decisions):
    game = ball.Game(ruleset)
    for number in range(decisions):
        legal = game.legal_actions
        game.play(legal[number * 7 % len(legal)])
    game.tags["event"] = "copies"
    return game


def all_events():
    """One event of every class that a few random games have."""
    found = {}
    for ruleset in ("standard", "cards"):
        position = ball.Position(None, ruleset)
        for number in range(3000):
            legal = position.legal_actions
            if not legal:
                position = ball.Position(None, ruleset)
                continue
            position, happened = position.play_events(legal[number * 31 % len(legal)])
            found |= {type(event): event for event in happened}
    return list(found.values())


ERRORS = [
    caught(lambda: ball.Position().play("H11-H13")),
    caught(lambda: ball.Position().play("nonsense")),
    caught(lambda: ball.Position("atk=")),
    caught(lambda: ball.Ruleset({"turn_limit": 0, "end_zone_rows": 9})),
    caught(lambda: ball.Game.from_record({"version": 2})),
    caught(lambda: ball.Ruleset.from_json("{")),
    ball.BallError("message", "D4", 3),
]

VALUES = [
    ball.Ruleset(),
    ball.Ruleset(CUSTOM),
    ball.Position(),
    played(CUSTOM, 5).position,
    ball.Position().playout(1, max_turns=5)[0],
    ball.Action("D7|E8*,C6"),
    ball.Position().legal_actions,
    played("cards", 4).legal_actions.of("G14"),
    played("cards", 30),
    played("standard", 0),
    ball.Position().carrier,
    ball.Ruleset("cards").deck[1],
    ball.Problem("D4", "path", "message"),
    *all_events(),
]

WAYS = {
    "copy": copy.copy,
    "deepcopy": copy.deepcopy,
    **{f"pickle {n}": lambda value, n=n: pickle.loads(pickle.dumps(value, n)) for n in range(6)},
}


def test_events_of_most_classes_are_here():
    classes = [name for name in events.__all__ if isinstance(getattr(events, name), type)]
    assert len(all_events()) > len(classes) / 2


@pytest.mark.parametrize("way", WAYS)
def test_values(way):
    for value in VALUES:
        twin = WAYS[way](value)
        assert twin == value
        assert type(twin) is type(value)
        assert str(twin) == str(value)
        assert repr(twin) == repr(value)
        if not isinstance(value, ball.Game):
            assert hash(twin) == hash(value)


@pytest.mark.parametrize("way", WAYS)
def test_games_keep_all_and_go_their_own_way(way):
    for ruleset, plies in (("standard", 12), ("cards", 25), (CUSTOM, 3)):
        game = played(ruleset, plies)
        record = game.to_json()
        twin = WAYS[way](game)
        assert twin.to_json() == record
        assert twin.tags == game.tags
        assert twin.start == game.start
        twin.play(twin.legal_actions[0])
        twin.tags["event"] = "another"
        assert game.to_json() == record
        while twin.undo() is not None:
            pass
        assert twin.position == game.start
        assert game.ply == plies


@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_errors(way, error):
    twin = WAYS[way](error)
    assert type(twin) is type(error)
    assert str(twin) == str(error)
    assert vars(twin) == vars(error)
    assert twin.args == error.args


def test_containers_that_share_stay_so():
    position = ball.Position()
    one, two = copy.deepcopy([position, position])
    assert one is two
    game = played("cards", 3)
    same, again = pickle.loads(pickle.dumps([game, game]))
    assert same is again
    assert same == game


def test_what_can_not_be_pickled_says_so():
    with pytest.raises((TypeError, pickle.PicklingError)):
        pickle.dumps(iter(ball.Position().legal_actions))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes(method):
    if method not in multiprocessing.get_all_start_methods():
        pytest.skip("this system has no fork")
    context = multiprocessing.get_context(method)
    everything = [*VALUES, *ERRORS]
    messages = context.Queue()
    child = context.Process(target=send, args=(everything, messages))
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)
        child.start()
    try:
        back, shown = messages.get(timeout=60)
    except queue.Empty:
        pytest.fail("the child process hangs or has died")
    finally:
        child.join(5)
        if child.is_alive():
            child.kill()
            child.join()
    assert shown == repr(everything)
    assert back[: len(VALUES)] == VALUES
    assert list(map(str, back)) == list(map(str, everything))
