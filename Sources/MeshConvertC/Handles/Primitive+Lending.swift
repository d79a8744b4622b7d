import MeshConvert
import MeshModel
import MeshOperations

extension Primitive {
    /// The vertices of corners.
    func lentIndices() throws(Failure) -> LentColumn {
        guard let vertices else { return try LentColumn(counting: cornerCount, as: .uint32) }
        return try LentColumn(vertices, as: .uint32).inRows(of: 1)
    }

    /// The starts of elements.
    func lentOffsets() throws(Failure) -> LentColumn {
        switch arity {
        case .offsets(let column): try LentColumn(column, as: .uint64)
        case .uniform(let count): try LentColumn(counting: elementCount + 1, by: count, as: .uint64)
        }
    }

    /// The materials of elements.
    func lentMaterials() throws(Failure) -> LentColumn {
        switch material {
        case .perElement(let column): try LentColumn(column, as: .int32)
        case .one(let material): try LentColumn(counting: elementCount, from: material, by: 0, as: .int32)
        case .none: try LentColumn(counting: elementCount, from: -1, by: 0, as: .int32)
        }
    }

    /// The triangles that its polygons are cut into: their vertices, or the polygon of each.
    func lentTriangles(_ scene: MeshScene, isElements: Bool) throws(Failure) -> LentColumn {
        guard topology == .polygons else { throw Failure(usage: "expected faces, found \(topology.rawValue)") }
        guard max(cornerCount, elementCount) < Int(Int32.max) else {
            throw Failure(status: .unsupported, code: "output.unsupported", message: "there are too many faces to cut")
        }
        if case .uniform(3) = arity {
            if isElements { return try LentColumn(counting: elementCount, as: .uint32) }
            let indices = try lentIndices()
            return indices.inRows(of: 3)
        }
        var alone = MeshScene()
        alone.vertexSets = scene.vertexSets
        var bare = self
        bare.cornerAttributes = []
        bare.subsetFamilies = []
        bare.material = .none
        bare.variantMaterials = []
        let numbers = Column(count: elementCount) { (rows: Range<Int>, block: inout ContiguousArray<Int32>) in
            block = ContiguousArray(rows.map { Int32(clamping: $0) })
        }
        bare.elementAttributes = [Attribute(AttributeSemantic(name: "element"), numbers)]
        alone.meshes = [Mesh(primitives: [bare])]
        let cut = triangulate(alone).scene.meshes[0].primitives[0]
        guard isElements else { return try cut.lentIndices().inRows(of: 3) }
        return try LentColumn(cut.elementAttributes.first?.values ?? .empty(.int32), as: .uint32)
    }
}
