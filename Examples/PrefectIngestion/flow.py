"""Prepares uploaded scans for a pipeline.

    python flow.py UPLOADS STORE [--to raw] [--require-privacy] [--meshconv PROGRAM] [-- OPTIONS]

Each upload is checked (`meshconv check`) and converted (`meshconv convert`) to what its contents allow (routes.py), several
uploads at a time. Everything is kept under the digest of what it was made from:

    STORE/sha256/ab/abcd…/upload.zip        the upload, as it came
    STORE/sha256/ab/abcd…/check.json        what `check` found
    STORE/sha256/ab/abcd…/mesh-<options>/   mesh.glb, report.json; colmap-<options>/ and so on
    STORE/sha256/ab/abcd…/localisation/     the world map and the metadata, if there is a map or a position
    STORE/quarantine/abcd…/                 uploads that are broken, with reason.json
    STORE/ledger.jsonl                      a line for each upload of each run

An upload that was seen before is not worked on again, whatever it is called. Faults that may pass (a full disk, a file
system that is away, a limit that another run may keep) are tried again, in this run and in some further ones.
"""
import argparse
import hashlib
import json
import os
import pathlib
import shutil
import sys
import time

from prefect import flow, get_run_logger, task
from prefect.futures import wait
from prefect.task_runners import ThreadPoolTaskRunner

import program as programs
import routes
import storage
from program import BROKEN, Defect, PassingFault, Quarantined, meshconv
from storage import digest, keep, place

RETRIES = int(os.environ.get("INGESTION_RETRIES", "3"))
DELAYS = [float(word) for word in os.environ.get("INGESTION_DELAYS", "2,10,30").split(",")]
AT_ONCE = int(os.environ.get("INGESTION_AT_ONCE", str(max(1, (os.cpu_count() or 2) // 2))))
# After so many runs that left it for later, an upload is a person's business.
RUNS = int(os.environ.get("INGESTION_RUNS", "5"))
# A file that changed so few seconds ago may still be on its way.
SETTLED = float(os.environ.get("INGESTION_SETTLED", "5"))


def may_pass(task, run, state):
    """Whether to retry: only after temporary faults."""
    try:
        state.result()
    except (PassingFault, OSError):
        return True
    except Exception:
        return False
    return False


retrying = {"retries": RETRIES, "retry_delay_seconds": DELAYS, "retry_condition_fn": may_pass}


@task(**retrying, task_run_name="take {upload}")
def take(upload, store):
    """Keeps an upload under its digest, and returns that."""
    upload = pathlib.Path(upload)
    key = digest(upload)
    if storage.upload_in(store, key) is None:
        target = place(store, key) / f"upload{upload.suffix.lower()}"
        keep(target, lambda path: shutil.copyfile(upload, path))
        if digest(target) != key:
            target.unlink()
            raise PassingFault(f"{upload}: it changed while it was copied")
    return key


@task(**retrying, task_run_name="check {key}")
def check(key, store, program):
    """Keeps the findings of `meshconv check`. Bad frames condemn no package that has others: they are left out."""
    report = place(store, key) / "check.json"
    if report.exists():
        document = json.loads(report.read_text())
    else:
        _, document = meshconv(program, "check", storage.upload_in(store, key), allowed={1})
        keep(report, lambda path: path.write_text(json.dumps(document, indent=2)))
    errors = [found for found in document["findings"] if found["severity"] == "error"]
    worst = next((found for found in errors if not found.get("frame")), None)
    if worst and routes.kind(storage.upload_in(store, key)) == "package":
        raise Quarantined(1, BROKEN[1], f"{worst['code']}: {worst['message']}")
    return document


@task(**retrying, task_run_name="look {key}")
def look(key, store, program):
    """What an upload holds."""
    _, document = meshconv(program, "info", storage.upload_in(store, key), "--lenient")
    return routes.holds(document)


@task(**retrying, task_run_name="convert {key} to {file}")
def convert(key, store, program, name, file, words, options):
    """Keeps a result with its report; returns where, its digest, and the frames that were left out."""
    # The result depends on the options, so they are a part of its name.
    mark = hashlib.sha256(json.dumps([name, words, options]).encode()).hexdigest()[:12]
    target = place(store, key) / f"{name}-{mark}"
    if not target.exists():
        def write(folder):
            folder.mkdir()
            _, report = meshconv(
                program, "convert", storage.upload_in(store, key), folder / file, *words, *options)
            found = digest(folder / file)
            if report["outputs"][0]["sha256"] != found:
                raise PassingFault(f"{key}: the result is not what was reported")
            (folder / "report.json").write_text(json.dumps(report, indent=2))
        keep(target, write)
    report = json.loads((target / "report.json").read_text())
    left = sorted({item for loss in report["losses"] if loss["name"] == "frames that can't be read" for item in loss.get("items", [])})
    return {"path": str(target / file), "sha256": digest(target / file), "frames_left_out": left}


@task(**retrying, task_run_name="localise {key}")
def localise(key, store):
    """Keeps the world map and the metadata, which meshes and COLMAP have no place for."""
    target = place(store, key) / "localisation"
    if not target.exists():
        files = routes.localisation(storage.upload_in(store, key))
        if not files:
            return None

        def write(folder):
            folder.mkdir()
            for name, data in files.items():
                (folder / name).write_bytes(data)
        keep(target, write)
    return str(target)


@task(task_run_name="quarantine {key}")
def quarantine(key, store, upload, code, reason, detail):
    """Quarantines an upload for a person to look at, with the reason."""
    target = pathlib.Path(store) / "quarantine" / key
    document = {"upload": upload, "sha256": key, "exit": code, "reason": reason, "detail": detail}

    def write(folder):
        folder.mkdir()
        source = storage.upload_in(store, key)
        storage.copy(source, folder / source.name)
        (folder / "reason.json").write_text(json.dumps(document, indent=2))
    if not target.exists():
        keep(target, write)
    return document


def work(line, upload, store, program, variant, options):
    """One upload from end to end."""
    line["sha256"] = key = take(upload, store)
    held = pathlib.Path(store) / "quarantine" / key / "reason.json"
    if storage.failures(store, key) >= RUNS and held.exists():
        return json.loads(held.read_text()) | {"status": "quarantined"}
    document = check(key, store, program)
    # In lenient mode frames that can't be read are left out, and named in the report.
    bad = ["--lenient"] if document.get("badFrames") else []
    found = look(key, store, program)
    if bad and len(document["badFrames"]) >= found["frames"]:
        raise Quarantined(1, BROKEN[1], f"all of its {found['frames']} frames are bad")
    wanted = routes.routes(found, variant)
    if not wanted:
        raise Quarantined(0, "nothing to do", f"no route for what it holds: {found}")
    results = {}
    for name, file, words in wanted:
        # Options are about packages; making a mesh leaves bad frames out by itself.
        mine = options + bad if words[:1] == ["--to"] else []
        results[name] = convert(key, store, program, name, file, words, mine)
    left = sorted({frame for result in results.values() for frame in result["frames_left_out"]})
    place_of = None if found["model"] else localise(key, store)
    return {"status": "done", "warnings": document["warnings"], "results": results} | (
        {"frames_left_out": left} if left else {}) | ({"localisation": place_of} if place_of else {})


@task(task_run_name="scan {upload}")
def scan(upload, store, program, variant, options):
    """One upload; the outcome is a value, so that one never stops another."""
    line = {"upload": upload}
    try:
        line |= work(line, upload, store, program, variant, options)
    except Quarantined as error:
        quarantine(line["sha256"], store, upload, error.code, error.reason, error.detail)
        line |= {"status": "quarantined", "exit": error.code, "reason": error.reason}
    except (PassingFault, OSError) as error:
        # The fault lasted too long; the upload stays where it is, for the next run, but not for ever.
        line |= {"status": "later", "reason": str(error)}
        if "sha256" in line and storage.failures(store, line["sha256"], add=1) >= RUNS:
            quarantine(line["sha256"], store, upload, 0, f"left for later in {RUNS} runs", str(error))
            line |= {"status": "quarantined", "reason": f"left for later in {RUNS} runs: {error}"}
    except Defect as error:
        line |= {"status": "failed", "reason": str(error)}
    get_run_logger().info("%s: %s", pathlib.Path(upload).name, line["status"])
    return line


def uploads_in(folder):
    """The uploads to work on, and lines about all other files; hidden ones are not looked at."""
    found, others = [], []
    for path in sorted(pathlib.Path(folder).rglob("*")):
        if any(part.startswith(".") for part in path.relative_to(folder).parts) or not path.is_file():
            continue
        if routes.kind(path) is None:
            # Libraries and textures of models beside them are no uploads of their own.
            others.append({"upload": str(path), "status": "ignored", "reason": "no archive and no model by its name"})
        elif time.time() - path.stat().st_mtime < SETTLED:
            others.append({"upload": str(path), "status": "uploading", "reason": "it changed a moment ago"})
        else:
            found.append(str(path))
    return found, others


@flow(name="ingestion", task_runner=ThreadPoolTaskRunner(max_workers=AT_ONCE))
def ingestion(uploads: str, store: str, variant: str | None = None, options: list[str] = [], program: str = "meshconv"):
    """All uploads of a folder and its sub-folders; returns the outcome of each, in the order of their names."""
    log = get_run_logger()
    log.info("%s", programs.require(program))
    pathlib.Path(store).mkdir(parents=True, exist_ok=True)
    if swept := storage.sweep(store):
        log.warning("%d parts of killed runs were removed", swept)
    found, lines = uploads_in(uploads)
    futures = [scan.submit(upload, store, program, variant, options) for upload in found]
    wait(futures)
    lines = sorted([future.result() for future in futures] + lines, key=lambda line: line["upload"])
    with open(pathlib.Path(store) / "ledger.jsonl", "a") as ledger:
        ledger.write("".join(json.dumps(line) + "\n" for line in lines))
    counts = {}
    for line in lines:
        counts[line["status"]] = counts.get(line["status"], 0) + 1
    log.info("%s", counts)
    if "failed" in counts:
        raise Defect("; ".join(line["reason"] for line in lines if line["status"] == "failed"))
    return lines


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("uploads")
    parser.add_argument("store")
    parser.add_argument("--to", help="one package for all, such as raw, in place of the routes")
    parser.add_argument("--require-privacy", action="store_true", help="only what says that persons are hidden")
    parser.add_argument("--meshconv", default="meshconv")
    parser.add_argument("options", nargs="*", help="after '--': options of 'meshconv convert' with --to")
    words = parser.parse_args()
    options = words.options + (["--require-privacy"] if words.require_privacy else [])
    try:
        lines = ingestion(words.uploads, words.store, words.to, options, words.meshconv)
    except Defect as error:
        print(f"error: {error}", file=sys.stderr)
        return 70
    for line in lines:
        results = " ".join(result["path"] for result in line.get("results", {}).values())
        print(f"{line['status']:12} {pathlib.Path(line['upload']).name:32} {results or line.get('reason', '')}")
    return 75 if any(line["status"] == "later" for line in lines) else 0


if __name__ == "__main__":
    sys.exit(main())
