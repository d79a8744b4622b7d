"""Scenes and their arrays."""

from __future__ import annotations

import gc
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import meshconv
from meshconv import Scene

numpy = pytest.importorskip("numpy")

ROW = [("p", "<f4", 3), ("n", "<f4", 3), ("c", "u1", 3), ("confidence", "<f4")]


def rows(path: Path) -> Any:
    """The vertices of the scan, read by its header's words alone."""
    head, body = path.read_bytes().split(b"end_header\n", 1)
    assert b"property float x\nproperty float y\nproperty float z\nproperty float nx" in head
    assert b"property uchar blue\nproperty float confidence\nelement face" in head
    return numpy.frombuffer(body, ROW, 3267), body[3267 * 31 :]


def test_columns_are_those_of_the_file(corner: Path) -> None:
    vertices, faces = rows(corner)
    mesh = meshconv.read(corner).meshes[0]
    assert mesh.positions.dtype == "float32" and mesh.positions.shape == (3267, 3)
    assert (mesh.positions == vertices["p"]).all() and (mesh.normals == vertices["n"]).all()
    assert mesh.colors.dtype == "uint8" and (mesh.colors == vertices["c"]).all()
    assert (mesh.attributes["confidence"] == vertices["confidence"]).all()
    assert mesh.attributes["confidence"].shape == (3267,)
    assert (mesh.triangles == numpy.frombuffer(faces, [("k", "u1"), ("v", "<i4", 3)], 6022)["v"]).all()
    assert mesh.topology == "triangles" and mesh.count == 6022 and mesh.texcoords is None
    info = mesh.attributes.info["COLOR_0"]
    assert info.normalized and info.color_space == "srgb" and info.type == "uint8"


def test_arrays_are_packed_aligned_and_read_only(corner: Path) -> None:
    mesh = meshconv.read(corner).meshes[0]
    for array in (mesh.positions, mesh.colors, mesh.attributes["confidence"], mesh.triangles):
        assert array.flags.c_contiguous and array.flags.aligned and array.ctypes.data % 16 == 0
        with pytest.raises(ValueError):
            array[0] = 0
        with pytest.raises(ValueError):
            array.flags.writeable = True
    assert mesh.positions is mesh.positions


def test_views_are_the_rows_of_the_file_without_a_copy(corner: Path) -> None:
    vertices, _ = rows(corner)
    attributes = meshconv.read(corner).meshes[0].attributes
    positions, confidence = attributes.view("POSITION"), attributes.view("confidence")
    gc.collect()
    assert positions.strides == (31, 4) and confidence.strides == (31,)
    assert (positions == vertices["p"]).all() and (confidence == vertices["confidence"]).all()
    assert confidence.ctypes.data - positions.ctypes.data == 27
    assert not positions.flags.writeable and not positions.flags.owndata
    with pytest.raises(ValueError):
        positions[0, 0] = 1
    assert attributes.view("POSITION").ctypes.data == positions.ctypes.data


def test_arrays_outlive_their_scene_and_file(corner: Path) -> None:
    expected = rows(corner)[0]["p"].copy()
    positions = meshconv.read(corner).meshes[0].positions
    corner.write_bytes(b"")
    gc.collect()
    _ = [bytearray(40000) for _ in range(1000)]
    assert (positions == expected).all()
    part = positions[5:9, 1]
    del positions
    gc.collect()
    assert (part == expected[5:9, 1]).all()


def test_the_memory_of_a_scene_is_freed_with_its_last_array(tmp_path: Path) -> None:
    scene = Scene.from_arrays(numpy.zeros((1000000, 3), "float32"))
    meshconv.write(scene, tmp_path / "big.ply")
    code = (
        "import meshconv, resource, sys\n"
        "for turn in range(60):\n"
        "    array = meshconv.read(sys.argv[1]).meshes[0].positions\n"
        "    if turn == 9: before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)\n")
    grown = subprocess.run([sys.executable, "-c", code, tmp_path / "big.ply"], check=True, capture_output=True).stdout
    assert int(grown) < 60000, "50 scenes of 12 MB each took more than 60 MB"


def cloud(count: int = 1000) -> dict[str, Any]:
    random = numpy.random.default_rng(7)
    return {
        "positions": random.normal(size=(count, 3)).astype("float32"),
        "normals": numpy.tile(numpy.array([[0, 0, 1]], "float32"), (count, 1)),
        "colors": random.integers(0, 256, (count, 4), "uint8"),
        "texcoords": random.random((count, 2), "float32"),
        "attributes": {"confidence": random.random(count, "float32"), "label": random.integers(0, 9, count, "uint16")},
    }


@pytest.mark.parametrize("to", ["glb", "usdc", "ply.binary"])
@pytest.mark.parametrize("faces", [False, True])
def test_arrays_come_back_bit_for_bit(to: str, faces: bool) -> None:
    arrays = cloud()
    triangles = numpy.random.default_rng(1).permutation(999).reshape(-1, 3).astype("uint32") if faces else None
    scene = Scene.from_arrays(**arrays, triangles=triangles, up_axis="y", meters_per_unit=1.0)
    report = meshconv.write(scene, to=to, verify=True)
    assert not [loss for loss in report.losses if loss.rank == "visible"]
    back = meshconv.read(report.data).primitives[0]
    assert back.positions.tobytes() == arrays["positions"].tobytes()
    assert back.normals.tobytes() == arrays["normals"].tobytes()
    assert back.colors.dtype == "uint8" and (back.colors == arrays["colors"]).all()
    assert back.attributes["confidence"].tobytes() == arrays["attributes"]["confidence"].tobytes()
    assert back.attributes["label"].astype("uint16").tobytes() == arrays["attributes"]["label"].tobytes()
    if to == "usdc":
        assert back.texcoords.tobytes() == arrays["texcoords"].tobytes()
    assert (back.triangles is None) if triangles is None else (back.triangles == triangles).all()


def test_rows_of_any_length_come_back() -> None:
    ragged = meshconv.Ragged(numpy.arange(5, dtype="uint16"), [0, 2, 2, 5])
    scene = Scene.from_arrays(numpy.eye(3, dtype="f4"), attributes={"near": ragged})
    for scene_ in (scene, meshconv.read(meshconv.write(scene, to="ply.binary", verify=True).data)):
        attributes = scene_.primitives[0].attributes
        assert attributes.info["near"].ragged and attributes["near"].tolist() == [0, 1, 2, 3, 4]
        assert attributes.offsets("near").tolist() == [0, 2, 2, 5]


def test_glb_gives_float_colours_to_others_and_codes_to_us() -> None:
    colors = numpy.arange(256, dtype="uint8").repeat(3).reshape(-1, 3)
    scene = Scene.from_arrays(numpy.zeros((256, 3), "f4"), colors=colors)
    again = meshconv.read(meshconv.write(scene, to="glb").data)
    assert (again.meshes[0].colors == colors).all()


@pytest.mark.parametrize("kind", ["float32", "float64", ">f4", ">f8", "float16", "int32"])
def test_positions_of_any_type_and_order_arrive(kind: str) -> None:
    values = numpy.arange(30).reshape(10, 3).astype(kind)
    mesh = Scene.from_arrays(values).meshes[0]
    assert (mesh.positions.astype("float64") == numpy.arange(30).reshape(10, 3)).all()
    assert mesh.positions.dtype.isnative and mesh.positions.dtype.itemsize == numpy.dtype(kind).itemsize


def test_arrays_of_any_layout_arrive() -> None:
    base = numpy.arange(600, dtype="float32").reshape(100, 6)
    for view in (base[:, :3], base[:, ::2], base[::-1, 3:], base[::3, 1:4], base.reshape(6, 100)[:3].T,
                 numpy.broadcast_to(base[0, :3], (50, 3)), numpy.asfortranarray(base[:, :3])):
        assert (Scene.from_arrays(view).meshes[0].positions == view).all()
    rows = numpy.zeros(10, [("pad", "u1"), ("p", "f4", 3)])
    rows["p"] = numpy.arange(30).reshape(10, 3)
    assert (Scene.from_arrays(rows["p"]).meshes[0].positions == rows["p"]).all()
    label = numpy.arange(20)[::2].astype("int32")
    assert (Scene.from_arrays(rows["p"], attributes={"l": label}).meshes[0].attributes["l"] == label).all()
    assert (Scene.from_arrays([[0, 0, 0], [1, 2, 3.5]]).meshes[0].positions == [[0, 0, 0], [1, 2, 3.5]]).all()


def test_the_callers_arrays_may_change_afterwards() -> None:
    values = numpy.ones((100, 3), "float32")
    scene = Scene.from_arrays(values)
    values[:] = 7
    assert (scene.meshes[0].positions == 1).all()


def test_empty_arrays_make_empty_scenes() -> None:
    scene = Scene.from_arrays(numpy.zeros((0, 3), "f4"))
    assert scene.meshes[0].positions.shape == (0, 3)
    scene = Scene.from_arrays(numpy.zeros((0, 3), "f4"), numpy.zeros((0, 3), "u4"), colors=numpy.zeros((0, 3), "u1"))
    assert scene.meshes[0].triangles.shape == (0, 3) and scene.meshes[0].colors.shape == (0, 3)
    for to in ("ply", "glb", "usda"):
        assert meshconv.write(scene, to=to).status == "done"
    assert Scene.from_arrays(numpy.zeros((4, 3)), numpy.zeros((0, 3), int)).meshes[0].triangles.shape == (0, 3)


@pytest.mark.parametrize(
    ("arrays", "words"),
    [
        ({"positions": numpy.zeros((4, 2))}, r"positions: expected an array of shape \(n, 3\), found \(4, 2\)"),
        ({"positions": numpy.zeros(9)}, "positions"),
        ({"positions": numpy.zeros((2, 2, 3))}, "positions"),
        ({"positions": None}, "positions"),
        ({"positions": 5}, "positions"),
        ({"positions": [["a", "b", "c"]]}, "expected numbers"),
        ({"positions": [[0, 0, 0], [1, 1]]}, "positions"),
        ({"positions": numpy.zeros((2, 3), complex)}, "expected numbers"),
        ({"positions": numpy.zeros((2, 3), "datetime64[s]")}, "expected numbers"),
        ({"positions": numpy.zeros((2, 3), numpy.longdouble)}, "expected numbers"),
        ({"positions": numpy.ma.masked_less(numpy.zeros((2, 3)), 1)}, "masked"),
        ({"triangles": [[0, 1, 4]]}, "from 0 to 3"),
        ({"triangles": [[0, 1, -1]]}, "from 0 to 3"),
        ({"triangles": numpy.array([[0, 1, 2**33]])}, "from 0 to 3"),
        ({"triangles": numpy.array([[0, 1, 2**64 - 1]], "u8")}, "from 0 to 3"),
        ({"triangles": [[0.0, 1.0, 2.0]]}, "whole numbers"),
        ({"triangles": [0, 1, 2]}, "triangles"),
        ({"triangles": [[0, 1, 2, 3]]}, "triangles"),
        ({"normals": numpy.zeros((3, 3))}, "normals: expected 4 rows, found 3"),
        ({"colors": numpy.zeros((4, 2))}, "colors"),
        ({"colors": numpy.zeros((4, 3), int)}, "uint8"),
        ({"texcoords": numpy.zeros((4, 3))}, "texcoords"),
        ({"attributes": {"a": numpy.zeros(5)}}, "a: expected 4 rows"),
        ({"attributes": {"a": meshconv.Ragged(numpy.zeros(5), [0, 5])}}, "a: expected 4 rows"),
        ({"attributes": {"a": meshconv.Ragged(numpy.zeros(5), [0, 1, 2, 3, 6])}}, "expected offsets up to 5, found 6"),
        ({"attributes": {"a": meshconv.Ragged(numpy.zeros(5), [0, 3, 2, 3, 5])}}, "ascend"),
        ({"attributes": {"a": meshconv.Ragged(numpy.zeros(5), [0.0, 1, 2, 3, 5])}}, "whole numbers"),
        ({"attributes": {"a": meshconv.Ragged(numpy.zeros((5, 2)), [0, 1, 2, 3, 5])}}, "shape"),
        ({"attributes": {"": numpy.zeros(4)}}, "name"),
        ({"attributes": {"a\0b": numpy.zeros(4)}}, "name"),
        ({"attributes": {3: numpy.zeros(4)}}, "name"),
        ({"attributes": {"POSITION": numpy.zeros((4, 3))}}, "argument of its own"),
        ({"triangles": [[0, 1, 2]], "triangle_attributes": {"a": numpy.zeros(4)}}, "a: expected 1 rows"),
        ({"up_axis": "x"}, "up_axis"),
        ({"meters_per_unit": -1}, "meters_per_unit"),
        ({"meters_per_unit": float("nan")}, "meters_per_unit"),
        ({"color_space": "lab"}, "color_space"),
        ({"uv_origin": "middle"}, "uv_origin"),
    ],
)
def test_wrong_arrays_are_named(arrays: dict[str, Any], words: str) -> None:
    with pytest.raises(meshconv.UsageError, match=words):
        Scene.from_arrays(**{"positions": numpy.zeros((4, 3), "f4"), **arrays})


def test_ten_million_vertices_pass() -> None:
    positions = numpy.arange(30_000_000, dtype="float32").reshape(-1, 3)
    scene = Scene.from_arrays(positions)
    assert scene.meshes[0].positions[-1, 2] == 29_999_999
    data = meshconv.write(scene, to="ply").data
    assert len(data) > 120_000_000
    assert (meshconv.read(data).meshes[0].positions == positions).all()


def test_float64_positions_far_away_are_kept_by_formats_that_can() -> None:
    values = numpy.array([[500000.123456789, 4100000.987654321, 12.5], [500001.5, 4100001.25, 13.0]])
    scene = Scene.from_arrays(values)
    assert (meshconv.read(meshconv.write(scene, to="ply").data).meshes[0].positions == values).all()
    report = meshconv.write(scene, to="glb")
    assert "frame.recentered" in [loss.code for loss in report.losses]
    again = meshconv.read(report.data)
    placed = again.meshes[0].positions + [row[3] for row in again.nodes[-1].matrix[:3]]
    assert numpy.allclose(placed, values, atol=1e-6)


def test_scenes_have_nodes_materials_images_and_metadata(tmp_path: Path) -> None:
    source = (
        b'#usda 1.0\n(\n upAxis = "Z"\n metersPerUnit = 0.01\n)\n'
        b'def Xform "A" {\n double3 xformOp:translate = (1, 2, 3)\n'
        b' uniform token[] xformOpOrder = ["xformOp:translate"]\n def Mesh "Quad" {\n int[] faceVertexCounts = [4]\n'
        b" int[] faceVertexIndices = [0, 1, 2, 3]\n point3f[] points = [(0,0,0), (1,0,0), (1,1,0), (0,1,0)]\n"
        b' texCoord2f[] primvars:st = [(0,0), (1,0), (1,1), (0,1)] (\n interpolation = "faceVarying"\n )\n }\n}\n')
    scene = meshconv.read(source, name="a.usda")
    assert scene.up_axis == "Z" and scene.meters_per_unit == 0.01 and scene.format == "usd"
    (primitive,) = scene.primitives
    assert primitive.topology == "polygons" and primitive.count == 1
    assert primitive.indices.tolist() == [0, 1, 2, 3] and primitive.offsets.tolist() == [0, 4]
    assert primitive.triangles.shape == (2, 3) and primitive.triangle_faces.tolist() == [0, 0]
    assert primitive.corner_attributes["TEXCOORD_0"].expanded.tolist() == [[0, 0], [1, 0], [1, 1], [0, 1]]
    moved = [node for node in scene.nodes if node.name == "A"][0]
    assert moved.matrix == ((1, 0, 0, 1), (0, 1, 0, 2), (0, 0, 1, 3), (0, 0, 0, 1))
    assert any(node.mesh == 0 for node in scene.nodes)


def test_a_mesh_of_several_primitives_says_so() -> None:
    obj = b"v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\nl 1 2\n"
    scene = meshconv.read(obj, name="a.obj")
    kinds = sorted(primitive.topology for primitive in scene.primitives)
    assert kinds == ["lines", "triangles"]
    for mesh in scene.meshes:
        if len(mesh.primitives) > 1:
            with pytest.raises(ValueError, match="primitives"):
                _ = mesh.positions
    assert all(primitive.triangles is None for primitive in scene.primitives if primitive.topology == "lines")


def test_without_numpy_arrays_are_memoryviews(corner: Path) -> None:
    code = (
        "import sys; sys.modules['numpy'] = None\n"
        "import array, meshconv\n"
        "mesh = meshconv.read(sys.argv[1]).meshes[0]\n"
        "view = mesh.positions\n"
        "assert type(view) is memoryview and view.shape == (3267, 3) and view.format == 'f' and view.readonly\n"
        "assert mesh.attributes['confidence'].shape == (3267,)\n"
        "points = memoryview(array.array('f', range(9))).cast('B').cast('f', (3, 3))\n"
        "faces = memoryview(array.array('I', [0, 1, 2])).cast('B').cast('I', (1, 3))\n"
        "scene = meshconv.Scene.from_arrays(points, faces)\n"
        "assert scene.meshes[0].positions.tolist() == points.tolist()\n"
        "assert scene.meshes[0].triangles.tolist() == [[0, 1, 2]]\n"
        "try: meshconv.Scene.from_arrays([[0, 0, 0]])\n"
        "except meshconv.UsageError as error: assert 'NumPy' in str(error)\n"
        "else: raise SystemExit('a list was taken')\n")
    subprocess.run([sys.executable, "-c", code, corner], check=True)
