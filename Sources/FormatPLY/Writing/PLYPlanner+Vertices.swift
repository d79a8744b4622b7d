import MeshFormats
import MeshModel

// Bounds: the column that is made has as many rows as are copied, of the same width.

// One vertex element for all sets: their attributes, and the pools whose values move to vertices.

extension PLYPlanner {
    /// A pool whose rows become values of vertices.
    struct VertexPool {
        var pool: Int
        /// The pool's row of each vertex of the set; −1 for none.
        var rows: ContiguousArray<Int32>
        /// The pool's row of each copy of a vertex of the set.
        var copyRows: ContiguousArray<Int32>
    }

    /// The use of each pool of a set.
    struct PoolChoices {
        var normal: VertexPool?
        var texCoord: VertexPool?
        /// The pool that faces have as a list.
        var list: Int?
        /// The vertices of the set that are repeated, one entry per copy.
        var copies: ContiguousArray<Int32> = []
    }

    mutating func planVertices() {
        vertex.rowCount = vertexBases[vertexBases.count - 1]
        let users = Dictionary(
            grouping: Topology.allCases.flatMap { primitives($0) }, by: \.primitive.vertexSet)
        for set in scene.vertexSets.indices { choices.append(choosePools(set, users[set] ?? [])) }
        var picks = ContiguousArray<Int32>()
        for (set, choice) in choices.enumerated() {
            for local in choice.copies { copies.append(Int32(clamping: vertexBases[set]) &+ local) }
        }
        vertex.rowCount += copies.count
        if !copies.isEmpty {
            picks.reserveCapacity(vertex.rowCount)
            for row in 0..<vertexBases[vertexBases.count - 1] { picks.append(Int32(clamping: row)) }
            links.vertices = .gather(picks + copies)
            for (set, choice) in choices.enumerated() {
                lose(
                    .interpolationSplit, .approximated, ScenePath.vertexSet(set), "vertices", choice.copies.count,
                    "vertices", "vertices with several normals are repeated, as PLY stores one for each vertex",
                    remedy: .ending("obj"))
            }
        }
        guard vertex.rowCount > 0 else {
            // Faces without corners are faces, and not rows of a table, only beside vertices.
            if !primitives(.polygons).isEmpty {
                vertex.fields = [PLYField(["x", "y", "z"], .float32, [])]
                layout.elements.append(vertex)
            }
            return
        }
        var semantics: [AttributeSemantic] = []
        var known: Set<AttributeSemantic> = []
        for set in scene.vertexSets.indices where scene.vertexSets[set].count > 0 {
            for attribute in scene.vertexSets[set].attributes where known.insert(attribute.semantic).inserted {
                semantics.append(attribute.semantic)
            }
            if choices[set].normal != nil, known.insert(.normal).inserted {
                semantics.insert(.normal, at: (semantics.firstIndex(of: .position) ?? -1) + 1)
            }
            if choices[set].texCoord != nil, known.insert(.texCoord(0)).inserted { semantics.append(.texCoord(0)) }
        }
        let sets = scene.vertexSets
        let choices = choices
        // Errors are counted once for each corner in the file.
        let corners = sets.indices.map { set in
            choices[set].texCoord.flatMap { choice -> ContiguousArray<Int32>? in
                originals[ScenePath.pool(set: set, choice.pool)] == nil ? nil : arrivingRows(choice.pool, set)
            }
        }
        let attributes = sets.map(\.attributes.byMeaning)
        vertex.fields = fields(
            semantics, .vertices, reserved: [],
            pieces: { semantic in
                sets.indices.map {
                    Self.piece(semantic, attributes[$0][semantic], $0, sets[$0], choices[$0], corners[$0])
                }
            },
            target: { ScenePath.vertexAttribute(set: 0, $0) })
        if !copies.isEmpty { repeatVertices() }
        layout.elements.append(vertex)
    }

    private static func piece(
        _ semantic: AttributeSemantic, _ attribute: Attribute?, _ index: Int, _ set: VertexSet, _ choice: PoolChoices,
        _ corners: ContiguousArray<Int32>?
    ) -> Piece {
        let derived = semantic == .normal ? choice.normal : semantic == .texCoord(0) ? choice.texCoord : nil
        if let derived {
            var attribute = set.pools[derived.pool]
            attribute.values = attribute.values.gathered(derived.rows)
            let path = ScenePath.pool(set: index, derived.pool)
            return Piece(
                count: set.count, sourceCount: set.count, path: { _ in path }, attribute: set.pools[derived.pool],
                rows: semantic == .texCoord(0) ? corners : [], stored: attribute)
        }
        return Piece(
            count: set.count, sourceCount: set.count, path: { ScenePath.vertexAttribute(set: index, $0) },
            attribute: attribute,
            stored: attribute)
    }

    /// The pool's row of each corner of the lines and points over a set, in the order of the file.
    private func arrivingRows(_ pool: Int, _ set: Int) -> ContiguousArray<Int32> {
        var rows = ContiguousArray<Int32>()
        for place in primitives(.lines) + primitives(.points) where place.primitive.vertexSet == set {
            guard let use = place.primitive.cornerAttributes.first(where: { $0.pool == pool }) else { continue }
            var buffer = ContiguousArray<Int64>()
            var walk = ElementWalk(place.primitive)
            while let block = walk.next() {
                use.readRows(of: block.corners, into: &buffer)
                var first = 0
                for arity in block.arities {
                    for corner in first..<first + arity {
                        // Inside a polyline, each vertex ends one segment and begins the next.
                        let isEnd = corner == first || corner == first + arity - 1
                        if place.primitive.topology == .lines, arity < 2 { continue }
                        rows.append(Int32(clamping: buffer[corner]))
                        if place.primitive.topology == .lines, !isEnd { rows.append(Int32(clamping: buffer[corner])) }
                    }
                    first += arity
                }
            }
        }
        return rows
    }

    /// Appends the values of repeated vertices to each field.
    private mutating func repeatVertices() {
        for index in vertex.fields.indices {
            let field = vertex.fields[index]
            let name = field.properties[0].name
            for (set, choice) in choices.enumerated() where !choice.copies.isEmpty {
                let pool = name == "nx" ? choice.normal : name == "s" ? choice.texCoord : nil
                if let pool {
                    let values = scene.vertexSets[set].pools[pool.pool].values.prefix(field.values.components)
                    vertex.fields[index].values.parts.append(
                        PLYValues.Part(
                            count: pool.copyRows.count,
                            source: .picks(values.converted(to: field.values.type), pool.copyRows)))
                    continue
                }
                append(choice.copies, of: set, to: &vertex.fields[index])
            }
        }
    }

    private func append(_ copies: ContiguousArray<Int32>, of set: Int, to field: inout PLYField) {
        guard case .offsets(var starts) = field.lengths else {
            let source = field.values.parts[set].source
            let part: PLYValues.Source =
                if case .rows(let column) = source { .picks(column.converted(to: field.values.type), copies) } else {
                    source
                }
            field.values.parts.append(PLYValues.Part(count: copies.count, source: part))
            return
        }
        let base = vertexBases[set]
        var singles = ContiguousArray<Int32>()
        for copy in copies {
            let row = base + Int(copy)
            for item in starts[row]..<starts[row + 1] { singles.append(Int32(clamping: item)) }
            starts.append((starts.last ?? 0) + starts[row + 1] - starts[row])
        }
        field.lengths = .offsets(starts)
        let all = field.values
        let count = all.parts.reduce(0) { $0 + $1.count }
        let column = unsafe Column.packed(all.type, count: count, components: all.components) {
            unsafe all.copy(0..<count, to: $0, stride: all.rowByteCount)
        }
        field.values.parts.append(PLYValues.Part(count: singles.count, source: .picks(column, singles)))
    }

    // MARK: Pools

    private mutating func choosePools(_ set: Int, _ users: [PrimitivePlace]) -> PoolChoices {
        let vertexSet = scene.vertexSets[set]
        var choices = PoolChoices()
        guard !vertexSet.pools.isEmpty else { return choices }
        // Normals first: other pools can only move to vertices when no vertices are repeated.
        let isNormal = { (pool: Int) in vertexSet.pools[pool].semantic == .normal }
        for pool in vertexSet.pools.indices.filter(isNormal) + vertexSet.pools.indices.filter({ !isNormal($0) }) {
            let attribute = vertexSet.pools[pool]
            let path = ScenePath.pool(set: set, pool)
            let own = users.filter { use in use.primitive.cornerAttributes.contains { $0.pool == pool } }
            guard !own.isEmpty else {
                lose(
                    .valuesUnreferenced, .dropped, path, attribute.semantic.plainName, attribute.count, "values",
                    "no corner uses them")
                continue
            }
            let isSmall = vertexSet.count <= Int(Int32.max) / 2 && attribute.count <= Int(Int32.max)
            let isPlain = attribute.offsets == nil && isSmall
            switch attribute.semantic {
            case .normal
            where choices.normal == nil && vertexSet.attribute(.normal) == nil && attribute.values.components >= 3
                && isPlain && choices.copies.isEmpty:
                let walk = PLYPoolWalk(pool, users, vertexCount: vertexSet.count, rowCount: attribute.count)
                choices.copies = walk.copies
                choices.normal = VertexPool(pool: pool, rows: walk.rows, copyRows: walk.copyRows)
                if !walk.copies.isEmpty {
                    for user in users {
                        splitVertices[user.path] = walk.vertices(of: user.primitive, base: vertexBases[set])
                    }
                }
                report(walk, path, attribute)
            case .texCoord(0)
            where choices.list == nil && isPlain && own.contains { $0.primitive.topology == .polygons }:
                choices.list = pool
            case .texCoord(0)
            where choices.texCoord == nil && vertexSet.attribute(.texCoord(0)) == nil && isPlain
                && choices.copies.isEmpty
                && attribute.values.components >= 2:
                let walk = PLYPoolWalk(pool, users, vertexCount: vertexSet.count, rowCount: attribute.count)
                guard walk.copies.isEmpty else { fallthrough }
                choices.texCoord = VertexPool(pool: pool, rows: walk.rows, copyRows: [])
                report(walk, path, attribute)
            default:
                lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "values",
                    "PLY can't store this")
            }
        }
        return choices
    }

    private mutating func report(_ walk: PLYPoolWalk, _ path: String, _ attribute: Attribute) {
        let name = attribute.semantic.plainName
        lose(
            .valuesUnreferenced, .dropped, path, name, attribute.count - walk.usedCount, "values", "no corner uses them"
        )
        lose(
            .attributeFilled, .generated, path, name, walk.filledCount, "vertices",
            "filled in with zeros or another corner's value, as PLY needs one for all vertices")
    }
}
