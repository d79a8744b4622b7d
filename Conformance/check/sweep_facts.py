"""What a file shows, by the rules of its own standard: faces, colours, images and materials with all defaults filled in.

`sweep.py` compares these facts of a source and of an output. Every reader here gives parts in world space: glTF by the short
reader beside this file, STL by the short counter, PLY by plyfile, OBJ and MTL by the lines that matter here; USD is read
by usd-core in `sweep_usd.py`.
"""
import base64
import dataclasses
import hashlib
import io
import math
import pathlib
import re
import urllib.parse

import gltf_count
import looks
import meshoptimizer
import numpy
import PIL.Image
import stl_count


@dataclasses.dataclass(frozen=True)
class Look:
    """What a face shows: a material with the defaults of its standard. The plain one: white, not metallic, rough."""
    name: str | None = None
    base: tuple = (1.0, 1.0, 1.0)
    metallic: float | None = 0.0
    roughness: float | None = 1.0
    emissive: tuple = (0.0, 0.0, 0.0)
    opacity: float = 1.0
    alpha: str = "OPAQUE"
    sides: str = "both"
    image: str | None = None          # the pixels of the base colour
    glow: str | None = None           # the pixels of the emission
    wrap: str = "repeat"              # of the base colour's image
    number: int | None = None         # of the material in its file


PLAIN = Look()
WHITE_METAL = Look(metallic=1.0, sides="front")


@dataclasses.dataclass
class Part:
    """Faces with as many corners as they have, or points alone."""
    points: numpy.ndarray
    corners: numpy.ndarray            # rows of points, face after face
    sizes: numpy.ndarray              # corners of each face
    worn: list                        # the looks of this part
    which: numpy.ndarray              # for each face, which of them
    colors: numpy.ndarray | None = None   # linear, for each corner; for each point where there are no faces
    uv: numpy.ndarray | None = None       # of the base colour's image, for each corner, v upwards


@dataclasses.dataclass
class Facts:
    parts: list
    unit: float | None = None         # metres
    up: str | None = None
    bare: bool = False                # only faces are known: another program decoded them
    round: bool = False               # has shapes such as spheres, which each program makes of as many faces as it likes


def part(points, sizes, corners, worn, which=None, colors=None, uv=None):
    points = numpy.asarray(points, dtype=float).reshape(-1, 3)
    sizes, corners = numpy.asarray(sizes, dtype=int), numpy.asarray(corners, dtype=int).reshape(-1)
    which = numpy.zeros(len(sizes), dtype=int) if which is None else numpy.asarray(which, dtype=int)
    return Part(points, corners, sizes, worn, which, colors, uv)


# Images

SEEN = {}


def pixels(data):
    """(A name for decoded pixels, whether some are not opaque.) What can't be decoded is named by its bytes."""
    key = hashlib.sha256(data).hexdigest()
    if key not in SEEN:
        try:
            image = PIL.Image.open(io.BytesIO(data))
            clear = "A" in image.getbands() or "transparency" in image.info
            image = image.convert("RGBA")
            rows = numpy.asarray(image)
            SEEN[key] = (f"{image.width}x{image.height}:{hashlib.sha256(rows.tobytes()).hexdigest()[:12]}",
                         clear and bool((rows[..., 3] < 255).any()))
        except Exception:  # whatever the decoder raises
            SEEN[key] = f"bytes:{key[:12]}", True
    return SEEN[key]


def alpha_mode(mode, cutoff, factor, clear):
    """(Opacity, mode): what is shown. Where nothing is clear, blending and masking show what an opaque material does."""
    if mode == "OPAQUE" or (factor >= (cutoff if mode == "MASK" else 1) and not clear):
        return 1.0, "OPAQUE"
    return factor, f"MASK at {cutoff:.3f}" if mode == "MASK" else mode


# glTF

MESHOPT = "EXT_meshopt_compression"
gltf_count.UNDERSTOOD.add(MESHOPT)
WRAPS = {10497: "repeat", 33071: "clamp", 33648: "mirror"}


def gltf_image(file, texture):
    """The bytes of a texture's image; None if it has none, b"" if it isn't there."""
    more = texture.get("extensions", {}).values()
    sources = [extension.get("source") for extension in more if isinstance(extension, dict)]
    number = next((source for source in [*sources, texture.get("source")] if source is not None), None)
    if number is None or number >= len(file.list("images")):
        return None
    image = file.list("images")[number]
    if "bufferView" in image:
        return file.view(image["bufferView"])[0]
    uri = image.get("uri", "")
    if uri.startswith("data:"):
        return data_uri(uri)
    path = file.folder / urllib.parse.unquote(uri)
    return path.read_bytes() if uri and path.is_file() else b""


def data_uri(uri):
    head, _, body = uri.partition(",")
    return base64.b64decode(body) if head.endswith(";base64") else urllib.parse.unquote_to_bytes(body)


def gltf_slot(file, info):
    """(Pixels' name, whether some are clear, wrap, coordinate set, transform of coordinates) of a texture's use."""
    if not info or info.get("index", -1) not in range(len(file.list("textures"))):
        return None, False, "repeat", 0, None
    texture = file.list("textures")[info["index"]]
    data = gltf_image(file, texture)
    name, clear = (None, False) if data is None else ("missing", False) if not data else pixels(data)
    samplers = file.list("samplers")
    sampler = samplers[texture["sampler"]] if texture.get("sampler", -1) in range(len(samplers)) else {}
    wraps = [WRAPS.get(sampler.get(key, 10497), "?") for key in ("wrapS", "wrapT")]
    moved = info.get("extensions", {}).get("KHR_texture_transform")
    place = (moved or {}).get("texCoord", info.get("texCoord", 0))
    return name, clear, wraps[0] if wraps[0] == wraps[1] else "/".join(wraps), place, moved


def gltf_look(file, number, clear_vertices):
    """(Look, coordinate set, transform) of a material; the default one if it has no number."""
    if number is None or number not in range(len(file.list("materials"))):
        return WHITE_METAL, 0, None
    material = file.list("materials")[number]
    more, core = material.get("extensions", {}), material.get("pbrMetallicRoughness", {})
    factor, info = core.get("baseColorFactor", (1, 1, 1, 1)), core.get("baseColorTexture")
    metallic, roughness = core.get("metallicFactor", 1), core.get("roughnessFactor", 1)
    old = more.get("KHR_materials_pbrSpecularGlossiness")
    if old is not None:
        factor, info = old.get("diffuseFactor", (1, 1, 1, 1)), old.get("diffuseTexture")
        metallic, roughness = 0, 1 - old.get("glossinessFactor", 1)
    if "KHR_materials_unlit" in more:
        metallic, roughness = None, None
    image, clear, wrap, place, moved = gltf_slot(file, info)
    strength = more.get("KHR_materials_emissive_strength", {}).get("emissiveStrength", 1)
    opacity, alpha = alpha_mode(material.get("alphaMode", "OPAQUE"), material.get("alphaCutoff", 0.5), factor[3],
                                clear or clear_vertices)
    return Look(
        name=material.get("name") or None, base=tuple(map(float, factor[:3])), metallic=metallic, roughness=roughness,
        emissive=tuple(value * strength for value in material.get("emissiveFactor", (0, 0, 0))),
        opacity=opacity, alpha=alpha, sides="both" if material.get("doubleSided") else "front", image=image,
        glow=gltf_slot(file, material.get("emissiveTexture"))[0], wrap=wrap, number=number), place, moved


def transformed(uv, moved):
    """KHR_texture_transform: scale, then turn, then offset, v downwards."""
    scale, turn, offset = moved.get("scale", (1, 1)), moved.get("rotation", 0), moved.get("offset", (0, 0))
    uv = uv * scale
    cosine, sine = math.cos(turn), math.sin(turn)
    return numpy.stack([cosine * uv[:, 0] + sine * uv[:, 1], cosine * uv[:, 1] - sine * uv[:, 0]], axis=1) + offset


def by_trimesh(path):
    """The faces alone, by trimesh: it decodes Draco if DracoPy is there, and doesn't mind unknown extensions."""
    import trimesh

    scene, parts = trimesh.load_scene(str(path), process=False), []
    for node in scene.graph.nodes_geometry:
        matrix, name = scene.graph[node]
        shape = scene.geometry[name]
        if isinstance(shape, trimesh.Trimesh) and len(shape.faces):
            shape = shape.copy().apply_transform(matrix)
            parts.append(part(shape.vertices, numpy.full(len(shape.faces), 3), shape.faces, [PLAIN]))
    return Facts(parts, 1.0 if path.suffix in (".glb", ".gltf") else None, None, bare=True)


class Unpacked(gltf_count.Reader):
    """The short reader, with views of EXT_meshopt_compression unpacked by the library that the extension comes from."""

    def view(self, index):
        packed = self.list("bufferViews")[index].get("extensions", {}).get(MESHOPT)
        if packed is None:
            return super().view(index)
        count, stride, start = packed["count"], packed["byteStride"], packed.get("byteOffset", 0)
        data = self.buffer(packed["buffer"])[start:start + packed["byteLength"]]
        if packed["mode"] != "ATTRIBUTES":
            unpack = {"TRIANGLES": meshoptimizer.decode_index_buffer, "INDICES": meshoptimizer.decode_index_sequence}
            return unpack[packed["mode"]](count, stride, data).tobytes()[:count * stride], 0
        rows = meshoptimizer.decode_vertex_buffer(count, stride, data, dtype=numpy.dtype(f"V{stride}"))
        undo = {"OCTAHEDRAL": meshoptimizer.decode_filter_oct, "QUATERNION": meshoptimizer.decode_filter_quat,
                "EXPONENTIAL": meshoptimizer.decode_filter_exp}.get(packed.get("filter"))
        return (undo(rows, count, stride) if undo else rows).tobytes(), stride


def gltf(path, everywhere=False):
    try:
        return gltf_parts(Unpacked(path), everywhere)
    except ValueError:   # compressed, or an extension that the short reader doesn't know is required
        facts = by_trimesh(path)
        facts.up = "Y"
        return facts


def hidden_nodes(file):
    """The identities of the nodes that KHR_node_visibility hides, with those below them."""
    nodes = file.list("nodes")
    open_ = [node for node in nodes if node.get("extensions", {}).get("KHR_node_visibility", {}).get("visible") is False]
    found = set()
    while open_:
        node = open_.pop()
        if id(node) not in found:
            found.add(id(node))
            open_ += [nodes[child] for child in node.get("children", ())]
    return found


def gltf_parts(file, everywhere):
    parts, hidden = [], hidden_nodes(file)
    for mesh, placement, node in file.placements(everywhere):
        if id(node) in hidden:
            continue
        matrix = numpy.array(placement, dtype=float).reshape(4, 4)
        for primitive in file.list("meshes")[mesh].get("primitives", ()):
            attributes, mode = primitive.get("attributes", {}), primitive.get("mode", 4)
            if "POSITION" not in attributes or mode in (1, 2, 3):
                continue
            rows = {name: numpy.array(file.read(number), dtype=float) for name, number in attributes.items()
                    if name in ("POSITION", "COLOR_0") or name.startswith("TEXCOORD")}
            points = numpy.array(file.places(primitive, mesh, placement, node), dtype=float).reshape(-1, 3)
            corners = looks.turned(file.triangles(primitive), matrix).reshape(-1)
            used = corners if mode != 0 else numpy.array(file.corners(primitive), dtype=int)
            colors = rows.get("COLOR_0")
            alphas = colors[used, 3] if colors is not None and colors.ndim == 2 and colors.shape[1] == 4 else None
            look, place, moved = gltf_look(file, primitive.get("material"), alphas is not None and bool((alphas < 1).any()))
            uv = rows.get(f"TEXCOORD_{place}")
            uv = transformed(uv, moved) if uv is not None and len(uv) and moved else uv
            if uv is None and look.image:
                uv = numpy.zeros((len(points), 2))
            parts.append(part(points if mode != 0 else points[used], numpy.full(len(corners) // 3, 3), corners, [look],
                              colors=None if colors is None else colors[used, :3],
                              uv=None if uv is None or mode == 0 else uv[used] * (1, -1) + (0, 1)))
    return Facts(parts, 1.0, "Y")


# PLY

COLORS = ("red", "green", "blue")


def codes(rows, names):
    """Columns of one type as fractions; None if they aren't there."""
    if not set(names) <= set(rows.dtype.names or ()) or len({rows[name].dtype for name in names}) > 1:
        return None
    values = numpy.stack([rows[name].astype(float) for name in names], axis=1)
    kind = rows[names[0]].dtype
    return values / {1: 255, 2: 65535}.get(kind.itemsize, 1) if kind.kind == "u" else values


def ply_strips(row):
    """Triangles of strips that end with -1."""
    found, run = [], []
    for at in [*row, -1]:
        run = [] if at < 0 else [*run, int(at)]
        if len(run) > 2:
            found.append(run[-3:] if len(run) % 2 else [run[-2], run[-3], run[-1]])
    return found


def ply(path):
    from plyfile import PlyData

    data = PlyData.read(str(path))
    names = {element.name: element for element in data.elements}
    vertex = names["vertex"].data if "vertex" in names else None
    if vertex is None or not set("xyz") <= set(vertex.dtype.names or ()):
        return Facts([])
    points = numpy.stack([vertex[axis].astype(float) for axis in "xyz"], axis=1)
    colors = codes(vertex, COLORS)
    colors = codes(vertex, ("diffuse_red", "diffuse_green", "diffuse_blue")) if colors is None else colors
    colors = None if colors is None else looks.linear(colors)
    plain = PLAIN if not ply_clear(vertex) else dataclasses.replace(PLAIN, alpha="BLEND")
    rows, face = [], names["face"].data if "face" in names else None
    fields = face.dtype.names or () if face is not None else ()
    lists = [name for name in ("vertex_indices", "vertex_index") if name in fields]
    if lists:
        rows = list(face[lists[0]])
    if "tristrips" in names:
        rows = [row for strip in names["tristrips"].data for row in ply_strips(strip[0])]
    if not any(len(row) > 2 for row in rows):
        if rows or "edge" in names:
            return Facts([])
        return Facts([part(points, [], [], [plain], colors=colors)])
    kept = [at for at, row in enumerate(rows) if len(row) > 2]
    sizes = [len(rows[at]) for at in kept]
    corners = numpy.concatenate([numpy.asarray(rows[at], dtype=int) for at in kept])
    colors = None if colors is None else colors[corners]
    own = codes(face, COLORS) if face is not None else None
    if own is not None and colors is None:
        plain = dataclasses.replace(PLAIN, alpha="BLEND") if ply_clear(face) else plain
        colors = numpy.repeat(looks.linear(own)[kept], sizes, axis=0)
    return Facts([part(points, sizes, corners, *ply_images(path, data, face, kept, plain), colors=colors,
                       uv=ply_uv(vertex, face, kept, corners))])


def ply_clear(rows):
    """Whether colours say that some elements are not opaque."""
    if not {"alpha", *COLORS} <= set(rows.dtype.names):
        return False
    kind = rows["alpha"].dtype
    return bool((rows["alpha"] < ({1: 255, 2: 65535}.get(kind.itemsize, 1) if kind.kind == "u" else 1)).any())


def ply_images(path, data, face, kept, plain):
    """The looks and which face has which: a `TextureFile` for each number."""
    files = [comment.split(None, 1)[1].strip() for comment in data.comments if comment.lower().startswith("texturefile ")]
    worn = []
    for name in files:
        there = path.parent / name
        worn.append(Look(image=pixels(there.read_bytes())[0] if there.is_file() else "missing"))
    if not worn:
        return [plain], None
    numbers = face["texnumber"][kept].astype(int) if "texnumber" in face.dtype.names else numpy.zeros(len(kept), dtype=int)
    return [*worn, PLAIN], numpy.where((numbers >= 0) & (numbers < len(worn)), numbers, len(worn))


def ply_uv(vertex, face, kept, corners):
    if face is not None and "texcoord" in face.dtype.names:
        rows = [numpy.asarray(face["texcoord"][at], dtype=float).reshape(-1, 2) for at in kept]
        return numpy.concatenate(rows) if sum(map(len, rows)) == len(corners) else None
    for names in (("s", "t"), ("u", "v"), ("texture_u", "texture_v")):
        if set(names) <= set(vertex.dtype.names):
            return numpy.stack([vertex[name].astype(float) for name in names], axis=1)[corners]
    return None


# STL

def stl(path):
    rows, counts = stl_count.read(path)
    shape = part(rows, numpy.full(len(rows), 3), numpy.arange(3 * len(rows)), [PLAIN], colors=stl_colors(path))
    return Facts([shape], counts.get("meters_per_unit"), counts.get("up_axis"))


def stl_colors(path):
    """Colours of 15 bits for each corner: of VisCAM (bit 15: there is one), or of Magics (bit 15: there is none)."""
    data = path.read_bytes()
    if len(data) < 84 or len(data) != 84 + 50 * int.from_bytes(data[80:84], "little"):
        return None
    words = numpy.frombuffer(data, dtype="<u2", offset=84).reshape(-1, 25)[:, 24].astype(int)
    magics = data[:80].find(b"COLOR=")
    own = (words & 0x8000 == 0) if magics >= 0 else (words & 0x8000 != 0)
    if not own.any() and magics < 0:
        return None
    fives = numpy.stack([words >> shift & 31 for shift in ((0, 5, 10) if magics >= 0 else (10, 5, 0))], axis=1) / 31
    whole = numpy.frombuffer(data[magics + 6:magics + 9], dtype="u1") / 255 if magics >= 0 else numpy.ones(3)
    return numpy.repeat(looks.linear(numpy.where(own[:, None], fives, whole)), 3, axis=0)


# OBJ

def obj_lines(path):
    text = path.read_bytes().removeprefix(b"\xef\xbb\xbf").replace(b"\\\r\n", b" ").replace(b"\\\n", b" ")
    try:
        text = text.decode("utf-8")
    except UnicodeDecodeError:
        text = text.decode("latin-1")
    for line in re.split(r"[\r\n]", text):
        words = line.split("#")[0].split()
        if words:
            yield words[0], words[1:], line.split("#")[0].strip()[len(words[0]):].strip()


def mtl_image(folder, words):
    """(File, options) of a map's line."""
    options, at = {}, 0
    lengths = {"-blendu": 1, "-blendv": 1, "-boost": 1, "-cc": 1, "-clamp": 1, "-imfchan": 1, "-texres": 1, "-bm": 1,
               "-mm": 2, "-type": 1, "-colorspace": 1}
    while at < len(words) and words[at] in (*lengths, "-o", "-s", "-t"):
        option, count = words[at], lengths.get(words[at], 0)
        at += 1
        while at < len(words) and (count > 0 or option in ("-o", "-s", "-t") and re.fullmatch(r"[-+.\deE]+", words[at])):
            options.setdefault(option, []).append(words[at])
            at, count = at + 1, count - 1
    name = " ".join(words[at:]).replace("\\", "/")
    tries = [folder / name, folder / pathlib.PurePosixPath(name).name]
    return next((there for there in tries if name and there.is_file()), None), options


def mtl(path, found):
    """The looks of a file of materials by their names."""
    name, values = None, {}
    for word, words, rest in [*obj_lines(path), ("newmtl", [], "")]:
        if word == "newmtl":
            if name is not None and name not in found:
                found[name] = mtl_look(path.parent, name, values)
            name, values = rest, {}
        else:
            values[word.lower()] = words


def mtl_look(folder, name, values):
    def numbers(word, other):
        try:
            got = [float(value) for value in values.get(word, ())]
        except ValueError:
            return other
        got = got * len(other) if len(got) == 1 else got
        return tuple(got[:len(other)]) if len(got) >= len(other) else other

    image = clear = glow = None
    options = {}
    if "map_kd" in values:
        there, options = mtl_image(folder, values["map_kd"])
        image = pixels(there.read_bytes())[0] if there else "missing"
    if "map_ke" in values:
        there, _ = mtl_image(folder, values["map_ke"])
        glow = pixels(there.read_bytes())[0] if there else "missing"
    opacity = numbers("d", (1.0,))[0] if "d" in values else 1 - numbers("tr", (0.0,))[0]
    if "map_d" in values:
        there, _ = mtl_image(folder, values["map_d"])
        clear = bool(there)
    opacity, alpha = alpha_mode("BLEND", 0, min(max(opacity, 0), 1), clear)
    emissive = numbers("ke", (1.0, 1.0, 1.0) if glow else (0.0, 0.0, 0.0))
    return Look(name=name, base=numbers("kd", (1.0, 1.0, 1.0)), metallic=numbers("pm", (0.0,))[0],
                roughness=numbers("pr", (1.0,))[0], emissive=emissive, opacity=opacity, alpha=alpha,
                image=image, glow=glow, wrap="clamp" if options.get("-clamp") == ["on"] else "repeat"), options


def number_in(word):
    try:
        return float(word)
    except ValueError:
        return numpy.nan


def obj(path):
    points, colors, places, sizes, corners, uvs, which, names = [], [], [], [], [], [], [], [None]
    materials, dots, lines = {None: (PLAIN, {})}, [], False
    for word, words, rest in obj_lines(path):
        if word == "v":
            points.append(([number_in(value) for value in words[:3]] + [0.0] * 3)[:3])
            colors.append([number_in(value) for value in words[3:6]] if len(words) in (6, 7) else None)
        elif word == "vt":
            places.append(([number_in(value) for value in words[:2]] + [0.0])[:2])
        elif word == "mtllib":
            files = [rest] if (path.parent / rest).is_file() else words
            for there in (path.parent / name.replace("\\", "/") for name in files):
                if there.is_file():
                    mtl(there, materials)
        elif word == "usemtl":
            names.append(rest or None)
        elif word == "p":
            dots += [int(number) - 1 if int(number) > 0 else len(points) + int(number) for number in words]
        elif word == "l":
            lines = True
        elif word in ("f", "fo") and len(words) < 3:
            lines = True
        elif word in ("f", "fo"):
            sizes.append(len(words))
            which.append(names[-1])
            for entry in words:
                numbers = [int(number) if number else 0 for number in entry.split("/")] + [0, 0]
                corners.append(numbers[0] - 1 if numbers[0] > 0 else len(points) + numbers[0])
                uvs.append(numbers[1] - 1 if numbers[1] >= 0 else len(places) + numbers[1])
    if not sizes and (dots or lines):
        points, colors = [points[at] for at in dots], [colors[at] for at in dots]
    return Facts([obj_part(points, colors, places, sizes, corners, uvs, which, materials)])


def obj_part(points, colors, places, sizes, corners, uvs, which, materials):
    order = list(dict.fromkeys(which)) or [None]
    worn = [materials.get(name, (Look(name=name), {})) for name in order]
    which = numpy.array([order.index(name) for name in which], dtype=int)
    linear = None
    if any(color is not None for color in colors):
        linear = numpy.array([[1.0, 1, 1] if color is None else color for color in colors])
        linear = looks.linear(linear / (255 if linear.max() > 1 else 1))
        linear = linear[corners] if sizes else linear
    uv = None
    if sizes and places and any(at >= 0 for at in uvs):
        at = numpy.array(uvs)
        uv = numpy.where((at >= 0)[:, None], numpy.array(places)[numpy.maximum(at, 0)], numpy.nan)
        faces = numpy.repeat(which, sizes)
        for number, (_, options) in enumerate(worn):
            scale, offset = ([float(v) for v in options.get(key, [])] for key in ("-s", "-o"))
            scale, offset = ((values + [other] * 2)[:2] for values, other in ((scale, 1.0), (offset, 0.0)))
            uv[faces == number] = uv[faces == number] * scale + offset
    return part(points, sizes, corners, [look for look, _ in worn], which, linear, uv)


# What a part amounts to

def fans(piece):
    """(Corner numbers of the triangles of all faces, fan by fan; the face of each.)"""
    starts = numpy.cumsum(piece.sizes) - piece.sizes
    counts = piece.sizes - 2
    face = numpy.repeat(numpy.arange(len(piece.sizes)), counts)
    step = numpy.arange(len(face)) - numpy.repeat(numpy.cumsum(counts) - counts, counts)
    first = starts[face]
    return numpy.stack([first, first + step + 1, first + step + 2], axis=1), face


def framed(facts, metres):
    """The parts in metres with Y up if `metres`, else as the numbers stand."""
    scale = facts.unit or 1.0
    for piece in facts.parts:
        points = piece.points
        if metres:
            points = points * scale
            points = points[:, [0, 2, 1]] * (1, 1, -1) if facts.up == "Z" else points
        yield piece, points
