import MeshBytes
import MeshFormats

/// The bytes of a buffer, collected in parts before they are written.
struct GLTFBufferParts {
    enum Part {
        /// Bytes of a file that was read.
        case view(GLTFBytes)
        /// A file, or bytes in memory.
        case input(Input)

        var count: Int {
            switch self {
            case .view(let bytes): bytes.count
            case .input(let input): input.byteCount
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
        if missing > 0 { append(.input(.bytes([UInt8](repeating: 0, count: missing), name: ""))) }
    }

    func write(to sink: ByteSink) throws(WriteError) {
        for part in parts {
            switch part {
            case .view(let bytes):
                do throws(SystemError) { try bytes.write(to: sink) } catch { throw WriteError(error) }
            case .input(let input): try input.copy(0..<input.byteCount, to: sink)
            }
        }
    }
}
