#!/usr/bin/env python3
"""Converts packages of the test room, of every kind, to every variant and profile.
usage: scene_packages.py MESHCONV MESHCONFORMANCE [SCHEMAS]

`meshconformance --scene-s` writes the packages, and the true values of the scene into truth.json. Each package is checked and
converted. Poses, intrinsics, depth, confidence and pictures are read back here, without meshconv's code and without packages
of Python's index. JSON is validated with the app's schemas (from WiseLabCMU/wisescan-ios) if SCHEMAS has them.
"""
import concurrent.futures
import hashlib
import json
import os
import pathlib
import struct
import subprocess
import sys
import tempfile
import zipfile

import draft7
import gray_png

VARIANTS = ("scan4d", "polycam", "raw", "colmap", "colmap-binary", "polycam-keyframes")
PROFILES = ("scan4d", "scan4d-0.5")
SCHEMAS = {"scan4d_metadata.json": "scan4d_metadata", "mesh_info.json": "polycam_mesh_info", "transforms.json": "transforms",
           "stitching.json": "stitching", "roomplan.json": "roomplan"}
# These only test sizes and names: two targets are enough for them.
NEED_PHOTOS = {"raw", "colmap", "colmap-binary", "polycam-keyframes"}
FEW = ("litter", "wrapped", "streamed", "zip64", "folder", "deflated", "colors", "zero", "unsure")


def rotation(w, x, y, z):
    return [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]


def world(q, t):
    """COLMAP's world-to-camera as camera-to-world rows."""
    r = rotation(*q)
    sign = (1, -1, -1)
    rows = [[r[k][i] * sign[k] for k in range(3)] for i in range(3)]
    return [rows[i] + [-sum(r[k][i] * t[k] for k in range(3))] for i in range(3)] + [[0, 0, 0, 1]]


def colmap_text(folder):
    lines = [line.split() for line in (folder / "cameras.txt").read_text().splitlines() if not line.startswith("#")]
    assert all(line[1] == "PINHOLE" for line in lines)
    cameras = {line[0]: [float(word) for word in line[4:8] + line[2:4]] for line in lines}
    images = [line.split() for line in (folder / "images.txt").read_text().splitlines() if line and not line.startswith("#")]
    return {line[9]: (world([float(w) for w in line[1:5]], [float(w) for w in line[5:8]]), cameras[line[8]]) for line in images}


def colmap_binary(folder):
    data, cameras, found = (folder / "cameras.bin").read_bytes(), {}, {}
    for index in range(struct.unpack_from("<Q", data)[0]):
        number, model, width, height, *lens = struct.unpack_from("<iiQQ4d", data, 8 + index * 56)
        assert model == 1
        cameras[number] = lens + [width, height]
    data, place = (folder / "images.bin").read_bytes(), 8
    for _ in range(struct.unpack_from("<Q", data)[0]):
        numbers = struct.unpack_from("<i7di", data, place)
        end = data.index(b"\0", place + 64)
        assert struct.unpack_from("<Q", data, end + 1)[0] == 0
        found[data[place + 64:end].decode()] = (world(numbers[1:5], numbers[5:8]), cameras[numbers[8]])
        place = end + 9
    assert place == len(data)
    return found


def cameras(folder, variant, profile):
    """Camera-to-world rows and lens by the stem of the picture."""
    found = {}
    if variant == "raw":
        document = json.loads((folder / "transforms.json").read_text())
        for frame in document["frames"]:
            matrix = frame["transform_matrix"]
            matrix = matrix if profile == "scan4d" else [list(row) for row in zip(*matrix)]
            lens = [frame.get(key, document.get(key)) for key in ("fl_x", "fl_y", "cx", "cy", "w", "h")]
            if profile == "scan4d" and any(key in frame and key in document for key in ("fl_x", "w")):
                raise AssertionError("intrinsics for all beside those of a frame")
            found[pathlib.Path(frame["file_path"]).stem] = (matrix, lens)
            for key in ("file_path", "depth_file_path", "confidence_file_path", "mask_path"):
                assert key not in frame or (folder / frame[key]).is_file(), key
    elif variant.startswith("colmap"):
        read = colmap_text if variant == "colmap" else colmap_binary
        found = {pathlib.Path(name).stem: camera for name, camera in read(folder / "sparse/0").items()}
    else:
        base = folder / "keyframes" if variant == "polycam-keyframes" else folder
        for path in (base / "cameras").glob("*.json"):
            camera = json.loads(path.read_text())
            matrix = [[camera[f"t_{r}{c}"] for c in range(4)] for r in range(3)] + [[0, 0, 0, 1]]
            found[path.stem] = (matrix, [camera[key] for key in ("fx", "fy", "cx", "cy", "width", "height")])
            for key in ("image_path", "depth_path", "confidence_path"):
                assert key not in camera or (folder / camera[key]).is_file(), key
    return found


class Check:
    def __init__(self, program, home, scenes, schemas):
        self.program, self.home, self.scenes, self.schemas = program, home, scenes, schemas
        self.truth = json.loads((scenes / "truth.json").read_text())
        self.documents = self.outputs = 0

    def run(self, *words):
        return subprocess.run([self.program, *map(str, words)], capture_output=True, text=True)

    def source(self, path):
        """The bytes of a package's files by their paths, without the folder around them."""
        if path.is_dir():
            files = {p.relative_to(path).as_posix(): p.read_bytes() for p in path.rglob("*") if p.is_file()}
        else:
            with zipfile.ZipFile(path) as file:
                files = {name: file.read(name) for name in file.namelist()}
        return {name.removeprefix("staging_7A1C/"): data for name, data in files.items()}

    def package(self, path):
        faults, name = [], path.stem if path.suffix == ".zip" else path.name
        kind, form = name.split("-", 1)
        files = self.source(path)
        checked = self.run("check", path, "--json")
        if checked.returncode or json.loads(checked.stdout)["errors"]:
            faults.append(f"{name}: check ends with {checked.returncode}")
        few = any(word in form for word in FEW)
        for profile in PROFILES:
            for variant in ("scan4d", "raw") if few else VARIANTS:
                label, folder = f"{name} to {variant} {profile}", self.home / f"{name}-{variant}-{profile}"
                words = ["--to", variant, "--set", f"profile={profile}", "--set", "privacy-consent=true"]
                run = self.run("convert", path, folder, *words)
                pictures = sum(p.rsplit(".", 1)[-1] in ("jpg", "png") and "frame_" in p + "/" or "/images/" in f"/{p}"
                               for p in files if "depth" not in p and "conf" not in p and "._" not in p)
                is_png = not any(p.endswith(".jpg") for p in files)
                # Polycam's keyframes are JPEG, and all of these are nothing without photos (Stray Scanner has a film).
                if variant == "polycam-keyframes" and is_png and pictures or not pictures and variant in NEED_PHOTOS:
                    if run.returncode != 69 or folder.exists():
                        faults.append(f"{label}: photos that don't fit or are none, exit {run.returncode}")
                    continue
                self.outputs += 1
                if run.returncode:
                    faults.append(f"{label}: exit {run.returncode}: {run.stderr.strip()[:300]}")
                    continue
                try:
                    self.compare(files, kind, form, folder, variant, profile)
                except (AssertionError, KeyError, ValueError, OSError) as error:
                    faults.append(f"{label}: {type(error).__name__}: {error}")
                faults += [f"{label}: {text}" for text in self.validate(folder)]
                if form == "plain" and pictures:
                    faults += [f"{label}: {text}" for text in self.archive(path, folder, words)]
        return faults

    def compare(self, files, kind, form, folder, variant, profile):
        views = list(self.truth["views"])
        if form == "wall":
            views.append({"name": "frame_00099", "depth": [2830] * 3072})
        if kind == "scannerApp":
            views = views[::3]
        if kind == "stray":
            views = []
        found = cameras(folder, variant, profile)
        assert len(found) == len(views), f"{len(found)} cameras of {len(views)}"
        base = folder / "keyframes" if variant == "polycam-keyframes" else folder
        written = sorted((base / "images").iterdir()) if views else []
        assert len(written) == len(views), f"{len(written)} pictures"
        sources = sorted(p for p in files if ("images/" in p or kind == "scannerApp" and p.startswith("frame_"))
                         and p.endswith((".png", ".jpg")) and "._" not in p)
        digest = lambda data: hashlib.sha256(data).digest()
        assert [digest(p.read_bytes()) for p in written] == [digest(files[p]) for p in sources], "pictures are other ones"
        for view, picture in zip(views, written):
            matrix, lens = found[picture.stem]
            if "pose" in view and form != "placed":
                worst = max(abs(matrix[r][c] - view["pose"][r * 4 + c]) for r in range(4) for c in range(4))
                assert worst < 1e-6, f"pose of {view['name']}: {worst}"
            if "lens" in view:
                assert all(abs(a - b) < 1e-4 for a, b in zip(lens, view["lens"])), f"lens of {view['name']}: {lens}"
            if variant.startswith("colmap"):
                assert not (folder / "depth").exists()
                continue
            data = (base / "depth" / f"{picture.stem}.png").read_bytes()
            width, height, bits, channels, samples = gray_png.read(data)
            assert (width, height, bits, channels) == (64, 48, 16, 1)
            if profile == "scan4d-0.5":
                samples = [(s & 255) << 8 | s >> 8 for s in samples]
            assert samples == view["depth"], f"depth of {view['name']}"
            own = next((p for p in files if p.endswith(f"depth/{view['name']}.png")), None)
            order = "little" if form in ("little", "app") else "big"
            if own and form != "mixed" and order == ("big" if profile == "scan4d" else "little"):
                assert digest(files[own]) == digest(data), "depth that needs no change was changed"
            self.confidence(base / "confidence" / f"{picture.stem}.png", form, variant, profile)

    @staticmethod
    def confidence(path, form, variant, profile):
        assert path.exists() == (form != "unsure"), "confidence"
        if form == "unsure":
            return
        # ARKit's levels, as the app writes them everywhere; Polycam's own layout has its own numbers.
        high = 255 if variant == "polycam-keyframes" and profile == "scan4d" else 2
        samples = gray_png.read(path.read_bytes())[4]
        expected = [0 if form == "zero" or x < 4 or x >= 60 or y < 4 or y >= 44 else high for y in range(48) for x in range(64)]
        assert samples == expected, f"confidence {sorted(set(samples))}"

    def validate(self, folder):
        for path in sorted(folder.rglob("*.json")):
            document = json.loads(path.read_text())
            if not self.schemas:
                continue
            parent = path.parent.name
            kind = SCHEMAS.get(path.name) or {"cameras": "polycam_camera", "equirect_stills": "equirect_still"}.get(parent)
            if kind is None or kind == "transforms" and "w" not in document:
                continue  # Frames of several sizes: no shared intrinsics, which the schema requires.
            self.documents += 1
            schema = json.loads((self.schemas / f"{kind}.schema.json").read_text())
            for text in draft7.faults(document, schema):
                yield f"{path.relative_to(folder)}: {text[:160]}"

    def archive(self, path, folder, words):
        archive = folder.with_name(folder.name + ".zip")
        run = self.run("convert", path, archive, *words)
        if run.returncode:
            yield f"exit {run.returncode} as an archive"
            return
        with zipfile.ZipFile(archive) as file:
            if file.testzip() or file.namelist() != sorted(file.namelist()):
                yield "a broken archive"
            inside = {name.split("/", 1)[1]: file.read(name) for name in file.namelist()}
        if inside != {p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()}:
            yield "archive and folder differ"


def main():
    program, conformance = sys.argv[1:3]
    schemas = pathlib.Path(sys.argv[3]) if len(sys.argv) > 3 else None
    with tempfile.TemporaryDirectory() as home:
        scenes = pathlib.Path(home) / "scenes"
        subprocess.run([conformance, "--scene-s", str(scenes)], check=True, stdout=subprocess.DEVNULL)
        check = Check(program, pathlib.Path(home) / "out", scenes, schemas)
        check.home.mkdir()
        packages = sorted(p for p in scenes.iterdir() if p.name != "truth.json")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            faults = [fault for found in pool.map(check.package, packages) for fault in found]
    for fault in faults[:40]:
        print(fault)
    print(f"{len(packages)} packages of the test scene, {check.outputs} conversions, {check.documents} documents held "
          f"against schemas, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
