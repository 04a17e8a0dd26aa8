"""The Python examples of the guides run as they stand there."""

from __future__ import annotations

import re
import subprocess
import sys

import pytest

from conftest import ROOT

PAGES = ["docs/training.md", "ball-py/README.md"]


def blocks():
    for page in PAGES:
        text = (ROOT / page).read_text(encoding="utf-8")
        for match in re.finditer(r"^```python\n(.*?)^```$", text, flags=re.MULTILINE | re.DOTALL):
            line = text.count("\n", 0, match.start()) + 1
            yield pytest.param(match[1], id=f"{page}:{line}")


@pytest.mark.parametrize("code", list(blocks()))
def test_example(code):
    # A deprecation that a reader would meet is one too many.
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
