import MeshBytes
import MeshFormats

// Rules about several members of one object.

extension GLTFCheck {
    mutating func checkTogether(_ value: JSONValue, _ kind: String, _ pointer: String) {
        switch kind {
        case "asset": checkAsset(value, pointer)
        case "accessor": checkAccessor(value, pointer)
        case "bufferView": checkView(value, pointer)
        case "image":
            if value["bufferView"] != nil { require("mimeType", for: "bufferView", value, pointer) }
            if (value["bufferView"] == nil) == (value["uri"] == nil) {
                add("one-of-mismatch", pointer, "expected either a uri or a bufferView")
            }
        case "camera": checkCamera(value, pointer)
        case "orthographic", "perspective": checkLens(value, pointer)
        case "node": checkNode(value, pointer)
        case "material":
            if value["alphaCutoff"] != nil, value["alphaMode"]?.string != "MASK" {
                add(
                    "material-alpha-cutoff-invalid-mode", "\(pointer)/alphaCutoff", "only the mode MASK uses it",
                    .warning)
            }
        case "mesh": checkTargetCounts(value, pointer)
        case "light":
            if value["type"]?.string == "spot", value["spot"] == nil {
                addUndefined("spot", pointer)
            }
        case "spot":
            let (inner, outer) = (value["innerConeAngle"]?.number ?? 0, value["outerConeAngle"]?.number ?? .pi / 4)
            if outer <= inner {
                add(
                    "khr-lights-punctual-light-spot-angles", "\(pointer)/outerConeAngle",
                    "expected more than the inner angle of \(inner), found \(outer)")
            }
        case "ior":
            if let ior = value["ior"]?.number, ior < 1, ior != 0 {
                add("value-not-in-range", "\(pointer)/ior", "\(ior) is out of range")
            }
        case "animationPointer":
            let text = value["pointer"]?.string ?? "/"
            let parts = text.split(separator: "~", omittingEmptySubsequences: false).dropFirst()
            if !(text.isEmpty || text.hasPrefix("/")) || parts.contains(where: { $0.first != "0" && $0.first != "1" }) {
                add("pattern-mismatch", "\(pointer)/pointer", "expected a JSON pointer, found '\(text)'")
            }
        default: break
        }
    }

    private mutating func require(_ name: String, for other: String, _ value: JSONValue, _ pointer: String) {
        guard value[other] != nil, value[name] == nil else { return }
        add("unsatisfied-dependency", "\(pointer)/\(other)", "\(name) is required as well")
    }

    private mutating func checkAsset(_ asset: JSONValue, _ pointer: String) {
        let version = GLTFVersion(asset["version"]?.string ?? "")
        guard let least = asset["minVersion"]?.string.flatMap(GLTFVersion.init), let version, version < least else {
            return
        }
        add("asset-min-version-greater-than-version", "\(pointer)/minVersion", "minVersion is higher than version")
    }

    private mutating func checkAccessor(_ value: JSONValue, _ pointer: String) {
        require("bufferView", for: "byteOffset", value, pointer)
        let type = value["componentType"]?.int
        if value["normalized"]?.bool == true, type == 5125 || type == 5126 {
            add(
                "accessor-normalized-invalid", "\(pointer)/normalized",
                "only integers of 8 or 16 bits can be normalised")
        }
        if value["type"]?.string?.hasPrefix("MAT") == true, (value["byteOffset"]?.index ?? 0) % 4 != 0 {
            add("accessor-matrix-alignment", "\(pointer)/byteOffset", "expected a multiple of 4 for matrices")
        }
    }

    private mutating func checkView(_ value: JSONValue, _ pointer: String) {
        guard let stride = value["byteStride"]?.int else { return }
        let place = "\(pointer)/byteStride"
        if let length = value["byteLength"]?.int, stride > length {
            add("buffer-view-too-big-byte-stride", place, "the view has only \(length) bytes")
        }
        if stride % 4 != 0 { add("value-multiple-of", place, "expected a multiple of 4, found \(stride)") }
        if value["target"]?.int == 34_963 {
            add("buffer-view-invalid-byte-stride", place, "only views of vertex data can have a byteStride")
        }
    }

    private mutating func checkCamera(_ value: JSONValue, _ pointer: String) {
        if value["orthographic"] != nil, value["perspective"] != nil {
            add("one-of-mismatch", pointer, "the camera has two projections")
        }
        if let type = value["type"]?.string, ["orthographic", "perspective"].contains(type), value[type] == nil {
            addUndefined(type, pointer)
        }
    }

    private mutating func checkLens(_ value: JSONValue, _ pointer: String) {
        for name in ["xmag", "ymag"] where value[name]?.number == 0 {
            add("camera-xmag-ymag-zero", "\(pointer)/\(name)", "expected a size, found 0")
        }
        if let far = value["zfar"]?.number, let near = value["znear"]?.number, far <= near {
            add("camera-zfar-lequal-znear", pointer, "zfar \(far) is not greater than znear \(near)")
        }
    }

    private mutating func checkNode(_ value: JSONValue, _ pointer: String) {
        for name in ["skin", "weights"] { require("mesh", for: name, value, pointer) }
        let turn = value.list("rotation").compactMap(\.number)
        if turn.count == 4, abs(Self.length(turn) - 1) > Self.tolerance4 {
            add("rotation-non-unit", "\(pointer)/rotation", "expected a length of 1, found \(Self.length(turn))")
        }
        let matrix = value.list("matrix").compactMap(\.number)
        guard matrix.count == 16 else { return }
        if ["translation", "rotation", "scale"].contains(where: { value[$0] != nil }) {
            add("node-matrix-trs", "\(pointer)/matrix", "the node has both a matrix and its parts")
        }
        if !GLTFTransformParts.isPlain(matrix) {
            add(
                "node-matrix-non-trs", "\(pointer)/matrix",
                "the matrix has shear or perspective, which programs may show wrongly")
        }
    }

    private mutating func checkTargetCounts(_ mesh: JSONValue, _ pointer: String) {
        let counts = mesh.list("primitives").map { $0.list("targets").count }
        guard let first = counts.first else { return }
        for (index, count) in counts.enumerated() where count != first {
            add(
                "mesh-primitives-unequal-targets-count", "\(pointer)/primitives/\(index)",
                "expected \(first) morph targets as in the first primitive, found \(count)")
        }
        if let weights = mesh["weights"]?.array, weights.count != first {
            add("mesh-invalid-weights-count", "\(pointer)/weights", "expected \(first) weights, found \(weights.count)")
        }
    }

    /// The largest error of the length of a unit vector with four components of 8 bits.
    static let tolerance4 = 0.00769

    static func length(_ numbers: some Sequence<Double>) -> Double {
        numbers.reduce(0) { $0 + $1 * $1 }.squareRoot()
    }
}

/// A version such as `2.0`.
struct GLTFVersion: Comparable {
    var major: Int
    var minor: Int

    init?(_ text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int($0) }
        guard parts.count == 2, let major = parts[0], let minor = parts[1] else { return nil }
        (self.major, self.minor) = (major, minor)
    }

    static func < (a: Self, b: Self) -> Bool { (a.major, a.minor) < (b.major, b.minor) }
}
