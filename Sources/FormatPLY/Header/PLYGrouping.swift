import MeshModel

/// The properties of an element that form one attribute each; the reader and the planner both use it.
///
/// Values of several numbers without a meaning of their own are scalars with the endings `_x`, `_y`, `_z` and `_w`, as Blender
/// writes them: lists would be shorter, but programs that show one number at a time can't show them.
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
            let own = Self.components(from: index, of: properties, taken: taken)
            groups.append(Group(role: .custom, properties: Array(own), isUsualSpelling: true))
            taken.formUnion(own)
        }
        groups.sort { ($0.properties.min() ?? 0) < ($1.properties.min() ?? 0) }
    }

    // MARK: Values of several numbers

    /// The endings of properties that are the components of one value, in their order.
    private static let components: [Character] = ["x", "y", "z", "w"]

    /// The names of the properties for values of 2 to 4 numbers: `flow_x`, `flow_y`.
    static func names(of value: String, components count: Int) -> [String] {
        components.prefix(count).map { "\(value)_\($0)" }
    }

    /// The name of the value that properties are the components of; of a single property its own.
    static func value(of names: [String]) -> String {
        names.count > 1 ? String(names[0].dropLast(2)) : names.first ?? ""
    }

    /// The properties from one on that are the components of one value: side by side, in order, and of one type.
    private static func components(from first: Int, of properties: [PLYProperty], taken: Set<Int>) -> Range<Int> {
        let (name, type) = (properties[first].name, properties[first].type)
        guard name.hasSuffix("_x"), name.utf8.count > 2 else { return first..<first + 1 }
        let names = names(of: value(of: [name, ""]), components: components.count)
        let count = zip(names, properties[first...]).enumerated().prefix { step, pair in
            pair.0 == pair.1.name && pair.1.type == type && !pair.1.isList && !taken.contains(first + step)
        }.count
        return first..<first + max(count, 1)
    }

    /// Whether colours of this type have a known range.
    static func isColorType(_ type: ScalarType) -> Bool {
        switch type {
        case .uint8, .uint16, .float32, .float64: true
        default: false
        }
    }
}
