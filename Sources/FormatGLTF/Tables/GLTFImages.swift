import MeshBytes
import MeshFormats
import MeshModel

/// Images as bytes, which are copied. Only their first bytes are read, to find out the format.
enum GLTFImages {
    /// An image format: its signature, media type and file extension.
    struct Kind: Sendable {
        var signature: [UInt8]
        var mediaType: String
        var ending: String

        /// Whether every glTF program can read it without an extension.
        var isForAll: Bool { mediaType == "image/png" || mediaType == "image/jpeg" }
    }

    static let kinds = [
        Kind(signature: [0x89, 0x50, 0x4E, 0x47], mediaType: "image/png", ending: ".png"),
        Kind(signature: [0xFF, 0xD8, 0xFF], mediaType: "image/jpeg", ending: ".jpg"),
        Kind(signature: [0x52, 0x49, 0x46, 0x46], mediaType: "image/webp", ending: ".webp"),
        Kind(signature: [0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32], mediaType: "image/ktx2", ending: ".ktx2"),
        Kind(signature: [0x44, 0x44, 0x53, 0x20], mediaType: "image/vnd-ms.dds", ending: ".dds"),
    ]

    /// The image format, by the first bytes.
    static func kind(_ head: [UInt8]) -> Kind? { kinds.first { head.starts(with: $0.signature) } }

    /// The media type of an image to embed: the declared one, else the one found in its bytes.
    static func mediaType(_ part: GLTFBufferParts.Part, _ entry: JSONValue) -> String {
        if let said = entry["mimeType"]?.string { return said }
        if let uri = entry["uri"]?.string, let data = DataURI(uri), !data.mediaType.isEmpty { return data.mediaType }
        return kind(part.head(8))?.mediaType ?? "image/png"
    }

    /// The file extension for an image: from its name, else from its bytes.
    static func fileExtension(_ part: GLTFBufferParts.Part, _ name: String) -> String {
        let last = name.split { $0 == "/" || $0 == "\\" }.last ?? ""
        if let dot = last.lastIndex(of: "."), dot != last.startIndex {
            let ending = last[dot...].dropFirst()
            if !ending.isEmpty, ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) {
                return ".\(ending)"
            }
        }
        return kind(part.head(8))?.ending ?? ""
    }

    /// The bytes of an image in a separate file; nil: it was not found.
    static func part(_ file: GLTFImageFile) throws(WriteError) -> GLTFBufferParts.Part? {
        if let bytes = file.bytes { return .bytes(bytes) }
        guard let path = file.path else { return nil }
        do throws(SystemError) {
            let input = try Input.file(path)
            return .bytes(try input.read(0..<input.byteCount))
        } catch {
            throw WriteError(.input, path: path, error.message)
        }
    }
}
