#!/usr/bin/env python3
"""Checks the faces that meshconv cuts from 360° stills, against pictures that a pinhole camera would take.
usage: cube_faces.py MESHCONV

A scan is made as the device keeps it: two stills of a room with checkered walls, rendered with the formula of the sidecars (the
article Scan packages in Sources/MeshConvert/MeshConvert.docc), one JPEG file, one PNG file with its horizon 3° too low, and
masks. The same room is rendered directly for the camera of each face that comes out, as that camera's file says it: the poses
are right only if the pictures are equal. COLMAP's model must have the same cameras. Without numpy and Pillow it says so and
succeeds.
"""
import importlib.util
import io
import json
import pathlib
import subprocess
import sys
import tempfile

FACES = {"front": (0, 0, -1), "right": (1, 0, 0), "back": (0, 0, 1), "left": (-1, 0, 0), "up": (0, 1, 0), "down": (0, -1, 0)}
WIDTH = 2048
LOW, HIGH = (-2, 0, -1.5), (2, 2.6, 1.5)
# Each: yaw in degrees, place, elevation, how the picture is stored.
STILLS = {"still_0001": (30, (0.3, 1.5, -0.2), 0, "JPG"), "still_0002": (-100, (-0.9, 1.2, 0.6), 3, "png")}


def room(origin, rays):
    """The colours that rays see from a place in the room: soft checkers of half a metre, another colour for each wall."""
    import numpy
    with numpy.errstate(divide="ignore"):
        far = numpy.where(rays > 0, numpy.array(HIGH) - origin, numpy.array(LOW) - origin) / rays
    far[~numpy.isfinite(far)] = numpy.inf
    axis = far.argmin(-1)
    points = origin + rays * far.min(-1)[..., None]
    side = numpy.take_along_axis(rays, axis[..., None], -1)[..., 0] > 0
    waves = numpy.sin(points * 2 * numpy.pi)
    waves[axis[..., None] == numpy.arange(3)] = 1
    checker = waves.prod(-1)
    hue = numpy.array([[200, 90, 80], [80, 190, 90], [70, 100, 200], [190, 180, 60], [60, 180, 180], [180, 80, 170]])
    return hue[axis * 2 + side] + 45 * checker[..., None]


def turn(yaw):
    import numpy
    c, s = numpy.cos(numpy.radians(yaw)), numpy.sin(numpy.radians(yaw))
    return numpy.array([[c, 0, s], [0, 1, 0], [-s, 0, c]])


def directions(width, elevation):
    """The rays of a still's pixels in its camera: u = (yaw + π) / 2π · W, v = (π/2 − pitch + elevation) / π · H."""
    import numpy
    v, u = numpy.mgrid[0:width // 2, 0:width] + 0.5
    yaw = u / width * 2 * numpy.pi - numpy.pi
    pitch = numpy.pi / 2 + numpy.radians(elevation) - v / (width // 2) * numpy.pi
    return numpy.stack([numpy.sin(yaw) * numpy.cos(pitch), numpy.sin(pitch), -numpy.cos(yaw) * numpy.cos(pitch)], -1)


def kept(rays):
    """The masks ignore what is more than 60° below the horizon."""
    import numpy
    return rays[..., 1] / numpy.linalg.norm(rays, axis=-1) > -numpy.sin(numpy.radians(60))


def file(pixels, kind):
    import numpy
    from PIL import Image
    buffer = io.BytesIO()
    Image.fromarray(numpy.clip(pixels.round(), 0, 255).astype(numpy.uint8)).save(buffer, kind, quality=97, subsampling=0)
    return buffer.getvalue()


def make(folder):
    import numpy
    raw = folder / "raw_data"
    for name in ("images", "equirect_stills", "equirect_masks"):
        (raw / name).mkdir(parents=True)
    (raw / "images/frame_00000.jpg").write_bytes(file(numpy.full((48, 64, 3), 90), "JPEG"))
    (raw / "transforms.json").write_text(json.dumps({
        "fl_x": 50, "fl_y": 50, "cx": 32, "cy": 24, "w": 64, "h": 48, "frames": [
            {"file_path": "images/frame_00000.jpg", "transform_matrix": [[1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 1.5, 0, 1]]}]}))
    (folder / "scan4d_metadata.json").write_text(json.dumps({"timestamp": 1, "privacy_filter": False}))
    for name, (yaw, place, elevation, ending) in STILLS.items():
        rays = directions(WIDTH, elevation)
        pixels = room(numpy.array(place), rays @ turn(yaw).T)
        (raw / f"equirect_stills/{name}.{ending}").write_bytes(file(pixels, "PNG" if ending == "png" else "JPEG"))
        (raw / f"equirect_masks/{name}.png").write_bytes(file(kept(directions(512, elevation)) * 255.0, "PNG"))
        pose = numpy.eye(4)
        pose[:3, :3], pose[:3, 3] = turn(yaw), place
        (raw / f"equirect_stills/{name}.json").write_text(json.dumps({
            "sequence": int(name[-4:]), "still_source": "RICOH THETA Z1", "cam_transform": pose.T.flatten().tolist(),
            "phone_transform": numpy.eye(4).flatten().tolist(), "elevation_offset_deg": elevation}))


def check(folder, name, face, side, quality):
    """Compares a face with a rendering from the camera that its file states; returns the camera-to-world."""
    import numpy
    from PIL import Image
    camera = json.loads((folder / f"cameras/{name}_{face}.json").read_text())
    pose = numpy.array([[camera[f"t_{r}{c}"] for c in range(4)] for r in range(3)])
    yaw, place, elevation, _ = STILLS[name]
    assert numpy.allclose(pose[:, 3], place) and numpy.allclose(-pose[:, 2], turn(yaw) @ FACES[face]), f"{name} {face}: {pose}"
    assert camera["width"] == camera["height"] == side and camera["fx"] == camera["cx"] == side / 2
    v, u = numpy.mgrid[0:side, 0:side] + 0.5
    rays = numpy.stack([(u - camera["cx"]) / camera["fx"], (camera["cy"] - v) / camera["fy"], numpy.full(u.shape, -1)], -1)
    expected = numpy.clip(room(pose[:, 3], rays @ pose[:, :3].T), 0, 255)
    found = numpy.array(Image.open(folder / f"images/{name}_{face}.jpg"), float)
    quality.append(10 * numpy.log10(255 ** 2 / ((found - expected) ** 2).mean()))
    assert quality[-1] > 35, f"{name} {face}: {quality[-1]:.1f} dB"
    mask = numpy.array(Image.open(folder / f"masks/{name}_{face}.png"))
    v, u = numpy.mgrid[0:mask.shape[0], 0:mask.shape[1]] + 0.5
    half = mask.shape[0] / 2
    rays = numpy.stack([u / half - 1, 1 - v / half, numpy.full(u.shape, -1)], -1) @ (turn(yaw).T @ pose[:, :3]).T
    wrong = ((mask > 0) != kept(rays)).mean()
    assert wrong < 0.02, f"{name} {face}: {wrong:.1%} of the mask"
    return numpy.vstack([pose, [0, 0, 0, 1]])


def main():
    if not (importlib.util.find_spec("numpy") and importlib.util.find_spec("PIL")):
        print("faces of 360° stills: numpy or Pillow is missing, nothing was checked")
        return
    import numpy
    import colmap_reader
    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        make(home / "scan")
        for variant in ("scan4d", "colmap"):
            subprocess.run([sys.argv[1], "convert", home / "scan", home / variant, "--to", variant, "-q"], check=True)
        quality = []
        poses = {f"{name}_{face}": check(home / "scan4d", name, face, WIDTH // 4, quality) for name in STILLS for face in FACES}
        cameras, _ = colmap_reader.read(home / "colmap")
        for name, pose in poses.items():
            fx, fy, cx, cy, matrix = cameras[name]
            assert numpy.allclose(matrix, pose, atol=1e-9) and (fx, fy, cx, cy) == (WIDTH / 8,) * 4, name
        print(f"faces of 360° stills: {len(quality)} are as a camera would see them, {min(quality):.1f} dB and more")


if __name__ == "__main__":
    main()
