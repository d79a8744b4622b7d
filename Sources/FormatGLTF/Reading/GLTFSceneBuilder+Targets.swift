import MeshBytes
import MeshFormats
import MeshModel

// Morph targets (section 3.7.2.2 of the specification): their differences become attributes of the vertex set.

extension GLTFSceneBuilder {
    /// The differences of an attribute for a target.
    struct TargetMember {
        var semantic: AttributeSemantic
        var accessor: Int
        var pointer: String

        /// The name in the key of a vertex set.
        var key: String { semantic.name }
    }

    /// The members of a primitive's targets, in the order of the targets. Zeros without bytes are left out: they are how
    /// a primitive says that it doesn't change with a target.
    func targetMembers(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> [TargetMember] {
        var members: [TargetMember] = []
        for (target, value) in (entry["targets"]?.array ?? []).enumerated() {
            let place = "\(pointer)/targets/\(target)"
            var own: [(name: String, accessor: Int)] = []
            var seen: Set<String> = []
            for (name, accessor) in value.object ?? [] where seen.insert(name).inserted {
                let index = try accessors.index(accessor, "\(place)/\(name)")
                if accessors.hasValues(index) { own.append((name, index)) }
            }
            for (name, accessor) in GLTFAttributes.sorted(own) {
                members.append(
                    TargetMember(
                        semantic: .target(target, AttributeSemantic(name: name)), accessor: accessor,
                        pointer: "\(place)/\(name)"))
            }
        }
        return members
    }

    /// Adds differences to a vertex set, whose vertices they must match.
    mutating func add(_ members: [TargetMember], to set: inout VertexSet) throws(ReadError) {
        for member in members {
            guard let base = member.semantic.ofTarget?.base else { continue }
            var column = try accessors.column(member.accessor)
            if options.lenient, column.count > set.count { column = column.rows(0..<set.count) }
            try Self.check(column, set, member.pointer)
            let widths = GLTFAttributes.targetComponents(base.name)
            if let widths, !widths.contains(column.components) {
                throw .expected(
                    "\(widths.map(String.init).joined(separator: " or ")) components", member.pointer,
                    found: "\(column.components)")
            }
            let (values, isNormalized) = accessors.values(
                column, of: member.accessor, named: base.name)
            set.attributes.append(Attribute(member.semantic, values, normalized: isNormalized))
        }
    }

    /// The targets of a mesh: names, and weights at rest.
    mutating func targets(_ entry: JSONValue, _ pointer: String) -> [MorphTarget] {
        let primitives = entry["primitives"]?.array ?? []
        let counts = primitives.map { $0["targets"]?.array?.count ?? 0 }
        let count = counts.max() ?? 0
        if count == 0 {
            if entry["weights"] != nil {
                leaveOut(
                    "/meshes/*/weights", "gltf.mesh-weights", "\(pointer)/weights",
                    "the mesh has weights, but no morph targets")
            }
            return []
        }
        if counts.contains(where: { $0 != count }) {
            tree.warn(
                "gltf.mesh-primitives-unequal-targets-count", "\(pointer)/primitives",
                "expected \(count) morph targets in each primitive; where there are fewer, nothing changes", .error)
        }
        let weights = tree.numbers(entry, "weights", count: count, pointer)
        if entry["weights"] != nil, weights == nil { leftOut["/meshes/*/weights", default: 0] += 1 }
        let names = targetNames(entry, primitives, count)
        return (0..<count).map { MorphTarget(name: names?[$0], weight: weights?[$0] ?? 0) }
    }

    /// The names of targets. The standard has no place for them; most programs use the mesh's extras.
    private func targetNames(_ entry: JSONValue, _ primitives: [JSONValue], _ count: Int) -> [String]? {
        for owner in [entry] + primitives {
            guard let names = owner["extras"]?["targetNames"]?.array?.compactMap(\.string) else { continue }
            if names.count == count { return names }
        }
        return nil
    }
}
