import MeshFormats
import MeshModel

// Faces, edges and points: the elements that refer to vertices.

extension PLYSceneBuilder {
    /// Adds the polygons of element `face`; returns false when it has no list of vertices.
    mutating func readFaces(_ table: PLYTable, _ index: Int, textureCount: Int) throws(ReadError) -> Bool {
        guard let main = indexProperty(table) else { return false }
        let grouping = PLYGrouping(table.element.properties, isVertex: false)
        report(grouping, table)
        guard table.element.count > 0 else { return true }
        var faces = PLYFaces(table, indices: main)
        let items = faces.vertices.count * faces.vertices.components
        try checkIndices(&faces, table, "faces with") {
            PLYPlace(table: index, row: $0.row, property: main, item: $0.item)
        }
        leftOut[table.element.name]?.items = items - faces.vertices.count * faces.vertices.components
        countDegenerate(faces, index)
        var primitive = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: faces.count, arity: faces.arity, vertices: faces.vertices)
        let attributes = PLYAttributes(table: table, colorScale: colorScale)
        for group in grouping.groups where group.properties[0] != main {
            let property = table.element.properties[group.properties[0]]
            if group.role == .custom, property.name == "texcoord", property.isList,
                addTexCoords(faces, table, group.properties[0], to: &primitive)
            {
                continue
            }
            if group.role == .custom, property.name == "texnumber", textureCount > 0,
                addTexNumbers(faces, table, group.properties[0], textureCount, to: &primitive)
            {
                continue
            }
            var attribute = attributes.attribute(group)
            if property.name == "smoothing_group", group.role == .custom, property.type.isInteger, !property.isList {
                attribute.semantic = .smoothingGroup
            }
            primitive.elementAttributes.append(faces.kept(attribute))
        }
        if textureCount > 0, case .none = primitive.material {
            // What other programs do, too.
            if textureCount > 1 {
                warn("ply.texnumber-missing", "no texnumber says which texture faces have: the first")
            }
            primitive.material = .one(0)
        }
        primitives.append(primitive)
        return true
    }

    private func indexProperty(_ table: PLYTable) -> Int? {
        for name in Self.indexNames {
            guard let index = table.index(of: name) else { continue }
            let property = table.element.properties[index]
            if property.isList, property.type.isInteger { return index }
        }
        return nil
    }

    /// Leaves out elements with a corner that has no vertex; `subject` begins the sentence that says so.
    private mutating func checkIndices(
        _ faces: inout PLYFaces, _ table: PLYTable, _ subject: String,
        _ place: (_ corner: (row: Int, item: Int)) -> PLYPlace
    ) throws(ReadError) {
        guard let bad = PLYIndices.firstInvalid(faces.vertices, below: vertexSet.count) else { return }
        let location = locate(place(faces.place(of: bad)))
        let value = faces.vertices.value(at: bad)
        guard options.lenient else {
            throw ReadError(
                .invalidIndex, location, "expected a vertex index below \(vertexSet.count), found \(value)")
        }
        let count = faces.count
        faces.keepFaces(below: vertexSet.count)
        leftOut[table.element.name] = (count - faces.count, 0)
        addBroken(table.element, count: count - faces.count)
        warn(
            "ply.index-out-of-range", as: .error, count: count - faces.count, at: location,
            "\(subject) missing vertices were left out; the first uses vertex \(value)")
    }

    private mutating func countDegenerate(_ faces: PLYFaces, _ index: Int) {
        let found = faces.degenerate
        guard found.count > 0 else { return }
        warn(
            "ply.degenerate-face", defect: .tooFewCorners, count: found.count,
            at: locate(PLYPlace(table: index, row: found.first, property: 0, item: 0)),
            "faces with fewer than three corners")
    }

    /// Adds the `texcoord` list as a pool; returns false when its lengths do not fit the faces.
    private mutating func addTexCoords(
        _ faces: PLYFaces, _ table: PLYTable, _ index: Int, to primitive: inout Primitive
    ) -> Bool {
        let attribute = faces.kept(PLYAttributes(table: table, colorScale: 1).custom(index))
        guard let corners = faces.cornerPairs(attribute) else {
            warn(
                "ply.texcoord-length",
                "texcoord lists without two numbers for each corner are kept as plain lists, not as UVs")
            return false
        }
        primitive.cornerAttributes.append(
            CornerAttribute(pool: vertexSet.pools.count, indices: corners.indices))
        vertexSet.pools.append(Attribute(.texCoord(0), corners.values, frame: .bottomLeftUV))
        return true
    }

    private mutating func addTexNumbers(
        _ faces: PLYFaces, _ table: PLYTable, _ index: Int, _ textureCount: Int, to primitive: inout Primitive
    ) -> Bool {
        let property = table.element.properties[index]
        guard property.type.isInteger, !property.isList else { return false }
        let column = faces.kept(Attribute(AttributeSemantic(name: property.name), table.columns[index].values)).values
        let facts = Content(MeshScene()).facts(of: column)
        guard facts.minimum >= -1, facts.maximum < Double(textureCount) else {
            warn(
                "ply.texnumber-range", as: .error,
                "texnumber names textures that don't exist: kept as plain numbers, not as materials")
            return false
        }
        primitive.material = .perElement(column)
        return true
    }

    /// Adds the lines of element `edge`; returns false when it lacks two vertex properties.
    mutating func readEdges(_ table: PLYTable, _ index: Int) throws(ReadError) -> Bool {
        guard let first = vertexProperty("vertex1", table), let second = vertexProperty("vertex2", table) else {
            return false
        }
        try readSimple(table, index, .lines, [first, second])
        return true
    }

    /// Adds the points of element `point`; returns false when it has no vertex property.
    mutating func readPoints(_ table: PLYTable, _ index: Int) throws(ReadError) -> Bool {
        guard let vertex = vertexProperty("vertex_index", table) else { return false }
        try readSimple(table, index, .points, [vertex])
        return true
    }

    private func vertexProperty(_ name: String, _ table: PLYTable) -> Int? {
        guard let index = table.index(of: name) else { return nil }
        let property = table.element.properties[index]
        return !property.isList && property.type.isInteger ? index : nil
    }

    private mutating func readSimple(
        _ table: PLYTable, _ index: Int, _ topology: Topology, _ main: [Int]
    ) throws(ReadError) {
        let grouping = PLYGrouping(table.element.properties, isVertex: false)
        report(grouping, table)
        guard table.element.count > 0 else { return }
        let attributes = PLYAttributes(table: table, colorScale: colorScale)
        var faces = PLYFaces(attributes.joined(main))
        try checkIndices(&faces, table, "\(topology.rawValue) on") {
            PLYPlace(table: index, row: $0.row, property: main[$0.item], item: 0)
        }
        var primitive = Primitive(
            topology: topology, vertexSet: 0, elementCount: faces.count, arity: faces.arity, vertices: faces.vertices)
        for group in grouping.groups where !main.contains(group.properties[0]) {
            primitive.elementAttributes.append(faces.kept(attributes.attribute(group)))
        }
        primitives.append(primitive)
    }

    /// Adds the triangles of strips; returns false when the element has no list of vertices.
    mutating func readStrips(_ table: PLYTable, _ index: Int) throws(ReadError) -> Bool {
        guard let main = indexProperty(table) else { return false }
        for (place, property) in table.element.properties.enumerated() where place != main {
            addResidue(table.element, property, "strip property", count: table.element.count)
            inResidue.insert("\(table.element.name).\(property.name)")
        }
        guard table.element.count > 0 else { return true }
        let (values, offsets) = PLYAttributes.ragged(table.columns[main])
        let strips = PLYStrips(values, offsets, vertexCount: vertexSet.count)
        if let bad = strips.invalid {
            let location = locate(PLYPlace(table: index, row: bad.row, property: main, item: bad.item))
            throw ReadError(
                .invalidIndex, location, "expected a vertex index below \(vertexSet.count) or -1, found \(bad.value)")
        }
        guard strips.triangleCount > 0 else { return true }
        primitives.append(
            Primitive(
                topology: .polygons, vertexSet: 0, elementCount: strips.triangleCount, arity: .uniform(3),
                vertices: strips.triangles))
        return true
    }
}
