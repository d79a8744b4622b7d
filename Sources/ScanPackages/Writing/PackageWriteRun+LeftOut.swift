import MeshBytes
import MeshFormats

/// Removes the names of what a rewriter left out: from lists, unknown members and other files.
extension PackageWriteRun {
    /// Names that must not appear: those left out, unless another frame now has the name.
    var goneNames: [String] {
        (result.leftOut + result.unreadable).filter { !plannedNames.contains($0) }
    }

    /// Copies a file of the source that may mention frames. JSON loses the values that name frames left out. Other text
    /// that names one is dropped, and so is any file named after one.
    mutating func copyWithoutLeftOut(_ entry: PackageEntry, as path: String) throws(PackageWriteError) {
        guard !goneNames.isEmpty else { return try copy(entry, as: path) }
        var search = NameSearch(goneNames)
        // A file named after a frame is about it, regardless of its contents.
        guard !search.isNamed(in: path) else { return loseNaming() }
        guard Self.texts.contains(PackagePath.fileExtension(path)) else { return try copy(entry, as: path) }
        try PackageWriteError.reading(
            entry.forEachPiece { piece in
                search.add(piece)
                return !search.hasFound
            })
        search.end()
        guard search.hasFound else { return try copy(entry, as: path) }
        if PackagePath.fileExtension(path) == "json", let bytes = try? entry.bytes(limit: 1 << 26),
            let value = try? JSONValue.parse(bytes, depthLimit: options.reading.limits.depth)
        {
            return try addJSON(path, value)
        }
        loseNaming()
    }

    private mutating func loseNaming() {
        losses.add(
            .nativeUnmapped, .dropped, "/files/naming", "files that name frames", unit: "files",
            cause: "left out, because they refer to frames that were left out")
    }

    /// A frame's unknown members. With rewriters, members that name another frame are dropped, since that frame may
    /// still be left out.
    func otherMembers(_ frame: ScanFrame) -> [(String, JSONValue)] {
        guard options.rewriteImage != nil || options.rewriteDepth != nil, !frame.otherMembers.isEmpty else {
            return frame.otherMembers
        }
        let others = NameSearch(package.frames.map(\.name).filter { $0 != frame.name })
        return frame.otherMembers.compactMap { name, value in
            others.isNamed(in: name) ? nil : value.without(others).map { (name, $0) }
        }
    }

    /// Extensions of files that may contain names of frames.
    private static let texts: Set<String> = [
        "json", "jsonl", "csv", "tsv", "txt", "xml", "plist", "yaml", "yml", "log", "md", "html", "bin", "mtl",
    ]
}

/// Searches bytes in chunks for names of frames: whole words, with or without an extension.
struct NameSearch {
    private let names: Set<[UInt8]>
    private let longest: Int
    private var word: [UInt8] = []
    private(set) var hasFound = false

    init(_ names: [String]) {
        self.names = Set(names.map { Array($0.utf8) })
        longest = names.map(\.utf8.count).max() ?? 0
    }

    /// Searches the next chunk.
    mutating func add(_ piece: some Sequence<UInt8>) {
        for byte in piece {
            if Self.ends(byte) {
                end()
            } else if word.count <= longest + 16 {
                word.append(byte)
            }
        }
    }

    /// Checks the current word; call it after the last chunk.
    mutating func end() {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, !hasFound else { return }
        if names.contains(word) { return hasFound = true }
        guard let dot = word.firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return }
        hasFound = names.contains(Array(word[..<dot]))
    }

    func isNamed(in text: String) -> Bool {
        var search = self
        search.add(text.utf8)
        search.end()
        return search.hasFound
    }

    /// Whether a byte separates words: all but ASCII letters and digits, `_`, `-`, `.` and bytes beyond ASCII.
    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: false
        default: true
        }
    }
}

extension JSONValue {
    /// This value without strings and members that contain one of the names; nil if nothing is left.
    ///
    /// The recursion is as deep as the value, which its parser has limited.
    func without(_ names: NameSearch) -> JSONValue? {
        switch self {
        case .string(let text): names.isNamed(in: text) ? nil : self
        case .array(let values): .array(values.compactMap { $0.without(names) })
        case .object(let members):
            .object(
                members.compactMap { key, value in
                    names.isNamed(in: key) ? nil : value.without(names).map { (key, $0) }
                })
        default: self
        }
    }
}
