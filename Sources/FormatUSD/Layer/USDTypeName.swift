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
        for role in ["point3", "vector3", "normal3", "color3", "color4", "texCoord2", "texCoord3"] {
            for (letter, scalar) in [("h", "half"), ("f", "float"), ("d", "double")] {
                types[role + letter] = types["\(scalar)\(role.suffix(1))"]
            }
        }
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
