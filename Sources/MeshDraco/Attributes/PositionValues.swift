/// The positions from which other attributes are predicted, as coded integers.
struct PositionValues {
    let components: [Int32]
    /// The positions as floats, from which versions before 2.0 predict texture coordinates.
    let floats: [Float]?
    let layout: ValueLayout

    /// The position at an index into `components`.
    @inline(__always)
    subscript(place: Int32) -> SIMD3<Int64> {
        let place = Int(place)
        return SIMD3(Int64(components[place]), Int64(components[place + 1]), Int64(components[place + 2]))
    }

    /// The position of each value of another attribute, as an index into `components`.
    func places(for other: ValueLayout, _ reader: inout ByteReader) throws(DracoError) -> [Int32] {
        try reader.reserve(other.valueCount, of: 4, "positions of values")
        guard let points = other.pointOfValue else { return [] }
        return points.map { 3 * Int32(truncatingIfNeeded: layout.value(ofPoint: Int($0))) }
    }
}
