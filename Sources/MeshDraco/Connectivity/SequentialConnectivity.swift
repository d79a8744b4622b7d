/// The faces of a mesh whose indices are stored one after the other.
struct SequentialConnectivity {
    let pointCount: Int
    let indices: [UInt32]

    init(_ reader: inout ByteReader) throws(DracoError) {
        let faceCount = try reader.count(variableSince: BitstreamVersion(2, 2), "number of faces")
        pointCount = try reader.count(variableSince: BitstreamVersion(2, 2), "number of points")
        let method = try reader.byte("coding of indices")
        guard faceCount <= Int(Int32.max) / 3 else {
            throw reader.invalid("\(Int32.max / 3) faces at most", found: "\(faceCount)")
        }
        try reader.check(faces: faceCount, points: pointCount)
        let count = 3 * faceCount
        if method != 0 {
            // Each index takes at least a byte.
            guard count <= reader.remaining else {
                throw reader.invalid("\(faceCount) faces", found: "\(reader.remaining) bytes")
            }
        }
        try reader.reserve(count, of: 8, "indices")
        indices =
            method == 0
            ? try Self.differences(count, &reader) : try Self.plain(count, pointCount: pointCount, &reader)
        let limit = pointCount
        guard indices.allSatisfy({ Int($0) < limit }) else {
            throw reader.invalid("indices below \(pointCount)", found: "others")
        }
    }

    private static func differences(_ count: Int, _ reader: inout ByteReader) throws(DracoError) -> [UInt32] {
        let symbols = try reader.symbols(count, componentCount: 1)
        var indices = [UInt32](repeating: 0, count: count)
        var last = 0
        for position in 0..<count {
            let symbol = Int(UInt32(bitPattern: symbols[position]))
            last += symbol & 1 == 0 ? symbol >> 1 : -(symbol >> 1)
            guard last >= 0, last <= Int(Int32.max) else {
                throw reader.invalid("an index of a point", found: "\(last)")
            }
            indices[position] = UInt32(truncatingIfNeeded: last)
        }
        return indices
    }

    private static func plain(
        _ count: Int, pointCount: Int, _ reader: inout ByteReader
    ) throws(DracoError) -> [UInt32] {
        var indices = [UInt32](repeating: 0, count: count)
        let isVariable =
            pointCount >= 1 << 16 && pointCount < 1 << 21 && reader.version >= BitstreamVersion(2, 2)
        let size = pointCount < 1 << 8 ? 1 : pointCount < 1 << 16 ? 2 : 4
        for position in 0..<count {
            let value = isVariable ? try reader.variable(bits: 32, "index") : try reader.little(size, "index")
            indices[position] = UInt32(truncatingIfNeeded: value)
        }
        return indices
    }
}
