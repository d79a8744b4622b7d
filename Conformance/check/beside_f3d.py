#!/usr/bin/env python3
"""Draws files with `meshconv preview` and with f3d, side by side on one sheet, and compares their outlines.

    beside_f3d.py PROGRAM SHEET.png [--up FILE=z ...] FILE...

Needs the packages f3d (4 or later), numpy and pillow. Of files that f3d can't read, a GLB made by PROGRAM is shown.
Prints for each file the share of pixels that both outlines have of those that one has, after both were cut to their
boxes and stretched to 200 x 200, and the seconds of both. Fails if less than LEAST overlap in one.
"""

import math
import pathlib
import subprocess
import sys
import tempfile
import time

import f3d
import numpy
from PIL import Image, ImageDraw

SIDE = 384
# What f3d draws otherwise on purpose: clouds and splats have another size of points.
LEAST = 0.80
BACKGROUND = (1.0, 0.0, 1.0)


def ours(program, path, background, out):
    start = time.monotonic()
    subprocess.run([program, "preview", path, out, "--size", str(SIDE), "--background", background], check=True)
    return time.monotonic() - start


def theirs(path, up, out):
    f3d.Log.set_verbose_level(f3d.Log.QUIET)
    start = time.monotonic()
    engine = f3d.Engine.create(True)
    engine.autoload_plugins()
    options = engine.options
    options["scene.up_direction"] = "+" + up.upper()
    options["render.background.color"] = list(BACKGROUND)
    options["ui.axis"] = False
    options["render.grid.enable"] = False
    engine.window.size = SIDE, SIDE
    engine.scene.add(path)
    camera = engine.window.camera
    # The eye is three radii away from the middle, as that of meshconv.
    camera.view_angle = 2 * math.degrees(math.asin(1 / 3))
    x, y, z = 0.6, 0.6, 0.9
    camera.focal_point = (0, 0, 0)
    camera.position = (x, y, z) if up == "y" else (x, -z, y)
    camera.view_up = (0, 1, 0) if up == "y" else (0, 0, 1)
    camera.reset_to_bounds()
    engine.window.render_to_image().save(out)
    return time.monotonic() - start


def outline(path):
    """What differs from the background, cut to its box."""
    pixels = numpy.asarray(Image.open(path).convert("RGB")).astype(int)
    seen = numpy.abs(pixels - numpy.array([255, 0, 255])).sum(-1) > 60
    rows, columns = numpy.flatnonzero(seen.any(1)), numpy.flatnonzero(seen.any(0))
    if not len(rows):
        return numpy.zeros((200, 200), bool)
    cut = seen[rows[0] : rows[-1] + 1, columns[0] : columns[-1] + 1]
    return numpy.asarray(Image.fromarray(cut).resize((200, 200))) > 0


def main():
    arguments = sys.argv[1:]
    program, sheet = arguments[:2]
    ups, files = {}, []
    rest = iter(arguments[2:])
    for word in rest:
        if word == "--up":
            name, _, axis = next(rest).rpartition("=")
            ups[name] = axis
        else:
            files.append(word)
    columns = 5
    rows = -(-len(files) // columns)
    page = Image.new("RGB", (columns * SIDE, rows * (2 * SIDE + 20)), (24, 24, 24))
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for index, path in enumerate(files):
            first, plain, second = (f"{folder}/{index}{name}.png" for name in "abc")
            seconds = ours(program, path, "363a40", first)
            ours(program, path, "ff00ff", plain)
            shown = path
            if pathlib.Path(path).suffix.startswith(".usd"):
                shown = f"{folder}/{index}.glb"
                subprocess.run([program, "convert", path, shown, "--quiet"], check=True)
            other = theirs(shown, ups.get(path, "y"), second)
            a, b = outline(plain), outline(second)
            share = (a & b).sum() / max((a | b).sum(), 1)
            failures += share < LEAST
            print(f"{pathlib.Path(path).name:32} {share:.3f}   meshconv {seconds:.2f} s, f3d {other:.2f} s", flush=True)
            x, y = index % columns * SIDE, index // columns * (2 * SIDE + 20)
            page.paste(Image.open(first), (x, y + 20))
            page.paste(Image.open(second).convert("RGB"), (x, y + 20 + SIDE))
            ImageDraw.Draw(page).text((x + 6, y + 4), pathlib.Path(path).name, fill="white")
    page.save(sheet)
    sys.exit(1 if failures else 0)


main()
