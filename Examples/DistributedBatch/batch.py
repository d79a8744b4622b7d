"""Converts many assets on many machines, with Dask.

    python batch.py ASSETS RESULTS --to glb [--list FILE] [--scheduler ADDRESS] [--meshconv PROGRAM] [-- OPTIONS]

ASSETS and RESULTS are folders that all workers share, or s3://BUCKET/PREFIX. The README says what is tried again, and what
changes on a cluster.
"""
import argparse
import functools
import json
import os
import socket
import subprocess
import sys
import time

from dask.distributed import Client, LocalCluster, as_completed

from storage import open_storage

# As in PrefectIngestion. 66: not there; 73, 74: can't be written or read; 75: memory or time; 124: too long; above 128: ended
# by a signal from outside, such as that of a kernel that is short of memory. All other codes give the same again.
PASSING = {66, 73, 74, 75, 124, 129, 130, 137, 143}
# Dask's own: a worker died with it, again and again.
LOST = 137
# 64: the command line is wrong, for all assets.
USAGE = 64


class Passing(Exception):
    """Worth another try, maybe on another worker."""


@functools.lru_cache
def version(program):
    return subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60, check=True).stdout.strip()


def convert(asset, tag, assets, results, program, words, timeout):
    """One asset on a worker; returns its record, and writes it last."""
    target = words[words.index("--to") + 1].split(".")[0]
    output, name = f"{asset}.{target}", f"records/{asset}.json"
    order = {"tag": tag, "words": words, "version": version(program)}
    storage = open_storage(results)
    known = storage.read_record(name)
    if known and known["order"] == order and known["code"] not in PASSING:
        return known | {"skipped": True}
    began, used = time.monotonic(), os.times()
    with open_storage(assets).local(asset) as path, storage.output(output) as target:
        command = [program, "convert", "--input", str(path), "-o", str(target), *words, "--json", "--sandbox", "--no-config"]
        try:
            run = subprocess.run(command, capture_output=True, text=True, errors="replace", timeout=timeout, stdin=subprocess.DEVNULL)
            code = run.returncode if run.returncode >= 0 else 128 - run.returncode
        except subprocess.TimeoutExpired:
            raise Passing(f"124: {asset} took longer than {timeout} s") from None
        try:
            report = json.loads(run.stdout)
        except ValueError:
            report = None
        if code in PASSING:
            raise Passing(f"{code}: {asset}: {run.stderr.strip()[-300:]}")
    now = os.times()
    record = {
        "asset": asset, "code": code, "order": order, "output": output if code == 0 else None, "report": report,
        "error": (report or {}).get("error") or (run.stderr.strip()[-300:] if code else None),
        "seconds": round(time.monotonic() - began, 3), "host": socket.gethostname(), "worker": os.getpid(),
        "cpu": round(now.children_user + now.children_system - used.children_user - used.children_system, 3)}
    storage.write_record(name, record)
    return record


def outcome(asset, future):
    """The record of a future, also if no worker could make one."""
    error = future.exception()
    if error is None:
        return future.result()
    said = str(error)
    code = int(said.split(":")[0]) if isinstance(error, Passing) else LOST if type(error).__name__ == "KilledWorker" else 70
    return {"asset": asset, "code": code, "error": said, "seconds": 0, "cpu": 0}


def run(client, names, assets, results, program, words, retries, timeout):
    """Yields records as they come. Dask gives the tasks of a worker that died to others."""
    futures = {
        client.submit(convert, asset, tag, assets, results, program, words, timeout, retries=retries, pure=False): asset
        for asset, tag in names.items()}
    for future in as_completed(list(futures)):
        record = outcome(futures[future], future)
        yield record
        if record["code"] == USAGE:
            client.cancel(list(futures))
            return


def main():
    own, words = sys.argv[1:], []
    if "--" in own:
        own, words = own[:own.index("--")], own[own.index("--") + 1:]
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("assets")
    parser.add_argument("results")
    parser.add_argument("--to", default="glb", help="as for 'meshconv convert'")
    parser.add_argument("--list", help="a file with the names of assets below ASSETS, one a line; without it: all")
    parser.add_argument("--scheduler", help="the address, or the scheduler's file; without it: workers of this machine")
    parser.add_argument("--meshconv", default="meshconv", metavar="PROGRAM", help="its path on the workers")
    parser.add_argument("--retries", type=int, default=3, help="further tries after faults that pass")
    parser.add_argument("--timeout", type=float, default=3600, help="seconds for one asset")
    options = parser.parse_args(own)
    words = ["--to", options.to, *(words if "--threads" in words else ["--threads", "1", *words])]
    places = [place if place.startswith("s3://") else os.path.abspath(place) for place in (options.assets, options.results)]
    names = open_storage(places[0]).assets()
    if options.list:
        listed = [line for line in open(options.list).read().splitlines() if line]
        names = {name: names.get(name, "missing") for name in listed}
    cluster = None
    if not options.scheduler:
        cluster = LocalCluster(n_workers=os.cpu_count(), threads_per_worker=1, dashboard_address=None)
        client = Client(cluster)
    elif os.path.exists(options.scheduler):
        client = Client(scheduler_file=options.scheduler)
    else:
        client = Client(options.scheduler)
    here = os.path.dirname(os.path.abspath(__file__))
    client.upload_file(os.path.join(here, "storage.py"))
    client.upload_file(os.path.abspath(__file__))
    # As a module, so that workers find the function by its name.
    import batch
    began, records = time.monotonic(), []
    for record in batch.run(client, names, *places, options.meshconv, words, options.retries, options.timeout):
        records.append(record)
        print(json.dumps({key: record.get(key) for key in ("asset", "code", "output", "error", "seconds", "skipped")}), flush=True)
    seconds = time.monotonic() - began
    records.sort(key=lambda record: record["asset"])
    worked = [record for record in records if not record.get("skipped")]
    cpu = sum(record["cpu"] for record in worked)
    summary = {
        "assets": len(names), "done": sum(record["code"] == 0 for record in records),
        "skipped": len(records) - len(worked), "failed": sum(record["code"] != 0 for record in records),
        "seconds": round(seconds, 1), "filesPerHour": round(len(worked) / seconds * 3600),
        "filesPerCPUHour": round(len(worked) / cpu * 3600) if cpu else None}
    open_storage(places[1]).write_record("records/summary.json", summary | {"records": records})
    print(json.dumps(summary))
    client.close()
    if cluster:
        cluster.close()
    sys.exit(next((record["code"] for record in records if record["code"]), 0))


if __name__ == "__main__":
    main()
