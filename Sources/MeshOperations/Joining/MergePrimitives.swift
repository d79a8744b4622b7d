public import MeshModel

/// The changes of merging in a mesh.
public struct MergeChange: Hashable, Sendable {
    /// The mesh.
    public var mesh: Int
    /// The number of primitives that were merged into others.
    public var merged: Int
    /// The number of element values filled with zeros, since only some of the primitives had the attribute.
    public var filledValues: Int
}

/// Merges the primitives of each mesh that have the same topology and vertex set, at the index of the first.
///
/// - Keeps: vertex sets and pools, the order of elements, every corner's pool row, materials (per element where they
///   differ), subsets (those of equal family and name are joined).
/// - Changes: corners of a primitive that did not use a pool have no row of it (−1). An element attribute that only
///   some primitives have is filled with zeros; types are widened to the smallest that holds all values. Primitives
///   whose attributes of one meaning differ in width, frame or normalisation stay separate.
/// - Returns: the scene; the correspondence of its elements; the meshes that changed.
public func mergePrimitives(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, changed: [MergeChange]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    correspondence.attributes.removeAll { $0.source.hasPrefix("/meshes/") }
    var changes: [MergeChange] = []
    var elements: [Topology: MappingBuilder] = [:]
    let bases = scene.elementBases
    for (mesh, content) in scene.meshes.enumerated() {
        let groups = content.mergeableGroups
        var filled = 0
        result.meshes[mesh].primitives = groups.map { group in
            group.count == 1
                ? content.primitives[group[0]] : merged(group.map { content.primitives[$0] }, filled: &filled)
        }
        for (target, group) in groups.enumerated() {
            for source in group {
                let primitive = content.primitives[source]
                let base = bases[mesh][source]
                elements[primitive.topology, default: MappingBuilder()].append(base..<base + primitive.elementCount)
                for attribute in primitive.elementAttributes {
                    correspondence.attributes.append(
                        Correspondence.AttributeLink(
                            ScenePath.elementAttribute(mesh: mesh, primitive: source, attribute.semantic),
                            ScenePath.elementAttribute(mesh: mesh, primitive: target, attribute.semantic)))
                }
            }
        }
        if groups.count < content.primitives.count {
            changes.append(
                MergeChange(mesh: mesh, merged: content.primitives.count - groups.count, filledValues: filled))
        }
    }
    for (topology, builder) in elements {
        let mapping = builder.mapping(sourceCount: scene.elementCount(topology))
        if case .gather = mapping { correspondence.elements[topology] = mapping }
    }
    return (result, correspondence, changes)
}

extension Mesh {
    /// The groups of primitives to merge; groups and their members in the order of first primitives.
    fileprivate var mergeableGroups: [[Int]] {
        struct Key: Hashable {
            var topology: Topology
            var set: Int
        }
        struct Form: Hashable {
            var components: Int
            var isRagged: Bool
            var normalized: ScalarType?
            var frame: Frame
        }
        struct Group {
            var members: [Int]
            var forms: [AttributeSemantic: Form] = [:]
        }
        var groups: [Group] = []
        var byKey: [Key: [Int]] = [:]
        for (index, primitive) in primitives.enumerated() {
            var forms: [AttributeSemantic: Form] = [:]
            for attribute in primitive.elementAttributes {
                forms[attribute.semantic] = Form(
                    components: attribute.values.components, isRagged: attribute.offsets != nil,
                    normalized: attribute.normalized ? attribute.values.type : nil, frame: attribute.frame)
            }
            let key = Key(topology: primitive.topology, set: primitive.vertexSet)
            let home = byKey[key]?.first { group in
                forms.allSatisfy { groups[group].forms[$0.key] ?? $0.value == $0.value }
            }
            if let home {
                groups[home].members.append(index)
                groups[home].forms.merge(forms) { old, _ in old }
            } else {
                byKey[key, default: []].append(groups.count)
                groups.append(Group(members: [index], forms: forms))
            }
        }
        return groups.map(\.members)
    }
}

private func merged(_ parts: [Primitive], filled: inout Int) -> Primitive {
    var result = parts[0]
    let counts = parts.map(\.elementCount)
    result.elementCount = counts.reduce(0, +)
    result.arity = mergedArity(parts)
    result.vertices = joinedCorners(parts) { .some($0.vertices) }
    let pools = Set(parts.flatMap { $0.cornerAttributes.map(\.pool) }).sorted()
    result.cornerAttributes = pools.map { pool in
        let indices = joinedCorners(parts) { part in
            part.cornerAttributes.first { $0.pool == pool }.map(\.indices)
        }
        return CornerAttribute(pool: pool, indices: indices)
    }
    var semantics: [AttributeSemantic] = []
    for attribute in parts.flatMap(\.elementAttributes) where !semantics.contains(attribute.semantic) {
        semantics.append(attribute.semantic)
    }
    result.elementAttributes = semantics.compactMap { semantic in
        let pieces = parts.map { part in part.elementAttributes.first { $0.semantic == semantic } }
        for (piece, count) in zip(pieces, counts) where piece == nil { filled += count }
        return joinedAttribute(pieces, counts: counts)
    }
    result.material = mergedMaterial(parts.map { ($0.material, $0.elementCount) })
    result.variantMaterials = Set(parts.flatMap { $0.variantMaterials.map(\.variant) }).sorted().map { variant in
        VariantMaterial(
            variant: variant,
            material: mergedMaterial(parts.map { ($0.material(inVariant: variant), $0.elementCount) }))
    }
    result.subsetFamilies = mergedSubsets(parts)
    return result
}

private func mergedArity(_ parts: [Primitive]) -> Primitive.Arity {
    if case .uniform(let first) = parts[0].arity,
        parts.allSatisfy({ if case .uniform(first) = $0.arity { true } else { false } })
    {
        return .uniform(first)
    }
    var starts: ContiguousArray<Int64> = [0]
    var end: Int64 = 0
    for part in parts {
        var walk = ElementWalk(part)
        while let block = walk.next() {
            for arity in block.arities {
                end += Int64(arity)
                starts.append(end)
            }
        }
    }
    return .offsets(Column(starts))
}

/// Joins the indices of all corners; a part without indices counts its corners, a part without the attribute (nil)
/// gives −1.
private func joinedCorners(_ parts: [Primitive], _ column: (Primitive) -> Column??) -> Column {
    var values = ContiguousArray<Int32>()
    values.reserveCapacity(parts.reduce(0) { $0 + $1.cornerCount })
    for part in parts {
        switch column(part) {
        case .some(.some(let indices)):
            values.append(valuesOf: indices)
        case .some(.none):
            for corner in 0..<part.cornerCount { values.append(Int32(clamping: corner)) }
        case .none:
            values.append(contentsOf: repeatElement(-1, count: part.cornerCount))
        }
    }
    return Column(values)
}

extension ContiguousArray<Int32> {
    fileprivate mutating func append(valuesOf column: Column) {
        var buffer = ContiguousArray()
        for rows in column.blocks {
            column.read(rows, into: &buffer)
            append(contentsOf: buffer)
        }
    }
}

private func joinedAttribute(_ pieces: [Attribute?], counts: [Int]) -> Attribute? {
    guard var result = pieces.compactMap(\.self).first else { return nil }
    let type = pieces.reduce(result.values.type) { $0.joined(with: $1?.values.type ?? $0) }
    let isRagged = result.offsets != nil
    if isRagged {
        var starts: ContiguousArray<Int64> = [0]
        var end: Int64 = 0
        for (piece, count) in zip(pieces, counts) {
            var own = ContiguousArray<Int64>()
            if let offsets = piece?.offsets { offsets.read(0..<offsets.count, into: &own) }
            for index in 0..<count {
                if index + 1 < own.count { end += own[index + 1] - own[index] }
                starts.append(end)
            }
        }
        result.offsets = Column(starts)
    }
    result.values = Column.joined(
        zip(pieces, counts).map { piece, count in
            (piece?.values.converted(to: type), isRagged ? piece?.values.count ?? 0 : count)
        },
        type: type, components: result.values.components)
    return result
}

private func mergedMaterial(_ parts: [(binding: MaterialBinding, count: Int)]) -> MaterialBinding {
    var values = ContiguousArray<Int32>()
    for part in parts {
        switch part.binding {
        case .none: values.append(contentsOf: repeatElement(-1, count: part.count))
        case .one(let material):
            values.append(contentsOf: repeatElement(Int32(clamping: material), count: part.count))
        case .perElement(let column):
            values.append(valuesOf: column)
        }
    }
    guard let first = values.first, !values.allSatisfy({ $0 == first }) else {
        return (values.first ?? -1) < 0 ? .none : .one(Int(values[0]))
    }
    return .perElement(Column(values))
}

private func mergedSubsets(_ parts: [Primitive]) -> [SubsetFamily] {
    struct Key: Hashable {
        var family: String
        var name: String
        /// Names may repeat within a primitive: the k-th subset of a name is joined with the k-th of another primitive.
        var repetition: Int
    }
    var families: [SubsetFamily] = []
    var places: [Key: (family: Int, subset: Int)] = [:]
    var start = 0
    for part in parts {
        var seen: [Key: Int] = [:]
        for family in part.subsetFamilies {
            let home = families.firstIndex { $0.name == family.name } ?? families.count
            if home == families.count { families.append(SubsetFamily(name: family.name, subsets: [])) }
            for subset in family.subsets {
                let plain = Key(family: family.name, name: subset.name, repetition: 0)
                var key = plain
                key.repetition = seen[plain, default: 0]
                seen[plain] = key.repetition + 1
                let place = places[key] ?? (home, families[home].subsets.count)
                if places[key] == nil {
                    places[key] = place
                    families[home].subsets.append(Subset(name: subset.name, ranges: []))
                }
                for range in subset.ranges {
                    families[place.family].subsets[place.subset].ranges.appendJoining(
                        range.lowerBound + start..<range.upperBound + start)
                }
            }
        }
        start += part.elementCount
    }
    return families
}
