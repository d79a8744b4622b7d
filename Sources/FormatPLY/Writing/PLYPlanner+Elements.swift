import MeshFormats
import MeshModel

// Bounds: the column that is made has as many rows as are copied, of the same width.

// Lines and points.

extension PLYPlanner {
    /// The type of vertex indices.
    var indexType: ScalarType { vertex.rowCount > Int(Int32.max) ? .uint32 : .int32 }

    /// The rows in the vertex element of a primitive's corners, as rows of `width`.
    func vertexSource(_ place: PrimitivePlace, width: Int) -> PLYValues.Source {
        let base = vertexBases[place.primitive.vertexSet]
        if let split = splitVertices[place.path] { return .rows(resolved(split, place).rowsOf(width)) }
        guard let vertices = place.primitive.vertices else {
            let count = place.primitive.cornerCount
            if base + count <= Int(Int32.max) {
                return .rows(Column(ContiguousArray((0..<count).map { Int32(base + $0) })).rowsOf(width))
            }
            return .rows(Column(ContiguousArray((0..<count).map { Int64(base + $0) })).rowsOf(width))
        }
        let column = vertices.rowsOf(width)
        if base > 0 { return .shifted(column, by: Int64(base)) }
        // Below 2³¹, which was checked, indices have the same bits in both types.
        if column.type == .uint32, indexType == .int32,
            let same = Column(
                viewing: column.storage, offset: column.offset, stride: column.stride, count: column.count,
                components: column.components, type: .int32, byteOrder: column.byteOrder)
        {
            return .rows(same)
        }
        return .rows(column)
    }

    /// Gives copies their final vertex indices; until now they are numbered from −1 down.
    private func resolved(_ column: Column, _ place: PrimitivePlace) -> Column {
        var first = vertexBases[vertexBases.count - 1]
        for set in 0..<place.primitive.vertexSet { first += choices[set].copies.count }
        return Column(ContiguousArray(column.integers().map { $0 < 0 ? Int64(first) - 1 - $0 : $0 }))
    }

    /// The fields of the attributes of elements.
    mutating func elementFields(
        _ places: [PrimitivePlace], _ domain: Domain, target: Int, reserved: [PLYProperty],
        rows: [ContiguousArray<Int32>?]
    ) -> [PLYField] {
        var semantics: [AttributeSemantic] = []
        var known: Set<AttributeSemantic> = []
        for place in places {
            for attribute in place.primitive.elementAttributes where known.insert(attribute.semantic).inserted {
                semantics.append(attribute.semantic)
            }
        }
        let attributes = places.map(\.primitive.elementAttributes.byMeaning)
        return fields(
            semantics, domain, reserved: reserved,
            pieces: { semantic in
                places.enumerated().map { index, place in
                    let attribute = attributes[index][semantic]
                    var stored = attribute
                    if let picks = rows[index], let attribute { stored = attribute.picked(picks) }
                    return Piece(
                        count: rows[index]?.count ?? place.primitive.elementCount,
                        sourceCount: place.primitive.elementCount, path: place.path,
                        attribute: attribute, rows: rows[index], stored: stored)
                }
            },
            target: { ScenePath.elementAttribute(mesh: 0, primitive: target, $0) })
    }

    /// Reports named sets of elements, even of primitives without elements.
    mutating func reportSubsets(_ place: PrimitivePlace) {
        for family in place.primitive.subsetFamilies {
            lose(
                .subsetDropped, .dropped,
                ScenePath.subsets(mesh: place.mesh, primitive: place.index, family: family.name), family.name,
                family.subsets.count, "subsets", "PLY can't store named groups of elements",
                remedy: Remedy.keeping(family, of: place.primitive))
        }
    }

    /// Reports losses that elements of all kinds share.
    mutating func reportElements(_ places: [PrimitivePlace], hasTextures: Bool) {
        let images = hasTextures ? [] : materialIndices(places)
        for (index, place) in places.enumerated() {
            reportSubsets(place)
            guard !hasTextures else { continue }
            let bound = images[index].reduce(0) { $0 + ($1 >= 0 ? 1 : 0) }
            lose(
                .materialDropped, .dropped, ScenePath.materialBinding(mesh: place.mesh, primitive: place.index),
                "material of \(place.primitive.topology.rawValue)", bound, "elements",
                "PLY can store textures for faces only", remedy: .ending("obj"))
        }
    }

    mutating func planLines() {
        let places = primitives(.lines)
        guard !places.isEmpty else { return }
        reportElements(places, hasTextures: false)
        var element = PLYElementLayout(name: "edge", rowCount: 0)
        var rows: [ContiguousArray<Int32>?] = []
        var parts: [PLYValues.Part] = []
        var mapping = ContiguousArray<Int32>()
        var isIdentity = true
        var base: Int32 = 0
        for place in places {
            let count = place.primitive.elementCount
            if case .uniform(2) = place.primitive.arity {
                rows.append(nil)
                parts.append(PLYValues.Part(count: count, source: vertexSource(place, width: 2)))
                for line in 0..<count { mapping.append(base &+ Int32(clamping: line)) }
            } else {
                let segments = segments(place)
                if segments.origins.count != count || segments.cut > 0 { isIdentity = false }
                rows.append(segments.origins)
                parts.append(PLYValues.Part(count: segments.vertices.count, source: .rows(segments.vertices)))
                for origin in segments.origins { mapping.append(base &+ origin) }
                lose(
                    .topologySegmented, .approximated, place.path, "polylines", segments.cut, "lines",
                    "split into edges of two vertices, as PLY needs", remedy: .ending("obj"))
                lose(
                    .topologyDropped, .dropped, place.path, "lines of one vertex", segments.dropped, "lines",
                    "PLY needs two vertices for each edge", remedy: .ending("obj"))
            }
            base &+= Int32(clamping: count)
        }
        element.rowCount = parts.reduce(0) { $0 + $1.count }
        guard element.rowCount > 0 else { return }
        if !isIdentity { links.elements[.lines] = .gather(mapping) }
        element.fields.append(PLYField(["vertex1", "vertex2"], indexType, parts))
        let target = primitiveCount
        primitiveCount += 1
        // A primitive without segments has been reported as dropped already.
        let present = places.indices.filter { parts[$0].count > 0 }
        element.fields += elementFields(
            present.map { places[$0] }, .lines, target: target, reserved: element.properties,
            rows: present.map { rows[$0] })
        layout.elements.append(element)
    }

    /// Splits the lines of a primitive into segments of two vertices. Returns the line that each comes from, the number
    /// of lines cut, and the number without segments.
    private func segments(
        _ place: PrimitivePlace
    ) -> (vertices: Column, origins: ContiguousArray<Int32>, cut: Int, dropped: Int) {
        var corners = ContiguousArray<Int64>()
        let vertices = PLYValues(
            type: .int64, components: 1,
            parts: [PLYValues.Part(count: place.primitive.cornerCount, source: vertexSource(place, width: 1))])
        let all = unsafe Column.packed(.int64, count: place.primitive.cornerCount, components: 1) {
            unsafe vertices.copy(0..<place.primitive.cornerCount, to: $0, stride: 8)
        }.integers()
        var origins = ContiguousArray<Int32>()
        var cut = 0
        var dropped = 0
        var walk = ElementWalk(place.primitive)
        while let block = walk.next() {
            var corner = block.corners.lowerBound
            for (index, arity) in block.arities.enumerated() {
                if arity < 2 { dropped += 1 } else if arity > 2 { cut += 1 }
                for step in 0..<max(arity - 1, 0) {
                    corners.append(all[corner + step])
                    corners.append(all[corner + step + 1])
                    origins.append(Int32(clamping: block.elements.lowerBound + index))
                }
                corner += arity
            }
        }
        return (Column(corners, components: 2), origins, cut, dropped)
    }

    mutating func planPoints() {
        let places = primitives(.points)
        let isCloud = isCloud(places)
        if places.isEmpty {
            if primitiveCount == 0, vertex.rowCount > 0 {
                lose(
                    .topologyGenerated, .generated, ScenePath.primitive(mesh: 0, 0), "points", vertex.rowCount,
                    "points", "vertices without faces are read back as points")
            }
            return
        }
        reportElements(places, hasTextures: false)
        guard !isCloud else { return }
        var element = PLYElementLayout(
            name: "point", rowCount: places.reduce(0) { $0 + $1.primitive.elementCount })
        element.fields.append(
            PLYField(
                ["vertex_index"], indexType,
                places.map { PLYValues.Part(count: $0.primitive.elementCount, source: vertexSource($0, width: 1)) }))
        let target = primitiveCount
        primitiveCount += 1
        element.fields += elementFields(
            places, .points, target: target, reserved: element.properties, rows: places.map { _ in nil })
        layout.elements.append(element)
    }

    /// Whether the points are those that a reader makes of vertices alone.
    private func isCloud(_ places: [PrimitivePlace]) -> Bool {
        guard primitiveCount == 0, copies.isEmpty else { return false }
        return Self.isCloud(places, of: scene) && places.allSatisfy(\.primitive.elementAttributes.isEmpty)
    }
}

extension Attribute {
    /// The attribute of the elements `rows`, in this order.
    func picked(_ rows: ContiguousArray<Int32>) -> Attribute {
        var result = self
        guard let offsets else {
            result.values = values.gathered(rows)
            return result
        }
        let starts = offsets.integers()
        var items = ContiguousArray<Int32>()
        var newStarts: ContiguousArray<Int64> = [0]
        for row in rows where row >= 0 && Int(row) + 1 < starts.count {
            for item in starts[Int(row)]..<starts[Int(row) + 1] { items.append(Int32(clamping: item)) }
            newStarts.append(Int64(items.count))
        }
        result.values = values.packedSingles().gathered(items)
        result.offsets = Column(newStarts)
        return result
    }
}
