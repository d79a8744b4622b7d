"""The same over a bucket of an S3-compatible store: moto's server, which keeps it in memory."""
import importlib.util
import os
import pathlib
import tempfile
import unittest

import processes
import samples
import test_storage
from samples import package

HAVE = all(importlib.util.find_spec(name) for name in ("boto3", "moto", "flask"))


def setUpModule():
    if not HAVE:
        raise unittest.SkipTest("no boto3 or no moto[server]: see tests/requirements.txt")
    port = processes.free_port()
    server = processes.start("-m", "moto.server", "-p", port, output=False)
    unittest.addModuleCleanup(server.wait)
    unittest.addModuleCleanup(processes.kill, server.pid)
    os.environ |= {"AWS_ENDPOINT_URL": f"http://127.0.0.1:{port}", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b",
                   "AWS_DEFAULT_REGION": "us-east-1"}
    processes.until(lambda: processes.answers(os.environ["AWS_ENDPOINT_URL"]), "the S3 server")


def bucket(name):
    import boto3
    import s3
    boto3.client("s3").create_bucket(Bucket=name)
    return s3.Bucket(f"s3://{name}/some/where")


class OfBucket(test_storage.Contract, unittest.TestCase):
    def setUp(self):
        self.storage = bucket(self.id().rsplit("_", 3)[-1].replace("_", "-"))
        self.addCleanup(self.storage.scratch.close)

    def test_what_the_store_complains_about_is_a_fault_that_passes(self):
        self.storage.bucket = "nobodys-bucket"
        with self.assertRaises(OSError):
            self.storage.write("a", b"1")
        with self.assertRaises(OSError):
            with self.storage.local("a"):
                pass


class FlowOverBucket(unittest.TestCase):
    def test_two_runs_at_once_and_one_that_was_killed(self):
        store = bucket("scans")
        self.addCleanup(store.scratch.close)
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        home = pathlib.Path(holder.name)
        uploads, state = home / "uploads", home / "state"
        uploads.mkdir()
        flaky = samples.flaky(home / "meshconv", state, os.environ["TEST_MESHCONV"])
        package(uploads / "0.zip", 0, gps=True)
        package(uploads / "1.zip", 1)
        (uploads / "again.zip").write_bytes((uploads / "0.zip").read_bytes())
        (uploads / "broken.zip").write_bytes((uploads / "0.zip").read_bytes()[:600])
        samples.age(uploads)
        api = {"PREFECT_API_URL": processes.prefect_server()}
        words = (uploads, store.address("flow"), flaky, "--to", "colmap")

        # The wrapper knows no keys here: the files that it gets have none in their names.
        (state / "convert--1").write_text("SLEEP 60")
        first = processes.start_flow(*words, **api)
        processes.until(lambda: processes.calls(state, "convert"), "a conversion")
        processes.kill(first.pid)
        first.communicate()
        (state / "calls").write_text("")
        both = [processes.start_flow(*words, **api) for _ in range(2)]
        self.assertEqual([processes.ended(process) for process in both], [0, 0])
        self.assertLessEqual(len(processes.calls(state, "convert")), 2)
        names = store._list("flow/")
        made = [name for name in names if name.endswith(("colmap.zip", "localisation/report.json"))]
        self.assertEqual(len(made), 3, names)
        self.assertEqual(len([name for name in names if name.endswith("/reason.json")]), 1)
        # Nothing of them is on this machine's disk.
        self.assertEqual([path.name for path in store.scratch.root.iterdir()], [store.scratch.mine.name])
        with store.local(next(name for name in made if name.endswith("colmap.zip")).removeprefix("some/where/")) as path:
            self.assertGreater(path.stat().st_size, 1000)
