#!/usr/bin/env python3
"""Counts what is in an OFF file, independently of meshconv.    usage: off_count.py FILE...    (prints JSON)

A plain reading of the format, slow and short: numbers one after the other, but the colour behind a face is what is left
of its line. A file that it cannot read ends in a ValueError that says where.
"""
import json
import math
import re
import struct
import sys

REFUSES = "indices"
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?|[+-]?(nan|inf)", re.IGNORECASE)
WORD = re.compile(r"(ST)?(C)?(N)?(4)?(n)?OFF(?=[\s\d#]|$)|off(?=\s|$)")


class Tokens:
    """The words of a text, each with the number of its line; comments are counted."""

    def __init__(self, text):
        lines = [line.partition("#") for line in re.split(r"\r\n|\r|\n", text)]
        self.comments = sum(sign == "#" for _, sign, _ in lines)
        self.words = [(word, row) for row, (line, _, _) in enumerate(lines) for word in line.split()]
        self.at = 0

    def next(self, kind):
        if self.at >= len(self.words):
            raise ValueError("the text ends early")
        word = self.words[self.at][0]
        self.at += 1
        if not (re.fullmatch(r"[+-]?\d+", word) if kind is int else NUMBER.fullmatch(word)):
            raise ValueError(f"{word!r} is no number")
        return kind(word)

    def rest_of_line(self):
        """The words that stand on the line of the last one, behind it."""
        row = self.words[self.at - 1][1]
        first = self.at
        while self.at < len(self.words) and self.words[self.at][1] == row:
            self.at += 1
        return [word for word, _ in self.words[first:self.at]]


def header(tokens):
    """The letters of the first word; it is taken away, even where counts are glued to it."""
    word, row = tokens.words[0]
    match = WORD.match(word)
    if not match:
        if not word.isdigit():
            raise ValueError(f"{word!r} is no first word")
        return {}
    tokens.words[:1] = [(word[match.end():], row)] if word[match.end():] else []
    letters = dict(zip(("st", "c", "n", "4", "dim"), match.groups()))
    if letters["dim"] and (letters["4"] or tokens.next(int) != 3):
        raise ValueError("not of three dimensions")
    return letters


def count_text(text):
    tokens = Tokens(text)
    if not tokens.words:
        raise ValueError("nothing is there")
    letters = header(tokens)
    vertices = tokens.next(int)
    apart = not tokens.words[tokens.at:] or tokens.words[tokens.at][1] != tokens.words[tokens.at - 1][1]
    faces = tokens.next(int)
    rest = tokens.words[tokens.at:]
    if rest and (apart or rest[0][1] == tokens.words[tokens.at - 1][1]):
        tokens.next(int)
    if vertices < 0 or faces < 0 or vertices > len(tokens.words) or faces > len(tokens.words):
        raise ValueError(f"{vertices} vertices and {faces} faces can't be there")
    plain = 3 + bool(letters.get("4")) + 3 * bool(letters.get("n")) + 2 * bool(letters.get("st"))
    width, line = plain + 4 * bool(letters.get("c")), 0
    if vertices:
        line = sum(row == tokens.words[tokens.at][1] for _, row in tokens.words[tokens.at:])
        if letters.get("c") and line == width - 1:
            width -= 1
    points = []
    for _ in range(vertices):
        row = [tokens.next(float) for _ in range(width)]
        points.append([value / row[3] for value in row[:3]] if letters.get("4") else row[:3])
        if line == 6 and width == 3:
            tokens.rest_of_line()
    lists, colors = [], []
    for _ in range(faces):
        corners = tokens.next(int)
        if corners < 0 or corners > len(tokens.words):
            raise ValueError(f"a face of {corners} corners")
        lists.append([tokens.next(int) for _ in range(corners)])
        colors.append(tokens.rest_of_line())
        if not all(NUMBER.fullmatch(word) for word in colors[-1]):
            raise ValueError(f"{colors[-1]} is no colour")
    return shape(points, lists, [len(color) for color in colors], tokens.comments) | {"variant": "off"}


def count_binary(data):
    begin = data.index(b"\n") + 1
    word = data[:begin].split()[0].decode()
    match = WORD.fullmatch(word)
    width = 3 + bool(match[4]) + 3 * bool(match[3]) + 4 * bool(match[2]) + 2 * bool(match[1])
    order = ">"
    vertices, faces, _ = struct.unpack_from(">3i", data, begin)
    if begin + 12 + 4 * width * vertices + 8 * faces > len(data) or vertices < 0 or faces < 0:
        order = "<"
        vertices, faces, _ = struct.unpack_from("<3i", data, begin)
    if begin + 12 + 4 * width * vertices + 8 * faces > len(data) or vertices < 0 or faces < 0:
        raise ValueError("more rows than bytes")
    at = begin + 12
    points = [struct.unpack_from(f"{order}3f", data, at + 4 * width * row) for row in range(vertices)]
    at += 4 * width * vertices

    def block(kind):
        nonlocal at
        length = struct.unpack_from(f"{order}i", data, at)[0]
        if length < 0 or at + 4 + 4 * length > len(data):
            raise ValueError("a list goes on behind the end")
        at += 4 + 4 * length
        return struct.unpack_from(f"{order}{length}{kind}", data, at - 4 * length)

    lists, colors = [], []
    try:
        for _ in range(faces):
            lists.append(block("i"))
            colors.append(len(block("f")))
    except struct.error as error:
        raise ValueError(error) from None
    return shape(points, lists, colors, 0) | {"variant": "off.binary"}


def shape(points, lists, colors, comments):
    for corner in (corner for corners in lists for corner in corners):
        if not 0 <= corner < len(points):
            raise ValueError(f"there is no vertex {corner}")
    arity = {}
    for corners in lists:
        arity[str(len(corners))] = arity.get(str(len(corners)), 0) + 1
    facts = {
        "vertex_count": len(points), "face_arity": arity,
        "triangles_fan": sum(max(len(corners) - 2, 0) for corners in lists),
        "census": {"vertex": len(points), "face": len(lists), "face color": sum(count in (3, 4) for count in colors),
                   "colormap index": colors.count(1), "comment": comments},
    }
    # As a reader does: a number that is none keeps its vertex, not its axis, out of the box.
    axes = [[value for value in axis if math.isfinite(value)] for axis in zip(*points)]
    if axes and all(axes):
        facts["bbox"] = {"min": [min(axis) for axis in axes], "max": [max(axis) for axis in axes]}
    return facts


def count(path):
    data = open(path, "rb").read()
    if re.match(rb"\w*OFF BINARY\n", data):
        return count_binary(data)
    return count_text(data.decode("utf-8-sig"))


if __name__ == "__main__":
    for name in sys.argv[1:]:
        print(json.dumps({"file": name} | count(name), ensure_ascii=False))
