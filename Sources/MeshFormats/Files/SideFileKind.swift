import MeshBytes

/// What a file is used as. A file that an input names is opened only if its bytes show that it is of this kind, so that no
/// other file of the machine gets into an output.
package struct SideFileKind: Sendable {
    /// The kind in messages: `an image`.
    package let name: String
    /// Whether an absolute path is followed.
    let isFollowedAnywhere: Bool
    private let isKind: @Sendable (_ path: String, _ head: [UInt8]) -> Bool

    /// Creates a kind.
    ///
    /// - Parameters:
    ///   - name: the kind in messages.
    ///   - isFollowedAnywhere: whether an absolute path is followed.
    ///   - isKind: whether a file is of this kind, by its path and its first 64 KiB.
    package init(
        _ name: String, isFollowedAnywhere: Bool = true,
        _ isKind: @escaping @Sendable (_ path: String, _ head: [UInt8]) -> Bool
    ) {
        (self.name, self.isFollowedAnywhere, self.isKind) = (name, isFollowedAnywhere, isKind)
    }

    /// Any image, by its first bytes.
    package static let image = Self("an image") { path, head in
        ImageKind(head) != nil || RareImage.recognizes(head, path)
    }

    /// Whether a file with this path and these first bytes is of this kind.
    package func matches(_ path: String, _ head: [UInt8]) -> Bool { isKind(path, head) }

    /// Whether an open file is of this kind. Its own name counts, not that of a link to it.
    func matches(_ input: Input) -> Bool {
        guard let head = try? input.read(0..<1 << 16) else { return false }
        return isKind(Input.realPath(input.name) ?? input.name, head)
    }
}

/// Kinds of images that meshconv copies as they are and doesn't look into.
private enum RareImage {
    private static let signatures: [[UInt8]] = [
        Array("GIF8".utf8), [0x49, 0x49, 0x2A, 0], [0x4D, 0x4D, 0, 0x2A], [0x49, 0x49, 0x2B, 0], [0x4D, 0x4D, 0, 0x2B],
        Array("8BPS".utf8), [0, 0, 0, 0x0C, 0x6A, 0x50, 0x20, 0x20], [0xFF, 0x4F, 0xFF, 0x51], Array("#?RGBE".utf8),
        [0x0A, 0x05, 0x01], [0x01, 0xDA], [0xAB] + "KTX 11".utf8 + [0xBB], [0x13, 0xAB, 0xA1, 0x5C],
        Array("PVR\u{3}".utf8), [0x73, 0x42, 0x13, 0],
    ]

    static func recognizes(_ head: [UInt8], _ path: String) -> Bool {
        if signatures.contains(where: head.starts(with:)) { return true }
        // AVIF and HEIF are boxes: the brand follows the word.
        let brand = head.dropFirst(8).prefix(4)
        if head.dropFirst(4).starts(with: "ftyp".utf8) {
            return ["avif", "avis", "heic", "heix", "mif1"].contains { brand.elementsEqual($0.utf8) }
        }
        if head.first == UInt8(ascii: "P"), head.count > 2, (0x31...0x37).contains(head[1]),
            [0x0A, 0x20].contains(head[2])
        {
            return true
        }
        return isTarga(head) && path.lowercased().hasSuffix(".tga")
    }

    /// TGA has no signature: its header has small numbers, which text can't have.
    private static func isTarga(_ head: [UInt8]) -> Bool {
        guard head.count >= 18 else { return false }
        return head[1] <= 1 && [1, 2, 3, 9, 10, 11].contains(head[2]) && [8, 15, 16, 24, 32].contains(head[16])
            && (head[12] | head[13]) != 0 && (head[14] | head[15]) != 0
    }
}
