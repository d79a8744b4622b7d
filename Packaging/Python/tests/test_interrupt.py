"""How calls end early: Ctrl-C, progress functions, limits, files that change."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

import meshconv

# A tenth of a second; on a machine that is busy with other things, threads wait for their turn.
LIMIT = 0.1 * max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) / 2)


@contextmanager
def interrupted(delay: float) -> Iterator[list[float]]:
    """Sends Ctrl-C to this process after `delay` seconds; gives the moment."""
    moments: list[float] = []

    def send() -> None:
        moments.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(delay, send)
    timer.start()
    try:
        yield moments
    finally:
        timer.cancel()
        timer.join()


@pytest.mark.parametrize("delay", [0.05, 0.1, 0.3, 0.6, 1.0])
@pytest.mark.parametrize("to", ["glb", "ply", "usdz", "stl.ascii"])
def test_ctrl_c_ends_a_call_within_a_tenth_of_a_second(large: Path, tmp_path: Path, delay: float, to: str) -> None:
    target = tmp_path / f"out.{to.split('.')[0]}"
    with pytest.raises(KeyboardInterrupt), interrupted(delay) as moments:
        # Making meshes simpler computes for long without reading or writing.
        meshconv.convert(large, target, to=to, faces=1000 if to == "stl.ascii" else None)
        while True:  # A fast machine was done before; the interrupt still has to come.
            time.sleep(0.01)
    assert time.perf_counter() - moments[0] < LIMIT
    assert threading.active_count() < 4


def test_ctrl_c_ends_reading_and_inspecting(large: Path) -> None:
    for function in (meshconv.read, meshconv.info, meshconv.check, meshconv.plan):
        with pytest.raises(KeyboardInterrupt), interrupted(0.15) as moments:
            function(large)
            time.sleep(5)
        assert time.perf_counter() - moments[0] < LIMIT, function
    data = large.read_bytes()
    with pytest.raises(KeyboardInterrupt), interrupted(0.15) as moments:
        meshconv.convert(data, name="large.obj", to="glb")
        time.sleep(5)
    assert time.perf_counter() - moments[0] < LIMIT


def test_after_ctrl_c_no_part_of_an_output_is_there(large: Path, tmp_path: Path) -> None:
    target, cut = tmp_path / "out.glb", 0
    meshconv.convert(large, target)
    whole = target.read_bytes()
    for delay in (0.05, 0.06, 0.08, 0.1, 0.15, 0.2):
        target.unlink(missing_ok=True)
        with pytest.raises(KeyboardInterrupt), interrupted(delay):
            meshconv.convert(large, target)
            time.sleep(5)
        deadline = time.monotonic() + 5
        while threading.active_count() > 1 and time.monotonic() < deadline:
            time.sleep(0.01)
        # It may have been done, or nearly: then it is whole.
        assert set(tmp_path.iterdir()) <= {target}, delay
        cut += not target.exists()
        assert not target.exists() or target.read_bytes() == whole
    assert cut > 0


def test_a_script_ends_by_ctrl_c_as_scripts_do(large: Path, tmp_path: Path) -> None:
    code = "import meshconv, sys; print('go', flush=True)\nwhile True: meshconv.convert(sys.argv[1], sys.argv[2])"
    process = subprocess.Popen(
        [sys.executable, "-c", code, large, tmp_path / "out.glb"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    assert process.stdout is not None and process.stdout.readline() == b"go\n"
    time.sleep(0.2)
    sent = time.perf_counter()
    process.send_signal(signal.SIGINT)
    _, errors = process.communicate(timeout=10)
    assert time.perf_counter() - sent < 10 * LIMIT and b"KeyboardInterrupt" in errors
    # One of the conversions may have been done.
    assert process.returncode in (-signal.SIGINT, 130) and set(tmp_path.iterdir()) <= {tmp_path / "out.glb"}


def test_progress_comes_in_order_and_can_end_the_call(large: Path, tmp_path: Path) -> None:
    seen: list[tuple[str, int, int]] = []
    meshconv.convert(large, tmp_path / "out.ply", progress=lambda *each: seen.append(each))
    assert {"reading", "writing"} <= {phase for phase, _, _ in seen}
    reading = [done for phase, done, _ in seen if phase == "reading"]
    assert reading == sorted(reading) and len(reading) > 1
    assert all(done <= total or total == 0 for _, done, total in seen)
    with pytest.raises(meshconv.Cancelled) as caught:
        meshconv.convert(large, tmp_path / "none.ply", progress=lambda *_: False)
    assert caught.value.exit_code == 130 and not (tmp_path / "none.ply").exists()


def test_an_exception_of_the_progress_function_comes_out(large: Path, tmp_path: Path) -> None:
    def progress(phase: str, done: int, total: int) -> None:
        raise ZeroDivisionError("mine")

    for run in (lambda: meshconv.convert(large, tmp_path / "out.glb", progress=progress),
                lambda: meshconv.read(large, progress=progress)):
        with pytest.raises(ZeroDivisionError, match="mine"):
            run()
    with ThreadPoolExecutor(1) as pool, pytest.raises(ZeroDivisionError):
        pool.submit(meshconv.read, large, progress=progress).result()
    assert list(tmp_path.iterdir()) == []


def test_a_limit_of_time_is_an_error(large: Path) -> None:
    with pytest.raises(meshconv.LimitError):
        meshconv.read(large, timeout="1ms")


def test_two_threads_cancel_their_own_calls(large: Path, tmp_path: Path) -> None:
    def one(number: int) -> str:
        target = tmp_path / f"{number}.glb"
        try:
            # The odd ones are cancelled as soon as they write.
            cancel = number % 2 == 1
            meshconv.convert(large, target, progress=lambda phase, *_: not (cancel and phase == "writing"))
            return "done" if target.exists() else "missing"
        except meshconv.Cancelled:
            return "cancelled" if not target.exists() else "left"

    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(one, range(4))) == ["done", "cancelled"] * 2


@pytest.mark.parametrize("name", ["points.ply", "points.stl", "points.glb"])
def test_a_file_cut_short_while_it_is_read_is_an_exception(tmp_path: Path, name: str) -> None:
    numpy = pytest.importorskip("numpy")
    random = numpy.random.default_rng(3)
    triangles = numpy.arange(3_000_000, dtype="u4").reshape(-1, 3)
    scene = meshconv.Scene.from_arrays(random.random((3_000_000, 3), "f4"), triangles)
    whole = meshconv.write(scene, to=name[-3:]).data
    path = tmp_path / name
    # Another process, so that a signal of the system is seen.
    code = (
        "import meshconv, sys\n"
        "print('go', flush=True)\n"
        "while True:\n"
        "    try:\n"
        "        scene = meshconv.read(sys.argv[1])\n"
        "        for each in scene.primitives: each.positions.sum()\n"
        "        meshconv.convert(sys.argv[1], sys.argv[2])\n"
        "    except meshconv.Error as error:\n"
        "        print(type(error).__name__, error.code); break\n")
    for delay in (0.0, 0.01, 0.03, 0.05, 0.1, 0.2):
        path.write_bytes(whole)
        process = subprocess.Popen(
            [sys.executable, "-c", code, path, tmp_path / "out.ply"], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        assert process.stdout is not None and process.stdout.readline() == b"go\n"
        time.sleep(delay)
        os.truncate(path, len(whole) // 3)
        output, errors = process.communicate(timeout=60)
        assert process.returncode == 0, (delay, process.returncode, errors)
        assert output.split()[0] in (b"ReadError", b"InputOutputError"), output
