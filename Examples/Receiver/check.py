#!/usr/bin/env python3
"""Tries the receiver as apps, strangers, attackers and power cuts would.

    check.py RECEIVER MESHCONV                all of it but the load: about a minute
    check.py RECEIVER MESHCONV --kills 20     only kills in the middle, so many rounds
    check.py RECEIVER MESHCONV --load         only 200 uploads of 20 MB at once; needs 4 GB of disk

Only Python's own library. The receiver is the real one, on a free port; meshconv is the real one unless a case says otherwise.
"""
import argparse
import base64
import concurrent.futures
import hashlib
import json
import os
import pathlib
import random
import re
import shutil
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import threading
import time
import urllib.parse
import zipfile
import zlib

NAME = "scan4d_Kitchen_Scan_1_scan4d_1753700000_0A1B2C3D.zip"
TOKEN = "0123456789abcdef"
# Fails with the code in a file beside it, as long as that is there; otherwise the real one works, slowly if told so.
SUBSTITUTE = """#!/bin/sh
[ "$1" = --version ] && exec {program} --version
echo "$1" >> {state}/calls
[ -f {state}/sleep ] && [ "$1" = convert ] && exec sleep "$(cat {state}/sleep)"
[ -f {state}/code ] && [ "$1" = convert ] && exit "$(cat {state}/code)"
exec {program} "$@"
"""


class Receiver:
    """The program on a free port, in a folder."""

    def __init__(self, home, *options, program=None, env=None):
        self.home = pathlib.Path(home)
        self.log = open(self.home.parent / f"{self.home.name}.log", "ab+")
        start = self.log.seek(0, os.SEEK_END)
        self.process = subprocess.Popen(
            [words.receiver, "--port", "0", "--directory", home, "--meshconv", program or words.meshconv, "--keep-free", "0",
             *options], stderr=self.log, env=env)
        for _ in range(500):
            text = pathlib.Path(self.log.name).read_bytes()[start:].decode()
            found = re.search(r"listening on port (\d+)", text)
            if found:
                self.port = int(found[1])
                return
            assert self.process.poll() is None, text
            time.sleep(0.02)
        raise AssertionError(f"it doesn't start: {text}")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        self.log.close()

    def stop(self, how=signal.SIGTERM):
        self.process.send_signal(how)
        code = self.process.wait(40)
        assert code == (0 if how == signal.SIGTERM else -how), code

    def connect(self):
        client = socket.create_connection(("127.0.0.1", self.port), timeout=30)
        client.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return client

    def send(self, head, body=b""):
        with self.connect() as client:
            client.sendall(head + body)
            return answer(client, head.split(b" ")[0].decode(errors="replace"))

    def ask(self, method, path, body=None, **headers):
        lines = [f"{method} {path} HTTP/1.1", "Host: localhost"]
        if body is not None:
            lines.append(f"Content-Length: {len(body)}")
        lines += [f"{key.replace('_', '-')}: {value}" for key, value in headers.items()]
        return self.send("\r\n".join(lines).encode() + b"\r\n\r\n", body or b"")

    def put(self, name, body, **headers):
        return self.ask("PUT", f"/{name}", body, **headers)

    def settled(self, name, timeout=60):
        """The versions of a name, once nothing more will become of them."""
        until = time.time() + timeout
        while time.time() < until:
            versions = json.loads(self.ask("GET", f"/{urllib.parse.quote(name)}")[2])
            if versions and all(version["state"] not in ("queued", "working") for version in versions):
                return versions
            time.sleep(0.05)
        raise AssertionError(f"{name} isn't finished: {versions}")

    def kept(self, name, body):
        return self.home / "scans" / name / hashlib.sha256(body).hexdigest() / name

    def result(self, name, body):
        folder = self.kept(name, body).parent / "result"
        return json.loads((folder / "outcome.json").read_text()), {path.name for path in folder.iterdir()}

    def left(self):
        return [str(path) for folder in ("incoming", "work") for path in (self.home / folder).iterdir()]


def answer(client, method="PUT"):
    """One answer: status, headers, body. Status 0: the connection was closed without one."""
    data = b""
    while b"\r\n\r\n" not in data:
        more = client.recv(65536)
        if not more:
            return 0, {}, data
        data += more
    head, body = data.split(b"\r\n\r\n", 1)
    lines = head.decode().split("\r\n")
    headers = {key.lower(): value.strip() for key, value in (line.split(":", 1) for line in lines[1:])}
    size = 0 if method == "HEAD" else int(headers.get("content-length", 0))
    while len(body) < size:
        more = client.recv(65536)
        assert more, "the answer ends too early"
        body += more
    assert len(body) == size, "there is more than the answer"
    return int(lines[0].split()[1]), headers, body


def ply(seed, count=12):
    rows = b"".join(struct.pack("<fff", index % 3, index // 3, seed) for index in range(count))
    return (f"ply\nformat binary_little_endian 1.0\nelement vertex {count}\nproperty float x\nproperty float y\n"
            "property float z\nend_header\n").encode() + rows


def package(seed, bad=None):
    """A package as the app exports it: one folder around pictures, cameras and depth; of a bad frame the depth is none."""
    def png(width, height, bits):
        def chunk(kind, body):
            return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
        rows = (b"\0" + (b"\x03\xe8" if bits == 16 else b"\x80") * width) * height
        return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0))
                + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))
    camera = {f"t_{row}{column}": float(row == column) for row in range(3) for column in range(4)}
    with tempfile.TemporaryFile() as file:
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            for index in range(3):
                stem = f"staging_1/%s/frame_{index:05}.%s"
                pose = camera | {"t_03": seed + index * 0.1, "fx": 30.0, "fy": 30.0, "cx": 16.0, "cy": 12.0, "width": 32,
                                 "height": 24}
                archive.writestr(stem % ("cameras", "json"), json.dumps(pose))
                archive.writestr(stem % ("images", "png"), png(32, 24, 8))
                archive.writestr(stem % ("depth", "png"), b"none" if index == bad else png(32, 24, 16))
            archive.writestr("staging_1/scan4d_metadata.json", json.dumps(
                {"timestamp": 1753700000, "device": "iPhone", "os_name": "iOS", "os_version": "18", "app_version": "1",
                 "build_type": "release", "privacy_filter": True}))
        file.seek(0)
        return file.read()


def app_request(port, path, body, kind="application/zip"):
    """What URLSession sends for the app's PUT: the app itself sets the method and Content-Type, nothing else."""
    return (f"PUT {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nContent-Type: {kind}\r\nConnection: keep-alive\r\n"
            "Accept: */*\r\nUser-Agent: wisescan-ios/1 CFNetwork/1568.100.1 Darwin/24.0.0\r\n"
            f"Content-Length: {len(body)}\r\nAccept-Language: en-US,en;q=0.9\r\nAccept-Encoding: gzip, deflate\r\n\r\n"
            ).encode() + body


def substitute(home):
    state = pathlib.Path(home)
    state.mkdir()
    path = state / "meshconv"
    path.write_text(SUBSTITUTE.format(program=words.meshconv, state=state))
    path.chmod(0o755)
    return state, str(path)


def until(condition, what, timeout=20):
    end = time.time() + timeout
    while not condition():
        assert time.time() < end, what
        time.sleep(0.05)


def the_apps_request(home):
    body, other = package(1), package(2)
    with Receiver(home) as it:
        with it.connect() as client:  # One connection for all, as URLSession does it.
            for _ in range(2):
                client.sendall(b"HEAD / HTTP/1.1\r\nHost: localhost\r\n\r\n")
                assert answer(client, "HEAD")[0] == 200
            for sent, status, version in ((body, 201, 1), (body, 200, 1), (other, 201, 2), (body, 200, 1)):
                client.sendall(app_request(it.port, f"/{NAME}", sent))
                found = answer(client)
                assert found[0] == status and json.loads(found[2])["version"] == version, found
        assert it.send(app_request(it.port, "/uploads/" + NAME, body))[0] == 200, "the folder of the address doesn't count"
        # What the app doesn't encode: a question mark stays in the name, and a '#' cuts it.
        assert json.loads(it.send(app_request(it.port, "/scan4d_What?_1.zip", body))[2])["name"] == "scan4d_What__1.zip"
        assert json.loads(it.send(app_request(it.port, "/scan4d_Room_", body))[2])["name"] == "scan4d_Room_.zip"
        model = ply(3)
        assert it.send(app_request(it.port, "/a.ply", model, "application/x-ply"))[0] == 201
        assert [version["state"] for version in it.settled(NAME)] == ["done", "done"]
        for sent in (body, other):
            assert it.kept(NAME, sent).read_bytes() == sent
            outcome, files = it.result(NAME, sent)
            assert outcome["state"] == "done", outcome
            assert {"model.glb", "model.glb.report.json", "colmap.zip", "colmap.zip.report.json", "check.json"} <= files, files
        it.settled("a.ply")
        assert "model.glb" in it.result("a.ply", model)[1] and "colmap.zip" not in it.result("a.ply", model)[1]
        status, headers, _ = it.send(f"HEAD /{NAME} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        assert status == 200 and headers["etag"].strip('"') == hashlib.sha256(other).hexdigest()
        assert it.send(b"HEAD /none.zip HTTP/1.1\r\nHost: localhost\r\n\r\n")[0] == 404
        assert it.ask("GET", "/health")[0] == 200
        metrics = it.ask("GET", "/metrics")[2].decode()
        assert 'uploads{state="done"} 5' in metrics and "accepted_total 5" in metrics and "known_total 3" in metrics, metrics
        page = it.ask("GET", "/")[2].decode()
        assert NAME in page and "made glb, colmap" in page
        until(lambda: not it.left(), it.left())


def several_at_a_time(home):
    with Receiver(home, "--at-once", "2") as it, concurrent.futures.ThreadPoolExecutor(16) as pool:
        bodies = {f"many_{index}.ply": ply(index, 3000) for index in range(24)}
        assert list(pool.map(lambda item: it.put(*item)[0], bodies.items())) == [201] * 24
        # The same name and bytes at the same moment: one upload. The same name with other bytes: a version for each.
        same = list(pool.map(lambda _: it.put("same.ply", ply(1))[0], range(16)))
        assert set(same) <= {200, 201} and 201 in same, same
        assert set(pool.map(lambda seed: it.put("versions.ply", ply(seed))[0], range(12))) == {201}
        assert len(it.settled("same.ply")) == 1
        assert sorted(found["version"] for found in it.settled("versions.ply")) == list(range(1, 13))
        for name, body in bodies.items():
            assert it.settled(name)[0]["state"] == "done" and it.kept(name, body).read_bytes() == body


def resuming(home):
    body = os.urandom(3_000_000) + ply(1)
    total = len(body)

    def part(it, first, end, **headers):
        return it.put("big.bin", body[first:end], Content_Range=f"bytes {first}-{end - 1}/{total}", **headers)
    with Receiver(home) as it:
        assert part(it, 5, 10)[0] == 416, "nothing is there yet"
        status, headers, _ = part(it, 0, 1_000_000)
        assert status == 308 and headers["range"] == "bytes=0-999999", (status, headers)
        with it.connect() as client:  # A part whose connection breaks: what came is kept.
            client.sendall(f"PUT /big.bin HTTP/1.1\r\nHost: x\r\nContent-Length: {total - 1_000_000}\r\nContent-Range: bytes "
                           f"1000000-{total - 1}/{total}\r\n\r\n".encode() + body[1_000_000:2_000_000])
            until(lambda: "receiving 1" in it.ask("GET", "/metrics")[2].decode(), "the part doesn't arrive")
            assert part(it, 1_000_000, 1_000_001)[0] == 409, "two at once would mix"
        until(lambda: "receiving 0" in it.ask("GET", "/metrics")[2].decode(), "the part doesn't end")
        it.stop(signal.SIGKILL)
    with Receiver(home) as it:
        status, headers, _ = it.ask("GET", "/big.bin")
        offset = int(headers["upload-offset"])
        assert status == 404 and 1_000_000 < offset <= 2_000_000 and int(headers["upload-length"]) == total, headers
        digest = base64.b64encode(hashlib.sha256(body).digest()).decode()
        assert part(it, offset - 10, total, Repr_Digest=f"sha-256=:{digest}:")[0] == 201
        assert it.kept("big.bin", body).read_bytes() == body
        part(it, 0, total - 1)  # A part that was complete when the power went: the last byte is sent again.
        it.stop(signal.SIGKILL)
        next((it.home / "incoming").iterdir()).open("ab").write(body[-1:])
    with Receiver(home) as it:
        headers = it.ask("HEAD", "/big.bin")[1]
        assert headers["upload-offset"] == headers["upload-length"] == str(total)
        assert part(it, total - 1, total)[0] == 200
        assert it.put("wrong.zip", b"abc", Repr_Digest=f"sha-256=:{digest}:")[0] == 400
        assert it.put("x.zip", b"abc", Content_Range="bytes 0-9/10")[0] == 400, "the range has another length"
        assert not [path for path in it.left() if "incoming" in path], it.left()


def tokens(home):
    file = pathlib.Path(home + ".token")
    file.write_text(f"# phones\n{TOKEN}\n")
    with Receiver(home, "--token-file", str(file)) as it:
        body = ply(1)
        for path, header, status in (
                ("/a.ply", None, 401), ("/wrong/a.ply", None, 401), (f"/{TOKEN[:-1]}/a.ply", None, 401),
                (f"/{TOKEN}x/a.ply", None, 401), ("/a.ply", f"Bearer {TOKEN}0", 401), ("/a.ply", "Bearer", 401),
                ("/a.ply", f"Basic {TOKEN}", 401), (f"/x/../{TOKEN}/a.ply", None, 401), (f"/{TOKEN}/a.ply", None, 201),
                ("/b.ply", f"Bearer {TOKEN}", 201), (f"/{TOKEN}/b.ply", f"Bearer {TOKEN}", 200),
                (f"/uploads/{TOKEN}/a.ply", None, 401), (f"/{TOKEN}/uploads/a.ply", None, 200), (f"/{TOKEN}", None, 400)):
            assert it.ask("PUT", path, body, **({"Authorization": header} if header else {}))[0] == status, (path, header)
        assert it.ask("GET", "/")[0] == it.ask("GET", "/metrics")[0] == it.ask("GET", "/a.ply")[0] == 401
        assert it.ask("GET", f"/{TOKEN}/")[0] == it.ask("GET", f"/{TOKEN}")[0] == it.ask("GET", "/health")[0] == 200
        assert it.ask("GET", f"/{TOKEN}/metrics")[0] == 200
        assert TOKEN not in "".join(str(path) for path in it.home.rglob("*"))
    for options, code in ((["--host", "0.0.0.0"], 64), (["--token-file", "/none"], 64)):
        run = subprocess.run([words.receiver, "--directory", home, "--meshconv", words.meshconv, *options], capture_output=True)
        assert run.returncode == code, run
    assert TOKEN not in pathlib.Path(home + ".log").read_text()


def names(home):
    with Receiver(home) as it:
        body = ply(1)
        for sent, status in (("../../../tmp/x.ply", 400), ("%2e%2e/x.ply", 400), ("..%2f..%2fx.ply", 201), ("%00.ply", 201),
                             ("a%00b%0d%0a.ply", 201), ("%ff%fe.ply", 201), ("%00", 400), ("x" * 5000 + ".ply", 201), ("..", 400),
                             ("%F0%9F%8F%A0home.ply", 201), ("%2Fetc%2Fpasswd", 201), ("K%C3%BCche.ply", 201),
                             ("%3Cb%3E%26.ply", 201), ("result", 201), ("receiver.sqlite", 201), ("", 400), ("folder/", 400)):
            assert it.put(sent, body)[0] == status, sent
        home = pathlib.Path(home)
        assert sorted(path.name for path in home.iterdir()) == [
            "incoming", "lock", "receiver.sqlite", "receiver.sqlite-shm", "receiver.sqlite-wal", "scans", "work"]
        for name in (path.name for path in (home / "scans").iterdir()):
            assert it.settled(name)[0]["state"] == "done", name
            assert it.kept(name, body).read_bytes() == body and not name.startswith("."), name
        assert "<b>" not in it.ask("GET", "/")[2].decode()
        # Requests that are none.
        for junk in (b"\0" * 100, b"PUT\r\n\r\n", b"PUT /a.ply HTTP/1.1\r\nContent-Length: -5\r\n\r\n",
                     b"PUT /a.ply HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nabcdef",
                     b"PUT /a.ply HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999999999999999\r\n\r\n",
                     b"PUT /" + b"a" * 200_000 + b" HTTP/1.1\r\nHost: x\r\n\r\n"):
            assert it.send(junk)[0] in (0, 400, 414, 431), junk[:50]
        assert it.send(b"PUT /a.ply HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n")[0] == 411
        assert it.put("a.ply", b"")[0] == 400 and it.ask("DELETE", "/a.ply")[0] == 405
        assert it.put("a.ply", b"x", Content_Encoding="gzip")[0] == 415
        assert it.put("a.ply", body)[0] == 201, "it still works"


def too_large(home):
    with Receiver(home, "--max-upload", "1GB") as it, it.connect() as client:
        head = b"PUT /a.zip HTTP/1.1\r\nHost: x\r\nContent-Length: 10000000000\r\n\r\n"
        began = time.time()
        client.sendall(head)
        status, headers, _ = answer(client)
        assert status == 413 and headers["connection"] == "close" and time.time() - began < 1, (status, headers)
        # One that sends all the same is cut off soon, and has its answer.
        with it.connect() as stubborn:
            stubborn.sendall(head)
            sent, began = 0, time.time()
            try:
                while sent < 10_000_000_000:
                    sent += stubborn.send(b"\0" * 65536)
            except OSError:
                pass
            assert time.time() - began < 10, "it was listened to for too long"
        status = it.send(b"PUT /a.zip HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 10000000000\r\n\r\n")[0]
        assert status == 413, status
        with it.connect() as polite:
            polite.sendall(b"PUT /a.ply HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n")
            assert polite.recv(100).startswith(b"HTTP/1.1 100 ")
            polite.sendall(b"abc")
            assert answer(polite)[0] == 201
        assert not [path for path in it.left() if "incoming" in path], it.left()


def slow_clients(home):
    with Receiver(home) as it:
        slow = [it.connect() for _ in range(50)]
        ended = threading.Event()

        def trickle():
            for client in slow:
                client.sendall(b"PUT /slow.zip HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\n")
            while not ended.wait(1):
                for client in slow:
                    client.sendall(b"x")
        thread = threading.Thread(target=trickle)
        thread.start()
        time.sleep(1.5)
        for index in range(20):
            began = time.time()
            assert it.put(f"fast_{index}.ply", ply(index, 5_000))[0] == 201
            assert it.ask("GET", "/health")[0] == 200
            assert time.time() - began < 2, "others wait"
        assert it.settled("fast_19.ply")[0]["state"] == "done"
        ended.set()
        thread.join()
        for client in slow:  # They leave in the middle: nothing is kept of them.
            client.close()
        until(lambda: not it.left(), it.left())
        assert it.ask("GET", "/slow.zip")[0] == 404


def full_disk(home):
    with Receiver(home, "--disk-budget", "3MB", "--to", "glb") as it:
        assert it.put("a.bin", os.urandom(2_000_000))[0] == 201
        status, headers, _ = it.put("b.bin", os.urandom(2_000_000))
        assert status == 503 and int(headers["retry-after"]) > 0, status
        with it.connect() as client:  # Room is given to those who were promised it.
            client.sendall(b"PUT /c.bin HTTP/1.1\r\nHost: x\r\nContent-Length: 700000\r\n\r\n")
            until(lambda: "receiving 1" in it.ask("GET", "/metrics")[2].decode(), "it isn't received")
            assert it.put("d.bin", os.urandom(700_000))[0] == 503
        until(lambda: "receiving 0" in it.ask("GET", "/metrics")[2].decode(), "it isn't given up")
        assert it.put("d.bin", os.urandom(700_000))[0] == 201
        it.settled("a.bin")
        shutil.rmtree(it.home / "scans" / "a.bin")  # Somebody makes room.
        time.sleep(5.5)
        assert it.put("b.bin", os.urandom(1_500_000))[0] == 201
    disk = pathlib.Path(home + "-disk")
    disk.mkdir()
    if os.geteuid() != 0 or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=8m", "tmpfs", disk], capture_output=True).returncode:
        print("      a disk that is really full: left out, since this user can't mount one")
        return
    try:
        with Receiver(str(disk / "it")) as it:
            assert it.put("a.bin", os.urandom(20_000_000))[0] == 503
            with it.connect() as client:  # It fills up while an upload arrives.
                client.sendall(b"PUT /b.bin HTTP/1.1\r\nHost: x\r\nContent-Length: 5000000\r\n\r\n" + b"x" * 1_000_000)
                until(lambda: "bytes_total 1" in it.ask("GET", "/metrics")[2].decode()
                      or "bytes_total 9" in it.ask("GET", "/metrics")[2].decode(), "it isn't received")
                try:
                    with open(disk / "filler", "wb", buffering=0) as filler:
                        while True:
                            filler.write(b"\0" * 65536)
                except OSError:
                    pass
                try:
                    client.sendall(b"x" * 4_000_000)
                except OSError:
                    pass
                status, headers, _ = answer(client)
                assert status == 507 and "retry-after" in headers, status
            until(lambda: not it.left(), it.left())
            (disk / "filler").unlink()
            assert it.put("b.ply", ply(1))[0] == 201
            assert it.settled("b.ply")[0]["state"] == "done"
    finally:
        subprocess.run(["umount", disk], check=True)


def faults(home):
    state, program = substitute(home + "-state")
    options = ["--retry-after", "0.2,0.2", "--to", "glb"]
    with Receiver(home, *options, program=program) as it:
        assert it.put("broken.zip", b"PK\3\4 and no more")[0] == 201
        assert it.settled("broken.zip")[0]["state"] == "rejected"
        calls = (state / "calls").read_text()
        (state / "code").write_text("74")  # A fault that passes, in vain: three tries, then an end with a report.
        assert it.put("never.ply", ply(1))[0] == 201
        assert it.settled("never.ply")[0]["state"] == "failed" and it.settled("never.ply")[0]["tries"] == 2
        assert it.result("never.ply", ply(1))[0]["state"] == "failed"
        assert it.put("soon.ply", ply(2))[0] == 201
        until(lambda: json.loads(it.ask("GET", "/soon.ply")[2])[0]["tries"] == 1, "no second try")
        (state / "code").unlink()
        assert it.settled("soon.ply")[0]["state"] == "done"
        (state / "code").write_text("70")  # A defect: no second try.
        assert it.put("defect.ply", ply(3))[0] == 201
        assert it.settled("defect.ply")[0]["state"] == "failed" and it.settled("defect.ply")[0]["tries"] == 0
        (state / "code").unlink()
        # The program goes away for a while: nothing fails.
        os.rename(program, program + ".away")
        assert it.put("away.ply", ply(4))[0] == 201
        until(lambda: it.ask("GET", "/health")[0] == 503, "it is healthy without a program")
        time.sleep(0.5)
        assert json.loads(it.ask("GET", "/away.ply")[2])[0]["state"] in ("queued", "working")
        os.rename(program + ".away", program)
        assert it.settled("away.ply")[0]["state"] == "done"
        # Somebody removes an upload: it is no longer "there already".
        shutil.rmtree(it.home / "scans" / "soon.ply")
        assert it.put("soon.ply", ply(2))[0] == 201 and it.settled("soon.ply")[0]["state"] == "done"
        run = subprocess.run([words.receiver, "--port", "0", "--directory", home, "--meshconv", program], capture_output=True)
        assert run.returncode == 73 and b"another" not in run.stdout and b"no other receiver" in run.stderr, run
    with Receiver(home, *options, program=program) as it:  # Started again as it was: nothing is done again.
        time.sleep(0.5)
        assert json.loads(it.ask("GET", "/broken.zip")[2])[0]["state"] == "rejected"
        assert json.loads(it.ask("GET", "/never.ply")[2])[0]["state"] == "failed"
    with Receiver(home, *options, "--memory", "2GB", program=program) as it:  # Otherwise: what failed is tried again.
        assert it.settled("never.ply")[0]["state"] == it.settled("defect.ply")[0]["state"] == "done"
        assert it.result("never.ply", ply(1))[0]["state"] == "done"
        assert it.settled("broken.zip")[0]["state"] == "rejected"
    shutil.rmtree(pathlib.Path(home) / "work")
    for suffix in ("", "-shm", "-wal"):  # The queue is lost: uploads and results are found again.
        pathlib.Path(home + "/receiver.sqlite" + suffix).unlink(missing_ok=True)
    # What a loss of power may leave: an upload that was never acknowledged and isn't whole, a folder whose file never came.
    torn, empty = (pathlib.Path(home) / "scans" / name / ("0" * 64) for name in ("torn.ply", "empty.ply"))
    torn.mkdir(parents=True)
    (torn / "torn.ply").write_bytes(ply(9)[:100])
    empty.mkdir(parents=True)
    calls = (state / "calls").read_text()
    with Receiver(home, *options, program=program) as it:
        assert it.ask("GET", "/torn.ply")[0] == 404 and not empty.parent.exists()
        assert it.settled("away.ply")[0]["state"] == "done" and it.settled("broken.zip")[0]["state"] == "rejected"
    assert (state / "calls").read_text() == calls, "results that are there are not made again"
    run = subprocess.run([words.receiver, "--directory", home, "--meshconv", "/none"], capture_output=True)
    assert run.returncode == 69, run


def stopping(home):
    state, program = substitute(home + "-state")
    (state / "sleep").write_text("60")
    with Receiver(home, "--to", "glb", program=program) as it:
        assert it.put("a.ply", ply(1))[0] == 201
        until(lambda: (state / "calls").exists() and "convert" in (state / "calls").read_text(), "no conversion starts")
        until(lambda: children(home), "no program works")
        shared = {name for name in files(pathlib.Path(f"/proc/{it.process.pid}")) if "socket" in name or "lock" in name}
        assert not shared & {name for process in children(home) for name in files(process)}, "sockets leak into programs"
        client = it.connect()  # An upload that is arriving is finished.
        client.sendall(b"PUT /b.ply HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % len(ply(2)))
        until(lambda: "receiving 1" in it.ask("GET", "/metrics")[2].decode(), "it isn't received")
        it.process.send_signal(signal.SIGTERM)
        time.sleep(0.5)
        client.sendall(ply(2))
        assert answer(client)[0] == 201
        client.close()
        began = time.time()
        assert it.process.wait(20) == 0 and time.time() - began < 10
    assert not children(home) and not list((pathlib.Path(home) / "work").iterdir())
    with Receiver(home, "--to", "glb", program=program) as it:  # Killed: the next one ends what the program left running.
        until(lambda: [process for process in children(home) if b"sleep" in (process / "cmdline").read_bytes()], "nothing works")
        it.stop(signal.SIGKILL)
        orphans = children(home)
        assert orphans
        (state / "sleep").unlink()
        with Receiver(home, "--to", "glb", program=program) as it:
            assert not set(orphans) & set(children(home))
            assert it.settled("a.ply")[0]["state"] == it.settled("b.ply")[0]["state"] == "done"
            assert it.settled("a.ply")[0]["tries"] == 0


def children(home):
    """Processes that work below a folder."""
    found = []
    for process in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            if os.readlink(process / "cwd").startswith(str(pathlib.Path(home).resolve()) + "/work"):
                found.append(process)
        except OSError:
            pass
    return found


def files(process):
    try:
        return [os.readlink(path) for path in (process / "fd").iterdir()]
    except OSError:
        return []


def kills(home, rounds):
    """Killed in the middle, again and again: what was acknowledged is there, with one result each."""
    chance = random.Random(7)
    acknowledged, cut = {}, 0
    for number in range(rounds):
        it = Receiver(home, "--at-once", "2", "--to", "glb")
        ended = threading.Event()

        def send(worker):
            for count in range(1000):
                name = f"kill_{number}_{worker}_{count % 4}.ply"
                body = ply(number * 1000 + worker * 50 + count, 200) + os.urandom(worker * 40_000)
                try:
                    if it.put(name, body)[0] in (200, 201):
                        acknowledged[name, hashlib.sha256(body).hexdigest()] = len(body)
                    else:
                        return
                except OSError:
                    return
                if ended.is_set():
                    return
        threads = [threading.Thread(target=send, args=(worker,)) for worker in range(6)]
        for thread in threads:
            thread.start()
        time.sleep(chance.uniform(0.02, 0.5))
        it.stop(signal.SIGKILL)
        cut += len(it.left())
        ended.set()
        for thread in threads:
            thread.join()
    with Receiver(home, "--at-once", "2", "--to", "glb") as it:
        def waiting():
            metrics = it.ask("GET", "/metrics")[2].decode()
            return sum(int(count) for count in re.findall(r'state="(?:queued|working)"} (\d+)', metrics))
        until(lambda: waiting() == 0, "the queue doesn't end", 300)
        assert not it.left(), it.left()
        metrics = it.ask("GET", "/metrics")[2].decode()
        assert re.search(r'state="(failed|gone|rejected)"} [1-9]', metrics) is None, metrics
        done = int(re.search(r'state="done"} (\d+)', metrics)[1])
        folders = list((it.home / "scans").glob("*/*"))
        assert done == len(folders) >= len(acknowledged), (done, len(folders), len(acknowledged))
        for (name, digest), size in acknowledged.items():
            folder = it.home / "scans" / name / digest
            assert sorted(path.name for path in folder.iterdir()) == sorted([name, "result"]), folder
            assert hashlib.sha256((folder / name).read_bytes()).hexdigest() == digest and (folder / name).stat().st_size == size
            assert json.loads((folder / "result" / "outcome.json").read_text())["state"] == "done"
            assert (folder / "result" / "model.glb").exists()
    print(f"      {rounds} kills, {cut} files and folders cut off, {len(acknowledged)} uploads acknowledged, {done} results")


def load(home):
    """200 uploads of 20 MB at once."""
    count, size = 200, 20_000_000
    block = os.urandom(size)
    with Receiver(home, "--to", "glb") as it:
        def send(index):
            body = index.to_bytes(8, "big") + block[8:]
            with it.connect() as client:
                client.settimeout(600)
                client.sendall(b"PUT /load_%d.bin HTTP/1.1\r\nHost: x\r\nContent-Length: %d\r\n\r\n" % (index, size))
                view, position = memoryview(body), 0
                while position < size:
                    position += client.send(view[position:position + 262144])
                return answer(client)[0]
        began, worst = time.time(), 0.0
        with concurrent.futures.ThreadPoolExecutor(count) as pool:
            sent = [pool.submit(send, index) for index in range(count)]
            while not all(future.done() for future in sent):
                asked = time.time()
                assert it.ask("GET", "/health")[0] == 200
                worst = max(worst, time.time() - asked)
                time.sleep(0.2)
        assert [future.result() for future in sent] == [201] * count
        took = time.time() - began
        memory = int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{it.process.pid}/status").read_text())[1]) / 1024
        print(f"      {count} x {size // 1_000_000} MB in {took:.1f} s, {count * size / took / 1e6:.0f} MB/s, "
              f"peak memory {memory:.0f} MB, /health answered within {worst:.2f} s")
        assert memory <= 300, memory
        for index in range(0, count, 20):
            body = index.to_bytes(8, "big") + block[8:]
            assert it.kept(f"load_{index}.bin", body).stat().st_size == size


def a_bad_frame(home):
    with Receiver(home, "--to", "glb", "raw") as it:
        body = package(5, bad=1)
        assert it.put("scan.zip", body)[0] == 201
        assert it.settled("scan.zip")[0]["state"] == "done"
        outcome, files = it.result("scan.zip", body)
        assert {"model.glb", "raw.zip"} <= files and "frame_00001" in outcome["note"], (outcome, files)
        with zipfile.ZipFile(it.kept("scan.zip", body).parent / "result" / "raw.zip") as archive:
            names = [name for name in archive.namelist() if "/images/" in name]
            assert len(names) == 2 and not any("frame_00001" in name for name in names), names


def main():
    cases = [the_apps_request, several_at_a_time, resuming, tokens, names, too_large, slow_clients, full_disk, faults, a_bad_frame, stopping,
             lambda home: kills(home, 6)]
    if words.load:
        cases = [load]
    elif words.kills:
        cases = [lambda home: kills(home, words.kills)]
    elif words.only:
        cases = [case for case in cases if words.only in case.__name__]
    with tempfile.TemporaryDirectory(prefix="receiver-") as home:
        for number, case in enumerate(cases):
            began = time.time()
            place = f"{home}/{number}"
            try:
                case(place)
            except BaseException:
                log = pathlib.Path(place + ".log")
                print(log.read_text()[-3000:] if log.exists() else "no log", file=sys.stderr)
                raise
            print(f"ok    {case.__name__.replace('_', ' ').replace('<lambda>', 'kills')}   {time.time() - began:.1f} s", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("receiver", type=os.path.abspath)
    parser.add_argument("meshconv", type=os.path.abspath)
    parser.add_argument("--load", action="store_true")
    parser.add_argument("--kills", type=int)
    parser.add_argument("--only", help="only cases whose name has this in it")
    words = parser.parse_args()
    main()
