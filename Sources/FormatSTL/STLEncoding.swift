import MeshBytes
import MeshFormats

/// The two encodings of the format.
enum STLEncoding: Sendable, Hashable {
    case ascii, binary

    /// The number of bytes that are examined.
    private static let window = 4096

    /// The encoding of a file, by its size and its first bytes.
    ///
    /// Binary files begin with any 80 bytes, even with `solid` (SolidWorks), so the size is compared with the count. If
    /// it doesn't fit, zero bytes decide: a binary file has some in its count or first facet, and a text has none.
    static func of(_ input: Input) throws(ReadError) -> STLEncoding {
        let head = try ReadError.of(input.read(0..<min(window, input.byteCount)))
        if let count = count(head), input.byteCount == STLDocument.firstFacet + count * STLDocument.facetByteCount {
            return .binary
        }
        if beginsText(head) { return .ascii }
        guard head.count >= STLDocument.firstFacet else {
            throw ReadError(
                .truncated, .byte(head.count),
                "expected 'solid' or the 84 bytes before the facets of a binary file, found \(head.count) bytes")
        }
        return .binary
    }

    /// The number of facets that a binary file declares.
    static func count(_ head: [UInt8]) -> Int? {
        guard head.count >= STLDocument.firstFacet else { return nil }
        return (0..<4).reduce(0) { $0 | Int(head[STLDocument.headerByteCount + $1]) << (8 * $1) }
    }

    private static func beginsText(_ head: [UInt8]) -> Bool {
        var text = head[...]
        if text.starts(with: [0xEF, 0xBB, 0xBF]) { text = text.dropFirst(3) }
        text = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        guard !text.contains(0) else { return false }
        let first = Array(text.prefix(5)).map { $0 | 0x20 }
        if first == Array("solid".utf8) || first == Array("facet".utf8) { return true }
        // Remarks may come before the first solid. These words don't follow the header of a binary file.
        let words = text.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
        return STLHeader.find(Array("facet normal".utf8), in: words) != nil
            || STLHeader.find(Array("endsolid".utf8), in: words) != nil
    }
}
