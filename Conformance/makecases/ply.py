"""PLY: one small file per rule and per quirk of the format, in text and in both binary orders."""
import struct

from .case import Case, fans, float32

# The old and new names of the types, with the letter that packs them.
TYPES = {
    "char": ("int8", "b"), "uchar": ("uint8", "B"), "short": ("int16", "h"), "ushort": ("uint16", "H"),
    "int": ("int32", "i"), "uint": ("uint32", "I"), "float": ("float32", "f"), "double": ("float64", "d"),
    "int64": ("int64", "q"), "uint64": ("uint64", "Q"),
}
TYPES |= {new: (new, letter) for new, letter in TYPES.values()}
COLORS = {"red", "diffuse_red", "r", "Red"}
UVS = {"s", "u", "texture_u", "texture_s", "tx"}
POSITIONS = (("x", "y", "z"), ("px", "py", "pz"))

XYZ = ["float x", "float y", "float z"]
TRIANGLE = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
FACE = ("face", ["list uchar int vertex_indices"], [([0, 1, 2],)])
LE, BE, ASCII = "binary_little_endian", "binary_big_endian", "ascii"


class Element:
    """An element: name, properties as the header has them, rows whose list values are Python lists."""

    def __init__(self, name, properties, rows, claimed=None):
        self.name, self.rows = name, rows
        self.count = len(rows) if claimed is None else claimed
        self.properties = [property.split() for property in properties]

    def header(self):
        return [f"element {self.name} {self.count}"] + ["property " + " ".join(words) for words in self.properties]

    def facts(self):
        said = []
        for words in self.properties:
            types = " ".join("list" if word == "list" else TYPES[word][0] for word in words[:-1])
            said.append(f"{words[-1]}:{types}")
        return {"count": self.count, "properties": said}

    def column(self, name):
        """The values of a property as its type holds them, or None."""
        for index, words in enumerate(self.properties):
            if words[-1] == name:
                narrow = float32 if words[-2] in ("float", "float32") else float
                return [row[index] if words[0] == "list" else narrow(row[index]) for row in self.rows]
        return None

    def body(self, encoding):
        if encoding == ASCII:
            return "".join(" ".join(text_of(value) for value in row) + "\n" for row in self.rows).encode()
        order = "<" if encoding == LE else ">"
        out = bytearray()
        for row in self.rows:
            for words, value in zip(self.properties, row):
                if words[0] == "list":
                    out += struct.pack(order + TYPES[words[1]][1], len(value))
                    out += struct.pack(f"{order}{len(value)}{TYPES[words[2]][1]}", *value)
                else:
                    out += struct.pack(order + TYPES[words[0]][1], value)
        return bytes(out)


def text_of(value):
    if isinstance(value, list):
        return " ".join([str(len(value))] + [text_of(item) for item in value])
    return repr(value)


def facts_of(encoding, elements, comments=0, obj_info=0):
    """The facts of a file, computed from its elements and not from its bytes."""
    by_name = {element.name: element for element in elements}
    facts = {"encoding": encoding, "comments": comments, "obj_info": obj_info,
             "elements": {element.name: element.facts() for element in elements}}
    if vertex := by_name.get("vertex"):
        facts["vertex_count"] = vertex.count
        columns = next((found for names in POSITIONS if all(found := [vertex.column(name) for name in names])), None)
        if columns:
            finite = [row for row in zip(*columns) if all(abs(value) < float("inf") for value in row)]
            facts["bbox"] = {"min": [min(c) for c in zip(*finite)], "max": [max(c) for c in zip(*finite)]}
            if len(finite) < vertex.count:
                facts["bbox"]["non_finite_vertices"] = vertex.count - len(finite)
        names = {words[-1] for words in vertex.properties}
        facts["has_normals"] = "nx" in names or "normal_x" in names
        facts["has_vertex_colors"] = bool(names & COLORS)
        facts["has_uvs"] = bool(names & UVS)
    if face := by_name.get("face"):
        facts["face_count"] = face.count
        corners = face.column("vertex_indices") or face.column("vertex_index") or []
        arity = {}
        for corner in corners:
            arity[str(len(corner))] = arity.get(str(len(corner)), 0) + 1
        facts["face_arity"], facts["triangles_fan"] = arity, fans(arity)
        if face.column("texcoord"):
            facts["has_uvs"] = True
    return facts


def head(encoding, elements, before=(), end="\n", after_format=()):
    lines = ["ply", *before, f"format {encoding} 1.0", *after_format]
    for element in elements:
        lines += element.header()
    return (end.join([*lines, "end_header"]) + end).encode()


def load(name, elements, about, encoding=ASCII, end="\n", before=(), after_format=(), expect="load", tail=b"", **more):
    """A case written from its elements."""
    made = [element if isinstance(element, Element) else Element(*element) for element in elements]
    said = [*before, *after_format]
    facts = facts_of(encoding, made, sum(line.split()[0] == "comment" for line in said),
                     sum(line.split()[0] == "obj_info" for line in said))
    data = head(encoding, made, before, end, after_format)
    body = b"".join(element.body(encoding) for element in made)
    data += body.replace(b"\n", end.encode()) if encoding == ASCII else body
    return Case("ply", name, "ply", data + tail, about, expect, facts | more)


def raw(name, data, about, expect, code=None, **facts):
    """A case written byte by byte."""
    return Case("ply", name, "ply", data, about, expect, facts | ({"code": code} if code else {}))


def triangle(properties, rows, faces=True):
    """A triangle whose vertices have more properties: `rows` are their values after x, y and z."""
    vertex = ("vertex", XYZ + properties, [position + tuple(row) for position, row in zip(TRIANGLE, rows)])
    return [vertex, FACE] if faces else [vertex]


VERTEX = ("vertex", XYZ, TRIANGLE)
PLAIN = [VERTEX, FACE]


def encodings():
    for name, encoding in (("ascii", ASCII), ("binary_le", LE), ("binary_be", BE)):
        yield load(name, PLAIN, f"one triangle, {encoding}", encoding)
    yield load("vertex_index", [VERTEX, ("face", ["list uchar int vertex_index"], [([0, 1, 2],)])],
               "the indices' other name")
    every = ["char a", "uchar b", "short c", "ushort d", "int e", "uint f", "float g", "double h"]
    new = ["int8 a", "uint8 b", "int16 c", "uint16 d", "int32 e", "uint32 f", "float32 g", "float64 h"]
    low = (-128, 0, -32768, 0, -2147483648, 0, -1.5, -0.1)
    high = (127, 255, 32767, 65535, 2147483647, 4294967295, 1.5, 0.1)
    for name, encoding in (("aliases_old", ASCII), ("aliases_old_le", LE), ("aliases_old_be", BE)):
        yield load(name, triangle(every, [low, high, low]), f"all types by their old names, {encoding}", encoding)
    for name, encoding in (("aliases", ASCII), ("aliases_le", LE), ("aliases_be", BE)):
        yield load(name, triangle(new, [low, high, low]), f"all types by their new names, {encoding}", encoding)
    yield load("int64", triangle(["int64 a", "uint64 b"], [(-2**63, 0), (2**63 - 1, 2**64 - 1), (0, 0)]),
               "64-bit integers, an extension", LE, expect="either")
    wide = ("vertex", ["float64 x", "float64 y", "float64 z"],
            [(448262.12345678, 5411932.98765432, 271.25), (448263.5, 5411932.5, 271.25), (448262.5, 5411934.5, 271.5)])
    for name, encoding in (("aliases_wide", ASCII), ("aliases_wide_le", LE)):
        yield load(name, [wide, ("face", ["list uint32 uint32 vertex_indices"], [([0, 1, 2],)])],
                   f"float64 positions, uint32 list counts, {encoding}", encoding)
    yield load("short_be", [VERTEX, ("face", ["list char short vertex_indices"], [([0, 1, 2],)])], "int16 indices", BE)
    yield load("ushort_indices", [VERTEX, ("face", ["list ushort ushort vertex_indices"], [([0, 1, 2],)])],
               "uint16 indices and counts", LE)
    yield load("uchar_indices", [VERTEX, ("face", ["list int uchar vertex_indices"], [([0, 1, 2],)])], "uint8 indices", LE)
    ints = [(-3, 0, 7), (100, -200, 300), (32767, 1, -32768)]
    yield load("int_coords", [("vertex", ["short x", "short y", "short z"], ints), FACE], "int16 positions", LE)
    yield load("int_coords_ascii", [("vertex", ["int x", "int y", "int z"], ints), FACE], "int32 positions as text")
    yield load("px_py_pz", [("vertex", ["float px", "float py", "float pz"], TRIANGLE), FACE], "positions px, py, pz",
               expect="either")


def header_lines():
    yield load("crlf", PLAIN, "CRLF in header and body", end="\r\n")
    yield load("cr", PLAIN, "lone CR in header and body", end="\r")
    yield load("crlf_binary", PLAIN, "a CRLF header before a binary body", LE, end="\r\n")
    yield load("cr_header_binary", PLAIN, "a CR header before a binary body", LE, end="\r")
    # 10 = 0x0A, 13 = 0x0D: the first byte of the body looks like one more line end.
    for name, end, first in (("lf_first_byte", "\n", 10), ("cr_then_lf_byte", "\r", 10), ("crlf_then_lf_byte", "\r\n", 10),
                             ("lf_then_cr_byte", "\n", 13)):
        vertex = ("vertex", ["uchar tag"] + XYZ, [(first,) + position for position in TRIANGLE])
        yield load(name, [vertex, FACE], f"a body that starts with byte {first} after a header that ends in {end!r}", LE,
                   end=end)
    yield load("comment_first", PLAIN, "a comment before the format", before=["comment made by hand"])
    yield load("comment_empty", PLAIN, "empty comments", after_format=["comment", "comment "])
    yield load("comment_unicode", PLAIN, "a comment that is not ASCII", after_format=["comment Zürich, 室内"])
    yield load("obj_info", PLAIN, "obj_info lines", after_format=["obj_info num_cols 512", "obj_info num_rows 400"])
    yield load("big_header", PLAIN, "a header of 150 kB", LE,
               after_format=[f"comment line {index:05} {'x' * 80}" for index in range(1500)])
    text = head(ASCII, [Element(*VERTEX), Element(*FACE)]).decode()
    body = b"0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"
    facts = facts_of(ASCII, [Element(*VERTEX), Element(*FACE)])
    yield raw("blank_in_header", text.replace(" ", "  ").replace("\n", " \n").replace("ply ", "ply").encode() + body,
              "more blanks than needed in the header", "load", **facts)
    yield raw("tabs_in_header", text.replace(" ", "\t").encode() + body, "tabs in the header", "load", **facts)
    yield raw("no_end_header", text.replace("end_header\n", "").encode(), "no end_header", "reject")
    yield raw("end_header_last", text.replace("3\n", "0\n", 1).replace("face 1", "face 0").rstrip("\n").encode(),
              "end_header without a line end, and nothing to follow", "either")
    yield raw("not_ply", b"plyx\n" + text.encode()[4:] + body, "another first word", "reject", "input.invalid-header")
    yield raw("format_missing", text.replace("format ascii 1.0\n", "").encode() + body, "no format", "reject",
              "input.invalid-header")
    yield raw("format_unknown", text.replace("ascii", "binary_mixed_endian").encode() + body, "an unknown format", "reject")
    yield raw("version_2", text.replace("1.0", "2.0").encode() + body, "version 2.0", "either")
    yield raw("type_unknown", text.replace("float z", "float16 z").encode() + body, "an unknown type", "reject")
    yield raw("property_first", text.replace("element vertex 3\n", "").encode() + body, "a property before any element",
              "reject", "input.invalid-header")
    yield raw("element_words", text.replace("vertex 3", "vertex 3 4").encode() + body, "an element line with a word too many",
              "reject", "input.invalid-header")
    yield raw("count_negative", text.replace("vertex 3", "vertex -3").encode() + body, "a negative count", "reject")
    yield raw("count_word", text.replace("vertex 3", "vertex three").encode() + body, "a word for a count", "reject",
              "input.invalid-header")
    yield raw("count_overflow", text.replace("vertex 3", "vertex 99999999999999999999").encode() + body,
              "a count of 20 digits", "reject")
    yield raw("list_count_float", text.replace("uchar int", "float int").encode() + body, "a list count of type float",
              "reject")
    yield raw("element_twice", text.replace("element face 1", "element vertex 1").encode() + body,
              "two elements of one name", "either")
    yield raw("property_twice", text.replace("float z", "float y").encode() + body, "two properties of one name", "either")
    yield raw("empty_file", b"", "an empty file", "reject")
    yield raw("only_magic", b"ply\n", "nothing after the first line", "reject")
    yield load("no_elements", [], "a header without elements", expect="either")


def order():
    for name, encoding in (("faces_first", ASCII), ("faces_first_le", LE), ("faces_first_be", BE)):
        yield load(name, [FACE, VERTEX], f"faces before vertices, {encoding}", encoding)
    unknown = ("history", ["int when", "list uchar double values", "char kind"],
               [(1, [0.5, 1.5], -1), (2, [], 0), (3, [2.5], 1)])
    for name, encoding in (("unknown_between", ASCII), ("unknown_between_le", LE), ("unknown_between_be", BE)):
        yield load(name, [VERTEX, unknown, FACE], f"an unknown element with a list between the known ones, {encoding}",
                   encoding)
    lists = ("vertex", XYZ + ["list uchar int seen_by"], [(0, 0, 0, [1, 2]), (1, 0, 0, []), (0, 1, 0, [7])])
    for name, encoding in (("vertex_list_prop", ASCII), ("vertex_list_prop_le", LE)):
        yield load(name, [lists, FACE], f"a list property on vertices, {encoding}", encoding)
    around = ("face", ["uchar flags", "list uchar int vertex_indices", "float quality"], [(5, [0, 1, 2], 0.5)])
    for name, encoding in (("face_prop_before_list", ASCII), ("face_prop_before_list_le", LE)):
        yield load(name, [VERTEX, around], f"scalars before and after the index list, {encoding}", encoding)
    yield load("xyz_last", [("vertex", ["uchar tag", "float z", "double w", "float y", "float x"],
                             [(1, 0, 0.5, 0, 0), (2, 0, 0.25, 0, 1), (3, 0, 0.125, 1, 0)]), FACE],
               "positions in another order, between other properties", LE)
    yield load("edges", PLAIN + [("edge", ["int vertex1", "int vertex2", "uchar red", "uchar green", "uchar blue"],
                                  [(0, 1, 255, 0, 0), (1, 2, 0, 255, 0)])], "edges with colours")
    camera = ("camera", ["float view_px", "float view_py", "float view_pz", "float focal", "int viewportx", "int viewporty"],
              [(0.5, 1.5, 2.5, 35.0, 640, 480)])
    yield load("camera", [camera] + PLAIN, "a camera element", LE)
    yield load("material_element", PLAIN + [("material", ["uchar diffuse_red", "float shininess"], [(200, 0.5)])],
               "a material element")
    yield load("range_grid", [VERTEX, ("range_grid", ["list uchar int vertex_indices"], [([0],), ([],), ([1],), ([2],)])],
               "a range grid: lists of none or one index", BE, after_format=["obj_info num_cols 2", "obj_info num_rows 2"])
    yield load("tristrips", [("vertex", XYZ, [(0, 0, 0), (1, 0, 0), (0, 1, 0), (1, 1, 0), (0, 2, 0), (1, 2, 0)]),
                             ("tristrips", ["list int int vertex_indices"], [([0, 1, 2, 3, -1, 2, 3, 4, 5, -1],)])],
               "triangle strips with −1 between them", LE, strip_triangles=4)
    yield load("tristrips_ascii", [("vertex", XYZ, TRIANGLE + [(1, 1, 0)]),
                                   ("tristrips", ["list int int vertex_indices"], [([0, 1, 2, 3],)])],
               "a triangle strip as text", strip_triangles=2)


def counts():
    empty = ("face", ["list uchar int vertex_indices"], [])
    yield load("points", [VERTEX], "no face element: a point cloud")
    yield load("points_le", [VERTEX], "no face element, binary", LE)
    for name, encoding in (("face_count0", ASCII), ("face_count0_le", LE)):
        yield load(name, [VERTEX, empty], f"no faces, {encoding}", encoding)
    yield Case("ply", "all_count0", "ply", head(ASCII, [Element("vertex", XYZ, []), Element(*empty)]), "all counts 0", "load",
               {"vertex_count": 0, "face_count": 0, "triangles_fan": 0})
    for name, encoding in (("ascii", ASCII), ("le", LE)):
        vertex, face = Element(*VERTEX, claimed=4), Element(*FACE)
        body = Element(*VERTEX).body(encoding)
        yield raw(f"count_too_big_{name}", head(encoding, [vertex]) + body, f"fewer vertices than said, {encoding}", "reject",
                  "input.truncated")
        yield raw(f"count_too_small_{name}", head(encoding, [Element("vertex", XYZ, TRIANGLE, 2)]) + body,
                  f"more vertices than said, {encoding}", "either")
        yield raw(f"count_huge_{name}", head(encoding, [Element("vertex", XYZ, TRIANGLE, 2_000_000_000)]) + body,
                  f"a count of two thousand millions, {encoding}", "reject", "input.truncated")
        yield raw(f"face_count_huge_{name}", head(encoding, [Element(*VERTEX), Element(*FACE, claimed=2**31)]) + body
                  + face.body(encoding), f"2³¹ faces said, one there, {encoding}", "reject", "input.truncated")
    whole = head(LE, [Element(*VERTEX), Element(*FACE)]) + Element(*VERTEX).body(LE) + Element(*FACE).body(LE)
    yield raw("truncated_vertex", whole[:-30], "a body cut inside the vertices", "reject", "input.truncated")
    yield raw("truncated_face", whole[:-3], "a body cut inside a face", "reject", "input.truncated")
    yield raw("truncated_list_count", whole[:-13], "a body cut before a list's count", "reject", "input.truncated")
    yield raw("truncated_header", whole[:60], "a header cut in the middle", "reject")
    text = head(ASCII, [Element(*VERTEX), Element(*FACE)])
    yield raw("truncated_ascii", text + b"0 0 0\n1 0 0\n0 1 0\n3 0 1", "text cut inside a face", "reject", "input.truncated")
    yield raw("trailing_bytes", whole + b"\0\1\2\3", "bytes after the last element", "either")
    lists = ["list int int vertex_indices"]
    yield raw("list_count_huge", head(LE, [Element(*VERTEX), Element("face", lists, [], 1)]) + Element(*VERTEX).body(LE)
              + struct.pack("<iiii", 2_000_000_000, 0, 1, 2), "a list of two thousand million items", "reject",
              "input.truncated")
    yield raw("list_count_negative", head(LE, [Element(*VERTEX), Element("face", lists, [], 1)]) + Element(*VERTEX).body(LE)
              + struct.pack("<iiii", -1, 0, 1, 2), "a list of −1 items", "reject")
    yield raw("list_count_negative_ascii", text + b"0 0 0\n1 0 0\n0 1 0\n-1 0 1 2\n", "a list of −1 items as text", "reject")


def bodies():
    text = head(ASCII, [Element(*VERTEX), Element(*FACE)])
    facts = facts_of(ASCII, [Element(*VERTEX), Element(*FACE)])
    yield raw("rows_split", text + b"0 0\n0 1 0 0 0\n1 0 3 0\n1 2\n", "tokens that are not one row per line", "load", **facts)
    yield raw("one_line", text + b"0 0 0 1 0 0 0 1 0 3 0 1 2", "all rows on one line", "load", **facts)
    yield raw("spaces_trailing", text + b"  0 0  0 \n1\t0 0 \n\n0 1 0\n \n3  0 1 2  \n\n", "more blanks, blank lines", "load",
              **facts)
    yield raw("no_final_newline", text + b"0 0 0\n1 0 0\n0 1 0\n3 0 1 2", "no newline at the end", "load", **facts)
    yield raw("number_forms", text + b"+0 .0 -0.\n1e0 0E5 0\n0 10.0e-1 0\n3 0 1 2\n", "numbers of many spellings", "load",
              **facts)
    yield raw("word_in_body", text + b"0 0 0\n1 zero 0\n0 1 0\n3 0 1 2\n", "a word for a number", "reject",
              "input.invalid-value")
    yield raw("float_index", text + b"0 0 0\n1 0 0\n0 1 0\n3 0 1.5 2\n", "a fraction for an index", "reject",
              "input.invalid-value")
    yield raw("uchar_300", head(ASCII, [Element("vertex", XYZ + ["uchar red", "uchar green", "uchar blue"], [(0, 0, 0, 0, 0, 0)])])
              + b"0 0 0 300 0 0\n", "300 for a uchar", "reject", "input.invalid-value")
    square = ("vertex", XYZ, [(0, 0, 0), (2, 1, 0), (0, 4, 0), (1, 1, 0)])
    yield load("quad_concave", [square, ("face", ["list uchar int vertex_indices"], [([0, 1, 2, 3],)])],
               "a concave quad", area=2.0)
    ring = [(x, 0, 0) for x in range(150)] + [(x, 1, 0) for x in reversed(range(150))]
    yield load("ngon300", [("vertex", XYZ, ring), ("face", ["list ushort int vertex_indices"], [(list(range(300)),)])],
               "a polygon of 300 corners", LE, area=149.0)
    yield load("mixed_polygons", [("vertex", XYZ, TRIANGLE + [(1, 1, 0), (2, 0, 0)]),
                                  ("face", ["list uchar int vertex_indices"], [([0, 1, 2],), ([0, 1, 3, 2],), ([0, 4, 1, 3, 2],)])],
               "faces of three, four and five corners", BE)
    yield load("short_faces", [VERTEX, ("face", ["list uchar int vertex_indices"], [([],), ([0],), ([0, 1],), ([0, 1, 2],)])],
               "faces of no, one and two corners: left out, reported", LE, reports=True)
    yield load("repeated_corner", [VERTEX, ("face", ["list uchar int vertex_indices"], [([0, 0, 0],), ([0, 1, 2],)])],
               "a face of one vertex, three times")
    for name, encoding, index in (("index_oob", ASCII, 3), ("index_oob_le", LE, 3), ("index_negative", LE, -1)):
        yield load(name, [VERTEX, ("face", ["list uchar int vertex_indices"], [([0, 1, index],)])],
                   f"the index {index} with three vertices, {encoding}", encoding, expect="reject", code="input.invalid-index")
    body = [(0, 0, 0), (1, 0, 0), (0, 1, 0), (float("nan"), 0, 0), (0, float("inf"), float("-inf"))]
    for name, encoding in (("nan_inf", ASCII), ("nan_inf_le", LE)):
        yield load(name, [("vertex", XYZ, body), FACE], f"positions that are no finite numbers, {encoding}", encoding,
                   reports=True)


def attributes():
    eight = [(255, 0, 0), (0, 128, 0), (0, 0, 1)]
    uchar = ["uchar red", "uchar green", "uchar blue"]
    for name, encoding in (("color_uchar", ASCII), ("color_uchar_le", LE), ("color_uchar_be", BE)):
        yield load(name, triangle(uchar, eight), f"colours as uchar, {encoding}", encoding)
    yield load("color_alpha", triangle(uchar + ["uchar alpha"], [(255, 0, 0, 255), (0, 128, 0, 128), (0, 0, 1, 0)]),
               "colours with alpha", LE)
    yield load("color_ushort", triangle(["ushort red", "ushort green", "ushort blue"],
                                        [(65535, 0, 257), (1, 32768, 0), (0, 0, 12345)]), "colours as ushort", LE)
    unit = [(1.0, 0.0, 0.25), (0.0, 0.5, 0.0), (0.1, 0.2, 0.3)]
    yield load("color_float", triangle(["float red", "float green", "float blue"], unit), "colours as float from 0 to 1", LE)
    yield load("color_double", triangle(["double red", "double green", "double blue"], unit), "colours as double", LE)
    yield load("color_float255", triangle(["float red", "float green", "float blue"],
                                          [(255.0, 0.0, 64.0), (0.0, 128.0, 0.0), (1.0, 2.0, 3.0)]),
               "colours as float from 0 to 255: reported", reports=True)
    yield load("color_diffuse", triangle(["uchar diffuse_red", "uchar diffuse_green", "uchar diffuse_blue"], eight),
               "colours named diffuse_red and so on")
    yield load("color_rgb", triangle(["uchar r", "uchar g", "uchar b", "uchar a"],
                                     [(255, 0, 0, 255), (0, 128, 0, 255), (0, 0, 1, 255)]), "colours named r, g, b, a")
    yield load("color_upper", triangle(["uchar Red", "uchar Green", "uchar Blue"], eight), "colours named Red and so on",
               expect="either")
    yield load("color_intensity", triangle(uchar + ["uchar intensity"], [row + (9,) for row in eight]),
               "an intensity beside real colours does not replace them")
    yield load("color_two", triangle(["uchar red", "uchar green"], [row[:2] for row in eight]), "colours without blue",
               expect="either")
    yield load("face_color", [VERTEX, ("face", ["list uchar int vertex_indices"] + uchar, [([0, 1, 2], 255, 128, 0)])],
               "colours on faces", LE)
    up = [(0, 0, 1), (0, 0.6, 0.8), (0, 0, 2)]
    yield load("normals", triangle(["float nx", "float ny", "float nz"], up), "normals, one not of unit length", LE)
    yield load("normals_long", triangle(["float normal_x", "float normal_y", "float normal_z"], up),
               "normals named normal_x and so on", expect="either")
    corners = [(0.0, 0.0), (1.0, 0.0), (0.25, 1.0)]
    for s, t in (("s", "t"), ("u", "v"), ("texture_u", "texture_v"), ("texture_s", "texture_t")):
        yield load(f"uv_{s}", triangle([f"float {s}", f"float {t}"], corners), f"texture coordinates named {s} and {t}", LE)
    seam = ("face", ["list uchar int vertex_indices", "list uchar float texcoord"],
            [([0, 1, 2], [0.0, 0.0, 1.0, 0.0, 0.0, 1.0]), ([1, 3, 2], [0.5, 0.5, 1.0, 1.0, 0.25, 0.75])])
    four = ("vertex", XYZ, TRIANGLE + [(1, 1, 0)])
    for name, encoding in (("face_texcoord", ASCII), ("face_texcoord_le", LE)):
        yield load(name, [four, seam], f"texture coordinates per corner, with a seam, {encoding}", encoding,
                   after_format=["comment TextureFile my texture.png"])
    many = ("face", ["list uchar int vertex_indices", "list uchar float texcoord", "int texnumber"],
            [seam[2][0] + (0,), seam[2][1] + (1,)])
    yield load("texnumber", [four, many], "two textures, one per face", LE,
               after_format=["comment TextureFile first.png", "comment TextureFile tex/second.png"])
    yield load("texcoord_wrong_count", [four, ("face", seam[1], [([0, 1, 2], [0.0, 0.0, 1.0, 0.0]), ([1, 3, 2], [])])],
               "texture coordinates that are too few for their face", expect="either")
    yield load("custom_scalars", triangle(["float confidence", "ushort label", "double scalar_time", "char sign"],
                                          [(0.5, 65535, 0.1, -1), (0.25, 7, 1e300, 1), (1.0, 0, -0.0, 0)]),
               "scalars of four types keep names and types", LE)
    names = (["nx", "ny", "nz", "f_dc_0", "f_dc_1", "f_dc_2"] + [f"f_rest_{index}" for index in range(45)]
             + ["opacity", "scale_0", "scale_1", "scale_2", "rot_0", "rot_1", "rot_2", "rot_3"])
    rows = [tuple(float32((row * 59 + index) / 64) for index in range(len(names))) for row in range(3)]
    yield load("splat", triangle([f"float {name}" for name in names], rows, faces=False),
               "Gaussian splats of degree 3: 62 floats each", LE)


def cases():
    for maker in (encodings, header_lines, order, counts, bodies, attributes):
        yield from maker()
