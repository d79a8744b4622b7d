#!/usr/bin/env python3
"""Memory and speed of packages as large as real ones.     usage: package_memory.py MESHCONV MESHCONFORMANCE [FRAMES]

200 frames with pictures of a megabyte (random bytes after the header of a JPEG of 1920 × 1440) and depth of 256 × 192 are
converted between all layouts; 40 frames of four megabytes go through rewriters that leave two out. No run may take more than
150 MB; pictures, and depth in the requested byte order, must be copied unchanged. The costs of `cp -r` and `zip -0` for the
same files are printed for comparison: times only mean something on an idle machine.
"""
import hashlib
import json
import os
import pathlib
import random
import struct
import subprocess
import sys
import tempfile
import time
import zipfile
import zlib

LIMIT = 150_000_000


def jpeg(source, size):
    head = b"\xff\xd8\xff\xc0" + struct.pack(">HBHHB", 17, 8, 1440, 1920, 3) + bytes([1, 0x22, 0, 2, 0x11, 1, 3, 0x11, 1])
    head += b"\xff\xda" + struct.pack(">HB", 12, 3) + bytes([1, 0, 2, 17, 3, 17, 0, 63, 0])
    # Inside a scan, a byte 255 would begin a marker.
    return head + source.randbytes(size).replace(b"\xff", b"\xfe") + b"\xff\xd9"


def depth(index, order):
    rows = [[1000 + (x * 7 + y * 3 + index) % 2000 for x in range(256)] for y in range(192)]
    raw = b"".join(b"\0" + struct.pack(order + "256H", *row) for row in rows)

    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", 256, 192, 16, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(raw, 1)) + chunk(b"IEND", b""))


def make(folder, frames, size, order=">"):
    source = random.Random(frames)
    for name in ("images", "depth", "confidence", "cameras"):
        (folder / name).mkdir(parents=True)
    level = zlib.compress(b"".join(b"\0" + b"\2" * 256 for _ in range(192)))
    head = b"\x89PNG\r\n\x1a\n"
    confidence = head
    for kind, body in ((b"IHDR", struct.pack(">IIBBBBB", 256, 192, 8, 0, 0, 0, 0)), (b"IDAT", level), (b"IEND", b"")):
        confidence += struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    for index in range(frames):
        stem = f"frame_{index:05}"
        (folder / f"images/{stem}.jpg").write_bytes(jpeg(source, size))
        (folder / f"depth/{stem}.png").write_bytes(depth(index, order))
        (folder / f"confidence/{stem}.png").write_bytes(confidence)
        camera = {f"t_{r}{c}": float(r == c) for r in range(3) for c in range(4)} | {"t_03": index * 0.1}
        camera |= {"fx": 1444, "fy": 1444, "cx": 965.2, "cy": 714.4, "width": 1920, "height": 1440, "blur_score": 1.0,
                   "image_path": f"images/{stem}.jpg", "depth_path": f"depth/{stem}.png",
                   "confidence_path": f"confidence/{stem}.png"}
        (folder / f"cameras/{stem}.json").write_text(json.dumps(camera))
    (folder / "mesh_info.json").write_text(json.dumps({"num_frames": frames, "image_width": 1920, "image_height": 1440}))
    (folder / "scan4d_metadata.json").write_text(json.dumps(
        {"timestamp": 1790000000.5, "device": "Phone", "os_name": "iOS", "os_version": "26.0", "app_version": "0.5",
         "build_type": "release", "privacy_filter": False}))


def measure(words):
    """Peak memory in bytes, seconds, output."""
    start = time.monotonic()
    process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    text = process.stdout.read().decode()
    _, status, usage = os.wait4(process.pid, 0)
    process.returncode = os.waitstatus_to_exitcode(status)
    assert process.returncode == 0, f"{words}: exit {process.returncode}: {text[:300]}"
    return usage.ru_maxrss * (1 if sys.platform == "darwin" else 1024), time.monotonic() - start, text


def hashes(path, folders):
    """SHA-256 of files in some folders, sorted by name."""
    if path.is_dir():
        files = [p for p in sorted(path.rglob("*")) if p.is_file() and p.parent.name in folders]
        return [hashlib.sha256(p.read_bytes()).digest() for p in files]
    with zipfile.ZipFile(path) as file:
        names = [name for name in sorted(file.namelist()) if name.split("/")[-2] in folders]
        return [hashlib.sha256(file.read(name)).digest() for name in names]


def remove(path):
    subprocess.run(["rm", "-rf", str(path)], check=True)


def main():
    program, conformance = sys.argv[1:3]
    frames = int(sys.argv[3]) if len(sys.argv) > 3 else 200
    faults = []

    def tell(name, memory, seconds, note=""):
        print(f"{name:44} {memory / 1e6:7.1f} MB {seconds:7.2f} s  {note}")
        if memory > LIMIT and not name.startswith(("cp", "zip")):
            faults.append(f"{name}: {memory} bytes of memory")

    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        folder, archive, target = home / "scan", home / "scan.zip", home / "out"
        make(folder, frames, 1_000_000)
        size = sum(p.stat().st_size for p in folder.rglob("*") if p.is_file())
        print(f"{frames} frames, {size / 1e6:.0f} MB")
        tell("cp -r", *measure(["cp", "-r", folder, target])[:2])
        remove(target)
        with zipfile.ZipFile(archive, "w", zipfile.ZIP_STORED) as file:
            for path in sorted(folder.rglob("*")):
                file.write(path, path.relative_to(folder))
        if subprocess.run(["which", "zip"], capture_output=True).returncode == 0:
            tell("zip -0 -r", *measure(["sh", "-c", f"cd {home} && zip -q -0 -r out.zip scan"])[:2])
            remove(home / "out.zip")
        pictures, measured = hashes(folder, {"images"}), hashes(folder, {"depth"})
        for source in (folder, archive):
            for variant in ("scan4d", "raw", "polycam", "colmap", "polycam-keyframes"):
                for ending in ("", ".zip"):
                    out = home / f"out{ending}"
                    memory, seconds, _ = measure([program, "convert", source, out, "--to", variant])
                    name = f"{source.name} to {variant} {ending or 'folder'}"
                    tell(name, memory, seconds)
                    if hashes(out, {"images"}) != pictures:
                        faults.append(f"{name}: pictures are other ones")
                    if not variant.startswith("colmap") and hashes(out, {"depth"}) != measured:
                        faults.append(f"{name}: depth is other one")
                    remove(out)
        memory, seconds, _ = measure([program, "convert", folder, target, "--to", "raw", "--set", "profile=scan4d-0.5"])
        tell("scan to raw, depth in the other byte order", memory, seconds)
        remove(target)
        memory, seconds, _ = measure([program, "package", folder, home / "out.zip", "--metadata", folder / "scan4d_metadata.json"])
        tell("package", memory, seconds)
        memory, seconds, _ = measure([program, "check", archive])
        tell("check", memory, seconds)
        remove(folder), remove(archive), remove(home / "out.zip")
        make(folder, max(24, frames // 5), 4_000_000, order="<")
        for variant in ("scan4d", "raw", "colmap"):
            memory, seconds, text = measure([conformance, "--rewrite", folder, "--output", home / "out.zip", "--variants", variant,
                                             "--leave-out", "frame_00007,frame_00023"])
            tell(f"rewriters, {max(24, frames // 5)} frames of 4 MB, {variant}", memory, seconds, text.strip())
            with zipfile.ZipFile(home / "out.zip") as file:
                for name in file.namelist():
                    for gone in ("frame_00007", "frame_00023"):
                        if gone in name or not name.endswith((".jpg", ".png")) and gone.encode() in file.read(name):
                            faults.append(f"{variant}: {name} names {gone}")
    for fault in faults:
        print(fault)
    print(f"{len(faults)} faults; the limit is {LIMIT // 1_000_000} MB")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
