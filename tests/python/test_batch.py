"""Many games at once, against one game at a time."""

from __future__ import annotations

import copy
import gc
import itertools
import subprocess
import sys

import ball
import numpy as np
import pytest

from batches import ARRAYS, Mirror, arrays, digest, play_on
from conftest import ROOT

#: ATK scores with F15-E16, DEF with a few others on its way.
NEAR = [
    "atk=D7,F15,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=F15 turn=2 move=atk phase=action ap=2",
    "atk=D7,F7,H7,J7,K4,B7,L7 def=F3,H11,F11,D11,G14,L11,B11 ball=F3 turn=1 move=def phase=action ap=2",
]
FORMATION = ball.Position()


def same(one, two):
    first, second = arrays(one), arrays(two)
    assert first.keys() == second.keys()
    for name, array in first.items():
        np.testing.assert_array_equal(array, second[name], err_msg=name)
    assert one.positions == two.positions
    assert [one.final_position(row) for row in range(one.n)] == [two.final_position(row) for row in range(two.n)]


@pytest.mark.parametrize("observation", ["planes", "vector"])
@pytest.mark.parametrize("mode", ["standard", "cards"])
def test_every_step_is_that_of_a_game(mode, observation):
    ruleset = ball.Ruleset({"mode": mode, "turn_limit": 40, "end_zone_rows": 4})
    starts = [
        str(ball.Position(None, ruleset)),
        *(text + (" ep=4:4 spent=-:-" if mode == "cards" else "") for text in NEAR),
    ]
    options = {"max_turns": 12, "seed": 3, "threads": 2, "observation": observation, "random_opening": 1}
    env = ball.BatchEnv(48, ruleset, start=starts, **options)
    mirror = Mirror(env)
    mirror.check()
    while mirror.finished < 250:
        actions = env.sample_actions()
        assert all(position.is_legal(int(number)) for position, number in zip(env.positions, actions, strict=True))
        mirror.step(actions)
        env.step(actions)
        mirror.check()
    assert {"truncated", "atk", "def"} <= mirror.ends


@pytest.mark.parametrize("mode", ["standard", "cards"])
def test_illegal_actions_and_games_left_alone(mode):
    """Half of the actions are any number, some games are not stepped, and turns run out."""
    rng = np.random.default_rng(4)
    for on_illegal, limit in itertools.product(("lose", "ignore"), (3, 65535)):
        ruleset = ball.Ruleset({"mode": mode, "turn_limit": limit})
        # A limit that both set is a draw by the rules and no truncation.
        env = ball.BatchEnv(16, ruleset, max_turns=3, seed=1, on_illegal=on_illegal, shaping=0.25, discount=0.9)
        mirror = Mirror(env, 0.25, 0.9, on_illegal == "lose")
        for _ in range(60):
            actions = env.sample_actions().copy()
            anything = rng.random(16) < 0.1
            actions[anything] = rng.integers(-5, 1000, anything.sum())
            where = rng.random(16) < 0.8
            mirror.step(actions, where)
            env.step(actions, where=where)
            mirror.check()
        assert env.illegal.dtype == bool
        assert ("truncated" in mirror.ends) == (limit > 3)
        assert ("draw" in mirror.ends) == (limit == 3)
        assert ("atk" in mirror.ends) == (on_illegal == "lose")


@pytest.mark.parametrize("discount", [1.0, 0.5, 0.0])
def test_touchdowns_pay_and_shaping_ends_with_them(discount):
    for text, action, team in ((NEAR[0], "F15-E16", 0), (NEAR[1], "F3-E2", 1)):
        start = ball.Position(text)
        for shaping in (0.0, 0.5, -2.0):
            env = ball.BatchEnv(2, start=start, shaping=shaping, discount=discount)
            env.step([start.number(action), start.number("end")])
            touchdown = [1.0, -1.0] if team == 0 else [-1.0, 1.0]
            atk = touchdown[0] + shaping * (0 - start.advance)
            np.testing.assert_allclose(env.reward[0], [atk, -atk], atol=1e-6)
            assert env.terminated.tolist() == [True, False]
            assert env.truncated.tolist() == [False, False]
            assert env.outcome.tolist() == [team, -1]
            assert env.final_position(0) == start.play(action)
            assert env.final_position(1) is None
            assert env.final_to_move[0] == team
            assert env.final_length.tolist() == [1, 0]
            np.testing.assert_array_equal(env.final_observation[0], start.play(action).observation())
            assert not env.final_observation[1].any()
            assert env.position(0) == start
            gained = shaping * (discount * start.advance - start.advance)
            np.testing.assert_allclose(env.reward[1], [gained, -gained], atol=1e-6)


def test_potentials_add_up_to_the_start():
    """Without discount shaping pays over a whole game what the ball's advance at the start takes away."""
    env = ball.BatchEnv(8, {"turn_limit": 10}, seed=1, shaping=1.0)
    total = np.zeros(8)
    plain = np.zeros(8)
    for _ in range(200):
        env.step(env.sample_actions())
        total += env.reward[:, 0]
        plain += np.where(env.outcome == 0, 1.0, 0.0) - np.where(env.outcome == 1, 1.0, 0.0)
        for row in np.flatnonzero(env.terminated):
            assert total[row] == pytest.approx(plain[row] - FORMATION.advance, abs=1e-4)
            total[row] = plain[row] = 0


def test_a_truncated_game_keeps_its_advance():
    env = ball.BatchEnv(1, max_turns=1, start=NEAR[0], shaping=1.0, discount=0.5)
    start = env.position(0)
    env.step([start.number("end")])
    assert env.truncated[0]
    assert env.reward[0, 0] == pytest.approx(0.5 * start.advance - start.advance)


def test_turns_are_counted_from_the_start():
    late = str(FORMATION).replace("turn=1 ", "turn=501 ")
    env = ball.BatchEnv(1, max_turns=2, start=late)
    for ended in (False, True):
        env.step([511])
        assert env.truncated.tolist() == [ended]
    assert env.final_position(0).turn == 503
    assert env.position(0).turn == 501


def test_a_limit_of_the_rules_is_no_truncation():
    env = ball.BatchEnv(1, {"turn_limit": 2}, max_turns=2)
    env.step([511])
    env.step([511])
    assert (env.terminated[0], env.truncated[0], env.outcome[0]) == (True, False, 2)
    assert not env.reward.any()
    assert env.final_position(0).outcome == "draw"


@pytest.mark.parametrize("n", [1, 3, 5, 64, 300])
def test_threads_change_nothing(n):
    options = {"max_turns": 2, "seed": 11, "random_opening": 3, "shaping": 0.1}
    batches = [ball.BatchEnv(n, "cards", threads=threads, **options) for threads in (1, 2, 5)]
    for _ in range(40 if n < 64 else 12):
        actions = [env.sample_actions().copy() for env in batches]
        for env, own in zip(batches, actions, strict=True):
            np.testing.assert_array_equal(own, actions[0])
            env.step(own)
            same(env, batches[0])
    assert batches[0].final_length.any()


def test_a_smaller_batch_is_the_beginning_of_a_larger_one():
    options = {"max_turns": 3, "seed": 2, "random_opening": 4, "start": [str(FORMATION), *NEAR]}
    large, small = ball.BatchEnv(50, **options), ball.BatchEnv(7, **options)
    for _ in range(40):
        assert small.positions == large.positions[:7]
        for name in ARRAYS:
            np.testing.assert_array_equal(getattr(small, name), getattr(large, name)[:7], err_msg=name)
        few, many = small.sample_actions(), large.sample_actions()
        np.testing.assert_array_equal(few, many[:7])
        small.step(few)
        large.step(many)
    assert large.final_length.any()


def test_a_seed_is_all_that_is_drawn():
    options = {"max_turns": 3, "random_opening": 4, "start": [FORMATION, *NEAR], "on_illegal": "lose"}
    env = ball.BatchEnv(20, seed=5, **options)
    first = play_on(env, 30)
    assert play_on(ball.BatchEnv(20, seed=5, **options), 30) == first
    assert play_on(ball.BatchEnv(20, seed=6, **options), 30) != first
    for seed in (5, 6, 0, 2**64 - 1):
        env.reset(seed)
        assert env.seed == seed
        twin = ball.BatchEnv(20, seed=seed, **options)
        assert env.positions == twin.positions
        for name in set(ARRAYS) - {"final_observation", "final_to_move", "final_length"}:
            np.testing.assert_array_equal(getattr(env, name), getattr(twin, name), err_msg=name)
        assert play_on(env, 30) == play_on(twin, 30)
    unseeded = ball.BatchEnv(20, **options)
    assert play_on(unseeded, 30) == play_on(ball.BatchEnv(20, seed=unseeded.seed, **options), 30)
    assert ball.BatchEnv(1).seed != ball.BatchEnv(1).seed


def test_a_reset_forgets_the_games_before():
    env = ball.BatchEnv(20, seed=5, max_turns=1)
    play_on(env, 10)
    assert env.final_length.all()
    env.reset(5)
    assert [env.final_position(row) for row in range(20)] == [None] * 20
    same(env, ball.BatchEnv(20, seed=5, max_turns=1))


def test_a_reset_without_a_seed_goes_on_drawing():
    env = ball.BatchEnv(20, seed=5, random_opening=5)
    first = env.positions
    env.reset()
    assert env.seed == 5
    assert env.positions != first


def test_starts_are_positions_or_texts_and_all_are_drawn():
    texts = [str(FORMATION), *NEAR]
    positions = [ball.Position(text) for text in texts]
    for start in (positions, texts, tuple(texts), [texts[0], *positions[1:]], iter(positions)):
        env = ball.BatchEnv(60, start=start, seed=1)
        assert set(env.positions) == set(positions)
    for start in (texts[1], positions[1]):
        assert set(ball.BatchEnv(5, start=start).positions) == {positions[1]}
    assert set(ball.BatchEnv(5).positions) == {FORMATION}
    # A game that ends draws again.
    env = ball.BatchEnv(1, start=texts, max_turns=1, seed=2)
    seen = set()
    for _ in range(60):
        seen.add(env.position(0))
        env.step([511])
    assert seen == set(positions)


def test_positions_to_start_from_once():
    texts = [str(FORMATION), *NEAR]
    env = ball.BatchEnv(3, max_turns=1, seed=1)
    env.reset(positions=texts)
    assert [str(position) for position in env.positions] == texts
    env.step([511, 511, 511])
    assert env.truncated.all()
    assert set(env.positions) == {FORMATION}
    env.reset(7, positions=env.positions[::-1])
    assert env.seed == 7


def test_random_openings():
    reachable = {FORMATION}
    for length in (1, 2):
        reachable = {position.play(action) for position in reachable for action in position.legal_actions}
        env = ball.BatchEnv(200, random_opening=length, seed=1)
        assert set(env.positions) <= reachable
        assert len(set(env.positions)) > 30
    env = ball.BatchEnv(50, {"turn_limit": 2, "end_zone_rows": 4}, random_opening=1000, seed=1)
    for position in env.positions:
        # One action more ends the game.
        assert position.phase != "over"
        assert any(position.play(number).phase == "over" for number in position.legal_actions.numbers)
    assert ball.BatchEnv(3, random_opening=0).positions == [FORMATION] * 3


def test_an_illegal_action_is_an_error_and_nothing_changes():
    env = ball.BatchEnv(6, max_turns=20, seed=1)
    play_on(env, 25)
    drawn = copy.deepcopy(env).sample_actions().copy()
    before = digest(env)
    cases = [(944, ball.IllegalAction), (945, ball.BallError), (-1, ball.BallError), (2**62, ball.BallError)]
    for row, (number, error) in itertools.product((0, 4, 5), cases):
        actions = drawn.copy()
        actions[row] = number
        with pytest.raises(error) as caught:
            env.step(actions)
        assert caught.value.rule
        assert caught.value.rule in str(caught.value)
        assert f"game {row}," in str(caught.value)
        assert str(number) in str(caught.value)
        assert digest(env) == before
    with pytest.raises(ball.IllegalAction, match="5 more games"):
        env.step(np.full(6, 944))
    assert digest(env) == before
    # Nothing was drawn either, and a game that is left alone may be given any number.
    np.testing.assert_array_equal(env.sample_actions(), drawn)
    where = np.arange(6) != 3
    drawn[3] = -7
    env.step(drawn, where=where)
    assert not env.illegal.any()


def test_arrays_are_refilled_in_place_and_read_only():
    env = ball.BatchEnv(5, max_turns=2, seed=1)
    held = {name: getattr(env, name) for name in ARRAYS}
    drawn = env.sample_actions()
    for _ in range(10):
        env.step(env.sample_actions())
    env.reset(3)
    assert env.sample_actions() is drawn
    for name, array in [*held.items(), ("drawn", drawn)]:
        if name in held:
            assert getattr(env, name) is array
            with pytest.raises(AttributeError):
                setattr(env, name, array)
        assert not array.flags.writeable
        assert array.flags.c_contiguous
        with pytest.raises(ValueError, match="read-only"):
            array[:] = 1
        with pytest.raises(ValueError, match="WRITEABLE"):
            array.setflags(write=True)
        with pytest.raises(ValueError, match="read-only"):
            array += array
    np.testing.assert_array_equal(held["action_mask"][0], FORMATION.action_mask())


def test_arrays_outlive_their_batch():
    env = ball.BatchEnv(5, seed=1)
    held = {name: getattr(env, name) for name in ARRAYS}
    kept = arrays(env)
    del env
    gc.collect()
    for name, array in held.items():
        np.testing.assert_array_equal(array, kept[name])


def test_shapes_and_types():
    for mode in ("standard", "cards"):
        rules = ball.Ruleset(mode)
        vector = ball.BatchEnv(4, mode, observation="vector")
        env = ball.BatchEnv(4, rules, threads=2, max_turns=9, seed=8)
        expected = {
            "observation": ((4, *rules.observation_shape), np.uint8),
            "action_mask": ((4, ball.ACTION_SPACE), np.int8),
            "to_move": ((4,), np.int8),
            "reward": ((4, 2), np.float32),
            "terminated": ((4,), np.bool_),
            "truncated": ((4,), np.bool_),
            "illegal": ((4,), np.bool_),
            "outcome": ((4,), np.int8),
            "final_observation": ((4, *rules.observation_shape), np.uint8),
            "final_to_move": ((4,), np.int8),
            "final_length": ((4,), np.int32),
        }
        assert {name: (array.shape, array.dtype) for name, array in arrays(env).items()} == expected
        assert vector.observation.shape == vector.final_observation.shape == (4, rules.observation_vector_length)
        assert env.sample_actions().dtype == np.int64
        assert env.sample_actions().shape == (4,)
        assert (env.n, len(env), env.threads, env.max_turns, env.seed, env.ruleset) == (4, 4, 2, 9, 8, rules)
        assert vector.max_turns is None
        assert isinstance(vector.seed, int)


def test_what_was_not_asked_for_is_not_there():
    env = ball.BatchEnv(2, observation=None, mask=False)
    for name in ("observation", "final_observation", "action_mask"):
        with pytest.raises(AttributeError):
            getattr(env, name)
    env.step(env.sample_actions())
    assert env.to_move.shape == (2,)
    assert ball.BatchEnv(2, mask=False).observation.any()
    assert ball.BatchEnv(2, observation=None).action_mask.any()


def test_games_that_are_not_there():
    env = ball.BatchEnv(3)
    for game in (3, -1, 2**70, -(2**70)):
        for method in (env.position, env.final_position):
            with pytest.raises((IndexError, OverflowError)):
                method(game)
    for game in ("0", 0.0, None):
        with pytest.raises(TypeError):
            env.position(game)


WRONG = {
    "n": [0, -1, 2**20 + 1, 2**70, 2.0, "2", None],
    "ruleset": ["none", 5, {"turn_limit": 0}, {"colour": 1}],
    "max_turns": [0, -1, 65536, 2**70, 1.5, "5", float("nan")],
    "seed": [-1, 2**64, 1.5, "1"],
    "threads": [0, -1, 2**70, 1.5, "2"],
    "observation": ["pixels", "", 1, b"planes", ["planes"]],
    "mask": ["yes", 1, None],
    "start": ["nonsense", [], 5, [5], ["nonsense"], ball.Position(None, "cards"), [FORMATION, None], b"atk"],
    "random_opening": [-1, 1001, 2**70, 1.5, "1"],
    "on_illegal": ["raise", "", None, 1],
    "shaping": [float("nan"), float("inf"), -float("inf"), "1", None, 1j],
    "discount": [float("nan"), float("inf"), "1", None],
}


@pytest.mark.parametrize(("name", "value"), [(name, value) for name, values in WRONG.items() for value in values])
def test_wrong_arguments(name, value):
    arguments = {"n": 2} | {name: value}
    with pytest.raises((ValueError, TypeError, OverflowError)) as caught:
        ball.BatchEnv(**arguments)
    # A number that is too large is a number out of range.
    assert isinstance(caught.value, ValueError | TypeError), caught.type
    with pytest.raises(TypeError):
        ball.BatchEnv(2, "standard", 5)
    with pytest.raises(TypeError):
        ball.BatchEnv(2, colour=1)


def test_an_end_is_no_start():
    over = ball.Position(NEAR[0]).play("F15-E16")
    with pytest.raises(ball.BallError):
        ball.BatchEnv(2, start=[FORMATION, over])
    env = ball.BatchEnv(2, seed=1)
    before = digest(env)
    for positions in ([FORMATION, over], [FORMATION], [FORMATION] * 3, [None, None], "atk", 5, ["nonsense"] * 2):
        with pytest.raises((ValueError, TypeError)):
            env.reset(positions=positions)
        assert digest(env) == before
    for seed in (-1, 2**64, 1.5, "1"):
        with pytest.raises((ValueError, TypeError)):
            env.reset(seed)
        assert digest(env) == before


ACTIONS = [
    np.full(2, 511.0),
    np.full(2, True),
    np.full(2, 511j),
    np.full(2, 511, object),
    np.full(1, 511),
    np.full(3, 511),
    np.full((2, 1), 511),
    np.full((1, 2), 511),
    np.zeros(0, np.int64),
    [511.0, 511.0],
    [511, 511.0],
    ["511", "511"],
    ["end", "end"],
    [None, 511],
    [2**70, 511],
    [[511, 511]],
    511,
    None,
    "end",
    b"\x01\x02",
    {511: 511},
    np.array(["2020-01-01", "2020-01-02"], "datetime64[D]"),
]


@pytest.mark.parametrize("actions", ACTIONS, ids=repr)
def test_wrong_actions(actions):
    env = ball.BatchEnv(2, seed=1, on_illegal="ignore")
    before = digest(env)
    with pytest.raises((ValueError, TypeError)):
        env.step(actions)
    assert digest(env) == before


WHERE = [[True], [True] * 3, [1, 0], np.array([1, 0], np.uint8), np.ones((2, 1), bool), [1.0, 0.0], "ab", 5, [None] * 2]


@pytest.mark.parametrize("where", WHERE, ids=repr)
def test_wrong_choices_of_games(where):
    env = ball.BatchEnv(2, seed=1)
    before = digest(env)
    with pytest.raises((ValueError, TypeError)):
        env.step([511, 511], where=where)
    assert digest(env) == before
    with pytest.raises(TypeError):
        env.step([511, 511], [True, True])


@pytest.mark.parametrize("dtype", ["i8", "i4", "i2", "u2", "u4", "u8", ">i4", ">i8", list, tuple])
def test_actions_are_integers_of_any_type(dtype):
    env = ball.BatchEnv(3, seed=1)
    gaps = np.full(6, 511)[::2]
    actions = dtype(gaps.tolist()) if isinstance(dtype, type) else gaps.astype(dtype)
    env.step(actions)
    assert set(env.positions) == {FORMATION.play("end")}
    env.step(gaps)
    assert [position.turn for position in env.positions] == [3, 3, 3]
    env.step(gaps, where=[False, True, False])
    assert [position.turn for position in env.positions] == [3, 4, 3]
    assert env.to_move.tolist() == [1, 0, 1]


def test_a_number_that_is_too_large_for_int64_is_not_taken_for_a_negative_one():
    env = ball.BatchEnv(2, seed=1)
    with pytest.raises(
        ball.IllegalAction, match=r"action numbers go from 0 to 944 \(game 1, action 9223372036854775807\)"
    ):
        env.step(np.array([511, 2**64 - 1], np.uint64))


def test_drawn_actions_are_even():
    env = ball.BatchEnv(20_000, observation=None, mask=False, seed=1)
    counts = np.bincount(env.sample_actions(), minlength=ball.ACTION_SPACE)
    legal = FORMATION.legal_actions.numbers
    assert counts[legal].sum() == 20_000
    expected = 20_000 / len(legal)
    # Far outside what chance does.
    assert (abs(counts[legal] - expected) < 6 * expected**0.5).all()


def test_every_start_is_drawn_as_often():
    env = ball.BatchEnv(9000, observation=None, mask=False, seed=1, start=[FORMATION, *NEAR])
    found = [env.positions.count(start) for start in (FORMATION, *map(ball.Position, NEAR))]
    assert sum(found) == 9000
    assert all(abs(count - 3000) < 6 * 3000**0.5 for count in found)


def test_the_example():
    command = [sys.executable, "-W", "error", str(ROOT / "examples/python/batch_loop.py")]
    command += ["--games", "30", "--steps", "400", "--turns", "10", "--mode", "cards", "--threads", "2"]
    printed = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    # But for the speed it is the same each time.
    first, second = (text.splitlines()[1:] for text in printed)
    assert first == second
    assert len(first) == 3
    assert printed[0].startswith("12000 decisions in ")
