"""OFF: one small file per rule and per quirk of the format, as text and as binary."""
import struct

from .case import Case, fans

# A tetrahedron over the unit axes, and what a reader makes of it.
POINTS = ["0 0 0", "1 0 0", "0 1 0", "0 0 1"]
FACES = ["3 0 2 1", "3 0 1 3", "3 0 3 2", "3 1 2 3"]
BOX = {"min": [0, 0, 0], "max": [1, 1, 1]}
PLACES = "POSITION float32 3"
RED, GREEN, BLUE, GRAY = "255 0 0", "0 255 0", "0 0 255", "128 128 128"


def text(word="OFF", points=POINTS, faces=FACES, counts=None, end="\n"):
    """A file as text: the word, the counts on a line of their own, a line for each row."""
    return end.join([*([word] if word else []), counts or f"{len(points)} {len(faces)} 0", *points, *faces]) + end


def beside(points, values):
    """Rows of points with more numbers behind each."""
    return [f"{point} {value}" for point, value in zip(points, values)]


def load(name, about, data, *, v=4, arity=None, box=BOX, vertices=(PLACES,), faces=(), diagnostics=(), variant="off",
         colors=0, indices=0, comments=0, first=None):
    """A case that must be read; what is not stated is what the tetrahedron has."""
    arity = {"3": 4} if arity is None else arity
    facts = {
        "variant": variant, "vertex_count": v, "face_arity": arity, "triangles_fan": fans(arity),
        "vertex_attributes": list(vertices), "face_attributes": list(faces), "diagnostics": list(diagnostics),
        "census": {"vertex": v, "face": sum(arity.values()), "face color": colors, "colormap index": indices,
                   "comment": comments},
    }
    if box:
        facts["bbox"] = box
    if first:
        facts["first_values"] = first
    return Case("off", name, "off", data, about, "load", facts)


def reject(name, about, data, code):
    return Case("off", name, "off", data, about, "reject", {"code": code})


def cases():
    yield from headers()
    yield from rows()
    yield from vertex_fields()
    yield from face_colors()
    yield from binaries()
    yield from broken()


def headers():
    plain = text()
    yield load("plain", "vertices and triangles", plain)
    yield load("counts_beside", "counts on the line of the word", plain.replace("OFF\n", "OFF ", 1))
    yield load("counts_glued", "counts glued to the word, as in ModelNet40", plain.replace("OFF\n", "OFF", 1))
    yield load("no_word", "no first word", text(word=""), diagnostics=["off.no-header-word"])
    yield load("no_edges", "no number of edges", text(counts="4 4"))
    yield load("wrong_edges", "a wrong number of edges", text(counts="4 4 -1"))
    yield load("crlf", "lines end in CR LF", text(end="\r\n"))
    yield load("bom", "a byte order mark", "\ufeff" + plain)
    yield load("blank_lines", "blank lines everywhere", plain.replace("\n", "\n\n \t\n"))
    yield load("blanks", "many blanks, and tabs", plain.replace(" ", " \t "))
    yield load("no_final_newline", "no line end at the end", plain.rstrip("\n"))
    commented = "# first\n" + plain.replace("OFF\n", "OFF # word\n#counts\n", 1).replace("0 0 1\n", "0 0 1 # last\n", 1)
    yield load("comments", "comments before the word, behind it and behind a row", commented, comments=4)
    yield load("dimension", "nOFF with three dimensions", text(word="nOFF\n3"))
    yield load("empty", "no vertices", "OFF\n0 0 0\n", v=0, arity={}, box=None, vertices=())
    yield load("cloud", "vertices without faces", text(faces=[]), arity={})


def rows():
    yield load("one_line", "all rows on one line", text(faces=FACES[:1]).replace("\n", " "), arity={"3": 1})
    split = "OFF\n4 1\n0\n0 0\n1 0 0 0 1 0 0\n0 1 3\n0 2 1\n"
    yield load("split_rows", "rows that go on on the next line", split, arity={"3": 1})
    square = ["0 0 0", "1 0 0", "1 1 0", "0 1 0", "0 0 1"]
    mixed = ["4 0 1 2 3", "3 0 1 4", "5 0 1 2 3 4"]
    yield load("polygons", "polygons of 3, 4 and 5 corners", text(points=square, faces=mixed), v=5,
               arity={"3": 1, "4": 1, "5": 1})
    few = ["2 0 1", "1 2", "0", "3 0 1 2"]
    yield load("few_corners", "faces of 0, 1 and 2 corners", text(faces=few), arity={"0": 1, "1": 1, "2": 1, "3": 1},
               diagnostics=["off.degenerate-face"])
    wide = ["0.1 0.2 0.30000000000000004", *POINTS[1:]]
    yield load("float64", "digits that float32 has no room for", text(points=wide), vertices=["POSITION float64 3"],
               box={"min": [0, 0, 0], "max": [1, 1, 1]}, first={"POSITION": [0.1, 0.2, 0.30000000000000004]})
    odd = ["1e0 -0 +.5", "1.E-2 0 0", "0 1 0", "0 0 1"]
    yield load("numbers", "numbers in all forms", text(points=odd), box={"min": [0, 0, 0], "max": [1, 1, 1]},
               first={"POSITION": [1, 0, 0.5]})
    far = ["nan 0 0", "inf 0 0", *POINTS[2:]]
    yield load("non_finite", "vertices at no place", text(points=far), box={"min": [0, 0, 0], "max": [0, 1, 1]},
               diagnostics=["off.non-finite-position"])
    extra = beside(POINTS, [RED, GREEN, BLUE, GRAY])
    yield load("unannounced", "six numbers a vertex, though the word is OFF", text(points=extra),
               diagnostics=["off.extra-numbers"])
    yield load("trailing", "rows behind the last face", text() + "3 0 1 2\n", diagnostics=["off.trailing-bytes"])


def vertex_fields():
    codes = beside(POINTS, [f"{color} 255" for color in (RED, GREEN, BLUE, GRAY)])
    yield load("colors", "COFF with whole numbers", text("COFF", codes), vertices=[PLACES, "COLOR_0 uint8 4"],
               first={"COLOR_0": [255, 0, 0, 255]})
    yield load("colors_rgb", "COFF with three numbers, which is common",
               text("COFF", beside(POINTS, [RED, GREEN, BLUE, GRAY])), vertices=[PLACES, "COLOR_0 uint8 3"],
               first={"COLOR_0": [255, 0, 0]})
    fractions = beside(POINTS, ["0.5 0 0 1", "0 1 0 0.25", "1 1 1 1", "0 0 1 1"])
    yield load("colors_fractions", "COFF with numbers from 0 to 1", text("COFF", fractions),
               vertices=[PLACES, "COLOR_0 float32 4"], first={"COLOR_0": [0.5, 0, 0, 1]})
    outside = beside(POINTS, ["300 -1 0 255", "0 0 0 255", "0 0 0 255", "0 0 0 255"])
    yield load("colors_outside", "a colour beyond 255", text("COFF", outside), vertices=[PLACES, "COLOR_0 uint8 4"],
               first={"COLOR_0": [255, 0, 0, 255]}, diagnostics=["off.color-range"])
    up = beside(POINTS, ["0 0 1"] * 4)
    yield load("normals", "NOFF", text("NOFF", up), vertices=[PLACES, "NORMAL float32 3"],
               first={"NORMAL": [0, 0, 1]})
    corners = beside(POINTS, ["0 0", "1 0", "0 1", "0.5 0.25"])
    yield load("texcoords", "STOFF", text("STOFF", corners), vertices=[PLACES, "TEXCOORD_0 float32 2"],
               first={"TEXCOORD_0": [0, 0]})
    every = [f"{point} 0 0 1 {RED} 7 0.25 0.75" for point in POINTS]
    yield load("all_fields", "STCNOFF: normals before colours before texture coordinates", text("STCNOFF", every),
               vertices=[PLACES, "NORMAL float32 3", "COLOR_0 uint8 4", "TEXCOORD_0 float32 2"],
               first={"NORMAL": [0, 0, 1], "COLOR_0": [255, 0, 0, 7], "TEXCOORD_0": [0.25, 0.75]})
    weights = ["0 0 0 1", "2 0 0 2", "0 2 0 2", "0 0 0.5 0.5"]
    yield load("homogeneous", "4OFF: positions are divided by their fourth number", text("4OFF", weights),
               vertices=["POSITION float64 3"], diagnostics=["off.homogeneous"])


def face_colors():
    def colored(*colors):
        return [f"{face} {color}".rstrip() for face, color in zip(FACES, colors)]
    yield load("face_colors", "colours of faces in whole numbers", text(faces=colored(RED, GREEN, BLUE, GRAY)),
               faces=["COLOR_0 uint8 3"], colors=4, first={"face COLOR_0": [255, 0, 0]})
    alpha = colored("255 0 0 128", GREEN, BLUE, GRAY)
    yield load("face_colors_alpha", "one of four with alpha", text(faces=alpha), faces=["COLOR_0 uint8 4"], colors=4,
               first={"face COLOR_0": [255, 0, 0, 128]})
    yield load("face_colors_fractions", "colours of faces from 0 to 1",
               text(faces=colored("0.5 0 0", "0 1. 0", "0.25 0.25 1", "1.0 1 1")), faces=["COLOR_0 float32 3"], colors=4,
               first={"face COLOR_0": [0.5, 0, 0]})
    yield load("face_colors_some", "a face without a colour beside others", text(faces=colored("", GREEN, BLUE, GRAY)),
               faces=["COLOR_0 uint8 3"], colors=3, first={"face COLOR_0": [255, 255, 255]},
               diagnostics=["off.color-missing"])
    yield load("face_colors_mixed", "whole numbers on one face, fractions on another",
               text(faces=colored(RED, "0.5 0.5 0.5", BLUE, RED)), faces=["COLOR_0 float32 3"], colors=4,
               first={"face COLOR_0": [1, 0, 0]})
    yield load("colormap", "colours by number, without a colormap", text(faces=colored("0", "1", "2", "3")), indices=4,
               diagnostics=["off.colormap-index"])
    yield load("face_color_length", "two numbers behind a face", text(faces=colored("1 2", "", "", "")),
               diagnostics=["off.face-color"])


def binary(word="OFF BINARY", points=POINTS, faces=FACES, counts=None, order=">"):
    """A binary file of rows as text: floats of vertices; faces with their colour behind a second count."""
    out = f"{word}\n".encode() + struct.pack(f"{order}3i", *(counts or (len(points), len(faces), 0)))
    for point in points:
        values = [float(value) for value in point.split()]
        out += struct.pack(f"{order}{len(values)}f", *values)
    for face in faces:
        values = face.split()
        corners = int(values[0])
        color = [float(value) for value in values[corners + 1:]]
        out += struct.pack(f"{order}{corners + 2}i", *map(int, values[:corners + 1]), len(color))
        out += struct.pack(f"{order}{len(color)}f", *color)
    return out


def binaries():
    yield load("bin", "a binary file", binary(), variant="off.binary")
    yield load("bin_colors", "binary colours", binary("COFF BINARY", beside(POINTS, ["0.5 0 0 1"] * 4)),
               vertices=[PLACES, "COLOR_0 float32 4"], first={"COLOR_0": [0.5, 0, 0, 1]}, variant="off.binary")
    faces = [f"{FACES[0]} 1 0.5 0", "4 0 1 2 3 0 0 1", FACES[2], f"{FACES[3]} 7"]
    yield load("bin_faces", "binary faces of 3 and 4 corners, some with a colour", binary(faces=faces),
               arity={"3": 3, "4": 1}, faces=["COLOR_0 float32 3"], colors=2, indices=1, variant="off.binary",
               first={"face COLOR_0": [1, 0.5, 0]}, diagnostics=["off.colormap-index", "off.color-missing"])
    yield load("bin_little", "a binary file of a writer that ignored the byte order", binary(order="<"),
               variant="off.binary", diagnostics=["off.little-endian"])


def broken():
    plain = text()
    yield reject("no_counts", "the word alone", "OFF\n", "input.truncated")
    yield reject("other_word", "another word", "OOF\n1 0 0\n0 0 0\n", "input.invalid-header")
    yield reject("negative_count", "a negative number of vertices", text(counts="-4 4 0"), "input.invalid-header")
    yield reject("huge_count", "four thousand million vertices", text(counts="4000000000 4 0"), "input.truncated")
    yield reject("too_few_vertices", "fewer vertices than counted", text(counts="40 0 0"), "input.truncated")
    yield reject("too_few_faces", "fewer faces than counted", text(counts="4 5 0"), "input.truncated")
    yield reject("cut_face", "a face that ends early", plain[:-3], "input.truncated")
    yield reject("index_beyond", "a vertex that does not exist", plain.replace("3 1 2 3", "3 1 2 4"),
                 "input.invalid-index")
    yield reject("index_negative", "a vertex of the number -1", plain.replace("3 1 2 3", "3 1 2 -1"),
                 "input.invalid-index")
    yield reject("corner_count", "a negative number of corners", plain.replace("3 1 2 3", "-3 1 2 3"),
                 "input.invalid-value")
    yield reject("word_for_number", "a word in place of a number", plain.replace("1 0 0", "one 0 0", 1),
                 "input.invalid-value")
    yield reject("decimal_comma", "decimal commas", plain.replace("1 0 0", "1,5 0 0", 1), "input.invalid-value")
    yield reject("dimension_4", "points of four dimensions", text("nOFF\n4", ["0 0 0 0"] * 4), "input.unsupported")
    yield reject("homogeneous_n", "4nOFF", text("4nOFF\n3", ["0 0 0 1"] * 4), "input.unsupported")
    yield reject("bin_cut", "a binary file that ends early", binary()[:-8], "input.truncated")
    yield reject("bin_huge", "a binary file that counts two thousand million faces",
                 binary(counts=(4, 0x7FFFFFFF, 0)), "input.truncated")
    yield reject("bin_index", "a vertex that a binary file has not", binary(faces=["3 0 1 4"]), "input.invalid-index")
