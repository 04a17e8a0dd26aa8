"""What every value promises: equal, hashable, printed as notation, evaluable, pickled and copied."""

from __future__ import annotations

import copy
import dataclasses
import pickle

import ball
import pytest
from ball import events

from conftest import lines

#: Everything that a repr may use.
NAMES = {
    **{name: getattr(ball, name) for name in ball.__all__},
    **{name: getattr(events, name) for name in events.__all__},
}

CUSTOM = {
    "mode": "cards",
    "turn_limit": 40,
    "first": "atk",
    "ep_table": {"movement": 2},
    "deck": [
        {"id": "sprint", "cost": 1, "effect": {"type": "run", "distance": 4}, "after_possession": True},
        {"id": "twice", "cost": 0, "effect": {"type": "extra_action", "kinds": ["movement", "block"]}},
    ],
}

RULESETS = [ball.Ruleset.standard(), ball.Ruleset.cards(), ball.Ruleset(CUSTOM), ball.Ruleset({"end_zone_rows": 4})]
ACTIONS = ["D7-F9", "D7^E8", "D7*F9-G10", "D7~F9/D9", "G4:F5", "G4>H7", "G4>>H13", "D7xE8", "D7!E8", "D7|E8*,C6"]
ACTIONS += ["D7|E8,C6*", "D7|E8,C6", "convert", "end", "card:hurdle", "card:of-another-deck"]


def assert_is_value(value):
    for twin in (
        eval(repr(value), dict(NAMES)),
        copy.copy(value),
        copy.deepcopy(value),
        *(pickle.loads(pickle.dumps(value, protocol)) for protocol in range(pickle.HIGHEST_PROTOCOL + 1)),
    ):
        assert twin == value
        assert (twin != value) is False
        assert hash(twin) == hash(value)
        assert repr(twin) == repr(value)
        assert str(twin) == str(value)
        assert type(twin) is type(value)
    assert value != "something else"
    assert len({value, copy.copy(value)}) == 1


@pytest.mark.parametrize("ruleset", RULESETS, ids=repr)
def test_rulesets(ruleset):
    assert_is_value(ruleset)
    assert (
        ball.Ruleset(ruleset) == ball.Ruleset(ruleset.to_dict()) == ball.Ruleset.from_json(ruleset.to_json()) == ruleset
    )
    assert str(ruleset) == ruleset.to_json()
    assert ball.Position(None, ruleset).ruleset == ruleset
    assert_is_value(ball.Position(None, ruleset))
    for card in ruleset.deck:
        assert_is_value(card)
    given = {"mode": ruleset.mode, "deck": ruleset.deck, "ep_table": ruleset.ep_table, "formation": ruleset.formation}
    rest = {"turn_limit": ruleset.turn_limit, "first": ruleset.first, "end_zone_rows": ruleset.end_zone_rows}
    assert ball.Ruleset(given | rest) == ruleset


def test_a_ruleset_tells_its_fields():
    ruleset = ball.Ruleset(CUSTOM)
    assert (ruleset.mode, ruleset.turn_limit, ruleset.first, ruleset.end_zone_rows) == ("cards", 40, "atk", 2)
    assert ruleset.deck == (
        ball.Card("sprint", 1, "run", distance=4, after_possession=True),
        ball.Card("twice", 0, "extra_action", kinds=("movement", "block")),
    )
    assert ruleset.ep_table["movement"] == 2
    assert ruleset.ep_table["block"] == 1
    assert len(ruleset.ep_table) == 13
    assert ruleset.formation["ball"] == "G4"
    assert [len(ruleset.formation[team]) for team in ("atk", "def")] == [7, 7]
    assert [card.id for card in ball.Ruleset("cards").deck][:2] == ["audible", "second-effort"]
    assert ball.Ruleset() == ball.Ruleset("standard") == ball.Ruleset({}) == ball.Ruleset.standard()
    assert len({*RULESETS, ball.Ruleset(), ball.Ruleset("cards")}) == len(RULESETS)
    # What is handed out can be changed without changing the ruleset.
    ruleset.ep_table["block"] = 7
    ruleset.formation["ball"] = "B1"
    assert ruleset == ball.Ruleset(CUSTOM)


@pytest.mark.parametrize("text", ACTIONS)
def test_actions(text):
    action = ball.Action(text)
    assert str(action) == text
    assert_is_value(action)


def test_an_action_tells_its_parts():
    names = ("from_square", "to_square", "over", "exit", "landing", "push", "target", "top", "bottom", "keeper", "card")
    expected = {
        "D7-F9": ("move", {"from_square": "D7", "to_square": "F9"}),
        "D7^E8": ("stack", {"from_square": "D7", "to_square": "E8"}),
        "D7*F9-G10": ("dodge", {"from_square": "D7", "over": "F9", "exit": "G10"}),
        "D7~F9/D9": ("tactical_dodge", {"from_square": "D7", "landing": "F9", "push": "D9"}),
        "G4:F5": ("hand_off", {"from_square": "G4", "to_square": "F5"}),
        "G4>H7": ("short_pass", {"from_square": "G4", "to_square": "H7"}),
        "G4>>H13": ("long_pass", {"from_square": "G4", "to_square": "H13"}),
        "D7xE8": ("knock_down", {"from_square": "D7", "target": "E8"}),
        "D7!E8": ("stand_up", {"from_square": "D7", "to_square": "E8"}),
        "D7|E8*,C6": ("release", {"from_square": "D7", "top": "E8", "bottom": "C6", "keeper": "top"}),
        "D7|E8,C6*": ("release", {"from_square": "D7", "top": "E8", "bottom": "C6", "keeper": "bottom"}),
        "D7|E8,C6": ("release", {"from_square": "D7", "top": "E8", "bottom": "C6"}),
        "convert": ("convert", {}),
        "end": ("end", {}),
        "card:hurdle": ("play_card", {"card": "hurdle"}),
    }
    for text, (kind, parts) in expected.items():
        action = ball.Action(text)
        assert action.kind == kind
        assert {name: getattr(action, name) for name in names if getattr(action, name) is not None} == parts


def test_positions(positions):
    for position, line in zip(positions, lines("positions.jsonl"), strict=True):
        assert str(position) == line["position"]
        assert eval(repr(position), dict(NAMES)) == position
        assert pickle.loads(pickle.dumps(position)) == position
        assert hash(ball.Position(str(position), line["ruleset"])) == hash(position)
    for position in positions[::50]:
        assert_is_value(position)
    assert len(set(positions)) == len({(line["ruleset"], line["position"]) for line in lines("positions.jsonl")})


def test_equal_texts_of_other_rulesets_are_other_positions():
    text = str(ball.Position())
    assert ball.Position(text) != ball.Position(text, {"turn_limit": 40})
    assert ball.Position(text).zobrist == ball.Position(text, {"turn_limit": 40}).zobrist


def test_a_position_tells_what_its_text_says(positions):
    for position in positions:
        tokens = dict(token.split("=") for token in str(position).split())
        assert (position.team, position.phase, position.ball) == (tokens["move"], tokens["phase"], tokens["ball"])
        assert (position.turn, position.ap) == (int(tokens["turn"]), int(tokens["ap"]))
        assert position.outcome == tokens.get("result")
        assert position.pending == tokens.get("pending")
        assert list(position.ep) == [int(ep) for ep in tokens.get("ep", "0:0").split(":")]
        spent = tokens.get("spent", "-:-").split(":")
        assert [",".join(cards) or "-" for cards in position.spent] == spent
        for team, pieces in (("atk", position.pieces[:7]), ("def", position.pieces[7:])):
            assert ",".join(written(piece) for piece in pieces) == tokens[team]
        carrier = position.carrier
        assert [piece for piece in position.pieces if piece.has_ball] == ([carrier] if carrier else [])
        assert carrier is None or carrier.square == position.ball
        assert (position.outcome is None) == bool(position.legal_actions)


def written(piece):
    """A piece as in a position text."""
    mark = {"top": "+" if piece.formed_this_turn else "^", "bottom": "", None: ""}[piece.stack]
    return piece.square + mark + ("-" if piece.knocked_down else "") + ("*" if piece.tired else "")


def test_pieces(positions):
    for position in positions[::20]:
        for piece in position.pieces:
            assert_is_value(piece)
            assert piece in position.at(piece.square)
            assert piece.active == (not piece.knocked_down and piece.stack is None)
            assert str(piece) == piece.name == f"{piece.team.upper()} {piece.shape}{piece.number}"
            if piece.stack is not None:
                assert [other.stack for other in position.at(piece.square)] == ["top", "bottom"]
        assert len({piece.name for piece in position.pieces}) == 14
    assert ball.Position().at("B1") == ()


def test_values_can_not_be_changed():
    position = ball.Position()
    for value, name in [
        (position, "turn"),
        (position, "anything"),
        (position.ruleset, "mode"),
        (ball.Action("end"), "kind"),
        (position.legal_actions, "numbers"),
        (position.pieces[0], "square"),
        (ball.Ruleset("cards").deck[0], "cost"),
    ]:
        with pytest.raises((AttributeError, dataclasses.FrozenInstanceError)):
            setattr(value, name, None)


def test_classes_are_where_users_find_them():
    for name in ball.__all__:
        thing = getattr(ball, name)
        if isinstance(thing, type) and not issubclass(thing, events.Event):
            assert thing.__module__ == "ball", name
            assert thing.__doc__, name
    assert ball.ACTION_SPACE == 945
    assert ball.__version__.count(".") == 2
