"""Files that are being made, which no killed run leaves behind, and the heartbeat of this process."""
import atexit
import contextlib
import os
import pathlib
import shutil
import socket
import tempfile
import threading

# A run that hasn't shown itself for so many seconds was killed. It shows itself four times as often.
LEASE = float(os.environ.get("INGESTION_LEASE", "60"))


class Heart:
    """Calls functions again and again, in a thread that ends with the process."""

    def __init__(self):
        self.beats, self.lock = {}, threading.Lock()
        threading.Thread(target=self._run, daemon=True).start()

    @contextlib.contextmanager
    def beating(self, key, beat):
        with self.lock:
            self.beats[key] = beat
        try:
            yield
        finally:
            # Waits for a beat that is under way: none comes later.
            with self.lock:
                self.beats.pop(key, None)

    def _run(self):
        pause = threading.Event()
        while not pause.wait(LEASE / 4):
            with self.lock:
                for beat in self.beats.values():
                    # A store that is away for a moment is noticed by the work itself.
                    with contextlib.suppress(Exception):
                        beat()


class Scratch:
    """A folder for this process beside those of others. Whoever comes next sweeps away those of killed runs: a run that is
    alive touches the file `alive` in its own, from any host. Ages are differences between times of one clock, the file
    system's, and the limit is that of a missed heartbeat, not of the longest task."""

    def __init__(self, root, clock):
        self.root, self.clock = pathlib.Path(root), clock
        self.root.mkdir(parents=True, exist_ok=True)
        self.mine = pathlib.Path(tempfile.mkdtemp(dir=self.root, prefix=f"{socket.gethostname()}-{os.getpid()}-"))
        self.alive = self.mine / "alive"
        self.beat()
        self.heart = Heart()
        self.heart.beats["alive"] = self.beat
        atexit.register(self.close)
        self.sweep()

    def beat(self):
        # Others sweep it away while this machine sleeps.
        self.mine.mkdir(exist_ok=True)
        self.alive.touch()

    def sweep(self):
        """Removes what killed runs left."""
        now = self.clock(self.alive)
        for other in self.root.iterdir():
            if other != self.mine and now - self._beat(other) > LEASE:
                shutil.rmtree(other, ignore_errors=True)

    @staticmethod
    def _beat(folder):
        for path in (folder / "alive", folder):
            with contextlib.suppress(OSError):
                return os.stat(path).st_mtime
        return float("inf")

    @contextlib.contextmanager
    def folder(self):
        """An empty folder, for as long as the context lasts."""
        path = pathlib.Path(tempfile.mkdtemp(dir=self.mine))
        try:
            yield path
        finally:
            shutil.rmtree(path, ignore_errors=True)

    def works(self):
        """Whether something can be written: a full disk isn't the fault of what is being made."""
        try:
            with self.folder() as folder:
                (folder / "probe").write_bytes(bytes(1 << 22))
        except OSError:
            return False
        return True

    def close(self):
        with self.heart.lock:
            self.heart.beats.clear()
        shutil.rmtree(self.mine, ignore_errors=True)
