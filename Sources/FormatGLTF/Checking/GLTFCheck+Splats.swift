import MeshBytes
import MeshFormats

// Gaussian splats, as the section on the ellipse kernel of KHR_gaussian_splatting wants them.

extension GLTFCheck {
    /// Checks a primitive of splats; other kernels than the ellipse have rules of their own.
    mutating func checkSplats(_ primitive: JSONValue, _ pointer: String) {
        guard let splats = primitive["extensions"]?[GLTFSplats.name], splats["kernel"]?.string == "ellipse" else {
            return
        }
        if primitive["mode"]?.int != 0 { add("splats-mode", "\(pointer)/mode", "splats must be points (mode 0)") }
        let attributes = primitive["attributes"] ?? .null
        let place = "\(pointer)/attributes"
        let names = Set((attributes.object ?? []).map { $0.0 })
        for name in Self.missing(names) { add("splats-attribute-missing", place, "splats need the attribute \(name)") }
        for (name, value) in attributes.object ?? [] {
            guard let accessor = known("accessors", value), !GLTFSplatForms.fits(name, accessor) else { continue }
            add(
                "splats-attribute-form", "\(place)/\(name)",
                "splats can't have this type: \(Self.words(accessor))")
        }
        checkUnits(
            attributes[GLTFSplats.rotation], "\(place)/\(GLTFSplats.rotation)", width: 4, length: 4, 0.01,
            "splats-rotation-non-unit")
        checkRange(attributes, GLTFSplats.scale, width: 3, 0...(.infinity), place)
        checkRange(attributes, GLTFSplats.opacity, width: 1, 0...1, place)
    }

    private mutating func checkRange(
        _ attributes: JSONValue, _ name: String, width: Int, _ range: ClosedRange<Double>, _ place: String
    ) {
        let row = firstRow(attributes[name], "splats-value", width: width) { row, _ in
            !row.allSatisfy(range.contains)
        }
        guard let row else { return }
        let most = range.upperBound.isFinite ? " and at most 1" : ""
        add("splats-value", "\(place)/\(name)", "expected numbers from 0\(most), found others at \(row)")
    }

    /// The required attributes that are missing: those of all splats, and those of a degree that is there in part.
    private static func missing(_ names: Set<String>) -> [String] {
        let degree = (1...3).last { degree in
            (0..<2 * degree + 1).contains { names.contains(GLTFSplats.harmonic(degree, $0)) }
        }
        return GLTFSplats.members(degree: degree ?? 0).map(\.name).filter { !names.contains($0) }
    }
}

/// The forms that values of splats may have.
private enum GLTFSplatForms {
    static func fits(_ name: String, _ accessor: JSONValue) -> Bool {
        let type = accessor["componentType"]?.int
        let shape = accessor["type"]?.string
        let isNormalized = accessor["normalized"]?.bool ?? false
        let isFloat = type == 5126 && !isNormalized
        let isUnsigned = type == 5121 || type == 5123
        switch name {
        case GLTFSplats.rotation: return shape == "VEC4" && (isFloat || isNormalized && (type == 5120 || type == 5122))
        case GLTFSplats.scale: return shape == "VEC3" && (isFloat || isUnsigned)
        case GLTFSplats.opacity: return shape == "SCALAR" && (isFloat || isNormalized && isUnsigned)
        case _ where name.hasPrefix(GLTFSplats.harmonics): return shape == "VEC3" && isFloat
        default: return true
        }
    }
}
