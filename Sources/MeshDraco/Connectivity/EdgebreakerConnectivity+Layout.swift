extension EdgebreakerConnectivity {
    /// The layout of a group's values, found by a walk over the faces.
    func layout(of group: AttributeGroup, _ reader: inout ByteReader) throws(DracoError) -> ValueLayout {
        var table = table
        if let index = group.seamIndex {
            guard cutTables.indices.contains(index) else {
                throw reader.invalid("one of \(cutTables.count) sets of seams", found: "\(index)")
            }
            if group.isPerCorner { table = cutTables[index] }
        }
        let order =
            group.prefersDegree
            ? try ValueOrder.predictionDegree(table, &reader) : try ValueOrder.depthFirst(table, &reader)
        return try ValueLayout(table, order, points: points, pointCount: pointCount, &reader)
    }
}
