"""The adapter to OpenSpiel, against the package itself and with OpenSpiel's own tests and algorithms."""

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

pyspiel = pytest.importorskip("pyspiel")

from ball.envs import openspiel  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import mcts, minimax  # noqa: E402
from open_spiel.python.observation import make_observation  # noqa: E402

from conftest import ROOT  # noqa: E402

STANDARD = "ball(turn_limit=12)"
CARDS = "ball(mode=cards,observation=vector,turn_limit=12)"
ODD = {"mode": "cards", "turn_limit": 9, "first": "atk", "end_zone_rows": 4, "deck": [ball.Card("a", 0, "leap")]}
RULESETS = [
    ball.Ruleset({"turn_limit": 12}),
    ball.Ruleset({"mode": "cards", "turn_limit": 12}),
    ball.Ruleset(ODD),
]
#: ATK scores with F15-E16, among others; DEF has nothing to say before.
WINNING = "atk=D7,F15,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=F15 turn=2 move=atk phase=action ap=2"
OVER = "atk=D7,E16,H7,J7,G4,B7,L7 def=J11,H11,G8,D11,G14,L11,B11 ball=E16 turn=2 move=atk phase=over ap=0 result=atk"


def at(text, game=STANDARD):
    return pyspiel.load_game(game).new_initial_state(text)


def test_doctests():
    found = doctest.testmod(openspiel, optionflags=doctest.IGNORE_EXCEPTION_DETAIL)
    assert found.attempted > 5
    assert found.failed == 0


def test_what_the_game_says_of_itself():
    for ruleset in RULESETS:
        for observation in ("planes", "vector"):
            game = openspiel.make_game(ruleset, observation=observation)
            assert game.ruleset == ruleset
            assert game.num_distinct_actions() == ball.ACTION_SPACE
            assert game.max_game_length() == ruleset.max_decisions
            assert (game.num_players(), game.utility_sum(), game.min_utility(), game.max_utility()) == (2, 0, -1, 1)
            shape = ruleset.observation_shape if observation == "planes" else [ruleset.observation_vector_length]
            assert list(game.observation_tensor_shape()) == list(shape)
    assert "ball" in pyspiel.registered_names()


def test_parameters_make_the_ruleset():
    load = pyspiel.load_game
    assert load("ball").ruleset == ball.Ruleset({"turn_limit": 200})
    assert load("ball(mode=cards,turn_limit=60)").ruleset == ball.Ruleset({"mode": "cards", "turn_limit": 60})
    assert load("ball", {"ruleset": '{"mode": "cards", "deck": []}'}).ruleset == ball.Ruleset(
        {"mode": "cards", "deck": [], "turn_limit": 200}
    )
    assert load('ball(ruleset={"mode":"cards";"deck":[]},turn_limit=7)').ruleset.turn_limit == 7
    assert load('ball(ruleset={"turn_limit":65535})').ruleset.turn_limit == 65535


@pytest.mark.parametrize("ruleset", [None, "cards", *RULESETS, {"turn_limit": 200}, {"end_zone_rows": 1}], ids=range(7))
@pytest.mark.parametrize("observation", ["planes", "vector"])
def test_the_text_of_a_game_makes_it_again(ruleset, observation):
    game = openspiel.make_game(ruleset, observation=observation)
    for twin in (pyspiel.load_game(str(game)), pickle.loads(pickle.dumps(game)), copy.deepcopy(game), copy.copy(game)):
        assert twin == game
        assert twin.new_initial_state().position == ball.Position(None, ruleset)
        assert twin.ruleset == game.ruleset == ball.Ruleset(ruleset)
        assert twin.observation == observation
    state = game.new_initial_state()
    state.apply_action(state.legal_actions()[0])
    game_again, state_again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert game_again.ruleset == game.ruleset
    assert state_again.position == state.position


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("ball(mode=both)", "unknown name"),
        ("ball(turn_limit=0)", "turn_limit"),
        ("ball(turn_limit=65536)", "turn_limit"),
        ("ball(observation=pixels)", "one of 'planes' and 'vector'"),
        ("ball(ruleset={)", "not JSON"),
        ("ball(ruleset=[])", "chapter 9"),
        ('ball(ruleset={"colour":1})', "colour"),
        ('ball(ruleset={"mode":"standard"},mode=cards)', "leave one out"),
        ('ball(ruleset={"turn_limit":5},turn_limit=6)', "leave one out"),
    ],
)
def test_wrong_parameters(text, message):
    with pytest.raises(ValueError, match=message):
        pyspiel.load_game(text)


def test_parameters_that_there_are_not(capfd):
    with pytest.raises(pyspiel.SpielError, match="seed"):
        pyspiel.load_game("ball(seed=1)")
    with pytest.raises(ValueError, match="seed"):
        openspiel.BallGame({"seed": 1})
    with pytest.raises(ValueError, match="integer"):
        openspiel.BallGame({"turn_limit": True})
    capfd.readouterr()


@pytest.mark.parametrize("game", [STANDARD, CARDS, "ball", openspiel.make_game(ODD)], ids=range(4))
def test_the_simulations_of_openspiel(game):
    game = pyspiel.load_game(game) if isinstance(game, str) else game
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False)


def test_random_games_are_those_of_the_package():
    rng = random.Random(5)
    rulesets = [
        ball.Ruleset({"turn_limit": 10}),
        ball.Ruleset({"mode": "cards", "turn_limit": 10}),
        ball.Ruleset(ODD | {"turn_limit": 7}),
    ]
    games = [openspiel.make_game(ruleset) for ruleset in rulesets]
    ends = set()
    for number in range(1000):
        # From near the end zone some games end by a touchdown.
        start = WINNING if number % 3 == 0 and number % 2 == 0 else None
        game, state = ball.Game(rulesets[number % 3], start), games[number % 3].new_initial_state(start)
        while not state.is_terminal():
            position = game.position
            assert game.outcome is None
            assert state.position == position
            assert str(state) == str(position)
            assert state.current_player() == ["atk", "def"].index(position.team)
            numbers = state.legal_actions()
            assert numbers == position.legal_actions.numbers
            assert state.legal_actions(1 - state.current_player()) == []
            assert state.returns() == state.rewards() == [0, 0]
            action = rng.choice(numbers)
            text = state.action_to_string(action)
            assert text == str(position.action(action))
            assert state.string_to_action(text) == state.string_to_action(state.current_player(), text) == action
            state.apply_action(action)
            game.play(text)
            assert state.move_number() == game.ply
        assert state.position == game.position
        assert state.current_player() == pyspiel.PlayerId.TERMINAL
        assert state.legal_actions() == []
        expected = {"atk": [1, -1], "def": [-1, 1], "draw": [0, 0]}[game.outcome]
        assert state.returns() == state.rewards() == expected
        assert [str(game.position_at(ply).action(a)) for ply, a in enumerate(state.history())] == [
            str(action) for action in game.actions
        ]
        ends.add(game.outcome)
    assert ends >= {"atk", "draw"}


def test_masks():
    state = at(WINNING)
    mask = state.position.action_mask()
    assert state.legal_actions_mask() == mask.tolist()
    assert not any(state.legal_actions_mask(1))


@pytest.mark.parametrize(
    ("action", "error", "rule"),
    [
        (732, ball.IllegalAction, "C1"),
        (777, ball.IllegalAction, ""),
        (945, ball.InvalidAction, "chapter 10"),
        (-5, ball.InvalidAction, "chapter 10"),
        (2**40, ball.InvalidAction, "chapter 10"),
    ],
)
@pytest.mark.parametrize("played", [0, 3])
def test_an_illegal_action_changes_nothing(action, error, rule, played):
    state = pyspiel.load_game(STANDARD).new_initial_state()
    for _ in range(played):
        state.apply_action(state.legal_actions()[-1])
    assert action not in state.legal_actions()
    before = str(state), state.history(), state.move_number(), state.current_player()
    with pytest.raises(error) as caught:
        state.apply_action(action)
    assert caught.value.rule.startswith(rule)
    assert (str(state), state.history(), state.move_number(), state.current_player()) == before
    state.apply_action(state.legal_actions()[0])


def test_nothing_is_legal_at_the_end():
    state = at(OVER)
    with pytest.raises(ball.IllegalAction, match="T7"):
        state.apply_action(511)
    assert state.is_terminal()
    assert state.returns() == [1, -1]
    assert state.observation_string(0) == OVER


def test_wrong_action_texts_and_players():
    state = at(WINNING)
    with pytest.raises(ball.IllegalAction, match="M1"):
        state.string_to_action("F15-F13")
    with pytest.raises(ball.InvalidAction):
        state.string_to_action("nonsense")
    with pytest.raises(ValueError, match="player to move, 0, not of 1"):
        state.action_to_string(1, 511)
    with pytest.raises(ValueError, match="player to move"):
        state.string_to_action(1, "end")
    with pytest.raises(TypeError):
        state.string_to_action(0, "end", "end")


def test_action_strings_are_unique():
    for state in (at(None, CARDS), at(WINNING)):
        texts = [state.action_to_string(action) for action in state.legal_actions()]
        assert len(set(texts)) == len(texts)
        assert texts == [str(action) for action in state.position.legal_actions]


def middle_of_a_turn(game=CARDS):
    """A state a few decisions on, with AP spent."""
    state = pyspiel.load_game(game).new_initial_state()
    for text in ("H11-G10", "F11^G10", "D7-E8"):
        state.apply_action(state.string_to_action(text))
    assert state.position.ap == 1
    return state


@pytest.mark.parametrize("game", [STANDARD, CARDS])
def test_copies_go_their_own_way(game):
    state = middle_of_a_turn(game)
    text, history = str(state), state.history()
    twins = [
        state.clone(),
        copy.copy(state),
        copy.deepcopy(state),
        pickle.loads(pickle.dumps(state)),
        state.get_game().deserialize_state(state.serialize()),
    ]
    for twin in twins:
        assert isinstance(twin, openspiel.BallState)
        assert (str(twin), twin.history(), twin.move_number()) == (text, history, state.move_number())
        assert twin.position == state.position
        assert twin.get_game().ruleset == state.get_game().ruleset
        assert twin.legal_actions() == state.legal_actions()
        twin.apply_action(twin.legal_actions()[0])
        assert (str(state), state.history()) == (text, history)
    assert len({str(twin) for twin in twins}) == 1
    child = state.child(state.legal_actions()[0])
    assert str(child) == str(twins[0])


def test_states_start_anywhere():
    game = pyspiel.load_game(STANDARD)
    position = ball.Position(WINNING, game.ruleset)
    state = game.new_initial_state(position)
    assert state.position == game.new_initial_state(WINNING).position == position
    assert game.new_initial_state({"position": WINNING}).position == position
    assert game.new_initial_state(state.to_struct()).position == position
    assert state.to_json() == '{"position":"' + WINNING + '"}'
    # A clone of such a state is where it is, not at the formation.
    assert state.clone().position == position
    assert pickle.loads(pickle.dumps(state)).position == position
    with pytest.raises(ball.InvalidPosition, match="another ruleset"):
        game.new_initial_state(ball.Position())
    with pytest.raises(ball.InvalidPosition):
        game.new_initial_state("nonsense")


def test_json_forms_of_actions():
    state = at(WINNING)
    action = state.string_to_action("end")
    struct = state.action_to_struct(action)
    assert struct.to_dict() == {"action": "end"}
    assert state.struct_to_actions(struct) == [action]
    assert state.to_observation_struct(1).to_dict() == {"position": WINNING}


@pytest.mark.parametrize("game", [STANDARD, CARDS, openspiel.make_game(ODD)], ids=range(3))
def test_observations_are_the_arrays_of_the_package(game):
    game = pyspiel.load_game(game) if isinstance(game, str) else game
    observer = make_observation(game)
    tensor, shaped = observer.tensor, observer.dict["observation"]
    assert tensor.dtype == np.float32
    assert tensor.ndim == 1
    assert np.shares_memory(tensor, shaped)
    assert list(shaped.shape) == list(game.observation_tensor_shape())
    rng = random.Random(1)
    state = game.new_initial_state()
    while True:
        for player, view in enumerate(("atk", "def")):
            position = state.position
            expected = position.observation(view=view) if game.observation == "planes" else None
            expected = position.observation_vector(view=view) if expected is None else expected
            observer.set_from(state, player)
            assert observer.tensor is tensor
            np.testing.assert_array_equal(shaped, expected)
            np.testing.assert_array_equal(state.observation_tensor(player), expected.ravel())
            assert observer.string_from(state, player) == state.observation_string(player) == str(position)
            assert state.information_state_string(player) == state.history_str()
        if state.is_terminal():
            break
        state.apply_action(rng.choice(state.legal_actions()))


def test_wrong_observers():
    game = pyspiel.load_game(STANDARD)
    observer = make_observation(game)
    for player in (-1, 2):
        with pytest.raises(ValueError, match=f"no player {player}"):
            observer.set_from(game.new_initial_state(), player)
        with pytest.raises(ValueError, match=f"no player {player}"):
            observer.string_from(game.new_initial_state(), player)
    with pytest.raises(ValueError, match="no observation parameters"):
        make_observation(game, params={"scale": 1})
    # With history, or with private parts only.
    for recall, public in ((True, True), (False, False)):
        kind = pyspiel.IIGObservationType(perfect_recall=recall, public_info=public)
        assert make_observation(game, kind).tensor is None
    assert game.make_observer({}) is not None


@pytest.mark.parametrize("text", [WINNING, WINNING.replace("F15", "F13")], ids=["one decision", "two decisions"])
def test_tree_search_finds_the_touchdown(text):
    """Two decisions of one player in a row: a search that took turns for granted would go wrong here."""
    state = at(text)
    game = state.get_game()
    evaluator = mcts.RandomRolloutEvaluator(1, np.random.RandomState(1))
    in_python = mcts.MCTSBot(game, 2, 300, evaluator, solve=True, random_state=np.random.RandomState(1))
    # Not its `step`: OpenSpiel lets go of the interpreter there, and then crashes in any game written in Python.
    in_cpp = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(1, 1), 2.0, 300, 100, True, 1, False)
    for bot in (in_python, in_cpp):
        best = bot.mcts_search(state).best_child()
        assert best.player == 0
        assert best.action in state.legal_actions()
        if text == WINNING:
            assert state.child(best.action).returns() == [1, -1]
        assert str(state) == text


def test_minimax_finds_the_touchdown():
    state = at(WINNING)
    value, action = minimax.alpha_beta_search(
        state.get_game(), state, value_function=lambda _: 0.0, maximum_depth=1, maximizing_player_id=0
    )
    assert value == 1
    assert state.child(action).returns() == [1, -1]


def test_an_environment_of_openspiel():
    environment = rl_environment.Environment(pyspiel.load_game(CARDS))
    rng = random.Random(2)
    step = environment.reset()
    rewards = np.zeros(2)
    decisions = 0
    while not step.last():
        player = step.observations["current_player"]
        assert len(step.observations["info_state"][player]) == environment.game.ruleset.observation_vector_length
        step = environment.step([rng.choice(step.observations["legal_actions"][player])])
        rewards += step.rewards
        decisions += 1
    assert decisions > 12
    assert rewards.sum() == 0
    assert rewards.tolist() == environment.get_state.returns()


def test_import_without_openspiel():
    code = "import sys; sys.modules['pyspiel'] = None; import ball.envs.openspiel"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode != 0
    assert "ImportError: ball.envs.openspiel needs OpenSpiel" in done.stderr
    assert 'pip install "ball-engine[openspiel]"' in done.stderr


def test_the_example():
    command = [sys.executable, "-W", "error", str(ROOT / "examples/python/openspiel_loop.py")]
    command += ["--turns", "3", "--simulations", "5"]
    printed = [subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2)]
    assert printed[0] == printed[1]
    *decisions, last, summary = printed[0].splitlines()
    game = ball.Game({"mode": "cards", "turn_limit": 3})
    for line in decisions:
        turn, team, action = line.split()
        assert (int(turn), team.lower()) == (game.position.turn, game.position.team)
        game.play(action)
    assert str(game.position) == last
    assert summary.startswith(f"{game.ply} decisions, returns [")
