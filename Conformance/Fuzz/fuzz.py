#!/usr/bin/env python3
"""Builds and runs the fuzzers.

  fuzz.py build                  the one program, with sanitizers (some minutes)
  fuzz.py seeds                  gathers the seeds and dictionaries, which the others do by themselves
  fuzz.py run TARGET… [-s N]     each for N seconds of the processor (default 900), one after the other; TARGET may be all
  fuzz.py cycle [-s N]           all, again and again, until it is stopped or --until HH:MM (UTC)
  fuzz.py table                  executions, edges, finds of all runs so far
  fuzz.py try TARGET FILE…       what one target says of files
  fuzz.py targets                the names of the targets

Everything is written below --work (default .build/fuzz): corpora, dictionaries, logs, and finds to look at. A find that
is understood goes to Conformance/FailCases/TARGET, where the tests replay it.
"""
import argparse
import hashlib
import json
import os
import pathlib
import re
import resource
import shutil
import struct
import subprocess
import sys
import time
import zipfile

HERE = pathlib.Path(__file__).resolve().parent
CASES = HERE.parent / "cases"
FAILS = HERE.parent / "FailCases"
LIMITS = {"rss_limit_mb": 2048, "malloc_limit_mb": 640}


class Fuzzing:
    def __init__(self, work, corpus, hang):
        self.limits = LIMITS | {"timeout": hang, "report_slow_units": hang}
        self.work = pathlib.Path(work).resolve()
        self.corpora = [CASES] + [pathlib.Path(c) for c in corpus]
        self.program = self.work / "build/release/fuzz"

    def build(self):
        # The build system passes one -sanitize for each, in an order that changes from run to run, and the compiler heeds the
        # last alone: without this one, half of the builds would have no coverage.
        both = ["-Xswiftc", "-sanitize=address,fuzzer"]
        subprocess.run(
            ["swift", "build", "-c", "release", "--package-path", HERE, "--scratch-path", self.work / "build",
             "--sanitize=fuzzer", "--sanitize=address", *both, "-Xswiftc", "-parse-as-library"],
            env=os.environ | {"MESHCONV_FUZZ": "1"}, check=True)

    def environment(self, target, finds=None):
        env = os.environ | {
            "MESHCONV_FUZZ_TARGET": target, "SWIFT_BACKTRACE": "enable=no",
            "ASAN_OPTIONS": "detect_leaks=0:quarantine_size_mb=16:allocator_may_return_null=1"}
        return env | ({"MESHCONV_FUZZ_FINDS": str(finds)} if finds else {})

    def targets(self):
        shown = subprocess.run([self.program], env=self.environment(""), stdin=subprocess.DEVNULL, capture_output=True, text=True)
        return shown.stdout.strip().split(": ", 1)[1].split()

    # Seeds

    def seeds(self):
        """Whole files by extension, and the streams that lie in them."""
        whole = self.work / "seeds"
        if whole.exists():
            return whole
        out = self.work / "seeds.new"
        shutil.rmtree(out, ignore_errors=True)
        count, known = 0, set()

        def put(ending, data):
            nonlocal count
            mark = (ending, hashlib.sha256(data).digest())
            if ending not in FORMATS | STREAMS or mark in known:
                return
            known.add(mark)
            count += 1
            folder = out / ending
            folder.mkdir(parents=True, exist_ok=True)
            (folder / f"{count:05}").write_bytes(data)

        for root in self.corpora:
            for path in sorted(p for p in root.rglob("*") if p.is_file() and p.stat().st_size < 1 << 18):
                data, ending = path.read_bytes(), path.suffix[1:].lower()
                put({"jpeg": "jpg"}.get(ending, ending), data)
                for kind, part in parts_of(data, path):
                    put(kind, part)
            for folder in sorted(p.parent for p in root.rglob("*") if p.name in PACKAGE_FILES):
                put("zip", zipped(folder))
        return out.rename(whole)

    def small(self, place, folders):
        """Small seeds of all formats: a conversion takes long, so large ones would leave no time for others."""
        if not place.exists():
            place.mkdir()
            for folder in folders:
                for path in folder.iterdir():
                    if path.stat().st_size < 4096:
                        shutil.copy(path, place / f"{folder.name}-{path.name}")
        return place

    def dictionary(self, endings):
        """The words of the seeds, as libFuzzer wants them."""
        words = set()
        for ending in endings:
            for path in sorted((self.work / "seeds" / ending).glob("*")):
                words |= set(re.findall(rb"[A-Za-z_][A-Za-z_:0-9]{2,30}", path.read_bytes()[: 1 << 16]))
        chosen = sorted(words, key=lambda w: (len(w), w))[:1500]
        return "".join(f'"{w.decode()}"\n' for w in chosen)

    # Runs

    def run(self, target, seconds):
        place = self.work / "targets" / target
        for name in ("corpus", "crashes", "finds", "empty"):
            (place / name).mkdir(parents=True, exist_ok=True)
        seeds = self.seeds()
        endings = SEEDS.get(target, [target]) if target not in WHOLE else sorted(p.name for p in seeds.iterdir() if p.name in FORMATS)
        words = place / "words.dict"
        words.write_text(self.dictionary(endings))
        folders = [place / "corpus"] + [seeds / e for e in endings if (seeds / e).exists()]
        if target in WHOLE:
            folders = [place / "corpus", self.small(place / "seeds", folders[1:])]
        if (FAILS / target).exists():
            folders.append(FAILS / target)
        # A crash ends libFuzzer, and it counts the clock's seconds: it begins again until the processor's are used up.
        start, before = time.time(), self.totals(target)
        used = resource.getrusage(resource.RUSAGE_CHILDREN)

        def cpu():
            now = resource.getrusage(resource.RUSAGE_CHILDREN)
            return now.ru_utime + now.ru_stime - used.ru_utime - used.ru_stime

        runs, edges, first = 0, 0, 0
        for _ in range(100):
            left = int(seconds - cpu())
            if left < 2:
                break
            log = place / "last.log"
            with open(log, "w") as out:
                try:
                    subprocess.run(
                        [self.program, *folders, *([f"-dict={words}"] if words.stat().st_size else []),
                         f"-max_total_time={left}", "-max_len=262144", "-print_final_stats=1", "-len_control=20", f"-artifact_prefix={place}/crashes/",
                         *(f"-{k}={v}" for k, v in self.limits.items())],
                        env=self.environment(target, place / "finds"), cwd=place / "empty", stdin=subprocess.DEVNULL,
                        stdout=out, stderr=subprocess.STDOUT, timeout=left + 120)
                except subprocess.TimeoutExpired:
                    pass
            text = log.read_text(errors="replace")
            runs += max((int(n) for n in re.findall(r"^#(\d+)", text, re.M)), default=0)
            edges = max([edges] + [int(n) for n in re.findall(r" cov: (\d+)", text)])
            begun = re.search(r"INITED cov: (\d+)", text)
            first = first or int(begun[1] if begun else 0)
            if "ERROR: " in text or "SUMMARY: " in text or "Fatal error" in text:
                (place / f"crash-{int(time.time())}.log").write_text(text[-6000:])
        totals = {
            "executions": before["executions"] + runs, "seconds": before["seconds"] + round(time.time() - start),
            "cpu": before["cpu"] + round(cpu()), "first": before["first"] or first, "edges": max(before["edges"], edges),
            "new": max(0, edges - (before["edges"] or first)),
            "crashes": len(list((place / "crashes").glob("*"))), "finds": len(list((place / "finds").glob("*")))}
        (place / "totals.json").write_text(json.dumps(totals))
        (self.work / "table.txt").write_text(self.table())
        return totals

    def totals(self, target):
        path = self.work / "targets" / target / "totals.json"
        return json.loads(path.read_text()) if path.exists() else {"executions": 0, "seconds": 0, "cpu": 0, "first": 0, "edges": 0}

    def table(self):
        lines = ["| target | seconds | of the processor | executions | edges of the seeds | at the end | new in the last run "
                 "| crashes, hangs | wrong outcomes | files in FailCases |"]
        lines.append("|---" * 10 + "|")
        for path in sorted((self.work / "targets").glob("*/totals.json")):
            t, name = json.loads(path.read_text()), path.parent.name
            kept = len(list((FAILS / name).glob("*"))) if (FAILS / name).exists() else 0
            lines.append(
                f"| {name} | {t['seconds']:,} | {t['cpu']:,} | {t['executions']:,} | {t['first']:,} "
                f"| {t['edges']:,} | {t['new']:,} "
                f"| {t['crashes']} | {t['finds']} | {kept} |")
        return "\n".join(lines) + "\n"


PACKAGE_FILES = {"transforms.json", "cameras.txt", "scan4d_metadata.json", "capture.json", "mesh_info.json", "odometry.csv"}
FORMATS = {"ply", "obj", "stl", "off", "gltf", "glb", "usd", "usda", "usdc", "usdz"}
STREAMS = {"mtl", "png", "jpg", "drc", "lz4", "meshopt", "zip"}
WHOLE = {"law", "routes"}
SEEDS = {"draco": ["drc"], "zip": ["zip", "usdz"], "package": ["zip"], "usd": ["usda", "usdc"]}


def parts_of(data, path):
    """Pictures and compressed streams inside of a file."""
    for start in (m.start() for m in re.finditer(rb"\x89PNG\r\n\x1a\n", data)):
        end = data.find(b"IEND", start)
        if end > 0 and path.suffix != ".png":
            yield "png", data[start:end + 8]
    for start in (m.start() for m in re.finditer(rb"\xff\xd8\xff", data)):
        end = data.find(b"\xff\xd9", start)
        if end > 0 and path.suffix not in (".jpg", ".jpeg"):
            yield "jpg", data[start:end + 2]
    for start in (m.start() for m in re.finditer(rb"DRACO\x01|DRACO\x02", data)):
        yield "drc", data[start:start + 65536]
    if data.startswith(b"PXR-USDC"):
        yield from lz4_of(data)
    if path.suffix in (".gltf", ".glb"):
        yield from meshopt_of(data, path)


def lz4_of(data):
    if len(data) < 88:
        return
    table = struct.unpack_from("<q", data, 16)[0]
    if not 0 < table < len(data) - 8:
        return
    for row in range(min(16, struct.unpack_from("<q", data, table)[0])):
        at = table + 8 + 32 * row
        if at + 32 > len(data):
            return
        start, size = struct.unpack_from("<qq", data, at + 16)
        for offset in (0, 8, 16):
            if 0 < start and start + offset + 9 < len(data) and size > offset + 9:
                length = struct.unpack_from("<q", data, start + offset)[0]
                if 1 < length <= size - offset - 8:
                    yield "lz4", data[start + offset + 9:start + offset + 8 + length]


def meshopt_of(data, path):
    try:
        if data[:4] == b"glTF":
            size = struct.unpack_from("<I", data, 12)[0]
            tree, buffers = json.loads(data[20:20 + size]), {0: data[28 + size:]}
        else:
            tree = json.loads(data)
            buffers = {
                i: (path.parent / b["uri"]).read_bytes() for i, b in enumerate(tree.get("buffers", []))
                if "uri" in b and not b["uri"].startswith("data:") and (path.parent / b["uri"]).exists()}
        modes, filters = ["ATTRIBUTES", "TRIANGLES", "INDICES"], ["NONE", "OCTAHEDRAL", "QUATERNION", "EXPONENTIAL", "COLOR"]
        for view in tree.get("bufferViews", []):
            for name in ("EXT_meshopt_compression", "KHR_meshopt_compression"):
                part = view.get("extensions", {}).get(name)
                if part and part["buffer"] in buffers and part["byteStride"] < 256 and part["count"] < 65536:
                    start = part.get("byteOffset", 0)
                    head = bytes([
                        modes.index(part["mode"]) | filters.index(part.get("filter", "NONE")) << 4, part["byteStride"],
                        part["count"] & 255, part["count"] >> 8])
                    yield "meshopt", head + buffers[part["buffer"]][start:start + part["byteLength"]]
    except (ValueError, KeyError, IndexError, OSError, struct.error, TypeError, AttributeError):
        return


def zipped(folder):
    """A folder as a stored archive, which the mutators can change entry by entry."""
    import io
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as archive:
        for path in sorted(p for p in folder.rglob("*") if p.is_file()):
            archive.writestr(zipfile.ZipInfo(str(path.relative_to(folder))), path.read_bytes())
    return out.getvalue()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("command", choices=["build", "seeds", "run", "cycle", "table", "try", "targets"])
    parser.add_argument("names", nargs="*")
    parser.add_argument("-s", "--seconds", type=int, default=900)
    parser.add_argument("--until", help="the time (UTC, HH:MM) at which a cycle ends")
    parser.add_argument("--work", default=HERE / ".build/fuzz")
    parser.add_argument("--corpus", action="append", default=[], help="a folder with further seeds")
    parser.add_argument("--hang", type=int, default=10, help="seconds by the clock that are a hang; more on a busy machine")
    arguments = parser.parse_args()
    fuzzing = Fuzzing(arguments.work, arguments.corpus, arguments.hang)
    fuzzing.work.mkdir(parents=True, exist_ok=True)
    command, names = arguments.command, arguments.names
    if command == "build":
        fuzzing.build()
    elif command == "seeds":
        for folder in sorted(fuzzing.seeds().iterdir()):
            print(folder.name, len(list(folder.iterdir())))
    elif command == "targets":
        print("\n".join(fuzzing.targets()))
    elif command == "run":
        for target in fuzzing.targets() if names == ["all"] else names:
            print(target, fuzzing.run(target, arguments.seconds), flush=True)
    elif command == "cycle":
        while not arguments.until or time.strftime("%H:%M", time.gmtime()) < arguments.until:
            for target in names or fuzzing.targets():
                if arguments.until and time.strftime("%H:%M", time.gmtime()) >= arguments.until:
                    break
                print(time.strftime("%H:%M", time.gmtime()), target, fuzzing.run(target, arguments.seconds), flush=True)
    elif command == "table":
        print(fuzzing.table(), end="")
    elif command == "try":
        sys.exit(subprocess.run(
            [fuzzing.program, *(str(pathlib.Path(n).resolve()) for n in names[1:])],
            env=fuzzing.environment(names[0]), stdin=subprocess.DEVNULL).returncode)


main()
