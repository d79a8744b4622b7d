/// A type name as in layers: `point3f[]`, `token`, `opaque`.
struct USDTypeName: Hashable {
    /// The type of stored values. nil where values can't be written (`opaque`, `group`).
    var type: USDType?
    /// Whether values are arrays.
    var isArray: Bool

    /// The type with this name, or nil if it is unknown.
    init?(_ name: String) {
        isArray = name.hasSuffix("[]")
        let element = isArray ? String(name.dropLast(2)) : name
        if Self.valueless.contains(element) {
            type = nil
        } else if let found = Self.types[element] {
            type = found
        } else {
            return nil
        }
    }

    init(_ type: USDType, isArray: Bool) {
        self.type = type
        self.isArray = isArray
    }

    private static let valueless: Set<String> = ["opaque", "group"]

    /// All type names: plain types, roles, and the names used before 2012.
    private static let types: [String: USDType] = {
        var types: [String: USDType] = [:]
        for type in USDType.allCases { types[type.name] = type }
        for role in ["point", "vector", "normal", "color"] {
            types[role + "3h"] = .half3
            types[role + "3f"] = .float3
            types[role + "3d"] = .double3
        }
        types["color4h"] = .half4
        types["color4f"] = .float4
        types["color4d"] = .double4
        types["texCoord2h"] = .half2
        types["texCoord2f"] = .float2
        types["texCoord2d"] = .double2
        types["texCoord3h"] = .half3
        types["texCoord3f"] = .float3
        types["texCoord3d"] = .double3
        types["frame4d"] = .matrix4d
        let old: [(String, USDType)] = [
            ("Vec2i", .int2), ("Vec2h", .half2), ("Vec2f", .float2), ("Vec2d", .double2), ("Vec3i", .int3),
            ("Vec3h", .half3), ("Vec3f", .float3), ("Vec3d", .double3), ("Vec4i", .int4), ("Vec4h", .half4),
            ("Vec4f", .float4), ("Vec4d", .double4), ("PointFloat", .float3), ("Point", .double3),
            ("NormalFloat", .float3), ("Normal", .double3), ("VectorFloat", .float3), ("Vector", .double3),
            ("ColorFloat", .float3), ("Color", .double3), ("Quath", .quath), ("Quatf", .quatf), ("Quatd", .quatd),
            ("Matrix2d", .matrix2d), ("Matrix3d", .matrix3d), ("Matrix4d", .matrix4d), ("Frame", .matrix4d),
            ("Transform", .matrix4d), ("PointIndex", .int), ("EdgeIndex", .int), ("FaceIndex", .int),
            ("Schema", .token),
        ]
        for (name, type) in old { types[name] = type }
        return types
    }()
}

extension USDType {
    /// The name of the plain type, without a role.
    var name: String {
        switch self {
        case .bool: "bool"
        case .uchar: "uchar"
        case .int: "int"
        case .uint: "uint"
        case .int64: "int64"
        case .uint64: "uint64"
        case .half: "half"
        case .float: "float"
        case .double: "double"
        case .string: "string"
        case .token: "token"
        case .asset: "asset"
        case .matrix2d: "matrix2d"
        case .matrix3d: "matrix3d"
        case .matrix4d: "matrix4d"
        case .quatd: "quatd"
        case .quatf: "quatf"
        case .quath: "quath"
        case .double2: "double2"
        case .float2: "float2"
        case .half2: "half2"
        case .int2: "int2"
        case .double3: "double3"
        case .float3: "float3"
        case .half3: "half3"
        case .int3: "int3"
        case .double4: "double4"
        case .float4: "float4"
        case .half4: "half4"
        case .int4: "int4"
        case .timecode: "timecode"
        case .pathExpression: "pathExpression"
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
}
