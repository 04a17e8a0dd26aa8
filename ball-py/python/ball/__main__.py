"""``python -m ball``: play in the terminal, replay, count, and check files."""

from __future__ import annotations

import argparse
import io
import os
import random
import sys
from collections.abc import Sequence

import ball
from ball import BallError, Game, Position, Ruleset
from ball._check import Report, UnreadableError, check_text
from ball._play import Opponent, Session
from ball.values import Team

EXIT_CODES = """\
exit codes: 0 all well; 1 the rules refuse the input, or a check found a difference; 2 wrong usage, or a file that
can't be read, or output that can't be written; 130 interrupted; 141 the reader of the output went away"""

POSITION_HELP = 'a position text, or "start" for the start of a game'
RULESET_HELP = "standard (the default), cards, or a file with a ruleset as JSON"


def read_file(name: str) -> str:
    """The text of a file, ``-`` for standard input."""
    try:
        if name == "-":
            return sys.stdin.buffer.read().decode("utf-8-sig")
        with open(name, encoding="utf-8-sig") as file:
            return file.read()
    except OSError as error:
        raise UnreadableError(f"{name}: {error.strerror or error}") from error
    except ValueError as error:
        raise UnreadableError(f"{name}: not UTF-8 text: {error}") from error


def read_ruleset(argument: str) -> Ruleset:
    """The ruleset of the option ``--ruleset``."""
    if argument in ("standard", "cards"):
        return Ruleset(argument)
    return Ruleset.from_json(read_file(argument))


def read_position(text: str, ruleset: Ruleset) -> Position:
    """A position argument."""
    return Position(None if text == "start" else text, ruleset)


def play(options: argparse.Namespace) -> int:
    ruleset = read_ruleset("cards" if options.cards else options.ruleset)
    game = Game(start=read_position(options.position, ruleset))
    computer: Team = "atk" if options.side == "def" else "def"
    opponent = None
    if options.against is not None:
        # Whoever gives no seed is told it, to play the same again.
        seed = random.SystemRandom().randrange(2**32) if options.seed is None else options.seed
        print(f"{computer.upper()} plays at random, --seed {seed}")
        opponent = Opponent(computer, random.Random(seed))
    color = sys.stdout.isatty() and "NO_COLOR" not in os.environ
    Session(game, color, opponent).run()
    return 0


def replay(options: argparse.Namespace) -> int:
    failed = 0
    lines = [(number, line) for number, line in enumerate(read_file(options.file).split("\n"), 1) if line.strip()]
    if not lines:
        raise UnreadableError(f"{options.file}: there is no record in it")
    for number, line in lines:
        try:
            game = Game.from_record(line)
        except BallError as error:
            print(f"{options.file}:{number}: {error}", file=sys.stderr)
            failed = 1
        else:
            show_game(game, f"{options.file}:{number}", options)
    return failed


def show_game(game: Game, title: str, options: argparse.Namespace) -> None:
    tags = " ".join(f"{name}={value}" for name, value in sorted(game.tags.items()))
    print(f"{title}: {game.ply} actions, result {game.outcome or 'open'} {tags}".rstrip())
    if options.step:
        print(game.start.board())
    for ply, action in enumerate(game.actions, 1):
        before = game.position_at(ply - 1)
        if options.step and sys.stdin.isatty() and options.file != "-":
            try:
                input("Enter ")
            except EOFError:
                return
        if options.step or options.events:
            print(f"{ply}. {before.team.upper()} {action}")
        if options.events:
            for event in before.play_events(action)[1]:
                print(f"  {event}")
        if options.step:
            print(game.position_at(ply).board())
    if not options.step:
        print(game.position.board())
    print(game.position)


def perft(options: argparse.Namespace) -> int:
    position = read_position(options.position, read_ruleset(options.ruleset))
    if not options.divide or options.n == 0:
        print(position.perft(options.n))
        return 0
    total = 0
    for action in position.legal_actions:
        count = position.play(action).perft(options.n - 1)
        total += count
        print(f"{action}: {count}", flush=True)
    print(total)
    return 0


def legal(options: argparse.Namespace) -> int:
    for action in read_position(options.position, read_ruleset(options.ruleset)).legal_actions:
        print(action)
    return 0


def apply(options: argparse.Namespace) -> int:
    position = read_position(options.position, read_ruleset(options.ruleset))
    for action in options.actions:
        try:
            position = position.play(action)
        except BallError as error:
            print(f"{action}: {error}", file=sys.stderr)
            return 1
    print(position)
    return 0


def check(options: argparse.Namespace) -> int:
    wrong = 0
    for name in options.files:
        report = Report()
        check_text(read_file(name), name, report)
        for difference in report.differences:
            print(difference)
        for kind, count in sorted(report.checked.items()):
            print(f"{name}: {kind}: {count - report.wrong[kind]} of {count} agree")
        wrong += report.wrong.total()
    return 1 if wrong else 0


def decisions(text: str) -> int:
    """The argument of perft."""
    number = int(text)
    if not 0 <= number <= 99:
        raise argparse.ArgumentTypeError("0 to 99 decisions can be counted")
    return number


def parser() -> argparse.ArgumentParser:
    top = argparse.ArgumentParser(
        prog="python -m ball",
        description="BALL, a deterministic two-player tactical board game.",
        epilog=EXIT_CODES,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    top.add_argument("--version", action="version", version=f"ball {ball.__version__}")
    commands = top.add_subparsers(dest="command", required=True)

    def command(name: str, run: object, text: str) -> argparse.ArgumentParser:
        sub = commands.add_parser(
            name,
            help=text,
            description=text[0].upper() + text[1:] + ".",
            epilog=EXIT_CODES,
            formatter_class=argparse.RawDescriptionHelpFormatter,
        )
        sub.set_defaults(run=run)
        return sub

    def add_ruleset(sub: argparse.ArgumentParser) -> None:
        sub.add_argument("--ruleset", default="standard", metavar="standard|cards|FILE", help=RULESET_HELP)

    sub = command("play", play, "play in the terminal")
    rules = sub.add_mutually_exclusive_group()
    rules.add_argument("--cards", action="store_true", help="short for --ruleset cards")
    rules.add_argument("--ruleset", default="standard", metavar="standard|cards|FILE", help=RULESET_HELP)
    sub.add_argument("--position", default="start", metavar="TEXT", help=POSITION_HELP)
    sub.add_argument("--against", choices=["random"], help="let the computer play one team")
    sub.add_argument("--side", choices=["atk", "def"], default="def", help="your team against the computer (def)")
    sub.add_argument("--seed", type=int, metavar="N", help="seed of its choices; the same seed plays the same")

    sub = command("replay", replay, "replay the records of a file, one a line")
    sub.add_argument("file", metavar="FILE", help="- for standard input")
    sub.add_argument(
        "--step", action="store_true", help="show the board after each action; at a terminal wait for Enter"
    )
    sub.add_argument("--events", action="store_true", help="tell what happens")

    sub = command("perft", perft, "count the sequences of N decisions")
    sub.add_argument("n", metavar="N", type=decisions, help="0 to 99")
    sub.add_argument("position", metavar="POSITION", nargs="?", default="start", help=POSITION_HELP)
    add_ruleset(sub)
    sub.add_argument("--divide", action="store_true", help="count behind each first action apart")

    sub = command("legal", legal, "list the legal actions of a position by their numbers")
    sub.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    add_ruleset(sub)

    sub = command("apply", apply, "play actions and print the position they lead to")
    sub.add_argument("position", metavar="POSITION", help=POSITION_HELP)
    sub.add_argument("actions", metavar="ACTION", nargs="+", help="an action such as H11-G10")
    add_ruleset(sub)

    sub = command("check", check, "compare the rules with files of expectations, such as those of tests/")
    sub.add_argument("files", metavar="FILE", nargs="+", help="- for standard input")
    return top


def main(arguments: Sequence[str] | None = None) -> int:
    """Runs the command line and gives the exit code."""
    options = parser().parse_args(arguments)
    # A stream that was closed before the start is none at all.
    sys.stdin = sys.stdin or open(os.devnull, encoding="utf-8")  # noqa: SIM115 - for as long as the program runs
    sys.stdout = sys.stdout or open(os.devnull, "w", encoding="utf-8")  # noqa: SIM115
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        # Nothing typed and nothing printed is worth a traceback.
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
    try:
        code: int = options.run(options)
        sys.stdout.flush()
    except UnreadableError as error:
        print(error, file=sys.stderr)
        return 2
    except BallError as error:
        print(error, file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The interpreter flushes once more at its end.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 141
    except OSError as error:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        print(error.strerror or error, file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(file=sys.stderr)
        return 130
    return code


if __name__ == "__main__":
    sys.exit(main())
