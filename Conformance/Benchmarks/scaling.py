#!/usr/bin/env python3
"""Time and memory of conversions of 1, 2, 4, 8 and 16 million triangles, as a table and a picture.

usage: scaling.py MESHCONV [--sizes 1,2,4,8,16] [--runs 3] [--picture scaling.svg] [--to glb,obj,stl]

The output is in memory. A line is straight if the last step costs at most 1.3 times as much a triangle as the first one; the
exit code is 1 if one isn't.
"""
import argparse
import os
import statistics
import sys
import tempfile
from pathlib import Path

import svg
from inputs import sheet
from measured_run import run

MOST = 1.3


def slope(line):
    """How much more the last step costs for each triangle than the whole."""
    (x0, y0), (x1, y1), (x2, y2) = line[0], line[-2], line[-1]
    return ((y2 - y1) / (x2 - x1)) / ((y2 - y0) / (x2 - x0)) if y2 > y0 else 1


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("--sizes", default="1,2,4,8,16", help="millions of triangles")
    arguments.add_argument("--runs", type=int, default=3)
    arguments.add_argument("--to", default="glb,obj,stl")
    arguments.add_argument("--picture", type=Path)
    options = arguments.parse_args()
    program = str(Path(options.meshconv).resolve())
    times, peaks = ({target: [] for target in options.to.split(",")} for _ in range(2))
    with tempfile.TemporaryDirectory(dir="/dev/shm" if os.access("/dev/shm", os.W_OK) else None) as scratch:
        print("| million triangles | " + " | ".join(f"{target}: wall s / MB" for target in times) + " |\n| --- |" + " --- |" * len(times))
        for size in map(float, options.sizes.split(",")):
            source = Path(scratch, "sheet.ply")
            millions = sheet(source, int(size * 1e6)) / 1e6
            cells = []
            for target in times:
                output = Path(scratch, f"out.{target}")
                results = [run([program, str(source), "-o", str(output), "--quiet"]) for _ in range(options.runs)]
                if None in results:
                    sys.exit(f"failed: {size} million triangles to {target}")
                output.unlink()
                wall, peak = (statistics.median(result[column] for result in results) for column in (1, 2))
                times[target].append((millions, wall))
                peaks[target].append((millions, peak))
                cells.append(f"{wall:.3f} / {peak:.0f}")
            print(f"| {millions:.2f} | " + " | ".join(cells) + " |", flush=True)
            source.unlink()
    if options.picture:
        charts = [lambda place: svg.chart("Time", "million triangles", "s", list(times.items()), place),
                  lambda place: svg.chart("Memory at most", "million triangles", "MB", list(peaks.items()), place)]
        options.picture.write_text(svg.page(charts))
    bent = [f"{what} of {target}: {slope(line):.2f}" for what, table in (("time", times), ("memory", peaks))
            for target, line in table.items() if len(line) > 2 and slope(line) > MOST]
    print("straight lines" if not bent else "not straight: " + "; ".join(bent))
    sys.exit(1 if bent else 0)


main()
