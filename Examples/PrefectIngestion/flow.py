"""Prepares uploaded scans and models for a pipeline.

    python flow.py UPLOADS STORE [--to glb colmap] [--meshconv PROGRAM] [--require-privacy] [--workers DEPLOYMENT]

Each upload is kept under its digest, checked (`meshconv check`), and converted to each target for which it holds what is
needed (routes.py), several at a time. The README says where everything is, and what is tried again.
"""
import argparse
import datetime
import json
import os
import sys

from prefect import flow, get_run_logger, task
from prefect.cache_policies import NO_CACHE
from prefect.futures import as_completed
from prefect.task_runners import ThreadPoolTaskRunner

import scan
import uploads
import workers
from program import Defect, WrongCommand
from steps import Order, take
from storage import absolute, open_storage

AT_ONCE = int(os.environ.get("INGESTION_AT_ONCE", str(max(1, (os.cpu_count() or 2) // 2))))
STATES = ("done", "quarantined", "later", "failed", "ignored")


@task(task_run_name="scan {key:.12}", cache_policy=NO_CACHE)
def scan_here(where, key, name, order):
    return scan.work(where, key, name, order)


@task(task_run_name="scan {key:.12}", cache_policy=NO_CACHE)
def scan_elsewhere(where, key, name, order, deployment):
    return scan.known(open_storage(where), key, order) or workers.submit(deployment, where, key, name, order)


@flow(name="ingestion", task_runner=ThreadPoolTaskRunner(max_workers=AT_ONCE))
def ingestion(folder: str, store: str, targets: list[str] = ["glb", "colmap"], options: list[str] = [],
              program: str = "meshconv", require_privacy: bool = False, deployment: str | None = None):
    """All uploads of a folder; returns a line for each."""
    order = Order.of(targets, options, require_privacy, program)
    store = absolute(store)
    storage = open_storage(store)
    storage.scratch.sweep()
    ready, lines = uploads.find(folder, store)
    takes = {take.submit(upload, store): upload for upload in ready}
    # One for each digest: what was uploaded twice is worked on once.
    scans, keys = {}, {}
    for future in as_completed(list(takes)):
        upload, taken = takes[future], future.result(raise_on_failure=False)
        if isinstance(taken, BaseException):
            lines.append({"upload": str(upload.path), "status": "later", "reason": str(taken)})
            continue
        key, name = keys[upload.path] = taken
        if key not in scans:
            scans[key] = (scan_elsewhere.submit(store, key, name, order, deployment) if deployment
                          else scan_here.submit(store, key, name, order))
    for upload in ready:
        if upload.path in keys:
            key, _ = keys[upload.path]
            lines.append(line_of(storage, upload, key, scans[key].result(raise_on_failure=False)))
    lines.sort(key=lambda line: line["upload"])
    return ended(storage, lines)


def line_of(storage, upload, key, outcome):
    """A line of the ledger."""
    if isinstance(outcome, BaseException):
        outcome = {"status": "failed", "reason": repr(outcome)}
    line = {"upload": str(upload.path), "sha256": key} | outcome
    if "results" in outcome:
        line["results"] = {target: result | {"path": storage.address("/".join(filter(None, [result["folder"], result.get("file")])))}
                           for target, result in outcome["results"].items()}
    if upload.missing:
        line["missing"] = upload.missing
    return line


def ended(storage, lines):
    """Keeps the ledger of this run."""
    now = datetime.datetime.now(datetime.timezone.utc).strftime("%Y%m%dT%H%M%S.%fZ")
    storage.write(f"ledger/{now}-{os.getpid()}.jsonl", "".join(json.dumps(line) + "\n" for line in lines).encode())
    counts = {state: sum(line["status"] == state for line in lines) for state in STATES}
    get_run_logger().info("%s", counts)
    if counts["failed"]:
        error = Defect("; ".join(dict.fromkeys(line["reason"] for line in lines if line["status"] == "failed")))
        error.lines = lines
        raise error
    return lines


def told(line):
    """What a person reads of a line."""
    made = " ".join(line.get("results", {}))
    words = [f"{made} in sha256/{line['sha256'][:2]}/{line['sha256']}" if made else "", line.get("reason", "")]
    if "frames_left_out" in line:
        words.append("frames left out: " + " ".join(line["frames_left_out"]))
    words += [f"{target}: {reason}" for target, reason in line.get("refused", {}).items()]
    if "missing" in line:
        words.append("missing beside it: " + ", ".join(line["missing"]))
    if "files" in line:
        words.append(", ".join(line["files"]) + (" …" if line["count"] > len(line["files"]) else ""))
    return f"{line['status']:12}{line['upload'].encode('unicode_escape').decode()}: " + "; ".join(filter(None, words))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("uploads", help="the folder of uploads")
    parser.add_argument("store", help="a folder, or s3://BUCKET/PREFIX")
    parser.add_argument("--to", nargs="+", default=["glb", "colmap"], metavar="TARGET", help="as for 'meshconv convert'")
    parser.add_argument("--meshconv", default="meshconv", metavar="PROGRAM")
    parser.add_argument("--require-privacy", action="store_true", help="quarantine scans in which persons may be visible")
    parser.add_argument("--workers", metavar="DEPLOYMENT", help="let workers do it, such as prepare/scans")
    own, options = sys.argv[1:], []
    if "--" in own:
        own, options = own[:own.index("--")], own[own.index("--") + 1:]
    words = parser.parse_args(own)
    # Workers are only waited for.
    run = ingestion.with_options(task_runner=ThreadPoolTaskRunner(max_workers=100)) if words.workers else ingestion
    try:
        # Before Prefect starts, and tells it in its own way.
        Order.of(words.to, options, words.require_privacy, words.meshconv)
        open_storage(absolute(words.store))
        lines, code = run(words.uploads, words.store, words.to, options, words.meshconv, words.require_privacy, words.workers), 0
    except (WrongCommand, NotADirectoryError) as error:
        sys.exit(f"error: {error}")
    except OSError as error:
        print(f"error: {error}", file=sys.stderr)
        sys.exit(75)
    except Defect as error:
        lines, code = error.lines, 70
    for line in lines:
        print(told(line))
    sys.exit(code or (75 if any(line["status"] == "later" for line in lines) else 0))


if __name__ == "__main__":
    main()
