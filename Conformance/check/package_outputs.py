#!/usr/bin/env python3
"""Checks by the rules of other programs the packages that meshconv writes.    usage: package_outputs.py MESHCONV [SCHEMAS]

This script makes a Scan4D package of a box room: twelve cameras with different poses, two of them keyframes of another
size, one without depth, depth in the wrong byte order, as the app writes it. meshconv writes it in each variant, as
archive and as folder. The readers beside this file, which follow the rules of Nerfstudio, Polycam's readers and COLMAP, must
accept it and find the room's corners on the right pixels within 0.01. JSON is validated with the schemas in SCHEMAS (the
app's own, from the repository WiseLabCMU/wisescan-ios) if `jsonschema` can be imported. Without numpy and Pillow it says so
and succeeds.
"""
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

CORNERS = [(x, y, z) for x in (-2, 2) for y in (0, 2.6) for z in (-1.5, 1.5)]
FRAMES = 12
KEYFRAMES = {3, 8}
WITHOUT_DEPTH = {5}


def pose(index):
    import numpy
    random = numpy.random.default_rng(index)
    yaw, pitch, roll = random.uniform(-3, 3), random.uniform(-0.6, 0.6), random.uniform(-0.4, 0.4)

    def turn(axis, angle):
        c, s = numpy.cos(angle), numpy.sin(angle)
        matrix = numpy.eye(3)
        a, b = [(1, 2), (2, 0), (0, 1)][axis]
        matrix[a, a] = matrix[b, b] = c
        matrix[b, a], matrix[a, b] = s, -s
        return matrix

    matrix = numpy.eye(4)
    matrix[:3, :3] = turn(1, yaw) @ turn(0, pitch) @ turn(2, roll)
    matrix[:3, 3] = random.uniform(-1, 1), random.uniform(1, 1.8), random.uniform(-1, 1)
    return matrix


def intrinsics(index):
    scale = 2 if index in KEYFRAMES else 1
    return 361 * scale, 361 * scale, 241.3 * scale, 178.6 * scale, 480 * scale, 360 * scale


def depth(index):
    import numpy
    rows, columns = numpy.mgrid[0:48, 0:64]
    return (1200 + 13 * columns + 7 * rows + index).astype(numpy.uint16)


def make(path):
    """The package, and the bytes of its images by frame."""
    import numpy
    from PIL import Image
    images = {}
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
        for index in range(FRAMES):
            name = f"frame_{index:05}"
            fx, fy, cx, cy, width, height = intrinsics(index)
            picture = io.BytesIO()
            Image.new("RGB", (width, height), (20 * index, 128, 255 - 20 * index)).save(picture, "JPEG", quality=85)
            images[name] = picture.getvalue()
            file.writestr(f"staging/images/{name}.jpg", picture.getvalue())
            camera = {f"t_{r}{c}": float(pose(index)[r, c]) for r in range(3) for c in range(4)}
            camera |= {"fx": fx, "fy": fy, "cx": cx, "cy": cy, "width": width, "height": height, "blur_score": 1.0,
                       "image_path": f"images/{name}.jpg"}
            if index in KEYFRAMES:
                camera |= {"is_keyframe": True, "sharpness": 61.5, "exposure_duration_s": 0.02}
            if index not in WITHOUT_DEPTH:
                for folder, values in (("depth", depth(index).byteswap()), ("confidence", (depth(index) % 3).astype(numpy.uint8))):
                    camera[f"{folder}_path"] = f"{folder}/{name}.png"
                    buffer = io.BytesIO()
                    Image.fromarray(values).save(buffer, "PNG")
                    file.writestr(f"staging/{folder}/{name}.png", buffer.getvalue())
            file.writestr(f"staging/cameras/{name}.json", json.dumps(camera))
        file.writestr("staging/mesh_info.json", json.dumps(
            {"num_frames": FRAMES, "image_width": 480, "image_height": 360, "coordinate_system": "arkit"}))
        file.writestr("staging/scan4d_metadata.json", json.dumps({
            "timestamp": 1790000000.25, "device": "Phone", "os_name": "iOS", "os_version": "19.0", "app_version": "0.5",
            "build_type": "release", "privacy_filter": False, "keyframe_count": 2, "later": {"than": ["us", 1]}}))
    return images


def pixels(camera):
    """The room's corners in front of a camera: u, v for each, None behind."""
    import numpy
    fx, fy, cx, cy, matrix = camera
    found = []
    for corner in CORNERS:
        x, y, z = matrix[:3, :3].T @ (numpy.array(corner) - matrix[:3, 3])
        found.append(None if z > -0.05 else (cx + fx * x / -z, cy - fy * y / -z))
    return found


def compare(cameras, faults, label, ordered=False):
    """Cameras by name, or in order if names differ."""
    if len(cameras) != FRAMES:
        faults.append(f"{label}: {len(cameras)} cameras")
    names = sorted(cameras)
    for index in range(min(FRAMES, len(names))):
        name = names[index] if ordered else f"frame_{index:05}"
        expected = pixels((*intrinsics(index)[:4], pose(index)))
        for one, other in zip(expected, pixels(cameras[name])):
            if (one is None) != (other is None) or one and max(abs(one[0] - other[0]), abs(one[1] - other[1])) > 0.01:
                faults.append(f"{label}: {name}: {one} became {other}")


def check_depth(folder, order, faults, label):
    import numpy
    from PIL import Image
    for index in range(FRAMES):
        path = folder / "depth" / f"frame_{index:05}.png"
        if index in WITHOUT_DEPTH:
            if path.is_file() and numpy.array(Image.open(path)).any():
                faults.append(f"{label}: depth out of nothing")
            continue
        found = numpy.array(Image.open(path)).astype(numpy.uint16)
        found = found if order == "big" else found.byteswap()
        if not (found == depth(index)).all():
            faults.append(f"{label}: depth of frame {index}")


def validate(folder, schemas, faults, label):
    """Validates JSON with the app's own schemas, except for `depth_path`, which the app itself leaves out."""
    if not schemas or importlib.util.find_spec("jsonschema") is None:
        return 0
    import jsonschema
    count = 0
    for path in sorted(folder.rglob("*.json")):
        kind = {"scan4d_metadata.json": "scan4d_metadata", "mesh_info.json": "polycam_mesh_info", "transforms.json": "transforms"}.get(path.name)
        kind = kind or ("polycam_camera" if path.parent.name == "cameras" else None)
        if kind is None:
            continue
        document = json.loads(path.read_text())
        if kind == "transforms" and "w" not in document:
            continue  # Frames of several sizes: no shared intrinsics, which the schema requires.
        schema = json.loads((schemas / f"{kind}.schema.json").read_text())
        for error in jsonschema.Draft7Validator(schema).iter_errors(document):
            if "'depth_path' is a required property" not in error.message:
                faults.append(f"{label}: {path.name}: {error.message[:120]}")
        count += 1
    return count


def main():
    missing = [name for name in ("numpy", "PIL") if importlib.util.find_spec(name) is None]
    if missing:
        print("not checked, for want of " + ", ".join(missing))
        return 0
    import colmap_reader
    import nerfstudio_reader
    import polycam_reader
    program = sys.argv[1]
    schemas = pathlib.Path(sys.argv[2]) if len(sys.argv) > 2 else None
    faults, documents, outputs = [], 0, 0
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        images = make(home / "scan.zip")

        def convert(target, *words, source=home / "scan.zip"):
            nonlocal outputs
            outputs += 1
            run = subprocess.run([program, "convert", str(source), str(target), *words], capture_output=True, text=True)
            if run.returncode:
                faults.append(f"{' '.join(words)}: exit {run.returncode}: {run.stderr.strip()[:300]}")
            return run.returncode == 0

        for profile in ("scan4d", "scan4d-0.5"):
            order = "big" if profile == "scan4d" else "little"
            for variant in ("scan4d", "polycam", "raw", "colmap", "colmap-binary", "polycam-keyframes"):
                label = f"{variant} {profile}"
                words = ["--to", variant, "--set", f"profile={profile}"]
                folder, archive = home / f"{variant}-{profile}", home / f"{variant}-{profile}.zip"
                if not convert(folder, *words) or not convert(archive, *words):
                    continue
                again = home / "again.zip"
                convert(again, *words, "--set", "flat=true")
                with zipfile.ZipFile(archive) as file, zipfile.ZipFile(again) as flat:
                    inside = {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}
                    top = {name.split("/")[0] for name in file.namelist()}
                    if top != {archive.name[:-4]} or file.testzip() or file.namelist() != sorted(file.namelist()):
                        faults.append(f"{label}: folder {top}")
                    if {name.split("/", 1)[1]: file.read(name) for name in file.namelist()} != inside:
                        faults.append(f"{label}: archive and folder differ")
                    if {name: flat.read(name) for name in flat.namelist()} != inside:
                        faults.append(f"{label}: flat archive and folder differ")
                again.unlink()
                base = folder / "keyframes" if variant == "polycam-keyframes" else folder
                kept = [path.read_bytes() for path in sorted((base / "images").iterdir())]
                if kept != [images[name] for name in sorted(images)]:
                    faults.append(f"{label}: pictures are other ones")
                documents += validate(folder, schemas, faults, label)
                try:
                    if variant == "raw" and profile == "scan4d":
                        compare(nerfstudio_reader.read(folder), faults, label)
                    elif variant == "raw":
                        # Columns, as the app writes them, are refused.
                        try:
                            nerfstudio_reader.read(folder)
                            faults.append(f"{label}: accepted")
                        except nerfstudio_reader.Refused:
                            pass
                    elif variant == "polycam-keyframes" and profile == "scan4d":
                        compare(polycam_reader.read(archive), faults, label, ordered=True)
                    elif variant.startswith("colmap"):
                        compare(colmap_reader.read(folder)[0], faults, label)
                    if variant in ("scan4d", "polycam", "raw"):
                        check_depth(folder, order, faults, label)
                except Exception as error:
                    faults.append(f"{label}: {type(error).__name__}: {error}")
        for rule, frames in (("drop-depth", 12), ("leave-out", 11), ("zero-depth", 12)):
            folder = home / rule
            if convert(folder, "--for", "nerfstudio", "--set", f"frames-without-depth={rule}"):
                try:
                    if len(nerfstudio_reader.read(folder)) != frames:
                        faults.append(f"{rule}: not {frames} frames")
                except nerfstudio_reader.Refused as error:
                    faults.append(f"{rule}: {error}")
        if convert(home / "mixed", "--to", "raw", "--set", "frames-without-depth=omit-path"):
            try:
                nerfstudio_reader.read(home / "mixed")
                faults.append("omit-path: accepted")
            except nerfstudio_reader.Refused:
                pass
        # There and back: from the corrected conventions, the app's own ones are restored.
        if convert(home / "back.zip", "--to", "raw", "--set", "profile=scan4d-0.5", source=home / "scan4d-scan4d.zip"):
            with zipfile.ZipFile(home / "back.zip") as file:
                frames = json.loads(file.read("back/transforms.json"))["frames"]
                if any(abs(frames[i]["transform_matrix"][3][k] - pose(i)[k, 3]) > 1e-9 for i in range(FRAMES) for k in range(3)):
                    faults.append("back: columns")
    for fault in faults[:40]:
        print(fault)
    print(f"{outputs} packages written, {documents} documents held against schemas, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
