"""Conversions and reports: paths, bytes and file objects."""

from __future__ import annotations

import io
import json
import os
import pickle
import subprocess
from pathlib import Path

import pytest

import meshconv

QUAD = b"mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nusemtl red\nf 1 2 3 4\n"
MTL = b"newmtl red\nKd 1 0 0\n"


def test_paths_give_a_report_with_losses_and_outputs(corner: Path) -> None:
    target = corner.with_suffix(".obj")
    report = meshconv.convert(str(corner), target)
    assert report.status == "done" and report.lossless is False and report.input.variant == "ply.binary"
    assert [(loss.code, loss.count, loss.rank) for loss in report.losses] == [
        ("attribute.dropped", 3267, "data"), ("color.reencoded", 3267, "bookkeeping")]
    assert [(output.variant, output.bytes) for output in report.outputs] == [("obj", target.stat().st_size)]
    assert "confidence" in report.summary and str(report.losses[0]).startswith("confidence")
    assert report.files == {}
    with pytest.raises(ValueError, match="not in memory"):
        _ = report.data


def test_the_report_is_that_of_the_command(corner: Path, program: Path) -> None:
    os.chdir(corner.parent)
    mine = meshconv.convert("corner.ply", "corner.glb", verify=True).to_dict()
    printed = subprocess.run(
        [program, "convert", "corner.ply", "corner.glb", "--verify", "--json"], check=True, capture_output=True).stdout
    theirs = json.loads(printed)
    assert mine["verified"] is True
    for document in (mine, theirs):
        document.pop("stats"), document.pop("tool")
        # Only the command hashes files by default.
        for file in [document["input"], *document["outputs"]]:
            file.pop("sha256", None)
    assert mine == theirs


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, io.BytesIO])
def test_bytes_and_file_objects_give_what_files_give(corner: Path, kind: type) -> None:
    expected = corner.with_suffix(".glb")
    meshconv.convert(corner, expected)
    report = meshconv.convert(kind(corner.read_bytes()), name="corner.ply", to="glb")
    assert report.data == expected.read_bytes() and len(report.files) == 1
    again = corner.parent / "again.glb"
    meshconv.convert(kind(corner.read_bytes()), again, name="corner.ply")
    assert again.read_bytes() == expected.read_bytes()


def test_a_file_object_says_its_own_format(corner: Path) -> None:
    expected = corner.with_suffix(".stl")
    meshconv.convert(corner, expected)
    with open(corner, "rb") as source, open(corner.parent / "out.stl", "wb") as target:
        meshconv.convert(source, target)
    assert (corner.parent / "out.stl").read_bytes() == expected.read_bytes()
    with open(corner.parent / "raw.stl", "wb", buffering=0) as raw:
        meshconv.convert(corner, raw)
    assert (corner.parent / "raw.stl").read_bytes() == expected.read_bytes()
    report = meshconv.convert(corner, to="stl")
    assert report.data == expected.read_bytes() and list(report.files) == ["corner.stl"]


def test_bytes_bring_and_give_side_files() -> None:
    report = meshconv.convert(QUAD, name="quad.obj", files={"m.mtl": MTL}, to="gltf")
    assert sorted(Path(name).suffix for name in report.files) == [".bin", ".gltf"]
    assert json.loads(report.data)["materials"][0]["name"] == "red"
    missing = meshconv.convert(QUAD, name="quad.obj", to="glb")
    assert "reference.missing" in [loss.code for loss in missing.losses]
    with pytest.raises(meshconv.UsageError, match="beside it"):
        meshconv.convert(QUAD, io.BytesIO(), name="quad.obj", files={"m.mtl": MTL}, to="gltf")


def test_bytes_without_a_name_are_recognised_or_refused(corner: Path) -> None:
    assert meshconv.convert(corner.read_bytes(), to="glb").status == "done"
    assert meshconv.convert(QUAD, from_="obj", to="ply").status == "done"
    with pytest.raises(meshconv.ReadError):
        meshconv.convert(b"\x00\x01\x02\x03" * 100, to="glb")
    with pytest.raises(meshconv.ReadError):
        meshconv.convert(b"", to="glb")


def test_a_target_needs_a_format(corner: Path) -> None:
    with pytest.raises(meshconv.UsageError, match="which format"):
        meshconv.convert(corner)
    with pytest.raises(meshconv.UsageError):
        meshconv.convert(corner, corner.parent / "out.nothing")
    with pytest.raises(meshconv.UsageError):
        meshconv.convert(corner, to="nothing")


def test_wrong_sources_and_targets_are_named(corner: Path) -> None:
    for wrong in (None, 7, [corner], corner.open()):
        with pytest.raises((TypeError, meshconv.UsageError)):
            meshconv.convert(wrong, to="glb")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="target"):
        meshconv.convert(corner, 7)  # type: ignore[arg-type]
    with pytest.raises(meshconv.UsageError):
        meshconv.convert("", to="glb")
    with pytest.raises(meshconv.UsageError):
        meshconv.convert("a\0b.ply", to="glb")
    with pytest.raises(TypeError):
        meshconv.write(corner, to="glb")  # type: ignore[arg-type]
    with pytest.raises(TypeError):
        meshconv.convert(corner, to="glb", progress=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"verfy": True}, "did you mean verify"),
        ({"to": "glb", "verify": "yes"}, "True or False"),
        ({"to": "glb", "allow": 3.5j}, "list of texts"),
        ({"to": "glb", "time": object()}, "text or a number"),
        ({"to": "glb", "weld": "maybe"}, "maybe"),
        ({"to": "glb", "set": {"nothing": "x"}}, "nothing"),
        ({"to": "glb", "threads": "many"}, "many"),
        ({"to": "glb", "up": "x\0y"}, "NUL"),
    ],
)
def test_wrong_options_are_named(corner: Path, options: dict[str, object], words: str) -> None:
    with pytest.raises(meshconv.UsageError, match=words) as caught:
        meshconv.convert(corner, **options)  # type: ignore[arg-type]
    assert caught.value.exit_code == 64 and isinstance(caught.value, ValueError)


def test_options_act_as_those_of_the_command(corner: Path, program: Path) -> None:
    os.chdir(corner.parent)
    meshconv.convert(corner, "mine.stl", for_="print", units="m", up="y", faces=500, set=None, threads=1)
    command = [program, "corner.ply", "theirs.stl", "--for", "print", "--units", "m", "--up", "y", "--faces", "500"]
    subprocess.run(command, check=True, capture_output=True)
    # The name line of an STL file may name its source.
    assert Path("mine.stl").read_bytes()[80:] == Path("theirs.stl").read_bytes()[80:]


def test_refused_conversions_write_nothing_and_say_why(corner: Path) -> None:
    target = corner.with_suffix(".obj")
    for options in ({"lossless": True}, {"strict": "exact"}, {"strict": True}):
        with pytest.raises(meshconv.Refused) as caught:
            meshconv.convert(corner, target, **options)  # type: ignore[arg-type]
        error = caught.value
        assert error.code == "refused" and error.exit_code == 2 and not target.exists()
        assert error.report is not None and error.report.losses[0].name == "confidence"
    meshconv.convert(corner, target, lossless=True, allow=["attribute.dropped"])
    assert target.exists()


def test_errors_have_code_path_and_place(tmp_path: Path) -> None:
    with pytest.raises(meshconv.MissingError) as missing:
        meshconv.convert(tmp_path / "no.ply", tmp_path / "no.glb")
    assert isinstance(missing.value, FileNotFoundError) and missing.value.path == str(tmp_path / "no.ply")
    assert missing.value.code == "input.missing" and "no.ply" in str(missing.value)
    broken = tmp_path / "broken.ply"
    broken.write_bytes(b"ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\nhello\n")
    with pytest.raises(meshconv.ReadError) as caught:
        meshconv.read(broken)
    assert caught.value.place == "6:1" and caught.value.exit_code == 65
    with pytest.raises(meshconv.ReadError) as in_memory:
        meshconv.read(broken.read_bytes(), name="broken.ply")
    assert in_memory.value.place == "6:1" and in_memory.value.message == caught.value.message


def test_a_target_in_a_missing_folder_is_an_error(corner: Path) -> None:
    with pytest.raises((meshconv.WriteError, meshconv.InputOutputError)) as caught:
        meshconv.convert(corner, corner.parent / "missing" / "out.glb")
    assert "out.glb" in str(caught.value)


def test_a_target_that_is_the_source_is_an_error(corner: Path) -> None:
    before = corner.read_bytes()
    with pytest.raises(meshconv.Error):
        meshconv.convert(corner, corner, to="ply.ascii")
    assert corner.read_bytes() == before


def test_errors_travel_between_processes(tmp_path: Path) -> None:
    for kind in meshconv.errors.BY_EXIT_CODE.values():
        error = pickle.loads(pickle.dumps(kind("message", code="a.b", path="p", place="1:2")))
        assert type(error) is kind and (error.code, error.path, error.place) == ("a.b", "p", "1:2")
        assert str(error) == "p:1:2: message"


def test_info_plan_check_and_diff_are_those_of_the_command(corner: Path, program: Path) -> None:
    os.chdir(corner.parent)
    meshconv.convert(corner, "corner.obj")
    for command, mine in {
        ("info", "corner.ply", "--formats"): meshconv.info("corner.ply"),
        ("plan", "corner.ply"): meshconv.plan("corner.ply"),
        ("plan", "corner.ply", "out.obj"): meshconv.plan("corner.ply", "out.obj"),
        ("check", "corner.ply"): meshconv.check("corner.ply"),
        ("diff", "corner.ply", "corner.obj"): meshconv.diff("corner.ply", "corner.obj"),
        ("formats",): meshconv.formats(),
    }.items():
        printed = subprocess.run([program, *command, "--json"], capture_output=True).stdout
        expected = json.loads(printed)
        found = mine.to_dict()
        expected.pop("tool"), found.pop("tool")
        expected.pop("keptBy", None), found.pop("keptBy", None)
        assert found == expected, command


def test_everything_can_be_asked_of_bytes_and_scenes(corner: Path) -> None:
    scene, data = meshconv.read(corner), corner.read_bytes()
    for source in (scene, data):
        info = meshconv.info(source)
        assert info.totals is not None and info.totals.triangles == 6022
        assert meshconv.check(source).errors == 0
        (target,) = meshconv.plan(source, to="obj").targets
        assert target.losses[0].name == "confidence"
    difference = meshconv.diff(scene, meshconv.convert(scene, to="obj").data, names=(None, "corner.obj"))
    assert difference.equal is False and [each.name for each in difference.differences] == ["confidence"]
    assert meshconv.diff(corner, data).equal is True
    with pytest.raises(TypeError):
        bool(difference)


def test_reports_keep_keys_that_they_do_not_know() -> None:
    values = {"code": "a", "severity": "dropped", "rank": "data", "subject": "/", "name": "n", "count": 1, "unit": "u",
              "largestError": "Infinity", "cause": "c", "message": "m", "remedy": None, "futureKey": {"x": 1}}
    loss = meshconv.Loss.from_dict(values)
    assert loss.extra == {"futureKey": {"x": 1}} and loss.to_dict() == values
    assert loss.largest_error == float("inf") and loss.items == []
