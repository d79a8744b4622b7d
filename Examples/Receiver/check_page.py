#!/usr/bin/env python3
"""Tries the page of `meshconv-receiver --page` as its user, other sites, other programs and kills would.

    check_page.py RECEIVER MESHCONV                         requests only: seconds, Python's own library
    check_page.py RECEIVER MESHCONV --browser FOLDER FILE   in Chromium (the package playwright): drops FILE, converts it, saves
                                                            pictures in FOLDER, light and dark, narrow and wide
"""
import argparse
import http.client
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import tempfile
import time

OBJ = b"mtllib my colours.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl red\nf 1/1 2/2 3/3\n"
MTL = b"newmtl red\nKd 1 0 0\n"


class Page:
    """The program with its page, its temporary files in a folder."""

    def __init__(self, folder, *options):
        self.folder = pathlib.Path(folder)
        self.process = subprocess.Popen(
            [words.receiver, "--page", "--port", "0", "--meshconv", words.meshconv, *options], stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env={**os.environ, "TMPDIR": str(folder)})
        line = self.process.stdout.readline().decode()
        found = re.match(r"Open http://127\.0\.0\.1:(\d+)/([\w-]{32})/$", line)
        assert found, (line, self.process.stderr.read() if self.process.poll() is not None else "")
        self.port, self.token = int(found[1]), found[2]

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(20)
        assert code == (0 if how == signal.SIGTERM else -how), code

    def ask(self, method, path, body=None, token=True, **headers):
        client = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
        headers = {key.replace("_", "-"): value for key, value in headers.items()}
        client.request(method, (f"/{self.token}/" if token else "/") + path, body, headers)
        answer = client.getresponse()
        return answer.status, answer.read(), answer.headers

    def model(self, **files):
        number = json.loads(self.ask("POST", "models")[1])["id"]
        for name, body in files.items():
            assert self.ask("PUT", f"models/{number}/files/{name}", body)[0] == 201
        return number

    def folders(self):
        return sorted(path.name for path in self.folder.iterdir() if path.name.startswith("meshconv-page-"))


def a_model_and_its_files(folder):
    with Page(folder) as page:
        number = page.model(**{"my%20model.obj": OBJ, "my%20colours.mtl": MTL})
        status, body, _ = page.ask("GET", f"models/{number}/plans/my%20model.obj")
        targets = {target["variant"]: target for target in json.loads(body)["targets"]}
        assert status == 200 and {"glb", "usdz", "stl.binary", "ply.binary", "obj"} <= set(targets), sorted(targets)
        lost = {variant: [loss for loss in target["losses"] if loss["rank"] == "visible"] for variant, target in targets.items()}
        assert lost["stl.binary"] and not lost["glb"], lost
        status, body, headers = page.ask("GET", f"models/{number}/view/my%20model.obj")
        assert status == 200 and b"<canvas" in body and headers["Content-Security-Policy"] == "sandbox allow-scripts"
        status, body, _ = page.ask("POST", f"models/{number}/results/obj/my%20model.obj")
        made = json.loads(body)
        assert status == 200 and {file["name"] for file in made["files"]} == {"my model.obj", "my model.mtl"}, made["files"]
        assert json.loads(made["report"])["status"] == "done"
        status, body, headers = page.ask("GET", f"models/{number}/downloads/obj/my%20model.mtl")
        assert status == 200 and b"newmtl red" in body, body
        assert headers["Content-Disposition"] == "attachment; filename*=UTF-8''my%20model.mtl"
        assert page.ask("GET", f"models/{number}/compare/obj")[0] == 200
        assert page.ask("DELETE", f"models/{number}")[0] == 200
        assert page.ask("GET", f"models/{number}/downloads/obj/my%20model.mtl")[0] == 404


def broken_files(folder):
    with Page(folder) as page:
        number = page.model(**{"a.glb": b"glTF and then nothing", "b.txt": b"hello"})
        for name in ("a.glb", "b.txt"):
            for what in ("plans", "view"):
                status, body, _ = page.ask("GET", f"models/{number}/{what}/{name}")
                assert status == 422 and str(folder) not in body.decode(), (name, what, status, body)
        status, body, _ = page.ask("POST", f"models/{number}/results/nonsense/a.glb")
        assert status == 422 and b"nonsense" in body, body


def others_stay_out(folder):
    with Page(folder) as page:
        number = page.model(**{"a.obj": OBJ})
        for path in ("", "models", "wrong/", page.token[:-1] + "/"):
            assert page.ask("GET", path, token=False)[0] == 401, path
        assert page.ask("GET", "", Host=f"evil.example:{page.port}")[0] == 421
        assert page.ask("GET", "", Host="127.0.0.1")[0] == 421
        assert page.ask("GET", "", Host=f"localhost:{page.port}")[0] == 200
        assert page.ask("POST", "models", Origin="http://evil.example")[0] == 403
        assert page.ask("POST", "models", Origin="null")[0] == 403
        assert page.ask("POST", "models", Sec_Fetch_Site="cross-site")[0] == 403
        status, _, headers = page.ask("GET", "", Sec_Fetch_Site="none")
        assert status == 200 and headers["Referrer-Policy"] == "no-referrer" and "frame-ancestors 'none'" in headers["Content-Security-Policy"]
        for name in ("..%2F..%2Fx", "..", "%2e%2e/x", "a%00b", "a%0Ab", "a%5Cb", "a/b/c/d/e/f/g/h/i", "x" * 256):
            assert page.ask("PUT", f"models/{number}/files/{name}", b"x")[0] in (400, 401, 404), name
        for path in ("downloads/obj/..%2Freport.json", "downloads/..%2F/a", "compare/..%2F..", "view/..%2F..%2Flock", "view/none.obj"):
            assert page.ask("GET", f"models/{number}/{path}")[0] == 404, path
        assert page.ask("GET", "models/99/view/a.obj")[0] == 404
        inside = {path.name for path in (page.folder / page.folders()[0]).iterdir()}
        assert inside == {"lock", str(number)}, inside
        assert oct((page.folder / page.folders()[0]).stat().st_mode & 0o777) == "0o700"


def too_much(folder):
    with Page(folder, "--max-upload", "1KB") as page:
        number = page.model(**{"a.obj": OBJ})
        status, body, _ = page.ask("PUT", f"models/{number}/files/b.obj", b"x" * 1000)
        assert status == 413 and b"1000 bytes" in body, body
        numbers = [page.model(**{"a.obj": OBJ}) for _ in range(8)]
        assert page.ask("GET", f"models/{number}/plans/a.obj")[0] == 404, "the oldest stays"
        assert page.ask("GET", f"models/{numbers[0]}/plans/a.obj")[0] == 200


def broken_uploads(folder):
    """Requests that end too early, and names that are files and folders at once."""
    with Page(folder, "--max-upload", "1KB") as page:
        number = page.model(**{"a.obj": OBJ, "b/c.mtl": MTL})
        for _ in range(3):  # What didn't come takes no room.
            with socket.create_connection(("127.0.0.1", page.port), timeout=20) as client:
                client.sendall(f"PUT /{page.token}/models/{number}/files/d.obj HTTP/1.1\r\nHost: 127.0.0.1:{page.port}\r\n"
                               "Content-Length: 500\r\n\r\nv 0".encode())
                client.shutdown(socket.SHUT_WR)
                assert client.recv(100).startswith(b"HTTP/1.1 400 "), "a fault of the program"
        for name in ("b", "a.obj/d.mtl"):
            assert page.ask("PUT", f"models/{number}/files/{name}", MTL)[0] == 409, name
        assert page.ask("PUT", f"models/{number}/files/d.obj", b"#" * 500)[0] == 201


def nothing_stays(folder):
    page = Page(folder)
    page.model(**{"a.obj": OBJ})
    page.stop()
    assert not page.folders(), page.folders()
    page = Page(folder)
    page.model(**{"a.obj": OBJ})
    page.stop(signal.SIGKILL)
    assert len(page.folders()) == 1
    with Page(folder) as first, Page(folder) as second:
        assert len(second.folders()) == 2, second.folders()
        assert first.ask("GET", "")[0] == second.ask("GET", "")[0] == 200
        assert first.ask("GET", f"{second.token}/", token=False)[0] == 401


def wrong_options(folder):
    for options in (["--page", "--directory", "x"], ["--page", "--host", "0.0.0.0"], []):
        done = subprocess.run([words.receiver, "--meshconv", words.meshconv, *options], capture_output=True, text=True)
        assert done.returncode == 64 and "--page" in done.stderr, (options, done.returncode, done.stderr)


def look(folder):
    """Drops a file in Chromium, converts it to OBJ, and says what the console had to say."""
    from playwright.sync_api import sync_playwright

    pictures, file = words.browser
    os.makedirs(pictures, exist_ok=True)
    with Page(folder) as page, sync_playwright() as play:
        browser = play.chromium.launch(
            executable_path="/usr/bin/chromium",
            args=["--no-sandbox", "--use-angle=swiftshader", "--enable-unsafe-swiftshader"])
        problems = []
        for scheme, width in (("light", 1400), ("dark", 1400), ("light", 390), ("dark", 390)):
            tab = browser.new_page(viewport={"width": width, "height": 850}, color_scheme=scheme)
            tab.on("console", lambda message: problems.append(message.text))
            tab.on("pageerror", lambda error: problems.append(str(error)))
            tab.on("requestfailed", lambda request: problems.append(f"{request.url}: {request.failure}"))
            tab.on("request", lambda request: request.url.startswith((f"http://127.0.0.1:{page.port}/", "data:", "blob:"))
                   or problems.append(request.url))
            tab.goto(f"http://127.0.0.1:{page.port}/{page.token}/")
            tab.set_input_files("#files", [file])
            tab.wait_for_selector("article", timeout=120_000)
            # With the keyboard alone: to the button of OBJ, and on to the link that it makes.
            for _ in range(200):
                tab.keyboard.press("Tab")
                if tab.evaluate("document.activeElement.getAttribute('aria-label')") == "Convert to obj":
                    break
            tab.keyboard.press("Enter")
            tab.wait_for_selector("#target-obj a", timeout=120_000)
            assert tab.evaluate("document.activeElement.tagName") == "A"
            with tab.expect_download() as loaded:
                tab.keyboard.press("Enter")
            tab.wait_for_timeout(2000)
            assert tab.evaluate("document.documentElement.scrollWidth <= innerWidth"), "it is wider than the window"
            tab.screenshot(path=f"{pictures}/{scheme}-{width}.png")
            print(f"{scheme}, {width}: {tab.text_content('#said')} Downloaded {loaded.value.suggested_filename}")
            tab.close()
        browser.close()
        assert not problems, problems


def main():
    cases = [a_model_and_its_files, broken_files, others_stay_out, too_much, broken_uploads, nothing_stays, wrong_options]
    for case in [look] if words.browser else cases:
        with tempfile.TemporaryDirectory(prefix="page-") as folder:
            began = time.time()
            case(pathlib.Path(folder).resolve())
            print(f"ok    page: {case.__name__.replace('_', ' ')}   {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("receiver", type=os.path.abspath)
    parser.add_argument("meshconv", type=os.path.abspath)
    parser.add_argument("--browser", nargs=2, metavar=("FOLDER", "FILE"))
    words = parser.parse_args()
    sys.exit(main())
