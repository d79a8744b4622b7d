#!/usr/bin/env python3
"""Counts what is in an OBJ file, independently of meshconv.    usage: obj_count.py FILE...    (prints JSON)

A plain reading of the format, slow and short: statements by keyword, faces by corners, the box of the positions,
names. It resolves no index and refuses nothing; what it cannot read it counts as malformed.
"""
import json
import math
import re
import sys

REFUSES = "nothing"

def logical_lines(text):
    """Statements: line ends of all kinds, joined lines, comments off (ZBrush's colour comments are kept)."""
    joined = ""
    for line in re.split(r"\r\n|\n|\r", text):
        if not joined and line.lstrip().startswith("#"):
            if line.startswith("#MRGB"):
                yield line
            continue
        if line.endswith("\\"):
            joined += line[:-1] + " "
            continue
        whole, joined = (joined + line).split("#")[0].strip(), ""
        if whole:
            yield whole
    if joined.split("#")[0].strip():
        yield joined.split("#")[0].strip()


def numbers(words):
    try:
        return [float(word) for word in words] if not any("_" in word for word in words) else None
    except ValueError:
        return None


def count(path):
    data = open(path, "rb").read()
    try:
        text, encoding = data.decode("utf-8-sig"), "utf-8"
    except UnicodeDecodeError:
        text, encoding = data.decode("latin-1"), "latin-1"
    keywords, arity, found = {}, {}, {"malformed": 0, "negative": 0, "rgb": 0, "w": 0, "points": 0}
    positions, materials, libraries, smoothing = [], [], [], set()
    uvs = normals = 0
    for line in logical_lines(text):
        keyword, *words = line.split()
        rest = line[len(keyword):].strip()
        if keyword.startswith("#MRGB"):
            found["rgb"] += len("".join(words)) // 8
            continue
        keywords[keyword] = keywords.get(keyword, 0) + 1
        if keyword == "v":
            values = numbers(words)
            if values is None or len(values) < 3:
                found["malformed"] += 1
                continue
            positions.append(values[:3])
            found["rgb"] += len(values) in (6, 7)
            found["w"] += len(values) == 4
        elif keyword in ("f", "fo"):
            size = len(words)
            arity[str(size)] = arity.get(str(size), 0) + 1
            found["malformed"] += size < 3
            for word in words:
                parts = word.split("/") + ["", ""]
                uvs += parts[1] != ""
                normals += parts[2] != ""
        if keyword in ("f", "fo", "l", "p"):
            found["negative"] += sum(part.startswith("-") for word in words for part in word.split("/"))
            found["points"] += len(words) if keyword == "p" else 0
        elif keyword == "usemtl" and rest not in materials:
            materials.append(rest)
        elif keyword == "mtllib":
            libraries.append(rest)
        elif keyword == "s":
            smoothing.add(rest)
    finite = [row for row in positions if all(math.isfinite(value) for value in row)]
    box = {"min": [min(c) for c in zip(*finite)], "max": [max(c) for c in zip(*finite)]} if finite else None
    if box and len(finite) < len(positions):
        box["non_finite_vertices"] = len(positions) - len(finite)
    texcoords = keywords.get("vt", 0)
    return {
        "encoding": encoding,
        "vertex_count": keywords.get("v", 0),
        "texcoord_count": texcoords,
        "normal_count": keywords.get("vn", 0),
        "face_count": sum(n for size, n in arity.items() if int(size) > 2),
        "triangles_fan": sum((int(size) - 2) * n for size, n in arity.items() if int(size) > 2),
        "line_elements": keywords.get("l", 0),
        "point_elements": found["points"],
        "face_arity": arity,
        "bbox_all_vertices": box,
        "materials_used": materials,
        "mtllib": libraries,
        "group_statements": keywords.get("g", 0),
        "object_statements": keywords.get("o", 0),
        "has_vertex_colors": found["rgb"] > 0,
        "has_uvs": uvs > 0 and texcoords > 0,
        "has_normals": normals > 0,
        "vertices_with_color": found["rgb"],
        "vertices_with_w": found["w"],
        "negative_indices": found["negative"],
        "malformed_line_count": found["malformed"],
        "smoothing_values": sorted(smoothing),
        "statements": keywords,
    }


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps({"file": name} | count(name), ensure_ascii=False))
