"""Flows and workers as processes of their own, which can be killed."""
import atexit
import functools
import json
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request

FLOW = pathlib.Path(__file__).resolve().parent.parent / "flow.py"


def start(*words, output=True, **env):
    return subprocess.Popen([sys.executable, *map(str, words)], env=os.environ | env, start_new_session=True,
                            stdout=subprocess.PIPE if output else subprocess.DEVNULL, stderr=subprocess.STDOUT, text=True)


def start_flow(uploads, store, program, *words, **env):
    return start(FLOW, uploads, store, "--meshconv", program, *words, **env)


def ended(process, timeout=150):
    """Its exit code; all that it said, if that isn't 0."""
    try:
        said, _ = process.communicate(timeout=timeout)
    except subprocess.TimeoutExpired:
        kill(process.pid)
        said, _ = process.communicate()
        raise AssertionError(f"it didn't end:\n{said[-4000:]}") from None
    if process.returncode:
        print(said[-4000:])
    return process.returncode


def kill(pid):
    """A process with all that it started, as when a machine loses its power."""
    children = {}
    for path in pathlib.Path("/proc").glob("[0-9]*/stat"):
        try:
            child, rest = path.read_text().rsplit(")", 1)
        except (FileNotFoundError, ProcessLookupError):
            continue
        children.setdefault(int(rest.split()[1]), []).append(int(child.split()[0]))
    family = [pid]
    for parent in family:
        family += children.get(parent, [])
    for one in family:
        try:
            os.kill(one, signal.SIGKILL)
        except ProcessLookupError:
            pass


def until(condition, what, timeout=90):
    end = time.monotonic() + timeout
    while not (found := condition()):
        if time.monotonic() > end:
            raise AssertionError(f"it never happened: {what}")
        time.sleep(0.1)
    return found


def calls(state, command):
    """(key, worker) of each call."""
    lines = [line.split(" ") for line in (state / "calls").read_text().splitlines()]
    return [(key, worker) for said, key, worker in lines if said == command]


def ledger(store):
    """The lines of the last run."""
    newest = max((pathlib.Path(store) / "ledger").iterdir())
    return [json.loads(line) for line in newest.read_text().splitlines()]


def free_port():
    with socket.socket() as one:
        one.bind(("127.0.0.1", 0))
        return one.getsockname()[1]


def answers(url):
    try:
        with urllib.request.urlopen(url, timeout=2) as answer:
            return answer.status < 500
    except urllib.error.HTTPError:
        return True
    except OSError:
        return False


@functools.cache
def prefect_server():
    """The address of a Prefect server, one for all tests; it ends with them."""
    url = f"http://127.0.0.1:{free_port()}/api"
    process = start("-m", "prefect", "server", "start", "--no-services", "--port", url.split(":")[2].split("/")[0], output=False)
    atexit.register(kill, process.pid)
    until(lambda: answers(url + "/health"), "Prefect's server")
    return url
