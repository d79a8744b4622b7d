/// Everything that lies in a folder and in the folders inside of it.
public enum FolderTree {
    /// What was found.
    public struct Item: Hashable, Sendable {
        /// What kinds there are.
        public enum Kind: Hashable, Sendable {
            /// A regular file of so many bytes.
            case file(byteCount: Int)
            /// A symbolic link; what it leads to is not looked at.
            case symbolicLink
            /// A pipe, a device, or whatever else is no file.
            case other
        }

        /// The path from the folder on, with `/` between its parts.
        public var path: String
        /// What it is.
        public var kind: Kind
    }

    /// The most folders inside of each other that are looked into.
    private static let depthLimit = 64

    /// All that is no folder, sorted by the bytes of the paths. Symbolic links are told and never followed; the folder
    /// itself may be one.
    ///
    /// - Parameters:
    ///   - folder: its path; empty is the working folder.
    ///   - limit: the most items; nil is returned when there are more, or folders lie too deep.
    public static func items(in folder: String, limit: Int) throws(SystemError) -> [Item]? {
        let root = folder.isEmpty ? "." : folder
        guard let status = System.status(ofPath: root) else {
            throw SystemError(operation: "open", path: root, number: System.lastError)
        }
        guard status.isFolder else { throw SystemError(operation: "open", path: root, number: System.notFolder) }
        var found: [Item] = []
        var todo: [(path: String, depth: Int)] = [("", 0)]
        while let (path, depth) = todo.popLast() {
            let place = path.isEmpty ? root : "\(root)/\(path)"
            // A folder that can't be read would look empty.
            let descriptor = System.openForReading(place)
            guard descriptor >= 0 else { throw SystemError(operation: "read", path: place, number: System.lastError) }
            System.close(descriptor)
            for name in System.names(inFolder: place, limit: .max) {
                let inside = path.isEmpty ? name : "\(path)/\(name)"
                let outside = "\(root)/\(inside)"
                if System.symbolicLink(at: outside) != nil {
                    found.append(Item(path: inside, kind: .symbolicLink))
                } else if let status = System.status(ofPath: outside) {
                    if status.isFolder {
                        guard depth < depthLimit else { return nil }
                        todo.append((inside, depth + 1))
                    } else {
                        found.append(
                            Item(path: inside, kind: status.isRegular ? .file(byteCount: status.size) : .other))
                    }
                }
                if found.count > limit || todo.count > limit { return nil }
            }
        }
        return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// Whether there is a folder at a path.
    public static func isFolder(_ path: String) -> Bool { System.status(ofPath: path)?.isFolder ?? false }
}
