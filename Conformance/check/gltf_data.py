"""Checks the numbers of accessors: bounds, unit vectors, indices, weights, times."""
import array
import itertools
import math
import struct
import sys

from gltf_links import COMPONENT_SIZE, COMPONENTS, element_size, least_size
from gltf_report import step
from gltf_shape import COMPONENT_RANGE

CODES = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
# The maximum error of the length of a unit vector with 3 and with 4 components of 8 bits.
UNIT3, UNIT4 = 0.00674, 0.00769


def float32(value):
    try:
        return struct.unpack("<f", struct.pack("<f", value))[0]
    except OverflowError:
        return math.copysign(math.inf, value)


class Data:
    """The values of accessors; `blobs` holds the bytes of each buffer view, None where there are none."""

    def __init__(self, links, blobs):
        self.links, self.blobs, self.known = links, blobs, {}
        self.add = links.add

    def check(self):
        for kind, *rest in self.links.wanted:
            if kind == "influences":
                self.influences(*rest)
                continue
            columns = self.columns(rest[0])
            if columns is None or not columns[0]:
                continue
            accessor = self.links.lists["accessors"][rest[0]]
            getattr(self, "check_" + kind.lower())(accessor, columns, *rest[1:])

    def columns(self, number):
        """The values of an accessor, an array for each component; None if they can't be read."""
        if number not in self.known:
            accessor = self.links.accessor(number)
            self.known[number] = self.read(accessor) if accessor else None
        return self.known[number]

    def read(self, accessor):
        kind, component, count = (accessor.get(key) for key in ("type", "componentType", "count"))
        if kind not in COMPONENTS or component is None or count is None:
            return None
        if "bufferView" in accessor:
            view = self.links.view_of(accessor)
            stride = (view or {}).get("byteStride") or element_size(kind, component)
            columns = self.take(accessor["bufferView"], accessor.get("byteOffset", 0), stride, kind, component, count)
        elif "sparse" in accessor and count <= 1 << 26:
            columns = [array.array(CODES[component], bytes(COMPONENT_SIZE[component])) * count
                       for _ in range(COMPONENTS[kind])]
        else:
            # Zeros, or values from an extension.
            return None
        if columns is not None and "sparse" in accessor:
            columns = self.replaced(accessor["sparse"], columns, kind, component, count)
        return columns

    def take(self, view, offset, stride, kind, component, count):
        """`count` elements of a view; None if they aren't inside it, or not at multiples of their size."""
        blob, size = self.blobs(view), COMPONENT_SIZE[component]
        length = stride * (count - 1) + least_size(kind, component)
        if blob is None or offset + length > len(blob) or offset % size or stride % size \
                or stride < element_size(kind, component):
            return None
        span = array.array(CODES[component])
        span.frombytes(blob[offset:offset + length])
        if sys.byteorder == "big":
            span.byteswap()
        rows = int(kind[3]) if kind.startswith("MAT") else COMPONENTS[kind]
        pitch = -(-rows * size // 4) * 4 // size
        places = [pitch * (place // rows) + place % rows for place in range(COMPONENTS[kind])]
        return [span[place::stride // size] for place in places]

    def replaced(self, sparse, columns, kind, component, count):
        if sparse.get("count", count + 1) > count or "componentType" not in sparse.get("indices", {}):
            return None
        places = self.packed(sparse["indices"], "SCALAR", sparse["indices"]["componentType"], sparse["count"])
        values = self.packed(sparse.get("values", {}), kind, component, sparse["count"])
        if places is None or values is None or max(places[0]) >= count:
            return None
        result = [column[:] for column in columns]
        for column, new in zip(result, values):
            for place, value in zip(places[0], new):
                column[place] = value
        return result

    def packed(self, part, kind, component, count):
        number = part.get("bufferView")
        if number is None or number >= len(self.links.lists["bufferViews"]):
            return None
        return self.take(number, part.get("byteOffset", 0), element_size(kind, component), kind, component, count)

    def check_sparse(self):
        for place, accessor, pointer in self.links.each("accessors"):
            sparse = accessor.get("sparse", {})
            if "count" not in sparse or "componentType" not in sparse.get("indices", {}):
                continue
            found = self.packed(sparse["indices"], "SCALAR", sparse["indices"]["componentType"], sparse["count"])
            if found is None:
                continue
            here, last = f"{pointer}/sparse/indices", -1
            for number in found[0]:
                if number <= last:
                    self.add("ACCESSOR_SPARSE_INDICES_NON_INCREASING", here, f"{number} behind {last}")
                if number >= accessor.get("count", number + 1):
                    self.add("ACCESSOR_SPARSE_INDEX_OOB", here, f"{number} of {accessor['count']}")
                last = number

    # -- one rule each, given the accessor, its columns and the pointer of its user ------------------------------------

    def check_bounds(self, accessor, columns, pointer):
        real = accessor["componentType"] == 5126
        for place, column in enumerate(columns):
            if real and not math.isfinite(math.fsum(column) if len(column) < 1000 else sum(column)):
                bad = next((index for index, value in enumerate(column) if not math.isfinite(value)), None)
                if bad is not None:
                    self.add("ACCESSOR_INVALID_FLOAT", pointer, f"{column[bad]} in element {bad}")
                    column = [value for value in column if value == value] or [0.0]
            for key, pick, word in (("min", min, "MIN"), ("max", max, "MAX")):
                if key not in accessor:
                    continue
                declared = float32(accessor[key][place]) if real else accessor[key][place]
                found = pick(column)
                if found != declared:
                    self.add(f"ACCESSOR_{word}_MISMATCH", f"{pointer}/{key}/{place}",
                             f"{declared!r} declared, {found!r} found")
                if found < declared if key == "min" else found > declared:
                    self.add(f"ACCESSOR_ELEMENT_OUT_OF_{word}_BOUND", f"{pointer}/{key}/{place}", f"{found!r}")

    def check_indices(self, accessor, columns, pointer, vertices, mode):
        column, restart = columns[0], COMPONENT_RANGE[accessor["componentType"]][1]
        if max(column) == restart:
            self.add("ACCESSOR_INDEX_PRIMITIVE_RESTART", pointer, f"{restart}")
        if vertices is not None and max(column) >= vertices:
            self.add("ACCESSOR_INDEX_OOB", pointer, f"{max(column)} of {vertices}")
        if mode == 4:
            bad = sum(a == b or b == c or c == a for a, b, c in zip(column[0::3], column[1::3], column[2::3]))
            if bad:
                self.add("ACCESSOR_INDEX_TRIANGLE_DEGENERATE", pointer, f"{bad} of {len(column) // 3}")

    def check_normal(self, accessor, columns, pointer):
        self.unit(accessor, columns[:3], pointer, "ACCESSOR_VECTOR3_NON_UNIT", UNIT3)

    def check_tangent(self, accessor, columns, pointer):
        self.check_normal(accessor, columns, pointer)
        signs = {1.0, -1.0}
        for place, sign in enumerate(normalized(accessor, columns[3])):
            if sign not in signs:
                self.add("ACCESSOR_INVALID_SIGN", pointer, f"{sign} in element {place}")

    def check_rotation(self, accessor, columns, pointer):
        """A column of quaternions without animation: instances, splats."""
        if accessor.get("type") == "VEC4":
            self.unit(accessor, columns, pointer, "ACCESSOR_VECTOR4_NON_UNIT", UNIT4)

    def check_rotations(self, accessor, columns, pointer, cubic):
        if cubic:
            columns = [column[1::3] for column in columns]
        self.unit(accessor, columns, pointer, "ACCESSOR_ANIMATION_SAMPLER_OUTPUT_NON_NORMALIZED_QUATERNION", UNIT4)

    def check_opacity(self, accessor, columns, pointer):
        self.check_color_0(accessor, columns, pointer)

    def check_scale(self, accessor, columns, pointer):
        if min(map(min, columns)) < 0:
            self.add("GAUSSIAN_SPLATTING_INVALID", pointer, "a scale below 0")

    def check_sh(self, accessor, columns, pointer):
        pass

    def check_color_0(self, accessor, columns, pointer):
        if accessor["componentType"] == 5126 and not all(0 <= value <= 1 for column in columns for value in column):
            self.add("ACCESSOR_NON_CLAMPED", pointer, f"{min(map(min, columns))} … {max(map(max, columns))}")

    def check_matrices(self, accessor, columns, pointer):
        for place, right in ((3, 0), (7, 0), (11, 0), (15, 1)):
            for number, value in enumerate(columns[place]):
                if value != right:
                    self.add("ACCESSOR_INVALID_IBM", pointer, f"{value} in matrix {number}, component {place}")

    def check_times(self, accessor, columns, pointer):
        last = -math.inf
        for place, time in enumerate(columns[0]):
            if time < 0:
                self.add("ACCESSOR_ANIMATION_INPUT_NEGATIVE", pointer, f"{time} at {place}")
            elif time <= last:
                self.add("ACCESSOR_ANIMATION_INPUT_NON_INCREASING", pointer, f"{time} behind {last} at {place}")
            last = max(time, last)

    def unit(self, accessor, columns, pointer, code, most):
        columns = [normalized(accessor, column) for column in columns]
        for place, vector in enumerate(zip(*columns)):
            length = math.hypot(*vector)
            if not abs(length - 1) <= most:
                self.add(code, pointer, f"length {length} of element {place}")
                return

    def influences(self, primitive, pointer, joints):
        sets = primitive.get("sets", {}).get("JOINTS", 0)
        attributes = primitive.get("attributes") or {}
        owners, pairs = [], []
        for number in range(sets):
            places = [attributes.get(f"{name}_{number}") for name in ("JOINTS", "WEIGHTS")]
            columns = [self.columns(place) for place in places]
            accessors = [self.links.accessor(place) for place in places]
            if None in columns or any(len(part) != 4 or len(part[0]) != primitive["vertices"] for part in columns) \
                    or accessors[0]["componentType"] == 5126:
                return
            for joint, weight in zip(columns[0], columns[1]):
                owners.append(number)
                pairs.append((joint, normalized(accessors[1], weight)))
        if not sets or joints < 1:
            return
        rows = zip(zip(*(joint for joint, _ in pairs)), zip(*(weight for _, weight in pairs)))
        for vertex, (used, weights) in enumerate(rows):
            seen, total, most = set(), 0.0, 0.0
            for owner, joint, weight in zip(owners, used, weights):
                here = f"{pointer}/JOINTS_{owner}"
                if joint >= joints:
                    self.add("ACCESSOR_JOINTS_INDEX_OOB", here, f"{joint} of {joints}, vertex {vertex}")
                elif weight == 0:
                    if joint:
                        self.add("ACCESSOR_JOINTS_USED_ZERO_WEIGHT", here, f"joint {joint}, vertex {vertex}")
                elif joint in seen:
                    self.add("ACCESSOR_JOINTS_INDEX_DUPLICATE", here, f"joint {joint}, vertex {vertex}")
                    if weight < 0:
                        self.add("ACCESSOR_WEIGHTS_NEGATIVE", f"{pointer}/WEIGHTS_{owner}", f"vertex {vertex}")
                else:
                    seen.add(joint)
                    if weight < 0:
                        self.add("ACCESSOR_WEIGHTS_NEGATIVE", f"{pointer}/WEIGHTS_{owner}", f"vertex {vertex}")
                    else:
                        total = float32(total + weight)
                        most += 2e-7
            if abs(total - 1) > most:
                for owner in sorted(set(owners)):
                    self.add("ACCESSOR_WEIGHTS_NON_NORMALIZED", f"{pointer}/WEIGHTS_{owner}",
                             f"sum {total}, vertex {vertex}")


def normalized(accessor, column):
    """The values that integers represent."""
    component = accessor["componentType"]
    if component == 5126 or not accessor.get("normalized"):
        return column
    most = COMPONENT_RANGE[component][1]
    return [max(value / most, -1.0) for value in column]
