#!/usr/bin/env python3
"""Converts a corpus there and back and compares both with `meshconv diff`.    usage: there_and_back.py MESHCONV MANIFEST...

    --only WORDS     only files whose path contains this
    --jobs 2         how many conversions run side by side

For each file that is to be read and each target of which the report says that nothing is lost, `diff SOURCE OUTPUT` must find
nothing missing or changed, and what is made of the output in the source's own variant must be the source again by `diff`:
binary STL has one solid, a .usdc no files in it. Prints a line for each false alarm, and the counts. Ends with 1 if there is one.
"""
import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys
import tempfile

TARGETS = ("glb", "usdz", "obj", "ply", "stl")


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, timeout=300)


def differences(meshconv, a, b):
    """What `diff` counts; None where there is nothing."""
    done = run(meshconv, "diff", a, b)
    if done.returncode == 0:
        return None
    return " / ".join((done.stdout + done.stderr).strip().splitlines()[:3])[:300]


def rows(meshconv, path):
    """Yields (target, outcome, what differs) for one file."""
    with tempfile.TemporaryDirectory() as folder:
        for target in TARGETS:
            output = f"{folder}/out.{target}"
            done = run(meshconv, str(path), output, "--json", "--force")
            try:
                report = json.loads(done.stdout)
            except ValueError:
                report = {}
            if done.returncode != 0:
                yield target, "refused", None
                continue
            if not report.get("lossless"):
                yield target, "loses something", None
                continue
            found = differences(meshconv, str(path), output)
            if found:
                yield target, "FALSE ALARM", found
                continue
            back = f"{folder}/back{path.suffix.lower()}"
            done = run(meshconv, output, back, "--force", "--to", report["input"]["variant"])
            if done.returncode != 0:
                yield target, "NO WAY BACK", done.stderr.strip()[:200]
                continue
            found = differences(meshconv, str(path), back)
            yield target, "NOT ITSELF" if found else "itself again", found


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("meshconv")
    parser.add_argument("manifests", nargs="+")
    parser.add_argument("--only", default="")
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    files = []
    for manifest in options.manifests:
        folder = pathlib.Path(manifest).parent
        document = json.loads(pathlib.Path(manifest).read_text())
        for entry in document["files"] if isinstance(document, dict) else document:
            if entry.get("expect") == "load" and options.only in entry["path"]:
                files.append(folder / entry["path"])
    counts = collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        work = {pool.submit(lambda f: list(rows(options.meshconv, f)), file): file for file in files}
        for future in concurrent.futures.as_completed(work):
            for target, outcome, found in future.result():
                counts[outcome] += 1
                if found:
                    print(f"{outcome:12} {work[future]} → {target}: {found}", flush=True)
    print(f"{len(files)} files: " + ", ".join(f"{count} {outcome}" for outcome, count in sorted(counts.items())))
    sys.exit(any(word.isupper() for word in counts))


main()
