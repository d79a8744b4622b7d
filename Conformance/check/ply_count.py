#!/usr/bin/env python3
"""Counts what is in a PLY file, independently of meshconv.    usage: ply_count.py FILE...    (prints JSON)

A plain reading of the format, slow and short: elements, properties, items of lists, faces by corners, the box of the
positions. A file that it cannot read ends in a ValueError that says where.
"""
import json
import math
import re
import struct
import sys

LETTERS = {
    "char": "b", "int8": "b", "uchar": "B", "uint8": "B", "short": "h", "int16": "h", "ushort": "H", "uint16": "H",
    "int": "i", "int32": "i", "uint": "I", "uint32": "I", "float": "f", "float32": "f", "double": "d", "float64": "d",
    "int64": "q", "uint64": "Q",
}
NAMES = {"b": "int8", "B": "uint8", "h": "int16", "H": "uint16", "i": "int32", "I": "uint32", "f": "float32", "d": "float64",
         "q": "int64", "Q": "uint64"}


class Binary:
    """Binary values in sequence, of one byte order."""

    def __init__(self, data, order):
        self.data, self.order, self.at = data, order, 0

    def take(self, letter, count=1):
        size = struct.calcsize("<" + letter) * count
        if self.at + size > len(self.data):
            raise ValueError(f"the body ends at byte {len(self.data)}, {size} more expected at {self.at}")
        self.at += size
        return struct.unpack_from(f"{self.order}{count}{letter}", self.data, self.at - size)


class Text:
    """Values from blank-separated words; integers must be written as such, and fit their type."""

    def __init__(self, data):
        self.words, self.at = data.split(), 0

    def take(self, letter, count=1):
        words = self.words[self.at:self.at + count]
        if len(words) < count:
            raise ValueError(f"the body ends at word {len(self.words)}")
        self.at += count
        if letter in "fd":
            values = [float(word) for word in words]
            return [struct.unpack("<f", struct.pack("<f", v))[0] for v in values] if letter == "f" else values
        values = [int(word) for word in words]
        for value in values:
            try:
                struct.pack("<" + letter, value)
            except struct.error:
                raise ValueError(f"{value} does not fit {NAMES[letter]}") from None
        return values


def header(data):
    """Format, elements [(name, count, [(list's count type or None, type, name)])], comments, obj_infos, body."""
    match = re.match(rb"ply[ \t]*(\r\n|\n|\r)", data)
    if not match:
        raise ValueError("no 'ply' in the first line")
    end = match.group(1)
    lines, at = [], match.end()
    while not lines or lines[-1].split() != ["end_header"]:
        stop = data.find(end, at)
        if stop < 0:
            raise ValueError("no end_header")
        lines.append(data[at:stop].decode("utf-8", "replace"))
        at = stop + len(end)
    encoding, elements, comments, infos = None, [], 0, 0
    for line in lines[:-1]:
        words = line.split()
        first = words[0] if words else ""
        if first == "format" and len(words) == 3:
            encoding = words[1]
        elif first == "element" and len(words) == 3 and words[2].isdigit():
            elements.append((words[1], int(words[2]), []))
        elif first == "property" and len(words) == 5 and words[1] == "list" and LETTERS[words[2]] not in "fd":
            elements[-1][2].append((LETTERS[words[2]], LETTERS[words[3]], words[4]))
        elif first == "property" and len(words) == 3:
            elements[-1][2].append((None, LETTERS[words[1]], words[2]))
        elif first in ("comment", "obj_info"):
            comments, infos = comments + (first == "comment"), infos + (first == "obj_info")
        elif words:
            raise ValueError(f"header line not understood: {line!r}")
    return encoding, elements, comments, infos, data[at:]


def count(path):
    try:
        encoding, elements, comments, infos, body = header(open(path, "rb").read())
    except (KeyError, IndexError) as error:
        raise ValueError(f"header: {error!r}") from None
    source = {"ascii": lambda: Text(body), "binary_little_endian": lambda: Binary(body, "<"),
              "binary_big_endian": lambda: Binary(body, ">")}.get(encoding)
    if source is None:
        raise ValueError(f"format {encoding}")
    source = source()
    facts = {"encoding": encoding, "comments": comments, "obj_info": infos, "elements": {}, "list_items": {}}
    low, high, odd, arity, names = [math.inf] * 3, [-math.inf] * 3, 0, {}, {}
    for element, rows, properties in elements:
        facts["elements"][element] = {"count": rows, "properties": [
            f"{name}:list {NAMES[size]} {NAMES[kind]}" if size else f"{name}:{NAMES[kind]}" for size, kind, name in properties]}
        names[element] = {name for _, _, name in properties}
        prefix = "p" if "px" in names[element] else ""
        axes = [prefix + axis for axis in "xyz"]
        if not properties:
            continue
        for _ in range(rows):
            row = {}
            for size, kind, name in properties:
                if size is None:
                    row[name] = source.take(kind)[0]
                    continue
                length = source.take(size)[0]
                if length < 0 or length != int(length):
                    raise ValueError(f"a list of {length} items")
                source.take(kind, int(length))
                key = f"{element}.{name}"
                facts["list_items"][key] = facts["list_items"].get(key, 0) + int(length)
                if element == "face" and name in ("vertex_indices", "vertex_index"):
                    arity[str(int(length))] = arity.get(str(int(length)), 0) + 1
            if element == "vertex" and names["vertex"].issuperset(axes):
                position = [row[axis] for axis in axes]
                if all(map(math.isfinite, position)):
                    low = [min(pair) for pair in zip(low, position)]
                    high = [max(pair) for pair in zip(high, position)]
                else:
                    odd += 1
    facts["trailing"] = len(source.words) - source.at if encoding == "ascii" else len(body) - source.at
    vertex, face = names.get("vertex"), names.get("face")
    if vertex is not None:
        facts["vertex_count"] = facts["elements"]["vertex"]["count"]
        if low[0] != math.inf:
            facts["bbox"] = {"min": low, "max": high} | ({"non_finite_vertices": odd} if odd else {})
        facts["has_normals"] = bool(vertex & {"nx", "normal_x"})
        facts["has_vertex_colors"] = bool(vertex & {"red", "diffuse_red", "r", "Red"})
        facts["has_uvs"] = bool(vertex & {"s", "u", "texture_u", "texture_s", "tx"}) or "texcoord" in (face or ())
    if face is not None:
        facts["face_count"] = facts["elements"]["face"]["count"]
        facts["face_arity"] = arity
        facts["triangles_fan"] = sum((int(size) - 2) * n for size, n in arity.items() if int(size) > 2)
    return facts


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps({"file": name} | count(name), ensure_ascii=False))
