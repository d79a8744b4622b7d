#!/usr/bin/env python3
"""Writes Conformance/COMPLAINTS.md, the table of complaints about other programs, from the manifest of the cases.

usage: make-complaints.py            writes the file
       make-complaints.py --check    writes nothing; fails if the file differs
"""
import json
import pathlib
import sys

FOLDER = pathlib.Path(__file__).resolve().parent
HEAD = """# What people complain about

What other programs lost, according to public threads, and what happens to it here. Each row is a case of
[cases/complaints](cases/complaints): a small file of our own that reproduces the complaint. `meshconformance
Conformance/cases` converts it and reads the result back as a foreign file: everything after an arrow is there, and the
report has exactly the losses that are named. `check/complaints.py` reads the same outputs with other programs' readers.
Written by `make-complaints.py` from the manifest of the cases. A thread's complaint may have been fixed since.

{threads} threads about {programs} programs, {cases} cases.

| thread | lost there | here | case |
|---|---|---|---|
"""
TAIL = """
## Without a file

- [assimp 4521](https://github.com/assimp/assimp/issues/4521): a PLY of 5 GB takes 23 GB of memory, its OBJ 82 GB.
  meshconv's memory is measured with large files (`Benchmarks`), not with a case of a few bytes.
- [assimp 3046](https://github.com/assimp/assimp/issues/3046): colours of vertices as a texture, requested and declined
  there; `usdz.quicklook` paints one, see model-viewer 1596 above.
"""
WORDS = {
    "arity": "faces with all their corners", "lines": "lines", "points": "points", "nodes": "names of objects", "meshes": "names of meshes",
    "materials": "names of materials", "subsets": "named groups", "images": "images", "box": "positions in the world",
    "area": "the area of the faces", "meters_per_unit": "the unit", "up_axis": "the axis", "tables": "tables",
}


def kept(keeps):
    """The kept features of a result, in a few words."""
    words = []
    for key, value in keeps.items():
        if key == "corners":
            words += [f"`{name}`" for name in value]
        elif key == "types":
            words += [f"`{name}` as {kind}" for name, kind in value.items()]
        elif key == "settings":
            words += [f"the material's {name}" for name in value]
        elif key == "text":
            words += [f"`{part}`" for part in value]
        else:
            words.append(WORDS[key])
    if len(words) > 6:
        words = words[:5] + [f"{len(words) - 5} more"]
    return ", ".join(words)


def happens(conversions):
    """The kept features and losses of conversions; equal ones are grouped."""
    groups = {}
    for row in conversions:
        target = row["to"] + (f" `{row['options']}`" if "options" in row else "")
        text = "; ".join(part for part in (kept(row["keeps"]), row["reports"] and "reports " + ", ".join(f"`{code}`" for code in row["reports"])) if part)
        groups.setdefault(text or "nothing lost", []).append(target)
    return "<br>".join(f"→ {', '.join(targets)}: {text}" for text, targets in groups.items())


def table():
    files = json.loads((FOLDER / "cases" / "manifest.json").read_text(encoding="utf-8"))["files"]
    cases = sorted((entry for entry in files if entry.get("complaints")), key=lambda entry: entry["path"])
    threads = [thread for entry in cases for thread in entry["complaints"]]
    rows = []
    for entry in cases:
        links = ", ".join(f"[{thread['program']} {thread['number']}](https://github.com/{thread['repository']}/issues/{thread['number']})"
                          for thread in entry["complaints"])
        name = entry["path"].split("/", 1)[1]
        rows.append(f"| {links} | {entry['exercises'][0]} | {happens(entry['conversions'])} | [{name}](cases/{entry['path']}) |\n")
    head = HEAD.format(threads=len(threads), programs=len({thread["program"] for thread in threads}), cases=len(cases))
    return head + "".join(rows) + TAIL


def main():
    path, text = FOLDER / "COMPLAINTS.md", table()
    if sys.argv[1:] == ["--check"]:
        if not path.exists() or path.read_text(encoding="utf-8") != text:
            raise SystemExit("error: COMPLAINTS.md is not as make-complaints.py writes it")
    else:
        path.write_text(text, encoding="utf-8")
    print(f"complaints: {text.count('https://github.com/')} links")


main()
