"""BALL in OpenSpiel: its tree search plays ATK against random play, and every decision is printed.

Needs OpenSpiel: pip install "ball-engine[openspiel]"

Run it with: python examples/python/openspiel_loop.py --turns 12 --simulations 20 --seed 1
"""

import argparse

import ball.envs.openspiel  # noqa: F401, it registers the game
import numpy as np
import pyspiel
from open_spiel.python.algorithms import mcts
from open_spiel.python.bots import uniform_random


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--turns", type=int, default=12, help="turns until a draw")
    parser.add_argument("--simulations", type=int, default=20, help="simulations of the search for each decision")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    game = pyspiel.load_game(f"ball(mode=cards,turn_limit={arguments.turns})")
    random = np.random.RandomState(arguments.seed)
    search = mcts.MCTSBot(
        game,
        uct_c=2,
        max_simulations=arguments.simulations,
        evaluator=mcts.RandomRolloutEvaluator(1, random),
        random_state=random,
    )
    # Player 0 is ATK, player 1 is DEF.
    bots = [search, uniform_random.UniformRandomBot(1, random)]

    state = game.new_initial_state()
    while not state.is_terminal():
        # The same player may decide several times in a row: always ask.
        player = state.current_player()
        action = bots[player].step(state)
        print(f"{state.position.turn:3} {('ATK', 'DEF')[player]} {state.action_to_string(action)}")
        state.apply_action(action)

    print(state)
    print(f"{state.move_number()} decisions, returns {state.returns()}")


if __name__ == "__main__":
    main()
