#!/usr/bin/env python3
"""Tests the batch with two workers, of which one is killed.     usage: test.py MESHCONV     (a Python that has dask)

Without dask it says so and succeeds.
"""
import importlib.util
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent.parent / "Conformance/cases"
# Stands for meshconv: keeps a list of its calls, and fails or waits where the test says so.
WRAPPER = """#!/bin/sh
[ "$1" = --version ] && exec {program} --version
name=$(basename "$3"); echo "$name $PPID" >>{state}/calls
[ -e {state}/once-$name ] && rm {state}/once-$name && exit 75
[ -e {state}/wait-$name ] && rm {state}/wait-$name && exec sleep 100
exec {program} "$@"
"""


def start(*words):
    return subprocess.Popen([sys.executable, *map(str, words)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)


def until(condition, what):
    end = time.monotonic() + 60
    while not (found := condition()):
        assert time.monotonic() < end, f"it never happened: {what}"
        time.sleep(0.02)
    return found


class Test:
    def __init__(self, home, program):
        self.home, self.state, self.processes = home, home / "state", []
        self.program = home / "meshconv"
        self.state.mkdir()
        self.program.write_text(WRAPPER.format(program=program, state=self.state))
        self.program.chmod(0o755)
        assets = home / "assets"
        (assets / "a").mkdir(parents=True)
        for number in range(8):
            shutil.copyfile(CASES / "ply/ascii.ply", assets / f"a/{number}.ply")
        for path in CASES.glob("obj/quad*"):
            shutil.copyfile(path, assets / path.name)
        (assets / "broken.ply").write_text("ply\n")
        self.names = sorted(str(path.relative_to(assets)) for path in assets.rglob("*") if path.suffix in (".ply", ".obj"))

    def dask(self, *words):
        file = self.home / "scheduler.json"
        self.processes.append(start("-m", "distributed.cli." + words[0], "--scheduler-file", file, *words[1:]))
        return self.processes[-1]

    def batch(self, results="results"):
        process = start(
            HERE / "batch.py", self.home / "assets", self.home / results, "--to", "glb", "--scheduler", self.home / "scheduler.json",
            "--meshconv", self.program)
        self.processes.append(process)
        return process

    def ended(self, process):
        lines = [json.loads(line) for line in process.communicate(timeout=60)[0].splitlines()]
        return process.returncode, {line["asset"]: line for line in lines[:-1]}, lines[-1]

    def calls(self):
        path = self.state / "calls"
        return [line.split() for line in path.read_text().splitlines()] if path.exists() else []

    def times(self, name):
        return sum(call[0] == name for call in self.calls())

    def run(self):
        self.dask("dask_scheduler", "--port", "0", "--no-dashboard")
        until((self.home / "scheduler.json").exists, "a scheduler")
        for _ in range(2):
            self.dask("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")

        # One worker dies in the middle of an asset; another asset fails once; one is broken.
        (self.state / "wait-3.ply").touch()
        (self.state / "once-5.ply").touch()
        batch = self.batch()
        victim = int(until(lambda: next((call[1] for call in self.calls() if call[0] == "3.ply"), None), "the slow asset"))
        worker = next(process for process in self.processes if process.pid == victim)
        until(lambda: len({call[1] for call in self.calls()}) == 2, "work of both")
        worker.kill()
        code, lines, summary = self.ended(batch)
        assert code == 65, code
        assert sorted(lines) == self.names, sorted(lines)
        assert {name: line["code"] for name, line in lines.items() if line["code"]} == {"broken.ply": 65}, lines
        assert summary["done"] == len(self.names) - 1 and summary["failed"] == 1, summary
        assert (self.times("3.ply"), self.times("5.ply"), self.times("broken.ply"), self.times("0.ply")) == (2, 2, 1, 1), self.calls()
        for name, line in lines.items():
            assert line["code"] or (self.home / "results" / line["output"]).stat().st_size > 100, line
        record = json.loads((self.home / "results/records/a/0.ply.json").read_text())
        assert record["report"]["schema"] == "meshconv.report/1" and record["report"]["status"] == "done"

        # A batch that is killed goes on, and does nothing twice.
        (self.state / "calls").unlink()
        (self.state / "wait-6.ply").touch()
        batch = self.batch("again")
        until(lambda: self.times("6.ply"), "the slow asset")
        records = self.home / "again/records"
        until(lambda: sum(1 for _ in records.rglob("*.json")) >= 3, "some records")
        batch.kill()
        batch.wait()
        # The worker waits still: another one takes its place.
        next(process for process in self.processes if process.poll() is None and "dask_worker" in str(process.args)).kill()
        done = {str(path.relative_to(records))[:-5] for path in records.rglob("*.json")}
        self.dask("dask_worker", "--nthreads", "1", "--no-nanny", "--no-dashboard")
        code, lines, summary = self.ended(self.batch("again"))
        assert code == 65 and sorted(lines) == self.names, (code, lines)
        assert {name for name, line in lines.items() if line["skipped"]} == done, (done, lines)
        assert all(self.times(pathlib.Path(name).name) == 1 for name in done), self.calls()
        first, second = ({path.relative_to(self.home / folder): path.read_bytes() for path in (self.home / folder).rglob("*.glb")}
                         for folder in ("results", "again"))
        assert first == second and len(first) == len(self.names) - 1

    def end(self):
        for process in self.processes:
            if process.poll() is None:
                process.send_signal(signal.SIGKILL)
            process.wait()


def main():
    if not all(map(importlib.util.find_spec, ("dask", "distributed"))):
        print("dask isn't installed here: the distributed batch was not tested")
        return
    with tempfile.TemporaryDirectory() as home:
        test = Test(pathlib.Path(home), pathlib.Path(sys.argv[1]).resolve())
        began = time.monotonic()
        try:
            test.run()
        finally:
            test.end()
        print(f"distributed batch: two workers, one killed, a batch killed and resumed: {time.monotonic() - began:.1f} s")


if __name__ == "__main__":
    main()
