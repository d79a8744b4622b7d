/// Lists everything in a folder and its subfolders.
public enum FolderTree {
    /// An item that was found.
    public struct Item: Hashable, Sendable {
        /// The kind of an item.
        public enum Kind: Hashable, Sendable {
            /// A regular file with its size.
            case file(byteCount: Int)
            /// A symbolic link, and the size of the file that it leads to, if that is one in the folder.
            case symbolicLink(byteCount: Int?)
            /// A folder that can't be read, or an item whose kind the system can't tell.
            case unreadableFolder(SystemError)
            /// A pipe, a device, or anything else that is not a file.
            case other
        }

        /// The path relative to the folder, with `/` between its parts.
        public var path: String
        /// The kind of the item.
        public var kind: Kind
    }

    /// The maximum depth of nested folders.
    private static let depthLimit = 64

    /// Whether a path lies in a folder or below it. Links are followed.
    package static func contains(_ path: String, inside folder: String) -> Bool {
        guard let wanted = System.status(ofPath: folder)?.identity else { return false }
        var place = StagedFile.folder(of: path)
        var last: [UInt64] = []
        // The parent of the root is the root.
        while let identity = System.status(ofPath: place)?.identity, identity != last {
            if identity == wanted { return true }
            last = identity
            place += "/.."
        }
        return false
    }

    /// Lists everything but folders, sorted by the bytes of the paths. Symbolic links are listed and never entered;
    /// `folder` itself may be one.
    ///
    /// - Parameters:
    ///   - folder: the folder's path; empty for the working folder.
    ///   - limit: the maximum number of items. Returns nil when there are more, or folders are nested too deeply.
    public static func items(in folder: String, limit: Int) throws(SystemError) -> [Item]? {
        let root = folder.isEmpty ? "." : folder
        guard let status = System.status(ofPath: root) else {
            throw SystemError(operation: "open", path: root, number: System.lastError)
        }
        guard status.isFolder else { throw SystemError(operation: "open", path: root, number: System.notFolder) }
        let home = Input.realPath(root)
        var found: [Item] = []
        var todo: [(path: String, depth: Int)] = [("", 0)]
        while let (path, depth) = todo.popLast() {
            let place = path.isEmpty ? root : "\(root)/\(path)"
            // An unreadable folder would look empty.
            let names: [String]
            do throws(SystemError) { names = try System.names(inFolder: place) } catch {
                if path.isEmpty { throw error }
                found.append(Item(path: path, kind: .unreadableFolder(error)))
                continue
            }
            for name in names {
                let inside = path.isEmpty ? name : "\(path)/\(name)"
                let outside = "\(root)/\(inside)"
                if System.symbolicLink(at: outside) != nil {
                    found.append(Item(path: inside, kind: .symbolicLink(byteCount: size(of: outside, inside: home))))
                } else if let status = System.status(ofPath: outside) {
                    if status.isFolder {
                        guard depth < depthLimit else { return nil }
                        todo.append((inside, depth + 1))
                    } else {
                        found.append(
                            Item(path: inside, kind: status.isRegular ? .file(byteCount: status.size) : .other))
                    }
                } else if System.lastError != System.noEntry {
                    let error = SystemError(operation: "read", path: outside, number: System.lastError)
                    found.append(Item(path: inside, kind: .unreadableFolder(error)))
                }
                if found.count > limit || todo.count > limit { return nil }
            }
        }
        return found.sorted { $0.path.utf8.lexicographicallyPrecedes($1.path.utf8) }
    }

    /// The size of the file at the end of a link; nil: it is elsewhere than in this folder, or no file.
    private static func size(of link: String, inside home: String?) -> Int? {
        guard let home, let real = Input.realPath(link), Input.lies(real, inside: home),
            let status = System.status(ofPath: real), status.isRegular
        else { return nil }
        return status.size
    }

    /// Whether there is a folder at a path.
    public static func isFolder(_ path: String) -> Bool { System.status(ofPath: path)?.isFolder ?? false }
}
