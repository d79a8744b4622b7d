#!/usr/bin/env python3
"""Which lines of the code that reads bytes the tests run.    usage: coverage.py [--lines] [--cases] [WORD...]

    --lines          also each line that isn't run and has no reason
    --cases          also runs the conformance program over the cases, which takes long in a debug build
    --built          builds nothing
    --measured       neither builds nor runs: prints from the last profiles
    --filter TESTS   runs only these tests (as for swift test), beside the profiles that are there
    WORD             only files whose path contains one of these words

Builds with coverage in .build/coverage (about ten minutes), runs the unit tests, merges the profiles and prints each target and
each file below 95 %. Fails if more than 5 % of a file's lines are neither run nor named, or if a reason is out of date. For Linux.

coverage-reasons.txt names lines that no test runs, and why. A block is a file, a reason, and the lines as they stand:

    Sources/FormatXYZ/XYZReader.swift: fault of the system: the file is gone between two calls
        } catch {
            throw .unreadable(error)

Lines are found by their text, so that they may move; spaces at both ends don't count. The file must have the block where none of
its lines is run: a block that is gone or run is out of date.
"""
import argparse
import collections
import fnmatch
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
BUILD = ROOT / ".build/coverage"
PROFILES = BUILD / "profiles"
REASONS = ROOT / "Conformance/check/coverage-reasons.txt"
LEAST = 0.95

# All code that reads bytes: what `meshconv info`, `check`, `diff` and `--verify` run on a file before there is a scene, and what
# reads scan packages, reports and configurations.
READING = [
    "FormatGLTF", "FormatOBJ", "FormatOFF", "FormatPLY", "FormatSTL", "FormatUSD", "MeshArchive", "MeshBytes/Input",
    "MeshBytes/JSON", "MeshBytes/Numbers", "MeshBytes/System", "MeshBytes/Text", "MeshCompression", "MeshDraco",
    "MeshFormats/Files", "MeshFormats/Origin", "MeshImages", "ScanPackages", "meshconv/Config",
    "MeshConvert/Pipeline/EarlierReport.swift",
]
# What only writes.
WRITING = [
    "*/Writing/*", "*Writer*.swift", "*Transcoder.swift", "*/JSONValue+Printing.swift", "*/JSONValue+Editing.swift",
    "*/NumberPrinter.swift", "*/ShortestDecimal.swift", "*/CodeFraction.swift", "*/LZ4Encoder.swift", "*/Deflater.swift",
    "FormatUSD/Transcoding/*", "FormatUSD/Crate/Crate*Output.swift", "FormatUSD/Crate/CratePathTable.swift",
    "FormatUSD/Crate/CrateWords.swift", "FormatUSD/Crate/CrateArrayTable.swift", "ScanPackages/Files/PackageSink.swift",
]


def main():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name in ("lines", "cases", "built", "measured"):
        options.add_argument(f"--{name}", action="store_true")
    options.add_argument("--filter")
    options.add_argument("words", nargs="*")
    options = options.parse_args()
    if not options.measured:
        if not options.built:
            run("swift", "build", "--build-tests", "--enable-code-coverage", *SCRATCH)
        measure(options)
    lines = covered_lines()
    reasons, faults = named_lines(lines)
    files = [name for name in sorted(lines) if is_reading(name)]
    shown = [name for name in files if not options.words or any(word in name for word in options.words)]
    faults += show(shown, lines, reasons, options.lines)
    for fault in faults:
        print(fault)
    sys.exit(1 if faults else 0)


SCRATCH = ("--scratch-path", str(BUILD))


def run(*command, **settings):
    return subprocess.run(command, cwd=ROOT, check=True, **settings)


def tool(name):
    """A program of the compiler's own LLVM: others may not know the form of its profiles."""
    return str(pathlib.Path(shutil.which("swift")).resolve().parent / name)


def measure(options):
    """Runs the tests; each process leaves a profile."""
    PROFILES.mkdir(parents=True, exist_ok=True)
    if not options.filter:
        for old in PROFILES.glob("*.profraw"):
            old.unlink()
    # %m keeps binaries apart and %4 lets processes of one binary share four files, to which each adds its counts.
    environment = dict(os.environ, LLVM_PROFILE_FILE=str(PROFILES / "tests-%4m.profraw"))
    tests = [str(BUILD / "debug/meshconvPackageTests.xctest"), "--testing-library", "swift-testing"]
    run(*tests, *(["--filter", options.filter] if options.filter else []), env=environment)
    if options.cases:
        environment["LLVM_PROFILE_FILE"] = str(PROFILES / "cases-%4m.profraw")
        run(str(BUILD / "debug/meshconformance"), "Conformance/cases", "--known", "Conformance/known-failures.txt",
            env=environment, stdout=subprocess.DEVNULL)


def covered_lines():
    """{file: {line: whether it ran}} for the lines that have code, of all sources."""
    profiles = sorted(str(path) for path in PROFILES.glob("*.profraw"))
    data = str(BUILD / "coverage.profdata")
    run(tool("llvm-profdata"), "merge", "-sparse", "-o", data, *profiles)
    binaries = ["debug/meshconvPackageTests.xctest", "debug/meshconv", "debug/meshconformance"]
    objects = [word for name in binaries for word in ("-object", str(BUILD / name))]
    text = run(tool("llvm-cov"), "export", "-format=lcov", f"-instr-profile={data}", *objects[1:],
               capture_output=True, text=True).stdout
    lines = {}
    for line in text.splitlines():
        if line.startswith("SF:"):
            path = pathlib.Path(line[3:])
            name = str(path.relative_to(ROOT)) if path.is_relative_to(ROOT / "Sources") else None
            current = lines.setdefault(name, {})
        elif line.startswith("DA:"):
            number, count = line[3:].split(",")[:2]
            current[int(number)] = current.get(int(number), False) or int(count) > 0
    lines.pop(None, None)
    return lines


def is_reading(name):
    name = name.removeprefix("Sources/")
    return (any(name == part or name.startswith(part + "/") for part in READING)
            and not any(fnmatch.fnmatch(name, part) for part in WRITING))


def source(name):
    return [line.strip() for line in (ROOT / name).read_text().splitlines()]


def named_lines(lines):
    """{file: {line}} for the lines that the list names, and what is wrong with the list."""
    named, faults = collections.defaultdict(set), []
    for name, block in blocks(REASONS.read_text()):
        if name not in lines:
            faults.append(f"{REASONS.name}: {name} has no code")
            continue
        text = source(name)
        found = [start for start in range(len(text) - len(block) + 1) if text[start:start + len(block)] == block]
        ranges = [range(start + 1, start + 1 + len(block)) for start in found]
        # A guard's text may stand several times in a file: each place that isn't run is meant.
        idle = [places for places in ranges if not any(lines[name].get(line) for line in places)]
        if idle:
            named[name].update(line for places in idle for line in places)
        else:
            faults.append(f"{REASONS.name}: {name}: {'run by a test' if found else 'not there'}: {block[0]}")
    return named, faults


def blocks(text):
    name, block = None, []
    for line in text.splitlines() + [""]:
        if line.startswith(" "):
            block.append(line.strip())
            continue
        if block:
            yield name, block
        name, block = (line.split(": ", 1)[0] if line.startswith("Sources/") else name), []


def show(files, lines, named, all_lines):
    """Prints targets and files; returns what is below."""
    targets, faults = collections.defaultdict(lambda: [0, 0, 0, 0, 0]), []
    for name in files:
        idle = [line for line, ran in lines[name].items() if not ran]
        nameless = [line for line in sorted(idle) if line not in named[name]]
        total = len(lines[name])
        below = (total - len(idle)) < LEAST * total
        target = targets[name.split("/")[1]]
        for index, value in enumerate((1, below, total, len(idle), len(idle) - len(nameless))):
            target[index] += value
        if total - len(nameless) < LEAST * total:
            faults.append(f"below {LEAST:.0%}: {(total - len(idle)) / total:.1%} {name}: {len(nameless)} lines without reason")
        if nameless and (all_lines or below):
            text = source(name)
            print(f"{name}: {(total - len(idle)) / total:.1%}, {len(nameless)} of {total} lines aren't run and have no reason")
            for line in nameless:
                print(f"  {line:5} {text[line - 1][:140]}")
    print(f"{'target':18} {'files':>6} {'below':>6} {'lines':>7} {'not run':>8} {'named':>6} {'run':>7}")
    total = [sum(target[index] for target in targets.values()) for index in range(5)]
    for name, row in [*sorted(targets.items()), ("all", total)]:
        print(f"{name:18} {row[0]:6} {row[1]:6} {row[2]:7} {row[3]:8} {row[4]:6} {1 - row[3] / max(1, row[2]):7.1%}")
    return faults


main()
