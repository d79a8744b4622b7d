#!/usr/bin/env python3
"""Converts files that move between glTF and USD and lets another program judge what they show.

usage: moving.py PROGRAM MOTION [--still] FILE...    PROGRAM: meshconv; MOTION: motion.py, which evaluates glTF and USD by itself

A glTF file goes to usda, usdc and usdz, and from usda back to GLB, with the record and without it (--no-origin); a USD file goes
to GLB, and from there to usda. One line for each pair: the file, the target, what MOTION says last. A conversion with --verify
that is refused is a failure, too. Ends with 1 if anything differs; what MOTION can't compare (exit 2 to 4) is counted apart.

With --still each file goes to PLY, OBJ and STL instead, at rest and at three moments of each of its first three clips; their points
are to be within 1e-6 of the box.
"""
import json
import pathlib
import subprocess
import sys
import tempfile


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    lines = [line for line in (done.stdout + done.stderr).splitlines() if line.strip()]
    return done.returncode, lines[-1] if lines else ""


def chains(path, folder):
    """(name of the pair, source, output, options) in the order in which they can be made."""
    if path.suffix.lower() in (".gltf", ".glb"):
        yield from ((kind, path, folder / f"a.{kind}", ()) for kind in ("usda", "usdc", "usdz"))
        yield "usda → glb", folder / "a.usda", folder / "b.glb", ()
        yield "usda (no record)", path, folder / "c.usda", ("--no-origin",)
        yield "usda → glb (no record)", folder / "c.usda", folder / "d.glb", ()
    else:
        yield "glb", path, folder / "a.glb", ()
        yield "glb → usda", folder / "a.glb", folder / "b.usda", ()


def moments(program, path):
    """(clip's name, seconds) of three moments of the first three clips, after (None, None), at rest."""
    done = subprocess.run([program, "info", "--json", path], capture_output=True, text=True, check=False)
    motion = json.loads(done.stdout).get("motion") if done.returncode == 0 else None
    clips = [clip for clip in (motion or {}).get("clips", []) if clip["seconds"]]
    yield None, None
    for clip in clips[:3]:
        yield from ((clip["name"], round(part * clip["seconds"], 4)) for part in (0.213, 0.5, 0.83))


def compare_still(program, motion, path, folder):
    """(name of the pair, verdict, words) for PLY, OBJ and STL at each moment."""
    is_gltf = path.suffix.lower() in (".gltf", ".glb")
    for kind in ("ply", "obj", "stl"):
        for clip, seconds in moments(program, path):
            output = folder / f"a.{kind}"
            posed = [] if seconds is None else ["--time", f"{seconds}s"] + (["--clip", clip] if clip and is_gltf else [])
            code, words = run(program, path, output, "--force", "-q", *posed)
            if code:
                yield f"{kind} {clip} {seconds}", "refused", words
                continue
            code, words = run(sys.executable, motion, path, output, "--limit", "1e-6", *as_seconds(posed))
            yield f"{kind} {clip} {seconds}", "same" if code == 0 else "differ" if code == 1 else "not compared", words


def as_seconds(posed):
    """The program's words for a moment as MOTION wants them: seconds without a unit."""
    return [word[:-1] if number == 1 else word for number, word in enumerate(posed)]


def main():
    program, motion, *files = sys.argv[1:]
    still = "--still" in files
    files = [name for name in files if name != "--still"]
    counts = {"same": 0, "differ": 0, "not compared": 0, "refused": 0}
    for name in files:
        path = pathlib.Path(name)
        with tempfile.TemporaryDirectory() as folder:
            for label, verdict, words in compare_still(program, motion, path, pathlib.Path(folder)) if still else ():
                counts[verdict] += 1
                print(f"{path.name} | {label} | {verdict} | {words}", flush=True)
            for label, source, output, options in chains(path, pathlib.Path(folder)) if not still else ():
                if not source.exists():
                    continue
                code, words = run(program, source, output, "--force", "--verify", "-q", *options)
                if code:
                    verdict = "refused"
                else:
                    code, words = run(sys.executable, motion, path, output)
                    verdict = "same" if code == 0 else "differ" if code == 1 else "not compared"
                counts[verdict] += 1
                print(f"{path.name} | {label} | {verdict} | {words}", flush=True)
    print(", ".join(f"{count} {what}" for what, count in counts.items()))
    return 1 if counts["differ"] or counts["refused"] else 0


if __name__ == "__main__":
    sys.exit(main())
