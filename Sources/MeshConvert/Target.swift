import MeshBytes

/// Where a result can go: a path, or a ``Target``; with MeshConvertFoundation also a `URL`.
public protocol ConvertTarget: Sendable {
    /// Returns the target.
    ///
    /// - Throws: ``ConvertError/usage(_:)`` if it names no file.
    func conversionTarget() throws(ConvertError) -> Target
}

extension String: ConvertTarget {
    /// The file of this path.
    public func conversionTarget() -> Target { .path(self) }
}

/// The target of a conversion: a file with its side files, or memory.
public struct Target: Sendable {
    /// The folder for files before they are committed.
    public struct Staging: Sendable, Hashable {
        /// The folder; nil: the target's folder.
        let folder: String?

        /// Beside the target, which then appears atomically.
        public static let sameFolder = Staging(folder: nil)

        /// In another folder, for callers that may write one file but not into its folder.
        ///
        /// If that is on another file system, the contents are copied in the end, so the target can be seen incomplete.
        public static func folder(_ path: String) -> Staging { Staging(folder: path) }
    }

    /// The path as given, or the name for output in memory. Its extension chooses the format unless the options do.
    public let name: String
    /// The folder for uncommitted files; nil: output in memory.
    let staging: Staging?
}

extension Target {
    /// Refuses a file that is the source, by whatever name, or part of a source that is a folder.
    func requireOther(than source: Source) throws(ConvertError) {
        guard staging != nil, case .path(let path) = source.kind else { return }
        if Input.isSameFile(path, name) {
            throw .usage("'\(name)' is the input itself: choose another name for the output")
        }
        if Input.isFile(name), FolderTree.isFolder(path), FolderTree.contains(name, inside: path) {
            throw .usage("'\(name)' is a file of the input '\(path)': choose another name for the output")
        }
    }
}

extension Target: ConvertTarget {
    /// The target itself.
    public func conversionTarget() -> Target { self }
}

// Where a ``ConvertTarget`` is expected, these can be written as `.path(…)`.
extension ConvertTarget where Self == Target {
    /// Creates a target from a file path, relative to the working folder; `-` is standard output. An existing file is
    /// replaced atomically unless ``ConvertOptions/replacesExisting`` is false.
    public static func path(_ path: String, staging: Target.Staging = .sameFolder) -> Target {
        Target(name: path, staging: staging)
    }

    /// Creates a target in memory: the report's outputs have the ``Report/File/contents``.
    ///
    /// - Parameter name: the file's name, such as `room.ply`; side files are named after it.
    public static func data(named name: String) -> Target { Target(name: name, staging: nil) }
}
