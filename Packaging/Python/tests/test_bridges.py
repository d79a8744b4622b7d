"""Scenes from and to trimesh and Open3D."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest

import meshconv
from meshconv import Scene

numpy = pytest.importorskip("numpy")

CORNERS = numpy.array([[0, 0, 0], [1, 0, 0], [1, 1, 0], [0, 1, 0]], "f4")
TRIANGLES = numpy.array([[0, 1, 2], [0, 2, 3]], "u4")
COLORS = numpy.array([[255, 0, 0, 255], [0, 128, 0, 255], [3, 5, 250, 128], [9, 9, 9, 0]], "u1")
UV = numpy.array([[0, 0], [1, 0], [1, 1], [0, 0.25]], "f4")


def picture() -> Any:
    image = pytest.importorskip("PIL.Image")
    return image.fromarray(numpy.arange(48, dtype="u1").reshape(4, 4, 3) * 5)


def test_a_trimesh_comes_back_with_colours_and_attributes() -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.Trimesh(CORNERS, TRIANGLES, vertex_colors=COLORS, process=False)
    mesh.vertex_attributes["confidence"] = numpy.array([0.1, 0.2, 0.3, 0.4], "f4")
    mesh.face_attributes["label"] = numpy.array([7, 8], "i4")
    scene = Scene.from_trimesh(mesh)
    primitive = scene.primitives[0]
    assert (primitive.positions == CORNERS).all() and (primitive.triangles == TRIANGLES).all()
    assert (primitive.colors == COLORS).all() and primitive.normals is None
    for data in (meshconv.write(scene, to="glb").data, meshconv.write(scene, to="ply").data):
        back = meshconv.read(data).primitives[0].to_trimesh()
        # GLB has no values of faces: it repeats the vertices where these differ.
        for found, given in ((back.vertices, CORNERS), (back.visual.vertex_colors, COLORS),
                             (back.vertex_attributes["confidence"], mesh.vertex_attributes["confidence"])):
            assert (found[back.faces] == given[TRIANGLES]).all()
        assert (back.face_attributes["label"] == [7, 8]).all()


def test_normals_are_taken_only_if_the_trimesh_has_them() -> None:
    trimesh = pytest.importorskip("trimesh")
    given = numpy.tile([[0.0, 0.6, 0.8]], (4, 1))
    scene = Scene.from_trimesh(trimesh.Trimesh(CORNERS, TRIANGLES, vertex_normals=given, process=False))
    assert (scene.primitives[0].normals == given).all()
    assert (scene.primitives[0].to_trimesh().vertex_normals == given).all()


def test_face_colours_and_point_clouds_of_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = trimesh.Trimesh(CORNERS, TRIANGLES, face_colors=COLORS[:2], process=False)
    scene = Scene.from_trimesh(mesh)
    assert (scene.primitives[0].element_attributes["COLOR_0"] == COLORS[:2]).all()
    assert (scene.primitives[0].to_trimesh().visual.face_colors == COLORS[:2]).all()
    cloud = Scene.from_trimesh(trimesh.PointCloud(CORNERS, COLORS))
    assert cloud.primitives[0].topology == "points" and (cloud.primitives[0].colors == COLORS).all()
    back = cloud.primitives[0].to_trimesh()
    assert (back.vertices == CORNERS).all() and (back.colors == COLORS).all()


def test_textures_of_trimesh() -> None:
    trimesh = pytest.importorskip("trimesh")
    material = trimesh.visual.material.PBRMaterial(
        name="paint", baseColorTexture=picture(), baseColorFactor=[255, 255, 255, 255], metallicFactor=0.0,
        roughnessFactor=0.5)
    visual = trimesh.visual.TextureVisuals(uv=UV, material=material)
    scene = Scene.from_trimesh(trimesh.Trimesh(CORNERS, TRIANGLES, visual=visual, process=False))
    assert scene.materials[0].name == "paint" and scene.materials[0].roughness == 0.5
    back = meshconv.read(meshconv.write(scene, to="glb").data).to_trimesh()
    (mesh,) = back.geometry.values()
    assert numpy.allclose(mesh.visual.uv, UV, atol=1e-7)
    assert (numpy.asarray(mesh.visual.material.baseColorTexture) == numpy.asarray(picture())).all()
    # What trimesh itself reads of our GLB.
    theirs = trimesh.load(io.BytesIO(meshconv.write(scene, to="glb").data), file_type="glb")
    (other,) = theirs.geometry.values()
    assert numpy.allclose(other.visual.uv, UV, atol=1e-7)


def test_a_scene_of_trimesh_keeps_places_names_and_unit() -> None:
    trimesh = pytest.importorskip("trimesh")
    source = trimesh.Scene()
    mesh = trimesh.Trimesh(CORNERS, TRIANGLES, process=False)
    for number in range(3):
        matrix = trimesh.transformations.translation_matrix([number * 10, 1, 2])
        source.add_geometry(mesh, geom_name="quad", node_name=f"place{number}", transform=matrix)
    source.units = "centimeters"
    scene = Scene.from_trimesh(source)
    assert scene.meters_per_unit == 0.01
    assert (scene.to_trimesh().bounds == source.bounds).all()
    back = meshconv.read(meshconv.write(scene, to="glb").data).to_trimesh()
    assert len(back.graph.nodes_geometry) == len(source.graph.nodes_geometry)
    assert {"place0", "place1", "place2"} <= set(back.graph.nodes)


def test_corners_of_obj_are_split_for_trimesh() -> None:
    pytest.importorskip("trimesh")
    obj = (b"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 2 0 0\nv 2 1 0\nvt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\n"
           b"f 1/1 2/2 3/3 4/4\nf 2/1 5/2 6/3 3/4\n")
    scene = meshconv.read(obj, name="a.obj")
    mesh = scene.primitives[0].to_trimesh()
    assert len(mesh.vertices) == 8 and len(mesh.faces) == 4
    for corners, uvs in zip(mesh.vertices[mesh.faces], mesh.visual.uv[mesh.faces], strict=True):
        # In both squares u and v are the place in the square.
        offset = 1.0 if corners[:, 0].max() > 1 else 0.0
        assert numpy.allclose(corners[:, 0] - offset, uvs[:, 0]) and numpy.allclose(corners[:, 1], uvs[:, 1])


def test_a_scan_for_trimesh_has_all(corner: Path) -> None:
    trimesh = pytest.importorskip("trimesh")
    mesh = meshconv.read(corner).meshes[0].to_trimesh()
    theirs = trimesh.load(corner, process=False)
    assert (mesh.vertices == theirs.vertices).all() and (mesh.faces == theirs.faces).all()
    assert (mesh.visual.vertex_colors == theirs.visual.vertex_colors).all()


def test_open3d_meshes_and_clouds_come_back(corner: Path) -> None:
    open3d = pytest.importorskip("open3d")
    theirs = open3d.io.read_triangle_mesh(str(corner))
    scene = Scene.from_open3d(theirs)
    mine = meshconv.read(corner).meshes[0].to_open3d()
    for back in (mine, scene.primitives[0].to_open3d()):
        for name in ("vertices", "triangles", "vertex_normals", "vertex_colors"):
            assert numpy.allclose(numpy.asarray(getattr(back, name)), numpy.asarray(getattr(theirs, name)), atol=1e-12)
    cloud = open3d.io.read_point_cloud(str(corner))
    back = Scene.from_open3d(cloud).primitives[0].to_open3d()
    for name in ("points", "normals", "colors"):
        assert (numpy.asarray(getattr(back, name)) == numpy.asarray(getattr(cloud, name))).all()
    plain = Scene.from_open3d(open3d.geometry.PointCloud(open3d.utility.Vector3dVector(CORNERS.astype("f8"))))
    assert plain.primitives[0].colors is None and plain.primitives[0].normals is None


def test_tensors_of_open3d_keep_their_types_and_own_columns(corner: Path) -> None:
    open3d = pytest.importorskip("open3d")
    cloud = open3d.t.io.read_point_cloud(str(corner))
    primitive = Scene.from_open3d(cloud).primitives[0]
    assert primitive.positions.dtype == "float32" and primitive.colors.dtype == "uint8"
    assert (primitive.attributes["confidence"] == cloud.point["confidence"].numpy().reshape(-1)).all()
    mesh = open3d.t.io.read_triangle_mesh(str(corner))
    primitive = Scene.from_open3d(mesh).primitives[0]
    assert primitive.triangles.shape == (6022, 3)


def test_textures_of_open3d_stay_the_right_way_up(tmp_path: Path) -> None:
    open3d = pytest.importorskip("open3d")
    picture().save(tmp_path / "t.png")
    (tmp_path / "a.mtl").write_text("newmtl m\nKd 1 1 1\nmap_Kd t.png\n")
    (tmp_path / "a.obj").write_text(
        "mtllib a.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nvt 0 0\nvt 1 0\nvt 1 0.75\nusemtl m\nf 1/1 2/2 3/3\n")
    theirs = open3d.io.read_triangle_mesh(str(tmp_path / "a.obj"))
    theirs_filled = [texture for texture in theirs.textures if not texture.is_empty()]
    (mine,) = meshconv.read(tmp_path / "a.obj").to_open3d()
    assert (numpy.asarray(mine.textures[0]) == numpy.asarray(theirs_filled[0])).all()
    assert numpy.allclose(numpy.asarray(mine.triangle_uvs), numpy.asarray(theirs.triangle_uvs))
    scene = Scene.from_open3d(theirs)
    assert scene.materials[scene.primitives[0].materials[0]].textures == {"baseColor": 0}
    image = pytest.importorskip("PIL.Image").open(io.BytesIO(scene.images[0].data or b""))
    assert (numpy.asarray(image.convert("RGB")) == numpy.asarray(picture())).all()


LINES = b"v 0 0 0\nv 1 0 0\nv 1 2 0\nv 5 5 5\nv 6 5 5\nl 1 2 3\nl 4 5\n"


def test_lines_become_paths_and_line_sets() -> None:
    pytest.importorskip("trimesh")
    scene = meshconv.read(LINES, name="a.obj")
    (path,) = scene.to_trimesh().geometry.values()
    assert [list(entity.points) for entity in path.entities] == [[0, 1], [1, 2], [3, 4]]
    assert path.vertices.tolist()[2] == [1, 2, 0]
    assert Scene.from_trimesh(path).primitives[0].indices.tolist() == [0, 1, 1, 2, 3, 4]
    pytest.importorskip("open3d")
    (lines,) = scene.to_open3d()
    assert numpy.asarray(lines.lines).tolist() == [[0, 1], [1, 2], [3, 4]]
    assert Scene.from_open3d(lines).primitives[0].topology == "lines"


def test_hidden_nodes_are_left_out_and_instances_are_placed() -> None:
    pytest.importorskip("trimesh")
    mesh = (b' def Mesh "M" {\n int[] faceVertexCounts = [3]\n int[] faceVertexIndices = [0, 1, 2]\n'
            b" point3f[] points = [(0,0,0), (1,0,0), (0,1,0)]\n }\n")
    usd = (b"#usda 1.0\ndef Xform \"A\" {\n double3 xformOp:translate = (10, 0, 0)\n"
           b' uniform token[] xformOpOrder = ["xformOp:translate"]\n' + mesh + b"}\n"
           b'def Xform "B" {\n token visibility = "invisible"\n' + mesh + b"}\n")
    scene = meshconv.read(usd, name="a.usda").to_trimesh()
    assert scene.bounds.tolist() == [[10, 0, 0], [11, 1, 0]]


def test_other_things_are_refused() -> None:
    pytest.importorskip("trimesh")
    with pytest.raises(TypeError, match="trimesh"):
        Scene.from_trimesh(numpy.zeros((3, 3)))
    pytest.importorskip("open3d")
    with pytest.raises(TypeError, match="Open3D"):
        Scene.from_open3d(numpy.zeros((3, 3)))
