import MeshFormats

/// The chunks of a binary file (section 4.4 of the specification).
struct GLBContainer {
    /// A chunk that is neither the tree nor the first buffer, kept unchanged.
    struct Chunk: Sendable {
        var type: UInt32
        var bytes: GLTFBytes
    }

    /// `glTF`, the first four bytes.
    static let magic: [UInt8] = [0x67, 0x6C, 0x54, 0x46]
    static let headerByteCount = 12
    static let json: UInt32 = 0x4E4F_534A
    static let binary: UInt32 = 0x004E_4942

    /// The text of the tree.
    var tree: GLTFBytes
    /// The offset of the tree in the file.
    var treeOffset: Int
    /// The bytes of the first buffer.
    var binary: GLTFBytes?
    /// All other chunks, in order.
    var others: [Chunk] = []
    /// The warnings and notes.
    var diagnostics: [Diagnostic]

    /// Reads the chunks. If `isLenient`, a file that is cut gives what it has.
    init(_ file: GLTFBytes, isLenient: Bool = false) throws(ReadError) {
        var diagnostics: [Diagnostic] = []
        func warn(_ code: String, _ offset: Int, _ message: String, _ severity: Diagnostic.Severity = .warning) {
            diagnostics.append(Diagnostic(code, severity, at: .byte(offset), message))
        }
        guard let version = file.uint32(at: 4), let length = file.uint32(at: 8) else {
            throw ReadError(.truncated, .byte(file.count), "expected a header of 12 bytes, found \(file.count) bytes")
        }
        guard version == 2 else {
            throw ReadError(.unsupported, .byte(4), "expected version 2 of GLB, found \(version)")
        }
        let isCut = Int(length) > file.count
        if isCut {
            let message = "expected \(length) bytes as the header states, found \(file.count)"
            guard isLenient else { throw ReadError(.truncated, .byte(file.count), message) }
            warn("glb.truncated", file.count, message, .error)
        }
        let whole = file.part(0, Int(length)) ?? file
        if Int(length) < file.count {
            warn(
                "glb.extra-data", Int(length),
                "\(file.count - Int(length)) bytes follow after the end that the header states")
        }
        var found: (bytes: GLTFBytes, offset: Int)?
        var offset = Self.headerByteCount
        while offset < whole.count {
            guard let count = whole.uint32(at: offset), let type = whole.uint32(at: offset + 4) else {
                throw ReadError(
                    .truncated, .byte(offset),
                    "expected a chunk of at least 8 bytes, found \(whole.count - offset) bytes")
            }
            let rest = isCut ? whole.part(offset + 8, whole.count - offset - 8) : nil
            guard let bytes = whole.part(offset + 8, Int(count)) ?? rest else {
                throw ReadError(
                    .truncated, .byte(offset),
                    "expected a chunk of \(count) bytes, found \(whole.count - offset - 8)")
            }
            switch type {
            case Self.json where found == nil:
                if offset != Self.headerByteCount {
                    warn("glb.first-chunk", offset, "the JSON chunk is not the first one", .error)
                }
                found = (bytes, offset + 8)
            case Self.binary where binary == nil:
                binary = bytes
                if !others.isEmpty {
                    warn(
                        "glb.unexpected-bin-chunk", offset, "the binary chunk must directly follow the JSON chunk",
                        .error)
                }
            case Self.json, Self.binary:
                warn("glb.duplicate-chunk", offset, "a second chunk of the same kind; the first one is used", .error)
            default:
                warn(
                    "glb.unknown-chunk", offset,
                    "unknown chunk of type 0x\(String(type, radix: 16)); GLB allows such chunks",
                    .note)
                others.append(Chunk(type: type, bytes: bytes))
            }
            if count % 4 != 0 {
                warn("glb.chunk-length", offset, "expected a multiple of 4 bytes, found \(count)", .error)
            }
            offset += 8 + Int(count)
        }
        guard let found else {
            throw ReadError(.invalidHeader, .byte(Self.headerByteCount), "expected a JSON chunk, found none")
        }
        tree = found.bytes
        treeOffset = found.offset
        self.diagnostics = diagnostics
    }
}
