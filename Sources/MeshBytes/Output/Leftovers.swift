/// What killed processes have left in a folder: temporaries that nobody holds, and sets whose files are partly new.
///
/// A process looks once into each folder that it writes to. It removes only what is the user's own, has a temporary's
/// name and is not locked, and follows no link.
enum Leftovers {
    private final class Seen: @unchecked Sendable {
        private let lock = Lock()
        private var folders: Set<String> = []
        private var repaired: [String] = []

        func insert(_ folder: String) -> Bool { lock.withLock { folders.insert(folder).inserted } }
        func note(_ paths: [String]) { lock.withLock { repaired += paths } }
        func take() -> [String] {
            lock.withLock {
                defer { repaired = [] }
                return repaired
            }
        }
    }

    private static let seen = Seen()
    private static let depthLimit = 64

    /// Sweeps a folder unless this process has done so before.
    static func sweepOnce(_ folder: String) { if seen.insert(folder) { sweep(folder) } }

    /// The main files of sets that were brought back to what they were, since the last call.
    static func takeRepaired() -> [String] { seen.take() }

    /// Removes what is left over in a folder, sets first: their parts are needed to bring them back.
    static func sweep(_ folder: String) {
        let descriptor = System.openFolder(folder)
        guard descriptor >= 0 else { return }
        defer { System.close(descriptor) }
        let names = System.names(inside: descriptor, hiddenOnly: true)
        for name in names where HiddenName.isUndo(name) {
            let writers = FolderLock(folder)
            withExtendedLifetime(writers) {
                remove(name, in: folder, descriptor) { seen.note([UndoFolder.restore($0)].compactMap(\.self)) }
            }
        }
        for name in names where HiddenName.isTemporary(name) { remove(name, in: folder, descriptor) { _ in } }
    }

    /// Removes a file or folder if its maker is gone.
    private static func remove(_ name: String, in folder: String, _ parent: Int32, first: (String) -> Void) {
        let descriptor = System.openEntry(name, inside: parent)
        guard descriptor >= 0 else { return }
        defer { System.close(descriptor) }
        let path = StagedFile.join(folder, name)
        guard let status = System.status(descriptor), status.isRegular || status.isFolder, System.isOwn(descriptor),
            System.lock(descriptor), System.status(ofPath: path)?.identity == status.identity
        else { return }
        first(path)
        if status.isRegular {
            _ = System.unlink(name, inside: parent)
        } else {
            // Without its list a folder of a set means nothing, so that goes first.
            if HiddenName.isUndo(name) { _ = System.unlink("list", inside: descriptor) }
            removeContents(descriptor)
            _ = System.removeFolder(name, inside: parent)
        }
    }

    /// Removes what is in an open folder, as far as nested folders are written.
    private static func removeContents(_ folder: Int32) {
        var open: [(descriptor: Int32, name: String, todo: [String])] = [(folder, "", System.names(inside: folder))]
        while let last = open.indices.last {
            guard let name = open[last].todo.popLast() else {
                let done = open.removeLast()
                guard let above = open.last else { return }
                System.close(done.descriptor)
                _ = System.removeFolder(done.name, inside: above.descriptor)
                continue
            }
            if System.unlink(name, inside: open[last].descriptor) == 0 || open.count == depthLimit { continue }
            let inner = System.openEntry(name, inside: open[last].descriptor)
            guard inner >= 0 else { continue }
            if System.status(inner)?.isFolder == true {
                open.append((inner, name, System.names(inside: inner)))
            } else {
                System.close(inner)
            }
        }
    }
}
