/// Reads the symbols of edgebreaker connectivity in any coding, and the flags of first faces and of seams.
///
/// The valence and predictive methods code a symbol by the number of edges that its vertex has so far, so they must
/// know of every face.
struct EdgebreakerTraversal {
    private let traversal: EdgebreakerHeader.Traversal
    private let readsPlainFirst: Bool
    private var plain: BitReader
    private var plainFaces: BitReader?
    private var faces: BinaryDecoder?
    private var seams: [BinaryDecoder] = []

    private var valences: [Int32] = []
    private var predictions: BinaryDecoder?
    private var predicted: EdgebreakerSymbol?
    private var contexts: [[Int32]] = []
    private var context = -1

    init(_ header: EdgebreakerHeader, _ reader: inout ByteReader) throws(DracoError) {
        traversal = header.traversal
        let isOld = reader.version < BitstreamVersion(2, 2)
        readsPlainFirst = isOld
        plain = BitReader(reader)
        if traversal != .valence || isOld {
            let length = try reader.length(variableSince: BitstreamVersion(2, 2), "length of symbols")
            // Each symbol takes at least a bit.
            guard traversal != .standard || header.symbolCount <= 8 * length else {
                throw reader.invalid("\(header.symbolCount) symbols", found: "\(length) bytes of them")
            }
            plain = BitReader(reader)
            try reader.skip(length, "symbols")
        }
        if isOld {
            let length = try reader.length(variableSince: BitstreamVersion(2, 2), "length of first faces")
            plainFaces = BitReader(reader)
            try reader.skip(length, "first faces")
        } else {
            faces = try BinaryDecoder(&reader)
        }
        for _ in 0..<header.attributeCount {
            seams.append(try BinaryDecoder(&reader))
        }
        switch traversal {
        case .standard: break
        case .predictive: try startPredictive(header, &reader)
        case .valence: try startValence(header, &reader)
        }
    }

    private mutating func startPredictive(
        _ header: EdgebreakerHeader, _ reader: inout ByteReader
    ) throws(DracoError) {
        let splits = Int(try reader.uint32("number of split symbols"))
        guard splits < header.vertexLimit else {
            throw reader.invalid("fewer than \(header.vertexLimit) split symbols", found: "\(splits)")
        }
        try reader.reserve(header.vertexLimit, of: 4, "valences")
        valences = [Int32](repeating: 0, count: header.vertexLimit)
        predictions = try BinaryDecoder(&reader)
    }

    private mutating func startValence(_ header: EdgebreakerHeader, _ reader: inout ByteReader) throws(DracoError) {
        if readsPlainFirst {
            let splits = try reader.count("number of split symbols")
            guard splits < header.vertexLimit else {
                throw reader.invalid("fewer than \(header.vertexLimit) split symbols", found: "\(splits)")
            }
            let mode = try reader.byte("mode of valences")
            guard mode == 0 else { throw reader.unsupported("mode 0 of valences", found: "\(mode)") }
        }
        try reader.reserve(header.vertexLimit, of: 4, "valences")
        valences = [Int32](repeating: 0, count: header.vertexLimit)
        var left = header.symbolCount
        for _ in 2...7 {
            let count = Int(try reader.variable(bits: 32, "number of symbols"))
            guard count <= left else {
                throw reader.invalid("at most \(left) more symbols", found: "\(count)")
            }
            left -= count
            try reader.reserve(count, of: 4, "symbols")
            contexts.append(try reader.symbols(count, componentCount: 1))
        }
    }

    // MARK: Reading

    @inline(__always)
    mutating func next(_ reader: ByteReader) throws(DracoError) -> EdgebreakerSymbol {
        switch traversal {
        case .standard:
            return try plainSymbol(reader)
        case .predictive:
            if let predicted, predictions?.next() == true { return predicted }
            return try plainSymbol(reader)
        case .valence:
            // Only the first symbol has no context. Since 2.2 it is not stored, because it is always `end`.
            guard context >= 0 else { return readsPlainFirst ? try plainSymbol(reader) : .end }
            guard let number = contexts[context].popLast(), (0...4).contains(number) else {
                throw reader.invalid("a symbol for \(context + 2) edges", found: "none")
            }
            return EdgebreakerSymbol.numbered[Int(number)]
        }
    }

    private mutating func plainSymbol(_ reader: ByteReader) throws(DracoError) -> EdgebreakerSymbol {
        var code = try plain.bits(1)
        if code != 0 {
            code |= try plain.bits(2) << 1
        }
        guard let symbol = EdgebreakerSymbol(rawValue: UInt8(truncatingIfNeeded: code)) else {
            throw reader.invalid("an edgebreaker symbol", found: "\(code)")
        }
        return symbol
    }

    /// Whether the part began with a face inside, which has no symbol.
    mutating func nextBeginsInside() throws(DracoError) -> Bool {
        if plainFaces != nil {
            return try plainFaces?.bits(1) == 1
        }
        return faces?.next() ?? false
    }

    /// Whether the next edge is a seam of this attribute.
    @inline(__always)
    mutating func nextIsSeam(_ attribute: Int) -> Bool {
        seams[attribute].next()
    }

    // MARK: Updates

    /// Updates the state for an added face. `tip` is the vertex of the active corner.
    @inline(__always)
    mutating func added(_ symbol: EdgebreakerSymbol, tip: Int, next: Int, previous: Int) {
        if traversal == .standard { return }
        switch symbol {
        case .close, .split:
            valences[next] &+= 1
            valences[previous] &+= 1
        case .right:
            valences[tip] &+= 1
            valences[next] &+= 1
            valences[previous] &+= 2
        case .left:
            valences[tip] &+= 1
            valences[next] &+= 2
            valences[previous] &+= 1
        case .end:
            valences[tip] &+= 2
            valences[next] &+= 2
            valences[previous] &+= 2
        }
        if traversal == .valence {
            context = Int(min(max(valences[next], 2), 7)) - 2
        } else if symbol == .close || symbol == .right {
            predicted = valences[next] < 6 ? .right : .close
        } else {
            predicted = nil
        }
    }

    /// Updates the state for a vertex that was merged into another.
    @inline(__always)
    mutating func merged(_ vertex: Int, into other: Int) {
        if traversal == .standard { return }
        valences[other] &+= valences[vertex]
    }
}
