/// The way back while the files of a set get their names: a hidden folder beside the main file with links to the old and
/// the new files.
///
/// It exists from before the first side file is named until the main file is. After a failure, ``undo()`` brings back
/// what was there. After a kill, the next run does the same (``Leftovers``). If the new main file was named, the set is
/// complete, and only the folder goes.
///
/// - Contents: `main` and `new0`, `new1` … are links to new files, so that no other file can get their identity; `old0`,
///   `old1` … to the files that they replace, where there are any; `list` has the names, each followed by a zero byte:
///   of the main file, of each side file, and `end`. A name is relative to the parent folder, or absolute.
/// - Edge: without hard links (FAT) there is no way back.
final class UndoFolder {
    private let path: String
    private let descriptor: Int32
    private var isOpen = true
    private static let end = "end"

    /// Creates the folder; nil where the file system has no hard links.
    ///
    /// All contents must lie beside their targets already: links don't leave a file system.
    init?(main: StagedFile, sides: [StagedFile], synchronises: Bool) throws(SystemError) {
        let parent = StagedFile.folder(of: main.target)
        (path, descriptor) = try Self.makeFolder(in: parent, for: main)
        do throws(SystemError) {
            var names = [StagedFile.name(of: main.target)]
            var isPossible = true
            for (index, side) in sides.enumerated() where isPossible {
                isPossible = !side.targetExists || System.link(side.target, "\(path)/old\(index)") == 0
                if let name = Self.relative(side.target, to: parent) { names.append(name) }
            }
            // The new files come last: an unnamed one that has lost its first name can't get another.
            let isNamed = !isPossible || names.count == sides.count + 1
            guard isPossible, isNamed, main.link(to: "\(path)/main") else {
                if isNamed { try Self.requireNoLinks(main) }
                remove()
                return nil
            }
            for (index, side) in sides.enumerated() where !side.link(to: "\(path)/new\(index)") {
                throw SystemError(operation: "write", path: side.path, number: System.lastError)
            }
            try write(names + [Self.end], synchronises: synchronises)
        } catch {
            remove()
            throw SystemError(operation: "write", path: main.path, number: error.number)
        }
    }

    deinit { System.close(descriptor) }

    /// Throws when the last call failed for another reason than that the file system has no such links.
    private static func requireNoLinks(_ main: StagedFile) throws(SystemError) {
        let number = System.lastError
        guard number == System.inputOutput || System.noSpace.contains(number) else { return }
        throw SystemError(operation: "write", path: main.path, number: number)
    }

    private static func makeFolder(
        in parent: String, for main: StagedFile
    ) throws(SystemError) -> (path: String, descriptor: Int32) {
        var number = System.exists
        for _ in 0..<100 where number == System.exists {
            let path = HiddenName.new(in: parent, for: StagedFile.name(of: main.target), ending: HiddenName.undo)
            guard System.makeFolder(path) == 0 else {
                number = System.lastError
                continue
            }
            let descriptor = System.openFolder(path)
            if descriptor >= 0 {
                if HiddenName.claim(descriptor, at: path) { return (path, descriptor) }
                System.close(descriptor)
            } else if System.lastError != System.noEntry {
                // Otherwise another process took it for left over before it was locked.
                number = System.lastError
            }
            _ = System.removeFolder(path)
        }
        throw SystemError(operation: "write", path: main.path, number: number)
    }

    private static func relative(_ path: String, to folder: String) -> String? {
        if path.hasPrefix("/") { return path }
        if folder == "." { return path }
        let home = folder.hasSuffix("/") ? folder : folder + "/"
        guard path.utf8.starts(with: home.utf8) else { return nil }
        return String(Substring(path.utf8.dropFirst(home.utf8.count)))
    }

    private func write(_ names: [String], synchronises: Bool) throws(SystemError) {
        let list = System.openForWriting("\(path)/list", create: true, exclusive: true)
        guard list >= 0 else { throw SystemError(operation: "write", path: path, number: System.lastError) }
        defer { System.close(list) }
        let sink = ByteSink(descriptor: list, path: path, isSmall: true)
        for name in names { try sink.write(Array(name.utf8) + [0]) }
        try sink.flush()
        guard synchronises else { return }
        // The way back must be on the disk before anything is replaced.
        if System.synchronise(list) != 0, System.lastError != System.invalid {
            throw SystemError(operation: "write", path: path, number: System.lastError)
        }
        try FolderLock.synchronise(path)
        try FolderLock.synchronise(StagedFile.folder(of: path))
    }

    /// Brings back what was there before, and removes the folder.
    func undo() {
        guard isOpen else { return }
        _ = Self.restore(path)
        remove()
    }

    /// Removes the folder: the set is complete.
    func remove() {
        guard isOpen else { return }
        isOpen = false
        // Without its list the folder means nothing, so that goes first.
        _ = System.unlink("\(path)/list")
        for name in System.names(inside: descriptor) { _ = System.unlink(name, inside: descriptor) }
        _ = System.removeFolder(path)
    }

    /// Brings back what was there before a set was named.
    ///
    /// - Parameter path: the hidden folder.
    /// - Returns: the name of the main file, if there was something to bring back.
    static func restore(_ path: String) -> String? {
        guard let input = try? Input.file("\(path)/list"), let bytes = try? input.read(0..<input.byteCount) else {
            return nil
        }
        var names = bytes.split(separator: 0, omittingEmptySubsequences: false).map {
            String(decoding: $0, as: UTF8.self)
        }
        guard names.popLast() == "", names.popLast() == end, names.count > 1 else { return nil }
        let parent = StagedFile.folder(of: path)
        func place(_ name: String) -> String { name.hasPrefix("/") ? name : StagedFile.join(parent, name) }
        func identity(_ path: String) -> [UInt64]? { System.status(ofPath: path)?.identity }
        let main = place(names[0])
        guard let new = identity("\(path)/main"), identity(main) != new else { return nil }
        var isChanged = false
        for (index, name) in names.dropFirst().enumerated() {
            guard let new = identity("\(path)/new\(index)"), identity(place(name)) == new else { continue }
            let old = "\(path)/old\(index)"
            let result =
                identity(old) == nil ? System.unlink(place(name)) : System.rename(old, place(name))
            if result == 0 { isChanged = true }
        }
        return isChanged ? main : nil
    }
}
