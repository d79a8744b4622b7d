/// An image format that USD supports, identified by its first bytes.
struct USDImageKind: Sendable {
    var signature: [UInt8]
    /// The file extension, with the dot.
    var ending: String
    /// Whether packages may have it, and whether Quick Look shows it.
    var isPackable = true
    var isForQuickLook = true

    static let all = [
        USDImageKind(signature: [0x89, 0x50, 0x4E, 0x47], ending: ".png"),
        USDImageKind(signature: [0xFF, 0xD8, 0xFF], ending: ".jpg"),
        USDImageKind(signature: [0x76, 0x2F, 0x31, 0x01], ending: ".exr", isForQuickLook: false),
        USDImageKind(signature: Array("#?RADIANCE".utf8), ending: ".hdr", isPackable: false, isForQuickLook: false),
        USDImageKind(signature: [0x42, 0x4D], ending: ".bmp", isPackable: false, isForQuickLook: false),
    ]

    /// The image format of a file by its first bytes, or nil if USD doesn't support it.
    static func kind(_ head: [UInt8]) -> USDImageKind? { all.first { head.starts(with: $0.signature) } }
}
