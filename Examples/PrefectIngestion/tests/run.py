#!/usr/bin/env python3
"""Tests the flow.      usage: run.py MESHCONV [NAME ...]

Nothing of a Prefect that is installed on this machine is used or changed. Times are short: a lease ends after 3 seconds.
"""
import os
import pathlib
import shutil
import sys
import tempfile
import time
import unittest

here = pathlib.Path(__file__).resolve().parent
home = pathlib.Path(tempfile.mkdtemp(prefix="ingestion-test-"))
os.environ |= {
    "PREFECT_HOME": str(home / "prefect"), "PREFECT_SERVER_ANALYTICS_ENABLED": "false", "DO_NOT_TRACK": "1", "TMPDIR": str(home),
    "PREFECT_LOGGING_LEVEL": "CRITICAL", "INGESTION_DELAYS": "0.1", "INGESTION_RETRIES": "3", "INGESTION_AT_ONCE": "2",
    "INGESTION_LEASE": "3", "INGESTION_START": "15", "INGESTION_SETTLE": "0.2", "INGESTION_FAULTS": "2",
    "TEST_MESHCONV": str(pathlib.Path(sys.argv[1]).resolve()), "PYTHONPATH": f"{here}{os.pathsep}{here.parent}"}
os.environ.pop("PREFECT_API_URL", None)
sys.path[:0] = [str(here), str(here.parent)]


class Timed(unittest.TextTestResult):
    def startTest(self, test):
        self.began = time.monotonic()
        super().startTest(test)

    def addSuccess(self, test):
        self.stream.write(f"{time.monotonic() - self.began:5.1f} s ")
        super().addSuccess(test)


if __name__ == "__main__":
    names = sys.argv[2:] or sorted(path.stem for path in here.glob("test_*.py"))
    try:
        suite = unittest.defaultTestLoader.loadTestsFromNames(names)
        result = unittest.TextTestRunner(verbosity=2, resultclass=Timed).run(suite)
    finally:
        shutil.rmtree(home, ignore_errors=True)
    sys.exit(0 if result.wasSuccessful() else 1)
