"""Observations, vectors and masks of positions: what docs/arrays.md says of them, nothing more and nothing less."""

from __future__ import annotations

import random
import re
import subprocess
import sys

import ball
import numpy as np
import pytest

from conftest import ROOT
from decoding import RULESETS, TEAMS, changed, other, text_of_planes, text_of_vector, turned, walk

#: Entry of a vector, and plane, that says who looks.
LOOKS_PLANE, LOOKS_ENTRY = 38, 158

#: States that random games hardly come to.
RARE = [
    f"atk=D7,F7,H7,J7,{pieces},L7 def=J11,H11,F11,D11,G14,L11,B11 ball=G4 turn=2 move=atk phase=action ap=1"
    for pieces in ("G4*,B7", "G4*,G4+", "G4*,G4+*", "G4,G4+*", "G4-,G4+*", "G4-,G4^", "G4+*,G4-")
]


@pytest.fixture(scope="module")
def many(positions):
    """Positions of every kind: those of the conformance data and of random games, some at another turn or EP."""
    found = [*positions, *map(ball.Position, RARE)]
    found += map(turned, found[-len(RARE) :])
    for number, ruleset in enumerate(RULESETS.values()):
        rng = random.Random(number)
        for position in walk(ruleset, number, 260):
            turn = position.turn + 2 * rng.randrange(200, 30_000)
            variants = [position, changed(position, turn=str(turn))]
            if ruleset.mode == "cards":
                variants.append(changed(position, ep=f"{rng.randrange(200, 1000)}:{rng.randrange(200, 1000)}"))
            found.append(rng.choice(variants))
    return found


def assert_same_position(text, position):
    assert text == str(position)
    assert ball.Position(text, position.ruleset) == position


def test_the_positions_are_of_every_kind(many):
    texts = [str(position) for position in many]
    for part in ("result=atk", "result=def", "result=draw", "phase=unlock", "pending=", r"\+", r"\*", r"\^"):
        assert sum(re.search(part, text) is not None for text in texts) >= 5, part
    pieces = [piece for position in many for piece in position.pieces]
    assert sum(piece.stack == "bottom" and piece.knocked_down for piece in pieces) >= 10
    assert sum(piece.stack == "bottom" and piece.tired for piece in pieces) >= 3
    assert sum(piece.stack == "top" and piece.tired for piece in pieces) >= 1
    assert sum(piece.formed_this_turn for piece in pieces) >= 10
    assert sum(position.turn > 256 for position in many) >= 50
    assert sum(max(position.ep) > 256 for position in many) >= 50
    assert sum(position.ap > 2 for position in many) >= 5
    assert sum(position.carrier is None for position in many) >= 20


def test_planes_say_everything(many):
    for position in many:
        for view in TEAMS:
            planes = position.observation(view=view)
            assert planes.shape == position.ruleset.observation_shape
            text, looks = text_of_planes(planes, position.ruleset)
            assert looks == view
            assert_same_position(text, position)


def test_the_vector_says_everything(many):
    for position in many:
        for view in TEAMS:
            vector = position.observation_vector(view=view)
            assert vector.shape == (position.ruleset.observation_vector_length,)
            text, looks = text_of_vector(vector, position.ruleset)
            assert looks == view
            assert_same_position(text, position)
            planes = position.observation(view=view)
            np.testing.assert_array_equal(vector[157:], planes[37:, 0, 0])


def test_without_a_view_the_coach_to_move_looks(many):
    for position in many:
        # At the end the team of the position is that of the last turn.
        np.testing.assert_array_equal(position.observation(), position.observation(view=position.team))
        np.testing.assert_array_equal(position.observation(view=None), position.observation(view=position.team))
        np.testing.assert_array_equal(position.observation_vector(), position.observation_vector(view=position.team))


def test_both_sides_see_the_same(many):
    """Half a turn of the board with the teams changed is seen as the same, but for who looks."""
    for position in many:
        twin = turned(position)
        for view in TEAMS:
            mine, theirs = position.observation(view=view), twin.observation(view=other(view))
            assert (mine[LOOKS_PLANE] == (view == "atk")).all()
            mine[LOOKS_PLANE] = theirs[LOOKS_PLANE]
            np.testing.assert_array_equal(mine, theirs)
            mine, theirs = position.observation_vector(view=view), twin.observation_vector(view=other(view))
            assert mine[LOOKS_ENTRY] == (view == "atk")
            mine[LOOKS_ENTRY] = theirs[LOOKS_ENTRY]
            np.testing.assert_array_equal(mine, theirs)
        np.testing.assert_array_equal(position.action_mask(), twin.action_mask())
        assert position.legal_actions.numbers == twin.legal_actions.numbers
        assert position.advance == -twin.advance


def test_turning_twice_changes_nothing(many):
    for position in many[::10]:
        assert turned(turned(position)) == position


def test_masks_are_the_legal_actions(many):
    for position in many:
        mask = position.action_mask()
        assert mask.dtype == np.int8
        assert mask.shape == (ball.ACTION_SPACE,)
        assert np.flatnonzero(mask).tolist() == position.legal_actions.numbers
        assert mask.tobytes() == position.legal_actions.mask
        for dtype in (np.int8, np.uint8, np.bool_):
            out = np.ones(ball.ACTION_SPACE, dtype)
            assert position.action_mask(out) is out
            np.testing.assert_array_equal(out, mask)
            assert set(out.view(np.uint8).tolist()) <= {0, 1}


def accepts(position, number):
    try:
        position.play(number)
    except ball.BallError:
        return False
    return True


def test_masks_are_what_play_accepts(many):
    for position in many[::25]:
        accepted = [accepts(position, number) for number in range(ball.ACTION_SPACE)]
        assert accepted == position.action_mask().astype(bool).tolist()


def test_no_action_is_legal_at_the_end(many):
    over = [position for position in many if position.phase == "over"]
    assert over
    assert not any(position.action_mask().any() for position in over)


METHODS = {
    "observation": lambda position: position.ruleset.observation_shape,
    "observation_vector": lambda position: (position.ruleset.observation_vector_length,),
    "action_mask": lambda _: (ball.ACTION_SPACE,),
}
DTYPES = {"observation": np.uint8, "observation_vector": np.uint8, "action_mask": np.int8}


@pytest.fixture(params=METHODS)
def method(request):
    return request.param


@pytest.fixture(params=["standard", "cards"])
def position(request):
    return ball.Position(None, request.param).play("H11-G10")


def test_new_arrays_are_of_ones_own(method, position):
    first, second = (getattr(position, method)() for _ in range(2))
    assert first.flags.c_contiguous
    assert first.flags.writeable
    assert not np.shares_memory(first, second)
    first[:] = 7
    assert (getattr(position, method)() == second).all()


def test_out_is_filled_and_given_back(method, position):
    out = np.full(METHODS[method](position), 7, DTYPES[method])
    assert getattr(position, method)(out) is out
    np.testing.assert_array_equal(out, getattr(position, method)())
    assert getattr(position, method)(out=out) is out


def test_a_row_of_a_batch_is_filled(method, position):
    batch = np.full((4, *METHODS[method](position)), 7, DTYPES[method])
    before = batch.copy()
    row = batch[2]
    assert getattr(position, method)(row) is row
    np.testing.assert_array_equal(batch[2], getattr(position, method)())
    for untouched in (0, 1, 3):
        np.testing.assert_array_equal(batch[untouched], before[untouched])


def wrong_outs(shape, dtype):
    for wrong in (np.int16, np.uint16, np.float32, np.float64, np.complex64, np.int64, object):
        yield np.full(shape, 7, wrong)
    yield np.full((*shape[:-1], shape[-1] + 1), 7, dtype)
    yield np.full((*shape[:-1], shape[-1] - 1), 7, dtype)
    yield np.full((1, *shape), 7, dtype)
    yield np.full((*shape, 1), 7, dtype)
    yield np.full(int(np.prod(shape)) + 1, 7, dtype)
    yield np.zeros(0, dtype)
    yield np.array(7, dtype)
    read_only = np.full(shape, 7, dtype)
    read_only.flags.writeable = False
    yield read_only
    yield np.frombuffer(bytes(int(np.prod(shape))), dtype).reshape(shape)


def test_a_wrong_out_is_untouched(method, position):
    dtype = DTYPES[method]
    others = [np.full(METHODS[method](position), 7, np.bool_)] if method != "action_mask" else []
    if method != "action_mask":
        others.append(np.full(METHODS[method](position), 7, np.int8))
    for out in [*wrong_outs(METHODS[method](position), dtype), *others]:
        before = out.copy()
        with pytest.raises((ValueError, TypeError)):
            getattr(position, method)(out)
        np.testing.assert_array_equal(out, before)


def test_an_out_that_lies_in_another_order_is_filled_or_untouched(method, position):
    shape = METHODS[method](position)
    large = np.full((*shape[:-1], 2 * shape[-1]), 7, DTYPES[method])
    reversed_rows = np.full(shape, 7, DTYPES[method])[::-1]
    by_columns = np.full(shape, 7, DTYPES[method], order="F")
    for out in (large[..., ::2], reversed_rows, by_columns):
        before = out.copy()
        try:
            getattr(position, method)(out)
        except (ValueError, TypeError):
            np.testing.assert_array_equal(out, before)
        else:
            np.testing.assert_array_equal(out, getattr(position, method)())
    assert (large[..., 1::2] == 7).all()


@pytest.mark.parametrize("out", [[], [[0]], b"", bytearray(945), 5, "atk", (), memoryview(bytearray(945))], ids=repr)
def test_an_out_that_is_no_array(method, position, out):
    with pytest.raises((TypeError, ValueError)):
        getattr(position, method)(out)


@pytest.mark.parametrize("view", ["ATK", "", "x", "draw", "\ud800", b"atk", 0, 1.5, ["atk"], True])
@pytest.mark.parametrize("name", ["observation", "observation_vector"])
def test_a_wrong_view(name, view, position):
    out = np.full(METHODS[name](position), 7, np.uint8)
    with pytest.raises((ValueError, TypeError)):
        getattr(position, name)(out, view=view)
    assert (out == 7).all()
    with pytest.raises(TypeError):
        getattr(position, name)(out, "atk")


def test_the_tables_are_those_of_the_core():
    source = (ROOT / "ball-core/src/observation.rs").read_text(encoding="utf-8").splitlines()
    core = [line.removeprefix("//!").strip() for line in source if line.startswith("//!")]
    guide = (ROOT / "docs/arrays.md").read_text(encoding="utf-8").splitlines()
    tables = [[line for line in lines if line.startswith("|")] for lines in (core, guide)]
    assert len(tables[0]) > 40
    assert tables[0] == tables[1]


@pytest.mark.parametrize("ruleset", RULESETS.values(), ids=RULESETS)
def test_shapes(ruleset):
    planes = 45 if ruleset.mode == "standard" else 49 + 3 * len(ruleset.deck)
    assert ruleset.observation_shape == (planes, 17, 13)
    assert ruleset.observation_vector_length == 157 + planes - 37
    start = ball.Position(None, ruleset)
    assert start.observation().shape == (planes, 17, 13)
    assert start.observation_vector().shape == (planes + 120,)


def test_advance(many):
    for position in many:
        row = int(position.ball[1:])
        assert position.advance == (row - 9) / 8
        assert -1 <= position.advance <= 1
    assert {-1.0, 0.0, 1.0} <= {position.advance for position in many}


def duties(position):
    """Pieces that will have to be unlocked, and tasks that are left."""
    return sum(piece.knocked_down or piece.stack == "top" for piece in position.pieces)


def prolong(position, rng):
    """An action that ends neither turn nor game, if there is one, and leaves as much as possible to unlock."""
    numbers = rng.sample(position.legal_actions.numbers, min(12, len(position.legal_actions)))
    numbers += [number for number in (511, *range(733, 749)) if position.is_legal(number)]

    def worth(number):
        after = position.play(number)
        return (after.phase != "over", after.team == position.team, duties(after), after.ap, rng.random())

    return max(numbers, key=worth)


@pytest.mark.parametrize("name", ["standard", "cards", "large deck", "shuffled cards"])
@pytest.mark.parametrize("limit", [1, 2, 5, 12])
def test_no_game_has_more_decisions_than_the_ruleset_says(name, limit):
    ruleset = ball.Ruleset(RULESETS[name].to_dict() | {"turn_limit": limit})
    rng = random.Random(limit)
    longest = 0
    for number in range(12):
        game = ball.Game(ruleset)
        if ruleset.mode == "cards":
            game = ball.Game(ruleset, changed(game.start, ep="999:999"))
        while game.outcome is None:
            legal = game.legal_actions.numbers
            game.play(game.position.action(prolong(game.position, rng) if number % 3 else rng.choice(legal)))
        longest = max(longest, game.ply)
    assert longest <= ruleset.max_decisions
    # The bound is no fancy: play that wants to go on comes within a few times of it.
    assert ruleset.max_decisions <= 5 * longest


def test_a_start_that_has_everything_to_unlock_keeps_the_bound():
    text = "atk=D7-,F7-,H7-,J7-,G4,B7-,L7- def=J11-,H11-,F11-,D11-,G14-,L11-,B11- ball=G4 "
    position = ball.Position(text + "turn=1 move=def phase=action ap=2", {"turn_limit": 1})
    rng = random.Random(1)
    for _ in range(50):
        game = ball.Game(start=position)
        while game.outcome is None:
            game.play(game.position.action(prolong(game.position, rng)))
        assert 8 <= game.ply <= game.ruleset.max_decisions


def test_playouts_are_the_same_for_the_same_seed():
    starts = [ball.Position(None, ruleset) for ruleset in RULESETS.values()]
    for start in starts:
        ends = [start.playout(seed, max_turns=30) for seed in range(20)]
        assert ends == [start.playout(seed, max_turns=30) for seed in range(20)]
        assert len({str(last) for last, _ in ends}) > 10
        for last, decisions in ends:
            assert last.ruleset == start.ruleset
            assert last.phase == "over" or last.turn == 31
            assert 0 < decisions <= ball.Ruleset(start.ruleset.to_dict() | {"turn_limit": 30}).max_decisions
            if last.turn < 31:
                assert last.outcome is not None
    assert start.playout(2**64 - 1, max_turns=1) == start.playout(2**64 - 1, max_turns=1)


def test_a_playout_goes_to_the_end():
    for limit in (1, 7, 300):
        last, decisions = ball.Position(None, {"turn_limit": limit}).playout(3)
        assert last.phase == "over"
        assert decisions >= last.turn
    over, decisions = last.playout(1)
    assert (over, decisions) == (last, 0)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.0, "1", None])
def test_wrong_seeds_of_playouts(seed):
    with pytest.raises((ValueError, TypeError)):
        ball.Position().playout(seed, max_turns=1)
    with pytest.raises(TypeError):
        ball.Position().playout()


@pytest.mark.parametrize("turns", [0, -1, 65536, 2**70, 1.0, "1", float("nan")])
def test_wrong_limits_of_playouts(turns):
    with pytest.raises((ValueError, TypeError)):
        ball.Position().playout(1, max_turns=turns)
    with pytest.raises(TypeError):
        ball.Position().playout(1, 5)


def test_numpy_is_imported_when_arrays_are_made_and_not_before():
    code = """
import sys, ball
game = ball.Game("cards")
game.play(game.legal_actions[0])
ball.Position().playout(1, max_turns=3)
assert not any(name.split(".")[0] == "numpy" for name in sys.modules)
ball.Position().observation()
assert "numpy" in sys.modules
"""
    subprocess.run([sys.executable, "-c", code], check=True)
