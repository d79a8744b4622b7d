/// A kind of image file, known by its first bytes. Nothing is decoded: sizes and depths in pixels are `ImageHeader`'s.
package struct ImageKind: Hashable, Sendable {
    /// The media type: `image/png`.
    package let mediaType: String
    /// The extension of its files, with the dot.
    package let fileExtension: String
    private let signature: [UInt8]
    /// The bytes at an offset, where the file is a container of many kinds.
    private let form: [UInt8]
    private let formOffset: Int

    private init(
        _ mediaType: String, _ fileExtension: String, _ signature: [UInt8], form: String = "", at formOffset: Int = 8
    ) {
        (self.mediaType, self.fileExtension, self.signature) = (mediaType, fileExtension, signature)
        (self.form, self.formOffset) = (Array(form.utf8), formOffset)
    }

    /// The kind of the file that begins with these bytes, of which 16 are enough; nil for any other.
    package init?(_ head: [UInt8]) {
        guard
            let kind = Self.all.first(where: {
                head.starts(with: $0.signature) && head.dropFirst($0.formOffset).starts(with: $0.form)
            })
        else { return nil }
        self = kind
    }

    package static let png = Self("image/png", ".png", [0x89] + "PNG\r\n\u{1A}\n".utf8)
    package static let jpeg = Self("image/jpeg", ".jpg", [0xFF, 0xD8, 0xFF])
    package static let webp = Self("image/webp", ".webp", Array("RIFF".utf8), form: "WEBP")
    package static let avif = Self("image/avif", ".avif", [], form: "ftypavif", at: 4)
    package static let ktx2 = Self("image/ktx2", ".ktx2", [0xAB] + "KTX 20".utf8 + [0xBB] + "\r\n\u{1A}\n".utf8)
    package static let dds = Self("image/vnd-ms.dds", ".dds", Array("DDS ".utf8))
    package static let exr = Self("image/x-exr", ".exr", [0x76, 0x2F, 0x31, 0x01])
    package static let hdr = Self("image/vnd.radiance", ".hdr", Array("#?RADIANCE".utf8))
    package static let bmp = Self("image/bmp", ".bmp", Array("BM".utf8))

    /// The usual name: `JPEG`.
    package var name: String {
        switch self {
        case .jpeg: "JPEG"
        case .webp: "WebP"
        default: fileExtension.dropFirst().uppercased()
        }
    }

    /// Kinds that glTF has by extensions, with their names. Programs that open OBJ and PLY don't know them.
    package static let ofExtensions: [Self: String] = [webp: "WebP", avif: "AVIF", ktx2: "KTX2"]

    static let all = [png, jpeg, webp, avif, ktx2, dds, exr, hdr, bmp]
}
