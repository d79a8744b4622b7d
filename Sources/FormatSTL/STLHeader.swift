import MeshBytes
import MeshModel

/// The content of the 80 bytes before a binary file's facets.
struct STLHeader: Sendable {
    /// The lines of the text, without the one of the frame.
    var lines: [String] = []
    /// The unit and the up axis, if the first line says them.
    var frame: SceneFrame?
    /// Magics' colour for facets that have none of their own: red, green, blue, alpha.
    var color: [UInt8]?
    /// Whether there is Magics' material.
    var hasMaterial = false
    /// The number of bytes that are not text and have no known meaning.
    var strayBytes = 0

    private static let colorKey = Array("COLOR=".utf8)
    private static let materialKey = Array("MATERIAL=".utf8)

    /// Parses the bytes of a header.
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
        frame = lines.first.flatMap(STLFrame.parse)
        if lines.first == STLFrame.unknown, Self.needRecord(lines.dropFirst()) { frame = SceneFrame() }
        if frame != nil { lines.removeFirst() }
    }

    /// The number of bytes other than zeros and blanks.
    private static func count(_ bytes: ArraySlice<UInt8>) -> Int { bytes.count { $0 != 0 && $0 != 0x20 } }

    /// The lines of a text without blanks at its end; none if nothing is left.
    private static func lines(_ bytes: ArraySlice<UInt8>) -> [String] {
        let text = TextCursor.over(Array(bytes)) { $0.text(0..<bytes.count) }
        var scalars = text.unicodeScalars[...]
        while let last = scalars.last, last == " " || last == "\n" || last == "\r" || last == "\t" {
            scalars.removeLast()
        }
        guard !scalars.isEmpty else { return [] }
        return scalars.split(separator: "\n", omittingEmptySubsequences: false).map { String($0) }
    }

    /// The index of the first occurrence of a key.
    static func find(_ key: [UInt8], in bytes: [UInt8]) -> Int? {
        guard bytes.count >= key.count else { return nil }
        return (0...bytes.count - key.count).first { bytes[$0..<$0 + key.count].elementsEqual(key) }
    }

    // MARK: Writing

    /// Whether lines need a record before them: at the start of a header they would look like a record, or make the
    /// file look like a text.
    private static func needRecord(_ lines: ArraySlice<String>) -> Bool {
        let lines = lines.drop { $0 == STLFrame.unknown }
        let word = lines.joined(separator: "\n").utf8.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }.prefix(5).map {
            $0 | 0x20
        }
        return word == Array("solid".utf8) || lines.first.flatMap(STLFrame.parse) != nil
    }

    /// The 80 bytes that read back as this frame and these lines; nil: they don't.
    static func bytes(_ frame: SceneFrame, _ lines: [String]) -> [UInt8]? {
        let record = STLFrame.text(frame) ?? (needRecord(lines[...]) ? STLFrame.unknown : nil)
        let text = Array(([record].compactMap(\.self) + lines).joined(separator: "\n").utf8)
        guard text.count <= STLDocument.headerByteCount else { return nil }
        let bytes = text + [UInt8](repeating: 0, count: STLDocument.headerByteCount - text.count)
        let read = STLHeader(bytes)
        return read.lines == lines && (read.frame == nil) == (record == nil) && read.color == nil
            && read.strayBytes == 0 ? bytes : nil
    }
}
