"""Runs meshconv, and says what its exit code means for the scan."""
import errno
import json
import os
import subprocess

# 1: `check` found errors; 65: broken; 69: sound, but this program can't convert it.
BROKEN = {1: "check found errors", 65: "it is broken", 69: "this meshconv can't convert it"}
# A person has to decide.
REFUSED = {2: "something would be lost, or persons may be visible, and that isn't allowed"}
# 66: not there; 73, 74: can't be written or read, the disk is full; 75: memory or time; above 128: ended by a signal from
# outside, for example by the kernel when memory is short.
PASSING = {66: "missing", 73: "the output can't be made", 74: "reading or writing failed", 75: "it needed too much memory or time",
           124: "it took too long", 129: "meshconv was killed", 130: "meshconv was interrupted", 137: "meshconv was killed",
           143: "meshconv was killed"}
# 64, or no such program: the command line is wrong, for all scans. 3, 70, other signals: a defect of meshconv, which may
# show with this scan only. Neither is the scan's fault.
USAGE = {64}
# Faults of the start that pass: no memory, too many processes, a program that is being replaced.
START_PASSES = {errno.ENOMEM, errno.EAGAIN, errno.ETXTBSY, errno.EMFILE, errno.ENFILE}

TIMEOUT = float(os.environ.get("INGESTION_TIMEOUT", "3600"))


class PassingFault(Exception):
    """Worth another try."""

    def __init__(self, message, code=None):
        super().__init__(message)
        self.is_disk = code in (66, 73, 74)


class Rejected(Exception):
    """The scan itself is at fault, or isn't allowed: another try gives the same."""

    def __init__(self, code, reason, detail):
        super().__init__(f"exit {code}: {reason}" + (f": {detail}" if detail else ""))
        self.code, self.reason, self.detail = code, reason, detail


class Defect(Exception):
    """meshconv is at fault, at least with this scan."""


class WrongCommand(Defect):
    """The command line, or the path of the program, is wrong: for all scans."""


def start(words, timeout):
    try:
        return subprocess.run(words, capture_output=True, text=True, errors="replace", timeout=timeout,
                              stdin=subprocess.DEVNULL)
    except subprocess.TimeoutExpired:
        raise PassingFault(f"exit 124: {PASSING[124]}") from None
    except OSError as error:
        if error.errno in START_PASSES:
            raise PassingFault(f"{words[0]}: {error.strerror}") from None
        raise WrongCommand(f"can't run meshconv at {words[0]!r}: {error.strerror}") from None


def version(program):
    """What the program says that it is. Asked first, so that a wrong path isn't taken for faults of scans."""
    run = start([program, "--version"], 60)
    if run.returncode or not run.stdout.startswith("meshconv "):
        said = (run.stdout + run.stderr).strip()[:200]
        raise WrongCommand(f"{program!r} isn't meshconv: '--version' ended with exit code {run.returncode} and said {said!r}")
    return run.stdout.strip()


def meshconv(program, *words, allowed=()):
    """Runs meshconv; returns the JSON document that it printed. No file leads to others of this machine."""
    run = start([program, *map(str, words), "--sandbox", "--no-config", "--json"], TIMEOUT)
    # A shell reports signals so, too.
    code = run.returncode if run.returncode >= 0 else 128 - run.returncode
    try:
        document = json.loads(run.stdout)
    except ValueError:
        document = None
    if document is not None and (code == 0 or code in allowed):
        return document
    detail = said(document, run.stderr)
    if code in PASSING:
        raise PassingFault(f"exit {code}: {PASSING[code]}: {detail}", code)
    if code in BROKEN or code in REFUSED:
        raise Rejected(code, (BROKEN | REFUSED)[code], detail)
    raise (WrongCommand if code in USAGE else Defect)(f"exit {code}: {detail}")


def said(document, errors):
    """Its sentence for people."""
    error = document.get("error") if isinstance(document, dict) else None
    if error:
        return " ".join(filter(None, [error.get("location"), error["message"], f"[{error['code']}]"]))
    return errors.strip().splitlines()[-1][:300] if errors.strip() else ""
