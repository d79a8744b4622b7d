"""Checks a zip of Polycam's raw data as polyform and `ns-process-data polycam` do (P1 to P6: the article Scan packages in
Sources/MeshConvert/MeshConvert.docc).

`read(archive)` returns the cameras by name, as nerfstudio_reader does, or raises Refused; depth counts as used.
"""
import io
import json
import pathlib
import zipfile

import numpy
from PIL import Image

from nerfstudio_reader import Refused, need


def read(archive, with_depth=True):
    with zipfile.ZipFile(archive) as file:
        need(file.testzip() is None, "a broken entry")
        names = file.namelist()
        # Nerfstudio uses the first part of the first name.
        top = names[0].split("/")[0]
        need(all(name.split("/")[0] == top for name in names), "P1: more than one top folder")
        root = f"{top}/keyframes/"

        def stems(folder, ending):
            return {pathlib.Path(name).stem: name for name in names if name.startswith(root + folder) and name.endswith(ending)}

        images, cameras = stems("images/", ".jpg"), stems("cameras/", ".json")
        depths, confidences = stems("depth/", ".png"), stems("confidence/", ".png")
        need(images, "P2: no keyframes/images")
        read_cameras = {}
        for stem, name in images.items():
            int(stem)
            need(stem in cameras, f"P3: no camera for {stem}")
            if with_depth:
                need(stem in depths, f"P3: no depth for {stem}")
                depth = numpy.array(Image.open(io.BytesIO(file.read(depths[stem]))))
                need(depth.max() < 20000, f"P5: depth of {stem} up to {depth.max()} mm")
            if stem in confidences:
                values = set(numpy.array(Image.open(io.BytesIO(file.read(confidences[stem])))).ravel().tolist())
                need(values <= {0, 127, 255}, f"P5: confidence {sorted(values)[:5]}")
            camera = json.loads(file.read(cameras[stem]))
            numbers = {key: float(camera[key]) for key in ("fx", "fy", "cx", "cy", "width", "height", "blur_score")}
            need(numbers["blur_score"] >= 25, f"P4: blur_score {numbers['blur_score']}")
            pose = numpy.array([[float(camera[f"t_{row}{column}"]) for column in range(4)] for row in range(3)] + [[0, 0, 0, 1]])
            need(numpy.allclose(pose[:3, :3] @ pose[:3, :3].T, numpy.eye(3), atol=1e-4), f"P4: {stem} is no rotation")
            with Image.open(io.BytesIO(file.read(name))) as image:
                need(image.format == "JPEG" and image.size == (numbers["width"], numbers["height"]), f"P4: size of {stem}")
            read_cameras[stem] = (numbers["fx"], numbers["fy"], numbers["cx"], numbers["cy"], pose)
        need(len(cameras) == len(images), "P3: cameras without images")
        if with_depth:
            need(len(depths) == len(images), "P5: not as many depth files as images")
        if f"{top}/raw.glb" in names:
            info = json.loads(file.read(f"{top}/mesh_info.json"))
            need(len(info.get("alignmentTransform", [])) == 16, "P6: alignmentTransform")
        return read_cameras
