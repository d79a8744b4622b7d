#!/usr/bin/env python3
"""Holds the counters against the facts of a collection.    usage: compare.py FOLDER    (with a manifest.json)

The facts of cases were stated by their authors, the counters read the bytes: two independent answers. Every file that
must load has to agree in each fact that both know. A counter is a module `FORMAT_count.py` beside this one with a function `count(path)`; REFUSES in it says
which files it refuses: "nothing", or "indices", too, that are out of range; without it, all else that is broken.
"""
import importlib
import json
import pathlib
import sys

COUNTERS = {path.stem[:-len("_count")]: importlib.import_module(path.stem)
            for path in sorted(pathlib.Path(__file__).parent.glob("*_count.py"))}


def close(one, other):
    """Equal, with numbers to 8 digits: manifests round."""
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(close(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(close, one, other))
    if isinstance(one, float) or isinstance(other, float):
        return abs(one - other) <= 1e-8 * max(abs(one), abs(other))
    return one == other


def main(folder):
    passed, failed = 0, 0
    for entry in json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]:
        counter = COUNTERS.get(entry["format"])
        if counter is None or entry["expect"] == "either":
            continue
        facts = entry.get("facts", {})
        refuses = getattr(counter, "REFUSES", "")
        if entry["expect"] == "reject" and (refuses == "nothing" or (
                refuses != "indices" and facts.get("code") == "input.invalid-index")):
            continue
        wrong = []
        try:
            found = counter.count(folder / entry["path"])
            if entry["expect"] == "reject":
                wrong = ["was read, must be refused"]
            else:
                wrong = [f"{key}: stated {stated!r}, counted {found[key]!r}"
                         for key, stated in facts.items() if key in found and not close(stated, found[key])]
        except ValueError as error:
            if entry["expect"] != "reject":
                wrong = [f"was refused: {error}"]
        for line in wrong:
            print(f"error: {entry['path']}: {line}")
        passed, failed = passed + (not wrong), failed + bool(wrong)
    print(f"counters: {passed} passed, {failed} failed")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(pathlib.Path(sys.argv[1])))
