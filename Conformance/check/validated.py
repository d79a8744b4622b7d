#!/usr/bin/env python3
"""Runs the Khronos glTF validator on files, or on what meshconv makes of them.

    validated.py PACKAGE FILE...
    validated.py PACKAGE --program MESHCONV [--through usdc] FILE...

PACKAGE is a folder with the validator: as npm has it (`gltf-validator`: index.js and gltf_validator.dart.js), which `node` runs, or
a checkout of the branch gh-pages of KhronosGroup/glTF-Validator (index.html), which Chromium opens with the package playwright.
The first form says what the validator says. The second converts each file to GLB (with --through by way of that format) and
prints what the validator says of the output and not of its source, message by message, with how often. A source of another
format says nothing, so that nothing at all may be said of its output. Ends with 1 if there are errors or warnings that are new.

The validator of npm (2.0.0-dev.3.5) does not know KHR_animation_pointer and takes all pointers for the same target: for files whose
visibility or materials change, `--allow ANIMATION_DUPLICATE_TARGETS --allow VALUE_NOT_IN_LIST`.
"""
import argparse
import collections
import functools
import http.server
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import threading
import urllib.parse

SEVERITIES = ["error", "warning", "info", "hint"]
SCRIPT = """
const {validateBytes, version} = require(process.argv[1]);
const fs = require('fs'), path = require('path');
const beside = file => name => fs.promises.readFile(path.join(path.dirname(file), decodeURIComponent(name)))
    .then(bytes => new Uint8Array(bytes));
(async () => {
    for (const file of JSON.parse(fs.readFileSync(0))) {
        const bytes = new Uint8Array(fs.readFileSync(file));
        let report;
        try {
            report = await validateBytes(bytes, {uri: file, maxIssues: 0, externalResourceFunction: beside(file)});
        } catch (error) { report = {issues: {messages: [{severity: 0, code: 'UNREADABLE', message: String(error)}]}}; }
        console.log(JSON.stringify({file, version: version(), messages: report.issues.messages}));
    }
})();
"""


def beside(file):
    """A file and those that it names."""
    try:
        document = json.loads(file.read_bytes()) if file.suffix.lower() == ".gltf" else {}
    except ValueError:
        document = {}
    names = [part.get("uri", "") for kind in ("buffers", "images") for part in document.get(kind, [])]
    named = [file.parent / urllib.parse.unquote(name) for name in names if name and not name.startswith("data:")]
    return [str(path) for path in [file] + named if path.is_file()]


def validate_in_page(folder, files):
    """What the validator says as a page."""
    from playwright.sync_api import sync_playwright

    class Quiet(http.server.SimpleHTTPRequestHandler):
        def log_message(self, *words):
            pass

    handler = functools.partial(Quiet, directory=folder)
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    answers, version = {}, "none"
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=os.environ.get("CHROMIUM", "/usr/bin/chromium"), args=["--no-sandbox"])
        for file in files:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            page.set_input_files("#input", beside(pathlib.Path(file)))
            page.wait_for_function("document.querySelector('#output').textContent.trim().endsWith('}')", timeout=120_000)
            report = json.loads(page.text_content("#output"))
            answers[str(file)], version = report["issues"]["messages"], report["validatorVersion"]
            page.close()
        browser.close()
    server.shutdown()
    return answers, version


def validate(package, files):
    """What the validator says: file to messages."""
    if (package / "index.html").exists():
        return validate_in_page(package, files)
    done = subprocess.run(["node", "-e", SCRIPT, str(package.resolve())], input=json.dumps([str(file) for file in files]),
                          capture_output=True, text=True, check=True)
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    return {answer["file"]: answer["messages"] for answer in answers}, answers[0]["version"] if answers else "none"


def counted(messages):
    return collections.Counter((message["severity"], message["code"]) for message in messages)


def convert(program, file, through, folder):
    """The GLB that the program makes of a file, or None and why not."""
    steps = [folder / f"{file.stem}.{through}", folder / f"{file.stem}.glb"] if through else [folder / f"{file.stem}.glb"]
    source = file
    for step in steps:
        done = subprocess.run([program, "convert", source, step, "--force", "--quiet"], capture_output=True, text=True)
        if not step.exists():
            return None, done.stderr.strip().splitlines()[-1:] or [f"exit code {done.returncode}"]
        source = step
    return source, []


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("package", type=pathlib.Path)
    parser.add_argument("files", type=pathlib.Path, nargs="+")
    parser.add_argument("--program")
    parser.add_argument("--through")
    parser.add_argument("--allow", action="append", default=[], help="a code that may be new")
    arguments = parser.parse_args()
    bad, refused, total = 0, 0, collections.Counter()
    with tempfile.TemporaryDirectory() as name:
        outputs = {}
        for number, file in enumerate(arguments.files):
            if not arguments.program:
                outputs[file] = file
                continue
            folder = pathlib.Path(name) / str(number)
            folder.mkdir()
            output, why = convert(arguments.program, file, arguments.through, folder)
            refused += output is None
            if output is None:
                print(f"{file}: refused: {' '.join(why)}")
            else:
                outputs[file] = output
        sources = [file for file in outputs if arguments.program and file.suffix.lower() in (".gltf", ".glb", ".vrm")]
        reports, version = validate(arguments.package, list(outputs.values()) + sources)
        for file, output in outputs.items():
            before = counted(reports[str(file)]) if file in sources else collections.Counter()
            after = counted(reports[str(output)])
            new = after - before
            total += new
            wrong = any(severity < 2 and code not in arguments.allow for severity, code in new)
            bad += wrong
            if new:
                words = ", ".join(f"{SEVERITIES[severity]} {code} × {count}" for (severity, code), count in sorted(new.items()))
                print(f"{file}: {words}")
            for message in reports[str(output)] if wrong or not arguments.program else []:
                if (message["severity"], message["code"]) in new:
                    where = message.get("pointer", message.get("offset", ""))
                    print(f"    {SEVERITIES[message['severity']]} {message['code']} {where}: {message['message']}")
    print(f"{len(outputs)} files, {refused} refused, {bad} with new errors or warnings (validator {version})")
    for (severity, code), count in sorted(total.items()):
        print(f"    {SEVERITIES[severity]} {code} × {count}")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
