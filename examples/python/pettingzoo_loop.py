"""BALL in PettingZoo: ATK is greedy, DEF plays at random, and the loop says who earned what.

Needs PettingZoo: pip install "ball-engine[pettingzoo]"

Run it with: python examples/python/pettingzoo_loop.py --games 20 --turns 100 --seed 1
"""

import argparse

from ball.envs.opponents import GreedyOpponent
from ball.envs.pettingzoo import env


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=20)
    parser.add_argument("--turns", type=int, default=100, help="turns until a game is truncated")
    parser.add_argument("--mode", choices=["standard", "cards"], default="standard")
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()

    game = env(ruleset=arguments.mode, max_turns=arguments.turns, observation="vector")
    greedy = GreedyOpponent(arguments.seed)
    game.action_space("player_1").seed(arguments.seed)
    earned = {"player_0": 0.0, "player_1": 0.0}
    decisions = dict.fromkeys(earned, 0)
    touchdowns = 0

    for _ in range(arguments.games):
        game.reset()
        # The same agent may come several times in a row: the loop asks, it does not alternate.
        for agent in game.agent_iter():
            observation, reward, termination, truncation, _ = game.last()
            # What the agent was paid since its own last step: at the end both come once more, each with its own.
            earned[agent] += reward
            if termination or truncation:
                touchdowns += reward == 1.0
                action = None
            elif agent == "player_0":
                action = greedy(game.position)
            else:
                # A policy would look at observation["observation"] here, which is turned for player_1.
                action = game.action_space(agent).sample(observation["action_mask"])
            decisions[agent] += action is not None
            game.step(action)

    print(f"{arguments.games} games, {touchdowns} ended with a touchdown")
    for agent, team in (("player_0", "ATK"), ("player_1", "DEF")):
        print(f"{agent}, {team}: {decisions[agent]} decisions, {earned[agent]:+.0f} in all")


if __name__ == "__main__":
    main()
