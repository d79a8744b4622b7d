#!/usr/bin/env python3
"""Runs each `run:` line of the workflows here, in an environment that stands in for GitHub's. Linux, as root; needs PyYAML.

usage: check_workflows.py [--list] [--whole] [WORKFLOW/JOB ...]      (no job: all of them)

--list shows all lines and where each can run. Lines of macOS are listed only: no Linux runs them. Without --whole, variables of
long steps have smaller values (SMALL), while the lines are run word for word. `gh` is standins/gh, the registry is a folder,
and artifacts go from job to job in another.
"""
import argparse
import collections
import fnmatch
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

import yaml

ROOT = pathlib.Path(__file__).resolve().parent.parent
FILES = "tarball image surface formula notes sums"
SMALL = {
    "ci/linux": {"STEPS": "format messages dependencies unsafe platforms release"},
    "release/linux": {
        "PARTS": f"{FILES} deb receiver sbom library wheel",
        "CHECKS": "sums tarball image formula lists skopeo schemas deb debian",
    },
    "nightly/law": {"DRAWS": "500", "MUTANTS": "20", "PARTS": FILES},
    "nightly/toolchain": {"FILTER": "ReportTests"},
}
# Actions of others that move nothing on this machine.
ELSEWHERE = ["actions/checkout@*", "pypa/gh-action-pypi-publish@*"]


class Runner:
    """The variables and folders of a run."""

    def __init__(self, work):
        self.work = work
        self.outputs = {}
        version = subprocess.run([ROOT / "Packaging/version.sh"], check=True, capture_output=True, text=True).stdout.strip()
        git = work / "gitconfig"  # so that `git config --global` changes nothing here
        git.write_text((pathlib.Path.home() / ".gitconfig").read_text() if (pathlib.Path.home() / ".gitconfig").exists() else "")
        (work / "artifacts").mkdir()
        (work / "release").mkdir()
        self.github = {
            "token": "none", "repository": "owner/meshconv", "repository_owner": "owner", "actor": "somebody",
            "server_url": "https://github.com", "action_repository": "owner/meshconv", "ref": f"refs/tags/v{version}",
            "ref_name": f"v{version}", "run_number": "7", "workspace": str(ROOT), "action_path": str(ROOT),
        }
        self.base = {
            **os.environ, "CI": "true", "GIT_CONFIG_GLOBAL": str(git), "RUNNER_TEMP": str(work),
            "PATH": f"{ROOT / 'Packaging/standins'}:{os.environ['PATH']}", "STANDIN_RELEASE": str(work / "release"),
            **{f"GITHUB_{name.upper()}": value for name, value in self.github.items() if name != "token"},
        }

    def fill(self, value, inputs):
        """A value with its expressions; only the plain ones that the workflows use."""

        def one(match):
            kind, _, name = match.group(1).strip().partition(".")
            if kind == "steps":
                step, _, output = name.partition(".outputs.")
                return self.outputs[step][output]
            return {"github": self.github, "inputs": inputs, "vars": collections.defaultdict(str)}[kind][name]

        return re.sub(r"\$\{\{(.*?)\}\}", one, str(value).lower() if isinstance(value, bool) else str(value))

    def run(self, step, variables, inputs):
        """Runs a line as GitHub does; what it says to be its outputs is kept."""
        output, summary = self.work / "output", self.work / "summary"
        output.write_text("")
        summary.write_text("")
        env = self.base | variables | {name: self.fill(value, inputs) for name, value in step.get("env", {}).items()}
        env |= {"GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(summary)}
        shell = ["bash", "--noprofile", "--norc", "-eo", "pipefail", "-c"]
        done = subprocess.run([*shell, step["run"]], cwd=ROOT, env=env, stdin=subprocess.DEVNULL, text=True,
                              stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        if step.get("id"):
            self.outputs[step["id"]] = dict(line.split("=", 1) for line in output.read_text().splitlines())
        return done.returncode, done.stdout + summary.read_text()

    def use(self, step, variables):
        """An action: ours is run, those that move files are done here."""
        name, given = step["uses"], step.get("with", {})
        if name == "./":
            action = yaml.safe_load((ROOT / "action.yml").read_text())
            unknown = given.keys() - action["inputs"].keys()
            if unknown:
                return 64, f"the action has no inputs {unknown}"
            inputs = {each: self.fill(given.get(each, about.get("default", "")), {}) for each, about in action["inputs"].items()}
            for inner in action["runs"]["steps"]:
                status, said = self.run(inner, variables, inputs)
                if status:
                    return status, said
            self.outputs[step["id"]] = {each: self.fill(about["value"], inputs) for each, about in action["outputs"].items()}
            return 0, said
        if name.startswith("actions/upload-artifact@"):
            shutil.copytree(ROOT / given["path"], self.work / "artifacts", dirs_exist_ok=True)
            shutil.copytree(ROOT / given["path"], self.work / "release", dirs_exist_ok=True)
            return 0, ""
        if name.startswith("actions/download-artifact@"):
            shutil.copytree(self.work / "artifacts", ROOT / given["path"], dirs_exist_ok=True)
            return 0, ""
        known = any(fnmatch.fnmatch(name, each) for each in ELSEWHERE)
        return (0, "") if known else (64, f"no stand-in for {name}")

    def job(self, name, job, whole):
        """Runs a job's steps in a workspace without the files of other jobs, until one fails; whether all passed."""
        try:
            return self.steps(name, job, whole)
        finally:
            for folder in ("dist", "images", "wheels", "meshconv.ndjson"):
                path = ROOT / folder
                shutil.rmtree(path) if path.is_dir() else path.unlink(missing_ok=True)

    def steps(self, name, job, whole):
        variables = {each: self.fill(value, {}) for each, value in job.get("env", {}).items()}
        variables |= {} if whole else SMALL.get(name, {})
        if "REGISTRY" in variables:
            variables["REGISTRY"] = f"dir:{self.work}"
        for step in job["steps"]:
            began = time.monotonic()
            status, said = self.run(step, variables, {}) if "run" in step else self.use(step, variables)
            print(f"{'passed' if status == 0 else 'FAILED'} {time.monotonic() - began:7.1f} s  {name}: {title(step)}", flush=True)
            if status:
                print(f"    exit code {status}\n    " + "\n    ".join(said.splitlines()[-25:]))
                return False
        return True


def title(step):
    return step.get("name") or (step.get("run") or step["uses"]).splitlines()[0]


def jobs():
    for path in sorted((ROOT / ".github/workflows").glob("*.yml")):
        for name, job in yaml.safe_load(path.read_text())["jobs"].items():
            yield f"{path.stem}/{name}", job


def faults():
    """An expression in a line would be pasted into a script: values go through variables."""
    action = yaml.safe_load((ROOT / "action.yml").read_text())
    every = [(name, step) for name, job in jobs() for step in job["steps"]]
    every += [("action", step) for step in action["runs"]["steps"]]
    return [f"{name}: an expression in a line: {title(step)}" for name, step in every if "${{" in step.get("run", "")]


def main():
    parser = argparse.ArgumentParser(usage=__doc__.split("\n\n")[1].removeprefix("usage: "))
    parser.add_argument("--list", action="store_true")
    parser.add_argument("--whole", action="store_true")
    parser.add_argument("jobs", nargs="*")
    given = parser.parse_args()
    known = dict(jobs())
    unknown = set(given.jobs) - known.keys()
    if unknown:
        sys.exit(f"error: no job {', '.join(sorted(unknown))}; there are: {', '.join(known)}")
    wrong = faults()
    lines = {"here": 0, "macOS": 0}
    with tempfile.TemporaryDirectory(prefix="meshconv-workflows.") as work:
        runner = None if given.list else Runner(pathlib.Path(work))
        for name, job in known.items():
            place = "macOS" if str(job["runs-on"]).startswith("macos") else "here"
            for step in job["steps"]:
                if "run" in step:
                    lines[place] += len([line for line in step["run"].splitlines() if line.strip()])
                    if given.list or place == "macOS":
                        print(f"{place:6} {name}: {title(step)}\n" + "".join(f"           {line}\n" for line in step["run"].splitlines()), end="")
            if not given.list and place == "here" and (not given.jobs or name in given.jobs) and not runner.job(name, job, given.whole):
                wrong.append(f"{name} failed")
    print(f"{len(known)} jobs: {lines['here']} lines that run here, {lines['macOS']} of macOS only")
    for fault in wrong:
        print(f"FAILED {fault}")
    sys.exit(1 if wrong else 0)


main()
