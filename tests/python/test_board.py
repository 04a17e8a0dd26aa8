"""The board as text."""

from __future__ import annotations

import re

import ball

ANSI = re.compile("\x1b\\[[0-9;]*m")


def cells(position):
    """What the board shows, by square."""
    shown = {}
    for line in position.board().splitlines():
        row = re.match(r"( ?\d+) +(.*?) +\1$", line)
        if row:
            number = int(row[1])
            for match in re.finditer(r"\S+", line[4:-2]):
                column = (match.start() + 0) // 4
                shown["ABCDEFGHIJKLM"[column] + str(number)] = match[0]
    return shown


def expected(position):
    """What it should show."""
    shown = {}
    for letter in "ABCDEFGHIJKLM":
        for row in range(1, 18):
            if (ord(letter) - ord("A") + 1 + row) % 2:
                shown[f"{letter}{row}"] = "@" if position.ball == f"{letter}{row}" else "."
    for square in {piece.square for piece in position.pieces}:
        parts = []
        for piece in position.at(square):
            letter = piece.shape if piece.team == "atk" else piece.shape.lower()
            marks = ("-" if piece.knocked_down else "") + ("@" if piece.has_ball else "") + ("*" if piece.tired else "")
            parts.append(letter + marks)
        fresh = position.at(square)[0].formed_this_turn
        shown[square] = ("+" if fresh else "^").join(parts)
    return shown


def test_every_square_is_shown(positions):
    for position in positions:
        assert cells(position) == expected(position)


def test_state_of_the_game():
    board = ball.Position().board()
    assert "turn 1, DEF to move, action phase, 2 AP" in board
    assert "EP" not in board
    cards = ball.Position(None, "cards").play("convert").board()
    assert "DEF 1 EP, cards: audible(3) second-effort(2)" in cards
    assert "ATK 0 EP" in cards


def test_pending_cards_and_ends_are_shown(positions):
    for position in positions:
        board = position.board()
        assert ("has to be completed" in board) == (position.pending is not None)
        assert ("drawn" in board) == (position.outcome == "draw")
        assert ("has won" in board) == (position.outcome in ("atk", "def"))


def test_colours_change_nothing_else(positions):
    for position in positions[::10]:
        coloured = position.board(color=True)
        assert coloured != position.board()
        assert ANSI.sub("", coloured) == position.board()


def test_end_zones_are_marked():
    for rows in (1, 2, 3, 4):
        board = ball.Position(None, {"end_zone_rows": rows}).board().splitlines()
        marks = [place for place, line in enumerate(board) if re.fullmatch(" *-+", line)]
        assert marks[0] == 1 + rows
        assert marks[1] == 1 + rows + 1 + (17 - 2 * rows)
