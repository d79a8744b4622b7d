import MeshModel

/// The value types of layers. Roles such as `color3f`, `point3f` and `texCoord2f` are other names for these.
///
/// Raw values are the type numbers of crate files.
enum USDType: UInt8, Sendable, Hashable, CaseIterable {
    case bool = 1
    case uchar = 2
    case int = 3
    case uint = 4
    case int64 = 5
    case uint64 = 6
    case half = 7
    case float = 8
    case double = 9
    case string = 10
    case token = 11
    case asset = 12
    case matrix2d = 13
    case matrix3d = 14
    case matrix4d = 15
    case quatd = 16
    case quatf = 17
    case quath = 18
    case double2 = 19
    case float2 = 20
    case half2 = 21
    case int2 = 22
    case double3 = 23
    case float3 = 24
    case half3 = 25
    case int3 = 26
    case double4 = 27
    case float4 = 28
    case half4 = 29
    case int4 = 30
    case timecode = 56
    case pathExpression = 57

    /// The layout of this type's numbers in a column: the component type and count. nil for text types.
    ///
    /// Quaternions are stored as x, y, z, w (as in crate files), matrices row by row, booleans as bytes 0 and 1.
    var layout: (scalar: ScalarType, components: Int)? {
        switch self {
        case .bool, .uchar: (.uint8, 1)
        case .int: (.int32, 1)
        case .uint: (.uint32, 1)
        case .int64: (.int64, 1)
        case .uint64: (.uint64, 1)
        case .half: (.float16, 1)
        case .float: (.float32, 1)
        case .double, .timecode: (.float64, 1)
        case .string, .token, .asset, .pathExpression: nil
        case .matrix2d: (.float64, 4)
        case .matrix3d: (.float64, 9)
        case .matrix4d: (.float64, 16)
        case .quatd: (.float64, 4)
        case .quatf: (.float32, 4)
        case .quath: (.float16, 4)
        case .double2: (.float64, 2)
        case .float2: (.float32, 2)
        case .half2: (.float16, 2)
        case .int2: (.int32, 2)
        case .double3: (.float64, 3)
        case .float3: (.float32, 3)
        case .half3: (.float16, 3)
        case .int3: (.int32, 3)
        case .double4: (.float64, 4)
        case .float4: (.float32, 4)
        case .half4: (.float16, 4)
        case .int4: (.int32, 4)
        }
    }
}
