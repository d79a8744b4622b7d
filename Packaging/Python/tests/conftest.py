from __future__ import annotations

import shutil
import sys
from pathlib import Path

import pytest

import meshconv

HERE = Path(__file__).resolve().parent
CASES = HERE.parent.parent.parent / "Conformance" / "cases"


@pytest.fixture(scope="session", autouse=True)
def _installed() -> None:
    """The wheel is tested, not the sources beside the tests."""
    assert "site-packages" in meshconv.__file__, meshconv.__file__
    assert meshconv.__version__ == meshconv.library_version()


@pytest.fixture
def corner(tmp_path: Path) -> Path:
    """A scan: 3,267 vertices with normals, colours and confidence, 6,022 triangles."""
    return Path(shutil.copy(CASES / "scan" / "corner.ply", tmp_path / "corner.ply"))


@pytest.fixture(scope="session")
def large(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A text that takes seconds to convert: 1.5 million vertices and as many triangles."""
    numpy = pytest.importorskip("numpy")
    path = tmp_path_factory.mktemp("large") / "large.obj"
    vertices = b"".join(b"v %f %f %f\n" % tuple(row) for row in numpy.random.default_rng(1).random((30000, 3)))
    # Counted back from the last vertex, so that blocks repeat.
    faces = b"".join(b"f -%d -%d -%d\n" % (row, row + 1, row + 2) for row in range(1, 29999))
    path.write_bytes((vertices + faces) * 50)
    return path


@pytest.fixture
def program() -> Path:
    return Path(sys.executable).parent / "meshconv"
