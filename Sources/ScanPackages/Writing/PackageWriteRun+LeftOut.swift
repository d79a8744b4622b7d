import MeshBytes
import MeshFormats

/// What a rewriter leaves out is named nowhere: not in lists, not in members that nobody knows, not in other files.
extension PackageWriteRun {
    /// Names that must not be said: of what was left out, unless another frame is called so now.
    var goneNames: [String] {
        result.leftOut.isEmpty ? [] : result.leftOut.filter { !plannedNames.contains($0) }
    }

    /// Adds a file of the source that may speak of frames: JSON without what names those that were left out, any other
    /// text only if it names none of them, and nothing that is called as one of them.
    mutating func copyWithoutLeftOut(_ entry: PackageEntry, as path: String) throws(PackageWriteError) {
        guard !goneNames.isEmpty else { return try copy(entry, as: path) }
        var search = NameSearch(goneNames)
        // A file that is called so is about it, whatever is in it.
        guard !search.isNamed(in: path) else { return loseNaming() }
        guard Self.texts.contains(PackagePath.fileExtension(path)) else { return try copy(entry, as: path) }
        do throws(ReadError) {
            try entry.forEachPiece { piece in
                search.add(piece)
                return !search.hasFound
            }
        } catch {
            throw .read(error)
        }
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
            cause: "they name frames that were left out")
    }

    /// Members of a frame that nothing is known of; with rewriters none that names another frame, since that may be left
    /// out yet.
    func otherMembers(_ frame: ScanFrame) -> [(String, JSONValue)] {
        guard options.rewriteImage != nil || options.rewriteDepth != nil, !frame.otherMembers.isEmpty else {
            return frame.otherMembers
        }
        let others = NameSearch(package.frames.map(\.name).filter { $0 != frame.name })
        return frame.otherMembers.compactMap { name, value in
            others.isNamed(in: name) ? nil : value.without(others).map { (name, $0) }
        }
    }

    /// Kinds of files that may have names of frames in them.
    private static let texts: Set<String> = [
        "json", "jsonl", "csv", "tsv", "txt", "xml", "plist", "yaml", "yml", "log", "md", "html", "bin", "mtl",
    ]
}

/// Looks for names of frames in bytes that come in pieces: as whole words, with or without an extension behind them.
struct NameSearch {
    private let names: Set<[UInt8]>
    private let longest: Int
    private var word: [UInt8] = []
    /// Whether there was one.
    private(set) var hasFound = false

    init(_ names: [String]) {
        self.names = Set(names.map { Array($0.utf8) })
        longest = names.map(\.utf8.count).max() ?? 0
    }

    /// Takes the next piece.
    mutating func add(_ piece: some Sequence<UInt8>) {
        for byte in piece {
            if Self.ends(byte) {
                end()
            } else if word.count <= longest + 16 {
                word.append(byte)
            }
        }
    }

    /// Takes what was left at the end of the last piece.
    mutating func end() {
        defer { word.removeAll(keepingCapacity: true) }
        guard !word.isEmpty, !hasFound else { return }
        if names.contains(word) { return hasFound = true }
        guard let dot = word.firstIndex(of: UInt8(ascii: ".")), dot > 0 else { return }
        hasFound = names.contains(Array(word[..<dot]))
    }

    /// Whether a text has one of the names in it.
    func isNamed(in text: String) -> Bool {
        var search = self
        search.add(text.utf8)
        search.end()
        return search.hasFound
    }

    /// What stands between words: everything but letters, digits, `_`, `-`, `.` and what is not ASCII.
    private static func ends(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x80...: false
        default: true
        }
    }
}

extension JSONValue {
    /// This value without texts and members that have one of the names in them; nil if nothing is left of it.
    ///
    /// It goes as deep as the value does, which whoever read it has limited.
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
