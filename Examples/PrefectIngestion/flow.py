"""Prepares uploaded scans for a pipeline.

    python flow.py UPLOADS STORE [--to raw] [--meshconv PROGRAM]

Each package is checked (`meshconv check`) and converted (`meshconv convert`), several at a time. Everything is kept under
the digest of what it was made from:

    STORE/sha256/ab/abcd…/package.zip       the upload, as it came
    STORE/sha256/ab/abcd…/check.json        what `check` found
    STORE/sha256/ab/abcd…/raw-<options>/    result.zip, report.json
    STORE/quarantine/abcd…/                 packages that are broken, with reason.json
    STORE/ledger.jsonl                      a line for each scan of each run

An upload that was seen before is not worked on again, whatever it is called. Faults that may pass (a full disk, a file
system that is away, a limit that another run may keep) are tried again; a broken package is not: its exit code says which.
"""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from prefect import flow, get_run_logger, task
from prefect.futures import wait
from prefect.task_runners import ThreadPoolTaskRunner

# The exit codes of meshconv (README, "exit code"), and what each one means for the scan.
DONE = {0}
# 1: `check` found errors; 65: broken; 69: sound, but this program can't convert it.
BROKEN = {1: "check found errors", 65: "the package is broken", 69: "this build can't read or write it"}
# 2: refused, by --strict or since persons may be visible: a person has to decide.
REFUSED = {2: "refused: something would be lost, or pictures may show persons and nobody consented"}
# 66: not there (yet); 73, 74: can't be written or read, the disk is full; 75: memory or time; above 128: a signal.
PASSING = {66: "missing", 73: "the output can't be made", 74: "reading or writing failed", 75: "a limit was reached",
           130: "interrupted", 137: "killed", 143: "terminated", 124: "took too long"}
# 3, 64, 70 and all others are defects of this flow or of meshconv: the run fails, without retry and quarantine.

RETRIES = int(os.environ.get("INGESTION_RETRIES", "3"))
DELAYS = [float(word) for word in os.environ.get("INGESTION_DELAYS", "2,10,30").split(",")]
AT_ONCE = int(os.environ.get("INGESTION_AT_ONCE", str(max(1, (os.cpu_count() or 2) // 2))))


class PassingFault(Exception):
    """Worth another try."""


class Quarantined(Exception):
    """The package itself is at fault: another try gives the same."""

    def __init__(self, code, reason, detail):
        super().__init__(f"exit {code}: {reason}: {detail}")
        self.code, self.reason, self.detail = code, reason, detail


class Defect(Exception):
    """The package isn't at fault: the command line is wrong, or meshconv is."""


def may_pass(task, run, state):
    """Whether to retry: only after temporary faults."""
    try:
        state.result()
    except (PassingFault, OSError):
        return True
    except Exception:
        return False
    return False


def meshconv(program, *words, timeout=3600, allowed=()):
    """Runs meshconv; returns its exit code and the JSON document that it printed."""
    try:
        run = subprocess.run([program, *map(str, words), "--json"], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise PassingFault(f"exit 124: {PASSING[124]}") from None
    # Killed by a signal, for example by the kernel when memory is short: the code that a shell reports.
    code = run.returncode if run.returncode >= 0 else 128 - run.returncode
    detail = run.stderr.strip().splitlines()[-1] if run.stderr.strip() else ""
    if code in DONE or code in allowed:
        return code, json.loads(run.stdout)
    if code in PASSING:
        raise PassingFault(f"exit {code}: {PASSING[code]}: {detail}")
    if code in BROKEN or code in REFUSED:
        raise Quarantined(code, (BROKEN | REFUSED)[code], detail)
    raise Defect(f"exit {code}: {detail}")


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def place(store, key):
    return store / "sha256" / key[:2] / key


def keep(path, write):
    """A file or folder that appears whole or not at all, however the run ends."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(dir=path.parent, prefix=".part-") as part:
        made = pathlib.Path(part) / path.name
        write(made)
        try:
            os.replace(made, path)
        except OSError:
            # A folder of that name: another run was faster. Its content is the same, since its key is the same.
            if not path.is_dir():
                raise


@task(retries=RETRIES, retry_delay_seconds=DELAYS, retry_condition_fn=may_pass, task_run_name="take {upload}")
def take(upload, store):
    """Keeps an upload under its digest, and returns that."""
    upload, store = pathlib.Path(upload), pathlib.Path(store)
    key = digest(upload)
    target = place(store, key) / "package.zip"
    if not target.exists():
        keep(target, lambda path: shutil.copyfile(upload, path))
        if digest(target) != key:
            target.unlink()
            raise PassingFault(f"{upload}: it changed while it was copied")
    return key


@task(retries=RETRIES, retry_delay_seconds=DELAYS, retry_condition_fn=may_pass, task_run_name="check {key}")
def check(key, store, program):
    """Keeps the findings of `meshconv check`; errors are the package's fault."""
    home = place(pathlib.Path(store), key)
    report = home / "check.json"
    if report.exists():
        document = json.loads(report.read_text())
    else:
        _, document = meshconv(program, "check", home / "package.zip", allowed={1})
        keep(report, lambda path: path.write_text(json.dumps(document, indent=2)))
    if document["errors"]:
        worst = next(found for found in document["findings"] if found["severity"] == "error")
        raise Quarantined(1, BROKEN[1], f"{worst['code']}: {worst['message']}")
    return document


@task(retries=RETRIES, retry_delay_seconds=DELAYS, retry_condition_fn=may_pass, task_run_name="convert {key}")
def convert(key, store, program, variant, options):
    """Keeps the package in another layout, with the report; returns the result's digest."""
    home = place(pathlib.Path(store), key)
    # The result depends on the options, so they are a part of its name.
    name = hashlib.sha256(json.dumps([variant, options]).encode()).hexdigest()[:12]
    target = home / f"{variant}-{name}"
    if not target.exists():
        def write(folder):
            folder.mkdir()
            _, report = meshconv(program, "convert", home / "package.zip", folder / "result.zip", "--to", variant, *options)
            found = digest(folder / "result.zip")
            if report["outputs"][0]["sha256"] != found:
                raise PassingFault(f"{key}: the result is not what was reported")
            (folder / "report.json").write_text(json.dumps(report, indent=2))
        keep(target, write)
    return {"path": str(target / "result.zip"), "sha256": digest(target / "result.zip")}


@task(task_run_name="quarantine {key}")
def quarantine(key, store, upload, code, reason, detail):
    """Quarantines a broken package for a person to look at; only the reason is kept beside the store's own copy."""
    store = pathlib.Path(store)
    target = store / "quarantine" / key
    document = {"upload": upload, "sha256": key, "exit": code, "reason": reason, "detail": detail}

    def write(folder):
        folder.mkdir()
        os.link(place(store, key) / "package.zip", folder / "package.zip")
        (folder / "reason.json").write_text(json.dumps(document, indent=2))
    if not target.exists():
        keep(target, write)
    return document


@task(task_run_name="scan {upload}")
def scan(upload, store, program, variant, options):
    """One upload from end to end; the outcome is a value, so that one scan never stops another."""
    line = {"upload": upload}
    try:
        line["sha256"] = key = take(upload, store)
        found = check(key, store, program)
        line["warnings"] = found["warnings"]
        result = convert(key, store, program, variant, options)
        line |= {"status": "done", "result": result["path"], "result_sha256": result["sha256"]}
    except Quarantined as error:
        quarantine(key, store, upload, error.code, error.reason, error.detail)
        line |= {"status": "quarantined", "exit": error.code, "reason": error.reason}
    except (PassingFault, OSError) as error:
        # The fault lasted too long; the upload stays where it is, for the next run.
        line |= {"status": "later", "reason": str(error)}
    except Defect as error:
        line |= {"status": "failed", "reason": str(error)}
    get_run_logger().info("%s: %s", pathlib.Path(upload).name, line["status"])
    return line


@flow(name="ingestion", task_runner=ThreadPoolTaskRunner(max_workers=AT_ONCE))
def ingestion(uploads: str, store: str, variant: str = "raw", options: list[str] = [], program: str = "meshconv"):
    """All packages of a folder; returns the outcome of each, in the order of their names."""
    found = sorted(str(path) for path in pathlib.Path(uploads).glob("*.zip") if not path.name.startswith("."))
    futures = [scan.submit(upload, store, program, variant, options) for upload in found]
    wait(futures)
    lines = [future.result() for future in futures]
    pathlib.Path(store).mkdir(parents=True, exist_ok=True)
    with open(pathlib.Path(store) / "ledger.jsonl", "a") as ledger:
        for line in lines:
            ledger.write(json.dumps(line) + "\n")
    counts = {status: sum(line["status"] == status for line in lines) for status in ("done", "quarantined", "later", "failed")}
    get_run_logger().info("%s", counts)
    if counts["failed"]:
        raise Defect("; ".join(line["reason"] for line in lines if line["status"] == "failed"))
    return lines


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("uploads")
    parser.add_argument("store")
    parser.add_argument("--to", default="raw")
    parser.add_argument("--meshconv", default="meshconv")
    parser.add_argument("options", nargs="*", help="after '--': options of 'meshconv convert'")
    words = parser.parse_args()
    lines = ingestion(words.uploads, words.store, words.to, words.options, words.meshconv)
    for line in lines:
        print(f"{line['status']:12} {pathlib.Path(line['upload']).name:32} {line.get('result', line.get('reason', ''))}")
    sys.exit(0 if all(line["status"] != "later" for line in lines) else 75)
