"""The storage: names appear whole, one holds a lease, leftovers of killed runs go."""
import errno
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from unittest import mock

import leases
import scratch
from storage import Folder

# Takes a lease and then is killed, with a half-made file beside it.
KILLED = """
import os, signal, sys
import leases
from storage import Folder
storage = Folder(sys.argv[1])
with leases.hold(storage, "home", "order"), storage.scratch.folder() as folder:
    (folder / "half").write_bytes(b"x")
    os.kill(os.getpid(), signal.SIGKILL)
"""


class Contract:
    """What holds for every storage: `self.storage` is an empty one."""

    def test_names_are_read_and_written_and_created_once(self):
        store = self.storage
        self.assertIsNone(store.read("a/b"))
        self.assertFalse(store.exists("a/b"))
        self.assertTrue(store.create("a/b", b"1"))
        self.assertFalse(store.create("a/b", b"2"))
        self.assertEqual(store.read("a/b"), b"1")
        store.write("a/b", b"3")
        store.copy("a/b", "c/d")
        store.copy("a/b", "c/d")
        with store.local("c/d") as path:
            self.assertEqual(path.read_bytes(), b"3")
        self.assertLess(store.age("a/b"), 2)
        store.remove("c")
        store.remove("c")
        self.assertFalse(store.exists("c/d"))

    def test_a_folder_is_kept_with_all_its_files_and_a_second_one_changes_nothing(self):
        for content in (b"first", b"second"):
            with self.storage.scratch.folder() as folder:
                (folder / "made/inner").mkdir(parents=True)
                (folder / "made/report.json").write_bytes(content)
                (folder / "made/inner/file").write_bytes(b"x")
                self.storage.keep(folder / "made", "home/result")
        self.assertTrue(self.storage.exists("home/result/report.json"))
        self.assertEqual(self.storage.read("home/result/inner/file"), b"x")

    def test_one_of_many_holds_a_lease(self):
        inside, most, lock = 0, 0, threading.Lock()

        def take():
            nonlocal inside, most
            with leases.hold(self.storage, "home", "order") as killed:
                self.assertEqual(killed, 0)
                with lock:
                    inside += 1
                    most = max(most, inside)
                time.sleep(0.02)
                with lock:
                    inside -= 1
        threads = [threading.Thread(target=take) for _ in range(6)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual((most, leases.last(self.storage, "home")), (1, 6))
        self.assertFalse(leases.is_held(self.storage, "home"))


class OfFolder(Contract, unittest.TestCase):
    def setUp(self):
        holder = tempfile.TemporaryDirectory()
        self.addCleanup(holder.cleanup)
        self.root = pathlib.Path(holder.name)
        self.storage = Folder(holder.name)
        self.addCleanup(self.storage.scratch.close)

    def test_a_killed_run_loses_its_lease_and_its_leftovers_and_a_living_one_keeps_both(self):
        for _ in range(2):
            killed = subprocess.run([sys.executable, "-c", KILLED, self.root])
            self.assertEqual(killed.returncode, -9)
        self.assertTrue(leases.is_held(self.storage, "home"))
        self.assertNotEqual(list((self.root / ".parts").rglob("half")), [])
        with leases.hold(self.storage, "other", "order"), self.storage.scratch.folder() as folder:
            with leases.hold(self.storage, "home", "order") as killed:
                self.assertEqual(killed, 2)
            # Longer than a lease: the heart beats.
            time.sleep(scratch.LEASE)
            later = Folder(self.root)
            self.addCleanup(later.scratch.close)
            self.assertTrue(folder.exists() and leases.is_held(later, "other"))
        self.assertEqual(list((self.root / ".parts").rglob("half")), [])

    def test_where_there_are_no_hard_links_it_copies(self):
        self.storage.write("a", b"1")
        with mock.patch("os.link", side_effect=OSError(errno.EPERM, "Operation not permitted")):
            self.storage.copy("a", "b/c")
        self.assertEqual(self.storage.read("b/c"), b"1")

    def test_a_full_disk_is_seen(self):
        self.assertTrue(self.storage.scratch.works())
        with mock.patch("pathlib.Path.write_bytes", side_effect=OSError(errno.ENOSPC, "No space left on device")):
            self.assertFalse(self.storage.scratch.works())
