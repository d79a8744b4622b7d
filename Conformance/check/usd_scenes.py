#!/usr/bin/env python3
"""A table of USD scenes: what usd-core counts and what meshconv reads.    usage: usd_scenes.py MESHCONV FOLDER_OR_FILE...

    --all            also the rows where all counts are equal
    --table FILE     writes a row for each folder given as Markdown: verdicts, and what both count

Counted are the faces and points that are shown (with the copies of instances and instancers, without what is hidden), and
whether joints move a mesh. A file that is a layer of another one in
the same folder is tried as well: it is a scene of its own to a viewer. A difference fails, unless meshconv's report names what it
left out, refuses the file, or spheres and their like are cut into faces, which each program does as it likes.

Needs usd-core and numpy.
"""
import argparse
import collections
import concurrent.futures
import json
import logging
import os
import pathlib
import subprocess
import sys
import tempfile

from pxr import Usd, UsdSkel

import sweep_usd

ENDINGS = (".usd", ".usda", ".usdc", ".usdz")
COUNTS = ("faces", "points", "skinned")
# What the report says where a count is smaller by a reason that it names.
TELLING = {"topology.dropped", "mesh.dropped", "reference.missing", "topology.folded", "skin.dropped"}


# Files whose difference is none of meshconv's.
EXPLAINED = {
    "pi_sibling_pi_over.usda": "the walk of this check stops at an `over`; UsdImaging draws prototypes below one, four spheres here",
    "points_widths.usda": "the earliest sample blocks the points; meshconv shows the first that has some",
}


def by_usd(path):
    """(Counts, whether a round shape is among them) by usd-core, or (None, why)."""
    try:
        stage = Usd.Stage.Open(str(path))
        facts = sweep_usd.usd(path)
    except Exception as error:  # whatever usd-core raises
        return None, str(error).strip().splitlines()[-1][:100]
    found = {"faces": sum(len(piece.sizes) for piece in facts.parts),
             "points": sum(len(piece.points) for piece in facts.parts if not len(piece.sizes)),
             "skinned": False}
    found["skinned"] = any(found.values()) and is_skinned(stage)
    return found, facts.round


def is_skinned(stage):
    """Whether a skeleton has joints that move a mesh."""
    cache = UsdSkel.Cache()
    for prim in Usd.PrimRange(stage.GetPseudoRoot(), sweep_usd.EACH):
        if prim.IsA(UsdSkel.Root):
            cache.Populate(UsdSkel.Root(prim), sweep_usd.EACH)
            for binding in cache.ComputeSkelBindings(UsdSkel.Root(prim), sweep_usd.EACH):
                if any(target.HasJointInfluences() for target in binding.GetSkinningTargets()):
                    return True
    return False


def by_meshconv(program, path):
    """(Counts, codes of the report) of the scene that meshconv reads, or (None, the message)."""
    done = subprocess.run([program, "info", "--json", str(path)], capture_output=True, timeout=120)
    read = json.loads(done.stdout) if done.stdout.strip() else {}
    if done.returncode or read.get("error"):
        return None, done.stderr.decode(errors="replace").strip() or str(read.get("error"))[:140]
    with tempfile.TemporaryDirectory() as folder:
        report = pathlib.Path(folder) / "report.json"
        subprocess.run([program, str(path), f"{folder}/o.glb", "--quiet", "--report", str(report)], capture_output=True, timeout=300)
        losses = json.loads(report.read_text())["losses"] if report.exists() else []
    codes = {loss["code"] for loss in losses} | {item["code"] for item in read["diagnostics"]}
    return {"faces": read["instanced"]["faces"], "points": read["instanced"]["points"],
            "skinned": bool(read["motion"]["skins"] and read["instanced"]["positions"])}, codes


def judged(program, path):
    """(Verdict, what usd-core counts, what meshconv counts, words)."""
    logging.disable(logging.CRITICAL)
    theirs, rest = by_usd(path)
    ours, codes = by_meshconv(program, path)
    if theirs is None:
        return ("both refuse" if ours is None else "usd-core refuses"), theirs, ours, rest
    if ours is None:
        return ("refused, nothing shown" if not any(theirs.values()) else "refused"), theirs, ours, codes
    odd = [name for name in COUNTS if theirs[name] != ours[name]]
    if not odd:
        return "equal", theirs, ours, ""
    if rest and odd == ["faces"]:
        return "round shapes", theirs, ours, ""
    if path.name in EXPLAINED:
        return "explained", theirs, ours, EXPLAINED[path.name]
    told = sorted(codes & TELLING)
    return ("told" if told else "DIFFERS"), theirs, ours, f"{', '.join(odd)}: {', '.join(told)}"


def files(names):
    for name in map(pathlib.Path, names):
        yield from (path for path in sorted(name.rglob("*")) if path.suffix in ENDINGS) if name.is_dir() else [name]


def room_of(path, names):
    """What a file's row is summed under: the folder that was given, by its last two names."""
    above = [name for name in map(pathlib.Path, names) if name in path.parents]
    return "/".join((max(above, key=lambda name: len(name.parts)) if above else path.parent).parts[-2:])


def table(tally, rooms, sums):
    """A row for each folder that was given: its verdicts, then faces, points and skinned files, as usd-core / meshconv
    count them where no round shape is among them."""
    kinds = [kind for kind, _ in tally.most_common()]
    lines = ["| " + " | ".join(["scenes", *kinds, "faces", "points", "skinned"]) + " |", "|---" * (len(kinds) + 4) + "|"]
    for room, count in sorted(rooms.items()):
        cells = [str(count[kind] or "") for kind in kinds]
        for name in COUNTS:
            both = [f"{sums[room, who][name]:,}" for who in ("usd-core", "meshconv")]
            cells.append(both[0] if both[0] == both[1] else " / ".join(both))
        lines.append("| " + " | ".join([room, *cells]) + " |")
    return "\n".join(lines) + "\n"


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("usage: ")[1].split("\n")[0])
    parser.add_argument("program")
    parser.add_argument("names", nargs="+")
    parser.add_argument("--all", action="store_true")
    parser.add_argument("--table")
    options = parser.parse_args()
    paths = list(files(options.names))
    tally, rooms = collections.Counter(), collections.defaultdict(collections.Counter)
    sums = collections.defaultdict(collections.Counter)
    with concurrent.futures.ProcessPoolExecutor(os.cpu_count()) as pool:
        for path, (verdict, theirs, ours, words) in zip(paths, pool.map(judged, [options.program] * len(paths), paths)):
            tally[verdict] += 1
            rooms[room_of(path, options.names)][verdict] += 1
            for who, found in (("usd-core", theirs), ("meshconv", ours)):
                for name in COUNTS if theirs and ours and verdict != "round shapes" else ():
                    sums[room_of(path, options.names), who][name] += int(found[name])
            if options.all or verdict in ("DIFFERS", "refused", "usd-core refuses", "told", "explained"):
                print(f"{verdict:10} {path}: usd-core {theirs}, meshconv {ours} {words}", flush=True)
    print(f"{len(paths)} files: " + ", ".join(f"{count} {verdict}" for verdict, count in tally.most_common()))
    if options.table:
        pathlib.Path(options.table).write_text(table(tally, rooms, sums), encoding="utf-8")
    sys.exit(bool(tally["DIFFERS"]))


if __name__ == "__main__":
    main()
