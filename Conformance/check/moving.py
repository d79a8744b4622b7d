#!/usr/bin/env python3
"""Converts files that move between glTF and USD and lets another program judge what they show.

usage: moving.py PROGRAM MOTION FILE...       PROGRAM: meshconv; MOTION: motion.py, which evaluates glTF and USD by itself

A glTF file goes to usda, usdc and usdz, and from usda back to GLB, with the record and without it (--no-origin); a USD file goes
to GLB, and from there to usda. One line for each pair: the file, the target, what MOTION says last. A conversion with --verify
that is refused is a failure, too. Ends with 1 if anything differs; what MOTION can't compare (exit 2 to 4) is counted apart.
"""
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


def main():
    program, motion, *files = sys.argv[1:]
    counts = {"same": 0, "differ": 0, "not compared": 0, "refused": 0}
    for name in files:
        path = pathlib.Path(name)
        with tempfile.TemporaryDirectory() as folder:
            for label, source, output, options in chains(path, pathlib.Path(folder)):
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
