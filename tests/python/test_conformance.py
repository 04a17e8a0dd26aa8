"""The files that every implementation is checked against."""

from __future__ import annotations

import ball
import pytest
from ball._check import Report, check_text

from conftest import TESTS, lines

FILES = sorted(
    path
    for folder in ("conformance", "rules", "stability")
    for path in (TESTS / folder).iterdir()
    if path.suffix in (".jsonl", ".txt", ".tsv")
)

#: Expectations that must at least be found, so that none is passed over.
LEAST = {
    "positions.jsonl": {"position": 800, "list of legal actions": 800, "successor": 5000},
    "perft.txt": {"perft": 24},
    "records.jsonl": {"record": 12},
    "refused.jsonl": {"refused position": 22, "refused action": 20, "refused ruleset": 11, "refused record": 7},
    "zobrist.tsv": {"hash": 50},
    "numbers.tsv": {"action number": 2 * ball.ACTION_SPACE},
    "refused-positions.jsonl": {"refused position": 140},
    "refused-rulesets.jsonl": {"refused ruleset": 130},
}


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_file(path):
    report = Report()
    check_text(path.read_text(encoding="utf-8"), path.name, report)
    assert report.differences == []
    assert report.checked.total() > 0
    for kind, least in LEAST.get(path.name, {}).items():
        assert report.checked[kind] >= least


def test_all_files_are_found():
    assert set(LEAST) <= {path.name for path in FILES}
    assert len(FILES) >= 15


def test_refused_inputs_raise_the_exception_of_their_kind():
    classes = {
        "position": ball.InvalidPosition,
        "action": (ball.IllegalAction, ball.InvalidAction),
        "ruleset": ball.InvalidRuleset,
        "record": ball.InvalidRecord,
    }
    for line in lines("refused.jsonl"):
        given = line["input"]
        attempts = {
            "position": lambda line=line, given=given: ball.Position(given, line["ruleset"]),
            "action": lambda line=line, given=given: ball.Position(line["position"], line["ruleset"]).play(given),
            "ruleset": lambda given=given: ball.Ruleset(given),
            "record": lambda given=given: ball.Game.from_record(given),
        }
        with pytest.raises(classes[line["kind"]]) as caught:
            attempts[line["kind"]]()
        assert caught.value.rule
        assert str(caught.value) == caught.value.message


def test_perft_counts_the_same_as_playing():
    for line in (TESTS / "conformance" / "perft.txt").read_text(encoding="utf-8").splitlines():
        if line.startswith("#"):
            continue
        ruleset, text, counts = line.split("\t")
        position = ball.Position(text, ruleset)
        played = sum(len(position.play(action).legal_actions) for action in position.legal_actions)
        assert f"2={played} " in counts
        assert f"1={len(position.legal_actions)} " in counts
        assert position.perft(0) == 1
