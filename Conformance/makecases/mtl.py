"""MTL: how libraries are found and what their statements mean. The fact `materials` has the settings of each material.

In it, colours and factors are named after their statement; a texture is its file name with its options.
"""
from .case import Case, png
from .obj import T, VT, load

MESH = T + VT + "usemtl m\nf 1/1 2/2 3/3\n"
RED = "newmtl m\nKd 1 0 0\n"


def material(name, body, about, said, sides=None, **more):
    """A triangle with the material `m`, whose library is `body`; `said` has its settings."""
    library = f"mtl_{name}.mtl"
    files = {library: body} | (sides or {})
    return load(f"mtl_{name}", f"mtllib {library}\n" + MESH, about, vt=3, uvs=True, materials=["m"], mtllib=[library],
                sides=files, stated_materials={"m": said}, **more)


def libraries():
    yield load("usemtl_spaces", "mtllib usemtl_spaces.mtl\n" + T + "usemtl my red paint \nf 1 2 3\n",
               "a material's name with blanks", materials=["my red paint"], mtllib=["usemtl_spaces.mtl"],
               sides={"usemtl_spaces.mtl": "newmtl my red paint\nKd 1 0 0\n"},
               stated_materials={"my red paint": {"Kd": [1.0, 0.0, 0.0]}})
    yield load("mtllib_spaces", "mtllib my colours.mtl\n" + MESH, "a library's name with blanks", vt=3, uvs=True,
               materials=["m"], mtllib=["my colours.mtl"], sides={"my colours.mtl": RED},
               stated_materials={"m": {"Kd": [1.0, 0.0, 0.0]}})
    yield load("mtllib_multi", "mtllib multi_a.mtl multi_b.mtl\n" + MESH, "two libraries on one line, first match wins",
               vt=3, uvs=True, materials=["m"], mtllib=["multi_a.mtl multi_b.mtl"],
               sides={"multi_a.mtl": RED, "multi_b.mtl": "newmtl m\nKd 0 0 1\nnewmtl n\nKd 0 1 0\n"},
               stated_materials={"m": {"Kd": [1.0, 0.0, 0.0]}})
    yield load("mtllib_two_lines", "mtllib two_a.mtl\nmtllib two_b.mtl\n" + MESH, "two mtllib statements add up", vt=3,
               uvs=True, materials=["m"], mtllib=["two_a.mtl", "two_b.mtl"],
               sides={"two_a.mtl": "newmtl n\nKd 0 1 0\n", "two_b.mtl": RED},
               stated_materials={"m": {"Kd": [1.0, 0.0, 0.0]}})
    yield load("mtllib_missing", "mtllib nowhere.mtl\n" + MESH, "a library that is not there: reported", vt=3, uvs=True,
               materials=["m"], mtllib=["nowhere.mtl"], reports=True)
    yield load("mtllib_outside", "mtllib ../outside.mtl\n" + MESH, "a library outside the folder is not opened", vt=3,
               uvs=True, materials=["m"], mtllib=["../outside.mtl"], reports=True)
    yield load("material_missing", "mtllib material_missing.mtl\n" + MESH, "a material that no library has: reported",
               vt=3, uvs=True, materials=["m"], mtllib=["material_missing.mtl"],
               sides={"material_missing.mtl": "newmtl other\nKd 1 0 0\n"}, reports=True)


def values():
    yield material("crlf_tab", "newmtl m\r\n\tKd .9 .1 .2\r\n\tNs 10\r\n", "CRLF and indented by tabs",
                   {"Kd": [0.9, 0.1, 0.2], "Ns": 10.0})
    yield material("kd1", "newmtl m\nKd 0.5\n", "one number is grey", {"Kd": [0.5, 0.5, 0.5]})
    yield material("xyz", "newmtl m\nKd xyz 0.3 0.4 0.5\nKs spectral file.rfl 1\nd 0.5\n",
                   "colours as CIE XYZ and as a spectral curve: reported", {"d": 0.5}, reports=True)
    yield material("tr", "newmtl m\nKd 1 0 0\nTr 0.75\n", "Tr is 1 − d", {"Kd": [1.0, 0.0, 0.0], "d": 0.25})
    yield material("tr_meshlab", "#\n# Wavefront material file\n# Converted by Meshlab Group\n#\n\nnewmtl m\nKd 1 0 0\nTr 1\n",
                   "old MeshLab's Tr 1 is opaque: its header decides", {"Kd": [1.0, 0.0, 0.0], "d": 1.0}, reports=True)
    yield material("d_and_tr", "newmtl m\nd 0.25\nTr 0.5\n", "d wins over a Tr that disagrees: reported", {"d": 0.25},
                   reports=True)
    yield material("halo", "newmtl m\nKd 1 0 0\nd -halo 0.5\n", "d with -halo", {"Kd": [1.0, 0.0, 0.0], "d": 0.5})
    yield material("pbr", "newmtl m\nKd 0.5 0.25 0.125\nPr 0.5\nPm 1\nPs 0.1\nPc 0.2\nPcr 0.3\nKe 1 2 3\naniso 0.4\nanisor 0.6\n",
                   "the physically based statements",
                   {"Kd": [0.5, 0.25, 0.125], "Pr": 0.5, "Pm": 1.0, "Ps": 0.1, "Pc": 0.2, "Pcr": 0.3, "Ke": [1.0, 2.0, 3.0],
                    "aniso": 0.4, "anisor": 0.6})
    yield material("classic", "newmtl m\nKa 0.1 0.2 0.3\nKd 0.4 0.5 0.6\nKs 0.7 0.8 0.9\nNs 96.5\nNi 1.45\nTf 1 1 1\nillum 2\nsharpness 60\n",
                   "the classic statements",
                   {"Ka": [0.1, 0.2, 0.3], "Kd": [0.4, 0.5, 0.6], "Ks": [0.7, 0.8, 0.9], "Ns": 96.5, "Ni": 1.45,
                    "Tf": [1.0, 1.0, 1.0], "illum": 2})
    yield material("before_newmtl", "Kd 0 0 1\nnewmtl m\nKd 1 0 0\n", "a statement before the first material is ignored",
                   {"Kd": [1.0, 0.0, 0.0]}, reports=True)
    yield material("unknown", "newmtl m\nKd 1 0 0\nvendor_glow 3 4\n", "a statement that nobody knows: reported",
                   {"Kd": [1.0, 0.0, 0.0]}, reports=True)
    yield material("bad_number", "newmtl m\nKd 1 zero 0\nd 0.5\n", "a word for a number: that statement is reported",
                   {"d": 0.5}, reports=True)
    yield material("continuation", "newmtl m\nKd 1 \\\n 0 0\n", "a statement over two lines", {"Kd": [1.0, 0.0, 0.0]})
    yield material("bom", b"\xef\xbb\xbf" + RED.encode(), "a byte order mark before newmtl", {"Kd": [1.0, 0.0, 0.0]})
    yield Case("obj", "mtl_two_materials", "obj",
               "mtllib mtl_two_materials.mtl\n" + T + "usemtl a\nf 1 2 3\nusemtl b\nf 3 2 1\n",
               "two materials, no newline at the library's end", "load",
               {"vertex_count": 3, "face_count": 2, "triangles_fan": 2, "face_arity": {"3": 2}, "materials_used": ["a", "b"],
                "stated_materials": {"a": {"Kd": [1.0, 0.0, 0.0]}, "b": {"Kd": [0.0, 1.0, 0.0]}}},
               {"mtl_two_materials.mtl": "newmtl a\nKd 1 0 0\n\nnewmtl b\nKd 0 1 0"})


def textures():
    red, blue = png(255, 0, 0), png(0, 0, 255)
    def one(name, line, about, said, file, data=red, **more):
        return material(f"tex_{name}", f"newmtl m\n{line}\n", about, said, {file: data} if file else None, **more)
    yield one("plain", "map_Kd tex_plain.png", "a texture", {"map_Kd": {"file": "tex_plain.png"}}, "tex_plain.png")
    yield one("spaces", "map_Kd my tex.png", "a texture's name with blanks", {"map_Kd": {"file": "my tex.png"}}, "my tex.png")
    yield one("options", "map_Kd -s 2 2 1 -o .5 0 0 -clamp on tex_options.png", "options before the name",
              {"map_Kd": {"file": "tex_options.png", "s": [2.0, 2.0, 1.0], "o": [0.5, 0.0, 0.0], "clamp": True}},
              "tex_options.png")
    yield one("options_short", "map_Kd -s 2 -o .25 .5 -t 0 -texres 256 -blendu off -mm 0.1 2 -cc on 2.png",
              "options with fewer numbers than they may have, and a name that starts like one",
              {"map_Kd": {"file": "2.png", "s": [2.0], "o": [0.25, 0.5], "t": [0.0], "mm": [0.1, 2.0]}}, "2.png")
    yield one("backslash", "map_Kd tex\\sub.png", "a backslash between folders", {"map_Kd": {"file": "tex/sub.png"}},
              "tex/sub.png", reports=True)
    yield one("windows_path", "map_Kd C:\\Users\\me\\tex_windows.png", "another machine's path: the file beside is taken",
              {"map_Kd": {"file": "tex_windows.png"}}, "tex_windows.png", reports=True)
    yield one("case", "map_Kd TEX_CASE.PNG", "the name in another case: the file beside is taken",
              {"map_Kd": {"file": "tex_case.png"}}, "tex_case.png", reports=True)
    yield one("missing", "map_Kd nowhere.png", "a texture that is not there: reported", {}, None, reports=True)
    yield one("outside", "map_Kd ../../outside.png", "a texture outside the folder is not opened: reported", {}, None,
              reports=True)
    yield one("bump", "map_Bump -bm 0.5 tex_bump.png", "a bump map with its factor",
              {"bump": {"file": "tex_bump.png", "bm": 0.5}}, "tex_bump.png", blue)
    yield one("norm", "norm tex_norm.png", "a normal map", {"norm": {"file": "tex_norm.png"}}, "tex_norm.png", png(128, 128, 255))
    yield one("imfchan", "map_d -imfchan m tex_imfchan.png", "one channel of a texture",
              {"map_d": {"file": "tex_imfchan.png", "imfchan": "m"}}, "tex_imfchan.png")
    yield one("keyword_case", "map_kd tex_keyword.png", "map_kd is map_Kd", {"map_Kd": {"file": "tex_keyword.png"}},
              "tex_keyword.png")


def cases():
    for maker in (libraries, values, textures):
        yield from maker()
