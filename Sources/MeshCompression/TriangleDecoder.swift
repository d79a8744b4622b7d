/// Decodes triangles that mostly share an edge or vertices with recent ones (mode TRIANGLES): a code byte each, a table
/// of 16 frequent codes, and extra data for the rest.
struct TriangleDecoder {
    private let source: CodecSource
    private let triangles: Int
    private let stride: Int
    private let table: Int
    /// Low digits of codes below it refer to a recent vertex. Version 1 has two more cases above it.
    private let vertexCodes: UInt8
    private var data: IndexData
    private var recent = RecentIndices()
    /// The next index that no triangle has used so far.
    private var next: UInt32 = 0
    /// The last index that was given as a difference.
    private var last: UInt32 = 0

    init(_ source: CodecSource, _ stream: MeshoptStream) throws(CompressionError) {
        guard source[0] == 0xE1 || source[0] == 0xE0 else {
            throw CompressionError(expected: "header 0xe1 of triangles", found: hex(source[0]), offset: 0)
        }
        self.source = source
        triangles = stream.count / 3
        stride = stream.stride
        table = source.count - 16
        vertexCodes = source[0] == 0xE1 ? 13 : 15
        data = IndexData(source, from: 1 + triangles, to: table)
        for index in 0..<16 {
            let value = source[table + index]
            guard value & 0x0F != 0x0F, value >> 4 != 0x0F, index < 14 || value == 0 else {
                throw CompressionError(
                    expected: "a table of codes without the digit f, 0 in the last two", found: hex(value),
                    offset: table + index)
            }
        }
    }

    mutating func decode(into destination: CodecDestination) throws(CompressionError) {
        for triangle in 0..<triangles {
            let code = source[1 + triangle]
            let (a, b, c) = code < 0xF0 ? try shared(code, triangle) : try free(code, triangle)
            destination.store(index: a, at: 3 * triangle, stride: stride)
            destination.store(index: b, at: 3 * triangle + 1, stride: stride)
            destination.store(index: c, at: 3 * triangle + 2, stride: stride)
        }
        try data.finish()
    }

    /// A triangle on an edge of an earlier one.
    private mutating func shared(
        _ code: UInt8, _ triangle: Int
    ) throws(CompressionError) -> (UInt32, UInt32, UInt32) {
        guard let (a, b) = recent.edge(Int(code >> 4)) else {
            throw CompressionError(
                expected: "an edge that came before", found: "code \(hex(code))", offset: 1 + triangle)
        }
        let digit = code & 0x0F
        let c: UInt32
        if digit == 0 {
            c = nextIndex()
            recent.push(vertex: c)
        } else if digit < vertexCodes {
            c = try vertex(digit, code, triangle)
        } else {
            if digit == 15 {
                last &+= try delta()
            } else {
                last = digit == 13 ? last &- 1 : last &+ 1
            }
            c = last
            recent.push(vertex: c)
        }
        recent.push(edge: c, b)
        recent.push(edge: a, c)
        return (a, b, c)
    }

    /// A triangle on its own.
    private mutating func free(
        _ code: UInt8, _ triangle: Int
    ) throws(CompressionError) -> (UInt32, UInt32, UInt32) {
        let digits: UInt8
        if code < 0xFE {
            digits = source[table + Int(code & 0x0F)]
        } else {
            digits = try data.byte()
            // Restarts the count, for lists that were concatenated.
            if digits == 0, vertexCodes == 13 { next = 0 }
        }
        let a: UInt32
        if code == 0xFF {
            last &+= try delta()
            a = last
        } else {
            a = nextIndex()
        }
        let b = try corner(digits >> 4, code, triangle)
        let c = try corner(digits & 0x0F, code, triangle)
        recent.push(edge: b, a)
        recent.push(edge: c, b)
        recent.push(edge: a, c)
        recent.push(vertex: a)
        if digits >> 4 == 0 || digits >> 4 == 15 { recent.push(vertex: b) }
        if digits & 0x0F == 0 || digits & 0x0F == 15 { recent.push(vertex: c) }
        return (a, b, c)
    }

    private mutating func corner(
        _ digit: UInt8, _ code: UInt8, _ triangle: Int
    ) throws(CompressionError) -> UInt32 {
        if digit == 0 { return nextIndex() }
        if digit < 15 { return try vertex(digit - 1, code, triangle) }
        last &+= try delta()
        return last
    }

    private func vertex(_ age: UInt8, _ code: UInt8, _ triangle: Int) throws(CompressionError) -> UInt32 {
        guard let vertex = recent.vertex(Int(age)) else {
            throw CompressionError(
                expected: "a vertex that came before", found: "code \(hex(code))", offset: 1 + triangle)
        }
        return vertex
    }

    private mutating func nextIndex() -> UInt32 {
        defer { next &+= 1 }
        return next
    }

    private mutating func delta() throws(CompressionError) -> UInt32 {
        let value = try data.number()
        return (value >> 1) ^ (0 &- (value & 1))
    }
}
