"""What people read first works as printed: the README and the tutorial. So does the command that comes along."""

from __future__ import annotations

import json
import re
import shutil
import signal
import subprocess
import time
from pathlib import Path
from typing import Any

import pytest

from conftest import CASES, HERE

pytest.importorskip("numpy")


@pytest.fixture
def room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(CASES / "scan" / "corner.ply", tmp_path / "room.ply"))


def test_the_snippets_of_the_readme_run_in_order(room: Path) -> None:
    text = (HERE.parent / "README.md").read_text(encoding="utf-8")
    snippets = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    assert len(snippets) >= 5
    # "From pip install to arrays in ten lines."
    assert len([line for line in snippets[0].splitlines() if line]) <= 9
    names: dict[str, Any] = {}
    for number, snippet in enumerate(snippets, 1):
        exec(compile(snippet, f"README snippet {number}", "exec"), names)
    for output in ("room.glb", "room.obj", "room.usdz", "cloud.glb"):
        assert (room.parent / output).stat().st_size > 1000
    assert not (room.parent / "strict.obj").exists()


def test_the_cells_of_the_tutorial_run_in_order(room: Path) -> None:
    notebook = json.loads((HERE.parent / "tutorial.ipynb").read_text(encoding="utf-8"))
    assert notebook["nbformat"] == 4
    cells = ["".join(cell["source"]) for cell in notebook["cells"] if cell["cell_type"] == "code"]
    assert len(cells) >= 5
    names: dict[str, Any] = {}
    for number, cell in enumerate(cells, 1):
        exec(compile(cell, f"tutorial cell {number}", "exec"), names)


def test_the_command_comes_with_the_wheel(room: Path, program: Path) -> None:
    assert subprocess.run([program, "room.ply", "room.stl"], capture_output=True).returncode == 0
    assert subprocess.run([program, "no.ply", "no.stl"], capture_output=True).returncode == 66
    assert subprocess.run([program, "room.ply", "no.obj", "--strict"], capture_output=True).returncode == 2


def test_ctrl_c_ends_the_command_with_its_own_code(tmp_path: Path, program: Path) -> None:
    # It waits for an input that doesn't come.
    process = subprocess.Popen(
        [program, "-", tmp_path / "out.glb", "--from", "ply"], stdin=subprocess.PIPE, stderr=subprocess.PIPE)
    time.sleep(0.3)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=10)
    assert process.returncode == 130 and list(tmp_path.iterdir()) == []
