"""BALL, a deterministic two-player tactical board game: rules, positions, games.

>>> import ball
>>> game = ball.Game("cards")
>>> len(game.legal_actions)
56
>>> for event in game.play("H11-G10"):
...     print(event)
1 AP spent, 1 left
DEF X2 moves from H11 to G10
>>> print(game.position)  # doctest: +ELLIPSIS
atk=D7,F7,H7,J7,G4,B7,L7 def=J11,G10,F11,D11,G14,L11,B11 ball=G4 turn=1 move=def phase=action ap=1 ep=0:0 ...

Squares are texts such as ``"G4"``, teams ``"atk"`` and ``"def"``. Positions, actions and rulesets are immutable values
that hash, compare and pickle; ``str`` gives their notation, ``repr`` an expression. Everything that is wrong is a
:class:`BallError`, which names the rule. :mod:`ball.events` has the classes of events.
"""

from collections.abc import Sequence as _Sequence

try:
    from ball._ball import (
        ACTION_SPACE,
        Action,
        BatchEnv,
        Events,
        Game,
        LegalActions,
        Position,
        Ruleset,
        __version__,
        perft,
    )
except ImportError as error:  # pragma: no cover - only a broken installation comes here
    raise ImportError(
        f"the compiled part ball._ball can't be loaded ({error}); install a wheel of ball-engine for this Python and "
        "system, or build it with maturin"
    ) from error

from ball import events
from ball.errors import BallError, IllegalAction, InvalidAction, InvalidPosition, InvalidRecord, InvalidRuleset
from ball.events import Event
from ball.values import Card, Piece, Problem

_Sequence.register(Events)  # pyright: ignore[reportAttributeAccessIssue]
_Sequence.register(LegalActions)  # pyright: ignore[reportAttributeAccessIssue]

__all__ = [
    "ACTION_SPACE",
    "Action",
    "BallError",
    "BatchEnv",
    "Card",
    "Event",
    "Events",
    "Game",
    "IllegalAction",
    "InvalidAction",
    "InvalidPosition",
    "InvalidRecord",
    "InvalidRuleset",
    "LegalActions",
    "Piece",
    "Position",
    "Problem",
    "Ruleset",
    "__version__",
    "events",
    "perft",
]
