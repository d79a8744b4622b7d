import MeshModel

/// The meaning of attribute names (section 3.7.2.1 of the specification).
enum GLTFAttributes {
    /// The families of attributes in the scene's order. Other attributes follow in the tree's order.
    private static let families = ["POSITION", "NORMAL", "TANGENT", "TEXCOORD_", "COLOR_", "JOINTS_", "WEIGHTS_"]

    /// The numbers of components that an attribute may have; nil: any.
    static func components(_ name: String) -> [Int]? {
        switch family(name) {
        case 0, 1: [3]
        case 2: [4]
        case 3: [2]
        case 4: [3, 4]
        case 5, 6: [4]
        default: nil
        }
    }

    /// Whether the values are positions, normals, tangents or texture coordinates.
    static func areNumbers(_ name: String) -> Bool { family(name).map { $0 <= 3 } ?? false }

    /// The frame of an attribute's values.
    static func frame(_ name: String) -> Frame {
        switch family(name) {
        case 3: Frame(uvOrigin: .topLeft)
        case 4: Frame(colorSpace: .linear)
        default: .plain
        }
    }

    /// The attributes in the scene's order.
    static func sorted(_ members: [(name: String, accessor: Int)]) -> [(name: String, accessor: Int)] {
        members.enumerated().sorted { a, b in
            let (x, y) = (family(a.element.name) ?? families.count, family(b.element.name) ?? families.count)
            if x != y { return x < y }
            if x == families.count { return a.offset < b.offset }
            return (set(a.element.name), a.offset) < (set(b.element.name), b.offset)
        }.map(\.element)
    }

    /// The index of a name's family; nil: a custom name.
    static func family(_ name: String) -> Int? {
        families.firstIndex { family in
            guard family.hasSuffix("_") else { return name == family }
            let number = name.dropFirst(family.count)
            return name.hasPrefix(family) && !number.isEmpty && number.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
    }

    private static func set(_ name: String) -> Int { Int(name.split(separator: "_").last ?? "") ?? 0 }
}
