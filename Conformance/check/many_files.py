#!/usr/bin/env python3
"""Converts thousands of files in one batch: twice, and killed in the middle and resumed.

usage: many_files.py MESHCONV [--files 2000] [--jobs 3] [--kills 3] [--corpus ../shared/corpus] [--keep FOLDER]

The tree has copies of the cases and of the corpus (if it is there) under other names: sound files, broken ones, and some whose
outputs would have one name. It must hold that

- one file at a time and several at once give the same outputs, and the same lines in the same order,
- a second run skips all that was done, and touches none of it,
- after SIGKILL nothing is half-written, and the same command goes on: what was done stays untouched, the rest is made,
  and in the end all files, lines and the exit code are those of a run that nobody killed.

The exit code is 1 if one of them doesn't hold.
"""
import argparse
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
MODELS = {".ply", ".obj", ".stl", ".off", ".gltf", ".glb", ".usda", ".usdc", ".usdz", ".usd"}
# Nothing refers to them, so they can have other names.
ALONE = {".ply", ".stl", ".off", ".usdz", ".glb"}
LARGEST = 300_000
# Such a file is converted again each time, since what is missing may be there now.
MISSING = ("texture.missing", "reference.missing", "gltf.buffer-missing", "obj.library-missing", "usd.layer-missing", "usd.texture-missing")


def make_tree(tree, count, sources):
    """Copies whole folders, again and again, until there are enough models; before them pairs that want one output name."""
    cases, pairs = ROOT / "Conformance/cases", count // 40
    (tree / "pairs").mkdir(parents=True)
    for number in range(pairs):
        shutil.copyfile(cases / "ply/ascii.ply", tree / f"pairs/{number}.ply")
        shutil.copyfile(cases / "obj/quad.obj", tree / f"pairs/{number}.obj")
    found, round = 2 * pairs, 0
    # Some files with the extension of a model are none.
    count += count // 50
    while found < count:
        before = found
        for name, source in sources:
            for path in sorted(source.rglob("*")):
                if not path.is_file() or path.stat().st_size > LARGEST or "packages" in path.parts:
                    continue
                inner = path.relative_to(source)
                is_model = path.suffix.lower() in MODELS
                if is_model and found >= count:
                    continue
                found += is_model
                new = f"copy{round}_{path.name}" if path.suffix.lower() in ALONE else path.name
                target = tree / f"{name}-{round}" / inner.parent / new
                target.parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(path, target)
        round += 1
        assert found > before, "there is no model to copy"


def plain(document):
    """A document without what differs from run to run."""
    return {key: value for key, value in document.items() if key not in ("stats", "unchanged")}


class Batch:
    """A folder in which batches run, with the outputs in `out`."""

    def __init__(self, program, folder, tree):
        self.program, self.folder = program, folder
        folder.mkdir()
        self.words = [os.path.relpath(tree, folder), "out/", "--to", "glb", "--if-changed", "--json", "--no-config"]

    def start(self, jobs, stdout):
        words = [self.program, *self.words, "--jobs", str(jobs)]
        return subprocess.Popen(words, cwd=self.folder, stdout=stdout, stderr=subprocess.DEVNULL)

    def run(self, jobs):
        """The exit code, the lines of files, the summary and the seconds."""
        began = time.monotonic()
        process = self.start(jobs, subprocess.PIPE)
        lines = [json.loads(line) for line in process.communicate()[0].splitlines()]
        return process.returncode, lines[:-1], lines[-1], time.monotonic() - began

    def kill(self, jobs, count):
        """Kills a run when so many files are done; returns how many were."""
        process = self.start(jobs, subprocess.DEVNULL)
        while process.poll() is None and len(self.done()) < count:
            time.sleep(0.01)
        was_running = process.poll() is None
        process.send_signal(signal.SIGKILL)
        process.wait()
        assert was_running, "it ended before it was killed; say --files with a larger number"
        return self.done()

    def done(self):
        """The outputs with a report, and when they were written."""
        reports = (self.folder / "out").rglob("*.report.json")
        outputs = [Path(str(report)[: -len(".report.json")]) for report in reports]
        return {str(path.relative_to(self.folder)): path.stat().st_mtime_ns for path in outputs if path.exists()}

    def contents(self):
        """What is in each file of the output folder, without times."""
        found = {}
        for path in sorted((self.folder / "out").rglob("*")):
            if path.is_file():
                name, data = str(path.relative_to(self.folder)), path.read_bytes()
                found[name] = plain(json.loads(data)) if name.endswith(".report.json") else hashlib.sha256(data).hexdigest()
        return found


def is_missing(line):
    return any(entry["code"] in MISSING for entry in line["losses"] + line["diagnostics"])


class Checks:
    def __init__(self):
        self.failed = 0

    def equal(self, what, left, right):
        if left == right:
            return
        self.failed += 1
        print(f"FAILED: {what}")
        if isinstance(left, dict) and isinstance(right, dict):
            for name in sorted(left.keys() | right.keys()):
                if left.get(name) != right.get(name):
                    print(f"  {name}: {str(left.get(name))[:300]}\n    instead of {str(right.get(name))[:300]}")
                    break
        elif isinstance(left, list) and isinstance(right, list):
            pair = next(((a, b) for a, b in zip(left, right) if a != b), (len(left), len(right)))
            print(f"  {str(pair[0])[:600]}\n    instead of {str(pair[1])[:600]}")
        else:
            print(f"  {left} instead of {right}")

    def untouched(self, what, lines, before, after):
        """What was done before is skipped, and none of it was written again."""
        again = {line["outputs"][0]["path"]: line for line in lines if line["status"] == "done"}
        steady = [name for name in before if name in again and not is_missing(again[name])]
        self.equal(f"{what}: what was done is skipped", [name for name in steady if not again[name]["unchanged"]], [])
        self.equal(f"{what}: and not written again", [name for name in steady if before[name] != after[name]], [])
        return len(steady)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("--files", type=int, default=2000)
    arguments.add_argument("--jobs", type=int, default=3)
    arguments.add_argument("--kills", type=int, default=3)
    arguments.add_argument("--corpus", type=Path, default=ROOT.parent / "shared/corpus")
    arguments.add_argument("--keep", type=Path, help="a new folder for the files, which stay")
    options = arguments.parse_args()
    program = str(Path(options.meshconv).resolve())
    home = options.keep or Path(tempfile.mkdtemp(prefix="many-files-"))
    home.mkdir(exist_ok=True)
    checks = Checks()
    try:
        sources = [("cases", ROOT / "Conformance/cases")]
        if options.corpus.exists():
            sources.append(("corpus", options.corpus))
        make_tree(home / "tree", options.files, sources)

        one = Batch(program, home / "one", home / "tree")
        code, lines, summary, seconds = one.run(1)
        failed = {}
        for line in lines:
            if line["status"] != "done":
                failed[line["error"]["code"]] = failed.get(line["error"]["code"], 0) + 1
        print(f"{len(lines)} files, one at a time: {seconds:.1f} s; {summary['done']} done; exit code {code}; failed: {failed}")
        checks.equal("there are enough files", len(lines) >= options.files, True)
        checks.equal("of two with one name, the second fails", failed.get("usage", 0), options.files // 40)
        first = next((line for line in lines if line["status"] != "done"), None)
        checks.equal("the summary has the first failure's error", summary["error"], first and first["error"])
        reference, before = one.contents(), one.done()

        twice = one.run(options.jobs)
        print(f"a second time, {options.jobs} at once: {twice[3]:.1f} s; {twice[2]['unchanged']} unchanged")
        steady = checks.untouched("a second run", twice[1], before, one.done())
        print(f"  {steady} skipped; {summary['done'] - steady} converted again, since files beside them are missing")
        checks.equal("a second run: exit code", twice[0], code)
        checks.equal("a second run: lines", [plain(line) for line in twice[1]], [plain(line) for line in lines])
        checks.equal("a second run: files", one.contents(), reference)

        several = Batch(program, home / "several", home / "tree")
        done = {}
        for number in range(options.kills):
            last = done
            done = several.kill(options.jobs, summary["done"] * (number + 1) // (options.kills + 1))
            print(f"killed when {len(done)} were done")
            checks.equal("what was done stays", [name for name in last if name not in done], [])
            half = {name: text for name, text in several.contents().items() if reference.get(name) != text}
            checks.equal("nothing is half-written", half, {})
        again = several.run(options.jobs)
        print(f"resumed, {options.jobs} at once: {again[3]:.1f} s; {again[2]['unchanged']} unchanged")
        checks.untouched("a resumed run", again[1], done, several.done())
        checks.equal("a resumed run: exit code", again[0], code)
        checks.equal("a resumed run: lines", [plain(line) for line in again[1]], [plain(line) for line in lines])
        checks.equal("a resumed run: files", several.contents(), reference)
    finally:
        if not options.keep:
            shutil.rmtree(home, ignore_errors=True)
    print("many files: all holds" if not checks.failed else f"many files: {checks.failed} checks failed")
    sys.exit(1 if checks.failed else 0)


if __name__ == "__main__":
    main()
