"""Runs meshconv, and says what its exit code means for an upload (README, "exit code")."""
import json
import subprocess

DONE = {0}
# 1: `check` found errors; 65: broken; 69: sound, but this program can't convert it.
BROKEN = {1: "check found errors", 65: "the file is broken", 69: "this build can't read or write it"}
# 2: refused, by --strict or since persons may be visible: a person has to decide.
REFUSED = {2: "refused: something would be lost, or persons may be seen and nobody agreed to that"}
# 66: not there (yet); 73, 74: can't be written or read, the disk is full; 75: memory or time; above 128: a signal.
PASSING = {66: "missing", 73: "the output can't be made", 74: "reading or writing failed", 75: "a limit was reached",
           124: "took too long", 130: "interrupted", 137: "killed", 143: "terminated"}
# 3, 64, 70 and all others are defects of this flow or of meshconv: the run fails, without retry and quarantine.

LONGEST = 3600


class PassingFault(Exception):
    """Worth another try."""


class Quarantined(Exception):
    """The upload itself is at fault: another try gives the same."""

    def __init__(self, code, reason, detail):
        super().__init__(f"exit {code}: {reason}: {detail}")
        self.code, self.reason, self.detail = code, reason, detail


class Defect(Exception):
    """No upload is at fault: the command line is wrong, or meshconv is missing or at fault."""


def require(program):
    """The program's version; a program that can't be run would otherwise be every upload's fault."""
    try:
        run = subprocess.run([program, "--version"], capture_output=True, text=True, timeout=60)
    except (OSError, subprocess.TimeoutExpired) as error:
        raise Defect(f"expected meshconv at {program}, which can't be run: {error}") from None
    if run.returncode or "meshconv" not in run.stdout:
        raise Defect(f"expected meshconv at {program}, found another program: exit {run.returncode}, {run.stdout[:80]!r}")
    return run.stdout.strip()


def meshconv(program, *words, allowed=()):
    """Runs meshconv; returns its exit code and the JSON document that it printed."""
    try:
        run = subprocess.run([program, *map(str, words), "--json"], capture_output=True, text=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise PassingFault(f"exit 124: {PASSING[124]}") from None
    except OSError as error:
        raise Defect(f"{program} can't be run: {error}") from None
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
