"""The shape of glTF's JSON: types, ranges, required members. Faults are reported and left out of the result.

The tables below are those of the specification. A rule is a function of a value, its pointer and the checker; it returns
the cleaned value, or BAD.
"""
import math
import re

from gltf_report import step

BAD = object()
COMPONENT_RANGE = {
    5120: (-128, 127), 5121: (0, 255), 5122: (-32768, 32767), 5123: (0, 65535), 5125: (0, 4294967295),
    5126: (-math.inf, math.inf),
}
COMPONENT_SIZE = {5120: 1, 5121: 1, 5122: 2, 5123: 2, 5125: 4, 5126: 4}
COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}
ROOT_ARRAYS = ("accessors", "animations", "buffers", "bufferViews", "cameras", "images", "materials", "meshes", "nodes",
               "samplers", "scenes", "skins", "textures")
NAME_OF_EXTENSION = re.compile(r"[A-Z0-9]+_\w+\Z", re.ASCII)
POINTER = re.compile(r"(/([^~/]|~0|~1)*)*\Z")


def number_of(value):
    return isinstance(value, (int, float)) and not isinstance(value, bool)


def whole(value):
    """An integer, also one that is written 1.0."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def integer(low=0, high=None, among=None):
    def rule(value, pointer, checker):
        number = whole(value)
        if number is None:
            return checker.bad("TYPE_MISMATCH", pointer, f"expected an integer, found {value!r}")
        if among is not None and number not in among:
            return checker.bad("VALUE_NOT_IN_LIST", pointer, f"expected one of {sorted(among)}, found {number}")
        if number < low or high is not None and number > high:
            return checker.bad("VALUE_NOT_IN_RANGE", pointer, f"found {number}")
        return number
    return rule


def index(value, pointer, checker):
    number = whole(value)
    if number is None:
        return checker.bad("TYPE_MISMATCH", pointer, f"expected an index, found {value!r}")
    return number if number >= 0 else checker.bad("INVALID_INDEX", pointer, f"found {number}")


def number(low=-math.inf, high=math.inf, above=-math.inf, below=math.inf, alone=None):
    def rule(value, pointer, checker):
        if not number_of(value):
            return checker.bad("TYPE_MISMATCH", pointer, f"expected a number, found {value!r}")
        if value != alone and not (low <= value <= high and value > above and value < below):
            return checker.bad("VALUE_NOT_IN_RANGE", pointer, f"found {value}")
        return value
    return rule


def boolean(value, pointer, checker):
    if isinstance(value, bool):
        return value
    return checker.bad("TYPE_MISMATCH", pointer, f"expected a boolean, found {value!r}")


def text(among=None, pattern=None):
    def rule(value, pointer, checker):
        if not isinstance(value, str):
            return checker.bad("TYPE_MISMATCH", pointer, f"expected a string, found {value!r}")
        if among is not None and value not in among:
            checker.add("VALUE_NOT_IN_LIST", pointer, f"expected one of {sorted(among)}, found {value!r}")
        if pattern is not None and not pattern.match(value):
            return checker.bad("PATTERN_MISMATCH", pointer, f"found {value!r}")
        return value
    return rule


def mime(value, pointer, checker):
    return text(checker.image_types)(value, pointer, checker)


def target_path(value, pointer, checker):
    return text(checker.target_paths)(value, pointer, checker)


def anything(value, pointer, checker):
    return value


def numbers(lengths=None, low=-math.inf, high=math.inf):
    def rule(value, pointer, checker):
        if not isinstance(value, list):
            return checker.bad("TYPE_MISMATCH", pointer, f"expected an array, found {value!r}")
        if not value:
            return checker.bad("EMPTY_ENTITY", pointer)
        if lengths and len(value) not in lengths:
            return checker.bad("ARRAY_LENGTH_NOT_IN_LIST", pointer, f"expected {lengths}, found {len(value)}")
        good = True
        for place, item in enumerate(value):
            if not number_of(item):
                good = checker.bad("ARRAY_TYPE_MISMATCH", pointer, f"expected a number, found {item!r}") is not BAD
            elif not low <= item <= high or math.isinf(item):
                good = checker.bad("VALUE_NOT_IN_RANGE", step(pointer, place), f"found {item}") is not BAD
        return value if good else BAD
    return rule


def indices(value, pointer, checker):
    if not isinstance(value, list):
        return checker.bad("TYPE_MISMATCH", pointer, f"expected an array, found {value!r}")
    if not value:
        return checker.bad("EMPTY_ENTITY", pointer)
    result, seen = [], set()
    for place, item in enumerate(value):
        found = whole(item)
        if found is None or found < 0:
            checker.add("INVALID_INDEX", step(pointer, place), f"found {item!r}")
            result.append(None)
            continue
        if found in seen:
            checker.add("DUPLICATE_ELEMENTS", step(pointer, place), f"{found} again")
        seen.add(found)
        result.append(found)
    return result


def index_map(value, pointer, checker):
    if not isinstance(value, dict):
        return checker.bad("TYPE_MISMATCH", pointer, f"expected an object, found {value!r}")
    if not value:
        return checker.bad("EMPTY_ENTITY", pointer)
    result = {}
    for key, item in value.items():
        found = whole(item)
        if found is None or found < 0:
            checker.add("INVALID_INDEX", step(pointer, key), f"found {item!r}")
            found = None
        result[key] = found
    return result


def strings(value, pointer, checker):
    if not isinstance(value, list):
        return checker.bad("TYPE_MISMATCH", pointer, f"expected an array, found {value!r}")
    if not value:
        return checker.bad("EMPTY_ENTITY", pointer)
    result = []
    for place, item in enumerate(value):
        if not isinstance(item, str):
            checker.add("ARRAY_TYPE_MISMATCH", step(pointer, place), f"expected a string, found {item!r}")
        elif item in result:
            checker.add("DUPLICATE_ELEMENTS", step(pointer, place), item)
        else:
            result.append(item)
    return result


def array(item, code="ARRAY_TYPE_MISMATCH"):
    def rule(value, pointer, checker):
        if not isinstance(value, list):
            return checker.bad("TYPE_MISMATCH", pointer, f"expected an array, found {value!r}")
        if not value:
            return checker.bad("EMPTY_ENTITY", pointer)
        result = []
        for place, element in enumerate(value):
            here = step(pointer, place)
            if isinstance(element, dict):
                cleaned = item(element, here, checker)
            else:
                cleaned = checker.bad(code, here, f"expected an object, found {element!r}")
            result.append(None if cleaned is BAD else cleaned)
        return result
    return rule


class Shape:
    """An object: its members, the required ones, and the extensions that it may have."""

    def __init__(self, kind, required="", name=True, also=None, **members):
        self.kind, self.required, self.also, self.members = kind, required.split(), also, dict(members)
        if name:
            self.members.setdefault("name", text())

    def __call__(self, value, pointer, checker):
        if not isinstance(value, dict):
            return checker.bad("TYPE_MISMATCH", pointer, f"expected an object, found {value!r}")
        result = {}
        for key, item in value.items():
            here = step(pointer, key)
            if key == "extras":
                if item is None:
                    continue
                if not isinstance(item, dict):
                    checker.add("NON_OBJECT_EXTRAS", here)
                result[key] = item
            elif key == "extensions":
                result[key] = checker.extensions(self.kind, item, here)
            elif key not in self.members:
                checker.add("UNEXPECTED_PROPERTY", here)
            elif (cleaned := self.members[key](item, here, checker)) is not BAD:
                result[key] = cleaned
        for key in self.required:
            if key not in value:
                checker.add("UNDEFINED_PROPERTY", pointer, key)
        if self.also:
            self.also(result, value, pointer, checker)
        return result


def either(one, other, always=True):
    """Exactly one of two members; if `always` is false, neither is valid as well."""
    def rule(result, value, pointer, checker):
        if one in value and other in value or always and one not in value and other not in value:
            checker.add("ONE_OF_MISMATCH", pointer, f"{one}, {other}")
    return rule


# -- the objects of glTF 2.0 ------------------------------------------------------------------------------------------

UNIT = dict(low=0, high=1)


def texture_info(kind="textureInfo", **more):
    return Shape(kind, "index", name=False, index=index, texCoord=integer(), **more)


TEXTURE = texture_info()
NORMAL_TEXTURE = texture_info("textureInfo", scale=number())
OCCLUSION_TEXTURE = texture_info("textureInfo", strength=number(**UNIT))


def accessor_also(result, value, pointer, checker):
    kind, component = result.get("type"), result.get("componentType")
    if "byteOffset" in value and "bufferView" not in value:
        checker.add("UNSATISFIED_DEPENDENCY", step(pointer, "byteOffset"), "bufferView")
    for key in ("min", "max"):
        if key in result:
            result[key] = bounds(result[key], step(pointer, key), checker, kind, component)
            if result[key] is None:
                del result[key]
    if result.get("normalized") and component in (5125, 5126):
        checker.add("ACCESSOR_NORMALIZED_INVALID", step(pointer, "normalized"))
    if kind in ("MAT2", "MAT3", "MAT4") and result.get("byteOffset", 0) % 4:
        checker.add("ACCESSOR_MATRIX_ALIGNMENT", step(pointer, "byteOffset"))


def bounds(value, pointer, checker, kind, component):
    """`min` and `max`: as long as the type has components, and values of the component type."""
    if kind not in COMPONENTS or component is None:
        return None
    if not isinstance(value, list):
        return checker.add("TYPE_MISMATCH", pointer, f"expected an array, found {value!r}")
    if component == 5126:
        found = numbers([COMPONENTS[kind]])(value, pointer, checker)
        return None if found is BAD else found
    if len(value) != COMPONENTS[kind]:
        return checker.add("ARRAY_LENGTH_NOT_IN_LIST", pointer, f"expected {COMPONENTS[kind]}, found {len(value)}")
    low, high = COMPONENT_RANGE[component]
    good = True
    for place, item in enumerate(value):
        if not number_of(item):
            checker.add("ARRAY_TYPE_MISMATCH", pointer, f"expected an integer, found {item!r}")
        elif whole(item) is None or not low <= item <= high:
            checker.add("INVALID_GL_VALUE", step(pointer, place), f"{item} for component type {component}")
        else:
            continue
        good = False
    return [whole(item) for item in value] if good else None


def view_also(result, value, pointer, checker):
    stride = result.get("byteStride")
    if stride is None:
        return
    if stride > result.get("byteLength", stride):
        checker.add("BUFFER_VIEW_TOO_BIG_BYTE_STRIDE", step(pointer, "byteStride"))
    if stride % 4:
        checker.add("VALUE_MULTIPLE_OF", step(pointer, "byteStride"), f"{stride} is no multiple of 4")
    if result.get("target") == 34963:
        checker.add("BUFFER_VIEW_INVALID_BYTE_STRIDE", step(pointer, "byteStride"))


def image_also(result, value, pointer, checker):
    if "bufferView" in value and "mimeType" not in value:
        checker.add("UNSATISFIED_DEPENDENCY", step(pointer, "bufferView"), "mimeType")
    either("bufferView", "uri")(result, value, pointer, checker)


def orthographic_also(result, value, pointer, checker):
    for key in ("xmag", "ymag"):
        if result.get(key) == 0:
            checker.add("CAMERA_XMAG_YMAG_ZERO", step(pointer, key))
        elif result.get(key, 0) < 0:
            checker.add("CAMERA_XMAG_YMAG_NEGATIVE", step(pointer, key))
    depth_also(result, value, pointer, checker)


def depth_also(result, value, pointer, checker):
    if "zfar" in result and "znear" in result and result["zfar"] <= result["znear"]:
        checker.add("CAMERA_ZFAR_LEQUAL_ZNEAR", pointer)
    if result.get("yfov", 0) >= math.pi:
        checker.add("CAMERA_YFOV_GEQUAL_PI", step(pointer, "yfov"))


def camera_also(result, value, pointer, checker):
    either("orthographic", "perspective", always=False)(result, value, pointer, checker)
    if result.get("type") in ("orthographic", "perspective") and result["type"] not in value:
        checker.add("UNDEFINED_PROPERTY", pointer, result["type"])


def node_also(result, value, pointer, checker):
    if "mesh" not in value:
        for key in ("skin", "weights"):
            if key in value:
                checker.add("UNSATISFIED_DEPENDENCY", step(pointer, key), "mesh")
    if "rotation" in result and abs(1 - math.hypot(*result["rotation"])) > 0.00769:
        checker.add("ROTATION_NON_UNIT", step(pointer, "rotation"))
    if "matrix" in result:
        here, matrix = step(pointer, "matrix"), result["matrix"]
        if any(key in result for key in ("translation", "rotation", "scale")):
            checker.add("NODE_MATRIX_TRS", here)
        if matrix == [float(row == column) for row in range(4) for column in range(4)]:
            checker.add("NODE_MATRIX_DEFAULT", here)
        elif not decomposable(matrix):
            checker.add("NODE_MATRIX_NON_TRS", here)


def decomposable(matrix):
    """Columns at right angles, none of length zero, nothing in the last row."""
    if matrix[3] or matrix[7] or matrix[11] or matrix[15] != 1:
        return False
    columns = [matrix[4 * place:4 * place + 3] for place in range(3)]
    lengths = [math.hypot(*column) for column in columns]
    if not all(lengths):
        return False
    units = [[item / length for item in column] for column, length in zip(columns, lengths)]
    return all(abs(sum(a * b for a, b in zip(units[i], units[j]))) <= 0.00005 * 10 for i, j in ((0, 1), (0, 2), (1, 2)))


def material_also(result, value, pointer, checker):
    if "alphaCutoff" in result and result.get("alphaMode", "OPAQUE") != "MASK":
        checker.add("MATERIAL_ALPHA_CUTOFF_INVALID_MODE", step(pointer, "alphaCutoff"))


def asset_also(result, value, pointer, checker):
    version = tuple(map(int, result.get("version", "2.0").split(".")))
    least = tuple(map(int, result.get("minVersion", "2.0").split(".")))
    if version[0] != 2:
        checker.add("UNKNOWN_ASSET_MAJOR_VERSION", step(pointer, "version"))
    elif version[1] > 0:
        checker.add("UNKNOWN_ASSET_MINOR_VERSION", step(pointer, "version"))
    if "version" in result and "minVersion" in result and least > version:
        checker.add("ASSET_MIN_VERSION_GREATER_THAN_VERSION", step(pointer, "minVersion"))


def mesh_also(result, value, pointer, checker):
    primitives = [item for item in result.get("primitives", ()) if item]
    counts = [len(item.get("targets", ())) for item in primitives]
    for place, count in enumerate(counts):
        if count != counts[0]:
            checker.add("MESH_PRIMITIVES_UNEQUAL_TARGETS_COUNT", step(step(pointer, "primitives"), place))
    if "weights" in result and counts and len(result["weights"]) != counts[0]:
        checker.add("MESH_INVALID_WEIGHTS_COUNT", step(pointer, "weights"), f"{len(result['weights'])} for {counts[0]}")


VERSION = re.compile(r"([0-9]+)\.([0-9]+)\Z")


def root_array(item):
    return array(item, "TYPE_MISMATCH")


ROOT = Shape(
    "glTF", "asset", name=False, extensionsUsed=strings, extensionsRequired=strings, scene=index,
    asset=Shape("asset", "version", name=False, also=asset_also, copyright=text(), generator=text(),
                version=text(pattern=VERSION), minVersion=text(pattern=VERSION)),
    accessors=root_array(Shape(
        "accessor", "componentType count type", also=accessor_also, bufferView=index, byteOffset=integer(),
        componentType=integer(among=set(COMPONENT_SIZE)), normalized=boolean, count=integer(1),
        type=text(set(COMPONENTS)), min=anything, max=anything, sparse=Shape(
            "sparse", "count indices values", name=False, count=integer(1),
            indices=Shape("sparseIndices", "bufferView componentType", name=False, bufferView=index,
                          byteOffset=integer(), componentType=integer(among={5121, 5123, 5125})),
            values=Shape("sparseValues", "bufferView", name=False, bufferView=index, byteOffset=integer())))),
    animations=root_array(Shape(
        "animation", "channels samplers",
        channels=array(Shape("channel", "sampler target", name=False, sampler=index, target=Shape(
            "channelTarget", "path", name=False, node=index, path=target_path))),
        samplers=array(Shape("animationSampler", "input output", name=False, input=index, output=index,
                             interpolation=text({"LINEAR", "STEP", "CUBICSPLINE"}))))),
    buffers=root_array(Shape("buffer", "byteLength", uri=text(), byteLength=integer(1))),
    bufferViews=root_array(Shape(
        "bufferView", "buffer byteLength", also=view_also, buffer=index, byteOffset=integer(), byteLength=integer(1),
        byteStride=integer(4, 252), target=integer(among={34962, 34963}))),
    cameras=root_array(Shape(
        "camera", "type", also=camera_also, type=text({"orthographic", "perspective"}),
        orthographic=Shape("orthographic", "xmag ymag zfar znear", name=False, also=orthographic_also, xmag=number(),
                           ymag=number(), zfar=number(above=0), znear=number(low=0)),
        perspective=Shape("perspective", "yfov znear", name=False, also=depth_also, aspectRatio=number(above=0),
                          yfov=number(above=0), zfar=number(above=0), znear=number(above=0)))),
    images=root_array(Shape("image", also=image_also, uri=text(), mimeType=mime, bufferView=index)),
    materials=root_array(Shape(
        "material", also=material_also, pbrMetallicRoughness=Shape(
            "pbrMetallicRoughness", name=False, baseColorFactor=numbers([4], **UNIT), baseColorTexture=TEXTURE,
            metallicFactor=number(**UNIT), roughnessFactor=number(**UNIT), metallicRoughnessTexture=TEXTURE),
        normalTexture=NORMAL_TEXTURE, occlusionTexture=OCCLUSION_TEXTURE, emissiveTexture=TEXTURE,
        emissiveFactor=numbers([3], **UNIT), alphaMode=text({"OPAQUE", "MASK", "BLEND"}), alphaCutoff=number(low=0),
        doubleSided=boolean)),
    meshes=root_array(Shape(
        "mesh", "primitives", also=mesh_also, weights=numbers(), primitives=array(Shape(
            "primitive", "attributes", name=False, attributes=index_map, indices=index, material=index,
            mode=integer(0, 6), targets=array(index_map))))),
    nodes=root_array(Shape(
        "node", also=node_also, camera=index, children=indices, skin=index, matrix=numbers([16]), mesh=index,
        rotation=numbers([4], -1, 1), scale=numbers([3]), translation=numbers([3]), weights=numbers())),
    samplers=root_array(Shape(
        "sampler", magFilter=integer(among={9728, 9729}), minFilter=integer(among={9728, 9729, *range(9984, 9988)}),
        wrapS=integer(among={33071, 33648, 10497}), wrapT=integer(among={33071, 33648, 10497}))),
    scenes=root_array(Shape("scene", nodes=indices)),
    skins=root_array(Shape("skin", "joints", inverseBindMatrices=index, skeleton=index, joints=indices)),
    textures=root_array(Shape("texture", sampler=index, source=index)),
)
