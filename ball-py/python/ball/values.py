"""Plain records and the names that appear in them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal

__all__ = [
    "ActionKind",
    "Card",
    "Effect",
    "EpSource",
    "Gain",
    "Loss",
    "Mode",
    "OrdinaryKind",
    "Outcome",
    "Phase",
    "Piece",
    "Problem",
    "Shape",
    "StackPlace",
    "Team",
]

Team = Literal["atk", "def"]
Shape = Literal["X", "O", "S"]
Mode = Literal["standard", "cards"]
Phase = Literal["action", "unlock", "over"]
Outcome = Literal["atk", "def", "draw"]
StackPlace = Literal["top", "bottom"]
#: Forms of action, as they are written.
ActionKind = Literal[
    "move",
    "stack",
    "dodge",
    "tactical_dodge",
    "hand_off",
    "short_pass",
    "long_pass",
    "knock_down",
    "stand_up",
    "release",
    "convert",
    "end",
    "play_card",
]
#: Kinds of ordinary action, which the EP table and cards tell apart.
OrdinaryKind = Literal[
    "movement", "block", "protection", "dodge", "tactical_dodge", "hand_off", "short_pass", "long_pass"
]
#: What earns EP.
EpSource = Literal[
    "movement",
    "block",
    "protection",
    "dodge",
    "tactical_dodge",
    "hand_off",
    "short_pass",
    "long_pass",
    "forced_fumble",
    "fumble",
    "take_possession",
    "unblock",
    "unprotect",
]
#: What a card does.
Effect = Literal["extra_ap", "extra_action", "early_unlock", "leap", "run", "direct_pass", "knock_down"]
#: How a piece came into possession of the ball.
Gain = Literal["loose ball", "forced fumble", "stack", "hand-off", "direct pass", "release"]
#: How the ball came to lie loose.
Loss = Literal["short pass", "long pass", "fumble"]


@dataclass(frozen=True)
class Piece:
    """One piece of a position.

    >>> import ball
    >>> carrier = ball.Position().carrier
    >>> carrier.name, carrier.square, carrier.has_ball, carrier.active
    ('ATK X5', 'G4', True, True)
    """

    __module__ = "ball"

    #: ``"atk"`` or ``"def"``.
    team: Team
    #: ``"X"``, ``"O"`` or ``"S"``, the square piece.
    shape: Shape
    #: From 1 within the shape.
    number: int
    #: Where it stands.
    square: str
    #: Knocked down; for the bottom of a stack, the state it returns to.
    knocked_down: bool = False
    #: Its place in a stack, ``"top"`` or ``"bottom"``, or ``None``.
    stack: StackPlace | None = None
    #: Whether its stack was formed in this turn.
    formed_this_turn: bool = False
    #: Whether it may not initiate another ordinary action in this turn.
    tired: bool = False
    #: In possession of the ball.
    has_ball: bool = False

    @property
    def name(self) -> str:
        """Team, shape and number, such as ``"ATK X5"``."""
        return f"{self.team.upper()} {self.shape}{self.number}"

    @property
    def active(self) -> bool:
        """Whether it is neither knocked down nor in a stack."""
        return not self.knocked_down and self.stack is None

    def __str__(self) -> str:
        return self.name


@dataclass(frozen=True)
class Card:
    """A card of a ruleset's deck. A list of these is a ``deck`` that :class:`Ruleset` takes.

    >>> import ball
    >>> tackle = ball.Card("tackle", cost=1, effect="knock_down")
    >>> ball.Ruleset({"mode": "cards", "deck": [tackle]}).deck == (tackle,)
    True
    """

    __module__ = "ball"

    #: Its name in texts.
    id: str
    #: EP paid when it is played, 0 to 999.
    cost: int
    #: What it does.
    effect: Effect
    #: AP that ``extra_ap`` gives, 1 to 7.
    amount: int | None = None
    #: Kinds that ``extra_action`` allows.
    kinds: tuple[OrdinaryKind, ...] = ()
    #: Squares that a ``run`` moves, 3 or 4.
    distance: int | None = None
    #: Greatest distance of a ``direct_pass``, 1 to 16.
    range: int | None = None
    #: Whether a tired piece may be its acting piece.
    after_possession: bool = False

    def to_dict(self) -> dict[str, Any]:
        """The card as an entry of ``deck`` in JSON."""
        parameters = {"amount": self.amount, "kinds": list(self.kinds), "distance": self.distance, "range": self.range}
        given = {name: value for name, value in parameters.items() if value not in (None, [])}
        card: dict[str, Any] = {"id": self.id, "cost": self.cost, "effect": {"type": self.effect, **given}}
        if self.after_possession:
            card["after_possession"] = True
        return card

    def __str__(self) -> str:
        return self.id


@dataclass(frozen=True)
class Problem:
    """One reason for which a position, a ruleset or a record is refused."""

    __module__ = "ball"

    #: Id of the rule that is broken.
    rule: str
    #: What it is about: a token of a position, or a place such as ``"deck[2].cost"``; empty for the whole.
    path: str
    #: What is wrong; begins with the rule.
    message: str

    def __str__(self) -> str:
        return self.message
