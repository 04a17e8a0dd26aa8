"""Position texts out of arrays, by the tables of docs/arrays.md and nothing else; and games to try arrays on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache
from typing import Any

import ball
import numpy as np
from numpy.typing import NDArray

COLUMNS = "ABCDEFGHIJKLM"
HATCHED = np.array([[(column + 1 + row + 1) % 2 == 1 for column in range(13)] for row in range(17)])
TEAMS = ("atk", "def")
#: First plane that has one value everywhere.
FIRST_WHOLE = 37


def square_name(column: int, row: int, team: str) -> str:
    """The square at a column and row that a coach of the team counts from 0."""
    if team == "def":
        column, row = 12 - column, 16 - row
    return f"{COLUMNS[column]}{row + 1}"


def turned_square(square: str) -> str:
    """The square after half a turn of the board."""
    return f"{COLUMNS[12 - COLUMNS.index(square[0])]}{18 - int(square[1:])}"


def text_of_planes(planes: NDArray[np.uint8], ruleset: ball.Ruleset) -> tuple[str, str]:
    """The text of the position that planes show, and the team that looks."""
    assert planes.dtype == np.uint8
    whole = planes[FIRST_WHOLE:]
    assert (whole == whole[:, :1, :1]).all()
    assert not planes[:FIRST_WHOLE, ~HATCHED].any()
    assert planes[:FIRST_WHOLE].max() <= 1
    values = whole[:, 0, 0].tolist()
    looks = "atk" if values[1] else "def"

    def squares(plane: int) -> list[str]:
        return [square_name(int(column), int(row), looks) for row, column in np.argwhere(planes[plane])]

    down, bottom_down, fresh, tired, bottom_tired, held, loose = (squares(plane) for plane in range(28, 35))
    below = {square for plane in range(14, 28) for square in squares(plane)}
    marks_used = 0
    pieces = {}
    for side, team in enumerate((looks, other(looks))):
        texts = []
        for piece in range(7):
            upper, lower = squares(side * 7 + piece), squares(14 + side * 7 + piece)
            assert len(upper) + len(lower) == 1
            square = (upper + lower)[0]
            is_down, is_tired = (down, tired) if upper else (bottom_down, bottom_tired)
            stacked = upper and square in below
            mark = ("+" if square in fresh else "^") if stacked else ""
            mark += ("-" if square in is_down else "") + ("*" if square in is_tired else "")
            marks_used += len(mark.replace("^", ""))
            texts.append(square + mark)
        pieces[team] = texts
    # Every mark belongs to a piece.
    assert marks_used == sum(map(len, (down, bottom_down, fresh, tired, bottom_tired)))
    assert len(held) + len(loose) == 1
    standing = {text.rstrip("-^+*") for texts in pieces.values() for text in texts}
    assert (held or loose)[0] in standing if held else loose[0] not in standing
    for plane, team in ((35, looks), (36, other(looks))):
        rows = range(ruleset.end_zone_rows) if team == "atk" else range(17 - ruleset.end_zone_rows, 17)
        assert set(squares(plane)) == {
            f"{COLUMNS[column]}{row + 1}" for row in rows for column in range(13) if HATCHED[row, column]
        }
    return text_of(pieces, (held or loose)[0], looks, values, ruleset), looks


def text_of_vector(vector: NDArray[np.uint8], ruleset: ball.Ruleset) -> tuple[str, str]:
    """The text of the position that a vector shows, and the team that looks."""
    assert vector.dtype == np.uint8
    entries = vector.tolist()
    values = entries[157:]
    looks = "atk" if values[1] else "def"
    pieces, holders = {}, []
    for side, team in enumerate((looks, other(looks))):
        texts = []
        for piece in range(7):
            start = (side * 7 + piece) * 11
            column, row, *shape = entries[start : start + 5]
            down, top, bottom, fresh, tired, held = entries[start + 5 : start + 11]
            assert {*shape, down, top, bottom, fresh, tired, held} <= {0, 1}
            assert shape == [shapes(ruleset)[team][piece] == name for name in "XOS"]
            assert not (top and bottom)
            assert (top or bottom) or not fresh
            mark = ("+" if fresh else "^") if top else ""
            mark += ("-" if down else "") + ("*" if tired else "")
            square = square_name(column, row, looks)
            holders += [square] * held
            texts.append(square + mark)
        pieces[team] = texts
    ball_square = square_name(entries[154], entries[155], looks)
    assert holders == ([] if entries[156] else [ball_square])
    return text_of(pieces, ball_square, looks, values, ruleset), looks


def text_of(
    pieces: dict[str, list[str]], ball_square: str, looks: str, values: list[int], ruleset: ball.Ruleset
) -> str:
    """The text of pieces, the ball and the values of the whole planes from plane 37 on."""
    own_turn, is_atk, unlock, touchdown, drawn, ap, turn_low, turn_high, *cards = values
    assert {own_turn, is_atk, unlock, touchdown, drawn} <= {0, 1}
    assert unlock + touchdown + drawn <= 1
    assert ap <= 9
    move = looks if own_turn else other(looks)
    phase = "unlock" if unlock else "over" if touchdown or drawn else "action"
    words = [f"{team}={','.join(pieces[team])}" for team in TEAMS]
    words += [f"ball={ball_square}", f"turn={turn_low + 256 * turn_high}", f"move={move}", f"phase={phase}", f"ap={ap}"]
    if ruleset.mode == "cards":
        size = len(ruleset.deck)
        assert len(cards) == 4 + 3 * size
        assert set(cards[4:]) <= {0, 1}
        own, opponent = cards[0] + 256 * cards[1], cards[2] + 256 * cards[3]
        ep = {looks: own, other(looks): opponent}
        left = {looks: cards[4 : 4 + size], other(looks): cards[4 + size : 4 + 2 * size]}
        spent = [
            ",".join(card.id for card, unspent in zip(ruleset.deck, left[team], strict=True) if not unspent) or "-"
            for team in TEAMS
        ]
        words += [f"ep={ep['atk']}:{ep['def']}", f"spent={spent[0]}:{spent[1]}"]
        pending = [card.id for card, waits in zip(ruleset.deck, cards[4 + 2 * size :], strict=True) if waits]
        words += [f"pending={card}" for card in pending]
    else:
        assert not cards
    if touchdown or drawn:
        words.append(f"result={move if touchdown else 'draw'}")
    return " ".join(words)


@cache
def shapes(ruleset: ball.Ruleset) -> dict[str, list[str]]:
    """The shapes of each team's pieces, in formation order."""
    return {team: [piece["shape"] for piece in ruleset.formation[team]] for team in TEAMS}


def other(team: str) -> str:
    """The other team."""
    return "def" if team == "atk" else "atk"


def turned_ruleset(ruleset: ball.Ruleset) -> ball.Ruleset:
    """The ruleset in which the teams have changed sides."""
    fields = ruleset.to_dict()
    formation = fields["formation"]
    turned = {
        team: [piece | {"square": turned_square(piece["square"])} for piece in formation[other(team)]] for team in TEAMS
    }
    fields["formation"] = turned | {"ball": turned_square(formation["ball"])}
    fields["first"] = other(ruleset.first)
    return ball.Ruleset(fields)


def turned(position: ball.Position) -> ball.Position:
    """The position after half a turn of the board, with the teams changed."""
    words = dict(word.split("=", 1) for word in str(position).split(" "))

    def line(team: str) -> str:
        texts = words[team].split(",")
        return ",".join(turned_square(text.rstrip("-^+*")) + text[len(text.rstrip("-^+*")) :] for text in texts)

    new = words | {"atk": line("def"), "def": line("atk"), "ball": turned_square(words["ball"])}
    new["move"] = other(words["move"])
    for name in ("ep", "spent"):
        if name in words:
            new[name] = ":".join(words[name].split(":")[::-1])
    if words.get("result", "draw") != "draw":
        new["result"] = other(words["result"])
    return ball.Position(" ".join(f"{name}={value}" for name, value in new.items()), turned_ruleset(position.ruleset))


def changed(position: ball.Position, **words: str) -> ball.Position:
    """The position with other words in its text; with words that make no position, the position itself."""
    now = dict(word.split("=", 1) for word in str(position).split(" "))
    try:
        return ball.Position(" ".join(f"{name}={value}" for name, value in (now | words).items()), position.ruleset)
    except ball.InvalidPosition:
        return position


def shuffled_formation(seed: int) -> dict[str, Any]:
    """A formation anywhere on the board, of any shapes."""
    rng = random.Random(seed)
    squares = [f"{COLUMNS[column]}{row + 1}" for row in range(17) for column in range(13) if HATCHED[row, column]]
    places = rng.sample(squares, 14)
    teams = [[{"shape": rng.choice("XOS"), "square": square} for square in part] for part in (places[:7], places[7:])]
    return {"atk": teams[0], "def": teams[1], "ball": rng.choice(places)}


KINDS = ["movement", "block", "protection", "dodge", "tactical_dodge", "hand_off", "short_pass", "long_pass"]
#: Sixteen cards of every effect, all of them free.
LARGE_DECK = [
    *(
        {
            "id": f"again-{kind.replace('_', '-')}",
            "cost": 0,
            "effect": {"type": "extra_action", "kinds": [kind]},
            "after_possession": True,
        }
        for kind in KINDS
    ),
    {"id": "one", "cost": 0, "effect": {"type": "extra_ap", "amount": 1}},
    {"id": "six", "cost": 0, "effect": {"type": "extra_ap", "amount": 6}},
    {"id": "rise", "cost": 0, "effect": {"type": "early_unlock"}},
    {"id": "leap", "cost": 0, "effect": {"type": "leap"}},
    {"id": "run-three", "cost": 0, "effect": {"type": "run", "distance": 3}},
    {"id": "run-four", "cost": 0, "effect": {"type": "run", "distance": 4}, "after_possession": True},
    {"id": "direct", "cost": 0, "effect": {"type": "direct_pass", "range": 16}},
    {"id": "knock", "cost": 0, "effect": {"type": "knock_down"}},
]

RULESETS = {
    "standard": ball.Ruleset(),
    "cards": ball.Ruleset("cards"),
    "short": ball.Ruleset({"turn_limit": 12, "end_zone_rows": 4}),
    "short cards": ball.Ruleset({"mode": "cards", "turn_limit": 9, "first": "atk", "end_zone_rows": 3}),
    "no cards": ball.Ruleset({"mode": "cards", "deck": [], "ep_table": {"movement": 99}, "end_zone_rows": 1}),
    "large deck": ball.Ruleset({"mode": "cards", "deck": LARGE_DECK, "turn_limit": 300}),
    "shuffled": ball.Ruleset({"formation": shuffled_formation(1), "first": "atk", "turn_limit": 300}),
    "shuffled cards": ball.Ruleset(
        {"mode": "cards", "formation": shuffled_formation(2), "deck": LARGE_DECK[::-1], "end_zone_rows": 4}
    ),
}


def walk(ruleset: ball.Ruleset, seed: int, decisions: int) -> Iterator[ball.Position]:
    """The positions of random games, one after the other, with rare actions drawn more often than common ones."""
    rng = random.Random(seed)
    begin = ball.Position(None, ruleset)
    position = begin
    for _ in range(decisions):
        yield position
        if position.phase == "over":
            position = begin
            continue
        legal = position.legal_actions
        kinds = {}
        if rng.random() < 0.5:
            for number, action in zip(legal.numbers, legal, strict=True):
                kinds.setdefault(action.kind, []).append(number)
            position = position.play(rng.choice(kinds[rng.choice(sorted(kinds))]))
        else:
            position = position.play(rng.choice(legal.numbers))
