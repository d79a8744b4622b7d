"""STL: one small file per rule and per quirk of the format, in text and in binary."""
import math
import struct

from .case import Case, float32

# A tetrahedron's four facets: normals by the right-hand rule.
A, B, C, D = (0, 0, 0), (1, 0, 0), (0, 1, 0), (0, 0, 1)
S = 1 / math.sqrt(3)
FACETS = [((0, 0, -1), (A, C, B)), ((0, -1, 0), (A, B, D)), ((-1, 0, 0), (A, D, C)), ((S, S, S), (B, C, D))]
BOX = {"min": [0, 0, 0], "max": [1, 1, 1]}


def text(facets=FACETS, name="", number="{!r}".format, indent="  ", end="\n", closes=True):
    """A solid as text."""
    def row(word, values, depth):
        return indent * depth + " ".join([word, *(number(value) for value in values)]) + end
    out = f"solid {name}".rstrip(" ") + end
    for normal, corners in facets:
        out += row("facet normal", normal, 1) + indent * 2 + "outer loop" + end
        out += "".join(row("vertex", corner, 3) for corner in corners)
        out += indent * 2 + "endloop" + end + indent + "endfacet" + end
    return out + (f"endsolid {name}".rstrip(" ") + end if closes else "")


def binary(facets=FACETS, header=b"", words=(), count=None):
    """A binary file."""
    out = header.ljust(80, b"\0") + struct.pack("<I", len(facets) if count is None else count)
    for index, (normal, corners) in enumerate(facets):
        word = words[index] if index < len(words) else 0
        out += struct.pack("<12fH", *normal, *(value for corner in corners for value in corner), word)
    return out


def facts_of(facets, encoding, more):
    """The facts that follow from the written facets."""
    points = [tuple(float32(value) if encoding == "binary" else float(value) for value in corner)
              for _, corners in facets for corner in corners]
    facts = {"encoding": encoding, "facets": len(facets), "triangle_count": len(facets),
             "unique_positions": len({tuple(value + 0.0 for value in point) for point in points})}
    finite = [point for point in points if all(map(math.isfinite, point))]
    if finite:
        facts["bbox"] = {"min": [min(point[axis] for point in finite) for axis in range(3)],
                         "max": [max(point[axis] for point in finite) for axis in range(3)]}
    return facts | more


def ascii_case(name, about, data, rows=FACETS, expect="load", **more):
    facts = facts_of(rows, "ascii", {"solids": [""]} | more) if expect == "load" else more
    return Case("stl", name, "stl", data, about, expect, facts)


def binary_case(name, about, data, rows=FACETS, expect="load", **more):
    facts = facts_of(rows, "binary", {"header": "", "nonzero_attribute_words": 0} | more) if expect == "load" else more
    return Case("stl", name, "stl", data, about, expect, facts)


def cases():
    yield from texts()
    yield from binaries()


def texts():
    plain = text(name="part")
    one = FACETS[:1]
    yield ascii_case("ascii", "a solid as text", plain, solids=["part"], has_face_normals=False)
    yield ascii_case("name_frame", "unit and up axis behind the name, as meshconv writes them", text(name="part 2 [mm, Z up]"),
                     solids=["part 2"], meters_per_unit=0.001, up_axis="Z")
    yield ascii_case("name_axis", "an up axis alone, and a second solid whose name only looks like one",
                     text(one, name="[Y up]") + text(one, name="[Z up]"), one * 2, solids=["", "[Z up]"], up_axis="Y")
    yield ascii_case("name_no_frame", "a name that only looks like one with a unit", text(name="part[mm]"),
                     solids=["part[mm]"], up_axis="none")
    yield ascii_case("upper", "keywords in upper case", plain.upper(), solids=["PART"])
    yield ascii_case("mixed_case", "keywords in mixed case",
                     plain.replace("facet", "Facet").replace("vertex", "Vertex").replace("solid", "Solid"), solids=["part"])
    yield ascii_case("crlf", "lines end in CR LF", text(name="part", end="\r\n"), solids=["part"])
    yield ascii_case("cr", "lines end in CR", text(name="part", end="\r"), solids=["part"])
    yield ascii_case("bom", "a byte order mark", "\ufeff" + plain, solids=["part"])
    yield ascii_case("blank_first", "a blank before solid, as Star-CCM+ writes it", " " + plain, solids=["part"])
    yield ascii_case("blank_lines", "blank lines everywhere", plain.replace("\n", "\n\n \n"), solids=["part"])
    yield ascii_case("tabs", "tabs for blanks", text(name="part", indent="\t").replace(" ", "\t"), solids=["part"])
    yield ascii_case("one_line", "all on one line", plain.replace("\n", " "), solids=["part"])
    yield ascii_case("one_line_two", "two solids on one line",
                     (text(one, "a b") + text(FACETS[1:], "c")).replace("\n", " "), solids=["a b", "c"])
    yield ascii_case("no_final_newline", "no line end at the end", plain.rstrip("\n"), solids=["part"])
    yield ascii_case("no_name", "a solid without a name", text())
    yield ascii_case("no_endsolid", "endsolid is missing", text(name="part", closes=False), solids=["part"], reports=True)
    yield ascii_case("no_solid", "facets without solid", text(name="x").split("\n", 1)[1], reports=True)
    yield ascii_case("no_endfacet", "endfacet is missing", plain.replace("  endfacet\n", ""), solids=["part"], reports=True)
    yield ascii_case("name_keywords", "a name made of keywords", text(name="facet normal of endsolid"),
                     solids=["facet normal of endsolid"])
    yield ascii_case("name_unicode", "a name in UTF-8", text(name="Gehäuse 部品"), solids=["Gehäuse 部品"])
    yield ascii_case("name_latin1", "a name in Latin-1", text(name="Gehäuse").encode("latin-1"), solids=["Gehäuse"])
    yield ascii_case("two_solids", "two solids with names", text(one, "lid") + text(FACETS[1:], "box"),
                     solids=["lid", "box"])
    yield ascii_case("same_name", "two solids with one name", text(one, "a") + text(FACETS[1:], "a"), solids=["a", "a"])
    yield ascii_case("second_unended", "the first of two solids does not end",
                     text(one, "a", closes=False) + text(FACETS[1:], "b"), solids=["a", "b"], reports=True)
    yield ascii_case("empty_solid", "a solid without facets", "solid nothing\nendsolid nothing\n", [],
                     solids=["nothing"])
    yield ascii_case("empty_and_full", "a solid without facets before one with", text([], "none") + text(one, "some"), one,
                     solids=["none", "some"])
    yield ascii_case("exponents", "exponents of three digits and capital E",
                     text(name="e", number="{:.6E}".format).replace("E+00", "E+000").replace("E-01", "E-001"),
                     solids=["e"], has_face_normals=False)
    yield ascii_case("bare_dots", "numbers without digits before or after the point",
                     text(name="d").replace("vertex 1 0 0", "vertex +1. .0 -0"), solids=["d"])
    wide = [((0, 0, 1), ((0.1, 0.2, 0.30000000000000004), (1.1, 0.2, 0.30000000000000004), (0.1, 1.2, 0.30000000000000004)))]
    yield ascii_case("float64", "digits that float32 has no room for", text(wide, "w"), wide, solids=["w"])
    utm = [((0, 0, 1), ((500000.125, 4500000.375, 10.0625), (500001.125, 4500000.375, 10.0625),
                        (500000.125, 4500001.375, 10.0625)))]
    yield ascii_case("utm", "coordinates of a map", text(utm, "utm"), utm, solids=["utm"])
    yield ascii_case("zero_normals", "normals that are zero", text([((0, 0, 0), c) for _, c in FACETS], "z"), solids=["z"],
                     zero_normals=4, has_face_normals=False)
    yield ascii_case("other_normals", "normals that say something else than the corners",
                     text([((1, 0, 0), c) for _, c in FACETS], "n"), solids=["n"], has_face_normals=True)
    for name, word in [("nan_normals", "nan"), ("windows_nan_normals", "-1.#IND"), ("msvc_nan_normals", "-nan(ind)")]:
        odd = plain.replace("normal 0 0 -1", f"normal {word} {word} {word}")
        yield ascii_case(name, f"a normal of {word}", odd, solids=["part"], reports=True, has_face_normals=False)
    degenerate = [((0, 0, 0), (A, B, B)), FACETS[0]]
    yield ascii_case("no_area", "a facet without area", text(degenerate, "d"), degenerate, solids=["d"])
    yield ascii_case("color_lines", "color lines, as ANSA writes them",
                     plain.replace("  facet", "  color 1 0 0\n  facet", 1), solids=["part"], reports=True)
    yield ascii_case("remarks", "lines that begin with # and ;", "# made by hand\n; so\n" + plain, solids=["part"],
                     reports=True)
    yield Case("stl", "truncated", "stl", plain[:plain.rindex("vertex")], "the last facet is cut", "reject",
               {"code": "input.truncated"})
    yield ascii_case("decimal_comma", "decimal commas, a bug of a locale", plain.replace("vertex 1 0 0", "vertex 1,5 0 0"),
                     expect="reject", code="input.invalid-value")
    yield ascii_case("four_corners", "a loop of four corners",
                     plain.replace("vertex 0 1 0\n", "vertex 0 1 0\n      vertex 1 1 0\n", 1), expect="reject",
                     code="input.invalid-value")
    yield ascii_case("two_corners", "a loop of two corners", plain.replace("      vertex 0 1 0\n", "", 1), expect="reject",
                     code="input.invalid-value")
    yield ascii_case("word_for_number", "a word in place of a number", plain.replace("vertex 1 0 0", "vertex one 0 0"),
                     expect="reject", code="input.invalid-value")
    yield ascii_case("only_solid", "the first word alone", "solid", [], reports=True)
    yield Case("stl", "empty", "stl", b"", "no byte at all", "reject", {"code": "input.truncated"})
    yield Case("stl", "short", "stl", b"\0" * 83, "fewer bytes than a binary header has", "reject",
               {"code": "input.truncated"})


def viscam(red, green, blue):
    return 0x8000 | red << 10 | green << 5 | blue


def magics(red, green, blue):
    return blue << 10 | green << 5 | red


def binaries():
    one = FACETS[:1]
    plain = binary()
    yield binary_case("binary", "a binary file", plain, has_face_normals=False, has_face_colors=False)
    yield binary_case("header", "a header text", binary(header=b"made by hand".ljust(80)), header="made by hand")
    yield binary_case("header_frame", "unit and up axis in the first line, as meshconv writes them",
                      binary(header=b"[in, Z up]\nmade by hand"), header="made by hand", meters_per_unit=0.0254, up_axis="Z")
    yield binary_case("header_unit", "a unit of another length in the first line",
                      binary(header=b"[0.125 m]"), meters_per_unit=0.125, up_axis="none")
    yield binary_case("header_no_frame", "a first line that only looks like one of unit and up axis",
                      binary(header=b"[mm,Z up]"), header="[mm,Z up]", up_axis="none")
    yield binary_case("header_full", "a header text of 80 bytes", binary(header=b"x" * 80), header="x" * 80)
    yield binary_case("bin_empty", "no facet", binary([]), [])
    yield binary_case("bin_solid", "a header that begins with solid, as SolidWorks writes it", binary(header=b"solid part"),
                      header="solid part")
    yield binary_case("bin_solid_nl", "a header that looks like a text", binary(header=b"solid part\nfacet normal 0 0 1"),
                      header="solid part\nfacet normal 0 0 1")
    for name, about, data in [
        ("bin_solid_count", "solid in the header and a count that is too large", binary(header=b"solid part", count=5)),
        ("bin_count_ones", "a count of 0xFFFFFFFF", binary(count=0xFFFFFFFF)),
        ("bin_count_big", "a count that is too large", binary(count=400)),
        ("bin_truncated", "the last facet is cut", plain[:-20]),
        ("bin_three_of_four", "three facets of four", plain[:-50]),
        ("bin_header_only", "a count and no facet", binary([], count=4)),
    ]:
        yield Case("stl", name, "stl", data, about, "reject", {"code": "input.truncated"})
    yield binary_case("bin_count_zero", "a count of zero", binary(count=0), reports=True)
    yield binary_case("bin_count_small", "a count that is too small", binary(count=2), reports=True)
    yield binary_case("bin_trailing", "bytes after the last facet", plain + b"the end", reports=True)
    yield binary_case("bin_trailing_50", "50 bytes that are no facet after the last", plain + b"\xFF" * 50, reports=True)
    yield binary_case("bin_zero_normals", "normals that are zero", binary([((0, 0, 0), c) for _, c in FACETS]),
                      zero_normals=4, has_face_normals=False)
    yield binary_case("bin_other_normals", "normals that say something else", binary([((1, 0, 0), c) for _, c in FACETS]),
                      has_face_normals=True)
    yield binary_case("bin_long_normals", "normals that are not of unit length",
                      binary([((0, 0, -5), FACETS[0][1])]), one, has_face_normals=True)
    nan = [((math.nan,) * 3, c) for _, c in FACETS]
    yield binary_case("bin_nan_normals", "normals that are no numbers", binary(nan), reports=True, has_face_normals=False)
    odd = [((0, 0, 1), (A, B, (math.nan, 0, 0))), ((0, 0, 1), (A, B, (math.inf, 0, 0)))]
    yield Case("stl", "bin_nan_positions", "stl", binary(odd + one), "positions that are no numbers", "load",
               {"encoding": "binary", "facets": 3, "triangle_count": 3, "bbox": {"min": [0, 0, 0], "max": [1, 1, 0]}})
    red = [viscam(31, 0, 0), viscam(0, 31, 0), viscam(0, 0, 31), viscam(4, 8, 16)]
    yield binary_case("color_viscam", "colours as VisCAM writes them", binary(words=red), nonzero_attribute_words=4,
                      has_face_colors=True, first_color=[255, 0, 0])
    yield binary_case("color_viscam_some", "facets without a colour beside others", binary(words=red[1:2]),
                      nonzero_attribute_words=1, has_face_colors=True, first_color=[0, 255, 0], reports=True)
    header = b"COLOR=" + bytes((160, 80, 40, 255))
    words = [magics(31, 0, 0), magics(0, 31, 0), 0xFFFF, magics(0, 0, 31)]
    yield binary_case("color_magics", "colours as Magics writes them, one facet with the object's",
                      binary(header=b"part " + header, words=words), header="part COLOR=", nonzero_attribute_words=4,
                      has_face_colors=True, first_color=[255, 0, 0])
    yield binary_case("color_magics_default", "all facets have the object's colour",
                      binary(header=header, words=[0x8000] * 4), header="COLOR=", nonzero_attribute_words=4, has_face_colors=True,
                      first_color=[160, 80, 40])
    yield binary_case("color_magics_plain", "an object's colour and no word", binary(header=header), header="COLOR=",
                      has_face_colors=True, first_color=[160, 80, 40], reports=True)
    yield binary_case("color_magics_material", "an object's material",
                      binary(header=header + b",MATERIAL=" + bytes(range(1, 13)), words=words), header="COLOR=", nonzero_attribute_words=4,
                      has_face_colors=True, first_color=[255, 0, 0])
    yield binary_case("words", "attribute words that are no colours", binary(words=[1, 2, 3, 0x8004]),
                      nonzero_attribute_words=4, has_face_colors=False, has_face_words=True)
