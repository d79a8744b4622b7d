#!/usr/bin/env python3
"""Has other programs themselves read the packages that meshconv writes.    usage: package_peers.py MESHCONV

The package of package_outputs.py, with the true depth of its room and without depth, is written in each layout of both
profiles, as an archive. Then

- pycolmap reads COLMAP's models;
- Nerfstudio's own dataparser reads `raw`;
- Nerfstudio's `ProcessPolycam` makes a dataset of `polycam-keyframes`, with and without `--use-depth`, which its dataparser reads;
- Open3D fuses the depth of every layout that has depth, with the poses that are there.

The room's corners must lie on the right pixels within 0.01, and the fused surface on the room's walls. What the app's own
conventions (profile scan4d-0.5) make unreadable for these programs is told: columns in transforms.json.

It needs numpy below 2, Pillow, pycolmap, open3d, torch and nerfstudio (`pip install --no-deps nerfstudio`, with what its
imports ask for), and ffmpeg for `ProcessPolycam`; the part of what can't be imported is left out and named.
"""
import importlib.util
import json
import pathlib
import subprocess
import sys
import tempfile
import zipfile

import package_outputs

BOX = ((-2, 2), (0, 2.6), (-1.5, 1.5))
SIZE = (256, 192)
LAYOUTS = ("scan4d", "polycam", "raw", "colmap", "colmap-binary", "polycam-keyframes")


def room_depth(index):
    """The distance along the optical axis to the walls of the box, from inside, in millimetres."""
    import numpy
    fx, fy, cx, cy, width, height = package_outputs.intrinsics(index)
    columns, rows = numpy.meshgrid(numpy.arange(SIZE[0]), numpy.arange(SIZE[1]))
    u, v = (columns + 0.5) * width / SIZE[0], (rows + 0.5) * height / SIZE[1]
    rays = numpy.stack([(u - cx) / fx, -(v - cy) / fy, -numpy.ones(u.shape)], -1)
    matrix = package_outputs.pose(index)
    world = rays @ matrix[:3, :3].T
    reach = numpy.full(u.shape, numpy.inf)
    for axis, (low, high) in enumerate(BOX):
        wall = numpy.where(world[..., axis] > 0, high, low)
        with numpy.errstate(divide="ignore", invalid="ignore"):
            distance = (wall - matrix[axis, 3]) / world[..., axis]
        reach = numpy.minimum(reach, numpy.where(distance > 0, distance, numpy.inf))
    return numpy.round(reach * 1000).astype(numpy.uint16)


def worst_pixel(cameras):
    """The largest error of a corner's pixel, in pixels; cameras in the order of frames."""
    worst = 0.0
    assert len(cameras) == package_outputs.FRAMES, f"{len(cameras)} cameras"
    for index, camera in enumerate(cameras):
        expected = package_outputs.pixels((*package_outputs.intrinsics(index)[:4], package_outputs.pose(index)))
        for one, other in zip(expected, package_outputs.pixels(camera)):
            assert (one is None) == (other is None), f"frame {index}: a corner is behind"
            if one:
                worst = max(worst, abs(one[0] - other[0]), abs(one[1] - other[1]))
    return worst


def colmap(folder):
    import numpy
    import pycolmap
    model = pycolmap.Reconstruction(str(folder / "sparse/0"))
    cameras = []
    for image in sorted(model.images.values(), key=lambda image: image.name):
        pose = numpy.eye(4)
        pose[:3] = image.cam_from_world().inverse().matrix() if callable(image.cam_from_world) else image.cam_from_world.inverse().matrix()
        pose[:3, 1:3] *= -1
        cameras.append((*image.camera.params[:4], pose))
        assert (folder / "images" / image.name).is_file()
    return cameras, f"{model.num_points3D()} points"


def dataset(folder):
    """Nerfstudio's own reader, told to leave the world as it is."""
    import numpy
    from nerfstudio.data.dataparsers.nerfstudio_dataparser import NerfstudioDataParserConfig
    config = NerfstudioDataParserConfig(data=folder, orientation_method="none", center_method="none", auto_scale_poses=False,
                                        downscale_factor=1, eval_mode="all", load_3D_points=True)
    outputs = config.setup().get_dataparser_outputs("train")
    lens = outputs.cameras
    cameras = []
    for index in numpy.argsort([path.name for path in outputs.image_filenames]):
        pose = numpy.eye(4)
        pose[:3] = lens.camera_to_worlds[index].numpy()
        cameras.append((float(lens.fx[index]), float(lens.fy[index]), float(lens.cx[index]), float(lens.cy[index]), pose))
    depth = outputs.metadata.get("depth_filenames")
    points = outputs.metadata.get("points3D_xyz")
    return cameras, f"{len(depth) if depth else 0} depth images, {0 if points is None else len(points)} points"


def polycam(archive, home, use_depth, profile):
    import numpy
    from nerfstudio.scripts.process_data import ProcessPolycam
    out = home / f"{archive.stem}-{use_depth}"
    # The app's blur_score of 1.0 is below what is dropped by default.
    ProcessPolycam(data=archive, output_dir=out, use_depth=use_depth, crop_border_pixels=0, num_downscales=0, verbose=False,
                   min_blur_score=25 if profile == "scan4d" else 0).main()
    cameras, words = dataset(out)
    turned = []
    for fx, fy, cx, cy, pose in cameras:
        # Nerfstudio's world is (z, x, y) of the capture's.
        back = numpy.eye(4)
        back[:3] = pose[[1, 2, 0]]
        turned.append((fx, fy, cx, cy, back))
    return turned, words


def fuse(folder, layout, profile):
    """The mean distance in millimetres of Open3D's fused vertices from the walls."""
    import numpy
    import open3d
    base = folder / "keyframes" if layout == "polycam-keyframes" else folder
    # ScalableTSDFVolume of Open3D 0.20's wheel makes nothing of any input.
    volume = open3d.pipelines.integration.UniformTSDFVolume(
        length=5.0, resolution=200, sdf_trunc=0.1, color_type=open3d.pipelines.integration.TSDFVolumeColorType.NoColor,
        origin=numpy.array([-2.5, -1.2, -2.5]))
    frames = []
    if layout == "raw":
        document = json.loads((folder / "transforms.json").read_text())
        for frame in document["frames"]:
            number = lambda key: frame.get(key, document.get(key))
            matrix = numpy.array(frame["transform_matrix"])
            frames.append((frame["depth_file_path"], matrix if profile == "scan4d" else matrix.T,
                           [number(key) for key in ("fl_x", "fl_y", "cx", "cy", "w", "h")]))
    else:
        for path in sorted((base / "cameras").iterdir()):
            camera = json.loads(path.read_text())
            matrix = numpy.array([[camera[f"t_{r}{c}"] for c in range(4)] for r in range(3)] + [[0, 0, 0, 1]])
            depth = camera.get("depth_path") or (base / "depth" / f"{path.stem}.png").relative_to(folder).as_posix()
            frames.append((depth, matrix, [camera[key] for key in ("fx", "fy", "cx", "cy", "width", "height")]))
    for path, matrix, (fx, fy, cx, cy, width, height) in frames:
        image = open3d.io.read_image(str(folder / path))
        values = numpy.asarray(image)
        if profile == "scan4d-0.5":
            values = values.byteswap()
        if not values.any():
            continue
        scale = SIZE[0] / width
        # Open3D's pixels have their middles at whole numbers.
        lens = open3d.camera.PinholeCameraIntrinsic(*SIZE, fx * scale, fy * scale, cx * scale - 0.5, cy * scale - 0.5)
        pose = matrix @ numpy.diag([1, -1, -1, 1])
        rgbd = open3d.geometry.RGBDImage.create_from_color_and_depth(
            open3d.geometry.Image(numpy.zeros((*values.shape, 3), numpy.uint8)), open3d.geometry.Image(numpy.ascontiguousarray(values)),
            depth_scale=1000, depth_trunc=8, convert_rgb_to_intensity=False)
        volume.integrate(rgbd, lens, numpy.linalg.inv(pose))
    points = numpy.asarray(volume.extract_triangle_mesh().vertices)
    walls = numpy.min([numpy.abs(points[:, axis] - wall) for axis in range(3) for wall in BOX[axis]], axis=0)
    return len(points), float(walls.mean() * 1000), float(numpy.percentile(walls, 99) * 1000)


def main():
    program = str(pathlib.Path(sys.argv[1]).resolve())
    has = {name: importlib.util.find_spec(name) is not None for name in ("numpy", "PIL", "pycolmap", "open3d", "torch", "nerfstudio")}
    print("not there:", ", ".join(name for name, found in has.items() if not found) or "nothing")
    if not (has["numpy"] and has["PIL"]):
        return 0
    package_outputs.depth = room_depth
    faults = []

    def row(label, reader, read):
        try:
            cameras, words = read()
            worst = worst_pixel(cameras)
            print(f"{label:42} {reader:22} {worst:.1e} px, {words}")
            if worst > 0.01:
                faults.append(f"{label}: {reader}: {worst} px")
        except (Exception, SystemExit) as error:
            print(f"{label:42} {reader:22} {type(error).__name__}: {str(error)[:90]}")
            faults.append(f"{label}: {reader}: {error}")

    with tempfile.TemporaryDirectory() as home:
        home = pathlib.Path(home)
        for kind, without in (("depth", set()), ("no depth", set(range(package_outputs.FRAMES)))):
            package_outputs.WITHOUT_DEPTH = without
            source = home / f"{kind.replace(' ', '-')}.zip"
            package_outputs.make(source)
            for profile in ("scan4d", "scan4d-0.5"):
                for layout in LAYOUTS:
                    label = f"{layout}, {profile}, {kind}"
                    archive = home / f"{source.stem}-{layout}-{profile}.zip"
                    subprocess.run([program, "convert", str(source), str(archive), "--to", layout, "--set", f"profile={profile}", "-q"], check=True)
                    with zipfile.ZipFile(archive) as file:
                        file.extractall(home)
                    folder = home / archive.stem
                    if layout.startswith("colmap") and has["pycolmap"]:
                        row(label, "pycolmap", lambda: colmap(folder))
                    if layout == "raw" and has["nerfstudio"] and has["torch"]:
                        if profile == "scan4d":
                            row(label, "nerfstudio", lambda: dataset(folder))
                        else:
                            print(f"{label:42} nerfstudio             columns, as the app writes them, which it does not read")
                    if layout == "polycam-keyframes" and has["nerfstudio"] and has["torch"]:
                        for use_depth in (False, True):
                            name = "ProcessPolycam, depth" if use_depth else "ProcessPolycam"
                            row(label, name, lambda: polycam(archive, home, use_depth, profile))
                    if not layout.startswith("colmap") and not without and has["open3d"]:
                        count, mean, far = fuse(folder, layout, profile)
                        print(f"{label:42} Open3D                 {count} vertices, {mean:.2f} mm from the walls in the mean, 99 % within {far:.1f} mm")
                        if mean > 3:
                            faults.append(f"{label}: Open3D: {mean} mm")
    for fault in faults:
        print("FAULT", fault)
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
