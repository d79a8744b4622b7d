import MeshBytes
import MeshFormats

/// Finds the files that an OBJ or MTL file names, inside the OBJ's folder unless the caller allows others.
struct OBJTexturePaths {
    /// The rule by which a file was found.
    enum Rule: String, Sendable {
        case asWritten = "as written"
        case slashes = "with its slashes turned"
        case besideLibrary = "by its last part, beside the library"
        case besideFile = "by its last part, beside the OBJ"
        case otherCase = "in other case"
    }

    /// The result of looking up a name.
    enum Outcome: Sendable, Equatable {
        case path(String, Rule)
        case bytes([UInt8])
        /// There is no such file.
        case missing
        /// The name leads out of the folder, and was not looked up.
        case outside
    }

    /// The folder of the OBJ file: empty, or ending in a slash.
    let folder: String
    private let sideFiles: [String: SideFile]
    private let isFree: Bool
    /// The file names in each folder, by their lower case.
    private var listings: [String: [String: String]] = [:]

    init(input: Input, options: ReadOptions) {
        folder = input.name.lastIndex(of: "/").map { String(input.name[...$0]) } ?? ""
        sideFiles = options.sideFiles
        isFree = options.followsAllReferences
    }

    /// Finds the file `name` that a file in `subfolder` (empty, or ending in a slash) of the OBJ's folder refers to.
    mutating func find(_ name: String, from subfolder: String = "") -> Outcome {
        switch sideFiles[name] {
        case .path(let path): return .path(path, .asWritten)
        case .bytes(let bytes): return .bytes(bytes)
        case nil: break
        }
        // The system would cut a name off at a NUL.
        guard !name.isEmpty, !name.utf8.contains(0) else { return .missing }
        let turned = String(name.map { $0 == "\\" ? "/" : $0 })
        let written: (path: String, rule: Rule)? = place(turned, subfolder).map {
            ($0, turned == name ? .asWritten : .slashes)
        }
        if let written, Input.isFile(written.path) { return .path(written.path, written.rule) }
        let base = turned.split(separator: "/").last.map(String.init) ?? ""
        guard !base.isEmpty, base != ".", base != ".." else { return written == nil ? .outside : .missing }
        // A drive letter may come right before the name.
        let last = base.split(separator: ":").last.map(String.init) ?? base
        if Input.isFile(folder + subfolder + last) { return .path(folder + subfolder + last, .besideLibrary) }
        if Input.isFile(folder + last) { return .path(folder + last, .besideFile) }
        if let written, let path = inOtherCase(written.path) { return .path(path, .otherCase) }
        if let path = inOtherCase(folder + subfolder + last) ?? inOtherCase(folder + last) {
            return .path(path, .otherCase)
        }
        return written == nil ? .outside : .missing
    }

    /// The path of a name, or nil when it leads out of the folder.
    private func place(_ name: String, _ subfolder: String) -> String? {
        let isDrive = name.utf8.dropFirst().first == 0x3A
        if isFree { return name.hasPrefix("/") ? name : folder + subfolder + name }
        guard !name.hasPrefix("/"), !isDrive else { return nil }
        var depth = 0
        for part in (subfolder + name).split(separator: "/") where part != "." {
            depth += part == ".." ? -1 : 1
            if depth < 0 { return nil }
        }
        return folder + subfolder + name
    }

    /// The path of a file whose name differs only in case.
    private mutating func inOtherCase(_ path: String) -> String? {
        let parent = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
        let wanted = path.dropFirst(parent.count).lowercased()
        if listings[parent] == nil {
            let names = FolderListing.names(in: parent).map { ($0.lowercased(), $0) }
            listings[parent] = Dictionary(names, uniquingKeysWith: { first, _ in first })
        }
        guard let name = listings[parent]?[wanted], Input.isFile(parent + name) else { return nil }
        return parent + name
    }
}
