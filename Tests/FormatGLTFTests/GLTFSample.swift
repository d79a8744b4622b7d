import MeshBytes
import MeshFormats
import MeshModel

@testable import FormatGLTF

/// A small file written by hand from the specification.
struct GLTFSample {
    /// The members of the tree after `asset`.
    var members: String
    /// The bytes of the only buffer.
    var bytes: [UInt8] = []

    /// A triangle of three float32 positions; more members and bytes can be added.
    static let triangle = GLTFSample(
        members: """
            "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
            "accessors": [{"bufferView": 0, "componentType": 5126, "count": 3, "type": "VEC3",
                           "min": [0, 0, 0], "max": [1, 2, 0]}],
            "bufferViews": [{"buffer": 0, "byteLength": 36}],
            "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0
            """,
        bytes: floats([0, 0, 0, 1, 0, 0, 0, 2, 0]))

    static func floats(_ values: [Float]) -> [UInt8] { values.flatMap { littleEndian($0.bitPattern) } }

    static func littleEndian<Integer: FixedWidthInteger>(_ value: Integer) -> [UInt8] {
        (0..<MemoryLayout<Integer>.size).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
    }

    /// The text of a `.gltf` whose buffer is a data URI.
    var text: String {
        let buffers =
            bytes.isEmpty
            ? ""
            : "\"buffers\": [{\"byteLength\": \(bytes.count), \"uri\": \"data:application/octet-stream;base64,"
                + "\(Self.base64(bytes))\"}],"
        return "{\"asset\": {\"version\": \"2.0\"}, \(buffers) \(members)}"
    }

    /// The bytes of a `.glb`.
    var binary: [UInt8] {
        let buffers = bytes.isEmpty ? "" : "\"buffers\": [{\"byteLength\": \(bytes.count)}],"
        var tree = Array("{\"asset\": {\"version\": \"2.0\"}, \(buffers) \(members)}".utf8)
        while tree.count % 4 != 0 { tree.append(0x20) }
        var chunk = bytes
        while chunk.count % 4 != 0 { chunk.append(0) }
        var body = Self.littleEndian(UInt32(tree.count)) + Self.littleEndian(UInt32(0x4E4F_534A)) + tree
        if !chunk.isEmpty {
            body += Self.littleEndian(UInt32(chunk.count)) + Self.littleEndian(UInt32(0x004E_4942)) + chunk
        }
        return Array("glTF".utf8) + Self.littleEndian(UInt32(2)) + Self.littleEndian(UInt32(12 + body.count)) + body
    }

    /// Reads the `.gltf`.
    func read(_ options: ReadOptions = ReadOptions()) throws(ReadError) -> Document {
        try GLTFFormat().read(Input.bytes(Array(text.utf8), name: "sample.gltf"), options: options)
    }

    static func base64(_ bytes: [UInt8]) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var text = ""
        for start in stride(from: 0, to: bytes.count, by: 3) {
            let part = bytes[start..<min(start + 3, bytes.count)]
            var bits = part.reduce(0) { $0 << 8 | Int($1) } << ((3 - part.count) * 8)
            var four: [Character] = []
            for _ in 0..<4 {
                four.insert(digits[bits & 63], at: 0)
                bits >>= 6
            }
            text += String(four.prefix(part.count + 1)) + String(repeating: "=", count: 3 - part.count)
        }
        return text
    }
}
