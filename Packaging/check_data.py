#!/usr/bin/env python3
"""Compares DATA_LICENSES with the files of the repository: each file with data has a line, and each line has a file."""
import fnmatch
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
LIST = ROOT / "Packaging/DATA_LICENSES"
# What is source code, or text about it; it is under LICENSE.
SOURCE = re.compile(
    r"(\.(swift|py|sh|md|c|cpp|h|mjs|modulemap|rb|ya?ml|cff|ipynb|toml|in|map|plist|tutorial|xcprivacy)$)|(^|/)(\.[\w-]+|LICENSE|NOTICE|Containerfile|run"
    r"|gh|DATA_LICENSES|py\.typed)$"
)


def main():
    listed = subprocess.run(["git", "-C", ROOT, "ls-files", "-z"], capture_output=True, text=True)
    if listed.returncode != 0:
        print(f"data: not compared, since git has no list of files here: {listed.stderr.strip()}")
        return
    tracked = listed.stdout
    files = [each for each in tracked.split("\0") if each and (each.startswith("Conformance/cases/") or not SOURCE.search(each))]
    patterns = re.findall(r"^([A-Z]\w+/\S*)", LIST.read_text(encoding="utf-8"), flags=re.MULTILINE)
    used, faults = set(), []
    for file in files:
        pattern = next((each for each in patterns if fnmatch.fnmatchcase(file, each)), None)
        if pattern:
            used.add(pattern)
        else:
            faults.append(f"{file}: data without a line in {LIST.relative_to(ROOT)}")
    faults += [f"{LIST.relative_to(ROOT)}: no file is {each}" for each in patterns if each not in used]
    for fault in faults:
        print(f"FAILED {fault}")
    print(f"data: {len(files)} files, {len(patterns)} origins")
    sys.exit(1 if faults else 0)


main()
