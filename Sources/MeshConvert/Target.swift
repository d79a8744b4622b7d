/// Where a conversion's result goes: a file with what lies beside it, or memory.
public struct Target: Sendable {
    /// Where files are put together before they get their names.
    public struct Staging: Sendable, Hashable {
        /// The folder; nil: that of the target.
        let folder: String?

        /// Beside the target: it appears in one step, also for those who look at that moment.
        public static let sameFolder = Staging(folder: nil)

        /// In another folder, for callers who may write one file and not into its folder.
        ///
        /// From another file system the contents are copied in the end, which can be seen half done.
        public static func folder(_ path: String) -> Staging { Staging(folder: path) }
    }

    /// The path as given, or the name of what goes to memory: its extension says the format unless the options do.
    public let name: String
    /// Where files are put together; nil: nowhere, in memory.
    let staging: Staging?

    /// A file by its path, relative to the working folder; `-` is standard output. An existing file is replaced as a
    /// whole unless ``ConvertOptions/replacesExisting`` is false.
    public static func path(_ path: String, staging: Staging = .sameFolder) -> Target {
        Target(name: path, staging: staging)
    }

    /// Memory: the report's outputs have the ``Report/File/contents``.
    ///
    /// - Parameter name: what the file would be called, such as `room.ply`; files beside it are named after it.
    public static func data(named name: String) -> Target { Target(name: name, staging: nil) }
}
