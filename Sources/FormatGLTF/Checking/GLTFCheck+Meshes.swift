import MeshBytes
import MeshFormats
import MeshModel

// Primitives: the names, formats and counts of their attributes, indices, materials and morph targets.

extension GLTFCheck {
    mutating func checkMeshes() {
        for (_, mesh, pointer) in each("meshes") {
            for (place, primitive) in mesh.list("primitives").enumerated() where primitive.object != nil {
                checkPrimitive(primitive, "\(pointer)/primitives/\(place)")
            }
        }
    }

    private mutating func checkPrimitive(_ primitive: JSONValue, _ pointer: String) {
        let attributes = primitive["attributes"] ?? .null
        let names = GLTFAttributeNames(attributes)
        for name in names.unknown where !isOfExtension(name) {
            add(
                "mesh-primitive-invalid-attribute", "\(pointer)/attributes/\(name)", "glTF defines no attribute \(name)"
            )
        }
        for name in names.incomplete {
            add(
                "mesh-primitive-indexed-semantic-continuity", "\(pointer)/attributes",
                "expected \(name)_0, \(name)_1 and so on, found others")
        }
        if names.count(of: "JOINTS") != names.count(of: "WEIGHTS") {
            add(
                "mesh-primitive-joints-weights-mismatch", "\(pointer)/attributes",
                "expected as many sets of joints as of weights")
        }
        var count: Int64?
        for (name, value) in attributes.object ?? [] {
            let place = "\(pointer)/attributes/\(name)"
            guard let accessor = checkAttribute(name, value, place, isTarget: false) else { continue }
            if let count, accessor["count"]?.int != count {
                add(
                    "mesh-primitive-unequal-accessor-count", place,
                    "expected \(count) values as in the other attributes")
            }
            count = count ?? accessor["count"]?.int
        }
        checkIndices(primitive, pointer)
        checkTargets(primitive, attributes, pointer)
        checkMaterial(of: primitive, names, pointer)
        checkVariants(primitive, pointer)
        checkSplats(primitive, pointer)
    }

    private func isOfExtension(_ name: String) -> Bool {
        name.hasPrefix("\(GLTFExtensions.splats):") && used.contains(GLTFExtensions.splats)
    }

    /// Checks one attribute; returns its accessor.
    private mutating func checkAttribute(
        _ name: String, _ value: JSONValue, _ pointer: String, isTarget: Bool
    ) -> JSONValue? {
        guard let accessor = find("accessors", value, pointer) else { return nil }
        use(view: accessor["bufferView"]?.index, for: "vertices", pointer)
        if name == "POSITION", accessor["min"] == nil || accessor["max"] == nil {
            add("mesh-primitive-position-accessor-without-bounds", pointer, "positions must have min and max")
        }
        let isQuantized = used.contains("KHR_mesh_quantization")
        switch GLTFAttributeForms.fits(name, accessor, isTarget: isTarget, isQuantized: isQuantized) {
        case false?:
            add(
                "mesh-primitive-attributes-accessor-invalid-format", pointer,
                "\(name) can't have this type: \(Self.words(accessor))")
        case nil where accessor["componentType"]?.int == 5125:
            add(
                "mesh-primitive-attributes-accessor-unsigned-int", pointer,
                "attributes can't be unsigned 32-bit integers"
            )
        case true? where !isTarget: checkValues(of: name, value, pointer)
        default: break
        }
        checkLayout(accessor, value.index ?? 0, pointer)
        return accessor
    }

    /// Checks that vertices begin at multiples of four bytes.
    private mutating func checkLayout(_ accessor: JSONValue, _ index: Int, _ pointer: String) {
        guard let (type, shape) = Self.form(of: accessor) else { return }
        let view = known("bufferViews", accessor["bufferView"])
        let isTight = view != nil && view?["byteStride"] == nil
        if (accessor["byteOffset"]?.index ?? 0) % 4 != 0 || (isTight && Self.size(type, shape) % 4 != 0) {
            add("mesh-primitive-accessor-unaligned", pointer, "vertex data must start at multiples of 4 bytes")
        }
        guard isTight, let place = accessor["bufferView"]?.index else { return }
        let others = tight[place] ?? []
        if !others.isEmpty, !others.contains(index) {
            add(
                "mesh-primitive-accessor-without-bytestride", pointer,
                "a view that several accessors use must have a byteStride")
        }
        tight[place] = others.union([index])
    }

    private mutating func checkIndices(_ primitive: JSONValue, _ pointer: String) {
        let place = "\(pointer)/indices"
        guard let accessor = find("accessors", primitive["indices"], place) else { return }
        useWithoutStride(
            accessor, for: "indices", "indices", "mesh-primitive-indices-accessor-with-bytestride", place)
        guard let type = accessor["componentType"]?.int, accessor["type"]?.string == "SCALAR",
            accessor["normalized"]?.bool != true, [5121, 5123, 5125].contains(type)
        else {
            return add(
                "mesh-primitive-indices-accessor-invalid-format", place,
                "expected unsigned integers of 8, 16 or 32 bits")
        }
        let restart = type == 5121 ? 255 : type == 5123 ? 65_535 : 4_294_967_295.0
        if firstRow(primitive["indices"], "indices", width: 1, { row, _ in row.first == restart }) != nil {
            add("accessor-index-primitive-restart", place, "index \(Int(restart)) means a restart in many programs")
        }
    }

    private mutating func checkTargets(_ primitive: JSONValue, _ attributes: JSONValue, _ pointer: String) {
        for (place, target) in primitive.list("targets").enumerated() {
            for name in GLTFAttributeNames(target).unknown where !isOfExtension(name) {
                add(
                    "mesh-primitive-invalid-attribute", "\(pointer)/targets/\(place)/\(name)",
                    "glTF defines no such morph target"
                )
            }
            for (name, value) in target.object ?? [] {
                let place = "\(pointer)/targets/\(place)/\(name)"
                guard let accessor = checkAttribute(name, value, place, isTarget: true) else { continue }
                guard let base = attributes[name] else {
                    add("mesh-primitive-morph-target-no-base-accessor", place, "the primitive has no \(name)")
                    continue
                }
                if let count = known("accessors", base)?["count"]?.int, accessor["count"]?.int != count {
                    add(
                        "mesh-primitive-morph-target-invalid-attribute-count", place,
                        "expected \(count) values as in the primitive")
                }
            }
        }
    }

    private mutating func checkMaterial(of primitive: JSONValue, _ names: GLTFAttributeNames, _ pointer: String) {
        let place = "\(pointer)/material"
        guard let material = find("materials", primitive["material"], place) else { return }
        var needsTangents = false
        for (path, info) in Self.textures(of: material) {
            let last = path.split(separator: "/").last.map(String.init) ?? ""
            needsTangents =
                needsTangents || last == "normalTexture" || last.hasSuffix("NormalTexture")
                || last == "anisotropyTexture"
            let set = extended(info, GLTFExtensions.transform)?["texCoord"]?.int ?? info["texCoord"]?.int ?? 0
            if set >= Int64(names.count(of: "TEXCOORD")) {
                add("mesh-primitive-too-few-texcoords", place, "\(path) needs TEXCOORD_\(set)")
            }
        }
        if needsTangents, material["normalTexture"] == nil, !names.hasTangentSpace {
            add("mesh-primitive-no-tangent-space", place, "the material needs normals and tangents")
        }
    }

    /// Checks that each material variant appears in one mapping at most.
    private mutating func checkVariants(_ primitive: JSONValue, _ pointer: String) {
        guard let own = extended(primitive, GLTFExtensions.variants) else { return }
        let place = "\(pointer)/extensions/\(GLTFExtensions.variants)/mappings"
        guard let variants = root["extensions"]?[GLTFExtensions.variants] else {
            return add("unsatisfied-dependency", place, "the file lists no variants")
        }
        let count = Int64(variants.list("variants").count)
        var seen: Set<Int64> = []
        for (index, mapping) in own.list("mappings").enumerated() {
            _ = find("materials", mapping["material"], "\(place)/\(index)/material")
            for (position, value) in mapping.list("variants").enumerated() {
                guard let variant = value.int, variant >= 0 else { continue }
                let pointer = "\(place)/\(index)/variants/\(position)"
                if variant >= count {
                    addUnresolved(pointer, Int(clamping: variant), of: Int(count), "variants")
                } else if !seen.insert(variant).inserted {
                    add("khr-materials-variants-non-unique-variant", pointer, "variant \(variant) is named twice")
                }
            }
        }
    }
}

/// The names of a primitive's attributes, by the rules of section 3.7.2.1 of the specification.
struct GLTFAttributeNames {
    /// The names that mean nothing.
    private(set) var unknown: [String] = []
    /// The names with numbers that do not count from 0 without gaps.
    private(set) var incomplete: [String] = []
    /// Whether there are normals and tangents.
    let hasTangentSpace: Bool
    private var counts: [String: Int] = [:]

    init(_ attributes: JSONValue) {
        var numbers: [String: [Int]] = [:]
        for (name, _) in attributes.object ?? [] {
            if name.hasPrefix("_") || ["POSITION", "NORMAL", "TANGENT"].contains(name) { continue }
            let parts = name.split(separator: "_", omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2, ["COLOR", "JOINTS", "WEIGHTS", "TEXCOORD"].contains(parts[0]),
                let number = Int(parts[1]), number >= 0, "\(number)" == parts[1]
            else {
                unknown.append(name)
                continue
            }
            numbers[parts[0], default: []].append(number)
        }
        for (name, found) in numbers.inKeyOrder {
            if (found.max() ?? 0) < found.count { counts[name] = found.count } else { incomplete.append(name) }
        }
        hasTangentSpace = attributes["NORMAL"] != nil && attributes["TANGENT"] != nil
    }

    /// The number of sets with a name.
    func count(of name: String) -> Int { counts[name] ?? 0 }
}

/// The forms that values of attributes may have (section 3.7.2.1, and KHR_mesh_quantization).
enum GLTFAttributeForms {
    /// Whether an accessor fits an attribute; nil: the attribute may have any form.
    static func fits(_ name: String, _ accessor: JSONValue, isTarget: Bool, isQuantized: Bool) -> Bool? {
        let kind = String(name.split(separator: "_").first ?? "")
        guard !name.hasPrefix("_"), let type = accessor["componentType"]?.int, let shape = accessor["type"]?.string
        else { return nil }
        let isNormalized = accessor["normalized"]?.bool ?? false
        let isFloat = type == 5126 && !isNormalized
        // Bytes and shorts without sign, as fractions.
        let isFraction = isNormalized && (type == 5121 || type == 5123)
        let isSignedFraction = isNormalized && (type == 5120 || type == 5122)
        let isSmall = isTarget ? (type == 5120 || type == 5122) : (5120...5123).contains(type)
        switch kind {
        case "POSITION": return shape == "VEC3" && (isFloat || (isQuantized && isSmall))
        case "NORMAL": return shape == "VEC3" && (isFloat || (isQuantized && isSignedFraction))
        case "TANGENT":
            return shape == (isTarget ? "VEC3" : "VEC4") && (isFloat || (isQuantized && isSignedFraction))
        case "TEXCOORD": return shape == "VEC2" && (isFloat || isFraction || (isQuantized && isSmall))
        case "COLOR": return ["VEC3", "VEC4"].contains(shape) && (isFloat || isFraction)
        case "JOINTS": return shape == "VEC4" && !isNormalized && (type == 5121 || type == 5123)
        case "WEIGHTS": return shape == "VEC4" && (isFloat || isFraction)
        default: return nil
        }
    }
}
