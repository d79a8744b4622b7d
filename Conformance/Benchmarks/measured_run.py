"""The cost of one run of a command, for compare.py and verify.py."""
import os
import subprocess
import time


def run(command):
    """CPU seconds, wall seconds and peak memory in MB of one run; None when it fails."""
    began = time.monotonic()
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, status, usage = os.wait4(process.pid, 0)
    wall = time.monotonic() - began
    process.returncode = os.waitstatus_to_exitcode(status)
    if process.returncode != 0:
        return None
    return usage.ru_utime + usage.ru_stime, wall, usage.ru_maxrss / 1024
