"""The command line, as its users run it."""

from __future__ import annotations

import json
import signal
import subprocess
import sys

import ball
import pytest

from conftest import TESTS

START = str(ball.Position())
CARDS_START = str(ball.Position(None, "cards"))


def run(*arguments, text="", code=0):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ball", *map(str, arguments)],
        input=text,
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    if code:
        assert done.stderr or "agree" in done.stdout
    return done


def test_help_tells_exit_codes():
    for arguments in (["--help"], ["play", "--help"], ["check", "--help"]):
        assert "exit codes: 0 all well; 1 the rules refuse" in run(*arguments).stdout
    assert run("--version").stdout == f"ball {ball.__version__}\n"


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["fly"],
        ["perft"],
        ["perft", "-1"],
        ["perft", "100"],
        ["perft", "x"],
        ["play", "--seed", "x"],
        ["apply", "start"],
    ],
)
def test_wrong_usage(arguments):
    assert "usage:" in run(*arguments, code=2).stderr


def test_perft():
    assert run("perft", 2).stdout == "3143\n"
    assert run("perft", 2, "--ruleset", "cards").stdout == "3254\n"
    assert run("perft", 1, START).stdout == "55\n"
    divided = run("perft", 2, "--divide").stdout.splitlines()
    assert len(divided) == 56
    assert divided[-1] == "3143"
    assert sum(int(line.split(": ")[1]) for line in divided[:-1]) == 3143
    assert run("perft", 0, "--divide").stdout == "1\n"


def test_legal_and_apply():
    assert run("legal", START).stdout.split() == [str(action) for action in ball.Position().legal_actions]
    after = ball.Position().play("H11-G10").play("end")
    assert run("apply", "start", "H11-G10", "end").stdout == f"{after}\n"
    assert run("apply", CARDS_START, "convert", "--ruleset", "cards").stdout.split()[-2] == "ep=0:1"


def test_a_ruleset_from_a_file(tmp_path):
    file = tmp_path / "rules.json"
    file.write_text('{"turn_limit": 1}')
    assert run("apply", "start", "end", "--ruleset", file).stdout.endswith("result=draw\n")
    file.write_text('{"turn_limit": 0}')
    assert run("legal", "start", "--ruleset", file, code=1).stderr.startswith("T8: turn_limit")


def test_refusals():
    assert run("legal", "nonsense", code=1).stderr.startswith("chapter 10: atk")
    done = run("apply", "start", "H11-G10", "G10-G12", code=1)
    assert (done.stdout, done.stderr) == ("", "G10-G12: M1: the X on G10 can't move to G12\n")
    run("perft", 1, START, "--ruleset", "cards", code=1)


@pytest.mark.parametrize("command", [["replay"], ["check"], ["legal", "start", "--ruleset"]])
def test_files_that_can_not_be_read(command, tmp_path):
    assert "No such file" in run(*command, tmp_path / "missing", code=2).stderr
    run(*command, tmp_path, code=2)
    broken = tmp_path / "broken"
    broken.write_bytes(b"\xff\xfe\x00")
    assert "not UTF-8" in run(*command, broken, code=2).stderr


def test_replay(tmp_path):
    records = TESTS / "conformance" / "records.jsonl"
    printed = run("replay", records).stdout
    games = [ball.Game.from_record(line) for line in records.read_text().splitlines()]
    for game in games:
        assert f"{game.position}\n" in printed
    assert printed.endswith(f"{games[-1].position}\n")
    one = tmp_path / "one.jsonl"
    one.write_text(games[0].to_json() + "\n")
    stepped = run("replay", one, "--step", "--events").stdout
    for ply, action in enumerate(games[0].actions):
        position = games[0].position_at(ply)
        assert f"{ply + 1}. {position.team.upper()} {action}\n" in stepped
        assert position.board() in stepped
        for event in position.play_events(action)[1]:
            assert f"  {event}\n" in stepped
    assert run("replay", "-", text=one.read_text()).stdout.endswith(f"{games[0].position}\n")


def test_replay_of_wrong_records(tmp_path):
    file = tmp_path / "records.jsonl"
    good = ball.Game().to_json()
    file.write_text(good.replace("[]", '["H11-H12"]') + "\n" + good + "\n{\n")
    done = run("replay", file, code=1)
    assert f"{file}:1: actions[0]: H11-H12: B1" in done.stderr
    assert f"{file}:3: chapter 11: not JSON" in done.stderr
    assert f"{file}:2: 0 actions" in done.stdout
    assert "no record" in run("replay", "-", code=2).stderr


def test_check_counts_what_agrees():
    done = run("check", TESTS / "conformance" / "perft.txt", TESTS / "rules" / "movement.jsonl")
    assert "perft: 24 of 24 agree" in done.stdout
    assert "position: 19 of 19 agree" in done.stdout


LEGAL = [str(action) for action in ball.Position().legal_actions]
CASE = {"rules": ["M1"], "why": "x", "ruleset": "standard", "position": START}
END_OF_CASE = str(ball.Position().play("end"))
DIFFERENCES = {
    "legal": (CASE | {"legal": LEGAL[1:]}, f"missing [], too many ['{LEGAL[0]}']"),
    "can": (CASE | {"can": ["H11-H13"]}, "H11-H13 is not legal"),
    "cannot": (CASE | {"cannot": {"H11-G10": "M1"}}, "H11-G10 is legal"),
    "cannot by another rule": (CASE | {"cannot": {"H11-H13": ["D1", "D2"]}}, "not by ['D1', 'D2']"),
    "after": (CASE | {"after": {"H11-G10": START}}, "leads to"),
    "after something illegal": (CASE | {"after": {"H11-H13": START}}, "is refused: M1"),
    "perft": (CASE | {"perft": {"1": 56}}, "perft 1 is 55, not 56"),
    "position": (CASE | {"position": START + " ", "can": []}, "is refused"),
    "refused position": (CASE, "accepted, but x"),
    "refused ruleset": ({"rules": [], "why": "y", "ruleset": {}}, "accepted, but y"),
    "record": ({"version": 1, "ruleset": "standard", "actions": [], "result": "atk"}, "the record is refused: result"),
    "kind": (
        {"kind": "action", "ruleset": "standard", "position": START, "input": "end", "why": "z"},
        "accepted, but z",
    ),
}


@pytest.mark.parametrize(("line", "difference"), DIFFERENCES.values(), ids=DIFFERENCES.keys())
def test_check_tells_differences(line, difference, tmp_path):
    file = tmp_path / "case.jsonl"
    file.write_text(json.dumps(line) + "\n")
    printed = run("check", file, code=1).stdout
    assert difference in printed
    assert f"{file}:1: " in printed
    assert "0 of 1 agree" in printed


@pytest.mark.parametrize(
    ("text", "difference"),
    [
        (f"standard\t{START}\t1=54", "perft 1 is 55, not 54"),
        (f"standard\t0000000000000000\t{START}", "not 0000000000000000"),
        (f"{CARDS_START}\n0\tend", "action 0 is J11-L13, not end"),
        (f"standard\t{START} x\t1=55", "is refused"),
    ],
)
def test_check_tells_differences_of_tables(text, difference):
    assert difference in run("check", "-", text=text, code=1).stdout


@pytest.mark.parametrize(
    "text",
    [
        "",
        "# nothing\n",
        "nonsense",
        "[1]",
        "{",
        "{} {}",
        '{"a": 1}',
        '{"kind": "dog", "input": 1}',
        '{"kind": "position"}',
        '{"position": 5, "ruleset": "standard", "can": []}',
        '{"position": "x", "can": []}',
        f"standard\t{START}\tx=y",
        f"{CARDS_START}\nx\tend",
        "5\tend",
        "atk=nonsense",
    ],
)
def test_check_of_unknown_formats(text):
    assert run("check", "-", text=text, code=2).stderr


def test_a_reader_that_goes_away():
    command = [sys.executable, "-m", "ball", "replay", str(TESTS / "conformance" / "records.jsonl"), "--step"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.read(10)
        process.stdout.close()
        assert process.stderr.read() == b""
        assert process.wait() == 141


def test_an_interrupted_count():
    command = [sys.executable, "-m", "ball", "perft", "5", "--divide"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        assert process.stderr is not None
        assert ": " in process.stdout.readline()
        process.send_signal(signal.SIGINT)
        assert process.stderr.read() == "\n"
        assert process.wait() == 130


def test_records_with_any_character_in_a_tag(tmp_path):
    file = tmp_path / "records.jsonl"
    line = ball.Game().to_json({"event": "a\u2028b\x85c"})
    file.write_text(f"\ufeff{line}\n{line}\n", encoding="utf-8")
    run("replay", file)
    run("check", file)
    file.write_bytes(b"\xff\xfe")
    run("replay", file, code=2)
    run("check", file, code=2)


def test_output_that_cannot_be_written():
    with open("/dev/full", "w") as full:
        command = [sys.executable, "-m", "ball", "legal", "start"]
        done = subprocess.run(command, stdout=full, stderr=subprocess.PIPE, text=True, check=False)
    assert (done.returncode, done.stderr.count("\n")) == (2, 1)
