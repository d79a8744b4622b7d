"""Killed runs, and two runs at once over one store: nothing lost, nothing twice, each ends."""
import os
import pathlib
import tempfile
import unittest

import processes
import samples
from samples import package
from steps import digest
from storage import Folder


class Processes(unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.home = pathlib.Path(holder.name)
        self.uploads, self.store, self.state = self.home / "uploads", self.home / "store", self.home / "state"
        self.uploads.mkdir()
        self.flaky = samples.flaky(self.home / "meshconv", self.state, os.environ["TEST_MESHCONV"])
        for seed in range(3):
            package(self.uploads / f"{seed}.zip", seed)
        (self.uploads / "0 again.zip").write_bytes((self.uploads / "0.zip").read_bytes())
        (self.uploads / "broken.zip").write_bytes((self.uploads / "0.zip").read_bytes()[:600])
        samples.stl(self.uploads / "model.stl")
        samples.age(self.uploads)

    def flow(self, *words):
        process = processes.start_flow(self.uploads, self.store, self.flaky, "--to", "colmap", "glb", *words,
                                       PREFECT_API_URL=processes.prefect_server())
        self.addCleanup(processes.kill, process.pid)
        self.addCleanup(process.stdout.close)
        return process

    def check_store(self):
        lines = processes.ledger(self.store)
        self.assertEqual({os.path.basename(line["upload"]): line["status"] for line in lines}, {
            "0.zip": "done", "0 again.zip": "done", "1.zip": "done", "2.zip": "done", "model.stl": "done", "broken.zip": "quarantined"})
        for line in lines:
            for result in line.get("results", {}).values():
                self.assertEqual(digest(result["path"]), result["sha256"])
        results = [path.parent.name.split("-")[0] for path in self.store.rglob("sha256/*/*/*/report.json")]
        self.assertEqual((results.count("colmap"), results.count("glb")), (3, 4))
        self.assertEqual(len(list(self.store.rglob("quarantine/*/reason.json"))), 1)

    def test_two_runs_at_once(self):
        # Longer than a lease: a run that takes its time isn't a dead one.
        (self.state / f"convert-{digest(self.uploads / '1.zip')}-1").write_text("SLEEP 7")
        both = [self.flow(), self.flow()]
        self.assertEqual([processes.ended(process) for process in both], [0, 0])
        self.check_store()
        converted = processes.calls(self.state, "convert")
        self.assertEqual(len(converted), 7, converted)
        self.assertEqual(len(list((self.store / "ledger").iterdir())), 2)
        self.assertEqual(list((self.store / ".parts").iterdir()), [])

    def test_a_killed_run(self):
        slow = digest(self.uploads / "1.zip")
        (self.state / f"convert-{slow}-1").write_text("SLEEP 60")
        first = self.flow()
        processes.until(lambda: (slow, "") in processes.calls(self.state, "convert"), "the conversion")
        processes.kill(first.pid)
        first.wait()
        self.assertNotEqual(list((self.store / ".parts").iterdir()), [])
        self.assertEqual(processes.ended(self.flow()), 0)
        self.check_store()
        self.assertEqual(processes.calls(self.state, "convert").count((slow, "")), 3)
        # What the killed run left is swept by whoever comes after its lease is over.
        later = Folder(self.store)
        later.scratch.close()
        self.assertEqual(list((self.store / ".parts").iterdir()), [])

    def test_a_wrong_path_is_one_sentence(self):
        for path in ("nowhere/meshconv", "/etc/passwd"):
            process = processes.start_flow(self.uploads, self.store, path)
            said, _ = process.communicate(timeout=60)
            self.assertEqual((process.returncode, said.count("\n")), (1, 1), said)
            self.assertRegex(said, "^error: can't run meshconv at ")
            self.assertFalse(self.store.exists())
