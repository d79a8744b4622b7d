#!/usr/bin/env python3
"""All benchmarks in one command, on an idle machine.

usage: benchmarks.py MESHCONV --data FOLDER [--scan FILE.zip] [--runs 5] [--skip compare,verify,scaling,kernels] [--record]

Runs compare.py, verify.py, scaling.py and `bench kernels` one after the other. `--record` appends the rows to history.csv and
draws history.svg and scaling.svg, which are committed. The exit code is 1 if a floor is missed; all of them run in any case.
"""
import argparse
import subprocess
import sys
import time
from pathlib import Path

HERE = Path(__file__).resolve().parent


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("--data", required=True, help="the inputs: room.*, and cloud.* and tex.* for their rows")
    arguments.add_argument("--scan")
    arguments.add_argument("--runs", default="5")
    arguments.add_argument("--sizes", default="1,2,4,8,16", help="millions of triangles for scaling.py")
    arguments.add_argument("--only", default="", help="rows of compare.py")
    arguments.add_argument("--skip", default="")
    arguments.add_argument("--record", action="store_true")
    options = arguments.parse_args()
    python, program = sys.executable, options.meshconv
    history = ["--csv", str(HERE / "history.csv")] if options.record else []
    picture = ["--picture", str(HERE / "scaling.svg")] if options.record else []
    scan = ["--scan", options.scan] if options.scan else []
    only = ["--only", options.only] if options.only else []
    steps = {
        "compare": [python, HERE / "compare.py", program, "--data", options.data, "--runs", options.runs, *scan, *only, *history],
        "verify": [python, HERE / "verify.py", program, options.data, "--runs", options.runs],
        "scaling": [python, HERE / "scaling.py", program, "--sizes", options.sizes, *picture],
        "kernels": ["swift", "run", "-c", "release", "--package-path", HERE, "bench", "kernels"],
    }
    missed = []
    for name, command in steps.items():
        if name in options.skip.split(","):
            continue
        print(f"=== {name}", flush=True)
        began = time.monotonic()
        if subprocess.run([str(word) for word in command]).returncode:
            missed.append(name)
        print(f"=== {name}: {time.monotonic() - began:.0f} s", flush=True)
    if options.record:
        subprocess.run([python, str(HERE / "history.py")], check=True)
    print("all floors are met" if not missed else f"missed: {', '.join(missed)}")
    sys.exit(1 if missed else 0)


main()
