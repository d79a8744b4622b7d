#!/usr/bin/env python3
"""Counts what is in an STL file, independently of meshconv.    usage: stl_count.py FILE...    (prints JSON)

A plain reading of the format, slow and short: words of a text one after the other, facets of a binary file by their
size. A file that it cannot read ends in a ValueError that says where.
"""
import json
import math
import re
import struct
import sys

NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?", re.IGNORECASE)
SPECIAL = re.compile(r"[+-]?(nan(\(\w*\))?|inf(inity)?|1\.#(inf|ind|qnan|snan)\d*)", re.IGNORECASE)
BLANKS = " \t\r\n\v\f"


def number(word):
    if NUMBER.fullmatch(word):
        return float(word)
    if SPECIAL.fullmatch(word):
        return math.inf if "inf" in word.lower() else math.nan
    raise ValueError(f"{word!r} is no number")


UNITS = {"m": 1, "cm": 0.01, "mm": 0.001, "in": 0.0254, "ft": 0.3048}
RECORD = re.compile(
    r"(?P<name>(?:.* )?)\[(?:(?:(?P<unit>m|cm|mm|in|ft)|(?P<number>\d[-.e\d]*) m)(?:, (?P<axis>[YZ]) up)?|(?P<only>[YZ]) up)\]")


def frame(record):
    """The unit and the axis that meshconv writes as [mm, Z up]."""
    unit = UNITS[record["unit"]] if record["unit"] else float(record["number"]) if record["number"] else None
    axis = record["axis"] or record["only"]
    return ({"meters_per_unit": unit} if unit else {}) | ({"up_axis": axis} if axis else {})


def count_binary(data):
    claimed = struct.unpack_from("<I", data, 80)[0]
    whole = (len(data) - 84) // 50
    if claimed > whole:
        raise ValueError(f"{claimed} facets claimed, {whole} there")
    facets = list(struct.iter_unpack("<12fH", data[84:84 + 50 * whole]))
    rest = facets[claimed:]
    if rest and ((len(data) - 84) % 50 or not all(math.isfinite(v) for facet in rest for v in facet[:12])):
        del facets[claimed:]
    header = data[:80]
    text = header[:header.index(b"COLOR=") + 6] if b"COLOR=" in header else header.split(b"\0")[0]
    try:
        text = text.decode("utf-8")
    except UnicodeDecodeError:
        text = text.decode("latin-1")
    rows = [facet[3:12] for facet in facets]
    first, _, others = text.partition("\n")
    record = RECORD.fullmatch(first.rstrip(BLANKS))
    if record and not record["name"]:
        text = others
    return rows, shape(rows) | (frame(record) if record and not record["name"] else {}) | {
        "encoding": "binary", "header": text.rstrip(BLANKS), "facets": len(facets), "triangle_count": len(facets),
        "nonzero_attribute_words": sum(facet[12] != 0 for facet in facets),
        "zero_normals": sum(facet[:3] == (0, 0, 0) for facet in facets),
        "has_face_normals": any(own(facet[:3], facet[3:12]) for facet in facets),
    }


def count_ascii(text):
    solids, facets, begun, inside = [], [], 0, False
    for line in logical_lines(text):
        words = line.split()
        first = words[0].lower()
        if first == "solid":
            solids.append(line[5:].strip(BLANKS))
            inside = True
        elif first == "endsolid":
            inside = False
        elif first == "facet" and words[1].lower() == "normal":
            begun += 1
            if not inside:
                solids.append("")
                inside = True
            corners = []
            facet = [[number(word) for word in words[2:5]], corners]
        elif first == "vertex":
            corners.append([number(word) for word in words[1:4]])
            if len(corners) > 3:
                raise ValueError("a loop of more than 3 corners")
        elif first == "endloop":
            if len(corners) != 3:
                raise ValueError(f"a loop of {len(corners)} corners")
            facets.append((facet[0], [value for corner in corners for value in corner]))
    if not solids:
        raise ValueError("no solid")
    if begun > len(facets):
        raise ValueError("the last facet is cut")
    rows = [corners for _, corners in facets]
    record = RECORD.fullmatch(solids[0])
    if record:
        solids[0] = record["name"].rstrip(BLANKS)
    return rows, shape(rows) | (frame(record) if record else {}) | {
        "encoding": "ascii", "solids": solids, "facets": begun, "triangle_count": len(facets),
        "zero_normals": sum(normal == [0, 0, 0] for normal, _ in facets),
        "has_face_normals": any(own(normal, corners) for normal, corners in facets),
    }


def logical_lines(text):
    """The statements, one per line, wherever the lines end in the file."""
    if len(re.findall(r"facet\s+normal\s", text, re.IGNORECASE)) > 1 and len(text.split("\n")) <= 2 and "\r" not in text:
        text = re.sub(r"\s(?=(facet\s+normal|outer\s+loop|vertex|endloop|endfacet|endsolid|solid)\s)", "\n", text,
                      flags=re.IGNORECASE)
    return [line.strip(BLANKS) for line in re.split(r"\r\n|\r|\n", text) if line.strip(BLANKS)]


def own(normal, corners):
    """Whether a normal is present and clearly differs from the corners' one."""
    if list(normal) == [0, 0, 0] or not all(map(math.isfinite, normal)):
        return False
    a, b, c = corners[0:3], corners[3:6], corners[6:9]
    u, v = [q - p for p, q in zip(a, b)], [q - p for p, q in zip(a, c)]
    cross = [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
    length = math.sqrt(sum(value * value for value in cross))
    return length > 0 and math.dist(normal, [value / length for value in cross]) > 0.01


def shape(facets):
    points = [tuple(value + 0.0 for value in facet[at:at + 3]) for facet in facets for at in (0, 3, 6)]
    finite = [point for point in points if all(map(math.isfinite, point))]
    facts = {"unique_positions": len(set(points))}
    if finite:
        facts["bbox"] = {"min": [min(axis) for axis in zip(*finite)], "max": [max(axis) for axis in zip(*finite)]}
    return facts


def read(path):
    """The corners of each whole facet, nine numbers; the counts."""
    data = open(path, "rb").read()
    if len(data) >= 84 and len(data) == 84 + 50 * struct.unpack_from("<I", data, 80)[0]:
        return count_binary(data)
    if b"\0" not in data and re.search(rb"solid|facet\s+normal", data[:4096], re.IGNORECASE):
        try:
            text = data.decode("utf-8-sig")
        except UnicodeDecodeError:
            text = data.decode("latin-1")
        return count_ascii(text)
    if len(data) < 84:
        raise ValueError(f"{len(data)} bytes are too few")
    return count_binary(data)


def count(path):
    return read(path)[1]


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps({"file": name} | count(name), ensure_ascii=False))
