#!/usr/bin/env python3
"""Writes Conformance/cases: small files made by hand from the formats' specifications, and manifest.json.

usage: make-cases.py            writes all files
       make-cases.py --check    writes nothing; fails if the files differ
"""
import importlib
import json
import pathlib
import pkgutil
import sys

import makecases
from makecases import package

FOLDER = pathlib.Path(__file__).resolve().parent / "cases"
NOTES = [
    "expect: load = must be read; reject = must be refused, with facts.code where the code is certain; either = reading "
    "and refusing are both right, a crash or a hang is not",
    "facts are stated from the specification by the case's author; in PLY they follow from the rows that were written",
    "facts.reports: something in the file must appear in the diagnostics; facts.area: of the one polygon in the file; "
    "facts.stated_materials: what each material says, Tr given as d; facts.strip_triangles: what the strips mean",
    "of any format: vertex_attributes and face_attributes are name, type and numbers a row, first_values those of the first "
    "vertex or face, census the numbers of records by kind, diagnostics the codes of all that is reported, in order",
    "STL: facets are those that the file begins, triangle_count those that are whole; unique_positions differ in value; "
    "first_color is the first facet's in 8-bit codes; has_face_normals: some normal says something else than the corners",
    "glTF: scene_bbox and scene_triangles are of the scene to show, in world space; attributes are the names of all; "
    "points_in_meshes and triangles_in_meshes count each mesh once, vertices_sum_over_primitives each primitive's",
    "USD: mesh_count, mesh_points and mesh_faces are of the prims of type Mesh, prim_types of the composed stage; elements are "
    "what nodes show of faces, lines and points; shape_box is that of a shape without points; settings are the material's",
    "conversions: to what, with which options, what the result keeps when it is read as a foreign file (KeptFacts.swift has the "
    "words), and the codes of all that is dropped, approximated, narrowed or rounded; complaints: the public threads",
    "triangles_fan = sum(n-2) over faces; faces of fewer than 3 corners count in face_arity only; line_elements are "
    "statements, point_elements are points; boxes are over the finite positions, as stored",
]


def makers():
    """The modules of `makecases` that make cases, by name. Parts of the complaints are made by `complaints`."""
    names = sorted(module.name for module in pkgutil.iter_modules(makecases.__path__))
    modules = [importlib.import_module(f"makecases.{name}") for name in names if not name.startswith("complaints_")]
    return [module for module in modules if hasattr(module, "cases")]


def files():
    """The bytes of all files, by their paths in the folder of cases."""
    made = {}
    entries = []
    for case in (case for maker in makers() for case in maker.cases()):
        for path, data in [(case.path, case.data), *case.sides.items()]:
            assert path not in made, f"two cases write {path}"
            made[path] = data
        entries.append(case.entry())
    made.update(package.files())
    entries.sort(key=lambda entry: entry["path"])
    rows = ",\n".join(json.dumps(entry, ensure_ascii=False) for entry in entries)
    head = json.dumps({"schema": 1, "notes": NOTES}, ensure_ascii=False)
    made["manifest.json"] = f'{head[:-1]},\n"files": [\n{rows}\n]}}\n'.encode()
    return made


def main():
    made = files()
    there = {path.relative_to(FOLDER).as_posix(): path for path in FOLDER.rglob("*") if path.is_file()}
    if sys.argv[1:] == ["--check"]:
        wrong = sorted(path for path in made.keys() | there.keys()
                       if path not in made or path not in there or there[path].read_bytes() != made[path])
        for path in wrong:
            print(f"error: {path} is not as make-cases.py writes it")
        print(f"cases: {len(made)} files, {len(wrong)} wrong")
        raise SystemExit(1 if wrong else 0)
    for path in there.keys() - made.keys():
        there[path].unlink()
    for path, data in made.items():
        target = FOLDER / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    print(f"cases: {len(made)} files, {sum(len(data) for data in made.values())} bytes")


main()
