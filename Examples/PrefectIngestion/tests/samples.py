"""Packages and models for the tests, and a program in meshconv's place that fails when it is told to."""
import json
import pathlib
import struct
import zipfile
import zlib

# Beside it, STATE/calls gets a line for each call; STATE/<command>-<key>-<number> makes so many calls fail, with the exit
# code that it holds, or makes them wait: `SLEEP 30`.
FLAKY = """#!/bin/sh
for word in "$@"; do key=$(printf '%s' "$word" | sed -n 's|.*/sha256/../\\([0-9a-f]*\\)/upload[.].*|\\1|p'); [ -n "$key" ] && break; done
[ "$1" = --version ] || echo "$1 $key $TEST_WORKER" >> "{state}/calls"
for try in 1 2 3 4 5 6 7 8 9; do
    file="{state}/$1-$key-$try"
    if [ -f "$file" ]; then
        code=$(cat "$file"); rm "$file"
        case "$code" in
        SLEEP*) sleep "${{code#SLEEP }}"; break;;
        KILL) kill -9 $$;;
        CRASH) kill -11 $$;;
        esac
        echo "flaky: error: something was away [input.system]" >&2
        exit "$code"
    fi
done
exec "{program}" "$@"
"""


def flaky(path, state, program):
    state.mkdir(exist_ok=True)
    (state / "calls").touch()
    path.write_text(FLAKY.format(state=state, program=program))
    path.chmod(0o755)
    return str(path)


def png(width, height, bits=8):
    def chunk(kind, body):
        return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))
    rows = (b"\0" + (b"\x03\xe8" if bits == 16 else b"\x80") * width) * height
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", struct.pack(">IIBBBBB", width, height, bits, 0, 0, 0, 0))
            + chunk(b"IDAT", zlib.compress(rows)) + chunk(b"IEND", b""))


def package(path, seed, privacy=False, broken=(), pose=True, cameras=True, depth=True, images=True, extra={}, gps=False):
    """A package of three frames, another for each seed. `broken` has the numbers of frames whose camera is cut off."""
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for index in range(3):
            stem = f"frame_{index:05}"
            camera = {f"t_{r}{c}": float(r == c) for r in range(3) for c in range(4)} | {"t_03": seed + index * 0.5}
            if not pose:
                camera["t_00"] = 3.0
            camera |= {"fx": 40, "fy": 40, "cx": 32, "cy": 24, "width": 64, "height": 48, "blur_score": 1.0,
                       "image_path": f"images/{stem}.png", "depth_path": f"depth/{stem}.png"}
            if images:
                file.writestr(f"images/{stem}.png", png(64, 48))
            if depth:
                file.writestr(f"depth/{stem}.png", png(64, 48, 16))
            if cameras:
                file.writestr(f"cameras/{stem}.json", "{\"t_00\": " if index in broken else json.dumps(camera))
        if images or depth:
            file.writestr("mesh_info.json", json.dumps({"num_frames": 3, "image_width": 64, "image_height": 48}))
        where = {"gps_latitude": 48.1, "gps_longitude": 11.6} if gps else {}
        file.writestr("scan4d_metadata.json", json.dumps(
            {"timestamp": 1790000000.5 + seed, "device": "Phone", "os_name": "iOS", "os_version": "26.0", "app_version": "0.5",
             "build_type": "release", "privacy_filter": privacy} | where))
        for name, data in extra.items():
            file.writestr(name, data)
    return path


def obj(path, seed=0, library="chair.mtl"):
    path.write_text(f"mtllib {library}\nv {seed} 0 0\nv 1 0 0\nv 0 1 0\nvt 0 0\nvt 1 0\nvt 0 1\nusemtl m\nf 1/1 2/2 3/3\n")
    return path


def stl(path, seed=0):
    corners = (0, 0, 1, seed, 0, 0, 1, 0, 0, 0, 1, 0)
    path.write_bytes(bytes(80) + struct.pack("<I", 1) + struct.pack("<12fH", *corners, 0))
    return path


def age(folder, seconds=3600):
    """As if all of it were uploaded a while ago."""
    import os
    import time
    for path in pathlib.Path(folder).rglob("*"):
        os.utime(path, (time.time() - seconds,) * 2, follow_symlinks=False)
