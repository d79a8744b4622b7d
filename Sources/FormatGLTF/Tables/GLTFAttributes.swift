import MeshModel

/// The meaning of attribute names (section 3.7.2.1 of the specification).
enum GLTFAttributes {
    /// A family of attributes. The cases have the scene's order; custom attributes follow in the tree's order.
    enum Family: Int, CaseIterable {
        case position, normal, tangent, texCoord, color, joints, weights
    }

    /// How the names of each family begin. Those with an underscore end in a number.
    private static let beginnings = [
        "POSITION", "NORMAL", "TANGENT", "TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_",
    ]

    /// The family of a name, and its number there: 1 for `TEXCOORD_1`; nil: a custom name.
    static func parse(_ name: String) -> (family: Family, number: Int)? {
        guard let rank = beginnings.firstIndex(where: name.hasPrefix), let family = Family(rawValue: rank) else {
            return nil
        }
        let digits = name.dropFirst(beginnings[rank].count)
        guard beginnings[rank].hasSuffix("_") else { return digits.isEmpty ? (family, 0) : nil }
        return digits.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int(digits).map { (family, $0) } : nil
    }

    /// The numbers of components that an attribute may have; nil: any.
    static func components(_ name: String) -> [Int]? {
        switch parse(name)?.family {
        case .position, .normal: [3]
        case .texCoord: [2]
        case .color: [3, 4]
        case .tangent, .joints, .weights: [4]
        case nil: nil
        }
    }

    /// The numbers of components that the differences of an attribute may have; nil: any.
    static func targetComponents(_ name: String) -> [Int]? {
        parse(name)?.family == .tangent ? [3] : components(name)
    }

    /// Whether the values are positions, normals, tangents or texture coordinates.
    static func areNumbers(_ name: String) -> Bool {
        switch parse(name)?.family {
        case .position, .normal, .tangent, .texCoord: true
        default: false
        }
    }

    /// The frame of an attribute's values.
    static func frame(_ name: String) -> Frame {
        switch parse(name)?.family {
        case .texCoord: .topLeftUV
        case .color: .linear
        default: .plain
        }
    }

    /// The attributes in the scene's order.
    static func sorted(_ members: [(name: String, accessor: Int)]) -> [(name: String, accessor: Int)] {
        let keys = members.enumerated().map { offset, member -> (Int, Int, Int) in
            let custom = (Family.allCases.count, 0, offset)
            return parse(member.name).map { ($0.family.rawValue, $0.number, offset) } ?? custom
        }
        return keys.sorted(by: <).map { members[$0.2] }
    }

    /// A custom name: `_` and capitals. A name that begins with `_` stays as it is.
    static func custom(_ name: String) -> String {
        if name.utf8.first == 0x5F { return name }
        var result = "_"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "a"..."z": result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) - 32))
            case "A"..."Z", "0"..."9", "_": result.unicodeScalars.append(scalar)
            default: result += "_"
            }
        }
        return result
    }
}
