/// A folder that appears under its name with all its contents, or not at all.
///
/// Files are written into a hidden folder `.NAME.meshconv-…` beside the target, which is renamed to the target by
/// ``commit()``. Until then, and after ``discard()``, the name is unused.
///
/// - Edge: the target may exist if it is an empty folder. A process that is killed outright leaves the hidden folder, which
///   the next one removes that writes beside it; for other signals see ``SignalCleanup``.
public final class StagedFolder {
    /// The path as given, without trailing slashes.
    public let path: String
    private let hidden: String
    private let synchronises: Bool
    private let work: Work?
    private var isOpen = true
    /// Files and folders created so far, in order; paths relative to the hidden folder.
    private var files: [String] = []
    private var folders: [String] = []
    private var known: Set<String> = []
    private var file: (sink: ByteSink, descriptor: Int32)?
    private var signalSlot: Int?
    /// The hidden folder, locked, so that other processes see that it is in use.
    private let descriptor: Int32

    /// Creates the hidden folder.
    ///
    /// - Parameters:
    ///   - path: the target. Its parent folder must exist, and the target must not exist or be an empty folder.
    ///   - synchronises: whether contents are forced to the disk before the folder is named.
    ///   - work: counts the bytes written; ``commit()`` fails if it is cancelled before the folder is named.
    public init(path: String, synchronises: Bool = true, work: Work? = nil) throws(SystemError) {
        var path = path
        while path.hasSuffix("/"), path != "/" { path.removeLast() }
        self.path = path
        self.synchronises = synchronises
        self.work = work
        if let status = System.status(ofPath: path) {
            guard status.isFolder else { throw SystemError(operation: "make", path: path, number: System.notFolder) }
            guard try System.names(inFolder: path).isEmpty else {
                throw SystemError(operation: "replace", path: path, number: System.exists)
            }
        }
        let home = StagedFile.folder(of: path)
        Leftovers.sweepOnce(home)
        var made: (path: String, descriptor: Int32)?
        var number = System.exists
        for _ in 0..<100 where made == nil && number == System.exists {
            let hidden = HiddenName.new(in: home, for: StagedFile.name(of: path))
            guard System.makeFolder(hidden) == 0 else {
                number = System.lastError
                continue
            }
            let descriptor = System.openFolder(hidden)
            if descriptor >= 0, HiddenName.claim(descriptor, at: hidden) {
                made = (hidden, descriptor)
                break
            }
            if descriptor >= 0 {
                System.close(descriptor)
            } else if System.lastError != System.noEntry {
                // Otherwise another process took it for left over before it was locked.
                number = System.lastError
            }
            _ = System.removeFolder(hidden)
        }
        guard let made else { throw SystemError(operation: "make", path: path, number: number) }
        (hidden, descriptor) = made
        signalSlot = SignalCleanup.add(made.path, isFolder: true)
    }

    deinit { discard() }

    /// Opens a file and closes the one before; one file is written at a time.
    ///
    /// - Parameter name: the path inside the folder, with `/` between its parts and no `.` or `..`; subfolders are
    ///   created.
    public func open(_ name: String) throws(SystemError) -> ByteSink {
        try closeFile()
        try register(name)
        let descriptor = System.openForWriting("\(hidden)/\(name)", create: true, exclusive: true)
        guard descriptor >= 0 else { throw failed(name) }
        files.append(name)
        let sink = ByteSink(descriptor: descriptor, path: "\(path)/\(name)", work: work, isSmall: true)
        file = (sink, descriptor)
        return sink
    }

    /// Makes the folders that a file lies in, and lets a signal remove it.
    private func register(_ name: String) throws(SystemError) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard isOpen, !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." }) else {
            throw SystemError(operation: "write", path: name, number: System.invalid)
        }
        var folder = ""
        for part in parts.dropLast() {
            folder += folder.isEmpty ? part : "/\(part)"
            guard known.insert(folder).inserted else { continue }
            if let signalSlot { _ = SignalCleanup.add("\(hidden)/\(folder)", isFolder: true, to: signalSlot) }
            guard System.makeFolder("\(hidden)/\(folder)") == 0 else { throw failed(folder) }
            folders.append(folder)
        }
        if let signalSlot { _ = SignalCleanup.add("\(hidden)/\(name)", to: signalSlot) }
    }

    /// Makes room for a file that someone else writes, whole or not at all; returns the path to write it to.
    ///
    /// - Parameter name: as for ``open(_:)``, which makes a file of this name.
    package func place(_ name: String) throws(SystemError) -> String {
        try register(name)
        files.append(name)
        return "\(hidden)/\(name)"
    }

    /// The path to read a written file from before the commit. Open another file first, or it may be incomplete.
    public func temporaryPath(of name: String) -> String { "\(hidden)/\(name)" }

    /// Closes the last file and names the folder.
    public func commit() throws(SystemError) {
        do throws(SystemError) {
            try closeFile()
            if let work, !work.seal() {
                throw SystemError(operation: "write", path: path, number: SystemError.cancelledNumber)
            }
            if synchronises {
                for folder in folders.reversed() { try FolderLock.synchronise("\(hidden)/\(folder)") }
                try FolderLock.synchronise(hidden)
            }
            SignalCleanup.beginNaming()
            defer { SignalCleanup.endNaming() }
            guard isOpen, System.rename(hidden, path) == 0 else { throw failed("") }
            SignalCleanup.remove(signalSlot)
        } catch {
            discard()
            throw error.operation == SystemError.saving
                ? SystemError(operation: "write", path: path, number: error.number) : error
        }
        isOpen = false
        System.close(descriptor)
        if synchronises { try FolderLock.synchronise(StagedFile.folder(of: path)) }
    }

    /// Removes what was written so far; after a commit it does nothing.
    public func discard() {
        guard isOpen else { return }
        isOpen = false
        if let file { System.close(file.descriptor) }
        file = nil
        for name in files { _ = System.unlink("\(hidden)/\(name)") }
        for folder in folders.reversed() { _ = System.removeFolder("\(hidden)/\(folder)") }
        _ = System.removeFolder(hidden)
        SignalCleanup.remove(signalSlot)
        System.close(descriptor)
    }

    private func closeFile() throws(SystemError) {
        guard let file else { return }
        try file.sink.flush()
        // Some file systems don't support it; the bytes are written anyway.
        if synchronises, System.synchronise(file.descriptor) != 0, System.lastError != System.invalid {
            throw failed(files.last ?? "")
        }
        System.close(file.descriptor)
        self.file = nil
    }

    private func failed(_ name: String) -> SystemError {
        let number = System.lastError
        return SystemError(operation: "write", path: name.isEmpty ? path : "\(path)/\(name)", number: number)
    }
}
