/// The layout of a group's values: the value of each point, and the surface for predictions.
struct ValueLayout {
    /// The connectivity and order for predictions along the surface.
    struct Surface {
        let table: CornerTable
        let order: ValueOrder
    }

    let pointCount: Int
    let valueCount: Int
    /// The value of each point; nil: values are in point order.
    let valueOfPoint: [Int32]?
    /// The point of each value; nil: values are in point order.
    let pointOfValue: [Int32]?
    /// Nil without edgebreaker.
    let surface: Surface?

    /// Creates a layout of values in point order.
    init(pointCount: Int) {
        self.pointCount = pointCount
        valueCount = pointCount
        valueOfPoint = nil
        pointOfValue = nil
        surface = nil
    }

    /// Creates a layout of values in the order of a walk over the faces.
    init(
        _ table: CornerTable, _ order: ValueOrder, points: [UInt32], pointCount: Int, _ reader: inout ByteReader
    ) throws(DracoError) {
        try reader.reserve(pointCount, of: 4, "values of points")
        try reader.reserve(order.corners.count, of: 4, "points of values")
        var values = [Int32](repeating: -1, count: pointCount)
        for corner in points.indices {
            values[Int(points[corner])] = order.values[table.vertex(corner)]
        }
        guard !values.contains(-1), !table.vertices.contains(where: { order.values[Int($0)] < 0 }) else {
            throw reader.invalid("a value for each point", found: "none")
        }
        self.pointCount = pointCount
        valueCount = order.corners.count
        valueOfPoint = values
        pointOfValue = order.corners.map { Int32(bitPattern: points[Int($0)]) }
        surface = Surface(table: table, order: order)
    }

    @inline(__always)
    func value(ofPoint point: Int) -> Int {
        valueOfPoint.map { Int($0[point]) } ?? point
    }
}
