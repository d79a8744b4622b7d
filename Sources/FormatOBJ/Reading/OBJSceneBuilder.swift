import MeshBytes
import MeshFormats
import MeshModel

/// Builds a document from the joined statements of a file.
struct OBJSceneBuilder {
    let input: Input
    let options: ReadOptions
    var scene = MeshScene()
    var residue: [Residue] = []
    var diagnostics = OBJDiagnostics()
    /// The material index of each `usemtl` name.
    var materialIndices: [Int32] = []
    /// The pools of the vertex set.
    var texCoordPool: Int?
    var normalPool: Int?

    /// Builds the document; its columns share the memory of `join`.
    mutating func document(from join: inout OBJFileStatements) throws(ReadError) -> Document {
        var native = try readMaterials(join)
        addVertices(&join)
        try addObjects(&join)
        swap(&scene.metadata, &join.comments)
        let record = join.record
        addIssues(join, record)
        addUnknown(join)
        native.originRecord = record
        restoreOrigin(record)
        var result = Document(
            format: "obj", variant: "obj", native: native, scene: scene, residue: residue,
            diagnostics: TextPlaces.located(diagnostics.list, in: input), census: OBJCensus.entries(join),
            byteCount: input.byteCount)
        result.sideFiles = native.libraries.map(\.input.name)
        return result
    }

    private mutating func restoreOrigin(_ record: String?) {
        guard let record, !options.ignoresOrigin else { return }
        diagnostics.list +=
            OBJOrigin(record: record)?.restore(&scene)
            ?? [.originIgnored("meshconv's origin record can't be read and is ignored")]
    }

    // MARK: Vertices

    private mutating func addVertices(_ join: inout OBJFileStatements) {
        let count = join.counts.vertices
        guard count > 0 || join.counts.texCoords > 0 || join.counts.normals > 0 else { return }
        var set = VertexSet(count: count)
        set.attributes.append(Attribute(.position, join.positions.column()))
        if let colors = OBJColorReading.attribute(&join, &diagnostics, &residue) { set.attributes.append(colors) }
        if join.weights.count > 0 {
            join.weights.pad(to: count, with: 1)
            set.attributes.append(Attribute(.weight, join.weights.column()))
        }
        /// Adds a list: as a pool, whose number it returns, unless each vertex has one row.
        func add(_ attribute: Attribute, isPerVertex: Bool) -> Int? {
            if isPerVertex { set.attributes.append(attribute) } else { set.pools.append(attribute) }
            return isPerVertex ? nil : set.pools.count - 1
        }
        if join.counts.texCoords > 0 {
            texCoordPool = add(
                Attribute(.texCoord(0), join.texCoords.column(), frame: .bottomLeftUV),
                isPerVertex: join.hasTexCoordPerVertex)
        }
        if join.counts.normals > 0 {
            normalPool = add(Attribute(.normal, join.normals.column()), isPerVertex: join.hasNormalPerVertex)
        }
        scene.vertexSets = [set]
    }

    // MARK: Objects

    private mutating func addObjects(_ join: inout OBJFileStatements) throws(ReadError) {
        var objects = OBJRunWalk.objects(of: join)
        let hasElements = join.polygons.count + join.lines.count + join.points.count > 0
        let hasCloud = !hasElements && join.counts.vertices > 0
        if hasCloud, objects.isEmpty { objects = [OBJObjectPart(name: nil, isStated: false)] }
        guard !objects.isEmpty else { return }
        join.polygons.finish()
        join.lines.finish()
        join.points.finish()
        let polygons = OBJStreamColumns(join.polygons, texCoordPool: texCoordPool, normalPool: normalPool)
        let lines = OBJStreamColumns(join.lines, texCoordPool: texCoordPool, normalPool: normalPool)
        let points = OBJStreamColumns(join.points, texCoordPool: texCoordPool, normalPool: normalPool)
        let hasSmoothing = join.counts.smoothing > join.tally.count(.invalidSmoothing)
        let groupLists = join.names.list
        // Groups stay in force across objects: a few long lists and many small objects could need any amount of memory.
        var memberships = 4 * input.byteCount + 1_000_000
        for (index, object) in objects.enumerated() {
            var mesh = Mesh(primitives: [])
            for kind in object.kinds where !object.runs(kind).isEmpty {
                let columns: OBJStreamColumns
                switch kind {
                case .polygons: columns = polygons
                case .lines: columns = lines
                case .points: columns = points
                }
                var primitive = columns.primitive(of: object.runs(kind), kind)
                if kind == .polygons, hasSmoothing {
                    primitive.elementAttributes = [OBJRunColumns.smoothing(object.polygons)]
                }
                primitive.material = OBJRunColumns.material(object.runs(kind), materialIndices)
                primitive.subsetFamilies = OBJRunColumns.groups(object.runs(kind), groupLists)
                for subset in primitive.subsetFamilies.first?.subsets ?? [] { memberships -= 1 + subset.ranges.count }
                guard memberships >= 0 else {
                    throw ReadError(
                        .limitExceeded, .whole, "expected fewer groups in each object, found millions in all")
                }
                mesh.primitives.append(primitive)
            }
            if hasCloud, index == 0 { mesh.primitives = [.cloud(vertexSet: 0, count: join.counts.vertices)] }
            scene.nodes.append(Node(name: object.name, mesh: scene.meshes.count))
            scene.meshes.append(mesh)
        }
        scene.scenes = [SceneRoot(roots: Array(scene.nodes.indices))]
        scene.defaultScene = 0
    }
}

extension OBJFileStatements {
    /// Whether each corner that can have a normal has that of its vertex, so that the list belongs to the vertices.
    ///
    /// Lines and points can't have normals.
    var hasNormalPerVertex: Bool {
        guard counts.normals == counts.vertices else { return false }
        return polygons.fits(polygons.normalRows, isOptional: false) && lines.fits(lines.normalRows, isOptional: true)
            && points.fits(points.normalRows, isOptional: true)
    }

    /// Whether each corner that can have texture coordinates has those of its vertex. Points can't have any.
    var hasTexCoordPerVertex: Bool {
        guard counts.texCoords == counts.vertices else { return false }
        return polygons.fits(polygons.texCoordRows, isOptional: false)
            && lines.fits(lines.texCoordRows, isOptional: false)
            && points.fits(points.texCoordRows, isOptional: true)
    }
}

extension OBJFileElements {
    /// Whether rows of this kind allow one row per vertex.
    func fits(_ rows: Rows, isOptional: Bool) -> Bool {
        switch rows {
        case .none: count == 0 || isOptional
        case .same: true
        case .stored: false
        }
    }
}
