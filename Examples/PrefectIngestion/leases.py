"""One run at a time works on a scan, whatever the number of runs and hosts."""
import contextlib
import os
import random
import socket
import time

from scratch import LEASE


@contextlib.contextmanager
def hold(storage, home, request):
    """Waits until nobody else works on the scan; gives how many runs in a row were killed while they did, for this request.

    Leases are numbered, and none is ever removed: the highest one counts. Who wants the scan creates the next one, which only
    one can, after the last holder gave it back or didn't show itself for LEASE seconds. A holder that only seemed dead makes
    the same results under the same names.
    """
    number, killed = claim(storage, home, request)
    name = f"{home}/lease-{number}"
    try:
        with storage.scratch.heart.beating(name, lambda: storage.touch(name)):
            yield killed
    finally:
        storage.write_json(name, {"request": request, "free": True})


def claim(storage, home, request):
    number = 0
    while True:
        number = last(storage, home, number)
        if number == 0 or is_free(storage, f"{home}/lease-{number}"):
            holder = {"request": request, "free": False, "host": socket.gethostname(), "process": os.getpid()}
            if storage.create_json(f"{home}/lease-{number + 1}", holder):
                return number + 1, killed_runs(storage, home, request, number)
        else:
            time.sleep(min(2, LEASE / 8) * (0.5 + random.random()))


def last(storage, home, number=0):
    while storage.exists(f"{home}/lease-{number + 1}"):
        number += 1
    return number


def is_held(storage, home):
    """Whether somebody works on the scan."""
    number = last(storage, home)
    return number > 0 and not is_free(storage, f"{home}/lease-{number}")


def is_free(storage, name):
    return holder(storage, name).get("free") or storage.age(name) > LEASE


def holder(storage, name):
    """An empty file is one that is just being written, or whose writer was killed."""
    try:
        return storage.read_json(name) or {}
    except ValueError:
        return {}


def killed_runs(storage, home, request, last):
    """How many in a row didn't give it back: the kill of one run says nothing about the scan."""
    count = 0
    while count < last:
        lease = holder(storage, f"{home}/lease-{last - count}")
        if lease.get("free") or lease.get("request") != request:
            break
        count += 1
    return count
