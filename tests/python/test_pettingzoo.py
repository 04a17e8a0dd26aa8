"""The environment of PettingZoo, against the package itself and with PettingZoo's own tests."""

from __future__ import annotations

import copy
import doctest
import itertools
import pickle
import random
import subprocess
import sys
import warnings

import ball
import numpy as np
import pytest

pytest.importorskip("pettingzoo")

with warnings.catch_warnings():
    # PettingZoo's tests import its games in a way that it calls old.
    warnings.filterwarnings("ignore", "The old environment creation API", DeprecationWarning)
    from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import pettingzoo as library
from ball.envs import opponents, pettingzoo
from ball.envs.pettingzoo import env, raw_env

from conftest import ROOT

AGENTS = ["player_0", "player_1"]
TEAM = {"player_0": "atk", "player_1": "def"}
#: ATK scores with F15-E16, among others.
WINNING = "atk=D7,F15,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=F15 turn=2 move=atk phase=action ap=2"
#: DEF may score, and has one AP.
WINNING_DEF = "atk=D7,G8,H7,J7,G4,B7,L7 def=J11,H3,F11,D11,G14,L11,B11 ball=H3 turn=1 move=def phase=action ap=1"
RULESETS = ["standard", "cards", {"mode": "cards", "first": "atk", "end_zone_rows": 4, "turn_limit": 9}]


def legal(mask, draw):
    return int(draw.choice(np.flatnonzero(mask).tolist()))


def walk(game, draw, steps):
    """Plays so many random decisions, or to the end."""
    for _ in range(steps):
        _, _, termination, truncation, info = game.last(observe=False)
        if termination or truncation:
            break
        game.step(legal(info["action_mask"], draw))


def snapshot(game):
    """All that is to be seen of an environment."""
    seen = {agent: game.observe(agent) for agent in AGENTS}
    arrays = {(agent, name): array.tobytes() for agent in AGENTS for name, array in seen[agent].items()}
    masks = {agent: info["action_mask"].tobytes() for agent, info in game.infos.items()}
    dicts = game.rewards, game._cumulative_rewards, game.terminations, game.truncations
    return (game.position, game.agent_selection, list(game.agents), arrays, masks, *map(dict, dicts))


def test_doctests():
    for module in (pettingzoo, opponents):
        found = doctest.testmod(module, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
        assert found.attempted > 8
        assert found.failed == 0


#: What PettingZoo warns of wherever an observation is a dict and the game is not on a list of its own.
DICTS = {
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
}


@pytest.mark.parametrize("make", [raw_env, env])
@pytest.mark.parametrize(
    "keywords",
    [
        {},
        {"observation": "vector", "random_opening": 30, "shaping": 0.5},
        {"ruleset": "cards", "max_turns": 5},
        {"ruleset": "cards", "observation": "vector", "on_illegal": "lose", "max_cycles": 11},
        {"ruleset": {"turn_limit": 4}},
        {"start": WINNING},
    ],
    ids=str,
)
@pytest.mark.parametrize("cycles", [1, 10, 300])
def test_api(make, keywords, cycles):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        api_test(make(**keywords), num_cycles=cycles)
    assert {str(warning.message) for warning in caught} == DICTS


@pytest.mark.filterwarnings("ignore:Observation")
def test_api_with_illegal_actions_that_terminate():
    with pytest.warns(UserWarning, match="probably should be"):
        api_test(env(terminate_illegal=True, max_turns=4), num_cycles=100)


def test_seeds_of_pettingzoo():
    starts = [ball.Position(), ball.Position().play("end"), WINNING]
    for keywords in ({}, {"random_opening": 9, "start": starts}, {"ruleset": "cards", "random_opening": 5}):
        seed_test(lambda keywords=keywords: env(max_turns=9, **keywords), num_cycles=100)


def test_rendering(capsys):
    render_test(env)
    capsys.readouterr()
    game = raw_env(render_mode="human")
    game.reset()
    assert capsys.readouterr().out == game.position.board() + "\n"
    game.step(game.position.number("H11-G10"))
    assert capsys.readouterr().out == game.position.board() + "\n"
    assert game.render() is None
    game = raw_env(render_mode="ansi")
    assert game.render() == ball.Position().board()
    with pytest.warns(UserWarning, match="render_mode"):
        assert raw_env().render() is None
    with pytest.raises(ValueError, match="'ansi', 'human'"):
        raw_env(render_mode="rgb_array")
    game.close()


def test_benchmark_of_pettingzoo(capsys, monkeypatch):
    # It plays for five seconds of its clock.
    ticks = itertools.count(0, 0.05)
    module = sys.modules[performance_benchmark.__module__]
    monkeypatch.setattr(module.time, "time", lambda: next(ticks))
    performance_benchmark(env(max_turns=3))
    assert "Finished" in capsys.readouterr().out


def test_spaces_are_cached_equal_and_hold_what_is_seen():
    for ruleset, form in itertools.product(RULESETS, ("planes", "vector")):
        game = raw_env(ruleset, observation=form, max_turns=6)
        game.reset(seed=1)
        first, second = (game.observation_space(agent) for agent in AGENTS)
        assert first is game.observation_space("player_0")
        assert game.action_space("player_1") is game.action_space("player_1")
        assert first == second
        assert first is not second
        assert game.action_space("player_0") == game.action_space("player_1")
        assert game.action_space("player_0").n == ball.ACTION_SPACE
        rules = ball.Ruleset(ruleset)
        shape = rules.observation_shape if form == "planes" else (rules.observation_vector_length,)
        assert first["observation"].shape == shape
        assert (first["observation"].dtype, first["action_mask"].dtype) == (np.uint8, np.int8)
        draw = random.Random(1)
        while not game.terminations["player_0"] and not game.truncations["player_0"]:
            for agent in AGENTS:
                assert game.observation_space(agent).contains(game.observe(agent))
            walk(game, draw, 1)
        for agent in AGENTS:
            assert game.observation_space(agent).contains(game.observe(agent))


def test_a_thousand_games_as_the_package_plays_them():
    draw = random.Random(3)
    games = {str(ruleset): raw_env(ruleset, max_turns=12) for ruleset in RULESETS}
    ends = set()
    for number in range(1000):
        ruleset = RULESETS[number % 3]
        # Twelve random turns from the formation score next to never.
        start = (None, WINNING, WINNING_DEF)[number % 4 % 3] if ruleset == "standard" else None
        game, own = games[str(ruleset)], ball.Game(ruleset, start)
        game.reset(options={"position": start})
        while True:
            position = own.position
            assert str(game.position) == str(position)
            over = game.terminations["player_0"] or game.truncations["player_0"]
            observation, _, termination, truncation, info = game.last()
            assert TEAM[game.agent_selection] == position.team
            assert termination == (position.outcome is not None)
            assert truncation == (position.outcome is None and position.turn == own.start.turn + 12)
            wanted = bytes(ball.ACTION_SPACE) if over else position.legal_actions.mask
            assert observation["action_mask"].tobytes() == info["action_mask"].tobytes() == wanted
            if over:
                ends.add((position.outcome, termination, truncation))
                break
            action = position.action(draw.choice(position.legal_actions.numbers))
            game.step(position.number(action))
            own.play(str(action))
    assert ends == {("atk", True, False), ("def", True, False), ("draw", True, False), (None, False, True)}


def test_each_agent_sees_the_board_from_its_side():
    draw = random.Random(4)
    for _ in range(20):
        game = raw_env("cards", max_turns=10)
        game.reset()
        vector = raw_env("cards", observation="vector")
        while not game.truncations["player_0"] and not game.terminations["player_0"]:
            atk, defence = (game.observe(agent)["observation"] for agent in AGENTS)
            turned = defence[:, ::-1, ::-1]
            for own, other in ((0, 7), (14, 21)):
                assert np.array_equal(atk[own : own + 7], turned[other : other + 7])
                assert np.array_equal(atk[other : other + 7], turned[own : own + 7])
            assert np.array_equal(atk[28:35], turned[28:35])
            assert (atk[38] == 1).all()
            assert (defence[38] == 0).all()
            moves = game.agent_selection
            assert (game.observe(moves)["observation"][37] == 1).all()
            assert np.array_equal(game.state(), atk)
            vector.reset(options={"position": game.position})
            for agent in AGENTS:
                seen = vector.observe(agent)["observation"]
                assert np.array_equal(seen, game.position.observation_vector(view=TEAM[agent]))
            walk(game, draw, 1)


def test_only_the_agent_to_move_has_a_mask():
    draw = random.Random(5)
    game = raw_env(max_turns=8)
    game.reset()
    while game.agents:
        for agent in AGENTS:
            mask = game.observe(agent)["action_mask"]
            over = game.terminations.get(agent, True) or game.truncations.get(agent, True)
            assert bool(mask.any()) == (agent == game.agent_selection and not over)
            if agent in game.infos:
                assert np.array_equal(mask, game.infos[agent]["action_mask"])
        game.step(None if over else legal(game.last()[4]["action_mask"], draw))
    # Both are gone, and the last position is still to be seen.
    for agent in AGENTS:
        seen = game.observe(agent)
        assert not seen["action_mask"].any()
        assert np.array_equal(seen["observation"], game.position.observation(view=TEAM[agent]))


def test_arrays_are_not_refilled():
    game = raw_env()
    game.reset()
    before = game.observe("player_1")
    kept = {name: array.copy() for name, array in before.items()}
    info = game.infos["player_0"]["action_mask"]
    info[:] = 1
    walk(game, random.Random(1), 5)
    for name, array in before.items():
        assert np.array_equal(array, kept[name])
    assert not game.infos["player_0"]["action_mask"].any()
    assert game.observe("player_1")["observation"] is not game.observe("player_1")["observation"]


def test_the_same_agent_decides_again():
    game = raw_env()
    game.reset()
    agents = [game.agent_selection]
    for text in ("H11-G10", "J11-I10"):
        game.step(game.position.number(text))
        agents.append(game.agent_selection)
    assert agents == ["player_1", "player_1", "player_0"]
    # An unlock phase is the same coach's too.
    draw, found = random.Random(2), False
    for _ in range(200):
        game.reset()
        walk(game, draw, 60)
        if game.position.phase == "unlock":
            found = True
            assert TEAM[game.agent_selection] == game.position.team
    assert found


@pytest.mark.parametrize(("start", "text", "wins"), [(WINNING, "F15-E16", 0), (WINNING_DEF, "H3-G2", 1)])
def test_who_gets_what_at_the_end(start, text, wins):
    game = env()
    game.reset(options={"position": start})
    loses = AGENTS[1 - wins]
    mover = AGENTS[wins]
    assert game.agent_selection == mover
    assert game.last(observe=False)[1:4] == (0.0, False, False)
    assert game.step(game.unwrapped.position.number(text)) is None
    pay = {mover: 1.0, loses: -1.0}
    assert game.rewards == game._cumulative_rewards == pay
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.truncations == {"player_0": False, "player_1": False}
    assert game.agents == AGENTS
    trace = []
    for agent in game.agent_iter():
        observation, reward, termination, truncation, info = game.last()
        assert not observation["action_mask"].any()
        assert not info["action_mask"].any()
        trace.append((agent, reward, termination, truncation))
        game.step(None)
        left = [one for one in AGENTS if one not in [agent for agent, *_ in trace]]
        assert sorted(game.agents) == left
        for table in (game.rewards, game._cumulative_rewards, game.terminations, game.truncations, game.infos):
            assert list(table) == left
        assert all(reward == 0.0 for reward in game.rewards.values())
    assert trace == [(mover, 1.0, True, False), (loses, -1.0, True, False)]


def test_the_table_of_the_module():
    """The trace that the docstring shows."""
    game = raw_env(start=WINNING)
    game.reset()
    game.step(game.position.number("F15-E16"))
    assert list(game.rewards.values()) == [1.0, -1.0]
    game.step(None)
    assert game.rewards == {"player_1": 0.0}
    assert game.last()[1:4] == (-1.0, True, False)
    game.step(None)
    assert (game.rewards, game.agents) == ({}, [])
    with pytest.raises(RuntimeError, match="call reset"):
        game.step(None)
    game.reset()
    assert game.agents == AGENTS


def test_a_game_that_is_given_up_while_its_agents_leave():
    game = raw_env(start=WINNING)
    for _ in range(2):
        game.reset()
        game.step(game.position.number("F15-E16"))
        game.step(None)
        assert game.agent_selection == "player_1"
    game.reset()
    assert game.agents == AGENTS
    assert game.agent_selection == "player_0"


def test_a_finished_agent_takes_none_and_a_live_one_does_not():
    game = raw_env(start=WINNING)
    game.reset()
    before = snapshot(game)
    with pytest.raises(TypeError, match="player_0 is to decide"):
        game.step(None)
    assert snapshot(game) == before
    game.step(game.position.number("F15-E16"))
    with pytest.raises(ValueError, match="None"):
        game.step(0)


@pytest.mark.parametrize("shaping", [0.0, 0.5])
def test_rewards_at_every_step(shaping):
    """Zero-sum floats, Python bools, and what last gives is what was paid since the own last step; as BatchEnv pays."""
    draw = random.Random(6)
    keywords = {"max_turns": 30, "shaping": shaping, "discount": 0.9}
    for number in range(30):
        game = raw_env(**keywords)
        game.reset()
        batch = ball.BatchEnv(1, seed=number, **keywords)
        due = dict.fromkeys(AGENTS, 0.0)
        while not game.terminations["player_0"] and not game.truncations["player_0"]:
            agent = game.agent_selection
            assert game.last(observe=False)[1] == due[agent]
            due[agent] = 0.0
            action = legal(game.last()[4]["action_mask"], draw)
            game.step(action)
            batch.step(np.array([action]))
            for one in AGENTS:
                due[one] += game.rewards[one]
                assert type(game.rewards[one]) is type(game._cumulative_rewards[one]) is float
                assert type(game.terminations[one]) is type(game.truncations[one]) is bool
            assert game.rewards["player_0"] == -game.rewards["player_1"]
            assert game._cumulative_rewards == due
            assert list(game.rewards.values()) == pytest.approx(batch.reward[0], abs=1e-6)
            assert game.terminations == dict.fromkeys(AGENTS, bool(batch.terminated[0]))
            assert game.truncations == dict.fromkeys(AGENTS, bool(batch.truncated[0]))
            if shaping == 0.0 and not game.terminations["player_0"]:
                assert game.rewards == {"player_0": 0.0, "player_1": 0.0}


def test_shaping():
    """The ball goes from row 15 to row 13 and back to where nothing is scored; at the end it counts as 0."""
    game = raw_env(start=WINNING, shaping=2.0, discount=0.5)
    game.reset()
    game.step(game.position.number("F15-E14"))
    assert game.rewards == {"player_0": 2.0 * (0.5 * 5 / 8 - 6 / 8), "player_1": -2.0 * (0.5 * 5 / 8 - 6 / 8)}
    game.reset()
    game.step(game.position.number("F15-E16"))
    assert game.rewards["player_0"] == 1.0 - 2.0 * 6 / 8
    cut = raw_env(start=WINNING, shaping=2.0, discount=0.5, max_cycles=1)
    cut.reset()
    cut.step(cut.position.number("F15-E14"))
    assert cut.truncations["player_0"]
    assert cut.rewards["player_0"] == 2.0 * (0.5 * 5 / 8 - 6 / 8)


def test_termination_and_truncation():
    draw = random.Random(8)

    def end(**keywords):
        game = raw_env(**keywords)
        game.reset()
        walk(game, draw, 10**6)
        assert len(set(game.terminations.values())) == len(set(game.truncations.values())) == 1
        return game.terminations["player_1"], game.truncations["player_1"], game.position

    assert end(ruleset={"turn_limit": 2})[:2] == (True, False)
    assert end(ruleset={"turn_limit": 2}, max_turns=2, max_cycles=9)[:2] == (True, False)
    over, cut, position = end(max_turns=2)
    assert (over, cut, position.turn, position.outcome) == (False, True, 3, None)
    # Turns are counted from where the game starts.
    assert end(max_turns=2, start=ball.Position().play("end"))[2].turn == 4
    game = raw_env(max_cycles=5)
    game.reset()
    for left in range(5, 0, -1):
        assert not game.truncations["player_0"], left
        walk(game, draw, 1)
    assert game.truncations == {"player_0": True, "player_1": True}


@pytest.mark.parametrize("number", [1, -1, 945, 10**30, np.int64(10), np.int32(1)], ids=repr)
@pytest.mark.parametrize("ruleset", ["standard", "cards"])
def test_an_illegal_action_changes_nothing(number, ruleset):
    game = raw_env(ruleset, shaping=1.0)
    game.reset(seed=1)
    game.step(game.position.number("H11-G10"))
    before = snapshot(game)
    with pytest.raises(ball.BallError) as error:
        game.step(number)
    assert isinstance(error.value, ball.IllegalAction if 0 <= number < 945 else ball.InvalidAction)
    assert snapshot(game) == before
    for nothing in (1.5, [1], object()):
        with pytest.raises(TypeError):
            game.step(nothing)
    assert snapshot(game) == before


def test_an_illegal_action_may_lose():
    game = env(on_illegal="lose")
    game.reset()
    position = game.position
    game.step(1)
    assert game.rewards == {"player_0": 1.0, "player_1": -1.0}
    assert game.terminations == {"player_0": True, "player_1": True}
    assert game.truncations == {"player_0": False, "player_1": False}
    assert game.position == position
    assert not game.observe("player_1")["action_mask"].any()
    game.step(None)
    game.step(None)
    assert game.agents == []
    atk = raw_env(on_illegal="lose", start=WINNING)
    atk.reset()
    atk.step(10**9)
    assert atk.rewards == {"player_0": -1.0, "player_1": 1.0}


def test_wrappers():
    game = env()
    with pytest.raises(AttributeError, match="before reset"):
        game.agents  # noqa: B018
    game.reset()
    with pytest.raises(ball.IllegalAction):
        game.step(1)
    with pytest.raises(AssertionError, match="not in action space"):
        game.step(945)
    assert game.position == ball.Position()
    assert isinstance(game.unwrapped, raw_env)
    game = env(terminate_illegal=True)
    game.reset()
    game.step(1)
    assert game.terminations == game.truncations == {"player_0": True, "player_1": True}
    assert game.rewards == {"player_0": 0, "player_1": -1.0}
    for agent in AGENTS:
        assert not game.observe(agent)["action_mask"].any()
    for _ in game.agent_iter():
        game.step(None)
    assert game.agents == []
    game.reset()
    assert game.observe("player_1")["action_mask"].any()


def test_any_integer_is_an_action():
    for kind in (int, np.int32, np.int64, np.uint16, np.array):
        game = raw_env()
        game.reset()
        game.step(kind(game.position.number("H11-G10")))
        assert game.position == ball.Position().play("H11-G10")


COPIES = [copy.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))]


@pytest.mark.parametrize("make", [raw_env, env])
@pytest.mark.parametrize("duplicate", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_copies_keep_the_game_and_what_will_be_drawn(make, duplicate):
    if make is env and duplicate is copy.copy:
        # PettingZoo's wrappers share what is inside.
        return
    draw = random.Random(9)
    for steps in (0, 1, 3, 40):
        game = make(ruleset="cards", observation="vector", max_turns=30, random_opening=7, shaping=0.1)
        game.reset(seed=5)
        walk(game, draw, steps)
        before = snapshot(game)
        twin = duplicate(game)
        assert snapshot(twin) == before
        walk(twin, random.Random(steps), 6)
        assert snapshot(game) == before
        assert snapshot(twin) != before
        walk(game, random.Random(steps), 6)
        assert snapshot(game) == snapshot(twin)
        for either in (game, twin):
            either.reset()
        assert snapshot(game) == snapshot(twin)


@pytest.mark.parametrize("duplicate", COPIES, ids=["copy", "deepcopy", "pickle"])
def test_copies_at_the_end(duplicate):
    game = raw_env(start=WINNING)
    game.reset()
    game.step(game.position.number("F15-E16"))
    twin = duplicate(game)
    game.step(None)
    assert twin.agents == AGENTS
    assert twin.last()[1:4] == (1.0, True, False)
    late = duplicate(game)
    game.step(None)
    assert late.last()[1:4] == (-1.0, True, False)


def test_copies_know_how_many_decisions_are_left():
    game = raw_env(max_cycles=4)
    game.reset()
    walk(game, random.Random(1), 3)
    for duplicate in COPIES:
        twin = duplicate(game)
        assert not twin.truncations["player_0"]
        walk(twin, random.Random(1), 1)
        assert twin.truncations == {"player_0": True, "player_1": True}


def test_copies_in_the_middle_of_a_turn_keep_what_the_coach_has_left():
    game = raw_env()
    game.reset()
    game.step(game.position.number("H11-G10"))
    for duplicate in COPIES:
        twin = duplicate(game)
        assert (twin.position.ap, twin.agent_selection) == (1, "player_1")
        twin.step(twin.position.number("J11-I10"))
        assert twin.agent_selection == "player_0"
        assert game.position.ap == 1


def test_seeds():
    starts = [WINNING, ball.Position(), str(ball.Position().play("end"))]
    keywords = {"start": starts, "random_opening": 12}
    one, other = raw_env(**keywords), raw_env(**keywords)
    drawn = []
    for game in (one, other):
        game.reset(seed=7)
        games = [game.position]
        for _ in range(10):
            game.reset()
            games.append(game.position)
        drawn.append(games)
    assert drawn[0] == drawn[1]
    assert len(set(drawn[0])) > 5
    one.reset(seed=7)
    assert one.position == drawn[0][0]
    one.reset(seed=8)
    assert one.position != drawn[0][0]
    assert len({raw_env(random_opening=20).position for _ in range(10)}) > 1


def test_starts_and_openings():
    game = raw_env(start=[WINNING, WINNING_DEF])
    seen = set()
    for _ in range(50):
        game.reset()
        seen.add(str(game.position).split(" turn")[0])
    assert len(seen) == 2
    # Half of what may be drawn here scores: an opening stops short of it.
    game = raw_env(start=WINNING, random_opening=1000, ruleset={"turn_limit": 6})
    for _ in range(100):
        game.reset()
        assert game.position.outcome is None
        assert game.last()[4]["action_mask"].any()
    game.reset(options={"position": WINNING, "else": 1})
    assert game.position == ball.Position(WINNING, {"turn_limit": 6})
    game.reset(options={})
    assert raw_env(start=ball.Position(None, "cards"), ruleset="cards").position.ruleset.mode == "cards"


def test_keywords_that_can_not_be():
    over = ball.Position(WINNING).play("F15-E16")
    for wrong, message in [
        ({"max_turns": 0}, "max_turns is 0; it is an integer from 1 to 65535"),
        ({"max_cycles": 0}, "max_cycles"),
        ({"random_opening": 1001}, "random_opening is 1001"),
        ({"observation": "pixels"}, "'pixels'; it is one of 'planes', 'vector'"),
        ({"on_illegal": "ignore"}, "it is one of 'error', 'lose'"),
        ({"shaping": float("nan")}, "shaping"),
        ({"discount": float("inf")}, "discount"),
        ({"start": []}, "no position"),
        ({"start": over}, "it is over"),
        ({"start": ball.Position(None, "cards")}, "another ruleset"),
        ({"start": "nonsense"}, "chapter 10"),
        ({"ruleset": {"turn_limit": 0}}, "turn_limit"),
    ]:
        with pytest.raises(ValueError, match=message):
            raw_env(**wrong)
    for wrong in ({"max_turns": 1.5}, {"random_opening": "2"}, {"start": 3}, {"start": [3]}, {"shaping": "x", "a": 1}):
        with pytest.raises(TypeError):
            raw_env(**wrong)
    game = raw_env()
    before = snapshot(game)
    for position in ("nonsense", over, ball.Position(None, "cards")):
        with pytest.raises(ball.BallError):
            game.reset(options={"position": position})
    assert snapshot(game) == before


@pytest.mark.skipif(not hasattr(library, "make"), reason="PettingZoo has no registry before 1.27")
def test_registry():
    game = library.make("aec", "ball/ball-v0", max_cycles=3, ruleset="cards")
    game.reset()
    walk(game, random.Random(1), 100)
    assert game.truncations == {"player_0": True, "player_1": True}
    assert game.position.ruleset.mode == "cards"
    assert game.metadata["name"] == str(game) == "ball_v0"


def test_without_the_package():
    code = "import sys; sys.modules['pettingzoo'] = None; import ball.envs.pettingzoo"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert 'pip install "ball-engine[pettingzoo]"' in done.stderr.splitlines()[-1]


def test_example():
    done = subprocess.run(
        [sys.executable, "-W", "error", "examples/python/pettingzoo_loop.py", "--games", "2", "--turns", "20"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "2 games" in done.stdout
