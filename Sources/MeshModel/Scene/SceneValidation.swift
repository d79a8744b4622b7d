extension MeshScene {
    /// Checks that the parts fit together: every index is valid, every column has a row for each element.
    ///
    /// Readers build valid scenes. A scene that a caller builds is checked before it is converted, since writers and
    /// operations rely on it. Values are not checked: NaN is a value. Linear time, no copies.
    ///
    /// - Throws: the first defect, in the order of the scene's properties.
    public func validate() throws(SceneDefect) {
        for (index, set) in vertexSets.enumerated() { try check(set, ScenePath.vertexSet(index)) }
        for (mesh, index, primitive) in placedPrimitives {
            let path = ScenePath.primitive(mesh: mesh, index)
            guard vertexSets.indices.contains(primitive.vertexSet) else {
                throw SceneDefect(path, Self.range("vertex set", primitive.vertexSet, vertexSets.count))
            }
            try PrimitiveValidation(primitive: primitive, set: vertexSets[primitive.vertexSet], path: path).run(
                materialCount: materials.count, variantCount: materialVariants.count)
        }
        for (index, node) in nodes.enumerated() { try check(node, ScenePath.node(index)) }
        try checkTrees()
        try checkMotion()
        for (index, material) in materials.enumerated() {
            for slot in material.textures where !textures.indices.contains(slot.texture) {
                throw SceneDefect(ScenePath.material(index), Self.range("texture", slot.texture, textures.count))
            }
        }
        for (index, texture) in textures.enumerated() where !images.indices.contains(texture.image) {
            throw SceneDefect(ScenePath.texture(index), Self.range("image", texture.image, images.count))
        }
        for (index, table) in tables.enumerated() {
            for column in table.columns {
                try Self.check(column, rows: table.rowCount, "\(ScenePath.table(index))/\(column.semantic.name)")
            }
        }
        if let unit = metersPerUnit, !(unit.isFinite && unit > 0) {
            throw SceneDefect(ScenePath.metersPerUnit, "expected a number above 0, found \(unit)")
        }
    }

    private func check(_ set: VertexSet, _ path: String) throws(SceneDefect) {
        guard set.count >= 0 else { throw SceneDefect(path, "expected 0 or more vertices, found \(set.count)") }
        for attribute in set.attributes {
            try Self.check(attribute, rows: set.count, "\(path)/\(attribute.semantic.name)")
        }
        for (index, pool) in set.pools.enumerated() { try Self.check(pool, rows: pool.count, "\(path)/pools/\(index)") }
    }

    private func check(_ node: Node, _ path: String) throws(SceneDefect) {
        if let mesh = node.mesh, !meshes.indices.contains(mesh) {
            throw SceneDefect(path, Self.range("mesh", mesh, meshes.count))
        }
        if let camera = node.camera, !cameras.indices.contains(camera) {
            throw SceneDefect(path, Self.range("camera", camera, cameras.count))
        }
        if let light = node.light, !lights.indices.contains(light) {
            throw SceneDefect(path, Self.range("light", light, lights.count))
        }
        for child in node.children where !nodes.indices.contains(child) {
            throw SceneDefect(path, Self.range("child", child, nodes.count))
        }
        if case .matrix(let numbers) = node.transform, numbers.count != 16 {
            throw SceneDefect(path, "expected a matrix of 16 numbers, found \(numbers.count)")
        }
        try checkInstances(node, path)
    }

    /// Checks that a node has at most one parent and is not its own ancestor, and that roots exist and have none.
    private func checkTrees() throws(SceneDefect) {
        var parents = [Int](repeating: -1, count: nodes.count)
        for (index, node) in nodes.enumerated() {
            for child in node.children {
                guard parents[child] < 0 else {
                    throw SceneDefect(
                        ScenePath.node(child), "expected one parent, found nodes \(parents[child]) and \(index)")
                }
                parents[child] = index
            }
        }
        // Each node has one path up to a root: meeting a node twice on it means a cycle.
        var seen = [Int](repeating: -1, count: nodes.count)
        for start in nodes.indices {
            var node = start
            while node >= 0, seen[node] < 0 {
                seen[node] = start
                node = parents[node]
            }
            if node >= 0, seen[node] == start {
                throw SceneDefect(ScenePath.node(node), "the node is below itself")
            }
        }
        for (index, scene) in scenes.enumerated() {
            for root in scene.roots {
                guard nodes.indices.contains(root) else {
                    throw SceneDefect("/scenes/\(index)", Self.range("root", root, nodes.count))
                }
                guard parents[root] < 0 else {
                    throw SceneDefect(
                        "/scenes/\(index)", "expected roots without a parent, found \(root) below node \(parents[root])"
                    )
                }
            }
        }
        if let scene = defaultScene, !scenes.indices.contains(scene) {
            throw SceneDefect("/scene", Self.range("scene", scene, scenes.count))
        }
    }

    /// Checks that an attribute has a row, or a list of values, for each of `rows` elements.
    package static func check(_ attribute: Attribute, rows: Int, _ path: String) throws(SceneDefect) {
        guard attribute.count == rows else {
            throw SceneDefect(path, "expected \(rows) rows, found \(attribute.count)")
        }
        guard attribute.values.components > 0 else { throw SceneDefect(path, "expected rows of numbers, found none") }
        guard let offsets = attribute.offsets else { return }
        guard attribute.values.components == 1 else {
            throw SceneDefect(path, "expected single values for lists, found rows of \(attribute.values.components)")
        }
        try check(offsets, endingAt: attribute.values.count, path)
    }

    /// Checks that starts ascend from 0 to `end`.
    static func check(_ offsets: Column, endingAt end: Int, _ path: String) throws(SceneDefect) {
        guard offsets.type.isInteger, offsets.components == 1, offsets.count > 0 else {
            throw SceneDefect(path, "expected whole numbers as offsets, found \(offsets.type.name)")
        }
        var last: Int64 = 0
        var isFirst = true
        for (_, block) in offsets.blocks(of: Int64.self) {
            for offset in block {
                guard isFirst ? offset == 0 : offset >= last else {
                    throw SceneDefect(path, "expected offsets that ascend from 0, found \(offset) after \(last)")
                }
                isFirst = false
                last = offset
            }
        }
        guard last == Int64(end) else { throw SceneDefect(path, "expected offsets up to \(end), found \(last)") }
    }

    /// Checks that a column holds integers in `range`, one or more per row.
    static func check(
        _ indices: Column, in range: Range<Int>, _ what: String, _ path: String
    ) throws(SceneDefect) {
        guard indices.type.isInteger else {
            throw SceneDefect(path, "expected whole numbers as \(what), found \(indices.type.name)")
        }
        for (_, block) in indices.blocks(of: Int64.self) {
            // No early exit: so the loop takes only a few instructions per index.
            var lowest = Int64.max
            var highest = Int64.min
            for index in block {
                lowest = min(lowest, index)
                highest = max(highest, index)
            }
            guard block.isEmpty || lowest >= Int64(range.lowerBound) && highest < Int64(range.upperBound) else {
                let found = lowest < Int64(range.lowerBound) ? lowest : highest
                throw SceneDefect(
                    path, "expected \(what) from \(range.lowerBound) to \(range.upperBound - 1), found \(found)")
            }
        }
    }

    private static func range(_ what: String, _ found: Int, _ count: Int) -> String {
        count == 0 ? "expected no \(what), found \(found)" : "expected \(what) 0 to \(count - 1), found \(found)"
    }
}

private struct PrimitiveValidation {
    let primitive: Primitive
    let set: VertexSet
    let path: String

    func run(materialCount: Int, variantCount: Int) throws(SceneDefect) {
        let corners = try cornerCount()
        try checkVertices(corners)
        for attribute in primitive.elementAttributes {
            try MeshScene.check(attribute, rows: primitive.elementCount, "\(path)/\(attribute.semantic.name)")
        }
        for attribute in primitive.cornerAttributes { try check(attribute, corners) }
        for family in primitive.subsetFamilies { try check(family) }
        try check(primitive.material, materialCount)
        var last = -1
        for own in primitive.variantMaterials {
            guard own.variant > last, own.variant < variantCount else {
                throw SceneDefect(
                    path, "expected ascending indices of \(variantCount) variants, found \(own.variant)")
            }
            last = own.variant
            try check(own.material, materialCount)
        }
    }

    private func check(_ binding: MaterialBinding, _ materialCount: Int) throws(SceneDefect) {
        switch binding {
        case .none: break
        case .one(let material):
            guard material >= 0, material < materialCount else {
                throw SceneDefect(path, "expected one of \(materialCount) materials, found \(material)")
            }
        case .perElement(let column):
            guard column.count == primitive.elementCount, column.components == 1 else {
                throw SceneDefect(path, "expected \(primitive.elementCount) material indices, found \(column.count)")
            }
            try MeshScene.check(column, in: -1..<materialCount, "material indices", path)
        }
    }

    private func cornerCount() throws(SceneDefect) -> Int {
        guard primitive.elementCount >= 0 else {
            throw SceneDefect(path, "expected 0 or more elements, found \(primitive.elementCount)")
        }
        switch primitive.arity {
        case .uniform(let arity):
            let (count, overflow) = primitive.elementCount.multipliedReportingOverflow(by: arity)
            guard arity >= 0, !overflow else {
                throw SceneDefect(path, "expected a number of corners for each element, found \(arity)")
            }
            return count
        case .offsets(let offsets):
            guard offsets.count == primitive.elementCount + 1 else {
                throw SceneDefect(path, "expected \(primitive.elementCount + 1) offsets, found \(offsets.count)")
            }
            let end = offsets.rows(primitive.elementCount..<offsets.count).integers().first ?? 0
            try MeshScene.check(offsets, endingAt: Int(clamping: end), path)
            return Int(clamping: end)
        }
    }

    private func checkVertices(_ corners: Int) throws(SceneDefect) {
        guard let vertices = primitive.vertices else {
            guard corners <= set.count else {
                throw SceneDefect(path, "expected a vertex for each of \(corners) corners, found \(set.count)")
            }
            return
        }
        let (count, overflow) = vertices.count.multipliedReportingOverflow(by: vertices.components)
        guard !overflow, count == corners else {
            throw SceneDefect(path, "expected \(corners) vertex indices, found \(count)")
        }
        try MeshScene.check(vertices, in: 0..<set.count, "vertex indices", path)
    }

    private func check(_ attribute: CornerAttribute, _ corners: Int) throws(SceneDefect) {
        guard set.pools.indices.contains(attribute.pool) else {
            throw SceneDefect(path, "expected one of \(set.pools.count) pools, found \(attribute.pool)")
        }
        let rows = set.pools[attribute.pool].count
        guard let indices = attribute.indices else {
            guard rows >= corners else { throw SceneDefect(path, "expected \(corners) rows in a pool, found \(rows)") }
            return
        }
        guard indices.count == corners, indices.components == 1 else {
            throw SceneDefect(path, "expected \(corners) corner indices, found \(indices.count)")
        }
        try MeshScene.check(indices, in: -1..<rows, "corner indices", path)
    }

    private func check(_ family: SubsetFamily) throws(SceneDefect) {
        for subset in family.subsets {
            var end = -1
            for range in subset.ranges {
                guard range.lowerBound > end, !range.isEmpty, range.upperBound <= primitive.elementCount else {
                    throw SceneDefect(
                        path,
                        "expected ascending ranges of \(primitive.elementCount) elements in \(subset.name), "
                            + "found \(range.lowerBound)..<\(range.upperBound)")
                }
                end = range.upperBound
            }
        }
    }
}
