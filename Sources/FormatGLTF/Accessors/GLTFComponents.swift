import MeshModel

/// The component types and element types of accessors (section 3.6.2 of the specification).
enum GLTFComponents {
    /// The type of a `componentType` number.
    static func type(_ number: Int64) -> ScalarType? {
        switch number {
        case 5120: .int8
        case 5121: .uint8
        case 5122: .int16
        case 5123: .uint16
        case 5125: .uint32
        case 5126: .float32
        default: nil
        }
    }

    /// The `componentType` number of a type; nil: glTF has none.
    static func number(_ type: ScalarType) -> Int? {
        switch type {
        case .int8: 5120
        case .uint8: 5121
        case .int16: 5122
        case .uint16: 5123
        case .uint32: 5125
        case .float32: 5126
        default: nil
        }
    }

    /// The rows and columns of an accessor's `type`. A vector is one column.
    static func shape(_ name: String) -> (rows: Int, columns: Int)? {
        switch name {
        case "SCALAR": (1, 1)
        case "VEC2": (2, 1)
        case "VEC3": (3, 1)
        case "VEC4": (4, 1)
        case "MAT2": (2, 2)
        case "MAT3": (3, 3)
        case "MAT4": (4, 4)
        default: nil
        }
    }

    /// The `type` of vectors with this many components; nil: glTF has none.
    static func name(_ components: Int) -> String? {
        switch components {
        case 1: "SCALAR"
        case 2: "VEC2"
        case 3: "VEC3"
        case 4: "VEC4"
        default: nil
        }
    }
}
