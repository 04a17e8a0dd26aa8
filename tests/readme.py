#!/usr/bin/env python3
"""Runs the C and Python examples of README.md as they stand there; the Rust one is a doctest of ball-core."""

import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OUT = ROOT / "target" / "readme"


def blocks(language: str) -> list[str]:
    """The fenced blocks of this language."""
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    return re.findall(rf"^```{language}\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL)


def run(*command: str | Path) -> str:
    """Runs a command in the project folder and gives what it prints."""
    print("$", *command)
    return subprocess.run([str(part) for part in command], cwd=ROOT, check=True, text=True, capture_output=True).stdout


def main() -> None:
    OUT.mkdir(parents=True, exist_ok=True)
    pythons, (c_source,), commands = blocks("python"), blocks("c"), blocks("sh")
    for python in pythons:
        (OUT / "example.py").write_text(python, encoding="utf-8")
        print(run(sys.executable, OUT / "example.py"))
    (OUT / "example.c").write_text(c_source, encoding="utf-8")
    compile_lines = [line for block in commands for line in block.splitlines() if line.startswith("cc ")]
    assert len(compile_lines) == 1, "README.md shows one command line for cc"
    run("cargo", "build", "--quiet", "--release", "-p", "ball-ffi")
    arguments = compile_lines[0].replace("example.c", str(OUT / "example.c"))
    run(*arguments.replace("-o example", f"-o {OUT / 'example'}").split())
    print(run(OUT / "example"))


if __name__ == "__main__":
    main()
