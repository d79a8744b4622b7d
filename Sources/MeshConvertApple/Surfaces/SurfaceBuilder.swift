import MeshModel

/// Makes a surface of a primitive: corners that differ in a value become vertices of their own, in order of first use.
struct SurfaceBuilder {
    let scene: MeshScene
    /// The set of texture coordinates that the material's texture uses.
    var texCoordSet = 0
    /// The largest error of a position stored as float32.
    private(set) var positionError = 0.0
    /// Vertices that were added because corners of one vertex differ.
    private(set) var addedVertices = 0
    /// The paths of the attributes that surfaces show.
    private(set) var shown: Set<String> = []
    /// For each vertex set, whether an element uses the vertex.
    private(set) var usedVertices: [Int: ContiguousArray<Bool>] = [:]

    /// The primitives whose colours nothing shows, with their numbers of elements.
    private(set) var unseenColors: [(mesh: Int, place: Int, count: Int)] = []

    /// What becomes of colours.
    enum Colors {
        /// Vertices have them.
        case held
        /// A texture shows them.
        case painted
        /// Nothing shows them.
        case unseen
    }

    init(_ scene: MeshScene) { self.scene = scene }

    /// Values for corners: rows of floats, and the row of each corner.
    private struct Values {
        var width: Int
        var rows: ContiguousArray<Float>
        /// The row of each corner, −1 for none; nil: that of the corner's vertex.
        var indices: ContiguousArray<Int64>?
        /// What corners without a row get.
        var filling: [Float]
    }

    /// Returns the surface of points, segments, polylines or triangles; nil for polygons of other sizes.
    ///
    /// The scene must be valid.
    ///
    /// - Parameters:
    ///   - primitive: the primitive.
    ///   - mesh: its mesh.
    ///   - place: its number in the mesh of the source.
    ///   - colors: what becomes of its colours.
    mutating func surface(_ primitive: Primitive, mesh: Int, _ place: Int, colors use: Colors) -> Surface? {
        guard primitive.topology != .polygons || primitive.isTriangles else { return nil }
        let set = scene.vertexSets[primitive.vertexSet]
        guard let points = set.attribute(.position) else { return nil }
        var surface = Surface(topology: primitive.topology)
        if case .one(let material) = primitive.material { surface.material = material }
        let positions = floats(points, width: 3)
        if points.values.type == .float64 { positionError = max(positionError, error(of: points.values)) }
        shown.insert(ScenePath.vertexAttribute(set: primitive.vertexSet, .position))
        let owner = (mesh: mesh, place: place)
        var others = [
            values(.normal, of: primitive, owner, width: 3, filling: [0, 0, 0]) { $0 },
            values(.texCoord(texCoordSet), of: primitive, owner, width: 2, filling: [0, 0]) { $0.fromBottomLeft },
        ]
        let colors = values(.color(0), of: primitive, owner, width: 4, filling: [1, 1, 1, 1]) { $0.linear }
        others.append(use == .held ? colors : nil)
        if use == .unseen, colors != nil { unseenColors.append((mesh, place, primitive.elementCount)) }
        var vertices = ContiguousArray<Int64>()
        primitive.readVertices(of: 0..<primitive.cornerCount, into: &vertices)
        markUsed(vertices, of: primitive.vertexSet, set.count)
        let corners = chosen(vertices, of: set.count, others)
        surface.positions = gather(positions, 3, corners.firstCorner.map { Int(vertices[$0]) }, filling: [0, 0, 0])
        func rows(_ values: Values?) -> ContiguousArray<Float>? {
            guard let values else { return nil }
            let rows = corners.firstCorner.map { Int(values.indices?[$0] ?? vertices[$0]) }
            return gather(values.rows, values.width, rows, filling: values.filling)
        }
        (surface.normals, surface.texCoords, surface.colors) = (rows(others[0]), rows(others[1]), rows(others[2]))
        surface.indices = primitive.segmented(corners.vertexOfCorner)
        return surface
    }

    private mutating func markUsed(_ vertices: ContiguousArray<Int64>, of set: Int, _ count: Int) {
        // Taken out, so that it isn't copied.
        var used = usedVertices.removeValue(forKey: set) ?? ContiguousArray(repeating: false, count: count)
        for vertex in vertices { used[Int(vertex)] = true }
        usedVertices[set] = used
    }

    /// The vertices of the surface: for each the first corner that has it, and for each corner its vertex.
    private mutating func chosen(
        _ vertices: ContiguousArray<Int64>, of setCount: Int, _ values: [Values?]
    ) -> (firstCorner: [Int], vertexOfCorner: ContiguousArray<UInt32>) {
        let indices = values.compactMap { $0?.indices }
        var numbers: [SIMD4<Int64>: UInt32] = [:]
        var seen: Set<Int64> = []
        var firstCorner: [Int] = []
        var vertexOfCorner = ContiguousArray<UInt32>()
        vertexOfCorner.reserveCapacity(vertices.count)
        // A table is much faster, but too large where many small primitives share one set.
        if indices.isEmpty, vertices.count >= setCount / 4 {
            var table = ContiguousArray<UInt32>(repeating: .max, count: setCount)
            for corner in vertices.indices {
                let vertex = Int(vertices[corner])
                if table[vertex] == .max {
                    table[vertex] = UInt32(clamping: firstCorner.count)
                    firstCorner.append(corner)
                }
                vertexOfCorner.append(table[vertex])
            }
            return (firstCorner, vertexOfCorner)
        }
        for corner in vertices.indices {
            var key = SIMD4<Int64>(vertices[corner], 0, 0, 0)
            for (place, rows) in indices.enumerated() { key[place + 1] = rows[corner] }
            let number = numbers[key] ?? UInt32(clamping: firstCorner.count)
            if Int(number) == firstCorner.count {
                numbers[key] = number
                firstCorner.append(corner)
                if !indices.isEmpty, !seen.insert(vertices[corner]).inserted { addedVertices += 1 }
            }
            vertexOfCorner.append(number)
        }
        return (firstCorner, vertexOfCorner)
    }

    /// The values of a meaning: those of corners take precedence over those of vertices, and those over elements'.
    private mutating func values(
        _ semantic: AttributeSemantic, of primitive: Primitive, _ owner: (mesh: Int, place: Int), width: Int,
        filling: [Float], _ convert: (Attribute) -> Attribute
    ) -> Values? {
        let set = scene.vertexSets[primitive.vertexSet]
        func values(_ attribute: Attribute, _ indices: ContiguousArray<Int64>?) -> Values? {
            guard attribute.offsets == nil, attribute.values.components >= min(width, 3) else { return nil }
            let rows = floats(convert(attribute), width: width, padding: filling)
            return Values(width: width, rows: rows, indices: indices, filling: filling)
        }
        func found(_ values: Values?, _ path: String) -> Values? {
            if values != nil { shown.insert(path) }
            return values
        }
        for use in primitive.cornerAttributes where set.pools[use.pool].semantic == semantic {
            let rows =
                use.indices.map { ContiguousArray($0.integers()) }
                ?? ContiguousArray((0..<primitive.cornerCount).map(Int64.init))
            return found(
                values(set.pools[use.pool], rows), ScenePath.pool(set: primitive.vertexSet, use.pool))
        }
        if let own = set.attribute(semantic) {
            return found(values(own, nil), ScenePath.vertexAttribute(set: primitive.vertexSet, semantic))
        }
        guard let own = primitive.elementAttributes.first(where: { $0.semantic == semantic }) else { return nil }
        var elements = ContiguousArray<Int64>()
        var walk = ElementWalk(primitive)
        while let block = walk.next() {
            for (index, arity) in block.arities.enumerated() {
                elements += repeatElement(Int64(block.elements.lowerBound + index), count: arity)
            }
        }
        return found(
            values(own, elements), ScenePath.elementAttribute(mesh: owner.mesh, primitive: owner.place, semantic))
    }

    /// The numbers of an attribute as packed rows; components that it lacks are those of `padding`.
    private func floats(_ attribute: Attribute, width: Int, padding: [Float] = [0, 0, 0, 1]) -> ContiguousArray<Float> {
        let column = attribute.values
        let most = attribute.normalized ? Float(column.type.normalizedMaximum ?? 1) : 1
        var values = ContiguousArray<Float>()
        values.reserveCapacity(column.count * width)
        for (rows, block) in column.blocks(of: Float.self) {
            for row in 0..<rows.count {
                for place in 0..<width {
                    let isThere = place < column.components
                    values.append(isThere ? block[row * column.components + place] / most : padding[place])
                }
            }
        }
        return values
    }

    private func gather(
        _ values: ContiguousArray<Float>, _ width: Int, _ rows: [Int], filling: [Float]
    ) -> ContiguousArray<Float> {
        var result = ContiguousArray<Float>()
        result.reserveCapacity(rows.count * width)
        for row in rows {
            if row < 0 { result += filling } else { result += values[row * width..<(row + 1) * width] }
        }
        return result
    }

    private func error(of column: Column) -> Double {
        column.doubles().reduce(0) { error, value in
            let own = abs(Double(Float(value)) - value)
            return own > error ? own : error
        }
    }
}

extension Attribute {
    /// Texture coordinates counted from the bottom left, as float32.
    fileprivate var fromBottomLeft: Attribute {
        guard frame.uvOrigin == .topLeft else { return self }
        let values = UVFlip.flipped(values, type: .float32, normalized: normalized)
        return Attribute(semantic, values, frame: .bottomLeftUV)
    }

    /// Linear colours, as float32.
    fileprivate var linear: Attribute {
        Attribute(semantic, ColorTransfer.converted(self, to: .linear, type: .float32), frame: .linear)
    }
}

extension Primitive {
    /// The vertices of triangles and points, and of polylines those of each segment.
    fileprivate func segmented(_ vertices: ContiguousArray<UInt32>) -> ContiguousArray<UInt32> {
        guard topology == .lines else { return vertices }
        var result = ContiguousArray<UInt32>()
        var corner = 0
        var walk = ElementWalk(self)
        while let block = walk.next() {
            for arity in block.arities {
                for start in corner..<max(corner, corner + arity - 1) { result += vertices[start...start + 1] }
                corner += arity
            }
        }
        return result
    }
}
