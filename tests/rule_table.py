#!/usr/bin/env python3
"""Lists which tests pin each rule, in docs/rules.md.

Without arguments the table between the markers of docs/rules.md is checked; with --write it is written anew.
Every rule id must be pinned by a case of tests/rules, which run from Rust, through the C ABI and from Python.
"""

import json
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PAGE = ROOT / "docs" / "rules.md"
BEGIN, END = "<!-- rule-tests:begin -->", "<!-- rule-tests:end -->"


def rule_ids(page: str) -> list[str]:
    """The ids of the rulebook, in its order."""
    return list(dict.fromkeys(re.findall(r"^- \*\*([A-Z]\d+)\*\*", page, flags=re.MULTILINE)))


def cases() -> dict[str, list[str]]:
    """For each id the lines of tests/rules that pin it, as file:line."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "tests" / "rules").glob("*.jsonl")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            for rule in json.loads(line)["rules"]:
                found.setdefault(rule, []).append(f"{path.stem}:{number}")
    return found


def rust_tests() -> dict[str, list[str]]:
    """For each id the Rust tests that have it in their name."""
    found: dict[str, list[str]] = {}
    for path in sorted((ROOT / "ball-core").rglob("*.rs")):
        for name in re.findall(r"#\[test\]\s+fn (\w+)", path.read_text(encoding="utf-8")):
            head = re.match(r"([a-z]\d)_", name)
            if head:
                found.setdefault(head.group(1).upper(), []).append(name)
    return found


def table(page: str) -> str:
    """The table, one row a rule."""
    by_case, by_test = cases(), rust_tests()
    rows = ["| rule | cases in tests/rules (file:line) | Rust tests of its own |", "| --- | --- | --- |"]
    for rule in rule_ids(page):
        if rule not in by_case:
            raise SystemExit(f"no case in tests/rules pins {rule}")
        named = ", ".join(f"`{name}`" for name in by_test.get(rule, []))
        rows.append(f"| {rule} | {', '.join(by_case[rule])} | {named} |")
    return "\n".join(rows)


def main() -> None:
    page = PAGE.read_text(encoding="utf-8")
    before, rest = page.split(BEGIN)
    after = rest.split(END)[1]
    expected = f"{before}{BEGIN}\n{table(page)}\n{END}{after}"
    if sys.argv[1:] == ["--write"]:
        PAGE.write_text(expected, encoding="utf-8")
    elif page != expected:
        raise SystemExit("the table in docs/rules.md is out of date: python3 tests/rule_table.py --write")
    print(f"{len(rule_ids(page))} rules, each pinned by cases in tests/rules")


if __name__ == "__main__":
    main()
