internal import MeshBytes
internal import MeshFormats
internal import MeshRouting
internal import ScanPackages

/// Files to add to a package; see ``PackageConvertOptions/parts``.
///
/// Each file replaces the one with the same name and is read like it: a broken `stitching.json` is an error, and its
/// links are used. Files that a target can't hold are reported as losses, except ``entries``, which go into every
/// target.
public struct PackageParts: Sendable, Hashable {
    /// The path of a JSON file that becomes `scan4d_metadata.json`; nil: the frames' own, if they have one.
    public var metadata: String?
    /// The paths of meshes, in the canonical frame. The first with each extension is named `mesh.obj`, `mesh.ply` …, or
    /// `raw.glb` for Polycam; others keep their names.
    public var meshes: [String] = []
    /// More files by their names in the package; a folder's path adds all files in it.
    public var entries: [Entry] = []

    /// A file and its name in the package.
    public struct Entry: Sendable, Hashable {
        /// The path relative to the package's root.
        public var name: String
        /// The path of the file or folder.
        public var path: String

        /// Creates an entry.
        public init(name: String, path: String) {
            self.name = name
            self.path = path
        }
    }

    /// Creates parts without files.
    public init() {}

    /// Whether there are no files.
    public var isEmpty: Bool { metadata == nil && meshes.isEmpty && entries.isEmpty }
}

/// The parts to add to a package, found and named.
struct PackageAdditions {
    private(set) var entries: [(entry: PackageEntry, path: String)] = []
    /// The names of ``PackageParts/entries``.
    private(set) var kept: Set<String> = []
    /// Losses for files that meshes name but the package lacks.
    private(set) var losses: [Loss] = []
    private var origins: [String: String] = [:]

    init(
        _ parts: PackageParts, _ variant: PackageVariant, _ reading: PackageOptions, work: Work?
    ) throws(ConvertError) {
        let limits = reading.limits
        func entry(_ path: String, as name: String) throws(ConvertError) -> PackageEntry {
            try ConvertError.reading(path) { () throws(ReadError) in
                try .file(path, as: name, limits: limits, work: work)
            }
        }
        if let path = parts.metadata {
            try add(try entry(path, as: "scan4d_metadata.json"), path)
        }
        for (path, name) in zip(parts.meshes, try Self.names(of: parts.meshes, variant, reading)) {
            try add(try entry(path, as: name), path)
        }
        for part in parts.entries {
            guard let name = PackagePath.normal(part.name) else {
                throw .usage("expected a name inside of the package, found '\(part.name)'")
            }
            if FolderTree.isFolder(part.path) {
                let files = try ConvertError.reading(part.path) { () throws(ReadError) in
                    try PackageFiles.folder(part.path, limits: limits, work: work)
                }
                for file in files.entries {
                    let own = "\(name)/\(file.path)"
                    try add(file.renamed(own), "\(part.path)/\(file.path)")
                    kept.insert(own)
                }
            } else {
                try add(try entry(part.path, as: name), part.path)
                kept.insert(name)
            }
        }
    }

    private mutating func add(_ entry: PackageEntry, _ path: String) throws(ConvertError) {
        if let other = origins[entry.path] {
            throw .usage("'\(other)' and '\(path)' would both be called '\(entry.path)' in the package")
        }
        origins[entry.path] = path
        entries.append((entry, path))
    }

    private static func names(
        of meshes: [String], _ variant: PackageVariant, _ reading: PackageOptions
    ) throws(ConvertError) -> [String] {
        // Most files of this one lack buffers, which nothing would say.
        let known = reading.meshExtensions.filter { $0 != "gltf" }
        var used: Set<String> = []
        var names: [String] = []
        for mesh in meshes {
            let ending = PackagePath.fileExtension(mesh)
            guard known.contains(ending) else {
                throw .usage("expected a mesh in one file (\(known.joined(separator: ", "))), found '\(mesh)'")
            }
            let isFirst = used.insert(ending).inserted
            let isRaw = variant == .polycamKeyframes && ending == "glb"
            names.append(isFirst ? isRaw ? "raw.glb" : "mesh.\(ending)" : PackagePath.name(mesh))
        }
        return names
    }

    /// Finds files that a mesh names but the package lacks.
    mutating func findMissing(in files: PackageFiles) throws(ConvertError) {
        for (entry, path) in entries where PackagePath.fileExtension(entry.path) == "obj" {
            var libraries: Set<String> = []
            var line: [UInt8] = []
            func take() {
                // Only the beginning of a line is kept; no `mtllib` line is longer.
                let text = String(decoding: line, as: UTF8.self)
                line.removeAll(keepingCapacity: true)
                guard text.hasPrefix("mtllib ") || text.hasPrefix("mtllib\t") else { return }
                for name in text.dropFirst(7).split(whereSeparator: \.isWhitespace) { libraries.insert(String(name)) }
            }
            try ConvertError.reading(path) { () throws(ReadError) in
                try entry.forEachPiece { piece in
                    for byte in piece {
                        if byte == 0x0A {
                            if line.first == UInt8(ascii: "m") { take() } else { line.removeAll(keepingCapacity: true) }
                        } else if line.count < 4096, line.isEmpty || line[0] == UInt8(ascii: "m") {
                            line.append(byte)
                        }
                    }
                    return true
                }
            }
            if line.first == UInt8(ascii: "m") { take() }
            for name in libraries.sorted() where files[name] == nil {
                losses.append(
                    Loss(
                        .nativeUnmapped, .dropped, subject: "/meshes/\(entry.path)", name: name, count: 1,
                        unit: "files", cause: "\(PackagePath.name(path)) names it, and it is not in the package",
                        remedy: .setting(.addition, "\(name)=PATH")))
            }
        }
    }

    /// The files with their digests, in the order of their paths.
    func files() throws(ConvertError) -> [Report.File] {
        var files: [Report.File] = []
        for (entry, path) in entries {
            let digest = try ConvertError.reading(path) { () throws(ReadError) in
                try ReadError.reading { () throws(SystemError) in try SHA256.digest(of: try Input.file(path)) }
            }
            files.append(Report.File(path: path, bytes: entry.byteCount, sha256: digest))
        }
        return files.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
