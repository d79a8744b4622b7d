import MeshFormats
import MeshModel

// The lists that corners index: `vt` for faces and lines, `vn` for faces.

extension OBJPlanner {
    mutating func planLists() {
        (layout.texCoords, texCoordSources) = planList(.texCoord(0), carriers: [.polygons, .lines])
        (layout.normals, normalSources) = planList(.normal, carriers: [.polygons])
        for (index, set) in scene.vertexSets.enumerated() {
            for (pool, attribute) in set.pools.enumerated()
            where attribute.semantic != .normal && attribute.semantic != .texCoord(0) {
                lose(
                    .attributeDropped, .dropped, ScenePath.pool(set: index, pool), attribute.semantic.plainName,
                    attribute.count, "values", "OBJ can't store this")
            }
        }
    }

    /// The primitives of a set that have elements.
    func primitives(ofSet set: Int) -> [Primitive] {
        primitivesOfSets[set] ?? []
    }

    // MARK: Choosing

    /// Chooses the source of a set's rows in the list, and reports the pools and attributes that are left out.
    private mutating func choose(
        _ semantic: AttributeSemantic, set index: Int, carriers: [Topology], base: Int
    ) -> OBJListSource? {
        let set = scene.vertexSets[index]
        let users = primitives(ofSet: index)
        var source: OBJListSource?
        let attribute = set.attribute(semantic)
        let isVertexFit = attribute.map { Self.isFit($0) && $0.count == set.count && set.count > 0 } ?? false
        for (pool, values) in set.pools.enumerated() where values.semantic == semantic {
            let own = users.filter { $0.cornerAttributes.contains { $0.pool == pool } }
            let isCarried = own.contains { carriers.contains($0.topology) }
            let isUnused = own.isEmpty && !isVertexFit
            let isFirst = !users.contains { user in
                user.cornerAttributes.first { set.pools[$0.pool].semantic == semantic }?.pool != pool
                    && user.cornerAttributes.contains { $0.pool == pool }
            }
            if source == nil, Self.isFit(values), values.count > 0, isCarried || isUnused, isFirst {
                source = OBJListSource(pool: pool, base: base, count: values.count)
            } else {
                lose(
                    .attributeDropped, .dropped, ScenePath.pool(set: index, pool), semantic.plainName, values.count,
                    "values", isCarried ? "OBJ can store one set for each corner only" : "OBJ can't store this here",
                    remedy: nil)
            }
        }
        if let attribute, source == nil, isVertexFit {
            return OBJListSource(pool: nil, base: base, count: attribute.count)
        }
        if let attribute {
            lose(
                .attributeDropped, .dropped, ScenePath.vertexAttribute(set: index, semantic), semantic.plainName,
                attribute.count, "vertices", "OBJ can store one set for each corner only", remedy: .ending("ply"))
        }
        return source
    }

    private static func isFit(_ attribute: Attribute) -> Bool {
        attribute.offsets == nil && !attribute.normalized && attribute.values.components > 0
    }

    private mutating func planList(
        _ semantic: AttributeSemantic, carriers: [Topology]
    ) -> ([OBJNumbers], [OBJListSource?]) {
        var sources: [OBJListSource?] = []
        var total = 0
        for set in scene.vertexSets.indices {
            let source = choose(semantic, set: set, carriers: carriers, base: total)
            sources.append(source)
            total += source?.count ?? 0
        }
        guard total > 0 else { return ([], sources) }
        let pieces = sources.enumerated().map { set, source in source.flatMap { self.piece(semantic, $0, set: set) } }
        let found = pieces.compactMap(\.self)
        let isPromoted = isPromoted(sources, total, carriers)
        let target =
            isPromoted ? ScenePath.vertexAttribute(set: 0, semantic) : ScenePath.pool(set: 0, poolCount)
        if !isPromoted { poolCount += 1 }
        let width =
            semantic == .normal ? 3 : min(3, found.reduce(1) { max($0, $1.attribute.values.components) })
        let type = Self.listType(of: found, width: width)
        for piece in found {
            links.attributes.append(
                Correspondence.AttributeLink(
                    piece.path, target,
                    codec: originals[piece.path].map(FrameAdaptation.codec)
                        ?? Self.codec(piece.attribute.values.type, listType: type)))
            reportComponents(piece, width: width, target: target, targetCount: total)
        }
        reportForm(
            found, type: type, frame: semantic.isTexCoord ? .bottomLeftUV : .plain,
            recordPath: "/pools/\(semantic.name)")
        for (set, source) in sources.enumerated() {
            if let source, let piece = pieces[set] {
                reportArrival(
                    piece, source, set: set, carriers: carriers, isPromoted: isPromoted, listType: type, width: width)
            } else if isPromoted {
                lose(
                    .attributeFilled, .generated, ScenePath.vertexAttribute(set: set, semantic), semantic.plainName,
                    scene.vertexSets[set].count, "vertices", "filled in, as OBJ needs a value for all vertices")
            }
        }
        let numbers = found.map {
            OBJNumbers($0.attribute.values, form: Self.form(of: $0.attribute.values, listType: type), width: width)
        }
        return (numbers, sources)
    }

    private func piece(_ semantic: AttributeSemantic, _ source: OBJListSource, set: Int) -> Piece? {
        if let pool = source.pool {
            return Piece(
                path: ScenePath.pool(set: set, pool), attribute: scene.vertexSets[set].pools[pool], unit: "values")
        }
        return scene.vertexSets[set].attribute(semantic).map {
            Piece(path: ScenePath.vertexAttribute(set: set, semantic), attribute: $0, unit: "vertices")
        }
    }

    // MARK: The reader's view

    /// Whether a reader finds the vertex's number at each corner, and as many rows as vertices: then it makes the list
    /// an attribute of the vertices.
    private func isPromoted(_ sources: [OBJListSource?], _ total: Int, _ carriers: [Topology]) -> Bool {
        guard total == vertexCount else { return false }
        var vertices = ContiguousArray<Int64>()
        var rows = ContiguousArray<Int64>()
        for (set, source) in sources.enumerated() {
            for primitive in primitives(ofSet: set) where carriers.contains(primitive.topology) {
                guard let index = source?.index(of: primitive), let source else { return false }
                let shift = Int64(vertexBases[set] - source.base)
                guard let use = index.use else {
                    if shift != 0 { return false }
                    continue
                }
                var walk = ElementWalk(primitive)
                while let block = walk.next() {
                    primitive.readVertices(of: block.corners, into: &vertices)
                    use.readRows(of: block.corners, into: &rows)
                    for corner in vertices.indices where rows[corner] != vertices[corner] &+ shift { return false }
                    if rows.contains(where: { $0 < 0 || $0 >= source.count }) { return false }
                }
            }
        }
        return true
    }

    private mutating func reportArrival(
        _ piece: Piece, _ source: OBJListSource, set: Int, carriers: [Topology], isPromoted: Bool,
        listType: ScalarType, width: Int
    ) {
        let users = primitives(ofSet: set)
        let original = originals[piece.path]
        let stored = original.map { _ in piece.attribute.stored(as: listType) }
        let errors = original.flatMap { original in
            stored.map { FrameAdaptation.Errors(original, $0, width: width) }
        }
        let name = piece.attribute.semantic.plainName
        let lostCause = "OBJ can store this for \(carriers.contains(.lines) ? "faces and lines" : "faces") only"
        guard let pool = source.pool else {
            if let original, let errors, !errors.isEmpty {
                let rows = isPromoted ? Array(errors.rows) : Self.carriedRows(users, carriers, nil)
                loseErrors(
                    errors, at: rows, piece.path, original, isPromoted ? "vertices" : "corners", remedy: .ending("glb"))
            }
            guard !isPromoted else { return }
            let lost = users.reduce(0) { $0 + (carriers.contains($1.topology) ? 0 : $1.cornerCount) }
            lose(.attributeDropped, .dropped, piece.path, name, lost, "corners", lostCause, remedy: .ending("ply"))
            return
        }
        let isOnlyCarried = users.allSatisfy { user in
            carriers.contains(user.topology) || !user.cornerAttributes.contains { $0.pool == pool }
        }
        let hasErrors = errors.map { !$0.isEmpty } ?? false
        if let original, let errors, hasErrors, !isPromoted {
            loseErrors(
                errors, at: Self.carriedRows(users, carriers, pool), piece.path, original, "corners",
                remedy: .ending("glb"))
            if !errors.isRounding {
                let unused = OBJPoolWalk(
                    users, pool: pool, attribute: piece.attribute, vertexCount: 0, carriers: carriers,
                    isPromoted: false)
                lose(
                    .valuesUnreferenced, .dropped, piece.path, name, piece.attribute.count - unused.usedCount,
                    "values", "no corner uses them")
            }
        }
        guard isPromoted || !isOnlyCarried else { return }
        let walk = OBJPoolWalk(
            users, pool: pool, attribute: original ?? piece.attribute, vertexCount: scene.vertexSets[set].count,
            carriers: carriers, isPromoted: isPromoted,
            back: original.flatMap { original in
                stored.flatMap { OriginForm(of: original).values(of: $0) }
            })
        lose(.attributeDropped, .dropped, piece.path, name, walk.lostCorners, "corners", lostCause)
        guard isPromoted else {
            lose(
                .interpolationFlattened, .approximated, piece.path, name, walk.usedCount - walk.arrivedCount, "values",
                lostCause)
            return
        }
        let cause = "programs read an OBJ list as long as the vertices as values of vertices"
        lose(
            .precisionReduced, walk.isRounding ? .rounded : .approximated, piece.path, name, walk.changedCorners,
            "corners", error: walk.largestError, cause)
        lose(.attributeFilled, .generated, piece.path, name, walk.filled, "corners", cause)
        lose(
            .valuesUnreferenced, .dropped, piece.path, name, piece.attribute.count - walk.usedCount, "values",
            "no corner uses them")
    }

    /// The pool's row of each corner that has numbers of this list; without a pool, its vertex.
    private static func carriedRows(_ users: [Primitive], _ carriers: [Topology], _ pool: Int?) -> [Int] {
        var rows: [Int] = []
        var buffer = ContiguousArray<Int64>()
        for user in users where carriers.contains(user.topology) {
            let use = user.cornerAttributes.first { $0.pool == pool }
            guard use != nil || pool == nil else { continue }
            var walk = ElementWalk(user)
            while let block = walk.next() {
                if let use {
                    use.readRows(of: block.corners, into: &buffer)
                } else {
                    user.readVertices(of: block.corners, into: &buffer)
                }
                rows += buffer.map { Int($0) }
            }
        }
        return rows
    }
}
