"""The flow in one process: good, broken, repeated and refused uploads, single bad frames, and faults that pass or don't."""
import json
import os
import pathlib
import tempfile
import unittest
import zipfile
from unittest import mock

from prefect.testing.utilities import prefect_test_harness

import flow
import leases
import program
import samples
import scan
import scratch
from samples import package
from steps import Order, digest, place
from storage import Folder

PROGRAM = os.environ["TEST_MESHCONV"]


def setUpModule():
    harness = prefect_test_harness(server_startup_timeout=180)
    unittest.enterModuleContext(harness)


class Flow(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        home = pathlib.Path(holder.name)
        self.uploads, self.store, self.state = home / "uploads", home / "store", home / "state"
        self.uploads.mkdir()
        self.flaky = samples.flaky(home / "meshconv", self.state, PROGRAM)

    def run_flow(self, targets=("glb", "colmap"), **words):
        samples.age(self.uploads)
        lines = flow.ingestion(str(self.uploads), str(self.store), list(targets), program=words.pop("program", self.flaky), **words)
        return {os.path.relpath(line["upload"], self.uploads): line for line in lines}

    def states(self, lines):
        return {name: line["status"] for name, line in lines.items()}

    def fail(self, command, name, *codes):
        for number, code in enumerate(codes):
            (self.state / f"{command}-{digest(self.uploads / name)}-{number + 1}").write_text(str(code))

    def calls(self, command, name):
        lines = (self.state / "calls").read_text().splitlines()
        return sum(line.split()[:2] == [command, digest(self.uploads / name)] for line in lines)

    def made(self, line):
        return sorted(line["results"])

    def test_each_upload_gets_what_it_holds_the_needs_for(self):
        up, maps = self.uploads, {"staging_1/relocalization.worldmap": b"bplist00 map"}
        package(up / "depth.zip", 1)
        package(up / "pictures.zip", 2, cameras=False, depth=False)
        package(up / "map.zip", 3, cameras=False, depth=False, images=False, extra={"relocalization.worldmap": b"bplist00 map"})
        package(up / "place.zip", 4, gps=True)
        package(up / "mesh.zip", 5, cameras=False, depth=False, images=False, extra={"mesh.obj": b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"})
        samples.stl(up / "-part 'A'.STL")
        (up / "sub").mkdir()
        samples.obj(up / "sub/chair.obj")
        (up / "sub/chair.mtl").write_text("newmtl m\nmap_Kd wood.png\n")
        (up / "sub/wood.png").write_bytes(samples.png(4, 4))
        samples.obj(up / "alone.obj", 7)
        (up / "notes.txt").write_text("x")
        lines = self.run_flow()
        ignored = lines.pop(".")
        self.assertEqual((ignored["status"], ignored["files"]), ("ignored", ["notes.txt"]))
        self.assertEqual({name: self.made(line) for name, line in lines.items()}, {
            "depth.zip": ["colmap", "glb"], "pictures.zip": ["colmap"], "map.zip": ["localisation"],
            "place.zip": ["colmap", "glb", "localisation"], "mesh.zip": ["glb"], "-part 'A'.STL": ["glb"], "sub/chair.obj": ["glb"],
            "alone.obj": ["glb"]})
        self.assertEqual(lines["alone.obj"]["missing"], ["chair.mtl"])
        self.assertNotIn("missing", lines["sub/chair.obj"])
        # The texture came along: glTF's image holds the PNG.
        self.assertIn(samples.png(4, 4), pathlib.Path(lines["sub/chair.obj"]["results"]["glb"]["path"]).read_bytes())
        kept = pathlib.Path(lines["map.zip"]["results"]["localisation"]["path"])
        self.assertEqual((kept / "relocalization.worldmap").read_bytes(), b"bplist00 map")
        place_kept = pathlib.Path(lines["place.zip"]["results"]["localisation"]["path"])
        self.assertEqual(json.loads((place_kept / "scan4d_metadata.json").read_text())["gps_latitude"], 48.1)
        for name in ("depth.zip", "place.zip"):
            for target, result in lines[name]["results"].items():
                if target != "localisation":
                    report = json.loads((pathlib.Path(result["path"]).parent / "report.json").read_text())
                    self.assertEqual(report["input"]["sha256"], digest(up / name))
                    self.assertEqual(digest(result["path"]), result["sha256"])
        with zipfile.ZipFile(lines["depth.zip"]["results"]["colmap"]["path"]) as archive:
            self.assertIsNone(archive.testzip())

    def test_one_content_is_worked_on_once_and_not_again(self):
        package(self.uploads / "a.zip", 1)
        for name in ("a again.zip", "A3.ZIP"):
            (self.uploads / name).write_bytes((self.uploads / "a.zip").read_bytes())
        first = self.run_flow()
        self.assertEqual(set(self.states(first).values()), {"done"})
        self.assertEqual(len({json.dumps(line["results"]) for line in first.values()}), 1)
        count = len((self.state / "calls").read_text().splitlines())
        self.assertEqual(self.run_flow(), first)
        self.assertEqual(len((self.state / "calls").read_text().splitlines()), count)
        self.assertEqual(self.calls("convert", "a.zip"), 2)
        ledgers = sorted((self.store / "ledger").iterdir())
        self.assertEqual([len(ledger.read_text().splitlines()) for ledger in ledgers], [3, 3])

    def test_one_bad_frame_condemns_no_scan_and_bad_frames_alone_do(self):
        package(self.uploads / "one.zip", 1, broken=[1])
        package(self.uploads / "all.zip", 2, broken=[0, 1, 2])
        package(self.uploads / "poses.zip", 3, pose=False)
        lines = self.run_flow()
        self.assertEqual(self.states(lines), {"one.zip": "done", "all.zip": "quarantined", "poses.zip": "quarantined"})
        self.assertEqual(lines["one.zip"]["frames_left_out"], ["frame_00001"])
        self.assertEqual(lines["all.zip"]["exit"], 1)
        with zipfile.ZipFile(lines["one.zip"]["results"]["colmap"]["path"]) as archive:
            pictures = [name.rsplit("/", 1)[-1] for name in archive.namelist() if "/images/" in name]
        self.assertEqual(sorted(pictures), ["frame_00000.png", "frame_00002.png"])

    def test_broken_files_are_quarantined_with_the_reason_and_not_worked_on_again(self):
        whole = package(self.uploads / "whole.zip", 1).read_bytes()
        (self.uploads / "cut.zip").write_bytes(whole[:700])
        (self.uploads / "notes.zip").write_bytes(b"no archive at all")
        (self.uploads / "empty.ply").write_bytes(b"")
        for _ in range(2):
            lines = self.run_flow()
            self.assertEqual(self.states(lines), {"whole.zip": "done", "cut.zip": "quarantined", "notes.zip": "quarantined",
                                                  "empty.ply": "quarantined"})
        for name in ("cut.zip", "notes.zip"):
            self.assertEqual(self.calls("check", name), 1)
            aside = self.store / "quarantine" / digest(self.uploads / name)
            self.assertEqual(json.loads((aside / "reason.json").read_text())["exit"], 65)
            self.assertEqual(digest(aside / "upload.zip"), aside.name)
        # Who removes it there wants another try.
        Folder(self.store).remove(f"quarantine/{digest(self.uploads / 'cut.zip')}")
        self.run_flow()
        self.assertEqual((self.calls("check", "cut.zip"), self.calls("check", "notes.zip")), (2, 1))

    def test_visible_persons_are_refused_only_where_that_is_asked_for(self):
        package(self.uploads / "hidden.zip", 1, privacy=True)
        package(self.uploads / "visible.zip", 2)
        samples.stl(self.uploads / "model.stl")
        self.assertEqual(set(self.states(self.run_flow()).values()), {"done"})
        asked = self.run_flow(require_privacy=True)
        self.assertEqual(self.states(asked), {"hidden.zip": "done", "visible.zip": "quarantined", "model.stl": "done"})
        self.assertEqual(asked["visible.zip"]["exit"], 2)
        self.assertIn("privacy", asked["visible.zip"]["reason"])
        # The device's own folder: persons are yet to be hidden in it, also for a mesh of its depth.
        package(self.uploads / "device.zip", 3, privacy=True, extra={"arworldmap.map": b"map"})
        for targets in (["glb"], ["glb", "colmap"]):
            line = self.run_flow(targets=targets, require_privacy=True)["device.zip"]
            self.assertEqual((line["status"], line["exit"]), ("quarantined", 2))

    def test_passing_faults_are_tried_again_and_not_for_ever(self):
        for seed, name in enumerate(("passing", "killed", "hopeless", "crash")):
            package(self.uploads / f"{name}.zip", seed)
        self.fail("check", "passing.zip", 74, 74)
        self.fail("convert", "passing.zip", 75, 75)
        self.fail("convert", "killed.zip", "KILL")
        states = []
        for _ in range(3):
            self.fail("convert", "hopeless.zip", 73, 73, 73, 73)
            self.fail("convert", "crash.zip", "CRASH")
            try:
                lines = self.run_flow(["colmap"])
            except program.Defect as error:
                lines = {os.path.relpath(line["upload"], self.uploads): line for line in error.lines}
            states.append(self.states(lines))
        self.assertEqual({(run["passing.zip"], run["killed.zip"]) for run in states}, {("done", "done")})
        self.assertEqual([run["hopeless.zip"] for run in states], ["later", "quarantined", "quarantined"])
        self.assertEqual([run["crash.zip"] for run in states], ["failed", "quarantined", "quarantined"])
        self.assertEqual((self.calls("check", "passing.zip"), self.calls("convert", "passing.zip")), (3, 3))
        # Tried four times in each of two runs; a crash isn't tried again in the same run.
        self.assertEqual((self.calls("convert", "hopeless.zip"), self.calls("convert", "crash.zip")), (8, 2))
        self.assertIn("73", lines["hopeless.zip"]["reason"])
        self.assertEqual(list((self.store / "sha256").rglob(".part*")), [])

    def test_a_scan_that_kills_each_run_is_quarantined(self):
        package(self.uploads / "monster.zip", 1)
        order, key = Order.of(["colmap"], [], False, self.flaky), digest(self.uploads / "monster.zip")
        for number in range(scan.FAULTS):
            Folder(self.store).write_json(f"{place(key)}/lease-{number + 1}", {"request": order.mark, "free": False})
        lines = self.run_flow(["colmap"])
        self.assertEqual(self.states(lines), {"monster.zip": "quarantined"})
        self.assertIn("killed", lines["monster.zip"]["reason"])
        Folder(self.store).remove(f"quarantine/{key}")
        self.assertEqual(self.states(self.run_flow(["colmap"])), {"monster.zip": "done"})
        # Other targets are another matter.
        self.assertEqual(self.states(self.run_flow(["raw"])), {"monster.zip": "done"})
        self.assertFalse(leases.is_held(Folder(self.store), place(key)))

    def test_a_full_disk_is_nobodys_fault(self):
        package(self.uploads / "a.zip", 1)
        for _ in range(scan.FAULTS + 1):
            self.fail("convert", "a.zip", 74, 74, 74, 74)
            with mock.patch.object(scratch.Scratch, "works", return_value=False):
                self.assertEqual(self.states(self.run_flow(["colmap"])), {"a.zip": "later"})
        self.assertEqual(self.states(self.run_flow(["colmap"])), {"a.zip": "done"})

    def test_another_meshconv_gets_another_try(self):
        package(self.uploads / "a.zip", 1)
        self.fail("convert", "a.zip", 69)
        self.assertEqual(self.states(self.run_flow(["colmap"])), {"a.zip": "quarantined"})
        newer = pathlib.Path(self.flaky + "-2")
        newer.write_text(f'#!/bin/sh\n[ "$1" = --version ] && echo meshconv 99 || exec "{self.flaky}" "$@"\n')
        newer.chmod(0o755)
        self.assertEqual(self.states(self.run_flow(["colmap"], program=str(newer))), {"a.zip": "done"})
        self.assertEqual(list((self.store / "quarantine").iterdir()), [])

    def test_one_result_that_is_refused_spoils_no_other(self):
        package(self.uploads / "a.zip", 1)
        self.fail("convert", "a.zip", 69)
        line = self.run_flow()["a.zip"]
        self.assertEqual((line["status"], self.made(line), list(line["refused"])), ("done", ["glb"], ["colmap"]))

    def test_a_wrong_program_or_command_is_nobodys_scan(self):
        package(self.uploads / "a.zip", 1)
        for name, data, mode in (("none", None, 0), ("text", b"#!/bin/sh\n", 0o644), ("arm", b"\x7fELF" + bytes(60), 0o755),
                                 ("other", b"#!/bin/sh\necho other 1\n", 0o755)):
            path = self.state / name
            if data is not None:
                path.write_bytes(data)
                path.chmod(mode)
            with self.subTest(name), self.assertRaisesRegex(program.WrongCommand, "meshconv"):
                self.run_flow(program=str(path))
            self.assertFalse(self.store.exists())
        for _ in range(scan.FAULTS + 1):
            with self.assertRaisesRegex(program.Defect, "exit 64"):
                self.run_flow(["rav"])
        self.assertFalse((self.store / "quarantine").exists())
