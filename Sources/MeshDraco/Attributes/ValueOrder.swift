/// The order in which the values of attributes come: the corners at which a walk over the faces first meets a vertex.
struct ValueOrder {
    /// The corner of each value.
    var corners: [Int32] = []
    /// The value of each vertex, or −1.
    var values: [Int32]

    init(vertexCount: Int, _ reader: inout ByteReader) throws(DracoError) {
        try reader.reserve(vertexCount, of: 8, "order of values")
        values = [Int32](repeating: -1, count: vertexCount)
        corners.reserveCapacity(vertexCount)
    }

    @inline(__always)
    func hasMet(_ vertex: Int) -> Bool { values[vertex] >= 0 }

    /// Appends the corner's vertex unless it is there.
    @inline(__always)
    mutating func meet(_ vertex: Int, _ corner: Int) {
        if values[vertex] >= 0 { return }
        values[vertex] = Int32(truncatingIfNeeded: corners.count)
        corners.append(Int32(truncatingIfNeeded: corner))
    }
}
