import MeshModel

/// The value types of layers. Roles such as `color3f`, `point3f` and `texCoord2f` are other names for these.
///
/// Raw values are the type numbers of crate files.
enum USDType: UInt8, Sendable, Hashable, CaseIterable {
    case bool = 1
    case uchar, int, uint, int64, uint64, half, float, double, string, token, asset, matrix2d, matrix3d, matrix4d
    case quatd, quatf, quath, double2, float2, half2, int2, double3, float3, half3, int3, double4, float4, half4, int4
    case timecode = 56
    case pathExpression

    /// The name of the plain type, without a role.
    var name: String { "\(self)" }

    /// The layout of this type's numbers in a column: the component type and count. nil for text types.
    ///
    /// Quaternions are stored as x, y, z, w (as in crate files), matrices row by row, booleans as bytes 0 and 1.
    var layout: (scalar: ScalarType, components: Int)? {
        let scalar: ScalarType
        switch self {
        case .bool, .uchar: scalar = .uint8
        case .int, .int2, .int3, .int4: scalar = .int32
        case .uint: scalar = .uint32
        case .int64: scalar = .int64
        case .uint64: scalar = .uint64
        case .half, .half2, .half3, .half4, .quath: scalar = .float16
        case .float, .float2, .float3, .float4, .quatf: scalar = .float32
        case .double, .double2, .double3, .double4, .quatd, .timecode, .matrix2d, .matrix3d, .matrix4d:
            scalar = .float64
        case .string, .token, .asset, .pathExpression: return nil
        }
        switch self {
        case .half2, .float2, .double2, .int2: return (scalar, 2)
        case .half3, .float3, .double3, .int3: return (scalar, 3)
        case .half4, .float4, .double4, .int4, .quath, .quatf, .quatd, .matrix2d: return (scalar, 4)
        case .matrix3d: return (scalar, 9)
        case .matrix4d: return (scalar, 16)
        default: return (scalar, 1)
        }
    }

    /// The nesting of a value's numbers in text: empty for a single number, one length for a tuple, rows and columns
    /// for a matrix.
    var nesting: [Int] {
        switch self {
        case .matrix2d: [2, 2]
        case .matrix3d: [3, 3]
        case .matrix4d: [4, 4]
        default: (layout?.components ?? 1) > 1 ? [layout?.components ?? 1] : []
        }
    }

    /// Whether this is a quaternion. Text puts w, stored last, before x, y and z.
    var isQuaternion: Bool { self == .quatd || self == .quatf || self == .quath }

    /// The nearest value that the type can hold.
    func rounded(_ value: Double) -> Double {
        switch layout?.scalar {
        case .float16: HalfBits.value(HalfBits.bits(Double(Float(value))))
        case .float32: Double(Float(value))
        default: value
        }
    }
}
