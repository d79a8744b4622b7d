import MeshModel

/// The properties of an element that form one attribute each; the reader and the planner both use it.
struct PLYGrouping: Sendable {
    /// The meaning of a group of properties.
    enum Role: Sendable, Hashable {
        case position, normal, color, texCoord, custom
    }

    /// Properties that form one attribute, by their indices in the element.
    struct Group: Sendable, Hashable {
        var role: Role
        var properties: [Int]
        /// Whether the names are those that our writer uses.
        var isUsualSpelling: Bool
    }

    /// The groups in the order of their first properties.
    private(set) var groups: [Group] = []
    /// The properties that have the name of an earlier one.
    private(set) var duplicates: [Int] = []
    /// The reason why properties named like colours are not read as colours, for a note.
    private(set) var colorNote: String?

    private static let positions = [["x", "y", "z"], ["px", "py", "pz"], ["X", "Y", "Z"]]
    private static let normals = [["nx", "ny", "nz"], ["normal_x", "normal_y", "normal_z"]]
    private static let colors = [
        ["red", "green", "blue", "alpha"], ["r", "g", "b", "a"],
        ["diffuse_red", "diffuse_green", "diffuse_blue", "diffuse_alpha"], ["Red", "Green", "Blue", "Alpha"],
    ]
    private static let texCoords = [
        ["s", "t"], ["u", "v"], ["texture_u", "texture_v"], ["texture_s", "texture_t"], ["tx", "ty"],
    ]

    /// Groups `properties`; only vertices have positions, normals and texture coordinates.
    init(_ properties: [PLYProperty], isVertex: Bool) {
        var place: [String: Int] = [:]
        for (index, property) in properties.enumerated() {
            if place[property.name] == nil { place[property.name] = index } else { duplicates.append(index) }
        }
        var taken: Set<Int> = Set(duplicates)
        func scalars(_ names: [String]) -> [Int]? {
            var found: [Int] = []
            for name in names {
                guard let index = place[name], !properties[index].isList else { return nil }
                found.append(index)
            }
            return found
        }
        func take(_ role: Role, _ spellings: [[String]]) {
            for (rank, names) in spellings.enumerated() {
                guard let found = scalars(names) else { continue }
                groups.append(Group(role: role, properties: found, isUsualSpelling: rank == 0))
                taken.formUnion(found)
                return
            }
        }
        if isVertex {
            take(.position, Self.positions)
            take(.normal, Self.normals)
            take(.texCoord, Self.texCoords)
        }
        for (rank, names) in Self.colors.enumerated() {
            guard var found = scalars(Array(names.prefix(3))) else { continue }
            let type = properties[found[0]].type
            guard found.allSatisfy({ properties[$0].type == type }) else {
                colorNote =
                    "\(names[0]), \(names[1]) and \(names[2]) have different types: kept as numbers, not as colours"
                continue
            }
            guard Self.isColorType(type) else {
                colorNote =
                    "\(names[0]), \(names[1]) and \(names[2]) are \(type.name): kept as numbers, not as colours"
                continue
            }
            if let alpha = scalars([names[3]]), properties[alpha[0]].type == type { found += alpha }
            groups.append(Group(role: .color, properties: found, isUsualSpelling: rank == 0))
            taken.formUnion(found)
            colorNote = nil
            break
        }
        for index in properties.indices where !taken.contains(index) {
            groups.append(Group(role: .custom, properties: [index], isUsualSpelling: true))
        }
        groups.sort { ($0.properties.min() ?? 0) < ($1.properties.min() ?? 0) }
    }

    /// Whether colours of this type have a known range.
    static func isColorType(_ type: ScalarType) -> Bool {
        switch type {
        case .uint8, .uint16, .float32, .float64: true
        default: false
        }
    }
}
