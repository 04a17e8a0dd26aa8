"""Replays recorded games, one record a line: the board and what happens after each action, last the final position.

Run it with: python examples/python/replay.py examples/game.jsonl
"""

import sys
from collections.abc import Iterator
from pathlib import Path

import ball


def records(path: Path) -> Iterator[ball.Game]:
    """The games of a file of records."""
    for number, line in enumerate(path.read_text(encoding="utf-8").strip().split("\n"), 1):
        try:
            yield ball.Game.from_record(line)
        except ball.InvalidRecord as error:
            raise SystemExit(f"{path}:{number}: {error}") from error


def replay(game: ball.Game) -> None:
    """Prints a game from its start to where it ends."""
    print(game.start.board())
    for ply, action in enumerate(game.actions):
        before = game.position_at(ply)
        after, events = before.play_events(action)
        print(f"\n{ply + 1}. {before.team.upper()} {action}")
        for event in events:
            print(f"   {event}")
        print(after.board())
    print(f"\nresult: {game.outcome or 'unfinished'}")
    print(game.position)


def main() -> None:
    default = Path(__file__).parent.parent / "game.jsonl"
    path = Path(sys.argv[1]) if len(sys.argv) > 1 else default
    try:
        for game in records(path):
            replay(game)
    except OSError as error:
        raise SystemExit(f"{path}: {error.strerror}") from error


if __name__ == "__main__":
    main()
