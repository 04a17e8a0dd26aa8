"""The board as text, as far as letters can show it (chapter 12)."""

from __future__ import annotations

from ball._ball import Position
from ball.values import Piece, Team

COLUMNS = "ABCDEFGHIJKLM"
ROWS = range(17, 0, -1)
#: Hatched squares alternate, so each has the room of two cells.
CELL = 4
LEFT = 4

LEGEND = (
    "X O S: ATK, x o s: DEF, @: the ball, X@: has the ball, X-: knocked down, X*: tired,",
    "X^o: X on top of o, X+o: a stack formed in this turn",
)

RESET = "\x1b[0m"
TEAM_COLORS: dict[Team, str] = {"atk": "\x1b[1;31m", "def": "\x1b[1;36m"}
BALL_COLOR = "\x1b[1;33m"
FAINT = "\x1b[2m"
#: A piece that lies is also shown in reverse.
REVERSE = "\x1b[7m"


class Painter:
    """Adds terminal colours, or none."""

    def __init__(self, color: bool) -> None:
        self.color = color

    def paint(self, text: str, code: str) -> str:
        return f"{code}{text}{RESET}" if self.color and text else text

    def piece(self, piece: Piece) -> tuple[str, int]:
        """A piece with its marks, and how wide it is."""
        letter = piece.shape if piece.team == "atk" else piece.shape.lower()
        lying = REVERSE if piece.knocked_down else ""
        body = letter + ("-" if piece.knocked_down else "")
        ball, tired = "@" if piece.has_ball else "", "*" if piece.tired else ""
        text = self.paint(body, TEAM_COLORS[piece.team] + lying) + self.paint(ball, BALL_COLOR) + tired
        return text, len(body + ball + tired)

    def square(self, position: Position, square: str) -> tuple[str, int]:
        """What is on a hatched square, and how wide it is."""
        pieces = position.at(square)
        if not pieces:
            return (self.paint("@", BALL_COLOR), 1) if position.ball == square else (self.paint(".", FAINT), 1)
        parts = [self.piece(piece) for piece in pieces]
        mark = "+" if pieces[0].formed_this_turn else "^"
        return mark.join(text for text, _ in parts), sum(width for _, width in parts) + len(parts) - 1


def draw(position: Position, color: bool = False) -> str:
    """Board, state of the game and legend."""
    painter = Painter(color)
    zone = position.ruleset.end_zone_rows
    header = " " * LEFT + "".join(letter.ljust(CELL) for letter in COLUMNS).rstrip()
    border = " " * LEFT + "-" * (CELL * (len(COLUMNS) - 1) + 1)
    lines = [header]
    for row in ROWS:
        line, width = f"{row:>2}".ljust(LEFT), LEFT
        for place, letter in enumerate(COLUMNS):
            if (place + 1 + row) % 2 == 0:
                continue
            start = LEFT + CELL * place
            text, length = painter.square(position, f"{letter}{row}")
            line += " " * (start - width) + text
            width = start + length
        right = LEFT + CELL * len(COLUMNS) + CELL
        lines.append(line + " " * (right - width) + f"{row:>2}")
        if row in (zone + 1, 18 - zone):
            lines.append(border)
    return "\n".join([*lines, header, "", *state(position, painter), "", *LEGEND])


def state(position: Position, painter: Painter) -> list[str]:
    """Whose turn it is, and what the coaches have."""
    team = painter.paint(position.team.upper(), TEAM_COLORS[position.team])
    if position.outcome is None:
        lines = [f"turn {position.turn}, {team} to move, {position.phase} phase, {position.ap} AP"]
    elif position.outcome == "draw":
        lines = [f"turn {position.turn}, the game is drawn"]
    else:
        lines = [f"turn {position.turn}, touchdown, {team} has won"]
    if position.ruleset.mode == "cards":
        teams: tuple[Team, Team] = ("atk", "def")
        for name, ep, spent in zip(teams, position.ep, position.spent, strict=True):
            hand = " ".join(f"{card.id}({card.cost})" for card in position.ruleset.deck if card.id not in spent)
            lines.append(f"{painter.paint(name.upper(), TEAM_COLORS[name])} {ep} EP, cards: {hand or '-'}")
        if position.pending is not None:
            lines.append(f"the card {position.pending} has to be completed")
    return lines
