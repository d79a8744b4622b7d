public import MeshModel

/// Splits primitives by material: one whose elements have several becomes several primitives at its index.
///
/// - Keeps: vertex sets and pools (the new primitives share them), the order of elements within a material, their
///   attributes and subsets; each part keeps all subset names, even of empty subsets.
/// - Order: materials are in the order in which elements use them; elements without one form their own primitive.
/// - Returns: the scene; the correspondence of its elements; for each new primitive of each mesh the index of the
///   original.
public func splitByMaterial(
    _ scene: MeshScene
) -> (scene: MeshScene, correspondence: Correspondence, origins: [[Int]]) {
    var result = scene
    var correspondence = Correspondence.identity(of: scene)
    correspondence.attributes.removeAll { $0.source.hasPrefix("/meshes/") }
    var origins: [[Int]] = []
    var elements: [Topology: MappingBuilder] = [:]
    let bases = scene.elementBases
    for (mesh, content) in scene.meshes.enumerated() {
        var parts: [Primitive] = []
        var origin: [Int] = []
        for (index, primitive) in content.primitives.enumerated() {
            let base = bases[mesh][index]
            let groups = primitive.elementsByMaterial
            for group in groups ?? [] {
                var part = primitive
                if groups?.count != 1 { part = primitive.selecting(group.elements, starts: primitive.elementStarts) }
                part.material = group.material < 0 ? .none : .one(group.material)
                elements[primitive.topology, default: MappingBuilder()].append(group.elements, from: base)
                parts.append(part)
                origin.append(index)
            }
            if groups == nil {
                elements[primitive.topology, default: MappingBuilder()].append(base..<base + primitive.elementCount)
                parts.append(primitive)
                origin.append(index)
            }
        }
        for (target, source) in origin.enumerated() {
            for attribute in content.primitives[source].elementAttributes {
                correspondence.attributes.append(
                    Correspondence.AttributeLink(
                        ScenePath.elementAttribute(mesh: mesh, primitive: source, attribute.semantic),
                        ScenePath.elementAttribute(mesh: mesh, primitive: target, attribute.semantic)))
            }
        }
        result.meshes[mesh].primitives = parts
        origins.append(origin)
    }
    for (topology, builder) in elements {
        let mapping = builder.mapping(sourceCount: scene.elementCount(topology))
        if case .gather = mapping { correspondence.elements[topology] = mapping }
    }
    return (result, correspondence, origins)
}

extension Primitive {
    /// The elements of each material in order of first use; nil if materials aren't assigned per element.
    fileprivate var elementsByMaterial: [(material: Int, elements: ContiguousArray<Int32>)]? {
        guard case .perElement(let column) = material, elementCount > 0 else { return nil }
        var groups: [(material: Int, elements: ContiguousArray<Int32>)] = []
        var places: [Int64: Int] = [:]
        var element: Int32 = 0
        var last: (material: Int64, place: Int)?
        var values = ContiguousArray<Int64>()
        for rows in column.blocks(in: 0..<elementCount) {
            column.read(rows, into: &values)
            for value in values {
                let material = max(value, -1)
                let place: Int
                if let last, last.material == material {
                    place = last.place
                } else if let known = places[material] {
                    place = known
                } else {
                    place = groups.count
                    places[material] = place
                    groups.append((Int(material), []))
                }
                last = (material, place)
                groups[place].elements.append(element)
                element += 1
            }
        }
        return groups
    }
}
