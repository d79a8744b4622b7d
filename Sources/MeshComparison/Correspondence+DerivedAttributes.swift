import MeshModel

// Matches attributes of the target with those of the source, by path and meaning.

extension Correspondence {
    /// Links the attributes of two scenes whose elements and vertices correspond by `links`.
    static func attributeLinks(
        _ from: SceneNumbering, _ to: SceneNumbering, _ links: Correspondence
    ) -> [AttributeLink] {
        var found: [AttributeLink] = []
        let sets = partners(
            from.scene.vertexSets.count, to.scene.vertexSets.count, links.vertices, rows: to.vertexCount,
            place: { to.set(ofVertex: $0) },
            origin: { from.set(ofVertex: links.vertices.source(of: $0, count: from.vertexCount)) })
        for (index, set) in from.scene.vertexSets.enumerated() {
            for other in sets[index] { linkSet(set, index, to.scene.vertexSets[other], other, &found) }
        }
        for topology in Topology.allCases {
            let mapping = links.elements[topology] ?? .identity
            let (a, b) = (from[topology], to[topology])
            let places = partners(
                a.places.count, b.places.count, mapping, rows: b.count,
                place: { b.place(of: $0) }, origin: { a.place(of: mapping.source(of: $0, count: a.count)) })
            var tables: [Int: [AttributeSemantic: Attribute]] = [:]
            for (index, place) in a.places.enumerated() {
                for other in places[index] where tables[other] == nil {
                    tables[other] = to.primitive(b.places[other]).elementAttributes.byMeaning
                }
                for attribute in from.primitive(place).elementAttributes {
                    let path = ScenePath.elementAttribute(
                        mesh: place.mesh, primitive: place.primitive, attribute.semantic)
                    for number in places[index] {
                        let other = b.places[number]
                        let primitive = to.primitive(other)
                        if let match = tables[number]?[attribute.semantic] {
                            found.append(
                                AttributeLink(
                                    path,
                                    ScenePath.elementAttribute(
                                        mesh: other.mesh, primitive: other.primitive, attribute.semantic),
                                    codec: codec(attribute, match)))
                        } else if topology == .points, to.scene.vertexSets.indices.contains(primitive.vertexSet),
                            let match = to.scene.vertexSets[primitive.vertexSet].attribute(attribute.semantic)
                        {
                            // An attribute of a point may be one of its vertex.
                            found.append(
                                AttributeLink(
                                    path, ScenePath.vertexAttribute(set: primitive.vertexSet, attribute.semantic),
                                    codec: codec(attribute, match)))
                        }
                    }
                }
            }
        }
        return found
    }

    /// For each source part (vertex set or primitive) the target parts that hold its rows; the same index if
    /// nothing moved.
    private static func partners(
        _ source: Int, _ target: Int, _ mapping: Mapping, rows: Int, place: (Int) -> Int?, origin: (Int) -> Int?
    ) -> [[Int]] {
        if source == target, case .identity = mapping { return (0..<source).map { [$0] } }
        if target == 1 { return (0..<source).map { _ in [0] } }
        var partners = [[Int]](repeating: [], count: source)
        for row in 0..<rows {
            // Target parts ascend with the rows: only the last one can repeat.
            guard let from = origin(row), let to = place(row), partners[from].last != to else { continue }
            partners[from].append(to)
        }
        // Parts without a row have no other partner than that of their place.
        for part in partners.indices where source == target && partners[part].isEmpty { partners[part] = [part] }
        return partners
    }

    private static func linkSet(
        _ from: VertexSet, _ index: Int, _ to: VertexSet, _ other: Int, _ found: inout [AttributeLink]
    ) {
        // The pools with a meaning that have no link yet, the first one last.
        var pools = Dictionary(grouping: to.pools.indices.reversed()) { to.pools[$0].semantic }
        let attributes = to.attributes.byMeaning
        /// Links an attribute to one of its meaning: of its own kind if there is one.
        func link(_ path: String, _ attribute: Attribute, isPool: Bool) {
            let own = attributes[attribute.semantic]
            if isPool || own == nil, let pool = pools[attribute.semantic]?.popLast() {
                let codec = codec(attribute, to.pools[pool])
                found.append(AttributeLink(path, ScenePath.pool(set: other, pool), codec: codec))
            } else if let own {
                let target = ScenePath.vertexAttribute(set: other, attribute.semantic)
                found.append(AttributeLink(path, target, codec: codec(attribute, own)))
            }
        }
        for attribute in from.attributes {
            link(ScenePath.vertexAttribute(set: index, attribute.semantic), attribute, isPool: false)
        }
        for (number, attribute) in from.pools.enumerated() {
            link(ScenePath.pool(set: index, number), attribute, isPool: true)
        }
    }

    /// The conversion between the target's values and the source's, inferred from their types and frames.
    private static func codec(_ from: Attribute, _ to: Attribute) -> Codec {
        if from.semantic.isColor, (from.frame.colorSpace ?? .srgb) != (to.frame.colorSpace ?? .srgb) {
            return .transferred
        }
        if let origin = from.frame.uvOrigin, let other = to.frame.uvOrigin, origin != other { return .flippedV }
        if from.frame.encoding != to.frame.encoding { return .encoded }
        if from.normalized, !to.normalized, !to.values.type.isInteger { return .normalized(from.values.type) }
        if from.frame.scale != to.frame.scale, to.frame.scale != 0 { return .scaled(from.frame.scale / to.frame.scale) }
        if from.values.type == .float64, to.values.type == .float32 { return .decimal }
        return .identity
    }
}
