import MeshBytes
import MeshModel

/// The files of an archive, a scan package or a folder by their paths, among which the names in an input are looked for.
///
/// An input that lies in it is named `ARCHIVE/PATH`. Nothing is read before it is asked for, and one index serves all
/// inputs of an archive; each reading has an instance of its own, which keeps the first error about an entry.
package final class ArchiveFiles: Sendable, Hashable {
    /// The paths of an archive.
    package final class Index: Sendable {
        fileprivate let name: String
        fileprivate let paths: Set<ExactText>
        /// The paths by what is equivalent to them: "é" may be one character or two.
        fileprivate let alike: [String: String]
        /// Paths by their last parts in lower case, in the order of the paths.
        fileprivate let byName: [String: [String]]
        // No function that throws: iOS 17 knows none of a typed error at run time.
        fileprivate let bytes: (@Sendable (String) -> Result<[UInt8], ReadError>)?

        /// - Parameters:
        ///   - name: the archive's or folder's name, with which names of inputs begin.
        ///   - paths: the files' paths, with `/` between their parts.
        ///   - bytes: reads one of them; nil: they are files in a folder.
        package init(
            name: String, paths: [String], bytes: (@Sendable (String) -> Result<[UInt8], ReadError>)?
        ) {
            self.name = name
            self.paths = Set(paths.map { ExactText($0) })
            alike = Dictionary(paths.map { ($0, $0) }) { first, _ in first }
            self.bytes = bytes
            byName = Dictionary(grouping: paths) { $0.lastPathPart.lowercased() }
        }
    }

    private let index: Index
    private let record = Record()

    package init(_ index: Index) { self.index = index }

    package static func == (one: ArchiveFiles, other: ArchiveFiles) -> Bool { one.index === other.index }
    package func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(index)) }

    /// The first error about an entry that was asked for: a reader goes on without it, as without a missing file.
    package var firstError: ReadError? { record.lock.withLock { record.error } }

    /// The paths of the files that were asked for and found.
    package var found: Set<String> { record.lock.withLock { record.found } }

    /// What a reading met.
    private final class Record: @unchecked Sendable {
        let lock = Lock()
        var error: ReadError?
        var found: Set<String> = []
    }

    /// Whether what is not among the files is nowhere; otherwise it may be elsewhere on disk.
    var isClosed: Bool { index.bytes != nil }

    /// The folder in the archive of an input: empty, or with a slash at its end.
    func folder(of inputFolder: String) -> String {
        let prefix = index.name + "/"
        guard inputFolder.utf8.starts(with: prefix.utf8) else { return "" }
        return String(decoding: inputFolder.utf8.dropFirst(prefix.utf8.count), as: UTF8.self)
    }

    /// The real path of the package's folder, which its files must lie in; nil: the path leads elsewhere, or this is an
    /// archive.
    func folderOnDisk(of path: String) -> String? {
        let folder = index.name.hasSuffix("/") ? index.name : index.name + "/"
        guard index.bytes == nil, path.utf8.starts(with: folder.utf8) else { return nil }
        return Input.realPath(folder)
    }

    /// Finds the file at a path, which may begin with `..`; not exactly: also by its last part, in any case of letters.
    func find(_ path: String, from folder: String, exactly: Bool) -> SideFiles.Found? {
        let whole = Self.normal(folder + path)
        if let whole, index.paths.contains(ExactText(whole)) { return contents(whole, remark: nil) }
        if let whole, let path = index.alike[whole] { return contents(path, remark: nil) }
        guard !exactly, let named = index.byName[path.lastPathPart.lowercased()] else { return nil }
        // In the folder that the name says, in the input's, in any.
        let places = [whole?.pathFolder ?? folder, folder].map { $0.lowercased() }
        let nearest = places.lazy.compactMap { place in named.first { $0.pathFolder.lowercased() == place } }.first
        return (nearest ?? named.first).map { contents($0, remark: "'\(path)' was found as '\($0)'") }
    }

    private func contents(_ path: String, remark: String?) -> SideFiles.Found {
        record.lock.withLock { _ = record.found.insert(path) }
        guard let bytes = index.bytes else {
            return .path(index.name.hasSuffix("/") ? index.name + path : "\(index.name)/\(path)", remark: remark)
        }
        switch bytes(path) {
        case .success(let bytes): return .bytes(bytes)
        case .failure(let error):
            record.lock.withLock { record.error = record.error ?? error }
            return .missing("'\(path)' can't be read: \(error.message)")
        }
    }

    /// A path without `.` and without `..` after other parts; nil if it is none of an archive.
    static func normal(_ path: String) -> String? {
        guard path.utf8.first != UInt8(ascii: "/") else { return nil }
        var parts: [String] = []
        for part in path.utf8.split(separator: UInt8(ascii: "/")) where !part.elementsEqual(".".utf8) {
            if part.elementsEqual("..".utf8), let last = parts.last, last != ".." {
                parts.removeLast()
            } else {
                parts.append(String(Substring(part)))
            }
        }
        return parts.joined(separator: "/")
    }
}
