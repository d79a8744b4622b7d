"""Two workers over one storage, of which one dies in the middle of a scan."""
import os
import pathlib
import tempfile
import unittest

import processes
import samples
from samples import package
from steps import digest

here = pathlib.Path(__file__).resolve().parent


class Workers(unittest.TestCase):
    def worker(self, name, **env):
        process = processes.start("-m", "prefect", "worker", "start", "--pool", "scans", "--limit", "1", "--name", name, output=False,
                                  TEST_WORKER=name, **env)
        self.addCleanup(process.wait)
        self.addCleanup(processes.kill, process.pid)
        return process

    def test_both_work_and_one_takes_over_what_the_other_leaves(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        home = pathlib.Path(holder.name)
        uploads, store, state = home / "uploads", home / "store", home / "state"
        uploads.mkdir()
        flaky = samples.flaky(home / "meshconv", state, os.environ["TEST_MESHCONV"])
        for seed in range(4):
            package(uploads / f"{seed}.zip", seed)
        (uploads / "again.zip").write_bytes((uploads / "0.zip").read_bytes())
        (uploads / "broken.zip").write_bytes((uploads / "0.zip").read_bytes()[:600])
        samples.age(uploads)
        slow = digest(uploads / "2.zip")
        (state / f"convert-{slow}-1").write_text("SLEEP 200")
        api = {"PREFECT_API_URL": processes.prefect_server()}
        for words in (("-m", "prefect", "work-pool", "create", "scans", "--type", "process"), (here.parent / "workers.py", "scans")):
            self.assertEqual(processes.ended(processes.start(*words, **api)), 0)
        both = {name: self.worker(name, **api) for name in ("one", "two")}
        run = processes.start_flow(uploads, store, flaky, "--to", "colmap", "--workers", "prepare/scans", **api)
        self.addCleanup(processes.kill, run.pid)

        def victim():
            return next((worker for key, worker in processes.calls(state, "convert") if key == slow), None)
        dead = processes.until(victim, "the slow conversion")
        other = ({"one", "two"} - {dead}).pop()
        processes.until(lambda: other in [worker for _, worker in processes.calls(state, "convert")], "work of the other one")
        processes.kill(both[dead].pid)
        self.assertEqual(processes.ended(run), 0)

        lines = processes.ledger(store)
        self.assertEqual({os.path.basename(line["upload"]): line["status"] for line in lines},
                         {f"{seed}.zip": "done" for seed in range(4)} | {"again.zip": "done", "broken.zip": "quarantined"})
        for line in lines:
            for result in line.get("results", {}).values():
                self.assertEqual(digest(result["path"]), result["sha256"])
        converted = processes.calls(state, "convert")
        self.assertEqual(len(converted), 5, converted)
        self.assertEqual([worker for key, worker in converted if key == slow], [dead, other])
        self.assertEqual(len(list(store.rglob("sha256/*/*/colmap-*/report.json"))), 4)
