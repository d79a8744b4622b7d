#!/usr/bin/env python3
"""Tests the flow: good, broken, guarded and repeated packages, and temporary faults.      usage: test_flow.py MESHCONV

A program in meshconv's place fails as often as it is told with an exit code that it is told, then lets the real one work.
Prefect's own server runs inside of this process for as long as the test does.
"""
import json
import os
import pathlib
import shutil
import stat
import struct
import sys
import tempfile
import zipfile
import zlib

home = pathlib.Path(tempfile.mkdtemp(prefix="ingestion-"))
# A Prefect that is installed on this machine is neither used nor changed.
os.environ |= {"PREFECT_HOME": str(home / "prefect"), "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "INGESTION_DELAYS": "0.1",
               "INGESTION_RETRIES": "3", "INGESTION_AT_ONCE": "2", "PREFECT_LOGGING_LEVEL": "ERROR", "DO_NOT_TRACK": "1"}
os.environ.pop("PREFECT_API_URL", None)

from prefect.testing.utilities import prefect_test_harness

import flow

FLAKY = """#!/bin/sh
# Fails as often as the files beside it say, each time with the exit code that they hold.
mkdir -p "{state}"
for word in "$@"; do key=$(echo "$word" | sed -n 's|.*/sha256/../\\([0-9a-f]*\\)/package.zip|\\1|p'); [ -n "$key" ] && break; done
echo "$1 $key" >> "{state}/calls"
for try in 1 2 3 4 5; do
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


def package(path, seed, privacy=False, broken=None):
    """A package of three frames, another for each seed."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for index in range(3):
            stem = f"frame_{index:05}"
            camera = {f"t_{r}{c}": float(r == c) for r in range(3) for c in range(4)} | {"t_03": seed + index * 0.5}
            if broken == "pose":
                camera["t_00"] = 3.0
            camera |= {"fx": 40, "fy": 40, "cx": 32, "cy": 24, "width": 64, "height": 48, "blur_score": 1.0,
                       "image_path": f"images/{stem}.png", "depth_path": f"depth/{stem}.png"}
            file.writestr(f"images/{stem}.png", png(64, 48))
            file.writestr(f"depth/{stem}.png", png(64, 48, 16))
            file.writestr(f"cameras/{stem}.json", "{\"t_00\": " if broken == "json" else json.dumps(camera))
        file.writestr("mesh_info.json", json.dumps({"num_frames": 3, "image_width": 64, "image_height": 48}))
        file.writestr("scan4d_metadata.json", json.dumps(
            {"timestamp": 1790000000.5, "device": "Phone", "os_name": "iOS", "os_version": "26.0", "app_version": "0.5",
             "build_type": "release", "privacy_filter": privacy}))


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
    package(uploads / "guarded.zip", 5, privacy=True)
    package(uploads / "pose.zip", 6, broken="pose")
    package(uploads / "json.zip", 7, broken="json")
    (uploads / "cut.zip").write_bytes((uploads / "good.zip").read_bytes()[:700])
    (uploads / "notes.zip").write_bytes(b"no archive at all")
    (uploads / ".hidden.zip").write_bytes(b"still being uploaded")
    keys = {path.stem: flow.digest(path) for path in uploads.glob("*.zip")}
    for name, command, tries, code in (("passing", "check", 2, 74), ("passing", "convert", 2, 75), ("killed", "convert", 1, "KILL"),
                                       ("hopeless", "convert", 5, 73)):
        for number in range(tries):
            (state / f"{command}-{keys[name]}-{number + 1}").write_text(str(code))

    def calls(command, name):
        return (state / "calls").read_text().split("\n").count(f"{command} {keys[name]}")

    def run(**words):
        lines = flow.ingestion(str(uploads), str(store), program=str(flaky), **words)
        for line in lines:
            print(f"  {line['status']:12} {pathlib.Path(line['upload']).name:16} {line.get('reason') or line.get('result_sha256')}"[:150])
        return {pathlib.Path(line["upload"]).stem: line for line in lines}

    with prefect_test_harness(server_startup_timeout=180):
        print("first run")
        first = run()
        status = {name: line["status"] for name, line in first.items()}
        assert status == {"good": "done", "good again": "done", "passing": "done", "killed": "done", "hopeless": "later",
                          "guarded": "quarantined", "pose": "quarantined", "json": "quarantined", "cut": "quarantined",
                          "notes": "quarantined"}, status
        assert {name: first[name]["exit"] for name, what in status.items() if what == "quarantined"} == {
            "guarded": 2, "pose": 1, "json": 1, "cut": 65, "notes": 65}, first
        assert first["good"]["result"] == first["good again"]["result"], "one content, one result"
        # Two faults, then done; one kill, then done; a fault that stays is tried four times, and a broken package once.
        assert (calls("check", "passing"), calls("convert", "passing")) == (3, 3)
        assert (calls("convert", "killed"), calls("convert", "hopeless")) == (2, 4)
        assert (calls("check", "json"), calls("convert", "json"), calls("convert", "guarded")) == (1, 0, 1)
        for name in ("good", "passing", "killed"):
            line = first[name]
            result = pathlib.Path(line["result"])
            assert flow.digest(result) == line["result_sha256"] and keys[name] in str(result)
            report = json.loads((result.parent / "report.json").read_text())
            assert report["input"]["sha256"] == keys[name] and report["outputs"][0]["sha256"] == line["result_sha256"]
            with zipfile.ZipFile(result) as file:
                assert file.testzip() is None and len([n for n in file.namelist() if "/images/" in n]) == 3
            kept = flow.place(store, keys[name])
            assert flow.digest(kept / "package.zip") == keys[name] and json.loads((kept / "check.json").read_text())["errors"] == 0
        for name in ("guarded", "pose", "json", "cut", "notes"):
            reason = json.loads((store / "quarantine" / keys[name] / "reason.json").read_text())
            assert reason["exit"] == first[name]["exit"] and reason["sha256"] == keys[name]
            assert flow.digest(store / "quarantine" / keys[name] / "package.zip") == keys[name]
        # Nothing incomplete is left, not even of the conversion that failed four times.
        assert not list(store.rglob(".part-*")), "parts are left"
        assert not list(flow.place(store, keys["hopeless"]).glob("raw-*"))

        print("second run: only what was left for later is worked on")
        before = (state / "calls").read_text().count("\n")
        second = run()
        # The fault had one failure left.
        assert {name: line["status"] for name, line in second.items()} == status | {"hopeless": "done"}
        done = (state / "calls").read_text().split("\n")[before:]
        assert not any(keys["good"] in line or keys["passing"] in line for line in done), done

        print("third run: other options are another result")
        third = run(variant="colmap", options=["--set", "privacy-consent=true"])
        assert third["guarded"]["status"] == third["good"]["status"] == "done"
        assert third["good"]["result"] != first["good"]["result"]

        print("a wrong command line is nobody's package")
        try:
            flow.ingestion(str(uploads), str(store), variant="rav", program=str(flaky))
            raise AssertionError("it was taken for done")
        except flow.Defect as error:
            assert "exit 64" in str(error), error
    ledger = [json.loads(line) for line in (store / "ledger.jsonl").read_text().splitlines()]
    assert len(ledger) == 40
    print(f"{len(ledger)} lines in the ledger, all as expected")


if __name__ == "__main__":
    try:
        main()
    finally:
        shutil.rmtree(home, ignore_errors=True)
