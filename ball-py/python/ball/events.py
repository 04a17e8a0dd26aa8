"""What happens when an action is played, step by step.

The events of an action, in order, are enough to draw or log it. A ball in possession goes with its piece where that
moves, without an event of its own. Pieces are named as by :attr:`ball.Piece.name`. :class:`ball.Events` is the sequence
of them that playing gives.

>>> import ball
>>> from ball.events import Moved
>>> _, events = ball.Position().play_events("H11-G10")
>>> [(event.from_square, event.to_square) for event in events if isinstance(event, Moved)]
[('H11', 'G10')]
>>> [event.kind for event in events]
['ap_spent', 'moved']
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from ball.values import EpSource, Gain, Loss, Phase, Team

__all__ = [
    "ApConverted",
    "ApGained",
    "ApSpent",
    "BallLoose",
    "CardPlayed",
    "Draw",
    "EpGained",
    "Event",
    "KnockedDown",
    "Moved",
    "PhaseEnded",
    "Possession",
    "Pushed",
    "StackFormed",
    "StackReleased",
    "StoodUp",
    "Tired",
    "Touchdown",
    "TurnBegan",
]


@dataclass(frozen=True)
class Event:
    """One step of what an action does; ``str`` of it is a line of a log."""

    #: Name of the class in lower case, such as ``"ball_loose"``.
    kind: ClassVar[str] = "event"
    #: The event as a line of a log.
    text: str

    def __str__(self) -> str:
        return self.text


@dataclass(frozen=True)
class ApSpent(Event):
    """AP were used by an ordinary action (T2)."""

    kind = "ap_spent"
    #: Whose.
    team: Team
    #: AP left.
    left: int


@dataclass(frozen=True)
class ApConverted(Event):
    """AP became EP (C4)."""

    kind = "ap_converted"
    #: Whose.
    team: Team
    #: AP left.
    left: int
    #: EP of the coach now.
    ep: int


@dataclass(frozen=True)
class CardPlayed(Event):
    """A card was played and paid (C5)."""

    kind = "card_played"
    #: Who played it.
    team: Team
    #: Its id.
    card: str
    #: EP left.
    ep: int


@dataclass(frozen=True)
class ApGained(Event):
    """A card gave AP (C7)."""

    kind = "ap_gained"
    #: Whose.
    team: Team
    #: AP gained.
    amount: int
    #: AP now.
    ap: int


@dataclass(frozen=True)
class Moved(Event):
    """A piece moved. A dodge is two movements: onto the opponent's square and on to the exit (D1)."""

    kind = "moved"
    piece: str
    from_square: str
    to_square: str
    #: The square between, of a diagonal two (M4). A run passes over more; they lie on the line.
    over: str | None


@dataclass(frozen=True)
class KnockedDown(Event):
    """A piece was knocked down (P2)."""

    kind = "knocked_down"
    piece: str
    square: str
    #: Who did it.
    by: str


@dataclass(frozen=True)
class Pushed(Event):
    """A piece was pushed (D4). A ball that it had stays behind; a :class:`BallLoose` tells where it goes."""

    kind = "pushed"
    piece: str
    from_square: str
    to_square: str


@dataclass(frozen=True)
class BallLoose(Event):
    """The ball left its holder and lies loose (P4): a pass (H2, H3) or a fumble (D5)."""

    kind = "ball_loose"
    #: Who had it.
    piece: str
    #: Where it was.
    from_square: str
    #: Where it lies.
    square: str
    #: ``"short pass"``, ``"long pass"`` or ``"fumble"``.
    loss: Loss


@dataclass(frozen=True)
class Possession(Event):
    """A piece came into possession of the ball."""

    kind = "possession"
    piece: str
    #: Where the ball came from.
    from_square: str
    #: Where it is.
    square: str
    #: How.
    gain: Gain


@dataclass(frozen=True)
class Tired(Event):
    """The piece became tired (T3)."""

    kind = "tired"
    piece: str


@dataclass(frozen=True)
class StackFormed(Event):
    """A stack was formed (D6)."""

    kind = "stack_formed"
    #: The piece above.
    top: str
    #: The piece below.
    bottom: str
    square: str


@dataclass(frozen=True)
class StackReleased(Event):
    """A stack was released (U4); the movements of its pieces follow."""

    kind = "stack_released"
    #: The piece above.
    top: str
    #: The piece below.
    bottom: str
    #: Where it was.
    square: str


@dataclass(frozen=True)
class StoodUp(Event):
    """A piece stood up (U3)."""

    kind = "stood_up"
    piece: str
    from_square: str
    to_square: str


@dataclass(frozen=True)
class EpGained(Event):
    """EP were earned (C3)."""

    kind = "ep_gained"
    #: By whom.
    team: Team
    #: For what.
    source: EpSource
    #: How many were added; less than the table says near 999.
    amount: int
    #: EP now.
    ep: int


@dataclass(frozen=True)
class Touchdown(Event):
    """The game is won (T7)."""

    kind = "touchdown"
    #: By whom.
    piece: str
    square: str


@dataclass(frozen=True)
class PhaseEnded(Event):
    """A phase ended (T5, U2, U5)."""

    kind = "phase_ended"
    #: Which.
    phase: Phase


@dataclass(frozen=True)
class TurnBegan(Event):
    """A turn began (T6)."""

    kind = "turn_began"
    #: Its number.
    turn: int
    #: Whose it is.
    team: Team


@dataclass(frozen=True)
class Draw(Event):
    """The game is drawn (T8)."""

    kind = "draw"
    #: The last turn.
    turn: int
