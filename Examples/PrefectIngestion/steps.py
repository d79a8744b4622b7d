"""The steps for one scan, as tasks of Prefect: temporary faults are tried again, others are not."""
import dataclasses
import hashlib
import json
import os
import shutil

import prefect.runtime
from prefect import task
from prefect.cache_policies import NO_CACHE

import program
import routes
import uploads
from program import PassingFault, Rejected, meshconv
from storage import open_storage

RETRIES = int(os.environ.get("INGESTION_RETRIES", "3"))
DELAYS = [float(word) for word in os.environ.get("INGESTION_DELAYS", "2,10,30").split(",")]


@dataclasses.dataclass(frozen=True)
class Order:
    """What is wanted of each scan."""
    targets: tuple
    options: tuple
    require_privacy: bool
    program: str
    version: str

    @classmethod
    def of(cls, targets, options, require_privacy, path):
        # Workers have other working folders.
        path = os.path.abspath(path) if os.sep in path else path
        return cls(tuple(targets), tuple(options), require_privacy, path, program.version(path))

    @property
    def mark(self):
        """Names what came of it: another meshconv or other options may do what these couldn't."""
        return short([self.targets, self.options, self.require_privacy, self.version])


def short(document):
    return hashlib.sha256(json.dumps(document).encode()).hexdigest()[:12]


def digest(path):
    with open(path, "rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def place(key):
    return f"sha256/{key[:2]}/{key}"


def may_pass(task, run, state):
    """Whether to retry: only after temporary faults."""
    try:
        state.result()
    except (PassingFault, OSError):
        return True
    except Exception:
        return False
    return False


def named(what):
    """Names of task runs: short, and the same for all scans in one place."""
    def name():
        words = prefect.runtime.task_run.parameters
        target = f" to {words['step'].target}" if "step" in words else ""
        return f"{what}{target} {words['home'].rsplit('/', 1)[-1][:12]}"
    return name


RETRIED = {"retries": RETRIES, "retry_delay_seconds": DELAYS, "retry_condition_fn": may_pass, "cache_policy": NO_CACHE}


@task(task_run_name="take {upload.path.name}", **RETRIED)
def take(upload, where):
    """Keeps an upload under its digest; returns that, and its name in the store."""
    storage = open_storage(where)
    with storage.scratch.folder() as folder:
        source, suffix = upload.path, upload.path.suffix.lower()
        if upload.companions:
            source, suffix = folder / "bundle.zip", ".zip"
            uploads.bundle(upload, source)
        key = digest(source)
        name = f"{place(key)}/upload{suffix}"
        if not storage.exists(name):
            copy = shutil.copyfile(source, folder / "copy")
            if digest(copy) != key:
                raise PassingFault("it changed while it was copied")
            storage.keep(copy, name)
    return key, name


@task(task_run_name=named("check"), **RETRIED)
def check(where, home, path, order):
    """Keeps and returns the findings of `meshconv check`."""
    storage = open_storage(where)
    kept = storage.read_json(f"{home}/check.json")
    if kept and kept["version"] == order.version:
        return kept["found"]
    found = meshconv(order.program, "check", path, allowed={1})
    storage.write_json(f"{home}/check.json", {"version": order.version, "found": found})
    return found


@task(task_run_name=named("info"), **RETRIED)
def info(where, home, path, order, lenient):
    """Keeps what `meshconv info` says, and returns what the upload holds."""
    found = meshconv(order.program, "info", path, *lenient)
    open_storage(where).write_json(f"{home}/info.json", found)
    return found


@task(task_run_name=named("convert"), **RETRIED)
def convert(where, home, path, step, order, lenient):
    """Keeps one result with its report; returns where in the store it is, and its digest."""
    storage = open_storage(where)
    words = [*step.words, *lenient, *order.options]
    if order.require_privacy and step.target in routes.LAYOUTS:
        words.append("--require-privacy")
    # The result depends on the words, so they are a part of its name.
    name = f"{home}/{step.target}-{short(words)}"
    report = storage.read_json(f"{name}/report.json")
    if report is None:
        with storage.scratch.folder() as folder:
            made = folder / "made"
            made.mkdir()
            report = meshconv(order.program, "convert", path, made / step.file, *words)
            if report["outputs"][0]["sha256"] != digest(made / step.file):
                raise PassingFault("the result is not what was reported")
            (made / "report.json").write_text(json.dumps(report, indent=2))
            storage.keep(made, name)
    return {"folder": name, "file": step.file, "sha256": report["outputs"][0]["sha256"]}


@task(task_run_name=named("localisation"), **RETRIED)
def localisation(where, home, path):
    """Keeps the world map and the position as they came: no layout but the app's own holds them."""
    storage, name = open_storage(where), f"{home}/localisation"
    if not storage.exists(f"{name}/report.json"):
        with storage.scratch.folder() as folder:
            made = folder / "localisation"
            made.mkdir()
            try:
                names = routes.extract(path, made)
            except routes.UNREADABLE as error:
                raise Rejected(65, program.BROKEN[65], str(error)) from None
            report = {"files": {name: digest(made / name) for name in names}, "position": routes.position(path)}
            (made / "report.json").write_text(json.dumps(report, indent=2))
            storage.keep(made, name)
    return {"folder": name}
