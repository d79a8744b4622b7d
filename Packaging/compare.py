#!/usr/bin/env python3
"""Compares two releases: public names, and what the cases become.     usage: compare.py OLD NEW

OLD and NEW are folders that release.sh made. A name that is gone breaks programs that use it, and a changed output is seen by
users: each must be in CHANGELOG.md. Ends with 1 if there is any, with 0 if there are only additions.
"""
import pathlib
import sys

SHOWN = 40


def lines(folder, prefix):
    """The lines of the list `prefix-VERSION.txt` without its head."""
    found = sorted(pathlib.Path(folder).glob(f"{prefix}-*.txt"))
    if len(found) != 1:
        sys.exit(f"error: {folder}: expected one {prefix}-VERSION.txt, found {len(found)}")
    return [line for line in found[0].read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]


def show(title, rows):
    print(f"{len(rows)} {title}")
    for row in rows[:SHOWN]:
        print(f"    {row}")
    if len(rows) > SHOWN:
        print(f"    … and {len(rows) - SHOWN} more")


def main():
    if len(sys.argv) != 3:
        sys.exit(f"usage: {sys.argv[0]} OLD NEW")
    old, new = (set(lines(folder, "surface")) for folder in sys.argv[1:])
    gone = sorted(old - new)
    show("public names are gone", gone)
    show("public names are new", sorted(new - old))
    # `CASE → VARIANT: BYTES DIGEST`, and the name of a case may have a colon.
    old, new = (dict(line.rsplit(": ", 1) for line in lines(folder, "outputs")) for folder in sys.argv[1:])
    changed = [f"{case}: {old[case]} → {new[case]}" for case in sorted(old.keys() & new.keys()) if old[case] != new[case]]
    show("outputs are different", changed)
    show("outputs are gone", sorted(old.keys() - new.keys()))
    show("outputs are new", sorted(new.keys() - old.keys()))
    sys.exit(1 if gone or changed or old.keys() - new.keys() else 0)


main()
