internal import MeshArchive
public import MeshBytes
public import MeshFormats
import MeshModel

/// The files of a package by name: a zip archive, a folder, or bytes in memory.
///
/// Opening reads the directory and no entry. Folders and litter of archivers (`__MACOSX`, `.DS_Store`, `._*`) are
/// omitted.
///
/// - Errors: an entry whose name leaves the package (`..`, an absolute path, a drive), a link out of it, or an entry
///   that isn't a file; the error's location names it.
public struct PackageFiles: Sendable {
    /// The entries, sorted by the bytes of their paths.
    public private(set) var entries: [PackageEntry]
    /// The path that the package was opened from, or a name, for messages.
    public let name: String
    /// Paths that occur more than once in the archive; the first of each is used.
    public internal(set) var repeated: [String] = []
    private var places: [ExactText: Int] = [:]
    /// The first of the entries whose paths are equivalent: "é" may be one character or two.
    private var alike: [String: Int] = [:]

    /// The size of all files, decompressed, in bytes: claims of the archive's directory, so the sum stops at `Int.max`.
    public var byteCount: Int {
        entries.reduce(0) { sum, entry in
            let (total, overflow) = sum.addingReportingOverflow(entry.byteCount)
            return overflow ? .max : total
        }
    }

    /// Creates a package of entries in memory or from elsewhere.
    ///
    /// - Throws: an error for a path that ``PackagePath/normal(_:)`` refuses.
    public init(_ entries: [PackageEntry], name: String) throws(ReadError) {
        (self.entries, self.name) = ([], name)
        var kept: [PackageEntry] = []
        var known: Set<ExactText> = []
        for entry in entries {
            guard let path = PackagePath.normal(entry.path) else {
                throw ReadError(
                    .invalidValue, .sideFile(entry.path, .whole), "its path leads out of the package"
                )
            }
            if PackagePath.isLitter(path) { continue }
            guard known.insert(ExactText(path)).inserted else {
                repeated.append(path)
                continue
            }
            kept.append(path == entry.path ? entry : entry.renamed(path))
        }
        place(kept)
    }

    /// Creates the files of a folder under their names on the disk. A package can't have all of them: `c:x`, `x\y`.
    private init(listed entries: [PackageEntry], name: String) {
        (self.entries, self.name) = ([], name)
        place(entries)
    }

    private mutating func place(_ entries: [PackageEntry]) {
        self.entries = entries.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
        for (index, entry) in self.entries.enumerated() {
            places[ExactText(entry.path)] = index
            if alike[entry.path] == nil { alike[entry.path] = index }
        }
    }

    /// Opens a folder or a zip archive by its path.
    public static func open(
        _ path: String, limits: PackageLimits = PackageLimits(), work: Work? = nil
    ) throws(ReadError) -> PackageFiles {
        try opened(path, limits: limits, work: work).files
    }

    /// Opens a zip archive, whose bytes are returned too, or a folder.
    package static func opened(
        _ path: String, limits: PackageLimits, work: Work?
    ) throws(ReadError) -> (files: PackageFiles, input: Input?) {
        if try ReadError.of(PathKind(at: path)) == .folder {
            return (try folder(path, limits: limits, work: work), nil)
        }
        let input: Input
        do throws(SystemError) { input = try Input.file(path, limit: limits.entryByteCount, work: work) } catch {
            throw error.isMissing ? ReadError(.missing, .whole, error.message) : ReadError(error)
        }
        return (try zip(input, limits: limits), input)
    }

    /// The files of a zip archive.
    public static func zip(_ input: Input, limits: PackageLimits = PackageLimits()) throws(ReadError) -> PackageFiles {
        let archive: ZipSource
        do throws(ReadError) { archive = try ZipSource(input, limits: limits) } catch {
            // A file that doesn't begin as archives do is another kind of file, rather than a broken archive.
            guard error.code == .invalidValue, error.location == .byte(0),
                let head = try? input.read(0..<min(input.byteCount, 2)), Array(head) != [0x50, 0x4B]
            else { throw error }
            throw ReadError(
                .unknownFormat, .whole, "expected a folder or a zip archive of a scan, found another file")
        }
        let entries = archive.reader.entries.filter { !$0.isFolder }.map {
            PackageEntry(path: $0.name, byteCount: $0.byteCount, source: .zip(archive, $0), limits: limits)
        }
        return try PackageFiles(entries, name: input.name)
    }

    /// The files of a folder and of the folders inside of it.
    public static func folder(
        _ path: String, limits: PackageLimits = PackageLimits(), work: Work? = nil
    ) throws(ReadError) -> PackageFiles {
        let (files, others) = try listed(path, limits: limits, work: work)
        if let other = others.first { throw other }
        return try PackageFiles(files.entries, name: path)
    }

    /// The files of a folder and of the folders inside of it, and what is wrong with other things in it: pipes, folders
    /// that can't be read, and links, which are followed to files in the folder only. Paths are those on the disk; files
    /// whose paths a package can't have are among both.
    package static func listed(
        _ path: String, limits: PackageLimits, work: Work?
    ) throws(ReadError) -> (files: PackageFiles, others: [ReadError]) {
        let items: [FolderTree.Item]?
        do throws(SystemError) { items = try FolderTree.items(in: path, limit: limits.entryCount) } catch {
            throw error.isMissing ? ReadError(.missing, .whole, error.message) : ReadError(error)
        }
        guard let items else {
            throw ReadError(
                beyond: .entries, .whole,
                "expected at most \(limits.entryCount) files and 64 folders inside each other, found more")
        }
        // What replaces a file after it was listed isn't followed out of the folder either.
        let root = Input.realPath(path.isEmpty ? "." : path)
        var entries: [PackageEntry] = []
        var others: [ReadError] = []
        for item in items where !PackagePath.isLitter(item.path) {
            func refuse(_ code: ReadError.Code, _ message: String) {
                others.append(ReadError(code, .sideFile(item.path, .whole), message))
            }
            func add(_ inner: String, _ byteCount: Int) {
                if PackagePath.normal(inner) == nil {
                    refuse(.invalidValue, "its path leads out of the package")
                }
                entries.append(
                    PackageEntry(
                        path: inner, byteCount: byteCount,
                        source: .file("\(path.isEmpty ? "." : path)/\(inner)", inside: root ?? ""), limits: limits,
                        work: work))
            }
            switch item.kind {
            case .file(let count): add(item.path, count)
            case .symbolicLink(let count?): add(item.path, count)
            case .symbolicLink:
                refuse(.unsupported, "it is a symbolic link, which is followed to files in the folder only")
            case .unreadableFolder(let error): refuse(.system, error.message)
            case .other: refuse(.unsupported, "it is a pipe or a device, not a file")
            }
        }
        return (PackageFiles(listed: entries, name: path), others)
    }

    /// Returns these files with others added; each replaces the one with its path.
    ///
    /// - Throws: an error for a path that ``PackagePath/normal(_:)`` refuses.
    public func replacing(with others: [PackageEntry]) throws(ReadError) -> PackageFiles {
        let paths = Set(others.map { ExactText(PackagePath.normal($0.path) ?? $0.path) })
        var files = try PackageFiles(others + entries.filter { !paths.contains(ExactText($0.path)) }, name: name)
        files.repeated += repeated
        return files
    }

    /// The entry at a path, else the first at an equivalent one; looked up in constant time.
    public subscript(path: String) -> PackageEntry? {
        (places[ExactText(path)] ?? alike[path]).map { entries[$0] }
    }

    /// The entries directly inside a folder, sorted; `""` is the root.
    ///
    /// - Parameters:
    ///   - folder: its path without a slash at the end.
    ///   - extensions: only files with one of these extensions, lower case; empty: all.
    public func entries(inFolder folder: String, extensions: Set<String> = []) -> [PackageEntry] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        return entries(below: prefix).filter { entry in
            !entry.path.utf8.dropFirst(prefix.utf8.count).contains(UInt8(ascii: "/"))
                && (extensions.isEmpty || extensions.contains(PackagePath.fileExtension(entry.path)))
        }
    }

    /// Whether a folder contains anything.
    public func hasFolder(_ folder: String) -> Bool { !entries(below: folder + "/").isEmpty }

    var topFolders: [String] { folders(in: "") }

    /// The names of the folders directly inside a folder, sorted; `""` is the root.
    func folders(in folder: String) -> [String] {
        let prefix = folder.isEmpty ? "" : folder + "/"
        var found: [String] = []
        for entry in entries(below: prefix) {
            let rest = entry.path.utf8.dropFirst(prefix.utf8.count)
            guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { continue }
            let folder = String(decoding: rest[..<slash], as: UTF8.self)
            if found.last != folder { found.append(folder) }
        }
        return found
    }

    /// The files inside a folder, with paths relative to it.
    func inside(_ folder: String) throws(ReadError) -> PackageFiles {
        let prefix = folder + "/"
        func rest(_ path: String) -> String {
            String(decoding: path.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
        }
        let inner = entries(below: prefix).map { $0.renamed(rest($0.path)) }
        var files = try PackageFiles(inner, name: name)
        files.repeated = repeated.filter { $0.utf8.starts(with: prefix.utf8) }.map(rest)
        return files
    }

    /// The entries whose paths begin with `prefix`; they are contiguous, since entries are sorted.
    private func entries(below prefix: String) -> ArraySlice<PackageEntry> {
        var (low, high) = (0, entries.count)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].path.utf8.lexicographicallyPrecedes(prefix.utf8) {
                low = middle + 1
            } else {
                high = middle
            }
        }
        var end = low
        while end < entries.count, entries[end].path.utf8.starts(with: prefix.utf8) { end += 1 }
        return entries[low..<end]
    }
}
