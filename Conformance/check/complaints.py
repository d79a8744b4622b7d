#!/usr/bin/env python3
"""Checks with other programs' readers that conversions of the complaints' cases keep what is stated.

usage: complaints.py MESHCONV FOLDER    (with a manifest.json)

PLY is read by plyfile, USD by usd-core, STL by trimesh, glTF and OBJ by a few lines of `complaints_read.py`, positions of glTF
by trimesh, too. A fact that no such reader can find is counted as unseen. Missing readers are named.
"""
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile

import complaints_read


def close(stated, found):
    """Equal, with numbers to the digits of a float32."""
    if isinstance(stated, dict):
        return all(key in found and close(value, found[key]) for key, value in stated.items())
    if isinstance(stated, (list, tuple)):
        return len(stated) == len(found) and all(map(close, stated, found))
    if isinstance(stated, (int, float)) and not isinstance(stated, bool):
        return math.isclose(stated, found, rel_tol=2 ** -24, abs_tol=2 ** -24)
    return stated == found


def differences(keeps, seen):
    """The number of facts compared, the number that could not be, and a line for each that differs."""
    counts, wrong = collections.Counter(), []
    for key, stated in keeps.items():
        parts = stated.items() if key in ("corners", "types", "settings") else [(None, stated)]
        for name, value in parts:
            found = seen.get(key) if name is None else seen.get(key, {}).get(name)
            if found is None and (key not in seen or key == "types"):
                counts["unseen"] += 1
                continue
            counts["compared"] += 1
            if found is None or not close(value, found):
                wrong.append(f"{key} {name or ''}: stated {value}, read {found}")
    return counts, wrong


def main(meshconv, folder):
    counts, failed = collections.Counter(), 0
    for entry in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]:
        for row in entry.get("conversions", []):
            with tempfile.TemporaryDirectory() as place:
                family = row["to"].lstrip(".").split(".")[0]
                output = pathlib.Path(place) / f"result.{family}"
                words = row.get("options", "").split() + ([] if row["to"].startswith(".") else ["--to", row["to"]])
                done = subprocess.run([meshconv, folder / entry["path"], output, *words, "--report", pathlib.Path(place) / "r.json", "-q"],
                                      capture_output=True, text=True)
                if done.returncode:
                    wrong = [done.stderr.strip()[:200]]
                else:
                    losses = json.loads((pathlib.Path(place) / "r.json").read_text(encoding="utf-8"))["losses"]
                    codes = sorted({loss["code"] for loss in losses if loss["severity"] in ("dropped", "approximated", "narrowed", "rounded")})
                    wrong = [] if codes == row["reports"] else [f"reports: stated {row['reports']}, found {codes}"]
                    try:
                        seen = complaints_read.READ[family](output)
                    except ImportError as error:
                        counts[f"without {error.name}"] += 1
                        continue
                    files = [file.read_bytes() for file in pathlib.Path(place).iterdir() if file.name != "r.json"]
                    seen["text"] = [text for text in row["keeps"].get("text", []) if any(text.encode() in data for data in files)]
                    found, more = differences(row["keeps"], seen)
                    counts += found
                    wrong += more
            counts["results"] += 1
            failed += bool(wrong)
            for line in wrong:
                print(f"error: {entry['path']} → {row['to']}: {line}")
    print("complaints: " + ", ".join(f"{number} {word}" for word, number in sorted(counts.items())) + f", {failed} wrong")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2])))
