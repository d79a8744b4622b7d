/// Predicts a normal from the faces around its vertex, weighted by area.
struct NormalPrediction {
    private let table: CornerTable
    private let order: ValueOrder
    private let positions: PositionValues
    private let places: [Int32]
    private let transform: OctahedronTransform
    /// Whether only the face at the value's own corner counts, as in old versions.
    private var usesOneFace = false
    private var turned: BinaryDecoder

    init(
        _ surface: ValueLayout.Surface, _ layout: ValueLayout, _ positions: PositionValues, isCanonical: Bool,
        _ reader: inout ByteReader
    ) throws(DracoError) {
        table = surface.table
        order = surface.order
        self.positions = positions
        places = try positions.places(for: layout, &reader)
        transform = try OctahedronTransform(isCanonical: isCanonical, &reader)
        if reader.version < BitstreamVersion(2, 2) {
            let mode = try reader.byte("mode of normals")
            guard mode <= 1 else { throw reader.unsupported("mode 0 or 1 of normals", found: "\(mode)") }
            usesOneFace = mode == 0
        }
        turned = try BinaryDecoder(&reader)
    }

    /// Replaces the corrections, two per value, with points of the octahedron.
    mutating func restore(_ values: inout [Int32]) {
        for value in 0..<order.corners.count {
            let normal = normal(Int(order.corners[value]))
            let prediction = transform.grid.point(of: normal.x, normal.y, normal.z, isTurned: turned.next())
            let point = transform.value(prediction, (values[2 * value], values[2 * value + 1]))
            values[2 * value] = point.s
            values[2 * value + 1] = point.t
        }
    }

    @inline(__always)
    private func position(_ corner: Int) -> SIMD3<Int64> {
        positions[places[Int(order.values[table.vertex(corner)])]]
    }

    /// The sum of the faces' normals, scaled to 29 bits. Sums wrap, as in the reference.
    private func normal(_ first: Int) -> SIMD3<Int32> {
        let center = position(first)
        var sum = SIMD3<Int64>.zero
        var corner = first
        var goesLeft = true
        while corner >= 0 {
            let face = usesOneFace ? first : corner
            let next = position(CornerTable.next(face)) &- center
            let previous = position(CornerTable.previous(face)) &- center
            sum.x &+= next.y &* previous.z &- next.z &* previous.y
            sum.y &+= next.z &* previous.x &- next.x &* previous.z
            sum.z &+= next.x &* previous.y &- next.y &* previous.x
            if goesLeft {
                corner = table.swungLeft(corner)
                if corner == first { break }
                if corner < 0 {
                    goesLeft = false
                    corner = table.swungRight(first)
                }
            } else {
                corner = table.swungRight(corner)
            }
        }
        var size = Self.size(sum)
        if usesOneFace { size = Int64(Int32(truncatingIfNeeded: size)) }
        if size > 1 << 29 {
            let quotient = size >> 29
            sum = SIMD3(sum.x / quotient, sum.y / quotient, sum.z / quotient)
        }
        return SIMD3(truncatingIfNeeded: sum)
    }

    /// The sum of the components' magnitudes, or the largest integer if the sum is larger.
    private static func size(_ vector: SIMD3<Int64>) -> Int64 {
        let (first, overflow) = vector.x.magnitude.addingReportingOverflow(vector.y.magnitude)
        let (sum, again) = first.addingReportingOverflow(vector.z.magnitude)
        return overflow || again ? .max : Int64(clamping: sum)
    }
}
