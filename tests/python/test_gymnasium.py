"""The environments of Gymnasium, against the package itself and with Gymnasium's own checks."""

from __future__ import annotations

import copy
import doctest
import pickle
import random
import subprocess
import sys

import ball
import numpy as np
import pytest

pytest.importorskip("gymnasium")

import gymnasium as library
from ball.envs import gymnasium, opponents
from ball.envs.gymnasium import BallEnv, BallVectorEnv
from ball.envs.opponents import GreedyOpponent, RandomOpponent
from gymnasium.utils.env_checker import check_env, data_equivalence
from gymnasium.vector import AutoresetMode, SyncVectorEnv

from conftest import ROOT

GYMNASIUM = tuple(int(part) for part in library.__version__.split(".")[:2])
#: ATK scores with F15-E16, among others, and may decide twice.
WINNING = "atk=D7,F15,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=F15 turn=2 move=atk phase=action ap=2"
#: DEF scores with H3-G2, among others.
WINNING_DEF = "atk=D7,G8,H7,J7,G4,B7,L7 def=J11,H3,F11,D11,G14,L11,B11 ball=H3 turn=1 move=def phase=action ap=2"
#: The other coach is to move, and can hardly prevent it.
THREATS = [
    WINNING.replace("turn=2 move=atk", "turn=3 move=def"),
    WINNING_DEF.replace("turn=1 move=def", "turn=2 move=atk"),
]
STARTS = [None, WINNING, WINNING_DEF, *THREATS]
COPIES = [copy.copy, copy.deepcopy, lambda env: pickle.loads(pickle.dumps(env))]


def settled(position):
    """An opponent that draws nothing: the same action in the same position, the first that scores if there is one."""
    numbers = position.legal_actions.numbers
    scoring = [number for number in numbers if position.play(number).outcome is not None]
    return scoring[0] if scoring else numbers[position.zobrist % len(numbers)]


class Many:
    """As :func:`settled`, for many positions at once only."""

    def __init__(self):
        self.asked = []

    def __call__(self, _position):
        raise AssertionError("it is to be asked for all games")

    def choose_many(self, positions):
        self.asked.append(len(positions))
        return [position.action(settled(position)) for position in positions]


def legal(mask, draw):
    return int(draw.choice(np.flatnonzero(mask).tolist()))


def play(env, info, draw, steps):
    """What so many random steps give, in games that follow one another."""
    results = []
    for _ in range(steps):
        result = env.step(legal(info["action_mask"], draw))
        results.append(result)
        info = env.reset()[1] if result[2] or result[3] else result[4]
    return results


def play_many(envs, infos, draw, steps):
    results = []
    for _ in range(steps):
        results.append(envs.step(np.array([legal(mask, draw) for mask in infos["action_mask"]])))
        infos = results[-1][4]
    return results


def test_doctests():
    for module in (gymnasium, opponents):
        found = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert found.attempted > 8
        assert found.failed == 0


class Legal(BallEnv):
    """Plays something legal whatever it is told, as Gymnasium's checks sample without the mask."""

    def step(self, action):
        numbers = self.position.legal_actions.numbers
        return super().step(numbers[int(action) % len(numbers)])


@pytest.mark.parametrize("mode", ["ansi", "human", None])
@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"side": "atk", "opponent": "greedy", "observation": "vector", "random_opening": 5},
        {"side": "random", "ruleset": "cards", "shaping": 0.5},
    ],
    ids=str,
)
def test_gymnasium_has_nothing_against_it(keywords, mode, capsys):
    made = library.make("ball/Ball-v0", on_illegal="lose", render_mode=mode, **keywords)
    check_env(made.unwrapped)
    env = Legal(render_mode=mode, **keywords)
    env.spec = made.spec
    check_env(env, skip_render_check=mode is None)
    capsys.readouterr()


def test_registry():
    env = library.make("ball.envs.gymnasium:ball/Ball-v0", max_turns=9, max_episode_steps=7)
    _, info = env.reset(seed=1)
    draw, steps, cut = random.Random(1), 0, False
    while not cut:
        _, _, over, cut, info = env.step(legal(info["action_mask"], draw))
        steps += 1
        assert not over
    assert steps == 7
    assert isinstance(env.unwrapped, BallEnv)
    envs = library.make_vec("ball/Ball-v0", num_envs=3, side="atk", observation="vector", opponent="greedy")
    assert isinstance(envs, BallVectorEnv)
    assert envs.reset(seed=1)[0].shape == (3, 165)
    assert isinstance(library.make_vec("ball/Ball-v0", num_envs=2, vectorization_mode="sync"), SyncVectorEnv)


def answer(game, learner, turns):
    """Plays what :func:`settled` answers; whether the game is over."""
    while game.outcome is None and game.position.turn - game.start.turn < turns:
        if game.position.team == learner:
            return False
        game.play(str(game.position.action(settled(game.position))))
    return True


@pytest.mark.parametrize("side", ["def", "atk", "random"])
@pytest.mark.parametrize("shaping", [0.0, 0.5])
def test_games_as_the_package_plays_them(side, shaping):
    draw = random.Random(1)
    env = BallEnv(side=side, opponent=settled, max_turns=30, shaping=shaping, discount=0.9)
    sides, ends = set(), set()
    for number in range(90):
        # Where sides are drawn, another start of its own would draw another one.
        start = None if side == "random" else STARTS[number % 5]
        observation, info = env.reset(options={"position": start}, seed=number)
        learner = env.learner
        sides.add(learner)
        game, over = ball.Game(start=start), False
        if answer(game, learner, 30):
            # Over before the learner's first decision: the environment has started another one.
            game = ball.Game()
            assert not answer(game, learner, 30)
        sign = 1.0 if learner == "atk" else -1.0
        while not over:
            position = game.position
            assert env.position == position
            assert np.array_equal(observation, position.observation(view=learner))
            assert info["action_mask"].tobytes() == position.legal_actions.mask
            assert np.array_equal(env.action_masks(), info["action_mask"].astype(bool))
            assert env.action_masks().dtype == np.bool_
            action = position.action(draw.choice(position.legal_actions.numbers))
            observation, reward, terminated, truncated, info = env.step(position.number(action))
            game.play(str(action))
            over = answer(game, learner, 30)
            wanted = {None: 0.0, learner: 1.0}.get(game.outcome, -1.0)
            after = 0.0 if game.outcome else 0.9 * game.position.advance
            assert reward == pytest.approx(wanted + shaping * sign * (after - position.advance))
            assert (terminated, truncated) == (game.outcome is not None, over and game.outcome is None)
            assert (type(reward), type(terminated), type(truncated)) == (float, bool, bool)
        ends.add(wanted)
        assert env.position == game.position
        assert np.array_equal(observation, game.position.observation(view=learner))
        assert not info["action_mask"].any()
        assert not env.action_masks().any()
        with pytest.raises(library.error.ResetNeeded):
            env.step(0)
    assert sides == ({"atk", "def"} if side == "random" else {side})
    assert ends >= ({0.0} if side == "random" else {-1.0, 0.0, 1.0})


def test_the_turn_limit_of_the_rules_terminates():
    env = BallEnv({"turn_limit": 4}, max_turns=4)
    *_, terminated, truncated, _ = play(env, env.reset(seed=1)[1], random.Random(1), 1)[0]
    while not (terminated or truncated):
        _, reward, terminated, truncated, _ = env.step(env.position.legal_actions.numbers[-1])
    assert (reward, terminated, truncated) == (0.0, True, False)


@pytest.mark.parametrize("number", [1, -1, 945, np.int64(10)], ids=repr)
def test_an_illegal_action(number):
    env = BallEnv(opponent=RandomOpponent(1))
    env.reset(seed=1)
    env.step(env.position.number("H11-G10"))
    position = env.position
    with pytest.raises(ball.BallError):
        env.step(number)
    assert env.position == position
    for nothing in (None, 0.5):
        with pytest.raises(TypeError):
            env.step(nothing)
    assert env.position == position
    for side, start in (("def", WINNING_DEF), ("atk", WINNING)):
        env = BallEnv(side=side, on_illegal="lose", start=start, shaping=0.5)
        env.reset(seed=1)
        observation, reward, terminated, truncated, info = env.step(number)
        forward = abs(ball.Position(start).advance)
        assert (reward, terminated, truncated) == (-1.0 - 0.5 * forward, True, False)
        assert np.array_equal(observation, ball.Position(start).observation())
        assert not info["action_mask"].any()


def test_an_opponent_that_does_what_it_can_not():
    for wrong in (1, "H11-G10", None, 9999, 1.5):
        answers = [wrong]

        def opponent(position, answers=answers):
            return answers[0] if position.turn > 2 else "end"

        env = BallEnv(side="atk", opponent=opponent, on_illegal="lose")
        env.reset()
        position = env.position
        with pytest.raises(RuntimeError, match=r"the opponent .* has chosen") as error:
            env.step(position.number("end"))
        assert repr(wrong) in str(error.value)
        # The learner's own action has not been played either.
        assert env.position == position
        envs = BallVectorEnv(2, side="atk", opponent=opponent, on_illegal="lose")
        envs.reset()
        with pytest.raises(RuntimeError, match=r"the opponent .* has chosen") as error:
            envs.step([position.number("end")] * 2)
        assert repr(wrong) in str(error.value)
        envs.reset()
        assert envs.positions == [position] * 2
    for kind in (BallEnv, BallVectorEnv):
        for nobody in ("grandmaster", 3):
            with pytest.raises(ValueError, match='"random", "greedy"'):
                kind(opponent=nobody)
        with pytest.raises(ValueError, match="it is one of 'def', 'atk', 'random'"):
            kind(side="both")


def test_opponents_may_answer_in_any_form():
    for form in (
        lambda action, _: action,
        lambda action, _: str(action),
        lambda action, position: position.number(action),
    ):
        env = BallEnv(side="atk", opponent=lambda position, form=form: form(position.legal_actions[3], position))
        envs = BallVectorEnv(1, side="atk", opponent=env._opponent)
        env.reset()
        envs.reset()
        assert env.position.turn == 2
        assert envs.positions == [env.position]


def test_random_and_greedy_opponents():
    position = ball.Position(WINNING)
    drawn = {RandomOpponent(seed)(position) for seed in range(2000)}
    assert drawn == set(position.legal_actions.numbers)
    one, other = RandomOpponent(1), RandomOpponent(2)
    other.seed(1)
    assert [one(position) for _ in range(20)] == [other(position) for _ in range(20)]
    for start, winner in ((WINNING, "atk"), (WINNING_DEF, "def")):
        chosen = {ball.Position(start).play(GreedyOpponent(seed)(ball.Position(start))) for seed in range(100)}
        assert {after.outcome for after in chosen} == {winner}
        assert len(chosen) > 1
    # It does not throw the ball away, however far; it runs, as far as it can.
    position = ball.Position().play("end")
    assert {str(position.action(GreedyOpponent(seed)(position)))[:2] for seed in range(20)} == {"G4"}
    assert {position.play(GreedyOpponent(seed)(position)).ball for seed in range(50)} == {"E6", "I6"}
    # A loose ball it takes, although that gains no ground.
    loose = ball.Position(
        "atk=D7,F7,H7,J7,G4,B7,L7 def=J11,H11,F11,D11,G14,L11,B11 ball=G10 turn=1 move=def phase=action ap=1"
    )
    assert {str(loose.action(GreedyOpponent(seed)(loose)))[-3:] for seed in range(50)} == {"G10"}
    # A carrier that already stands on the last row has to go back a row to score.
    goal = ball.Position(WINNING.replace("F15", "F17"))
    assert {goal.play(GreedyOpponent(seed)(goal)).outcome for seed in range(50)} == {"atk"}
    # Where its own team can't have the ball, it had rather see it loose than with the other.
    pending = ball.Position(
        "atk=C8,C10,J5,I8,C6,B5,M10 def=I10,L11+,H3,D11,F13,L11-,A14 ball=C10 turn=17 move=def phase=action ap=0 "
        "ep=2:0 spent=second-effort:shake-off pending=shake-off",
        "cards",
    )
    assert len(pending.legal_actions) > 3
    chosen = {str(pending.action(GreedyOpponent(seed)(pending))) for seed in range(50)}
    assert chosen <= {"D11~B9/D11", "D11~B9/B11", "D11~B9/D9"}
    draw, won = RandomOpponent(3), 0
    for seed in range(20):
        position, greedy = ball.Position(), GreedyOpponent(seed)
        while position.outcome is None and position.turn < 100:
            position = position.play((greedy if position.team == "def" else draw)(position))
        won += position.outcome == "def"
    assert won >= 12


@pytest.mark.parametrize("opponent", ["random", "greedy"])
@pytest.mark.parametrize("kind", [BallEnv, BallVectorEnv])
def test_seeds(opponent, kind):
    runner = play if kind is BallEnv else play_many

    def run(env, seed):
        info = env.reset(seed=seed)[1]
        return runner(env, info, random.Random(1), 150)

    keywords = {"opponent": opponent, "side": "random", "start": [WINNING, ball.Position()], "random_opening": 3}
    one, other = kind(max_turns=8, **keywords), kind(max_turns=8, **keywords)
    first = run(one, 1)
    assert data_equivalence(first, run(other, 1), exact=True)
    assert data_equivalence(first, run(one, 1), exact=True)
    assert not data_equivalence(first, run(one, 2), exact=True)
    # Without a seed the drawing goes on.
    one.reset(seed=3)
    other.reset(seed=3)
    again = [env.reset() for env in (one, other)]
    assert data_equivalence(again[0], again[1], exact=True)
    starts = {one.reset()[0].tobytes() for _ in range(10)}
    assert len(starts) > 3


@pytest.mark.parametrize("duplicate", COPIES, ids=["copy", "deepcopy", "pickle"])
@pytest.mark.parametrize("kind", [BallEnv, BallVectorEnv])
@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_copies_keep_the_game_and_what_will_be_drawn(duplicate, kind, opponent):
    runner = play if kind is BallEnv else play_many
    for steps in (0, 1, 30):
        env = kind(ruleset="cards", opponent=opponent, side="random", max_turns=9, random_opening=3, shaping=0.1)
        info = env.reset(seed=4)[1]
        if steps:
            info = runner(env, info, random.Random(1), steps)[-1][4]
        if kind is BallEnv and not info["action_mask"].any():
            info = env.reset()[1]
        twin = duplicate(env)
        results = runner(twin, info, random.Random(2), 60)
        assert data_equivalence(results, runner(env, info, random.Random(2), 60), exact=True)
        assert twin.reset()[0].tobytes() == env.reset()[0].tobytes()
    # Before the first reset there is nothing to lose.
    assert duplicate(kind()).reset(seed=1)[0].tobytes() == kind().reset(seed=1)[0].tobytes()


def test_before_the_first_reset():
    for kind, names in ((BallEnv, ["position"]), (BallVectorEnv, ["positions", "learners"])):
        env = kind()
        for name in names:
            with pytest.raises(library.error.ResetNeeded):
                getattr(env, name)
        for call in (env.action_masks, lambda env=env: env.step(0)):
            with pytest.raises(library.error.ResetNeeded):
                call()


def test_games_that_end_before_the_learner_decides():
    for kind in (BallEnv, BallVectorEnv):
        # DEF's first turn is the only one.
        with pytest.raises(RuntimeError, match="100 games in a row"):
            kind(side="atk", max_turns=1).reset(seed=1)
        # ATK scores at once in one of the two starts, which is so never seen.
        env = kind(opponent=settled, start=[WINNING, ball.Position()], max_turns=3)
        for seed in range(20):
            env.reset(seed=seed)
            assert (env.positions if kind is BallVectorEnv else [env.position]) == [ball.Position()]
        env.reset(options={"position": WINNING})
        assert (env.positions if kind is BallVectorEnv else [env.position]) == [ball.Position()]


def test_rendering(capsys):
    env = BallEnv(render_mode="human")
    env.reset(seed=1)
    assert capsys.readouterr().out == env.position.board() + "\n"
    env.step(env.position.number("H11-G10"))
    assert capsys.readouterr().out == env.position.board() + "\n"
    env = BallEnv(render_mode="ansi")
    env.reset()
    assert env.render() == env.position.board()
    envs = BallVectorEnv(2, render_mode="ansi", side="atk")
    envs.reset()
    assert envs.render() == tuple(position.board() for position in envs.positions)
    for kind in (BallEnv, BallVectorEnv):
        env = kind()
        env.reset()
        with pytest.warns(UserWarning, match="render_mode"):
            assert env.render() is None
        with pytest.raises(ValueError, match="render_mode is 'rgb_array'"):
            kind(render_mode="rgb_array")


@pytest.mark.parametrize("form", ["planes", "vector"])
@pytest.mark.parametrize("side", ["def", "atk"])
@pytest.mark.parametrize("on_illegal", ["error", "lose"])
def test_many_games_are_as_many_single_ones(form, side, on_illegal):
    """Step by step what Gymnasium makes of single games, infos and ends included."""
    keywords = {
        "side": side,
        "max_turns": 7,
        "observation": form,
        "start": THREATS[side == "atk"] if on_illegal == "error" else WINNING if side == "atk" else WINNING_DEF,
        "on_illegal": on_illegal,
        "shaping": 0.5,
        "discount": 0.75,
    }
    n, draw, ends = 5, random.Random(1), 0
    single = SyncVectorEnv([lambda: BallEnv(opponent=settled, **keywords)] * n, autoreset_mode=AutoresetMode.SAME_STEP)
    many = BallVectorEnv(n, opponent=settled, **keywords)
    assert many.single_observation_space == single.single_observation_space
    assert many.observation_space == single.observation_space
    assert (many.single_action_space, many.action_space) == (single.single_action_space, single.action_space)
    assert many.metadata["autoreset_mode"] == single.metadata["autoreset_mode"]
    results = [envs.reset(seed=1) for envs in (single, many)]
    assert data_equivalence(results[0], results[1], exact=True)
    illegal, paid = 0, set()
    for _ in range(400):
        infos = results[1][-1]
        actions = np.array([legal(mask, draw) for mask in infos["action_mask"]])
        if on_illegal == "lose" and draw.random() < 0.1:
            actions[draw.randrange(n)] = np.flatnonzero(infos["action_mask"][0] == 0)[0]
            illegal += 1
        results = [envs.step(actions) for envs in (single, many)]
        one, other = results
        assert data_equivalence(one, other)
        assert [array.dtype for array in one[:4]] == [array.dtype for array in other[:4]]
        assert one[4].keys() == other[4].keys()
        assert np.array_equal(many.action_masks(), other[4]["action_mask"].astype(bool))
        assert many.observation_space.contains(other[0])
        assert many.positions == [env.position for env in single.envs]
        ends += int((other[2] | other[3]).sum())
        paid |= {round(float(reward)) for reward in other[1][other[2]]}
    assert ends > 50
    assert bool(illegal) == (on_illegal == "lose")
    assert -1 in paid
    assert on_illegal == "error" or 1 in paid


@pytest.mark.parametrize("opponent", ["random", "greedy"])
def test_many_games_tell_the_learner_of_its_own_ones(opponent):
    envs = BallVectorEnv(
        64, opponent=opponent, side="random", max_turns=12, start=[WINNING, WINNING_DEF, ball.Position()]
    )
    _, infos = envs.reset(seed=1)
    draw, seen = random.Random(1), set()
    for _ in range(150):
        learners = envs.learners
        actions = np.array([legal(mask, draw) for mask in infos["action_mask"]])
        observations, rewards, terminations, truncations, infos = envs.step(actions)
        # Whoever looks is the learner of the game now, and to move.
        assert np.array_equal(observations[:, 38, 0, 0], envs.learners == 0)
        assert (observations[:, 37] == 1).all()
        assert infos["action_mask"].any(axis=1).all()
        assert not (terminations & truncations).any()
        over = terminations | truncations
        assert (rewards[~terminations] == 0).all()
        assert np.array_equal(envs.learners[~over], learners[~over])
        for game in np.flatnonzero(over):
            last = infos["final_obs"][game]
            assert last[38, 0, 0] == (learners[game] == 0)
            # Somebody has scored, or nobody.
            assert last[40, 0, 0] == terminations[game]
            if terminations[game]:
                assert rewards[game] == (1.0 if last[37, 0, 0] else -1.0)
            seen.add((int(learners[game]), float(rewards[game])))
            seen.add(int(envs.learners[game]) == int(learners[game]))
    assert seen == {(0, 1.0), (0, -1.0), (0, 0.0), (1, 1.0), (1, -1.0), (1, 0.0), True, False}


def test_an_opponent_is_asked_for_all_games_at_once():
    many, each = Many(), BallVectorEnv(4, side="atk", max_turns=6, opponent=settled)
    envs = BallVectorEnv(4, side="atk", max_turns=6, opponent=many)
    results = [either.reset(seed=1) for either in (each, envs)]
    assert data_equivalence(results[0], results[1], exact=True)
    assert many.asked
    assert set(many.asked) == {4}
    draws = random.Random(1), random.Random(1)
    one, other = (play_many(either, results[0][1], draw, 40) for either, draw in zip((each, envs), draws, strict=True))
    assert data_equivalence(one, other, exact=True)
    many.choose_many = lambda _: []
    with pytest.raises(RuntimeError, match="0 actions for 4 positions"):
        envs.reset()


def test_many_games_and_an_illegal_action():
    envs = BallVectorEnv(3, start=WINNING_DEF)
    envs.reset(seed=1)
    before = envs.positions
    with pytest.raises(ball.IllegalAction, match="game 1, action 1"):
        envs.step([before[0].number("end"), 1, before[0].number("end")])
    assert envs.positions == before
    for wrong in ([0, 0], [0.5, 0.5, 0.5]):
        with pytest.raises((TypeError, ValueError)):
            envs.step(wrong)
    assert envs.positions == before


def test_what_many_games_give_lasts():
    envs = BallVectorEnv(4, max_turns=5)
    observations, infos = envs.reset(seed=1)
    kept = observations.copy(), infos["action_mask"].copy(), envs.learners
    play_many(envs, infos, random.Random(1), 30)
    assert np.array_equal(observations, kept[0])
    assert np.array_equal(infos["action_mask"], kept[1])
    envs.learners[:] = 0
    assert np.array_equal(envs.learners, kept[2])


def test_options_of_many_games():
    envs = BallVectorEnv(2, opponent=settled)
    start = ball.Position(WINNING_DEF)
    envs.reset(options={"position": WINNING_DEF})
    assert envs.positions == [start, start]
    envs.reset(options={"position": [start, ball.Position()], "else": 1})
    assert envs.positions == [start, ball.Position()]
    envs.reset()
    assert envs.positions == [ball.Position()] * 2
    for wrong in ({"position": [start]}, {"position": "nonsense"}, {"reset_mask": np.array([True, False])}):
        with pytest.raises(ValueError, match=r"positions|chapter 10|reset_mask"):
            envs.reset(options=wrong)
    single = BallEnv()
    with pytest.raises(ball.BallError):
        single.reset(options={"position": ball.Position(None, "cards")})


def test_threads_change_nothing():
    results = []
    for threads in (1, 2):
        envs = BallVectorEnv(40, threads=threads, max_turns=6, side="random")
        results.append(play_many(envs, envs.reset(seed=1)[1], random.Random(1), 40))
    assert data_equivalence(results[0], results[1], exact=True)


def test_statistics_of_many_games():
    """Gymnasium counts the same as of its own games; before 1.4 it left out steps of both."""
    n, keywords = 6, {"max_turns": 6, "shaping": 0.5, "start": WINNING_DEF, "opponent": settled}
    single = SyncVectorEnv([lambda: BallEnv(**keywords)] * n, autoreset_mode=AutoresetMode.SAME_STEP)
    recorders = [
        library.wrappers.vector.RecordEpisodeStatistics(envs) for envs in (BallVectorEnv(n, **keywords), single)
    ]
    infos, _ = (envs.reset(seed=1)[1] for envs in recorders)
    draw, ended = random.Random(1), 0
    returns, lengths = np.zeros(n), np.zeros(n, int)
    for _ in range(200):
        actions = np.array([legal(mask, draw) for mask in infos["action_mask"]])
        results = [envs.step(actions) for envs in recorders]
        _, rewards, terminations, truncations, infos = results[0]
        returns += rewards
        lengths += 1
        over = terminations | truncations
        assert ("episode" in infos) == bool(over.any())
        if over.any():
            assert np.array_equal(infos["_episode"], over)
            for name in ("r", "l"):
                assert infos["episode"][name] == pytest.approx(results[1][4]["episode"][name])
            if GYMNASIUM >= (1, 4):
                assert infos["episode"]["r"][over] == pytest.approx(returns[over])
                assert np.array_equal(infos["episode"]["l"][over], lengths[over])
            ended += int(over.sum())
        returns[over], lengths[over] = 0.0, 0
    assert ended == recorders[0].episode_count > 20


def test_infos_of_many_games_as_a_list():
    envs = library.wrappers.vector.DictInfoToList(BallVectorEnv(3, max_turns=4))
    _, infos = envs.reset(seed=1)
    draw, ended = random.Random(1), 0
    for _ in range(60):
        *_, truncations, infos = envs.step(np.array([legal(info["action_mask"], draw) for info in infos]))
        assert [("final_obs" in info, "final_info" in info) for info in infos] == [(over, over) for over in truncations]
        ended += int(truncations.sum())
    assert ended > 5


def test_keywords_that_can_not_be():
    for kind in (BallEnv, BallVectorEnv):
        for wrong in (
            {"max_turns": 0},
            {"observation": "pixels"},
            {"on_illegal": "ignore"},
            {"discount": float("nan")},
        ):
            with pytest.raises(ValueError, match=next(iter(wrong))):
                kind(**wrong)
        with pytest.raises(TypeError):
            kind(max_turns=1.5)
    with pytest.raises(ValueError, match="n is an integer from 1"):
        BallVectorEnv(0)


def test_without_the_package():
    code = "import sys; sys.modules['gymnasium'] = None; import ball.envs.gymnasium"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'pip install "ball-engine[gymnasium]"' in done.stderr.splitlines()[-1]


def test_example():
    done = subprocess.run(
        [sys.executable, "-W", "error", "examples/python/gymnasium_loop.py", "--games", "8", "--steps", "100"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "decisions" in done.stdout
