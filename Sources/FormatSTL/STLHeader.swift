import MeshBytes
import MeshFormats
import MeshModel

/// What the 80 bytes before a binary file's facets say.
struct STLHeader: Sendable {
    /// The lines of the text.
    var lines: [String] = []
    /// Magics' colour of facets that have none of their own: red, green, blue, alpha.
    var color: [UInt8]?
    /// Whether Magics' material stands there.
    var hasMaterial = false
    /// The bytes that are no text and have no meaning that is known.
    var strayBytes = 0

    private static let colorKey = Array("COLOR=".utf8)
    private static let materialKey = Array("MATERIAL=".utf8)

    /// The parts of some bytes.
    init(_ bytes: [UInt8]) {
        var end = bytes.count
        if let start = Self.find(Self.colorKey, in: bytes) {
            end = start
            let first = start + Self.colorKey.count
            if first + 4 <= bytes.count { color = Array(bytes[first..<first + 4]) }
            var next = min(first + 4, bytes.count)
            if let material = Self.find(Self.materialKey, in: Array(bytes[next...])) {
                hasMaterial = true
                next = min(next + material + Self.materialKey.count + 12, bytes.count)
            }
            strayBytes = Self.count(bytes[next...])
        }
        let text = bytes[..<end].prefix { $0 != 0 }
        strayBytes += Self.count(bytes[text.endIndex..<end])
        lines = Self.lines(text)
    }

    /// The bytes that say something.
    private static func count(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 != 0 && $0 != 0x20 } }

    /// The lines of a text without the blanks that fill it up; none when nothing is left.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        let text = TextCursor.over(Array(bytes)) { $0.text(0..<bytes.count) }
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" {
            scalars.removeLast()
        }
        guard !scalars.isEmpty else { return [] }
        return scalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// Where a word begins first.
    static func find(_ key: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= key.count else { return nil }
        return (0...bytes.count - key.count).first { bytes[$0..<$0 + key.count].elementsEqual(key) }
    }

    // MARK: Writing

    /// The 80 bytes that say just these lines; nil when they don't, or when a reader would take them for a text.
    static func bytes(_ lines: [String]) -> [UInt8]? {
        let text = Array(lines.joined(separator: "\n").utf8)
        guard text.count <= STLDocument.headerByteCount else { return nil }
        let bytes = text + [UInt8](repeating: 0, count: STLDocument.headerByteCount - text.count)
        let start = text.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(5).map { $0 | 0x20 }
        guard start != Array("solid".utf8) else { return nil }
        let read = STLHeader(bytes)
        return read.lines == lines && read.color == nil && read.strayBytes == 0 ? bytes : nil
    }
}
