import MeshBytes
import MeshFormats
import MeshModel

/// The smoothing groups of a primitive's elements: `smoothing` in an entry of `joins`.
struct GLTFSmoothing: Sendable, Hashable {
    /// The type of the scene's numbers.
    private let type: ScalarType
    /// Pairs: a group, and the number of consecutive elements in it.
    let runs: [Int]

    /// The groups of a primitive of the scene; nil: it has none, or others than numbers from 0 in a usual type.
    ///
    /// - Parameter cut: the polygons that its triangles were cut from.
    init?(_ place: PrimitivePlace, _ cut: Correspondence.Triangulation.Cut?) {
        guard let own = place.attribute(.smoothingGroup), own.values.components == 1, !own.normalized,
            own.frame == .plain, Self.isHeld(own.values.type)
        else { return nil }
        var groups = own.values.integers()
        guard groups.allSatisfy({ $0 >= 0 }) else { return nil }
        if let cut {
            guard cut.elements.count == groups.count else { return nil }
            // The triangles of a polygon are adjacent, and have its group.
            groups = groups.indices.filter { $0 == 0 || cut.elements[$0] != cut.elements[$0 - 1] }.map { groups[$0] }
            guard groups.count == cut.polygonCount else { return nil }
        }
        type = own.values.type
        runs = GLTFJoin.runs(groups.lazy.map { Int($0) })
    }

    /// The types that files have: those of OBJ, of most PLY, and of USD.
    private static func isHeld(_ type: ScalarType) -> Bool { [.uint8, .int32, .uint32].contains(type) }

    /// The member as JSON.
    var json: JSONValue { ["type": .string(type.name), "runs": .array(runs.map { .int($0) })] }

    /// Reads the member; nil: it is invalid.
    init?(json: JSONValue) {
        guard let type = json["type"]?.string.flatMap(ScalarType.init(name:)), Self.isHeld(type),
            let runs = GLTFJoin.pairs(json["runs"])
        else { return nil }
        (self.type, self.runs) = (type, runs)
    }

    /// The groups of so many elements; nil: the record has those of fewer or more, or numbers that its type can't hold.
    func attribute(count: Int) -> Attribute? {
        let column: Column? =
            switch type {
            case .uint8: groups(of: UInt8.self, count)
            case .int32: groups(of: Int32.self, count)
            default: groups(of: UInt32.self, count)
            }
        return column.map { Attribute(.smoothingGroup, $0) }
    }

    private func groups<T: ColumnScalar & FixedWidthInteger>(of type: T.Type, _ count: Int) -> Column? {
        var groups = ContiguousArray<T>()
        groups.reserveCapacity(count)
        for step in stride(from: 0, to: runs.count, by: 2) {
            // The record may be wrong: its count is checked before anything is allocated.
            guard let group = T(exactly: runs[step]), runs[step + 1] <= count - groups.count else { return nil }
            groups.append(contentsOf: repeatElement(group, count: runs[step + 1]))
        }
        return groups.count == count ? Column(groups) : nil
    }
}
