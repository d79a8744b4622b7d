/// Lists the contents of a folder.
public enum FolderListing {
    /// The names in a folder, sorted by their bytes; empty when it can't be read.
    ///
    /// - Parameters:
    ///   - path: the folder; empty for the working folder.
    ///   - limit: the maximum number of names; the list is empty if there are more.
    public static func names(in path: String, limit: Int = 100_000) -> [String] {
        let names = try? System.names(inFolder: path.isEmpty ? "." : path, limit: limit)
        return (names ?? []).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    }
}
