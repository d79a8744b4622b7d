#!/usr/bin/env python3
"""Runs all checks of conformance and writes their figures to Conformance/RESULTS.md.    usage: results.py [--draws N]

Takes a few minutes; ends with 1 if anything did not hold. Builds what it runs. Needs the larger corpus beside the checkout,
and plyfile, trimesh, scipy and numpy for other readers; the table says what is missing.
"""
import collections
import datetime
import json
import os
import pathlib
import platform
import re
import subprocess
import sys
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[2]
CORPUS = ROOT.parent / "shared" / "corpus"
DRAWS = int(sys.argv[sys.argv.index("--draws") + 1]) if "--draws" in sys.argv else 100_000
CHAINS = 20_000

wrong = []  # the failures, in a few words each


def said(*words, may_fail=False):
    """The output of a program, which has to succeed."""
    done = subprocess.run([str(word) for word in words], cwd=ROOT, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0 and not may_fail:
        sys.exit(f"error: {' '.join(map(str, words))} ended with {done.returncode}:\n{done.stdout[-2000:]}")
    return done.stdout


def cases(program, *words):
    with tempfile.TemporaryDirectory() as place:
        document = pathlib.Path(place) / "cases.json"
        text = said(program, *words, "--json", document, may_fail=True)
        return text, json.loads(document.read_text(encoding="utf-8"))["cases"]


def grouped(number):
    return f"{number:,}"


def rows(title, folder, program, known):
    """One row of the table for each format of a collection."""
    files = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))["files"]
    formats = {entry["path"]: entry["format"] for entry in files}
    found = collections.defaultdict(collections.Counter)
    _, listed = cases(program, folder, "--pairs")
    for case in listed:
        path = next(p for p in (case["name"].split(" → ")[0], case["name"].removesuffix(" cut short")) if p in formats)
        kind = "conversions" if " → " in case["name"] else "cut" if case["name"].endswith(" cut short") else "files"
        counts = found[formats[path]]
        counts[kind] += 1
        counts["facts"] += case["facts"]
        if not case["failures"]:
            continue
        counts[f"failed {kind}"] += 1
        if any(case["name"].startswith(pattern) for pattern in known):
            counts["known"] += 1
        else:
            wrong.append(case["name"])
    for format, counts in sorted(found.items()):
        passed = [
            f"{grouped(counts[kind] - counts[f'failed {kind}'])} of {grouped(counts[kind])}"
            for kind in ("files", "cut", "conversions")
        ]
        yield (f"| {title} | {format.upper()} | {grouped(counts['files'])} | {passed[0]} | {grouped(counts['facts'])} "
               f"| {passed[1]} | {passed[2]} | {counts['known']} |")


def known(name):
    lines = (ROOT / "Conformance" / name).read_text(encoding="utf-8").splitlines()
    return [line.split("|")[0].strip() for line in lines if line.strip() and not line.startswith("#")]


def readers(title, text):
    """The counts of `outputs.py` over a collection: a line for each kind of conversion."""
    counted = dict(line.split(": ", 1) for line in text.splitlines() if " read by others, " in line)
    if not counted:
        return f"- {title}: {text.strip()}."
    kinds = (("outputs", "OBJ and PLY to each other"), ("glTF outputs", "OBJ, PLY, STL and glTF to GLB and glTF"),
             ("glTF sources", "glTF to PLY and OBJ"), ("USD outputs", "OBJ, PLY, STL and glTF to USDZ and USDA"))
    rows = [f"- {title}, {words}: {counted[key]}." for key, words in kinds if key in counted]
    left = sum(map(int, re.findall(r"^trimesh left out (\d+) of the outputs that plyfile", text, re.MULTILINE)))
    seen = dict(re.findall(r"^(\w+) read (\d+) of the outputs in glTF", text, re.MULTILINE))
    return "\n".join(rows + [
        f"  Trimesh can't read {left} of the outputs that plyfile reads, such as lists of mixed lengths. Of the outputs in",
        f"  glTF {' and '.join(f'{name} read {seen[name]}' for name in sorted(seen)) or 'none was read by others'}; the "
        "short reader read all but what is compressed."])


def machine():
    model = platform.machine()
    try:
        text = pathlib.Path("/proc/cpuinfo").read_text(encoding="utf-8")
        model = re.search(r"model name\s*: (.*)", text).group(1) + ", " + model
    except (OSError, AttributeError):
        pass
    swift = re.search(r"Swift version (\S+)", said("swift", "--version")).group(1)
    return f"{os.cpu_count()} processors ({model}), {platform.system()}, Swift {swift}"


def main():
    said("swift", "build", "-c", "release", "--product", "meshconv")
    said("swift", "build", "-c", "release", "--product", "meshconformance")
    built = pathlib.Path(said("swift", "build", "-c", "release", "--show-bin-path").strip())
    program, meshconv = built / "meshconformance", built / "meshconv"

    own = list(rows("own cases", ROOT / "Conformance" / "cases", program, known("known-failures.txt")))
    corpus = ["| from the wild | – | the corpus does not lie beside the checkout | | | | | |"]
    if (CORPUS / "manifest.json").exists():
        corpus = list(rows("from the wild", CORPUS, program, known("known-failures-corpus.txt")))
    draw_text, draw_cases = cases(program, "--draws", DRAWS)
    refused = re.search(r"(\d+) refused", draw_text).group(1)
    breaches = sum(1 for case in draw_cases if case["failures"])
    chain_cases = cases(program, "--chains", CHAINS)[1]
    broken = sum(1 for case in chain_cases if case["failures"])
    mutant_text, mutant_cases = cases(program, "--mutants", 20)
    altered = re.search(r"altered (\d+) conversions, (\d+) of them caught", mutant_text)
    caught = sum(1 for case in mutant_cases if not case["failures"])
    triangles = cases(program, ROOT / "Conformance" / "cases", "--triangles")[1]
    triangles = [case for case in triangles if " → triangles → " in case["name"]]
    sound = sum(1 for case in triangles if not case["failures"])
    counters = said(sys.executable, "Conformance/check/compare.py", "Conformance/cases", may_fail=True).splitlines()[-1]
    promises = [line for line in said(program, ROOT / "Conformance" / "cases", "--remedies", "--strictness", may_fail=True).splitlines()
                if line.startswith(("remedies: ", "strictness: ", "FAILED"))]
    wrong.extend(line for line in promises if line.startswith("FAILED"))
    complaints = said(sys.executable, "Conformance/check/complaints.py", meshconv, ROOT / "Conformance" / "cases", may_fail=True).splitlines()
    wrong.extend(line for line in complaints if line.startswith("error"))
    golden = (ROOT / "Conformance" / "golden.txt").read_text(encoding="utf-8").splitlines()
    others = []
    for title, folder in (("own cases", ROOT / "Conformance" / "cases"), ("from the wild", CORPUS)):
        if (folder / "manifest.json").exists():
            text = said(sys.executable, "Conformance/check/outputs.py", meshconv, folder, may_fail=True)
            wrong.extend(line for line in text.splitlines() if line.startswith("FAILED"))
            others.append(readers(title, text))

    date = datetime.datetime.now(datetime.timezone.utc).date().isoformat()
    text = f"""# Results

What the checks of this folder found on {date}, with {machine()}.
Written by `Conformance/check/results.py`; what the words mean is in [LAW.md](LAW.md). `.ci/run` runs the same checks, with
fewer random scenes, before every change.

## Files

Every file is read and compared with its author's facts or those of other readers, truncated at fifty places, and converted
to every variant and from there to every variant again, each time checked against the law: the differences are the report.

| collection | format | files | read as expected | facts compared | cut short: all refused or read | conversions that hold | known failures |
|---|---|---:|---:|---:|---:|---:|---:|
{chr(10).join(own + corpus)}

{grouped(sound)} of {grouped(len(triangles))} conversions of the own cases through triangles hold as well.
The own cases have independent counters (`compare.py`): {counters.split(': ', 1)[-1]}.
{grouped(sum(1 for line in golden if line and not line.startswith('#')))} outputs are recorded in `golden.txt`.

## Promises of reports

- a plan predicts exactly what the report says: a writer is given the plan and decides nothing.
- {promises[-2]}.
- {promises[-1]}.
- [Complaints](COMPLAINTS.md) about other programs; the kept facts according to other programs' readers: {complaints[-1].split(": ", 1)[-1]}.

## Random scenes and faults put in

- {grouped(DRAWS)} random scenes, each between two variants, every ordered pair in turn: {breaches} break the law;
  {grouped(int(refused))} were refused with a reason.
- {grouped(CHAINS)} random scenes, each from one variant to another and back: {broken} break the law.
- {len(mutant_cases)} mutants (faults put in on purpose) altered {grouped(int(altered.group(1)))} conversions:
  {grouped(int(altered.group(2)))} were noticed, {caught} of {len(mutant_cases)} mutants wherever they altered something.

## Other readers

Outputs read by plyfile and trimesh (PLY), by trimesh, Open3D and a short reader of this folder (glTF), by usd-core (USD) and by the
short counter of this folder (OBJ), compared with the sources: positions, faces, bounds, colours, those of glTF as linear light
(`outputs.py`). glTF outputs are also checked against the specification (`gltf.py`): no errors and warnings,
except those that a source in glTF has.

{chr(10).join(others)}
"""
    place = ROOT / "Conformance" / "RESULTS.md"
    place.write_text(text, encoding="utf-8")
    print(text)
    if breaches or broken or sound != len(triangles) or caught != len(mutant_cases):
        wrong.append("random scenes, chains, triangles or mutants: see the table")
    for line in wrong[:20]:
        print(line, file=sys.stderr)
    return 1 if wrong else 0


sys.exit(main())
