"""Checks how the parts of a glTF refer to each other: references, formats, uses of buffer views, the node tree, skins, animations."""
from gltf_report import step
from gltf_shape import COMPONENT_SIZE, COMPONENTS, ROOT_ARRAYS

FLOAT, U8, U16 = (5126, False), (5121, True), (5123, True)
I8, I16 = (5120, True), (5122, True)
ATTRIBUTES = {
    "POSITION": {"VEC3": {FLOAT}}, "NORMAL": {"VEC3": {FLOAT}}, "TANGENT": {"VEC4": {FLOAT}},
    "TEXCOORD": {"VEC2": {FLOAT, U8, U16}}, "COLOR": {"VEC3": {FLOAT, U8, U16}, "VEC4": {FLOAT, U8, U16}},
    "JOINTS": {"VEC4": {(5121, False), (5123, False)}}, "WEIGHTS": {"VEC4": {FLOAT, U8, U16}},
}
TARGETS = {key: ATTRIBUTES[key] for key in ("POSITION", "NORMAL", "TEXCOORD", "COLOR")} | {"TANGENT": {"VEC3": {FLOAT}}}
ANY_SMALL = {(component, normalized) for component in (5120, 5121, 5122, 5123) for normalized in (False, True)}
SIGNED = {FLOAT, I8, I16}
QUANTIZED = {
    "POSITION": {"VEC3": {FLOAT} | ANY_SMALL}, "NORMAL": {"VEC3": SIGNED}, "TANGENT": {"VEC4": SIGNED},
    "TEXCOORD": {"VEC2": {FLOAT} | ANY_SMALL},
}
SIGNED_SMALL = {(component, normalized) for component in (5120, 5122) for normalized in (False, True)}
QUANTIZED_TARGETS = {
    "POSITION": {"VEC3": {FLOAT} | SIGNED_SMALL}, "NORMAL": {"VEC3": SIGNED}, "TANGENT": {"VEC3": SIGNED},
    "TEXCOORD": {"VEC2": {FLOAT} | SIGNED_SMALL},
}
SPLATS = {"ROTATION": {"VEC4": SIGNED}, "SCALE": {"VEC3": {FLOAT} | ANY_SMALL}, "OPACITY": {"SCALAR": {FLOAT, U8, U16}},
          "SH": {"VEC3": {FLOAT}}}
OUTPUTS = {
    "translation": {"VEC3": {FLOAT}}, "scale": {"VEC3": {FLOAT}}, "weights": {"SCALAR": {FLOAT, U8, U16, I8, I16}},
    "rotation": {"VEC4": {FLOAT, U8, U16, I8, I16}},
}
LEAST = {1: (2, 0), 2: (0, 2), 3: (0, 2), 4: (3, 0), 5: (0, 3), 6: (0, 3)}


def element_size(kind, component):
    """The bytes of one element; matrix columns begin at multiples of 4."""
    size, count = COMPONENT_SIZE[component], COMPONENTS[kind]
    if kind.startswith("MAT"):
        rows = int(kind[3])
        return rows * (-(-rows * size // 4) * 4)
    return size * count


def least_size(kind, component):
    """The bytes of the last element, whose last column needs no padding to a multiple of 4."""
    if not kind.startswith("MAT"):
        return element_size(kind, component)
    rows, size = int(kind[3]), COMPONENT_SIZE[component]
    return (rows - 1) * (-(-rows * size // 4) * 4) + rows * size


def semantic_number(text):
    return int(text) if text.isascii() and text.isdigit() and (text == "0" or text[0] != "0") else None


class Links:
    def __init__(self, checker, root):
        self.checker, self.root = checker, root
        self.lists = {name: root.get(name) or [] for name in ROOT_ARRAYS}
        self.used = {name: set() for name in ROOT_ARRAYS}
        self.extensions_used = set(root.get("extensionsUsed") or ())
        self.accessor_use, self.view_use, self.tight = {}, {}, {}
        # The uses of data: (kind, accessor, pointer, …); read by gltf_data.
        self.wanted = []

    def add(self, code, pointer, words=""):
        self.checker.add(code, pointer, words)

    def find(self, name, owner, key, pointer):
        """The object that a member refers to, None if there is none; marks it as used."""
        number = owner.get(key)
        return None if number is None else self.at(name, number, step(pointer, key))

    def at(self, name, number, pointer):
        if number is None:
            return None
        if number >= len(self.lists[name]) or self.lists[name][number] is None:
            self.add("UNRESOLVED_REFERENCE", pointer, f"{name} {number}")
            return None
        self.used[name].add(number)
        return self.lists[name][number]

    def each(self, name):
        for place, item in enumerate(self.lists[name]):
            if item is not None:
                yield place, item, f"/{name}/{place}"

    def known(self, name, number):
        """The object of a number; reports nothing if there is none."""
        items = self.lists[name]
        return items[number] if number is not None and number < len(items) else None

    # -- buffer views and accessors ------------------------------------------------------------------------------------

    def use_view(self, number, use, pointer):
        view = self.lists["bufferViews"][number]
        declared = {34962: "vertices", 34963: "indices"}.get(view.get("target"))
        known = self.view_use.setdefault(number, declared or use)
        if known != use:
            self.add("BUFFER_VIEW_TARGET_OVERRIDE", pointer, f"{known} before, {use} now")
        elif declared is None and use in ("vertices", "indices"):
            self.add("BUFFER_VIEW_TARGET_MISSING", f"/bufferViews/{number}", use)

    def use_accessor(self, number, use, view_use, pointer):
        known = self.accessor_use.setdefault(number, use)
        if known != use:
            self.add("ACCESSOR_USAGE_OVERRIDE", pointer, f"{known} before, {use} now")
        view = self.view_of(self.lists["accessors"][number])
        if view is not None:
            self.use_view(self.lists["accessors"][number]["bufferView"], view_use, pointer)

    def view_of(self, accessor):
        return self.known("bufferViews", accessor.get("bufferView"))

    def check_views(self):
        for place, view, pointer in self.each("bufferViews"):
            self.check_range(view, pointer)
            for name in ("EXT_meshopt_compression", "KHR_meshopt_compression"):
                packed = view.get("extensions", {}).get(name)
                if isinstance(packed, dict):
                    here = f"{pointer}/extensions/{name}"
                    self.check_range(packed, here)
                    if packed.get("byteStride", 0) * packed.get("count", 0) != view.get("byteLength"):
                        self.add("MESHOPT_COMPRESSION_INVALID", here, "count × byteStride is not the byteLength")
                    if len([key for key in view["extensions"] if key.endswith("_meshopt_compression")]) > 1:
                        self.add("MULTIPLE_EXTENSIONS", here)

    def check_range(self, view, pointer):
        buffer = self.find("buffers", view, "buffer", pointer)
        if buffer is None or "byteLength" not in buffer:
            return
        start, length = view.get("byteOffset", 0), view.get("byteLength", 0)
        if start >= buffer["byteLength"]:
            self.add("BUFFER_VIEW_TOO_LONG", step(pointer, "byteOffset"), f"{start} of {buffer['byteLength']}")
        elif start + length > buffer["byteLength"]:
            self.add("BUFFER_VIEW_TOO_LONG", step(pointer, "byteLength"), f"{start + length} of {buffer['byteLength']}")

    def check_accessors(self):
        for place, accessor, pointer in self.each("accessors"):
            view = self.find("bufferViews", accessor, "bufferView", pointer)
            kind, component, count = (accessor.get(key) for key in ("type", "componentType", "count"))
            if kind not in COMPONENTS or component is None or count is None:
                continue
            size = element_size(kind, component)
            if view is not None:
                stride = view.get("byteStride")
                if stride is not None and stride < size:
                    self.add("ACCESSOR_SMALL_BYTESTRIDE", pointer, f"{stride} for elements of {size}")
                self.check_fit(accessor.get("byteOffset", 0), COMPONENT_SIZE[component],
                               (stride or size) * (count - 1) + least_size(kind, component), view, pointer)
            if "sparse" in accessor:
                self.check_sparse(accessor, step(pointer, "sparse"), size, component, count)
            if component == 5126 or "min" in accessor or "max" in accessor:
                self.wanted.append(("bounds", place, pointer))

    def check_sparse(self, accessor, pointer, size, component, count):
        sparse = accessor["sparse"]
        if "count" not in sparse or "indices" not in sparse or "values" not in sparse:
            return
        if sparse["count"] > count:
            self.add("ACCESSOR_SPARSE_COUNT_OUT_OF_RANGE", step(pointer, "count"), f"{sparse['count']} of {count}")
        kind = sparse["indices"].get("componentType")
        for key, step_size, unit in (("indices", COMPONENT_SIZE.get(kind), COMPONENT_SIZE.get(kind)),
                                     ("values", size, COMPONENT_SIZE[component])):
            here = step(pointer, key)
            view = self.find("bufferViews", sparse[key], "bufferView", here)
            if view is None:
                continue
            self.use_view(sparse[key]["bufferView"], "other", step(here, "bufferView"))
            if "byteStride" in view:
                self.add("BUFFER_VIEW_INVALID_BYTE_STRIDE", step(here, "bufferView"))
            if unit:
                self.check_fit(sparse[key].get("byteOffset", 0), unit, step_size * sparse["count"], view, here)

    def check_fit(self, offset, unit, length, view, pointer):
        if offset % unit:
            self.add("ACCESSOR_OFFSET_ALIGNMENT", step(pointer, "byteOffset"), f"{offset} is no multiple of {unit}")
        total = view.get("byteOffset", 0) + offset
        if total % unit:
            self.add("ACCESSOR_TOTAL_OFFSET_ALIGNMENT", pointer, f"{total} is no multiple of {unit}")
        if "byteLength" in view and (offset >= view["byteLength"] or offset + length > view["byteLength"]):
            self.add("ACCESSOR_TOO_LONG", step(pointer, "byteOffset") if offset >= view["byteLength"] else pointer,
                     f"{offset} + {length} of {view['byteLength']}")

    # -- meshes --------------------------------------------------------------------------------------------------------

    def check_meshes(self):
        for place, mesh, pointer in self.each("meshes"):
            for number, primitive in enumerate(mesh.get("primitives", ())):
                if primitive is not None:
                    self.check_primitive(primitive, f"{pointer}/primitives/{number}")

    def check_primitive(self, primitive, pointer):
        here = step(pointer, "attributes")
        attributes = primitive.get("attributes")
        sets = self.check_names(attributes, here) if attributes is not None else {}
        primitive["sets"] = sets
        formats = ATTRIBUTES | (QUANTIZED if "KHR_mesh_quantization" in self.extensions_used else {})
        count = None
        for name, number in (attributes or {}).items():
            accessor = self.check_attribute(name, number, step(here, name), formats)
            if accessor is None:
                continue
            if count is None:
                count = accessor.get("count")
            elif count != accessor.get("count"):
                self.add("MESH_PRIMITIVE_UNEQUAL_ACCESSOR_COUNT", step(here, name))
        primitive["vertices"] = count
        mode = primitive.get("mode", 4)
        indices = self.find("accessors", primitive, "indices", pointer)
        if indices is not None:
            there = step(pointer, "indices")
            self.use_accessor(primitive["indices"], "indices", "indices", there)
            if "byteStride" in (self.view_of(indices) or {}):
                self.add("MESH_PRIMITIVE_INDICES_ACCESSOR_WITH_BYTESTRIDE", there)
            if indices.get("type") != "SCALAR" or indices.get("normalized") or \
                    indices.get("componentType") not in (5121, 5123, 5125):
                self.add("MESH_PRIMITIVE_INDICES_ACCESSOR_INVALID_FORMAT", there)
            else:
                self.wanted.append(("indices", primitive["indices"], there, count, mode))
            count = indices.get("count")
        if count is not None and mode in LEAST:
            multiple, least = LEAST[mode]
            if multiple and count % multiple or count < least:
                self.add("MESH_PRIMITIVE_INCOMPATIBLE_MODE", pointer, f"{count} for mode {mode}")
        self.check_material_of(primitive, pointer, sets)
        self.check_targets(primitive, pointer, attributes or {})
        self.check_variants(primitive, pointer)
        self.check_splats(primitive, pointer, attributes or {}, mode)
        draco = primitive.get("extensions", {}).get("KHR_draco_mesh_compression")
        if isinstance(draco, dict):
            there = f"{pointer}/extensions/KHR_draco_mesh_compression"
            self.find("bufferViews", draco, "bufferView", there)
            for name in set(draco.get("attributes", ())) - set(attributes or ()):
                self.add("MESH_PRIMITIVE_INVALID_ATTRIBUTE", f"{there}/attributes/{name}", "not in the primitive")

    def check_names(self, attributes, pointer):
        """Known names and sets 0, 1, 2 …; returns the number of sets per name."""
        found = {"COLOR": [], "JOINTS": [], "WEIGHTS": [], "TEXCOORD": []}
        for name in attributes:
            if name.startswith("_") or name in ("POSITION", "NORMAL", "TANGENT"):
                continue
            if name.startswith("KHR_gaussian_splatting:") and "KHR_gaussian_splatting" in self.extensions_used:
                continue
            parts = name.split("_")
            number = semantic_number(parts[1]) if len(parts) == 2 and parts[0] in found else None
            if number is None:
                self.add("MESH_PRIMITIVE_INVALID_ATTRIBUTE", step(pointer, name))
            else:
                found[parts[0]].append(number)
        if "POSITION" not in attributes:
            self.add("MESH_PRIMITIVE_NO_POSITION", pointer)
        if "TANGENT" in attributes and "NORMAL" not in attributes:
            self.add("MESH_PRIMITIVE_TANGENT_WITHOUT_NORMAL", step(pointer, "TANGENT"))
        sets = {}
        for name, numbers in found.items():
            whole = max(numbers, default=-1) + 1 == len(numbers)
            if not whole:
                self.add("MESH_PRIMITIVE_INDEXED_SEMANTIC_CONTINUITY", pointer, f"{name}: {sorted(numbers)}")
            sets[name] = len(numbers) if whole else 0
        if sets["JOINTS"] != sets["WEIGHTS"]:
            self.add("MESH_PRIMITIVE_JOINTS_WEIGHTS_MISMATCH", pointer, f"{sets['JOINTS']} and {sets['WEIGHTS']}")
            sets["JOINTS"] = sets["WEIGHTS"] = 0
        return sets

    def check_attribute(self, name, number, pointer, formats):
        accessor = self.at("accessors", number, pointer)
        if accessor is None:
            return None
        self.use_accessor(number, "vertices", "vertices", pointer)
        if name == "POSITION" and ("min" not in accessor or "max" not in accessor):
            self.add("MESH_PRIMITIVE_POSITION_ACCESSOR_WITHOUT_BOUNDS", pointer)
        key = name.split("_")[0]
        if name.startswith("KHR_gaussian_splatting:"):
            key, formats = name.split(":")[1].split("_")[0], SPLATS
        component = accessor.get("componentType")
        form = (component, accessor.get("normalized", False))
        if key in formats:
            if form not in formats[key].get(accessor.get("type"), ()):
                self.add("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_INVALID_FORMAT", pointer, f"{accessor.get('type')} {form}")
            elif formats is not SPLATS and name in ("NORMAL", "TANGENT", "COLOR_0") and "/targets/" not in pointer:
                self.wanted.append((name, number, pointer))
            elif formats is SPLATS:
                self.wanted.append((key, number, pointer))
        elif component == 5125:
            self.add("MESH_PRIMITIVE_ATTRIBUTES_ACCESSOR_UNSIGNED_INT", pointer)
        view = self.view_of(accessor)
        if accessor.get("type") in COMPONENTS and component is not None:
            size = element_size(accessor["type"], component)
            if accessor.get("byteOffset", 0) % 4 or size % 4 and view is not None and "byteStride" not in view:
                self.add("MESH_PRIMITIVE_ACCESSOR_UNALIGNED", pointer)
        if view is not None and "byteStride" not in view:
            users = self.tight.setdefault(accessor["bufferView"], set())
            if number not in users and users:
                self.add("MESH_PRIMITIVE_ACCESSOR_WITHOUT_BYTESTRIDE", pointer)
            users.add(number)
        return accessor

    def check_targets(self, primitive, pointer, attributes):
        formats = TARGETS | (QUANTIZED_TARGETS if "KHR_mesh_quantization" in self.extensions_used else {})
        for place, target in enumerate(primitive.get("targets", ())):
            here = f"{pointer}/targets/{place}"
            for name, number in (target or {}).items():
                parts = name.split("_")
                if not (name.startswith("_") or name in ("POSITION", "NORMAL", "TANGENT") or len(parts) == 2
                        and parts[0] in ("TEXCOORD", "COLOR") and semantic_number(parts[1]) is not None):
                    self.add("MESH_PRIMITIVE_INVALID_ATTRIBUTE", step(here, name))
                accessor = self.check_attribute(name, number, step(here, name), formats)
                if accessor is None:
                    continue
                base = attributes.get(name)
                if base is None:
                    self.add("MESH_PRIMITIVE_MORPH_TARGET_NO_BASE_ACCESSOR", step(here, name))
                elif (self.known("accessors", base) or accessor).get("count", count := accessor.get("count")) != count:
                    self.add("MESH_PRIMITIVE_MORPH_TARGET_INVALID_ATTRIBUTE_COUNT", step(here, name))

    def check_material_of(self, primitive, pointer, sets):
        material = self.find("materials", primitive, "material", pointer)
        attributes = primitive.get("attributes") or {}
        needs = False
        here = step(pointer, "material")
        seen = set()
        if material is not None:
            for path, info in textures_of(material):
                if "normal" in path.split("/")[-1].lower() or path.endswith("anisotropyTexture"):
                    needs = True
                transform = info.get("extensions", {}).get("KHR_texture_transform", {})
                number = transform.get("texCoord", info.get("texCoord", 0))
                seen.add(number)
                if number >= sets.get("TEXCOORD", 0):
                    self.add("MESH_PRIMITIVE_TOO_FEW_TEXCOORDS", here, f"{path} needs TEXCOORD_{number}")
            if needs and not ("NORMAL" in attributes and "TANGENT" in attributes):
                # Tangents are computed from the coordinates of the normal map; without these there are none.
                self.add("MESH_PRIMITIVE_GENERATED_TANGENT_SPACE" if "normalTexture" in material
                         else "MESH_PRIMITIVE_NO_TANGENT_SPACE", here)
        if "TANGENT" in attributes and not needs:
            self.add("UNUSED_MESH_TANGENT", f"{pointer}/attributes/TANGENT")
        for number in range(sets.get("TEXCOORD", 0)):
            if number not in seen:
                self.add("UNUSED_OBJECT", f"{pointer}/attributes/TEXCOORD_{number}")

    def check_variants(self, primitive, pointer):
        extension = primitive.get("extensions", {}).get("KHR_materials_variants")
        if not isinstance(extension, dict):
            return
        there = f"{pointer}/extensions/KHR_materials_variants/mappings"
        root = self.root.get("extensions", {}).get("KHR_materials_variants")
        known = len(root.get("variants", ())) if isinstance(root, dict) else None
        seen = set()
        for place, mapping in enumerate(extension.get("mappings", ())):
            if mapping is None:
                continue
            if known is None:
                self.add("UNSATISFIED_DEPENDENCY", f"{there}/{place}", "/extensions/KHR_materials_variants")
            self.find("materials", mapping, "material", f"{there}/{place}")
            for position, variant in enumerate(mapping.get("variants", ())):
                here = f"{there}/{place}/variants/{position}"
                if variant is None or known is None:
                    continue
                if variant >= known:
                    self.add("UNRESOLVED_REFERENCE", here, f"variants {variant}")
                elif variant in seen:
                    self.add("KHR_MATERIALS_VARIANTS_NON_UNIQUE_VARIANT", here)
                self.checker.variants.add(variant)
                seen.add(variant)

    def check_splats(self, primitive, pointer, attributes, mode):
        """KHR_gaussian_splatting; the code is our own."""
        if "KHR_gaussian_splatting" not in primitive.get("extensions", {}):
            return
        if mode != 0:
            self.add("GAUSSIAN_SPLATTING_INVALID", step(pointer, "mode"), "expected points")
        prefix = "KHR_gaussian_splatting:"
        names = {name[len(prefix):] for name in attributes if name.startswith(prefix)}
        for name in {"ROTATION", "SCALE", "OPACITY", "SH_DEGREE_0_COEF_0"} - names:
            self.add("GAUSSIAN_SPLATTING_INVALID", step(pointer, "attributes"), f"{prefix}{name} is missing")
        for degree in range(1, 4):
            all_of = {f"SH_DEGREE_{degree}_COEF_{place}" for place in range(2 * degree + 1)}
            before = {f"SH_DEGREE_{degree - 1}_COEF_{place}" for place in range(2 * degree - 1)}
            if names & all_of and not all_of | before <= names:
                self.add("GAUSSIAN_SPLATTING_INVALID", step(pointer, "attributes"), f"degree {degree} is not complete")


def textures_of(material):
    """All texture infos of a material with their paths, those of extensions included."""
    for key, item in material.items():
        if key.endswith("Texture") and isinstance(item, dict):
            yield f"/{key}", item
        elif key == "pbrMetallicRoughness":
            for path, info in textures_of(item):
                yield f"/{key}{path}", info
        elif key == "extensions":
            for name, extension in item.items():
                if isinstance(extension, dict):
                    for path, info in textures_of(extension):
                        yield f"/extensions/{name}{path}", info
