"""A game in the terminal, typed through a pipe."""

from __future__ import annotations

import re
import subprocess
import sys

import ball
import pytest

#: DEF can dodge, tactically dodge, block, protect and pass here, and has played no card.
CROWD = "atk=F7,D1,F1,H1,J1,L1,A2 def=G8,D9,H5,H9,J17,L17,M16 ball=G8 turn=1 move=def phase=action ap=2"
UNLOCK = "atk=F7-,J9^,F1,H1,J1,L1,A2 def=D9,H11,J9,H17,J17,L17,M16 ball=J9 turn=2 move=atk phase=unlock ap=0"
RICH = str(ball.Position(None, "cards")).replace("ep=0:0", "ep=0:20").replace("J7,", "K10,")


def play(*typed, arguments=()):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ball", "play", *arguments],
        input="".join(line + "\n" for line in typed),
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert done.stderr == ""
    assert done.returncode == 0
    return done.stdout


def shown_positions(printed):
    """What the command `position` has printed."""
    return re.findall(r"(?:^|> )(atk=.*)$", printed, flags=re.MULTILINE)


def played(printed):
    """The actions of the record that the command `record` has printed last."""
    return ball.Game.from_record(re.findall(r'\{"version".*\}', printed)[-1]).actions


def words(*texts):
    return tuple(ball.Action(text) for text in texts)


def test_choosing_piece_action_destination():
    printed = play("H11", "movement", "G10", "record", "quit")
    assert played(printed) == words("H11-G10")
    assert "DEF X2 moves from H11 to G10" in printed
    # Names, and numbers of the choices.
    assert played(play("X2", "1", "1", "record")) == words("H11-J13")
    assert played(play("def x2", "Movement", "g10", "record")) == words("H11-G10")


@pytest.mark.parametrize(
    ("typed", "action"),
    [
        (["G8", "short pass", "I8"], "G8>I8"),
        (["G8", "hand-off", "H9"], "G8:H9"),
        (["G8", "block", "F7"], "G8^F7"),
        (["G8", "protection", "H9"], "G8^H9"),
        (["H5", "dodge", "F7", "E6"], "H5*F7-E6"),
        (["D9", "dodge", "F7", "G6"], "D9*F7-G6"),
        (["G8", "tactical dodge", "E6", "E8"], "G8~E6/E8"),
        (["end"], "end"),
        (["G8>>D5"], "G8>>D5"),
    ],
)
def test_every_kind_of_action(typed, action):
    assert played(play(*typed, "record", arguments=["--position", CROWD])) == words(action)


def test_unlocking():
    options = ["--position", UNLOCK]
    printed = play("J9", "release", "I8", "K10", "bottom", "record", arguments=options)
    assert ball.Position(UNLOCK).legal_actions.of("J9")
    keeper = [str(action) for action in ball.Position(UNLOCK).legal_actions.of("J9") if "K10*" in str(action)]
    # The bottom is an opponent and active, so that either may keep the ball.
    assert [str(action) for action in played(printed)] == ["J9|I8,K10*"]
    assert "J9|I8,K10*" in keeper
    assert played(play("F7", "stand-up", "G8", "record", arguments=options)) == words("F7!G8")


@pytest.mark.parametrize("cancel", ["", "   ", "\x1b", "\x1b[A"])
@pytest.mark.parametrize(
    ("position", "flow"),
    [
        (CROWD, ["H5", "dodge", "F7"]),
        (CROWD, ["G8", "tactical dodge", "E6"]),
        (CROWD, ["G8", "hand-off"]),
        (UNLOCK, ["J9", "release", "I8", "K10"]),
    ],
)
def test_cancel_at_each_stage_changes_nothing(position, flow, cancel):
    for length in range(len(flow) + 1):
        printed = play(
            "board", "position", *flow[:length], cancel, "board", "position", arguments=["--position", position]
        )
        assert shown_positions(printed) == [position, position]
        assert printed.count(ball.Position(position).board()) == 3
        assert played(play(*flow[:length], cancel, "record", arguments=["--position", position])) == ()


CARD_FLOWS = {
    "leap": ["card", "hurdle", "J11", "leap", "L9"],
    "run": ["card:breakaway", "H11", "run", "E8"],
    "knock down": ["card", "tackle", "J11", "knock down", "K10"],
    "extra action": ["card:second-effort", "X2", "movement", "G10"],
}


@pytest.mark.parametrize("flow", CARD_FLOWS.values(), ids=CARD_FLOWS.keys())
def test_a_card_and_its_completion_are_one_flow(flow):
    options = ["--cards", "--position", RICH]
    complete = play(*flow, "position", "record", "undo", "position", "record", arguments=options)
    after, before = shown_positions(complete)[-2:]
    assert before == RICH
    assert "spent=-:-" not in after
    assert "pending" not in after
    assert len(re.findall(r'"actions":\["card:[a-z-]+","[^"]+"\]', complete)) == 1
    assert played(complete) == ()
    for length in range(1, len(flow)):
        printed = play(*flow[:length], "", "board", "position", "record", arguments=options)
        assert shown_positions(printed)[-1] == RICH
        assert played(printed) == ()
        assert printed.count(ball.Position(RICH, "cards").board()) == 2


def test_undo_takes_back_a_card_that_waits():
    printed = play("card:hurdle", "undo", "position", arguments=["--cards", "--position", RICH])
    assert shown_positions(printed)[-1] == RICH


def test_an_error_while_a_card_waits_keeps_it():
    printed = play("card:hurdle", "card", "J11-K10", "end", "position", arguments=["--cards", "--position", RICH])
    assert "pending=hurdle" in shown_positions(printed)[-1]
    assert "no card can be played now" in printed


def test_an_immediate_card():
    printed = play("card:audible", "position", "undo", "position", arguments=["--cards", "--position", RICH])
    first, second = shown_positions(printed)[-2:]
    assert "ap=3" in first
    assert second == RICH


def test_a_start_with_a_pending_card_stays():
    pending = str(ball.Position(RICH, "cards").play("card:hurdle"))
    printed = play(
        "", "position", "J11-L9", "position", "undo", "position", arguments=["--cards", "--position", pending]
    )
    first, second, third = shown_positions(printed)
    assert first == third == pending
    assert second != pending


def test_wrong_input_is_explained():
    printed = play("nonsense", "H11-H13", "G4", "G4-H5", "H11", "fly", "movement", "Z9", "", "position", "card")
    assert "chapter 10: not an action" in printed
    assert "M1: the X on H11 can't move to H13" in printed
    assert "P1: the piece on G4 is not of the team to move" in printed
    assert "one of 1 to 1, or an empty line to cancel" in printed
    assert "no card can be played now" in printed
    assert shown_positions(printed) == [str(ball.Position())]


def test_a_piece_that_can_do_nothing():
    printed = play("J9", arguments=["--position", UNLOCK.replace("J9^", "J9").replace("J9,H17", "J15,H17")])
    assert "ATK X2 on J9 can't do anything now" in printed


def test_commands():
    printed = play("help", "actions", "undo", "position", "HELP")
    assert printed.count("pick a piece by its square or name") == 2
    assert "  ".join(map(str, ball.Position().legal_actions)) in printed
    assert shown_positions(printed) == [str(ball.Position())]


def test_the_end_of_input_ends_the_game():
    for typed in ([], ["H11"], ["H11", "movement"]):
        play(*typed)


def test_a_game_to_its_end():
    touchdown = "atk=F7,D1,F1,H1,J1,L1,A2 def=G4,B17,H17,H15,J17,L17,M16 ball=G4 turn=1 move=def phase=action ap=2"
    printed = play("G4-E2", arguments=["--position", touchdown])
    assert "touchdown by DEF X1 on E2" in printed
    assert printed.endswith("DEF has won.\n")
    assert "turn 1, touchdown, DEF has won" in printed
    assert "won" in play(arguments=["--position", str(ball.Position(touchdown).play("G4-E2"))])


def test_a_draw(tmp_path):
    file = tmp_path / "rules.json"
    file.write_text('{"turn_limit": 1}')
    assert play("end", arguments=["--ruleset", str(file)]).endswith("The game is drawn.\n")


def test_against_the_computer():
    options = ["--against", "random", "--seed", "7"]
    printed = play("end", "record", "undo", "position", arguments=options)
    assert "ATK plays at random, --seed 7" in printed
    actions = re.findall(r'\{"version".*\}', printed)
    game = ball.Game.from_record(actions[-1])
    assert game.ply > 1
    assert game.position.team == "def"
    # The computer's actions go with the own one that they answer.
    assert shown_positions(printed)[-1] == str(ball.Position())
    assert play("end", "record", "undo", "position", arguments=options) == printed
    other = play("end", "record", "undo", "position", arguments=["--against", "random", "--seed", "8"])
    assert other != printed
    assert "--seed" in play("position", arguments=["--against", "random", "--side", "atk"])


def test_undo_against_the_computer_that_begins():
    options = ["--against", "random", "--seed", "3", "--side", "atk"]
    before, after = shown_positions(play("position", "undo", "position", arguments=options))
    assert "move=atk" in before
    assert after == before
