import MeshFormats
import MeshModel

// The predicted differences of attributes and pools that no prim has.

extension USDShapeContents {
    /// Reports element attributes of a shape that USD can't hold.
    func reportShape(_ shape: USDPlannedShape, _ arrived: Set<String>, _ draft: inout USDDraft) {
        for attribute in shape.place.primitive.elementAttributes {
            let path = shape.place.path(attribute.semantic)
            guard !arrived.contains(path), !loseUnseen(attribute, path, "elements", &draft) else { continue }
            draft.lose(
                .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "elements",
                attribute.offsets != nil ? "USD can't store lists of values" : "the points have such values already",
                remedy: .ending("ply"))
        }
    }

    /// Reports attributes and pools that no prim has, and changes of pools that prims have.
    func reportUnwritten(_ draft: inout USDDraft) {
        let users = draft.scene.primitivesOfSets
        let others = Dictionary(grouping: tree.shapes.lazy.filter { $0.kind != .mesh }, by: \.set)
        for (index, set) in draft.scene.vertexSets.enumerated() {
            for attribute in set.attributes {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard !written.contains(path), !attribute.changesNothing,
                    !loseUnseen(attribute, path, "vertices", &draft)
                else { continue }
                if attribute.semantic.ofTarget != nil {
                    draft.lose(
                        .morphAttributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count,
                        "vertices", "USD targets can only change positions and normals", remedy: .ending("glb"))
                    continue
                }
                draft.lose(
                    .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "vertices",
                    attribute.offsets != nil
                        ? "USD can't store lists of values" : "no face, line or point uses these vertices",
                    remedy: .ending("ply"))
            }
            for (pool, attribute) in set.pools.enumerated() {
                let path = ScenePath.pool(set: index, pool)
                guard written.contains(path) else {
                    if loseUnseen(attribute, path, "values", &draft) { continue }
                    draft.lose(
                        .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, "values",
                        "no face uses them", remedy: .ending("obj"))
                    continue
                }
                reportPool(pool, attribute, path, users[index] ?? [], others[index] ?? [], &draft)
            }
        }
    }

    private func reportPool(
        _ pool: Int, _ attribute: Attribute, _ path: String, _ users: [Primitive], _ others: [USDPlannedShape],
        _ draft: inout USDDraft
    ) {
        let usedCount = usedRowCount(users, pool, attribute.count)
        let arrivedCount = poolRowCounts[path, default: 0]
        var lost = 0
        for shape in others { lost += lostCorners(shape, pool) }
        let name = attribute.semantic.plainName
        draft.lose(
            .attributeDropped, .dropped, path, name, lost, "corners",
            "USD can't store values per corner for lines or points",
            remedy: .ending("obj"))
        let bareCount = users.reduce(0) { sum, user in
            sum + (user.topology == .polygons ? bareCornerCount(user, pool) : 0)
        }
        draft.lose(
            .attributeFilled, .reencoded, path, name, bareCount, "corners",
            "corners without a value count as 0 in other programs")
        draft.lose(
            .interpolationFlattened, .generated, path, name, abs(arrivedCount - usedCount), "values",
            "values shared by several objects were repeated, as USD needs")
        if !exactPools.contains(path) {
            draft.lose(
                .valuesUnreferenced, restoredPools.contains(path) ? .reencoded : .dropped, path, name,
                attribute.count - usedCount, "values", "no face or line uses them",
                remedy: restoredPools.contains(path) ? nil : .ending("obj"))
        }
    }

    /// The number of corners with a value in a shape that is not a mesh.
    private func lostCorners(_ shape: USDPlannedShape, _ pool: Int) -> Int {
        guard let use = shape.place.primitive.cornerAttributes.first(where: { $0.pool == pool }) else { return 0 }
        var buffer = ContiguousArray<Int64>()
        use.readRows(of: 0..<shape.place.primitive.cornerCount, into: &buffer)
        guard let corners = shape.corners else { return buffer.count { $0 >= 0 } }
        return corners.count { buffer[Int($0)] >= 0 }
    }

    /// Reports colours that were left out as unseen, and returns whether they were.
    private func loseUnseen(
        _ attribute: Attribute, _ path: String, _ unit: String, _ draft: inout USDDraft
    ) -> Bool {
        guard materials.unseenColors.contains(path) else { return false }
        draft.lose(
            .attributeDropped, .dropped, path, attribute.semantic.plainName, attribute.count, unit,
            "Quick Look shows only the texture, not the colours", remedy: .variant("usdz"))
        return true
    }
}
