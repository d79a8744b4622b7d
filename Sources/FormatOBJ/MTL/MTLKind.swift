import MeshBytes
import MeshFormats

extension SideFileKind {
    /// A material library: text that begins with a statement of MTL, or names a material later on.
    static let materials = Self("a material file") { _, head in
        guard !head.contains(0) else { return false }
        let text = head.starts(with: [0xEF, 0xBB, 0xBF]) ? head.dropFirst(3) : head[...]
        var isBegun = false
        for line in text.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }) {
            guard let first = line.split(maxSplits: 1, whereSeparator: { $0 == 0x20 || $0 == 0x09 }).first,
                first.first != UInt8(ascii: "#")
            else { continue }
            let word = String(decoding: first, as: UTF8.self).lowercased()
            if word == "newmtl" || !isBegun && MTLKeywords.isKnown(word) { return true }
            isBegun = true
        }
        // Nothing but comments: programs write it where a model has no materials. As such, it says so.
        return !isBegun && (text.isEmpty || text.map { $0 | 0x20 }.holds("mtl".utf8))
    }
}
