public import MeshModel

extension Image {
    /// The extension for a file that holds the image, with its dot: from its name, else from its media type or first
    /// bytes; empty when unknown. Letters and digits only.
    public var fileExtension: String {
        let own = Self.fileExtension(of: uri)
        if !own.isEmpty || (bytes == nil && mediaType == nil) { return own }
        return Self.ofMediaTypes[mediaType ?? ""] ?? bytes.flatMap(Self.fileExtension(ofBytes:)) ?? ""
    }

    private static let ofMediaTypes = [
        "image/png": ".png", "image/jpeg": ".jpg", "image/webp": ".webp", "image/ktx2": ".ktx2",
    ]

    private static func fileExtension(of uri: String) -> String {
        let name = uri.split { $0 == "/" || $0 == "\\" }.last ?? ""
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "" }
        let ending = name[dot...].dropFirst()
        guard !ending.isEmpty, ending.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) }) else { return "" }
        return "." + ending
    }

    private static func fileExtension(ofBytes bytes: [UInt8]) -> String? {
        func starts(with signature: [UInt8], at offset: Int = 0) -> Bool {
            bytes.dropFirst(offset).starts(with: signature)
        }
        if starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]) { return ".png" }
        if starts(with: [0xFF, 0xD8, 0xFF]) { return ".jpg" }
        if starts(with: Array("RIFF".utf8)), starts(with: Array("WEBP".utf8), at: 8) { return ".webp" }
        if starts(with: [0xAB] + Array("KTX 20".utf8) + [0xBB, 0x0D, 0x0A, 0x1A, 0x0A]) { return ".ktx2" }
        return nil
    }
}
