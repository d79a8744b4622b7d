"""The cost of one run of a command, for compare.py, scaling.py and verify.py."""
import json
import subprocess
import sys

# Linux counts the memory of the process that starts a program as its peak, until it has more of its own. So a small one starts it.
STARTER = """
import json, os, sys, time
null = os.open(os.devnull, os.O_RDWR)
began = time.monotonic()
process = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ,
                          file_actions=[(os.POSIX_SPAWN_DUP2, null, 1), (os.POSIX_SPAWN_DUP2, null, 2)])
_, status, usage = os.wait4(process, 0)
wall = time.monotonic() - began
print(json.dumps([status, usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024]))
"""


def run(command):
    """CPU seconds, wall seconds and peak memory in MB (10 at least) of one run; None when it fails."""
    started = subprocess.run([sys.executable, "-I", "-S", "-c", STARTER, *command], capture_output=True, text=True, check=True)
    status, *cost = json.loads(started.stdout)
    return None if status else tuple(cost)
