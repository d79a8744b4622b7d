"""OBJ geometry: one small file per rule and per quirk of the format."""
from .case import Case, fans

T = "v 0 0 0\nv 1 0 0\nv 0 1 0\n"  # the triangle that most cases are made of
SQUARE = "v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\n"
VT = "vt 0 0\nvt 1 0\nvt 0 1\n"
VN = "vn 0 0 1\n"
UNIT = ((0.0, 0.0, 0.0), (1.0, 1.0, 0.0))


def load(name, text, about, *, v=3, vt=0, vn=0, arity=None, lines=0, points=0, box=UNIT, materials=(), mtllib=(),
         g=0, o=0, colors=False, uvs=False, normals=False, encoding="utf-8", expect="load", sides=None, **more):
    """A case that reads: the defaults are those of one triangle; `arity` maps corners to the number of such faces."""
    arity = {"3": 1} if arity is None else {str(key): value for key, value in arity.items()}
    facts = {
        "encoding": encoding,
        "vertex_count": v,
        "texcoord_count": vt,
        "normal_count": vn,
        "face_count": sum(count for corners, count in arity.items() if int(corners) > 2),
        "triangles_fan": fans(arity),
        "line_elements": lines,
        "point_elements": points,
        "face_arity": arity,
        "bbox_all_vertices": {"min": list(box[0]), "max": list(box[1])} if box else None,
        "materials_used": list(materials),
        "mtllib": list(mtllib),
        "group_statements": g,
        "object_statements": o,
        "has_vertex_colors": colors,
        "has_uvs": uvs,
        "has_normals": normals,
    }
    return Case("obj", name, "obj", text, about, expect, facts | more, sides)


def other(name, text, about, expect, code=None):
    """A case that must be refused, with its code, or that may be read or refused."""
    return Case("obj", name, "obj", text, about, expect, {"code": code} if code else {})


def indices():
    two = T + "f -3 -2 -1\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf -3 -2 -1\n"
    yield load("negative", T + "f -3 -2 -1\n", "relative indices", negative_indices=3)
    yield load("negative_interleaved", two, "relative indices resolve at their own line", v=6, arity={3: 2},
               box=((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)), negative_indices=6)
    yield load("negative_all", T + VT + VN + "f -3/-3/-1 -2/-2/-1 -1/-1/-1\n", "relative indices of all three kinds",
               vt=3, vn=1, uvs=True, normals=True, negative_indices=9)
    yield load("forward_ref", "f 1 2 3\n" + T, "a face before its vertices")
    yield load("v_vn", T + VN + "f 1//1 2//1 3//1\n", "corners v//vn", vn=1, normals=True)
    yield load("v_vt", T + VT + "f 1/1 2/2 3/3\n", "corners v/vt", vt=3, uvs=True)
    yield load("v_vt_vn", T + VT + VN + "f 1/1/1 2/2/1 3/3/1\n", "corners v/vt/vn", vt=3, vn=1, uvs=True, normals=True)
    yield load("v_vt_slash", T + VT + "f 1/1/ 2/2/ 3/3/\n", "corners v/vt/ with nothing after the last slash", vt=3,
               uvs=True)
    yield load("v_slash", T + "f 1/ 2/ 3/\n", "corners v/ with nothing after the slash")
    yield load("v_slashslash", T + "f 1// 2// 3//\n", "corners v// with nothing after the slashes")
    yield load("mixed_forms", T + VT + VN + "f 1 2 3\nf 1/1 2/2 3/3\nf 1//1 2//1 3//1\nf 1/1/1 2/2/1 3/3/1\n",
               "another corner form on every face", vt=3, vn=1, arity={3: 4}, uvs=True, normals=True)
    yield load("mixed_corners", T + VT + VN + "f 1/1 2 3//1\n", "another corner form on every corner of one face",
               vt=3, vn=1, uvs=True, normals=True, corners_with_uv=[1, 3])
    yield load("separate_indices", SQUARE + "vt 0 0\nvt 1 0\nvt 1 1\nvt 0 1\nvt 0.5 0.5\n" + VN
               + "f 1/1/1 2/2/1 3/3/1\nf 1/5/1 3/3/1 4/4/1\n", "a seam: one position with two texture coordinates",
               v=4, vt=5, vn=1, arity={3: 2}, uvs=True, normals=True)
    yield load("uv_like_none", T + VT + "f 1/ 1 2/2 3/3\n",
               "corners without texture coordinates, and a row 0 0 that no corner uses", vt=3, uvs=True,
               arity={4: 1}, corners_with_uv=[2, 4])
    yield load("uv_flat_index_missing", T + "f 1/1 2/2 3/3\n", "texture indices in a file without vt: dropped, reported",
               uvs=False, reports=True)
    yield other("index_zero", T + "f 0 1 2\n", "index 0", "reject", "input.invalid-index")
    yield other("index_oob", T + "f 1 2 99\n", "an index beyond the last vertex", "reject", "input.invalid-index")
    yield other("index_negative_oob", T + "f -4 -2 -1\n", "a relative index before the first vertex", "reject",
                "input.invalid-index")
    yield other("index_huge", T + "f 1 2 99999999999999999999\n", "an index of 20 digits", "reject")
    yield other("index_word", T + "f 1 2 x\n", "a word for an index", "reject")
    yield other("index_normal_oob", T + VN + "f 1//1 2//1 3//2\n", "a normal index beyond the last normal", "either")


def lines():
    text = T + "f 1 2 3\n"
    yield load("plain", text, "one triangle")
    yield load("crlf", text.replace("\n", "\r\n"), "CRLF line ends")
    yield load("cr_only", text.replace("\n", "\r"), "lone CR line ends")
    yield load("mixed_line_ends", "v 0 0 0\r\nv 1 0 0\nv 0 1 0\rf 1 2 3", "all three line ends in one file")
    yield load("bom", b"\xef\xbb\xbf" + text.encode(), "a byte order mark before the first statement")
    yield load("tabs", "v\t0\t0\t0\nv\t1\t0\t0\nv \t 0 \t 1\t0\t\nf\t1\t2\t3\n", "tabs for blanks, blanks at line ends")
    yield load("indent", "   v 0 0 0\n\tv 1 0 0\n v 0 1 0\n  f 1 2 3\n", "leading blanks")
    yield load("no_final_newline", text[:-1], "no newline at the end")
    yield load("blank_lines", "\n\n" + text.replace("\n", "\n \n\n"), "empty lines and lines of blanks")
    yield load("continuation", T + "f 1 \\\n 2 \\\n 3\n", "lines joined by a backslash")
    yield load("continuation_crlf", (T + "f 1 \\\n 2 \\\n 3\n").replace("\n", "\r\n"), "joined lines with CRLF")
    yield load("continuation_numbers", "v 0 \\\n0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", "a position over two lines")
    yield load("continuation_at_end", T + "f 1 2 3 \\", "a backslash as the last byte")
    yield load("midline_comment", "v 0 0 0 # first\nv 1 0 0# second\nv 0 1 0\nf 1 2 3 # f 3 2 1\n",
               "comments after data")
    yield other("comment_backslash", "# made from C:\\room\\\n" + text, "a comment that ends in a backslash", "either")
    yield load("comments_only_first", "# a comment\n#\n##\n" + text, "comments, one of them empty")
    yield other("empty", b"", "an empty file", "reject", code="input.truncated")
    yield other("comments_only", "# nothing here\n", "nothing but a comment", "reject", code="input.truncated")
    yield other("nul_bytes", b"v 0 0 0\n\0\0\0\0v 1 0 0\nv 0 1 0\nf 1 2 3\n", "NUL bytes between statements", "either")


def positions():
    f = "f 1 2 3\n"
    far = ((0.0, 0.0, 0.0), (1.0, 1.0, 0.0))
    yield load("only_v", T, "vertices without faces are a point cloud", arity={})
    yield load("v_w", "v 0 0 0 1.0\nv 1 0 0 1\nv 0 1 0 0.5\n" + f, "a weight as fourth number", vertices_with_w=3)
    yield load("v_rgb", "v 0 0 0 1 0 0\nv 1 0 0 0 1 0\nv 0 1 0 0 0 0.5\n" + f, "colours from 0 to 1", colors=True,
               vertices_with_color=3)
    yield load("v_rgb255", "v 0 0 0 200 100 50\nv 1 0 0 0 255 0\nv 0 1 0 1 1 1\n" + f,
               "colours from 0 to 255: divided, reported", colors=True, vertices_with_color=3, reports=True)
    yield load("v_rgb_overshoot", "v 0 0 0 1.02 0.5 0.25\nv 1 0 0 0 1 0\nv 0 1 0 0 0 -0.01\n" + f,
               "colours from 0 to 1 that overshoot a little", colors=True, vertices_with_color=3, reports=True)
    yield load("v_rgba7", "v 0 0 0 1 0 0 1\nv 1 0 0 0 1 0 0.5\nv 0 1 0 0 0 1 0\n" + f, "colours with alpha",
               colors=True, vertices_with_color=3, reports=True)
    yield load("v_partial_rgb", "v 0 0 0 1 0 0\nv 1 0 0\nv 0 1 0 0 0 1\n" + f,
               "colours on some vertices: the others are white, reported", colors=True, vertices_with_color=2,
               reports=True)
    yield load("mrgb", T + "#MRGB ffc86432ff00ff00\n#MRGB ff0000ff\n" + f, "ZBrush's colour comments, MMRRGGBB",
               colors=True, vertices_with_color=3)
    yield load("plus_sign", "v +0 0 0\nv +1.0 0 0\nv 0 +1e+0 0\n" + f, "numbers with a plus sign")
    yield load("bare_dot", "v .0 0. -.0\nv 1. 0 0\nv .5 5. 0\n" + f, "numbers that start or end with the point",
               box=((0.0, 0.0, 0.0), (1.0, 5.0, 0.0)))
    yield load("exponents", "v 1e0 1E-1 1e+2\nv 0.5e01 -2.5E2 0e99\nv 1e-5 1 0\n" + f, "exponents of all spellings",
               box=((1e-05, -250.0, 0.0), (5.0, 1.0, 100.0)))
    yield load("denormal", "v 1e-300 4.9e-324 1e-400\nv 1 0 0\nv 0 1 0\n" + f, "numbers near and below the smallest",
               box=((0.0, 0.0, 0.0), (1.0, 1.0, 0.0)))
    yield load("long_digits", "v 0.333333333333333333333333333333 0 0\n"
               "v 100000000000000000000000000000.0 0 0\nv 0 0.1000000000000000055511151231257827 0\n" + f,
               "numbers of 30 digits and more",
               box=((0.0, 0.0, 0.0), (1e29, 0.1, 0.0)))
    yield load("utm", "v 448262.12345678 5411932.98765432 271.25\nv 448263.12345678 5411932.98765432 271.25\n"
               "v 448262.12345678 5411933.98765432 271.25\n" + f, "coordinates that float32 cannot hold",
               box=((448262.12345678, 5411932.98765432, 271.25), (448263.12345678, 5411933.98765432, 271.25)))
    yield Case("obj", "nan", "obj", T + "v nan 0 0\nv 0 inf -inf\n" + f, "positions that are no finite numbers", "load",
               {"vertex_count": 5, "face_count": 1, "triangles_fan": 1, "face_arity": {"3": 1},
                "bbox_all_vertices": {"non_finite_vertices": 2, "min": list(far[0]), "max": list(far[1])},
                "reports": True})
    yield other("nan_windows", T + "v -1.#IND 1.#QNAN 1.#INF\n" + f, "an old Windows library's not-a-numbers", "either")
    yield other("v_two", "v 0 0\nv 1 0 0\nv 0 1 0\n" + f, "two position components", "reject", "input.invalid-value")
    yield other("v_word", "v 0 0 zero\nv 1 0 0\nv 0 1 0\n" + f, "a word for a number", "reject", "input.invalid-value")
    yield other("v_decimal_comma", "v 0,5 0 0\nv 1 0 0\nv 0 1 0\n" + f, "a decimal comma is no number", "reject",
                "input.invalid-value")
    yield other("v_eight", "v 0 0 0 1 0 0 1 5\nv 1 0 0\nv 0 1 0\n" + f, "more numbers than any form has", "either")
    yield load("vt_1d", T + "vt 0.5\nvt 1\nvt 0\nf 1/1 2/2 3/3\n", "texture coordinates of one number", vt=3, uvs=True)
    yield load("vt_3d", T + "vt 0 0 0.25\nvt 1 0 0.5\nvt 0 1 0.75\nf 1/1 2/2 3/3\n",
               "texture coordinates of three numbers", vt=3, uvs=True)
    yield load("vn_not_unit", T + "vn 0 0 2\nvn 0 0 0\nf 1//1 2//1 3//2\n", "normals that are not of unit length", vn=2,
               normals=True)


def faces():
    arrow = "v 0 0 0\nv 4 0 0\nv 4 3 0\nv 2 1 0\nv 0 3 0\n"
    wide = ((0.0, 0.0, 0.0), (4.0, 3.0, 0.0))
    yield load("quad", SQUARE + "f 1 2 3 4\n", "a quad", v=4, arity={4: 1}, area=1.0)
    yield load("ngon", "".join(f"v {x} {y} 0\n" for x, y in ((2, 0), (4, 0), (6, 2), (6, 4), (4, 6), (2, 6), (0, 4), (0, 2)))
               + "f 1 2 3 4 5 6 7 8\n", "an octagon", v=8, arity={8: 1}, box=((0.0, 0.0, 0.0), (6.0, 6.0, 0.0)), area=28.0)
    yield load("concave", arrow + "f 4 5 1 2 3\n", "a concave polygon", v=5, arity={5: 1}, box=wide, area=8.0)
    yield load("concave_fan_breaks", arrow + "f 1 2 3 4 5\n", "a concave polygon that a fan from its first corner leaves",
               v=5, arity={5: 1}, box=wide, area=8.0)
    yield load("quad_concave", "v 0 0 0\nv 2 1 0\nv 0 4 0\nv 1 1 0\nf 1 2 3 4\n", "a quad with an inward last corner",
               v=4, arity={4: 1}, box=((0.0, 0.0, 0.0), (2.0, 4.0, 0.0)), area=2.0)
    yield load("quad_concave2", "v 0 0 0\nv 2 1 0\nv 0 4 0\nv 1 1 0\nf 4 1 2 3\n", "the same quad from the next corner on",
               v=4, arity={4: 1}, box=((0.0, 0.0, 0.0), (2.0, 4.0, 0.0)), area=2.0)
    yield load("degenerate_face_short", T + "f 1 2\nf 3\nf 1 2 3\n", "faces of one and two corners: left out, reported",
               arity={1: 1, 2: 1, 3: 1}, malformed_line_count=2, reports=True)
    yield load("degenerate_face_repeat", T + "f 1 1 1\nf 1 2 3\n", "a face of one vertex, three times", arity={3: 2},
               faces_with_repeated_vertex=1, reports=True)
    yield load("collinear", "v 0 0 0\nv 1 0 0\nv 2 0 0\nv 0 1 0\nf 1 2 3\nf 1 2 4\n", "a face without an area", v=4,
               arity={3: 2}, box=((0.0, 0.0, 0.0), (2.0, 1.0, 0.0)))
    yield load("lines", T + "l 1 2 3\nl 3 1\n", "polylines", arity={}, lines=2)
    yield load("lines_vt", T + VT + "l 1/1 2/2 3/3\n", "a polyline with texture coordinates", vt=3, arity={}, lines=1)
    yield load("points", T + "p 1 2\np 3\n", "points, two in one statement", arity={}, points=3)
    yield load("faces_lines_points", T + "f 1 2 3\nl 1 2\np 3\n", "faces, lines and points over one set of vertices",
               lines=1, points=1)
    yield load("fo", T + "fo 1 2 3\n", "the old spelling of f")
    yield load("unreferenced", T + "v 5 5 5\nf 1 2 3\n", "a vertex that no face uses", v=4,
               box=((0.0, 0.0, 0.0), (5.0, 5.0, 5.0)), unreferenced_vertices=1)


def names():
    f = "f 1 2 3\n"
    yield load("lod", T + "lod 3\n" + f, "lod is no line", reports=True)
    yield load("unknown_keyword", T + "bevel on\nc_interp off\nshadow_obj a.obj\nfoo 1 2 3\n" + f,
               "keywords of rendering, and one that nobody knows: reported", reports=True)
    yield load("call", T + "call other.obj 1\ncsh rm -f /\n" + f, "call and csh are never run", reports=True)
    yield load("freeform", "v 0 0 0\nv 1 0 0\nv 0 1 0\nvp 0.5 0.5\ncstype bezier\ndeg 2\ncurv 0 1 1 2 3\nparm u 0 1\nend\n"
               + f, "a free-form curve: skipped up to end, reported once", reports=True)
    yield load("upper_case", T + "V 9 9 9\n" + f, "keywords are lower case: V is unknown", reports=True)
    yield load("objects", "o one\n" + T + f + "o two\nv 0 0 1\nv 1 0 1\nv 0 1 1\nf 4 5 6\n",
               "two objects, counters run on", v=6, arity={3: 2}, o=2, box=((0.0, 0.0, 0.0), (1.0, 1.0, 1.0)))
    yield load("object_same_name", "o a\n" + T + f + "o a\n" + f, "two objects of one name", arity={3: 2}, o=2)
    yield load("object_after_faces", T + f + "o late\n" + f, "faces before the first object", arity={3: 2}, o=1)
    yield load("object_spaces", "o my  long name \n" + T + f, "an object's name with blanks", o=1)
    yield load("unicode_name", "o Müller–桌子\n" + T + f, "a name that is not ASCII", o=1)
    yield load("latin1_name", b"o caf\xe9\n" + (T + f).encode(), "a name in Latin-1", o=1, encoding="latin-1")
    yield load("groups_multi", T + "g left top\nf 1 2 3\ng left\nf 3 2 1\n", "a face in two groups", arity={3: 2}, g=2)
    yield load("group_bare", "g\n" + T + f, "a bare g is the default group", g=1)
    yield load("group_bare_end", T + "g a\nf 1 2 3\ng", "a bare g as the last byte", g=2)
    yield load("smoothing", T + "s 1\nf 1 2 3\ns off\nf 1 2 3\ns on\nf 1 2 3\ns 0\nf 1 2 3\ns 4294967295\nf 1 2 3\n",
               "smoothing groups: a number, off, on, 0, the largest", arity={3: 5},
               smoothing_values=["0", "1", "4294967295", "off", "on"])
    yield load("usemtl_sticks", T + "usemtl red\no a\nf 1 2 3\ng b\nf 1 2 3\n",
               "a material holds across objects and groups", arity={3: 2}, g=1, o=1, materials=["red"], reports=True)
    yield load("usemtl_back", "mtllib usemtl_back.mtl\n" + T + "usemtl red\nf 1 2 3\nusemtl green\nf 1 2 3\nusemtl red\n"
               "f 1 2 3\n", "a material comes back later", arity={3: 3}, materials=["red", "green"],
               mtllib=["usemtl_back.mtl"], sides={"usemtl_back.mtl": "newmtl red\nKd 1 0 0\nnewmtl green\nKd 0 1 0\n"})


def cases():
    for maker in (lines, indices, positions, faces, names):
        yield from maker()
