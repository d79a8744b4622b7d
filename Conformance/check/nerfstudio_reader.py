"""Checks a folder with transforms.json as Nerfstudio's dataparser does, without torch (N1 to N8: the article Scan packages in
Sources/MeshConvert/MeshConvert.docc).

`read(folder)` returns the cameras by name: (fl_x, fl_y, cx, cy, camera-to-world as 4 × 4 rows), or raises Refused.
"""
import json
import pathlib

import numpy
from PIL import Image

MODELS = {"SIMPLE_PINHOLE", "PINHOLE", "SIMPLE_RADIAL", "RADIAL", "OPENCV", "OPENCV_FISHEYE", "EQUIRECTANGULAR"}


class Refused(Exception):
    pass


def need(condition, text):
    if not condition:
        raise Refused(text)


def read(folder):
    folder = pathlib.Path(folder)
    need((folder / "transforms.json").is_file(), "N1: no transforms.json")
    data = json.loads((folder / "transforms.json").read_text())
    frames = sorted(data["frames"], key=lambda frame: frame["file_path"])
    need(frames, "no frames")
    names = [pathlib.Path(frame["file_path"]).name for frame in frames]
    need(len(set(names)) == len(names), "N8: basenames repeat")
    fixed = {key: key in data for key in ("fl_x", "fl_y", "cx", "cy", "h", "w")}
    need(data.get("camera_model", "OPENCV") in MODELS, "N3: " + str(data.get("camera_model")))
    depths = sum("depth_file_path" in frame for frame in frames)
    masks = sum("mask_path" in frame for frame in frames)
    need(depths in (0, len(frames)), f"N5: depth on {depths} of {len(frames)} frames")
    need(masks in (0, len(frames)), f"N5: masks on {masks} of {len(frames)} frames")
    cameras = {}
    for frame, name in zip(frames, names):
        path = pathlib.Path(frame["file_path"])
        need(not path.is_absolute() and (folder / path).is_file(), f"N1: {path}")
        numbers = {}
        for key, is_fixed in fixed.items():
            need(is_fixed or key in frame, f"N2: {key} neither for all nor on {name}")
            # As in Nerfstudio: the shared number counts, whatever the frame says.
            numbers[key] = data[key] if is_fixed else frame[key]
        with Image.open(folder / path) as image:
            need(image.size == (numbers["w"], numbers["h"]), f"N2: {name} is {image.size}")
        pose = numpy.array(frame["transform_matrix"], dtype=float)
        need(pose.shape == (4, 4) and numpy.allclose(pose[3], [0, 0, 0, 1]), f"N4: rows of {name}")
        need(numpy.allclose(pose[:3, :3] @ pose[:3, :3].T, numpy.eye(3), atol=1e-4), f"N4: {name} is no rotation")
        if depths:
            with Image.open(folder / frame["depth_file_path"]) as depth:
                need(depth.mode.startswith("I"), f"N5: depth of {name} is {depth.mode}")
        cameras[path.stem] = (numbers["fl_x"], numbers["fl_y"], numbers["cx"], numbers["cy"], pose)
    centres = numpy.array([camera[4][:3, 3] for camera in cameras.values()])
    need(len(centres) < 2 or numpy.abs(centres - centres.mean(0)).max() > 0, "N4: all centres equal; auto scale divides by 0")
    if "ply_file_path" in data:
        need((folder / data["ply_file_path"]).is_file(), "N7: " + data["ply_file_path"])
    return cameras
