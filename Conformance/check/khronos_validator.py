#!/usr/bin/env python3
"""Runs the Khronos glTF validator on files.     usage: khronos_validator.py PAGE FILE ...

PAGE is a checkout of the branch gh-pages of KhronosGroup/glTF-Validator: the validator as a web page, which Chromium
(/usr/bin/chromium, driven by the package playwright) opens without a window. One line for each file: errors, warnings and
infos, then each message. Ends with 1 if a file has errors or warnings. glTF with files beside it: they are handed over, too.
"""
import functools
import http.server
import json
import pathlib
import sys
import threading

from playwright.sync_api import sync_playwright


def beside(path):
    """The file and those that it names."""
    if path.suffix.lower() != ".gltf":
        return [path]
    document = json.loads(path.read_bytes())
    names = [part.get("uri", "") for kind in ("buffers", "images") for part in document.get(kind, [])]
    return [path] + [path.parent / name for name in names if name and not name.startswith("data:")]


class Quiet(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *words):
        pass


def main():
    root, files = sys.argv[1], [pathlib.Path(word) for word in sys.argv[2:]]
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=root))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    bad = 0
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path="/usr/bin/chromium", args=["--no-sandbox"])
        for file in files:
            page = browser.new_page()
            page.goto(f"http://127.0.0.1:{server.server_port}/index.html")
            page.set_input_files("#input", [str(path) for path in beside(file)])
            page.wait_for_function("document.querySelector('#output').textContent.trim().endsWith('}')", timeout=120_000)
            report = json.loads(page.text_content("#output"))
            issues = report["issues"]
            bad += bool(issues["numErrors"] or issues["numWarnings"])
            print(f"{file}: {issues['numErrors']} errors, {issues['numWarnings']} warnings, {issues['numInfos']} infos "
                  f"(validator {report.get('validatorVersion')})")
            for message in issues["messages"]:
                print(f"    {['error', 'warning', 'info', 'hint'][message['severity']]} {message['code']} "
                      f"{message.get('pointer', message.get('offset', ''))}: {message['message']}")
            page.close()
        browser.close()
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
