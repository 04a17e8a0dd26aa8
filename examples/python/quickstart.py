"""The package in one page: a game, its legal actions, events, and what happens to an illegal action.

Run it with: python examples/python/quickstart.py
"""

import ball


def main() -> None:
    game = ball.Game()  # ball.Game("cards") has cards
    print(game.position.board())

    # Legal actions are a snapshot; those of one piece are picked by its square or name.
    legal = game.legal_actions
    print(f"{len(legal)} legal actions, of DEF X5:", *legal.of("G14"))

    # An action is a word. Playing it gives what happens.
    for event in game.play("H11-G10"):
        print(event)

    # An error names the rule.
    try:
        game.play("G10-G12")
    except ball.IllegalAction as error:
        print(f"refused by {error.rule}: {error}")

    # Positions are values: playing gives a new one, and they can be kept, compared and written down.
    position = game.position
    after = position.play("end")
    print(f"turn {after.turn}, {after.team} to move, ball on {after.ball}")
    assert ball.Position(str(after)) == after

    # The game so far as one line of a file.
    print(game.to_json({"event": "quickstart"}))


if __name__ == "__main__":
    main()
