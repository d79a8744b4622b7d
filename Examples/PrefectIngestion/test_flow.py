#!/usr/bin/env python3
"""Tests the flow: good, broken, guarded and repeated uploads, and temporary faults.      usage: test_flow.py MESHCONV

A program in meshconv's place fails as often as it is told with an exit code that it is told, then lets the real one work.
Prefect's own server runs inside of this process for as long as the test does.
"""
import json
import os
import pathlib
import shutil
import stat
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

home = pathlib.Path(tempfile.mkdtemp(prefix="ingestion-"))
# A Prefect that is installed on this machine is neither used nor changed.
os.environ |= {"PREFECT_HOME": str(home / "prefect"), "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "INGESTION_DELAYS": "0.1",
               "INGESTION_RETRIES": "3", "INGESTION_AT_ONCE": "2", "INGESTION_SETTLED": "0", "INGESTION_RUNS": "2", "PREFECT_LOGGING_LEVEL": "ERROR", "DO_NOT_TRACK": "1"}
os.environ.pop("PREFECT_API_URL", None)

from prefect.settings import PREFECT_API_URL
from prefect.testing.utilities import prefect_test_harness

import flow

FLAKY = """#!/bin/sh
# Fails as often as the files beside it say, each time with the exit code that they hold.
mkdir -p "{state}"
for word in "$@"; do key=$(echo "$word" | sed -n 's|.*/sha256/../\\([0-9a-f]*\\)/upload.zip|\\1|p'); [ -n "$key" ] && break; done
echo "$1 $key" >> "{state}/calls"
for try in 1 2 3 4 5 6 7 8 9; do
    file="{state}/$1-$key-$try"
    if [ -f "$file" ]; then
        code=$(cat "$file"); rm "$file"
        echo "flaky: error: something was away [input.system]" >&2
        [ "$code" = KILL ] && kill -9 $$
        exit "$code"
    fi
done
exec "{program}" "$@"
"""


def png(width, height, bits=8):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + (b"\x03\xe8" if bits == 16 else b"\x80") * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def package(path, seed, privacy=True, broken=None, more=()):
    """A package of three frames, another for each seed. Persons are hidden in it, as in what the app sends."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for index in range(3):
            stem = f"frame_{index:05}"
            camera = {f"t_{r}{c}": float(r == c) for r in range(3) for c in range(4)} | {"t_03": seed + index * 0.5}
            if broken == "pose":
                camera["t_00"] = 3.0
            camera |= {"fx": 40, "fy": 40, "cx": 32, "cy": 24, "width": 64, "height": 48, "blur_score": 1.0,
                       "image_path": f"images/{stem}.png", "depth_path": f"depth/{stem}.png"}
            file.writestr(f"images/{stem}.png", png(64, 48))
            file.writestr(f"depth/{stem}.png", b"no depth" if broken == "frame" and index == 1 else png(64, 48, 16))
            file.writestr(f"cameras/{stem}.json", "{\"t_00\": " if broken == "json" else json.dumps(camera))
        file.writestr("mesh_info.json", json.dumps({"num_frames": 3, "image_width": 64, "image_height": 48}))
        file.writestr("scan4d_metadata.json", json.dumps(
            {"timestamp": 1790000000.5, "device": "Phone", "os_name": "iOS", "os_version": "26.0", "app_version": "0.5",
             "build_type": "release", "privacy_filter": privacy, "gps_latitude": 40.4, "gps_longitude": -79.9}))
        for name, data in more:
            file.writestr(name, data)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    uploads, store, state = home / "uploads", home / "store", home / "state"
    uploads.mkdir()
    state.mkdir()
    flaky = home / "meshconv"
    flaky.write_text(FLAKY.format(state=state, program=program))
    flaky.chmod(flaky.stat().st_mode | stat.S_IXUSR)

    package(uploads / "good.zip", 1)
    shutil.copy(uploads / "good.zip", uploads / "good again.zip")
    package(uploads / "passing.zip", 2)
    package(uploads / "killed.zip", 3)
    package(uploads / "hopeless.zip", 4)
    # The device's own folder, in which persons are yet to be hidden.
    package(uploads / "guarded.zip", 5, more=[("raw_data/masks/frame_00000.png", png(8, 8))])
    package(uploads / "pose.zip", 6, broken="pose")
    package(uploads / "json.zip", 7, broken="json")
    package(uploads / "frame.zip", 8, broken="frame")
    package(uploads / "shown.zip", 9, privacy=False)
    (uploads / "cut.zip").write_bytes((uploads / "good.zip").read_bytes()[:700])
    (uploads / "notes.zip").write_bytes(b"no archive at all")
    (uploads / ".hidden.zip").write_bytes(b"still being uploaded")
    (uploads / "in a folder").mkdir()
    (uploads / "in a folder" / "-Mesh'1.OBJ").write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
    (uploads / "read me.txt").write_text("hello")
    keys = {path.stem: flow.digest(path) for path in uploads.glob("*.zip")}
    for name, command, tries, code in (("passing", "check", 2, 74), ("passing", "convert", 2, 75), ("killed", "convert", 1, "KILL"),
                                       ("hopeless", "convert", 9, 73)):
        for number in range(tries):
            (state / f"{command}-{keys[name]}-{number + 1}").write_text(str(code))

    def calls(command, name):
        return (state / "calls").read_text().split("\n").count(f"{command} {keys[name]}")

    def run(where=None, program=flaky, **words):
        lines = flow.ingestion(str(where or uploads), str(store), program=str(program), **words)
        for line in lines:
            print(f"  {line['status']:12} {pathlib.Path(line['upload']).name:16} {line.get('reason') or sorted(line.get('results', {}))}"[:150])
        return {pathlib.Path(line["upload"]).stem: line for line in lines}

    def result(line, name="raw"):
        return pathlib.Path(line["results"][name]["path"])

    with prefect_test_harness(server_startup_timeout=180):
        print("first run")
        # What a killed run left long ago, and what another run is at now.
        for name, age in (("old", 100_000), ("new", 0)):
            part = store / "sha256" / "ab" / f".part-{name}"
            part.mkdir(parents=True)
            os.utime(part, (time.time() - age,) * 2)
        first = run(variant="raw")
        assert sorted(path.name for path in store.rglob(".part-*")) == [".part-new"]
        (store / "sha256" / "ab" / ".part-new").rmdir()
        status = {name: line["status"] for name, line in first.items()}
        assert status == {"good": "done", "good again": "done", "passing": "done", "killed": "done", "hopeless": "later",
                          "guarded": "quarantined", "pose": "quarantined", "json": "quarantined", "cut": "quarantined",
                          "notes": "quarantined", "frame": "done", "shown": "done", "-Mesh'1": "done", "read me": "ignored"}, status
        assert {name: first[name]["exit"] for name, what in status.items() if what == "quarantined"} == {
            "guarded": 2, "pose": 1, "json": 1, "cut": 65, "notes": 65}, first
        assert first["good"]["results"] == first["good again"]["results"], "one content, one result"
        # One bad frame is left out, and named; the others are there.
        assert first["frame"]["frames_left_out"] == ["frame_00001"]
        with zipfile.ZipFile(result(first["frame"])) as file:
            assert len([name for name in file.namelist() if "/images/" in name]) == 2
        assert result(first["-Mesh'1"], "model").read_bytes()[:4] == b"glTF"
        # Two faults, then done; one kill, then done; a fault that stays is tried four times, and a broken package once.
        assert (calls("check", "passing"), calls("convert", "passing")) == (3, 3)
        assert (calls("convert", "killed"), calls("convert", "hopeless")) == (2, 4)
        assert (calls("check", "notes"), calls("convert", "notes"), calls("convert", "guarded")) == (1, 0, 1)
        for name in ("good", "passing", "killed"):
            path = result(first[name])
            assert flow.digest(path) == first[name]["results"]["raw"]["sha256"] and keys[name] in str(path)
            report = json.loads((path.parent / "report.json").read_text())
            assert report["input"]["sha256"] == keys[name] and report["outputs"][0]["sha256"] == flow.digest(path)
            with zipfile.ZipFile(path) as file:
                assert file.testzip() is None and len([n for n in file.namelist() if "/images/" in n]) == 3
            kept = flow.place(store, keys[name])
            assert flow.digest(kept / "upload.zip") == keys[name] and json.loads((kept / "check.json").read_text())["errors"] == 0
            # The position is kept for localisation.
            place = pathlib.Path(first[name]["localisation"])
            assert json.loads((place / "scan4d_metadata.json").read_text())["gps_latitude"] == 40.4
        for name in ("guarded", "pose", "json", "cut", "notes"):
            reason = json.loads((store / "quarantine" / keys[name] / "reason.json").read_text())
            assert reason["exit"] == first[name]["exit"] and reason["sha256"] == keys[name]
            assert flow.digest(store / "quarantine" / keys[name] / "upload.zip") == keys[name]
        # Nothing incomplete is left, not even of the conversion that failed four times.
        assert not list(store.rglob(".part-*")), "parts are left"
        assert not list(flow.place(store, keys["hopeless"]).glob("raw-*"))

        print("second run: only what was left for later is worked on, and not for ever")
        before = (state / "calls").read_text().count("\n")
        second = run(variant="raw")
        assert {name: line["status"] for name, line in second.items()} == status | {"hopeless": "quarantined"}
        assert "2 runs" in second["hopeless"]["reason"]
        done = [line for line in (state / "calls").read_text().split("\n")[before:] if not line.startswith("info")]
        assert not any(keys["good"] in line or keys["passing"] in line for line in done), done
        before = calls("convert", "hopeless")
        assert run(variant="raw")["hopeless"]["status"] == "quarantined" and calls("convert", "hopeless") == before

        print("routes: by what it holds")
        third = run()
        assert sorted(third["good"]["results"]) == ["colmap", "mesh"], third["good"]
        assert result(third["good"], "mesh").read_bytes()[:4] == b"glTF"
        assert third["frame"]["status"] == "done" and sorted(third["frame"]["results"]) == ["colmap", "mesh"]

        print("what doesn't say that persons are hidden, where that is required; consent for the device's folder")
        private = run(variant="scan4d", options=["--require-privacy"])
        assert (private["shown"]["status"], private["good"]["status"]) == ("quarantined", "done")
        agreed = run(variant="scan4d", options=["--set", "privacy-consent=true"])
        assert agreed["guarded"]["status"] == "done"

        print("two runs at once")
        both = home / "both"
        both.mkdir()
        for seed in range(20, 24):
            package(both / f"{seed}.zip", seed)
        words = [sys.executable, "-c", f"import flow; flow.ingestion({str(both)!r}, {str(store)!r}, 'raw', [], {program!r})"]
        server = os.environ | {"PREFECT_API_URL": str(PREFECT_API_URL.value())}
        others = [subprocess.Popen(words, cwd=pathlib.Path(__file__).parent, env=server) for _ in range(2)]
        assert [other.wait(timeout=300) for other in others] == [0, 0]
        for path in both.iterdir():
            found = list(flow.place(store, flow.digest(path)).glob("raw-*/result.zip")) or list(
                flow.place(store, flow.digest(path)).glob("raw-*/raw.zip"))
            assert len(found) == 1, found
        assert not list(store.rglob(".part-*"))

        print("a wrong command line is nobody's package, nor is a missing program")
        for words in ({"variant": "rav"}, {"program": home / "none"}, {"program": "/bin/true"}):
            try:
                run(**words)
                raise AssertionError("it was taken for done")
            except flow.Defect as error:
                print(f"  {error}"[:150])
    ledger = [json.loads(line) for line in (store / "ledger.jsonl").read_text().splitlines()]
    assert all(line["status"] in ("done", "quarantined", "later", "ignored", "failed") for line in ledger)
    print(f"{len(ledger)} lines in the ledger, all as expected")


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(home, ignore_errors=True)
