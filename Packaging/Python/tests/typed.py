"""What a caller's type checker sees; checked by mypy --strict, not run."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import numpy
from numpy.typing import NDArray
from typing_extensions import assert_type

import meshconv


def callers(path: Path, data: bytes, points: NDArray[numpy.float32]) -> None:
    report = meshconv.convert(
        path, "a.glb", verify=True, allow=["name.changed"], set={"instances": "keep"}, time="1.5s")
    assert_type(report, meshconv.Report)
    assert_type(report.losses, list[meshconv.Loss])
    assert_type(report.losses[0].largest_error, float | None)
    assert_type(report.data, bytes)
    meshconv.convert(data, io.BytesIO(), name="a.ply", to="glb", progress=lambda phase, done, total: done < total)
    meshconv.convert(io.BytesIO(data), from_="ply", to="glb")
    with open(path, "rb") as source, open("b", "wb") as target:
        meshconv.convert(source, target, to="usdz", lossless=True)
    scene = meshconv.read(path, units="mm", up="z")
    assert_type(scene, meshconv.Scene)
    assert_type(scene.meshes[0].positions, NDArray[Any])
    assert_type(scene.meshes[0].colors, NDArray[Any] | None)
    assert_type(scene.meshes[0].attributes["confidence"], NDArray[Any])
    assert_type(meshconv.Scene.from_arrays(points, [[0, 1, 2]], up_axis="z"), meshconv.Scene)
    assert_type(meshconv.write(scene, "a.obj"), meshconv.Report)
    assert_type(meshconv.info(scene), meshconv.Info)
    assert_type(meshconv.plan(path).targets[0].lossless, bool)
    assert_type(meshconv.check(data, name="a.ply", for_="print").errors, int)
    assert_type(meshconv.diff(path, data, exact=True, ignore=["names"]).equal, bool)
    assert_type(meshconv.formats().formats[0].variants[0].holds, dict[str, str])


def mistakes(path: Path) -> None:
    meshconv.convert(path, verfy=True)  # type: ignore[call-arg]
    meshconv.convert(path, verify="yes")  # type: ignore[arg-type]
    meshconv.convert(7, to="glb")  # type: ignore[arg-type]
    meshconv.read(path, to="glb")  # type: ignore[call-arg]
    meshconv.convert(path, "a.glb", for_="printing")  # type: ignore[arg-type]
