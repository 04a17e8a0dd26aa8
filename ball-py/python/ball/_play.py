"""A game in the terminal, in the order of choosing of chapter 12."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from ball._ball import Action, Events, Game, Position
from ball.errors import BallError
from ball.values import Piece, Team

__all__ = ["Session"]

HELP = """\
  H11, X2            pick a piece by its square or name; then follow an action, a destination and what else it needs
  end, convert       end the action phase, turn 1 AP into 1 EP
  card               pick a card; card:hurdle picks this one
  H11-G10            an action as it is written
  undo               take back the last action, a card together with its completion
  board, position    show the board, the position as text
  actions            list the legal actions
  record             show the game as a record
  help, quit
An empty line or Esc (and Enter) cancels a choice that is not complete: the game is then as it was before it, and a
card that has been picked is not played."""

#: What an action of each form has to choose, in order: what it is called, and the property of the action.
STAGES: dict[str, tuple[tuple[str, str], ...]] = {
    "move": (("destination", "to_square"),),
    "stack": (("destination", "to_square"),),
    "dodge": (("opponent", "over"), ("exit", "exit")),
    "tactical_dodge": (("destination", "landing"), ("push square", "push")),
    "hand_off": (("receiver", "to_square"),),
    "short_pass": (("destination", "to_square"),),
    "long_pass": (("destination", "to_square"),),
    "knock_down": (("opponent", "target"),),
    "stand_up": (("destination", "to_square"),),
    "release": (("square for the top", "top"), ("square for the bottom", "bottom"), ("keeper of the ball", "keeper")),
    "play_card": (("card", "card"),),
}


class CanceledError(Exception):
    """The choice is given up."""


class ImpossibleError(Exception):
    """What was picked has nothing to choose from."""


class LeaveError(Exception):
    """The player leaves."""


@dataclass(frozen=True)
class Opponent:
    """A player that picks any legal action."""

    team: Team
    choose: random.Random

    def action(self, position: Position) -> Action:
        return self.choose.choice(position.legal_actions)


def kind_name(position: Position, action: Action) -> str:
    """What an action is called in this position."""
    if action.kind == "stack":
        below = position.at(action.to_square or "")
        return "protection" if below and below[0].team == position.team else "block"
    effects = {card.id: card.effect for card in position.ruleset.deck}
    effect = effects.get(position.pending or "")
    if action.kind == "move":
        return effect if effect in ("leap", "run") else "movement"
    if action.kind == "hand_off" and effect == "direct_pass":
        return "direct pass"
    return {"hand_off": "hand-off", "stand_up": "stand-up"}.get(action.kind, action.kind.replace("_", " "))


class Session:
    """A game between two players at one terminal, or one and the computer."""

    def __init__(self, game: Game, color: bool, opponent: Opponent | None) -> None:
        self.game = game
        self.color = color
        self.opponent = opponent
        #: A card that is played but not completed; the game does not know of it yet.
        self.card: Action | None = None
        #: What the player decides on: the game's position, or after the card.
        self.position = game.position
        self.commands: dict[str, Callable[[], None]] = {
            "undo": self.undo,
            "board": self.show_board,
            "position": lambda: print(self.position),
            "actions": lambda: print("  ".join(map(str, self.position.legal_actions))),
            "record": lambda: print(self.game.to_json()),
            "help": lambda: print(HELP),
        }

    def run(self) -> None:
        """Plays until the game is over or the player leaves."""
        self.show_board()
        print("help explains what can be typed.")
        try:
            while self.game.outcome is None:
                if self.opponent is not None and self.position.team == self.opponent.team:
                    self.commit(self.opponent.action(self.position))
                else:
                    self.decide()
        except LeaveError:
            return
        print("The game is drawn." if self.game.outcome == "draw" else f"{str(self.game.outcome).upper()} has won.")

    def decide(self) -> None:
        """One line of the player, and the choices that follow from it."""
        self.show_choices()
        try:
            line = self.read(f"{self.position.team.upper()}> ")
            if (command := self.commands.get(line.lower())) is not None:
                command()
            else:
                self.commit(self.action(line))
        except CanceledError:
            if self.card is not None:
                print(f"{self.card.card} is not played.")
            self.forget_card()
        except (BallError, ImpossibleError) as error:
            print(error)

    def read(self, prompt: str) -> str:
        """A line without spaces around it; an empty one, or Esc, cancels."""
        try:
            line = input(prompt).strip()
        except EOFError:
            print()
            raise LeaveError from None
        if line.lower() == "quit":
            raise LeaveError
        if not line or "\x1b" in line:
            raise CanceledError
        return line

    def action(self, line: str) -> Action:
        """The action that a line means, or begins."""
        legal = self.position.legal_actions
        if line.lower() == "card":
            cards = [action for action in legal if action.kind == "play_card"]
            if not cards:
                raise ImpossibleError("no card can be played now")
            return self.complete(cards)
        piece = self.piece(line)
        if piece is None:
            return Action(line)
        actions = list(legal.of(piece))
        if not actions:
            raise ImpossibleError(f"{piece.name} on {piece.square} can't do anything now")
        names = {action: kind_name(self.position, action) for action in actions}
        kind = self.choose("action", list(dict.fromkeys(names.values())))
        return self.complete([action for action in actions if names[action] == kind])

    def piece(self, line: str) -> Piece | None:
        """The piece of the player that a line names by its square or name, if it does."""
        own = [piece for piece in self.position.pieces if piece.team == self.position.team and piece.stack != "bottom"]
        word = line.upper()
        return next((piece for piece in own if word in (piece.square, piece.name, piece.name.split()[1])), None)

    def complete(self, actions: list[Action]) -> Action:
        """Asks for destination and what else an action of this kind needs."""
        for title, name in STAGES[actions[0].kind]:
            options = list(dict.fromkeys(getattr(action, name) for action in actions))
            # A release without the ball has no keeper.
            if options != [None]:
                choice = self.choose(title, options)
                actions = [action for action in actions if getattr(action, name) == choice]
        return actions[0]

    def choose(self, title: str, options: Sequence[str]) -> str:
        """One of the options, by its number or as it is written."""
        width = len(str(len(options)))
        print(f"{title}:")
        for number, option in enumerate(options, 1):
            print(f"  {number:>{width}}  {option}")
        by_word = {option.lower(): option for option in options}
        by_word.update((str(number), option) for number, option in enumerate(options, 1))
        while True:
            choice = by_word.get(self.read(f"{title}> ").lower())
            if choice is not None:
                return choice
            print(f"one of 1 to {len(options)}, or an empty line to cancel")

    def commit(self, action: Action) -> None:
        """Plays a complete action; a card waits for its completion."""
        after, events = self.position.play_events(action)
        if after.pending is not None:
            self.card, self.position = action, after
            self.show(events)
            print(f"{after.pending} is to be completed; an empty line takes it back.")
            return
        if self.card is not None:
            self.game.play(self.card)
        self.game.play(action)
        self.forget_card()
        print(action)
        self.show(events)
        self.show_board()

    def undo(self) -> None:
        """Takes back the player's last action, and what has followed it."""
        earlier = range(self.game.ply - 1, -1, -1) if self.card is None else ()
        # A game may start in the middle of a choice, with a card pending.
        own = next(
            (ply for ply in earlier if self.decides(self.game.position_at(ply), pending=ply == 0)), self.game.ply
        )
        while self.game.ply > own:
            self.game.undo()
        self.forget_card()
        self.show_board()

    def decides(self, position: Position, *, pending: bool = False) -> bool:
        """Whether a choice of the player begins here; if ``pending``, it may have begun with a card."""
        computer = self.opponent is not None and position.team == self.opponent.team
        return (pending or position.pending is None) and not computer

    def forget_card(self) -> None:
        self.card, self.position = None, self.game.position

    def show(self, events: Events) -> None:
        for event in events:
            print(f"  {event}")

    def show_board(self) -> None:
        print(self.position.board(color=self.color))
        sys.stdout.flush()

    def show_choices(self) -> None:
        """The pieces that can act, and the actions that belong to none."""
        legal = self.position.legal_actions
        own = [piece for piece in self.position.pieces if piece.team == self.position.team]
        acting = [f"{piece.name.split()[1]} {piece.square}" for piece in own if legal.of(piece)]
        others = [str(action) for action in legal if action.from_square is None]
        print("can act: " + ", ".join(acting + others))
