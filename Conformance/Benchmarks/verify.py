#!/usr/bin/env python3
"""The cost of --verify for all ordered pairs of formats: seconds of wall time and megabytes at the peak.

usage: verify.py MESHCONV FOLDER [--runs N] [--only SOURCE-TARGET,...]

FOLDER has room.ply, room.obj … : the same large mesh in each format (`bench make` makes PLY, OBJ and STL; meshconv makes
missing ones from room.ply). If it has room.ascii.ply and room.ascii.stl, these are converted to binary, too. Runs without and
with --verify alternate; the median counts. The exit code is 1 if a proof takes longer than its conversion or more than 64 MB
of additional memory: `over` says which. Output goes to memory if possible, so that no disk is measured.
"""
import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

from measured_run import run

FORMATS = ["ply", "obj", "stl", "glb", "usda", "usdc", "usdz"]
PAIRS = [(source, target) for source in FORMATS for target in FORMATS]
TEXTS = [("ascii.ply", "ply"), ("ascii.stl", "stl")]
ROOM = 64


def measured(command):
    """Seconds of wall time and the peak in MB; a proof that fails ends the measurement."""
    result = run(command)
    if result is None:
        sys.exit(f"this failed: {' '.join(command)}")
    return result[1:]


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("folder", type=Path)
    arguments.add_argument("--runs", type=int, default=5)
    arguments.add_argument("--only", default="")
    options = arguments.parse_args()
    only = set(filter(None, options.only.split(",")))
    program = str(Path(options.meshconv).resolve())
    isAllWithin = True
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as scratch:
        print("| pair | converted, s / MB | with the proof, s / MB | proof, s | proof, MB | |\n| --- |" + " --- |" * 5)
        texts = [pair for pair in TEXTS if (options.folder / f"room.{pair[0]}").exists()]
        for source, target in PAIRS + texts:
            if only and f"{source}-{target}" not in only:
                continue
            place = options.folder / f"room.{source}"
            if not place.exists():
                place = Path(scratch, place.name)
            if not place.exists():
                measured([program, str(options.folder / "room.ply"), str(place)])
            plain = [program, "convert", str(place), f"{scratch}/out.{target}", "--force"]
            rounds = [(measured(plain), measured(plain + ["--verify"])) for _ in range(options.runs)]
            (seconds, peak), (whole, most) = ([statistics.median(column) for column in zip(*runs)] for runs in zip(*rounds))
            over = [name for name, isOver in (("time", whole > 2 * seconds), ("memory", most - peak > ROOM)) if isOver]
            isAllWithin &= not over
            print(f"| {source}-{target} | {seconds:.2f} / {peak:.0f} | {whole:.2f} / {most:.0f} | {whole - seconds:.2f} | "
                  f"{most - peak:.0f} | {'over: ' + ', '.join(over) if over else ''} |", flush=True)
    sys.exit(0 if isAllWithin else 1)


main()
