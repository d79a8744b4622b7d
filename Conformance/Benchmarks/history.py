#!/usr/bin/env python3
"""Draws the ratios in history.csv over versions.     usage: history.py [history.csv] [history.svg]

One chart for each row, with CPU and wall time; the dashed line is the floor of CPU time. Rows without a peer show seconds.
"""
import csv
import sys
from pathlib import Path

import svg

HERE = Path(__file__).resolve().parent


def main():
    source = Path(sys.argv[1]) if len(sys.argv) > 1 else HERE / "history.csv"
    target = Path(sys.argv[2]) if len(sys.argv) > 2 else source.with_suffix(".svg")
    with open(source, newline="") as file:
        records = list(csv.DictReader(file))
    charts = []
    for row in dict.fromkeys(record["row"] for record in records):
        own = [record for record in records if record["row"] == row]
        has_ratio = any(record["ratio_cpu"] for record in own)
        columns = ("ratio_cpu", "ratio_wall") if has_ratio else ("cpu_s", "wall_s")
        lines = [(name, [(number, float(record[column])) for number, record in enumerate(own) if record[column]])
                 for name, column in zip(("CPU", "wall"), columns)]
        names = [record["commit"][:7] for record in own]
        level = float(own[-1]["floor_cpu"]) if own[-1]["floor_cpu"] else None
        charts.append(lambda place, row=row, lines=lines, names=names, level=level, has_ratio=has_ratio: svg.chart(
            row, "", "×" if has_ratio else "s", lines, place, names=names, level=level))
    target.write_text(svg.page(charts, columns=3))


main()
