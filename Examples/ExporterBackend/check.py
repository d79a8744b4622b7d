#!/usr/bin/env python3
"""Checks that the outputs of exporter-demo are what an app should deliver.     usage: check.py EXPORTER-DEMO

Only Python's own library: archives, texts and bytes are looked at as a stranger would.
"""
import json
import pathlib
import re
import struct
import subprocess
import sys
import tempfile
import zipfile
import zlib

NAME = re.compile(r"scan4d_.+_(scan4d|polycam|raw|usdz|ply|obj)_1790000000_7A1CFE99\.(zip|usdz|ply|obj)")


def package(path, entries, frames=2):
    with zipfile.ZipFile(path) as file:
        assert file.testzip() is None
        names = {name.split("/", 1)[1] for name in file.namelist()}
        assert {name.split("/")[0] for name in file.namelist()} == {path.stem}
        texts = {name.split("/", 1)[1]: file.read(name) for name in file.namelist()}
    for folder in ("images", "depth", "confidence"):
        assert len([name for name in names if name.startswith(f"{folder}/")]) == frames, folder
    assert entries <= names, entries - names
    # The frame that was left out, and the files that stay on the device.
    for part in ("frame_00002", "mask", "raw_data", "arworldmap", "thumbnail", "derived"):
        assert not [name for name in names if part in name], part
    assert not [name for name, data in texts.items() if b"frame_00002" in data]
    return texts


def png(data):
    """The rows of a PNG file, each a list of samples: 8 bits, or 16 of grey."""
    at, packed = 8, b""
    while at < len(data):
        count, kind = struct.unpack_from(">I4s", data, at)
        body = data[at + 8:at + 8 + count]
        if kind == b"IHDR":
            width, height, bits, color = struct.unpack_from(">IIBB", body)
        if kind == b"IDAT":
            packed += body
        at += 12 + count
    step = bits // 8 * {0: 1, 2: 3}[color]
    raw, above, rows = zlib.decompress(packed), bytes(width * step), []
    for y in range(height):
        kind, row = raw[y * (width * step + 1)], bytearray(raw[y * (width * step + 1) + 1:(y + 1) * (width * step + 1)])
        for x in range(len(row)):
            left, up, corner = (row[x - step] if x >= step else 0), above[x], (above[x - step] if x >= step else 0)
            guess = min((left, up, corner), key=lambda one: abs(left + up - corner - one))
            row[x] = (row[x] + (0, left, up, (left + up) // 2, guess)[kind]) & 255
        above = bytes(row)
        rows.append(list(row) if bits == 8 else [word for word, in struct.iter_unpack(">H", row)])
    return rows


def check_persons(texts, first, second):
    """The first frame's mask has a person in columns 2 and 3, rows 1 to 3 of 8 x 6; the second frame has no mask."""
    rows = png(texts[first])
    plain = [[(2 * x, 3 * y, x + y) for x in range(96)] for y in range(72)]
    for y in range(72):
        for x in range(96):
            # A pixel of the mask is 12 x 12 pixels here; those up to 12 away from the person are hidden as well.
            across, down = max(0, 24 - x, x - 47), max(0, 12 - y, y - 47)
            expected = plain[y][x]
            if across ** 2 + down ** 2 <= 144:
                block = [plain[v][u] for v in range(y // 40 * 40, min(72, y // 40 * 40 + 40))
                         for u in range(x // 40 * 40, min(96, x // 40 * 40 + 40))]
                expected = [sum(pixel[channel] for pixel in block) / len(block) for channel in range(3)]
            found = rows[y][x * 3:x * 3 + 3]
            assert all(abs(a - b) <= 0.5 for a, b in zip(found, expected)), (x, y, found, expected)
    assert png(texts[second]) == [[sample for pixel in row for sample in pixel] for row in plain]
    person = [[0 if x in (2, 3) and y in (1, 2, 3) else 1500 for x in range(8)] for y in range(6)]
    assert png(texts[first.replace("images", "depth")]) == person
    assert png(texts[second.replace("images", "depth")]) == [[1500] * 8] * 6


def check_old(scan, of):
    """With the app's own conventions the packages are what the app makes of this scan, but for the frame left out."""
    texts = package(of("old", "scan4d", "zip"), {"relocalization.worldmap"})
    assert json.loads(texts["scan4d_metadata.json"]) == json.loads((scan / "raw_data/scan4d_metadata.json").read_text())
    assert json.loads(texts["cameras/frame_00001.json"]) == json.loads((scan / "raw_data/cameras/frame_00001.json").read_text())
    assert json.loads(texts["mesh_info.json"]) == json.loads((scan / "raw_data/mesh_info.json").read_text()) | {"num_frames": 2}
    # The bytes of each sample stand in the wrong order: 1500 is 0x05DC.
    assert png(texts["depth/frame_00001.png"]) == [[0xDC05] * 8] * 6
    assert texts["confidence/frame_00001.png"] == (scan / "raw_data/confidence/frame_00001.png").read_bytes()
    mine = json.loads(package(of("old", "raw", "zip"), set())["transforms.json"])
    theirs = json.loads((scan / "raw_data/transforms.json").read_text())
    assert mine == theirs | {"frames": theirs["frames"][:2]}
    flat = package(of("old", "polycam", "zip"), {"cameras/frame_00001.json"})
    assert "scan4d_metadata.json" not in flat and "stitching.json" not in flat


def vertices(path):
    """Positions and colours of a binary PLY, and the number of its faces."""
    data = path.read_bytes()
    end = data.index(b"end_header\n") + 11
    lines = data[:end].decode().split("\n")
    kinds = {"float": "f", "uchar": "B", "double": "d", "int": "i", "uint": "I", "ushort": "H", "short": "h", "char": "b"}
    elements, properties = {}, {}
    for line in lines:
        words = line.split()
        if words[:1] == ["element"]:
            elements[words[1]] = int(words[2])
        if words[:1] == ["property"] and words[1] != "list":
            properties.setdefault(list(elements)[-1], []).append((kinds[words[1]], words[2]))
    row = struct.Struct("<" + "".join(kind for kind, _ in properties["vertex"]))
    names = [name for _, name in properties["vertex"]]
    rows = [dict(zip(names, row.unpack_from(data, end + index * row.size))) for index in range(elements["vertex"])]
    return rows, elements["face"], "classification" in str(properties)


def main():
    with tempfile.TemporaryDirectory() as home:
        run = subprocess.run([sys.argv[1], home], capture_output=True, text=True)
        print(run.stdout, end="")
        assert run.returncode == 0, run.stderr[-500:]
        assert "cancelled: true, files left: 0" in run.stdout
        assert "guarded: output.consent-missing, files left: 0" in run.stdout
        assert run.stdout.count("Progress grew to 1.0") == 6
        out = {path.name: path for path in (pathlib.Path(home) / "exports").iterdir()}
        files = {name: path for name, path in out.items() if NAME.fullmatch(name)}
        assert len(files) == 11 and set(out) - set(files) <= {n for n in out if n.endswith((".mtl", ".png"))}, sorted(out)

        def of(scan, kind, ending):
            return files[f"scan4d_Café_1_2_{scan}_{kind}_1790000000_7A1CFE99.{ending}"]
        texts = package(of("Küche", "scan4d", "zip"), {"scan4d_metadata.json", "mesh.obj", "mesh_info.json", "cameras/frame_00000.json"})
        scan = pathlib.Path(home) / "scan"
        metadata = json.loads(texts["scan4d_metadata.json"])
        assert metadata.pop("meshconv")["depth_byte_order"] == "big"
        assert metadata == json.loads((scan / "raw_data/scan4d_metadata.json").read_text()), "all members, and no others"
        assert texts["relocalization.worldmap"] == (scan / "arworldmap.map").read_bytes()
        for name in ("registration.json", "roomplan_raw.json"):
            assert texts[name] == (scan / name).read_bytes(), name
        assert json.loads(texts["stitching.json"])["links"][0]["id"] == "3" and "graph.json" not in texts
        check_old(scan, of)
        assert json.loads(texts["mesh_info.json"])["num_frames"] == 2
        raw = package(of("Küche", "raw", "zip"), set())
        for one in (texts, raw, package(of("Küche", "polycam", "zip"), {"cameras/frame_00001.json"})):
            check_persons(one, "images/frame_00000.png", "images/frame_00001.png")
        frames = json.loads(raw["transforms.json"])["frames"]
        # Rows, unlike the app's own files.
        assert [frame["transform_matrix"][0] for frame in frames] == [[1, 0, 0, 0], [1, 0, 0, 1]]

        rows, faces, _ = vertices(of("Küche", "ply", "ply"))
        # The vertex that no face uses, left over from a person, is removed; colours are bytes.
        assert (len(rows), faces) == (4, 2)
        assert [(row["red"], row["green"], row["blue"]) for row in rows] == [(255, 0, 0), (0, 255, 0), (0, 0, 255), (128, 128, 128)]
        colored = [line.split()[4:7] for line in of("Küche", "obj", "obj").read_text().splitlines() if line.startswith("v ")]
        assert colored[:2] == [["1", "0", "0"], ["0", "1", "0"]] and len(colored) == 4, colored
        for scan in ("Küche", "live"):
            with zipfile.ZipFile(of(scan, "usdz", "usdz")) as file:
                first = file.infolist()[0]
                assert first.filename.endswith((".usdc", ".usda")) and all(info.compress_type == 0 for info in file.infolist())
                # The exact colours are in the crate, whose tokens are compressed, and in a texture for Quick Look.
                assert b"display" in file.read(first) and any(info.filename.endswith(".png") for info in file.infolist())
        rows, faces, _ = vertices(of("live", "ply", "ply"))
        # Two blocks of two triangles; one triangle is a person's and removed with its corner.
        assert (len(rows), faces) == (7, 3), (len(rows), faces)
    print("the exports are as an app would hand them over")


if __name__ == "__main__":
    main()
