#!/usr/bin/env python3
"""Sends broken requests to the receiver and to its page: mutations of whole ones, the same for the same seed.

    check_requests.py RECEIVER MESHCONV [--count 2000] [--seed 1]

None may end the program, be answered with a fault, stay without an answer, write beside its folder, or get in without a token.
What is answered with 201 lies in its folder, byte for byte. Only Python's own library.
"""
import argparse
import base64
import collections
import hashlib
import json
import os
import pathlib
import random
import re
import socket
import sys
import tempfile
import time

import check
import check_page

BODY = b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nproperty float y\nproperty float z\nend_header\n1 2 3\n"
DIGEST = f"sha-256=:{base64.b64encode(hashlib.sha256(BODY).digest()).decode()}:"
REFUSED = {400, 401, 403, 404, 405, 409, 411, 413, 414, 415, 416, 417, 421, 422, 431, 501, 503, 505, 507}
WORDS = ["", "0", "-1", "1", "+5", "1e3", "0x10", " ", "\t", "\0", "\x7f", "\u00e9", "\u202e", "%00", "%2e%2e", "%2f", "%", "%zz",
         "..", "../..", "/", "//", "\\", "?", "#", "*", ":", ";", ",", "=", "-", "a" * 300, "a" * 70_000, "9223372036854775807",
         "9223372036854775808", "18446744073709551616", "99999999999999999999999", "bytes", "bytes 0-0/1", "bytes */5", "chunked",
         "identity", "gzip", "100-continue", "close", "upgrade", "websocket", "sha-256=::", "Bearer", "HTTP/1.0", "HTTP/2.0",
         "TRACE", "CONNECT", "OPTIONS", "PATCH", "http://localhost/", "Content-Length", "Transfer-Encoding", "Host", "\r\n", "\n",
         "\r\n\r\n", "\r\n x"]


def seeds(token, host):
    """Whole requests to the receiver."""
    def request(line, *headers, body=b""):
        return "\r\n".join([f"{line} HTTP/1.1", f"Host: {host}", *headers]).encode() + b"\r\n\r\n" + body
    size = f"Content-Length: {len(BODY)}"
    return [
        request(f"PUT /{token}/a.ply", size, "Content-Type: application/x-ply", body=BODY),
        request("PUT /uploads/b.ply", size, f"Authorization: Bearer {token}", f"Repr-Digest: {DIGEST}", body=BODY),
        request(f"PUT /{token}/c%20d.zip?x=1", size, "Expect: 100-continue", "Accept-Encoding: gzip, deflate", body=BODY),
        request(f"PUT /{token}/part.bin", "Content-Length: 40", "Content-Range: bytes 0-39/80", body=BODY[:40]),
        request(f"PUT /{token}/part.bin", "Content-Length: 40", "Content-Range: bytes 40-79/80", body=BODY[40:80]),
        request(f"PUT /{token}/e.ply", "Transfer-Encoding: chunked", body=b"3\r\nply\r\n0\r\n\r\n"),
        request(f"HEAD /{token}/part.bin"), request(f"GET /{token}/a.ply"), request(f"GET /{token}/"), request(f"GET /{token}/metrics"),
        request("GET /health"), request(f"GET http://{host}/{token}/a.ply", "Connection: close"),
    ]


def page_seeds(token, host):
    """Whole requests to the page. The model 1 has a file."""
    def request(method, path, *headers, body=b""):
        length = [f"Content-Length: {len(body)}"] if body or method in ("PUT", "POST") else []
        return ("\r\n".join([f"{method} /{token}/{path} HTTP/1.1", f"Host: {host}", *length, *headers]) + "\r\n\r\n").encode() + body
    return [
        request("POST", "models", f"Origin: http://{host}", "Sec-Fetch-Site: same-origin"),
        request("PUT", "models/1/files/a.ply", body=BODY), request("PUT", "models/1/files/folder/b%20c.mtl", body=b"newmtl a\n"),
        request("PUT", "models/1/files/folder", body=b"#"), request("PUT", "models/1/files/a.ply/b.mtl", body=b"#"),
        request("GET", "models/1/downloads/glb/a.glb"), request("GET", "models/1/compare/glb"), request("GET", ""),
        request("DELETE", "models/9"), request("GET", "models/1/view/none.ply"), request("POST", "models/1/results/glb/none.ply"),
    ]


def mutated(request, chance, others):
    """A changed copy. Mostly words of the head, sometimes lines, bytes, the body's end, or two requests in one."""
    for _ in range(chance.choice([1, 1, 2, 3, 6])):
        head, gap, body = request.partition(b"\r\n\r\n")
        kind = chance.randrange(12)
        if kind < 6:
            words = list(re.finditer(rb"[^\s/:=&?,;-]+|[/:=?-]", head)) or [None]
            word = chance.choice(words)
            if word:
                new = chance.choice([chance.choice(WORDS).encode(), chance.choice(words)[0], word[0] * 2, word[0][:-1]])
                head = head[: word.start()] + new + head[word.end():]
        elif kind < 9:
            lines = head.split(b"\r\n")
            place = chance.randrange(len(lines))
            if kind == 6 and len(lines) > 1:
                del lines[place]
            else:
                other = chance.choice(others).partition(b"\r\n\r\n")[0].split(b"\r\n")
                lines.insert(place + 1, chance.choice(other[1:] or other) if kind == 7 else lines[place])
            head = b"\r\n".join(lines)
        elif kind == 9 and request:
            place = chance.randrange(len(request))
            request = request[:place] + bytes([chance.randrange(256)]) + request[place + chance.randrange(2):]
            continue
        elif kind == 10:
            body = body[: chance.randrange(len(body) + 1)]
        else:
            body += chance.choice(others)
        request = head + gap + body
    return request


def sent(port, request, chance):
    """The statuses of all answers until the server has closed the connection; it is told that nothing more comes."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client:
        data = b""
        try:
            if chance.randrange(4) == 0:  # In two pieces, so that heads arrive in parts.
                cut = chance.randrange(len(request) + 1)
                client.sendall(request[:cut])
                time.sleep(0.001)
                request = request[cut:]
            client.sendall(request)
            client.shutdown(socket.SHUT_WR)
            while more := client.recv(65536):
                data += more
        except (ConnectionError, BrokenPipeError):
            pass
    return data


def statuses(data):
    """All statuses, and the bodies of JSON of those with 201."""
    found, kept = [], []
    while data.startswith(b"HTTP/1.1 "):
        head, _, data = data.partition(b"\r\n\r\n")
        found.append(int(head[9:12]))
        length = re.search(rb"(?im)^content-length: (\d+)\r?$", head)
        size = int(length[1]) if length else 0
        body, whole = data[:size], len(data) >= size
        if found[-1] == 100:
            continue
        if data.startswith(b"HTTP/1.1 ") or not whole:  # An answer to HEAD has no body.
            continue
        data = data[size:]
        if found[-1] == 201:
            kept.append(body)
    assert not data.strip(), f"no answer: {data[:80]!r}"
    return found, kept


def tried(it, port, made, allowed, count, chance, accepts):
    """Sends requests, and returns how often each status came."""
    found = collections.Counter()
    slowest = 0.0
    for number in range(count):
        request = mutated(chance.choice(made), chance, made)
        began = time.time()
        try:
            codes, kept = statuses(sent(port, request, chance))
            assert it.process.poll() is None, f"it ended with {it.process.returncode}"
            assert set(codes) <= allowed | REFUSED | {100}, codes
            slowest = max(slowest, time.time() - began)
            for body in kept:
                accepts(body)
        except (AssertionError, ValueError, TimeoutError) as error:
            print(f"request {number}: {error!r}\n{request[:2000]!r}", file=sys.stderr)
            raise
        found.update(codes or [0])
    return found, slowest


def memory(process):
    return int(re.search(r"VmHWM:\s+(\d+)", pathlib.Path(f"/proc/{process.pid}/status").read_text())[1]) >> 10


def receiver(home, count, chance):
    pathlib.Path(home).mkdir()
    canary = pathlib.Path(home) / "canary"
    canary.write_text("as it was")
    tokens = pathlib.Path(home) / "tokens"
    tokens.write_text(check.TOKEN)
    # Nothing is converted here: all that matters is what is asked.
    idle = pathlib.Path(home) / "idle"
    idle.write_text("#!/bin/sh\n[ \"$1\" = --version ] && exec echo meshconv 0\nexit 65\n")
    idle.chmod(0o755)
    with check.Receiver(f"{home}/it", "--token-file", str(tokens), "--max-upload", "1MB", program=str(idle)) as it:
        def accepts(body):
            version = json.loads(body)
            file = it.home / "scans" / version["name"] / version["sha256"] / version["name"]
            assert hashlib.sha256(file.read_bytes()).hexdigest() == version["sha256"], version
        found, slowest = tried(
            it, it.port, seeds(check.TOKEN, "localhost"), {200, 201, 308}, count, chance, accepts)
        # Without its token nobody gets anything but /health.
        strangers = [seed.replace(check.TOKEN.encode(), b"0" * 16) for seed in seeds(check.TOKEN, "localhost")]
        strangers = [seed for seed in strangers if b"/health" not in seed]
        others, slow = tried(it, it.port, strangers, set(), count // 4, chance, accepts)
        metrics = it.ask("GET", f"/{check.TOKEN}/metrics")[2].decode()
        assert "fault_total 0" in metrics, metrics
        assert it.put(f"{check.TOKEN}/last.ply", BODY)[0] in (200, 201), "it still works"
        assert canary.read_text() == "as it was" and {path.name for path in pathlib.Path(home).iterdir()} == {
            "canary", "tokens", "idle", "it", "it.log"}
        assert all(path.endswith(".resume") for path in it.left() if "/incoming/" in path), it.left()
        assert memory(it.process) < 300, memory(it.process)
        return found + others, max(slowest, slow), memory(it.process)


def page(home, count, chance):
    pathlib.Path(home).mkdir()
    with check_page.Page(home, "--max-upload", "1MB") as it:
        number = it.model(**{"a.ply": BODY})
        assert number == 1 and it.ask("POST", "models/1/results/glb/a.ply")[0] == 200
        made = page_seeds(it.token, f"127.0.0.1:{it.port}")
        found, slowest = tried(it, it.port, made, {200, 201}, count, chance, lambda body: None)
        strangers = [seed.replace(it.token.encode(), b"0" * 32) for seed in made]
        others, slow = tried(it, it.port, strangers, set(), count // 4, chance, lambda body: None)
        assert len(it.folders()) == 1 == len(list(pathlib.Path(home).iterdir())), list(pathlib.Path(home).iterdir())
        assert it.ask("GET", "")[0] == 200, "it still works"
        assert memory(it.process) < 300, memory(it.process)
        return found + others, max(slowest, slow), memory(it.process)


def main():
    for program in (receiver, page):
        with tempfile.TemporaryDirectory(prefix="requests-") as home:
            began = time.time()
            chance = random.Random(words.seed)
            found, slowest, most = program(f"{home}/it", words.count, chance)
            shown = ", ".join(f"{count} × {code or 'closed'}" for code, count in sorted(found.items()))
            print(f"ok    {program.__name__}: {words.count + words.count // 4} requests in {time.time() - began:.0f} s: {shown}; "
                  f"at most {slowest:.2f} s and {most} MB")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("receiver", type=os.path.abspath)
    parser.add_argument("meshconv", type=os.path.abspath)
    parser.add_argument("--count", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    words = parser.parse_args()
    check.words = check_page.words = words
    main()
