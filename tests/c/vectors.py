#!/usr/bin/env python3
"""Flattens the test data of tests/ into lines for tests/c/conformance.c, which has no JSON parser.

    python3 tests/c/vectors.py > vectors.tsv

A line is a verb and its fields, separated by tabs; inside a field a backslash, a tab and a newline are written as
\\\\, \\t and \\n. Lines act on the ruleset and the position that came last:

    case NAME                  what follows belongs to this case; the name is for messages
    rules TEXT                 the ruleset: standard, cards or JSON
    position TEXT              a position that must be accepted and printed back
    legal ACTION …             exactly these actions are legal, in ASCII order
    can ACTION                 it is legal
    cannot ACTION RULE …       it is refused, by one of these rules (any if none is given)
    after ACTION TEXT          the action leads to this position
    perft DEPTH COUNT          perft counts this
    hash HEX                   the hash of the position
    number NUMBER ACTION       number and action of the action space belong together; - stands for no action
    refuse-rules JSON          the ruleset is refused
    refuse-position TEXT       the position is refused
    record JSON                a game record that replays and can be written again
    refuse-record JSON         a game record that is refused
    total VERB COUNT           so many lines of the verb have gone before: nothing was lost on the way
"""

import json
import pathlib
import sys
from collections import Counter

TESTS = pathlib.Path(__file__).resolve().parent.parent
DECODER = json.JSONDecoder()

totals = Counter()


def line(verb, *fields):
    escape = {ord("\\"): "\\\\", ord("\t"): "\\t", ord("\n"): "\\n"}
    print(verb, *(str(field).translate(escape) for field in fields), sep="\t")
    totals[verb] += 1


def members(text):
    """The members of a JSON object with their values as they are written: 2.0 stays 2.0, a repeated key twice."""
    at, found = text.index("{") + 1, {}
    while True:
        at = skip(text, at, " ,")
        if text[at] == "}":
            return found
        key, at = DECODER.raw_decode(text, at)
        at = skip(text, at, " :")
        _, end = DECODER.raw_decode(text, at)
        found[key] = text[at:end]
        at = end


def skip(text, at, characters):
    while text[at] in characters:
        at += 1
    return at


def objects(path):
    """The lines of a JSON Lines file: each with its name, its values, and its values as they are written."""
    for number, text in enumerate((TESTS / path).read_text(encoding="utf-8").splitlines(), 1):
        yield f"{path}:{number}", json.loads(text), members(text)


def rules(value, written):
    line("rules", value if isinstance(value, str) else written)


def situation(case, written):
    rules(case["ruleset"], written["ruleset"])
    line("position", case["position"])


def conformance():
    for name, case, written in objects("conformance/positions.jsonl"):
        line("case", name)
        situation(case, written)
        line("legal", *case["legal"])
        for action, position in case["after"].items():
            line("after", action, position)
    for number, text in enumerate((TESTS / "conformance/perft.txt").read_text(encoding="utf-8").splitlines(), 1):
        if not text.startswith("#"):
            ruleset, position, counts = text.split("\t")
            line("case", f"conformance/perft.txt:{number}")
            line("rules", ruleset)
            line("position", position)
            for count in counts.split(" "):
                line("perft", *count.split("="))
    for number, text in enumerate((TESTS / "conformance/records.jsonl").read_text(encoding="utf-8").splitlines(), 1):
        line("case", f"conformance/records.jsonl:{number}")
        line("record", text)
    for name, case, written in objects("conformance/refused.jsonl"):
        line("case", f"{name} {case['why']}")
        kind = case["kind"]
        if kind == "position":
            rules(case["ruleset"], written["ruleset"])
            line("refuse-position", case["input"])
        elif kind == "action":
            situation(case, written)
            line("cannot", case["input"])
        elif kind in ("ruleset", "record"):
            line("refuse-rules" if kind == "ruleset" else "refuse-record", written["input"])
        else:
            sys.exit(f"{name}: unknown kind {kind}")


def rule_cases():
    known = {"rules", "why", "ruleset", "position", "legal", "can", "cannot", "after", "perft"}
    for path in sorted((TESTS / "rules").glob("*.jsonl")):
        for name, case, written in objects(f"rules/{path.name}"):
            line("case", f"{name} {case['why']}")
            if not known.issuperset(case):
                sys.exit(f"{name}: unknown fields {sorted(set(case) - known)}")
            if path.name == "refused-rulesets.jsonl":
                line("refuse-rules", written["ruleset"])
            elif path.name == "refused-positions.jsonl":
                rules(case["ruleset"], written["ruleset"])
                line("refuse-position", case["position"])
            else:
                situation(case, written)
                if "legal" in case:
                    line("legal", *case["legal"])
                for action in case.get("can", []):
                    line("can", action)
                for action, refused_by in case.get("cannot", {}).items():
                    line("cannot", action, *([refused_by] if isinstance(refused_by, str) else refused_by))
                for action, position in case.get("after", {}).items():
                    line("after", action, position)
                for depth, count in case.get("perft", {}).items():
                    line("perft", depth, count)


def stability():
    for number, text in enumerate((TESTS / "stability/zobrist.tsv").read_text(encoding="utf-8").splitlines(), 1):
        ruleset, value, position = text.split("\t")
        line("case", f"stability/zobrist.tsv:{number}")
        line("rules", ruleset)
        line("position", position)
        line("hash", value)
    line("rules", "cards")
    for number, text in enumerate((TESTS / "stability/numbers.tsv").read_text(encoding="utf-8").splitlines(), 1):
        if "\t" in text:
            line("number", *text.split("\t"))
        elif text:
            line("case", f"stability/numbers.tsv:{number}")
            line("position", text)


def main():
    sys.stdout.reconfigure(encoding="utf-8", newline="\n")
    conformance()
    rule_cases()
    stability()
    for verb, count in list(totals.items()):
        line("total", verb, count)


main()
