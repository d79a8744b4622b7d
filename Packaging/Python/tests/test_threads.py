"""Calls on many threads, in children made by fork and spawn."""

from __future__ import annotations

import multiprocessing
import os
import threading
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import meshconv


def test_sixteen_threads_give_the_same_bytes(corner: Path) -> None:
    expected = {to: meshconv.convert(corner, to=to).data for to in ("glb", "obj", "usdz", "stl")}

    def one(number: int) -> bool:
        to = list(expected)[number % 4]
        source = corner if number % 3 else corner.read_bytes()
        return meshconv.convert(source, to=to, name=None if number % 3 else "corner.ply").data == expected[to]

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(one, range(160)))


def test_threads_share_a_scene(corner: Path) -> None:
    scene = meshconv.read(corner)
    expected = meshconv.write(scene, to="glb").data

    def one(number: int) -> bool:
        if number % 2:
            return meshconv.write(scene, to="glb").data == expected
        mesh = scene.meshes[0]
        return mesh.positions.shape == (3267, 3) and len(mesh.attributes["confidence"]) == 3267

    with ThreadPoolExecutor(16) as pool:
        assert all(pool.map(one, range(100)))


def test_the_gil_is_free_during_a_call(large: Path) -> None:
    counted, done = [0], threading.Event()

    def count() -> None:
        while not done.is_set():
            counted[0] += 1
            time.sleep(0.001)

    thread = threading.Thread(target=count)
    thread.start()
    start = time.perf_counter()
    meshconv.read(large, threads=1)
    seconds = time.perf_counter() - start
    done.set()
    thread.join()
    assert counted[0] > seconds * 200, f"{counted[0]} turns in {seconds:.2f} s"


def _convert(path: str) -> int:
    return len(meshconv.convert(path, to="glb").data) + len(meshconv.read(path).meshes[0].positions)


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
@pytest.mark.parametrize("method", ["fork", "spawn", "forkserver"])
def test_child_processes_work(large: Path, corner: Path, method: str) -> None:
    # The parent has used its threads before.
    expected = _convert(os.fspath(corner))
    meshconv.read(large)
    with multiprocessing.get_context(method).Pool(3) as pool:
        results = pool.map_async(_convert, [os.fspath(corner)] * 12).get(timeout=60)
        slow = pool.map_async(_convert, [os.fspath(large)] * 3).get(timeout=120)
    assert results == [expected] * 12 and len(set(slow)) == 1
    assert _convert(os.fspath(corner)) == expected


@pytest.mark.filterwarnings("ignore:.*fork.*:DeprecationWarning")
def test_a_child_can_use_and_free_the_scene_of_its_parent(corner: Path) -> None:
    scene = meshconv.read(corner)
    expected = float(scene.meshes[0].positions.sum())
    child = os.fork()
    if child == 0:
        good = float(scene.meshes[0].positions.sum()) == expected and meshconv.write(scene, to="obj").status == "done"
        del scene
        os._exit(0 if good else 1)
    assert os.waitpid(child, 0)[1] == 0
    assert float(scene.meshes[0].positions.sum()) == expected


def test_a_call_in_an_exit_handler_works(corner: Path) -> None:
    import subprocess
    import sys

    code = "import atexit, meshconv, sys; atexit.register(lambda: print(meshconv.info(sys.argv[1]).digest))"
    output = subprocess.run([sys.executable, "-c", code, corner], check=True, capture_output=True, text=True).stdout
    assert output.strip() == meshconv.info(corner).digest
