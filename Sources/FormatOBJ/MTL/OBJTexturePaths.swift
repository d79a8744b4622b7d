import MeshBytes
import MeshFormats

/// Finds the files that an OBJ or MTL names, inside of the OBJ's folder unless the caller widens it.
struct OBJTexturePaths {
    /// How a file was found.
    enum Rule: String, Sendable {
        case asWritten = "as written"
        case slashes = "with its slashes turned"
        case besideLibrary = "by its last part, beside the library"
        case besideFile = "by its last part, beside the OBJ"
        case otherCase = "in other case"
    }

    /// What became of a name.
    enum Outcome: Sendable, Equatable {
        case path(String, Rule)
        case bytes([UInt8])
        /// It is not there.
        case missing
        /// It leads out of the folder and was not looked at.
        case outside
    }

    /// The folder of the OBJ: empty, or with a slash at its end.
    let folder: String
    private let sideFiles: [String: SideFile]
    private let isFree: Bool
    /// The names in folders by their lower case.
    private var listings: [String: [String: String]] = [:]

    init(input: Input, options: ReadOptions) {
        folder = input.name.lastIndex(of: "/").map { String(input.name[...$0]) } ?? ""
        sideFiles = options.sideFiles
        isFree = options.options["references"] == "any"
    }

    /// The file that `name` means, from a file in `subfolder` of the OBJ's folder (empty, or with a slash at its end).
    mutating func find(_ name: String, from subfolder: String = "") -> Outcome {
        switch sideFiles[name] {
        case .path(let path): return .path(path, .asWritten)
        case .bytes(let bytes): return .bytes(bytes)
        case nil: break
        }
        // A name with a NUL would be cut short on its way to the system.
        guard !name.isEmpty, !name.utf8.contains(0) else { return .missing }
        let turned = String(name.map { $0 == "\\" ? "/" : $0 })
        let written: (path: String, rule: Rule)? = place(turned, subfolder).map {
            ($0, turned == name ? .asWritten : .slashes)
        }
        if let written, Input.isFile(written.path) { return .path(written.path, written.rule) }
        let base = turned.split(separator: "/").last.map(String.init) ?? ""
        guard !base.isEmpty, base != ".", base != ".." else { return written == nil ? .outside : .missing }
        // A drive's letter may stand right before a name.
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

    /// The path whose last part differs only by the case of letters.
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
