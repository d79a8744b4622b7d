import MeshBytes

/// The bytes of a buffer, collected in parts before they are written.
struct GLTFBufferParts {
    enum Part {
        /// Bytes of a file that was read.
        case view(GLTFBytes)
        /// Bytes in memory.
        case bytes([UInt8])

        var count: Int {
            switch self {
            case .view(let bytes): bytes.count
            case .bytes(let bytes): bytes.count
            }
        }

        /// A copy of the first bytes.
        func head(_ count: Int) -> [UInt8] {
            switch self {
            case .view(let bytes): bytes.part(0, min(count, bytes.count))?.array ?? []
            case .bytes(let bytes): Array(bytes.prefix(count))
            }
        }

        func write(to sink: ByteSink) throws(SystemError) {
            switch self {
            case .view(let bytes): try bytes.write(to: sink)
            case .bytes(let bytes): try sink.write(bytes)
            }
        }
    }

    private var parts: [Part] = []
    private(set) var byteCount = 0

    mutating func append(_ part: Part) {
        parts.append(part)
        byteCount += part.count
    }

    /// Pads with zeros to a multiple of four bytes.
    mutating func align() {
        let missing = GLBWriter.padded(byteCount) - byteCount
        if missing > 0 { append(.bytes([UInt8](repeating: 0, count: missing))) }
    }

    func write(to sink: ByteSink) throws(SystemError) {
        for part in parts { try part.write(to: sink) }
    }
}
