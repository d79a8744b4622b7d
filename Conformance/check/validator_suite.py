#!/usr/bin/env python3
"""Compares `meshconv check` with the Khronos glTF validator on the validator's own test files.

    validator_suite.py MESHCONV FOLDER [--exceptions FILE] [--all]

FOLDER is a copy of the repository KhronosGroup/glTF-Validator; nothing of it is part of this project. Beside each of its test
files lies the report that the validator gives. Where that has errors, `meshconv check` must find errors (exit code 1, or 65,
66 or 69 where the file can't be read); where it has none, `meshconv check` must find none. Files that differ for a reason are listed in
`validator-exceptions.txt` beside this script, one a line: FILE | REASON. A line whose file agrees must be removed.

Prints a row for each kind of outcome and a line for each file that differs. Ends with 1 if a file differs without a reason, if
a listed file agrees, or if errors are found in less than 98 % of the files that have some.
"""

import argparse
import collections
import concurrent.futures
import json
import pathlib
import subprocess
import sys

HERE = pathlib.Path(__file__).parent
FOLDERS = ["test/base/data", "test/ext"]


def expected(report):
    """The codes of the errors in a report of the validator."""
    messages = json.loads(report.read_text())["issues"]["messages"]
    return [message["code"] for message in messages if message["severity"] == 0]


def found(meshconv, file):
    """The exit code of `check` and the codes of the errors that it finds."""
    run = subprocess.run([meshconv, "check", "--json", file], capture_output=True, text=True, timeout=60)
    try:
        document = json.loads(run.stdout)
    except ValueError:
        return run.returncode, [f"no document: {run.stderr.strip()[:200]}"]
    if document.get("error"):
        return run.returncode, [document["error"]["code"]]
    return run.returncode, [one["code"] for one in document["findings"] if one["severity"] == "error"]


def outcome(wanted, code, errors):
    """How the findings of a file compare: `agree`, `missed`, `false`, or `broken` where the exit code contradicts them."""
    if code not in (0, 1, 65, 66, 69) or (code == 0) != (not errors):
        return "broken"
    if bool(wanted) == bool(errors):
        return "agree"
    return "missed" if wanted else "false"


def exceptions(path):
    """The reason of each file that may differ."""
    lines = [line for line in path.read_text().splitlines() if line.strip() and not line.startswith("#")]
    return dict(tuple(part.strip() for part in line.split("|", 1)) for line in lines)


def main():
    arguments = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    arguments.add_argument("meshconv")
    arguments.add_argument("folder", type=pathlib.Path)
    arguments.add_argument("--exceptions", type=pathlib.Path, default=HERE / "validator-exceptions.txt")
    arguments.add_argument("--all", action="store_true", help="also list the files that agree")
    options = arguments.parse_args()

    reports = sorted(report for folder in FOLDERS for report in (options.folder / folder).rglob("*.report.json"))
    files = [report.with_name(report.name.removesuffix(".report.json")) for report in reports]
    if not files:
        sys.exit(f"{options.folder}: expected the test files of the Khronos glTF validator, found none")
    with concurrent.futures.ThreadPoolExecutor() as pool:
        results = list(pool.map(lambda file: found(options.meshconv, file), files))

    reasons = exceptions(options.exceptions)
    counts, failures, with_errors = collections.Counter(), 0, 0
    for file, report, (code, errors) in zip(files, reports, results):
        name = str(file.relative_to(options.folder))
        wanted = expected(report)
        result = outcome(wanted, code, errors)
        counts[result, bool(wanted)] += 1
        with_errors += bool(wanted)
        reason = reasons.pop(name, None)
        if result == "agree":
            if reason:
                failures += 1
                print(f"agrees   {name}\n         but is listed: {reason}")
            elif options.all:
                print(f"agree    {name}  {' '.join(sorted(set(wanted)))} = {' '.join(sorted(set(errors)))}")
            continue
        failures += reason is None
        difference = " ".join(sorted(set(wanted if result == "missed" else errors)))
        print(f"{result:8} {name}  {difference}  (exit {code})" + (f"\n         {reason}" if reason else ""))
    for name in reasons:
        failures += 1
        print(f"unknown  {name}")

    print(f"\n{'':24}{'files':>6}{'agree':>7}{'differ':>8}")
    share = 1.0
    for wanted in (True, False):
        agree = counts["agree", wanted]
        differ = sum(count for (result, side), count in counts.items() if side == wanted and result != "agree")
        print(f"{'the validator: errors' if wanted else 'the validator: no errors':24}{agree + differ:6}{agree:7}{differ:8}")
        if wanted:
            share = agree / max(agree + differ, 1)
    print(f"errors found in {share:.1%} of the files that have some; {failures} unexplained")
    sys.exit(1 if failures or share < 0.98 else 0)


if __name__ == "__main__":
    main()
