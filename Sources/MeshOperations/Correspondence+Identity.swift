public import MeshModel

extension Correspondence {
    /// The correspondence of a scene with itself: every part linked to itself, every row from its own place.
    public init(keeping scene: Scene) {
        self.init()
        for (set, vertices) in scene.vertexSets.enumerated() {
            linkVertexSet(set, of: scene, to: set)
            for pool in vertices.pools.indices {
                let path = ScenePath.pool(set: set, pool)
                attributes.append(AttributeLink(path, path))
            }
        }
        for (mesh, content) in scene.meshes.enumerated() {
            for (primitive, part) in content.primitives.enumerated() {
                for attribute in part.elementAttributes {
                    let path = ScenePath.elementAttribute(mesh: mesh, primitive: primitive, attribute.semantic)
                    attributes.append(AttributeLink(path, path))
                }
            }
        }
        linkTables(of: scene)
        nodes = Array(scene.nodes.indices)
        meshes = Array(scene.meshes.indices)
        materials = Array(scene.materials.indices)
        textures = Array(scene.textures.indices)
        images = Array(scene.images.indices)
        tables = Array(scene.tables.indices)
    }

    /// Links what `scene`'s vertices have to the same attributes of set `target`.
    mutating func linkVertexSet(_ set: Int, of scene: Scene, to target: Int) {
        for attribute in scene.vertexSets[set].attributes {
            attributes.append(
                AttributeLink(
                    ScenePath.vertexAttribute(set: set, attribute.semantic),
                    ScenePath.vertexAttribute(set: target, attribute.semantic)))
        }
    }

    private mutating func linkTables(of scene: Scene) {
        for (table, content) in scene.tables.enumerated() {
            for column in content.columns {
                let path = "\(ScenePath.table(table))/\(column.semantic.name)"
                attributes.append(AttributeLink(path, path))
            }
        }
    }
}

/// Where each target row comes from, gathered piece by piece; an order that changes nothing ends as `.identity`.
struct MappingBuilder {
    private var rows = ContiguousArray<Int32>()
    private var isIdentity = true

    mutating func append(_ source: Range<Int>) {
        if source.lowerBound != rows.count, !source.isEmpty { isIdentity = false }
        for row in source { rows.append(Int32(clamping: row)) }
    }

    mutating func append(_ source: ContiguousArray<Int32>, from base: Int) {
        for row in source {
            let global = row < 0 ? -1 : base + Int(row)
            if global != rows.count { isIdentity = false }
            rows.append(Int32(clamping: global))
        }
    }

    /// The mapping, for a source of `count` rows.
    func mapping(sourceCount count: Int) -> Correspondence.Mapping {
        isIdentity && rows.count == count ? .identity : .gather(rows)
    }
}

extension Scene {
    /// For each mesh and primitive, the number of its first element among all elements of its topology.
    var elementBases: [[Int]] {
        var next: [Topology: Int] = [:]
        return meshes.map { mesh in
            mesh.primitives.map { primitive in
                let base = next[primitive.topology, default: 0]
                next[primitive.topology] = base + primitive.elementCount
                return base
            }
        }
    }

    /// How many elements of a topology there are.
    func elementCount(_ topology: Topology) -> Int {
        meshes.reduce(0) { sum, mesh in
            mesh.primitives.reduce(sum) { $0 + ($1.topology == topology ? $1.elementCount : 0) }
        }
    }

    /// For each vertex set, the number of its first vertex among all.
    var vertexBases: [Int] {
        var next = 0
        return vertexSets.map { set in
            defer { next += set.count }
            return next
        }
    }

    /// The number of vertices of all sets.
    var vertexCount: Int { vertexSets.reduce(0) { $0 + $1.count } }
}
