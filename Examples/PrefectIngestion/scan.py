"""One scan from end to end. What comes of it is a value, so that one scan never stops another."""
import os
import time

import program
import routes
from leases import hold
from program import PassingFault, Rejected, WrongCommand
from steps import check, convert, info, localisation, place
from storage import open_storage

# After faults in so many runs, a scan is quarantined: whatever it is, it doesn't pass.
FAULTS = int(os.environ.get("INGESTION_FAULTS", "5"))
VISIBLE = {"privacy.off", "privacy.unknown", "privacy.pending"}


def known(storage, key, order):
    """What came of the scan before; None if that is not known, or what was made was removed."""
    line = storage.read_json(f"{place(key)}/outcome-{order.mark}.json")
    if line is None:
        return None
    if line["status"] == "quarantined":
        return line if storage.exists(f"quarantine/{key}/reason.json") else None
    folders = [result["folder"] for result in line["results"].values()]
    return line if all(storage.exists(f"{folder}/report.json") for folder in folders) else None


def work(where, key, name, order):
    """Works on a scan unless that was done; returns its line for the ledger."""
    try:
        storage = open_storage(where)
        line = known(storage, key, order)
        if line:
            return line
        with hold(storage, place(key), order.mark) as killed:
            # Whoever had it before may have done it.
            return known(storage, key, order) or settle(storage, where, key, name, order, killed)
    except OSError as error:
        # The store is away; the upload stays where it is, for the next run.
        return {"status": "later", "reason": str(error)}


def settle(storage, where, key, name, order, killed):
    faults = f"{place(key)}/faults-{order.mark}.json"
    before = storage.read_json(faults) or []
    try:
        if len(before) + killed >= FAULTS:
            raise Rejected(137, f"{killed} runs were killed while they worked on it", "; ".join(before[-1:]))
        line = make(storage, where, key, name, order)
        storage.remove(f"quarantine/{key}")
    except Rejected as error:
        line = quarantine(storage, key, name, error)
    except WrongCommand as error:
        return {"status": "failed", "reason": str(error)}
    except OSError:
        raise
    # Whatever else it is, it is counted.
    except Exception as error:
        if isinstance(error, PassingFault) and error.is_disk and not storage.scratch.works():
            return {"status": "later", "reason": str(error)}
        before.append(f"{time.strftime('%FT%TZ', time.gmtime())} {error}")
        storage.write_json(faults, before)
        if len(before) + killed < FAULTS:
            return {"status": "later" if isinstance(error, PassingFault) else "failed", "reason": str(error)}
        line = quarantine(storage, key, name, Rejected(75, f"it failed in {len(before) + killed} runs", str(error)))
    storage.write_json(f"{place(key)}/outcome-{order.mark}.json", line)
    storage.remove(faults)
    return line


def make(storage, where, key, name, order):
    """All results for which the scan has what they need."""
    home, results, refused = place(key), {}, {}
    with storage.local(name) as path:
        found = check(where, home, path, order)
        left_out = found.get("badFrames", [])
        lenient = ["--lenient"] if left_out else []
        errors = [finding for finding in found["findings"] if finding["severity"] == "error"]
        try:
            held = info(where, home, path, order, lenient)
        except Rejected as error:
            raise Rejected(1, program.BROKEN[1], sentence(errors)) if errors else error
        if "package" in held and errors and not only_frames(errors, left_out, held["package"]["frames"]):
            raise Rejected(1, program.BROKEN[1], sentence(errors))
        if order.require_privacy and (visible := [each for each in found["findings"] if each["code"] in VISIBLE]):
            raise Rejected(2, program.REFUSED[2], sentence(visible))
        for step in routes.plan(routes.holds(held, path), order.targets):
            try:
                if step.target == "localisation":
                    results[step.target] = localisation(where, home, path)
                else:
                    results[step.target] = convert(where, home, path, step, order, lenient)
            except Rejected as error:
                # Where a person has to decide, that is about the scan, not about one result.
                if error.code in program.REFUSED:
                    raise
                refused[step.target] = error
    if refused and not results.keys() - {"localisation"}:
        raise next(iter(refused.values()))
    return line_of(found, results, refused, left_out)


def line_of(found, results, refused, left_out):
    line = {"status": "done", "results": results, "warnings": found["warnings"]}
    if left_out:
        line["frames_left_out"] = left_out
    if refused:
        line["refused"] = {target: str(error) for target, error in refused.items()}
    if not results:
        line["reason"] = "kept; it holds nothing that the targets need"
    return line


def only_frames(errors, left_out, frames):
    """Whether single frames are at fault, and others are good."""
    return all("frame" in finding for finding in errors) and len(left_out) < frames


def sentence(findings):
    return f"{findings[0]['code']}: {findings[0]['message']}"


def quarantine(storage, key, name, error):
    """Puts a scan aside for a person to look at. Removing it there lets the next run try again."""
    document = {"sha256": key, "exit": error.code, "reason": error.reason, "detail": error.detail}
    storage.copy(name, f"quarantine/{key}/{name.rsplit('/', 1)[-1]}")
    storage.write_json(f"quarantine/{key}/reason.json", document)
    return {"status": "quarantined", "exit": error.code, "reason": str(error)}
