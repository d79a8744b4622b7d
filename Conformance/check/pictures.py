#!/usr/bin/env python3
"""Checks the files of `meshconv preview` with Pillow: that another program reads the same pictures from them.

    pictures.py PROGRAM FILE...        (Pillow and numpy; files with an animation are also checked as they move)

A JPEG file shows what the PNG file shows; an animated PNG has the pictures of the sheet; one and two threads write equal
bytes; the terminal's pictures are refused where there is no terminal.
"""

import pathlib
import subprocess
import sys
import tempfile

import numpy
from PIL import Image


def preview(program, path, out, *words, fails=False):
    result = subprocess.run([program, "preview", path, out, *words], capture_output=True, text=True)
    if (result.returncode != 0) != fails:
        raise SystemExit(f"{path} {' '.join(words)}: {result.returncode} {result.stderr}")
    return result.stderr


def pixels(image):
    return numpy.asarray(image.convert("RGB")).astype(float)


def check(program, path, folder):
    one, two = f"{folder}/1.png", f"{folder}/2.png"
    preview(program, path, one, "--size", "320x240", "--threads", "1")
    preview(program, path, two, "--size", "320x240", "--threads", "2")
    assert pathlib.Path(one).read_bytes() == pathlib.Path(two).read_bytes(), "threads change the picture"
    preview(program, path, f"{folder}/3.jpg", "--size", "320x240")
    first, other = pixels(Image.open(one)), pixels(Image.open(f"{folder}/3.jpg"))
    noise = 10 * numpy.log10(255**2 / max(((first - other) ** 2).mean(), 1e-9))
    assert noise > 26, f"the JPEG file differs: {noise:.1f} dB"

    count = 6
    preview(program, path, f"{folder}/sheet.png", "--turntable", str(count), "--size", "64x48")
    preview(program, path, f"{folder}/turn.png", "--turntable", str(count), "--animate", "--size", "64x48")
    sheet, film = Image.open(f"{folder}/sheet.png"), Image.open(f"{folder}/turn.png")
    columns = next(each for each in range(1, count + 1) if each * 64 >= ((count - 1) // each + 1) * 48)
    assert film.n_frames == count, film.n_frames
    for frame in range(count):
        film.seek(frame)
        left, top = 4 + frame % columns * 68, 4 + frame // columns * 52
        tile = pixels(sheet.crop((left, top, left + 64, top + 48)))
        assert (tile == pixels(film)).all(), f"picture {frame} of the film is not that of the sheet"

    moves = "not moving"
    words = ("--animate", "--size", "64x48")
    result = subprocess.run([program, "preview", path, f"{folder}/film.png", *words], capture_output=True, text=True)
    if result.returncode == 0:
        film = Image.open(f"{folder}/film.png")
        seconds, frames = 0, set()
        for frame in range(film.n_frames):
            film.seek(frame)
            frames.add(film.convert("RGB").tobytes())
            seconds += film.info["duration"] / 1000
        moves = f"{film.n_frames} pictures, {len(frames)} different, {seconds:.2f} s"
    else:
        assert "takes time" in result.stderr, result.stderr
    assert "pipe" in preview(program, path, f"{folder}/4.png", "--in-terminal", fails=True)
    print(f"{pathlib.Path(path).name:32} JPEG {noise:.1f} dB; {moves}", flush=True)


def main():
    program, *files = sys.argv[1:]
    for path in files:
        with tempfile.TemporaryDirectory() as folder:
            check(program, path, folder)


main()
