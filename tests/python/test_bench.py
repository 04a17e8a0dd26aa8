"""``python -m ball.bench``: that it measures and tells what it says, not how fast anything is."""

from __future__ import annotations

import io
import json
import os
import signal
import statistics
import subprocess
import sys
import types

import numpy as np
import pytest
from ball.bench import __main__ as command
from ball.bench import _measure, _peers, _report, _rows, _soak

PEERS = ("pyspiel", "open_spiel.python.observation", "chess", "pettingzoo.classic.tictactoe_v3")
FIELDS = {"name", "rate", "peer", "peer_rate", "ratio", "unit", "clock", "rounds"}


def run(*arguments, code=0):
    done = subprocess.run(
        [sys.executable, "-W", "error", "-m", "ball.bench", *map(str, arguments)],
        capture_output=True,
        text=True,
        check=False,
        encoding="utf-8",
    )
    assert "Traceback" not in done.stderr
    assert done.returncode == code, done.stdout + done.stderr
    return done


@pytest.fixture
def nothing_installed(monkeypatch):
    """Without any peer, whatever is installed."""
    _peers.absent.cache_clear()
    for name in (*PEERS, "pettingzoo.classic.chess_v6", "ball.envs.pettingzoo"):
        monkeypatch.setitem(sys.modules, name, None)
    yield
    _peers.absent.cache_clear()


def check_rows(document):
    for row in document["rows"]:
        assert set(row) == FIELDS
        ours = [pair[0] for pair in row["rounds"]]
        assert row["rate"] == statistics.median(ours) > 0
        assert row["clock"] == ("wall" if "2 threads" in row["name"] else "cpu")
        assert row["unit"] in ("decisions", "calls")
        if row["peer"] is None:
            assert row["peer_rate"] is None is row["ratio"]
            assert all(pair[1] is None for pair in row["rounds"])
            continue
        assert row["peer_rate"] == statistics.median(pair[1] for pair in row["rounds"]) > 0
        ratios = [ours / theirs for ours, theirs in row["rounds"]]
        assert row["ratio"] == statistics.median(ratios)
        assert min(ratios) <= row["ratio"] <= max(ratios)


def test_everything_runs(tmp_path):
    file = tmp_path / "rows.json"
    done = run("--seconds", 0.001, "--json", file)
    assert done.stderr == ""
    document = json.loads(file.read_text(encoding="utf-8"))
    told = document["conditions"]
    assert told["complete"] is True
    assert told["rounds"] == 1
    assert told["cpus"] >= 1
    assert {"date", "ball", "python", "platform", "processor", "load", "versions", "seconds", "left_out"} <= set(told)
    assert told["versions"]["numpy"] == np.__version__
    check_rows(document)
    names = {row["name"] for row in document["rows"]}
    assert {"Game, one decision at a time", "Game.copy, 20 plies in", "Position.observation(out)"} <= names
    assert {f"BatchEnv({games}) with planes and mask" for games in (1, 64, 1024)} <= names
    assert ("BatchEnv(64) with mask, 2 threads" in names) == (told["cpus"] > 1)
    for row in document["rows"]:
        assert row["name"] in done.stdout
        assert f"{row['rate']:,.0f}" in done.stdout
    assert "the figures mean little" in done.stdout
    for why in told["left_out"].values():
        assert why in " ".join(done.stdout.split())


def test_the_list_is_what_is_measured(tmp_path):
    file = tmp_path / "rows.json"
    listed = run("--list", "--only", "batchenv(64) with MASK / * in rust").stdout.splitlines()
    assert listed == ["BatchEnv(64) with mask / ball in Rust"]
    run("--only", "batchenv(64) with MASK / * in rust", "--seconds", 0.35, "--json", file)
    document = json.loads(file.read_text(encoding="utf-8"))
    assert [f"{row['name']} / {row['peer']}" for row in document["rows"]] == listed
    assert [len(row["rounds"]) for row in document["rows"]] == [3]
    assert document["conditions"]["left_out"] == {}
    check_rows(document)
    everything = run("--list").stdout.splitlines()
    assert len(everything) == len(set(everything)) > 20
    assert listed[0] in everything


@pytest.mark.parametrize(
    "arguments",
    [
        ["--seconds", "0"],
        ["--seconds", "nan"],
        ["--seconds", "x"],
        ["--soak", "0"],
        ["--soak", "1", "--list"],
        ["--soak", "1", "--only", "game"],
        ["--soak", "1", "--json", "x"],
        ["--list", "--json", "x"],
        ["game"],
    ],
)
def test_wrong_usage(arguments):
    assert "usage:" in run(*arguments, code=2).stderr


def test_a_pattern_that_finds_nothing():
    assert run("--only", "zebra", code=2).stderr == "no row has 'zebra' in it; --list shows them\n"


def test_a_file_that_can_not_be_written(tmp_path):
    done = run("--only", "playout", "--json", tmp_path / "none" / "rows.json", code=2)
    assert done.stdout == ""
    assert done.stderr.count("\n") == 1
    assert "rows.json" in done.stderr
    if os.path.exists("/dev/full"):
        done = run("--only", "playout", "--seconds", 0.001, "--json", "/dev/full", code=2)
        assert "Position.playout" in done.stdout
        assert done.stderr


@pytest.mark.skipif(os.name != "posix", reason="a signal as Ctrl-C sends it")
def test_interrupt(tmp_path):
    file = tmp_path / "rows.json"
    arguments = ["--only", "BatchEnv(64) with", "--seconds", "1", "--json", str(file)]
    process = subprocess.Popen(
        [sys.executable, "-m", "ball.bench", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    seen = ""
    while "BatchEnv" not in seen:
        seen += process.stdout.readline()
        assert process.poll() is None, seen
    process.send_signal(signal.SIGINT)
    rest, error = process.communicate(timeout=60)
    assert process.returncode == 130
    assert "Interrupted after" in rest
    assert "BALL and the peer take turns" in rest
    assert error == ""
    document = json.loads(file.read_text(encoding="utf-8"))
    assert document["conditions"]["complete"] is False
    assert document["rows"]
    check_rows(document)


@pytest.mark.usefixtures("nothing_installed")
def test_peers_that_are_not_installed_are_named(capsys, tmp_path):
    file = tmp_path / "rows.json"
    assert command.main(["--only", "game, one", "--seconds", "0.001", "--json", str(file)]) == 0
    document = json.loads(file.read_text(encoding="utf-8"))
    check_rows(document)
    assert [(row["name"], row["peer"]) for row in document["rows"]] == [("Game, one decision at a time", None)]
    assert document["conditions"]["left_out"] == {
        "OpenSpiel hex 11x11": "pyspiel is not installed",
        "OpenSpiel amazons": "pyspiel is not installed",
        "OpenSpiel chess": "pyspiel is not installed",
        "python-chess": "chess is not installed",
    }
    printed = capsys.readouterr().out
    assert (
        "Left out, since pyspiel is not installed: OpenSpiel hex 11x11, OpenSpiel amazons, OpenSpiel chess.\n"
        in printed
    )
    assert "Left out, since chess is not installed: python-chess.\n" in printed

    assert command.main(["--list"]) == 0
    printed = capsys.readouterr().out
    assert "OpenSpiel hex 11x11: Observation.set_from" in printed
    assert "Left out, since ball.envs.pettingzoo is not installed: ball.envs.pettingzoo.raw_env." in printed
    # What stands beside BALL itself is there whatever is not.
    assert "BatchEnv(1024) with mask / ball in Rust\n" in printed


@pytest.mark.usefixtures("nothing_installed")
def test_a_peer_that_fails_is_named(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "chess", types.ModuleType("chess"))
    assert command.main(["--only", "/ python-chess", "--seconds", "0.001"]) == 0
    printed = " ".join(capsys.readouterr().out.split())
    why = "Left out, since it fails with AttributeError: module 'chess' has no attribute 'Board'"
    assert f"{why}: Game, one decision at a time / python-chess, Position," in printed


class Countdown:
    """A game of 30 decisions in OpenSpiel's words, and in those of python-chess and PettingZoo."""

    played = 0

    def __init__(self, left=30):
        self.left = left

    def new_initial_state(self):
        return Countdown()

    clone = new_initial_state

    def is_terminal(self):
        return self.left == 0

    def legal_actions(self):
        return [3, 4, 5]

    def apply_action(self, action):
        assert action in self.legal_actions()
        self.left -= 1
        Countdown.played += 1

    def legal_actions_mask(self):
        return [0, 0, 0, 1, 1, 1]

    def current_player(self):
        return self.left % 2

    def set_from(self, state, player):
        assert state.left % 2 == player

    @property
    def legal_moves(self):
        return iter([3, 4, 5][: 3 * self.left])

    halfmove_clock = 0
    push = step = apply_action

    def reset(self, seed=1):
        assert seed == 1
        self.left = 30

    def last(self):
        mask = np.array(self.legal_actions_mask(), np.int8)
        return {"observation": None, "action_mask": mask}, 0.0, self.left == 0, False, {}


@pytest.fixture
def everything_installed(monkeypatch):
    """Peers made for the purpose."""
    _peers.absent.cache_clear()
    made = {
        "pyspiel": {"load_game": lambda _: Countdown()},
        "open_spiel.python.observation": {"make_observation": lambda game: game},
        "chess": {"Board": Countdown},
        "pettingzoo.classic.tictactoe_v3": {"raw_env": Countdown},
        "pettingzoo.classic.chess_v6": {"raw_env": Countdown},
        "ball.envs.pettingzoo": {"raw_env": Countdown},
    }
    for name, members in made.items():
        module = types.ModuleType(name)
        module.__dict__.update(members)
        monkeypatch.setitem(sys.modules, name, module)
    yield
    _peers.absent.cache_clear()


@pytest.mark.usefixtures("everything_installed")
def test_every_peer():
    plan = _rows.plan()
    assert plan.left_out == ({} if _rows.cpus() > 1 else {"2 threads": "this process may use one CPU only"})
    assert len({pair.title for pair in plan.pairs}) == len(plan.pairs)
    peers = {pair.peer.name: pair.peer for pair in plan.pairs}
    for name in ("OpenSpiel chess", "python-chess", "PettingZoo chess_v6 raw_env", "OpenSpiel amazons: clone"):
        assert name in peers
    for peer in peers.values():
        work = peer.setup()
        before = Countdown.played
        done = sum(work() for _ in range(5))
        assert done > 0
        if "clone" not in peer.name and "11x11:" not in peer.name and "ball" not in peer.name:
            assert Countdown.played - before == done
    row = next(pair for pair in plan.pairs if pair.title.startswith("ball.envs")).run(0.001)
    assert row.ratio == row.rounds[0][0] / row.rounds[0][1]


def test_rounds():
    assert _measure.rounds_of(0.001) == (1, 0.0005)
    assert _measure.rounds_of(command.SECONDS)[0] == 15
    for seconds in np.linspace(0.1, 20, 100):
        rounds, each = _measure.rounds_of(seconds)
        assert rounds % 2 == 1
        assert each > 0.999 * _measure.SLICE
        assert 2 * rounds * each == pytest.approx(seconds)


def test_the_two_take_turns():
    turns = []

    def side(name):
        def work():
            turns.append(name)
            return 1

        return lambda: work

    row = _measure.compare("name", "calls", "wall", 0.3, side("ours"), "peer", side("theirs"))
    changes = [name for place, name in enumerate(turns) if place == 0 or turns[place - 1] != name]
    # Once to warm up, then in each of the rounds.
    assert changes == ["ours", "theirs"] * (1 + len(row.rounds))
    assert len(row.rounds) == 3


def test_progress_is_for_terminals():
    class Terminal(io.StringIO):
        def isatty(self):
            return True

    for out in (io.StringIO(), Terminal()):
        progress = _report.Progress(out, 4, 1.5)
        progress.show(1, "Game / peer " + "x" * 500)
        progress.hide()
        written = out.getvalue()
        if out.isatty():
            assert "[2/4] Game / peer" in written
            assert written.endswith("\r\x1b[K")
            assert "\n" not in written
        else:
            assert written == ""


@pytest.mark.skipif(not _soak.supported(), reason="the memory of a process is told otherwise here")
def test_soak():
    lines = run("--soak", 300).stdout.splitlines()
    assert len(lines) == 2 + _soak.LINES + 1
    assert lines[2].split()[0] == "15"
    assert lines[-2].split()[0] == "300"
    assert lines[-1].startswith("memory grew by ")


def test_soak_finds_growth(monkeypatch, capsys):
    sizes = iter(range(10**8, 10**10, 1 << 20))
    monkeypatch.setattr(_soak, "supported", lambda: True)
    monkeypatch.setattr(_soak, "resident", lambda: next(sizes))
    assert command.main(["--soak", "40"]) == 1
    assert capsys.readouterr().err == "memory grew by 18.00 MiB after warm-up, more than 4 MiB\n"


def test_soak_where_memory_is_not_told(monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(_soak, "STATM", tmp_path / "statm")
    assert command.main(["--soak", "40"]) == 2
    assert capsys.readouterr().err == f"--soak needs {tmp_path / 'statm'}, which only Linux has\n"
