internal import MeshBytes
internal import MeshFormats
import MeshModel
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
        /// The path of the file or folder; what errors call ``bytes``.
        public var path: String
        /// The contents; nil: those of the file or folder.
        public var bytes: [UInt8]?

        /// Creates an entry from a file or folder.
        public init(name: String, path: String) {
            self.name = name
            self.path = path
        }

        /// Creates an entry from its contents, such as links to other scans that an app keeps in a database.
        public init(name: String, bytes: [UInt8]) {
            (self.name, self.path, self.bytes) = (name, name, bytes)
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
    /// The names of those whose contents were given, and are in no file.
    private var given: Set<String> = []

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
                throw .usage("'\(part.name)' is not a path inside the package")
            }
            if let bytes = part.bytes {
                try add(PackageEntry(path: name, bytes: bytes), part.path)
                kept.insert(name)
                given.insert(name)
            } else if FolderTree.isFolder(part.path) {
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
        // A library that a mesh names may name textures, so the meshes come first.
        for ending in ["obj", "mtl"] { try addNamed(byFiles: ending, reading, work: work) }
    }

    /// Adds the files that added meshes and libraries name, as far as they lie beside them.
    private mutating func addNamed(
        byFiles ending: String, _ reading: PackageOptions, work: Work?
    ) throws(ConvertError) {
        for (entry, path) in entries where PackagePath.fileExtension(entry.path) == ending {
            let names = try ending == "obj" ? libraries(of: entry, path) : textures(of: entry, path)
            let folder = PackagePath.folder(entry.path)
            for name in names.sorted() {
                guard let inner = PackagePath.normal(name) else { continue }
                let (file, target) = (path.pathFolder + inner, folder.isEmpty ? inner : "\(folder)/\(inner)")
                guard Input.isFile(file), origins[target] == nil else { continue }
                let named = try ConvertError.reading(file) { () throws(ReadError) in
                    try PackageEntry.file(file, as: target, limits: reading.limits, work: work)
                }
                try add(named, file)
            }
        }
    }

    private func textures(of library: PackageEntry, _ path: String) throws(ConvertError) -> Set<String> {
        try ConvertError.reading(path) { () throws(ReadError) in
            MeshSideFiles.picturePaths(in: try library.beginning(1 << 20))
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
                throw .usage("'\(mesh)' is not a mesh in one file (\(known.joined(separator: ", ")))")
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
            for name in try libraries(of: entry, path).sorted() where files[name] == nil {
                losses.append(
                    Loss(
                        .nativeUnmapped, .dropped, subject: "/meshes/\(entry.path)", name: name, count: 1,
                        unit: "files", cause: "\(PackagePath.name(path)) uses it, but it is missing in the package",
                        remedy: .setting(.addition, "\(name)=PATH")))
            }
        }
    }

    /// The names behind `mtllib` in an OBJ file.
    private func libraries(of mesh: PackageEntry, _ path: String) throws(ConvertError) -> Set<String> {
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
            try mesh.forEachPiece { piece in
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
        return libraries
    }

    /// The files with their digests, in the order of their paths.
    func files() throws(ConvertError) -> [Report.File] {
        var files: [Report.File] = []
        for (entry, path) in entries {
            let digest = try ConvertError.reading(path) { () throws(ReadError) in
                let bytes = given.contains(entry.path) ? try entry.bytes() : nil
                guard let bytes else { return try ReadError.of(SHA256.digest(of: .file(path))) }
                return try ReadError.of(SHA256.digest(of: .bytes(bytes, name: path)))
            }
            files.append(Report.File(path: path, bytes: entry.byteCount, sha256: digest))
        }
        return files.inOrder { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }
}
