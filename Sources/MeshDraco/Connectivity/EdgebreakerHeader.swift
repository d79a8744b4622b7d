/// The counts at the beginning of edgebreaker connectivity.
struct EdgebreakerHeader {
    enum Traversal: UInt8 {
        case standard
        case predictive
        case valence
    }

    let traversal: Traversal
    let vertexCount: Int
    let faceCount: Int
    /// The number of attributes, or groups of them, with seams of their own.
    let attributeCount: Int
    let symbolCount: Int
    let splitCount: Int

    /// The maximum number of vertices while decoding: splits add some that are merged later.
    var vertexLimit: Int { vertexCount + splitCount }

    init(_ reader: inout ByteReader) throws(DracoError) {
        let code = try reader.byte("traversal method")
        guard let traversal = Traversal(rawValue: code) else {
            throw reader.unsupported("traversal method 0, 1 or 2", found: "\(code)")
        }
        self.traversal = traversal
        if reader.version < BitstreamVersion(2, 2) {
            _ = try reader.count("number of new vertices")
        }
        vertexCount = try reader.count("number of vertices")
        faceCount = try reader.count("number of faces")
        attributeCount = Int(try reader.byte("number of attributes with seams"))
        symbolCount = try reader.count("number of symbols")
        splitCount = try reader.count("number of split symbols")

        guard faceCount <= Int(Int32.max) / 3 else {
            throw reader.invalid("\(Int32.max / 3) faces at most", found: "\(faceCount)")
        }
        guard vertexCount <= 3 * faceCount else {
            throw reader.invalid("at most \(3 * faceCount) vertices of \(faceCount) faces", found: "\(vertexCount)")
        }
        // Seams give a vertex more points, never fewer.
        try reader.check(faces: faceCount, points: vertexCount)
        // A face without a symbol begins a closed part of at least three symbols.
        guard symbolCount <= faceCount, faceCount <= symbolCount + symbolCount / 3 else {
            throw reader.invalid("symbols for \(faceCount) faces", found: "\(symbolCount)")
        }
        guard splitCount <= symbolCount else {
            throw reader.invalid("at most \(symbolCount) split symbols", found: "\(splitCount)")
        }
    }
}
