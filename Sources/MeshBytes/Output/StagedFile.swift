/// One file of a transaction: a temporary that gets its target's name in the end.
final class StagedFile {
    /// The path as given, for messages.
    private(set) var path: String
    /// The path after following symbolic links.
    private(set) var target: String
    let sink: ByteSink
    private let descriptor: Int32
    /// The name of the temporary file; nil while it has none.
    private var temporary: String?
    private var signalSlot: Int?
    /// Whether the target is a device, a pipe or standard output, which is written into and never renamed over.
    let isStream: Bool
    private var isOpen = true

    /// Opens a temporary file for a target.
    ///
    /// - Parameter openFiles: the folder where the system lists open files, so that an unnamed file can get a name; nil
    ///   for a hidden file from the start.
    /// - Parameter staysCached: whether the file will be read again at once.
    init(
        path: String, stagingFolder: String?, unnamedIn openFiles: String?, staysCached: Bool, work: Work? = nil
    ) throws(SystemError) {
        guard !path.isEmpty else {
            throw SystemError(operation: "write", path: "an empty path", number: System.noEntry)
        }
        self.path = path
        target = path == "-" ? path : try Self.followLinks(path)
        let status = path == "-" ? nil : System.status(ofPath: target)
        if status?.isFolder == true || path.hasSuffix("/") {
            throw SystemError(operation: "write", path: path, number: System.isFolder)
        }
        isStream = path == "-" || status.map { !$0.isRegular } ?? false
        let home = Self.folder(of: target)
        let folder = stagingFolder ?? (isStream ? Self.temporaryFolder : home)
        let unnamed = openFiles.map { Self.openUnnamed(folder: folder, openFiles: $0) } ?? -1
        if unnamed >= 0 {
            descriptor = unnamed
        } else {
            let opened = try Self.openNamed(
                folder: folder, name: Self.name(of: isStream ? "stream" : target), folder == home ? path : folder)
            descriptor = opened.descriptor
            temporary = opened.path
            signalSlot = SignalCleanup.add(opened.path)
        }
        if let status, !isStream { _ = System.setPermissions(descriptor, status.permissions & 0o777) }
        sink = ByteSink(descriptor: descriptor, path: path, work: work)
        sink.mayGoStraight = !isStream && !staysCached
    }

    deinit { discard() }

    /// Whether a path is standard output or leads to something other than a regular file or folder.
    static func isStream(_ path: String) -> Bool {
        path == "-" || System.status(ofPath: path).map { !$0.isRegular && !$0.isFolder } ?? false
    }

    /// The path to read the contents from before the file is named.
    var temporaryPath: String { temporary ?? System.pathOfOpenFile(descriptor) }

    /// Whether the target exists now.
    var targetExists: Bool { !isStream && System.status(ofPath: target) != nil }

    /// Forces the contents to the disk.
    func synchronise() throws(SystemError) {
        guard !isStream else { return }
        if System.synchronise(descriptor) != 0 {
            let number = System.lastError
            // Some file systems don't support it; the bytes are written anyway.
            if number != System.invalid { throw SystemError(operation: "write", path: path, number: number) }
        }
    }

    /// Chooses another target.
    func retarget(_ path: String) {
        self.path = path
        target = path
    }

    /// Names the file; an existing one is replaced, or causes an error.
    func name(replacing: Bool) throws(SystemError) {
        if isStream {
            try copyToStream()
        } else if !(try linkIfFree()) {
            guard replacing else { throw SystemError(operation: "replace", path: path, number: System.exists) }
            try rename()
        }
        discard()
    }

    /// Links the file to a free name; returns false if it is taken.
    private func linkIfFree() throws(SystemError) -> Bool {
        let result = temporary.map { System.link($0, target) } ?? System.linkUnnamed(descriptor, to: target)
        if result == 0 { return true }
        let number = System.lastError
        if number == System.exists { return false }
        if System.status(ofPath: target) == nil, temporary != nil {
            // No hard links here (FAT, some network folders), so rename to a name that was free a moment ago.
            try rename()
            return true
        }
        if number == System.crossDevice {
            try copyToFile(exclusive: true)
            return true
        }
        throw SystemError(operation: "write", path: path, number: number)
    }

    private func rename() throws(SystemError) {
        if temporary == nil {
            // An unnamed file can't replace another one directly, so it gets a hidden name between two calls.
            let folder = Self.folder(of: target)
            var number: Int32 = 0
            for attempt in 0..<100 {
                let hidden = Self.hiddenName(folder: folder, name: Self.name(of: target), attempt: attempt)
                let slot = SignalCleanup.add(hidden)
                if System.linkUnnamed(descriptor, to: hidden) == 0 {
                    temporary = hidden
                    signalSlot = slot
                    break
                }
                number = System.lastError
                SignalCleanup.remove(slot)
                if number != System.exists { break }
            }
            if temporary == nil {
                guard number == System.crossDevice else {
                    throw SystemError(operation: "write", path: path, number: number)
                }
                return try copyToFile(exclusive: false)
            }
        }
        guard let temporary else { return }
        if System.rename(temporary, target) == 0 {
            self.temporary = nil
            SignalCleanup.remove(signalSlot)
            signalSlot = nil
            return
        }
        let number = System.lastError
        let mayCopy = number == System.crossDevice || number == System.accessDenied || number == System.notPermitted
        guard mayCopy, Self.folder(of: temporary) != Self.folder(of: target) else {
            throw SystemError(operation: "write", path: path, number: number)
        }
        try copyToFile(exclusive: false)
    }

    private func copyToFile(exclusive: Bool) throws(SystemError) {
        let copy = System.openForWriting(target, create: true, exclusive: exclusive)
        guard copy >= 0 else { throw SystemError(operation: "write", path: path, number: System.lastError) }
        defer { System.close(copy) }
        guard System.truncate(copy) == 0 else {
            throw SystemError(operation: "write", path: path, number: System.lastError)
        }
        try copyContents(to: copy)
        _ = System.synchronise(copy)
    }

    private func copyToStream() throws(SystemError) {
        let stream = path == "-" ? System.duplicate(1) : System.openDevice(target)
        guard stream >= 0 else { throw SystemError(operation: "write", path: path, number: System.lastError) }
        defer { System.close(stream) }
        try copyContents(to: stream)
    }

    private func copyContents(to other: Int32) throws(SystemError) {
        let block = try MemoryBlock(byteCount: 1 << 20)
        let copy = ByteSink(descriptor: other, path: path)
        var offset = 0
        while true {
            let count = unsafe System.pread(descriptor, block.base, block.byteCount, offset)
            if count < 0 { throw SystemError(operation: "read", path: path, number: System.lastError) }
            if count == 0 { break }
            try copy.write(block, count: count)
            offset += count
        }
        try copy.flush()
    }

    /// Whether the target exists and holds the same bytes.
    func targetHasSameContent() throws(SystemError) -> Bool {
        guard !isStream, let status = System.status(ofPath: target), status.isRegular,
            status.size == System.status(descriptor)?.size
        else { return false }
        let other = System.openForReading(target)
        guard other >= 0 else { return false }
        defer { System.close(other) }
        let half = 1 << 19
        let block = try MemoryBlock(byteCount: 2 * half)
        var offset = 0
        while true {
            let mine = unsafe System.pread(descriptor, block.base, half, offset)
            let theirs = unsafe System.pread(other, block.base + half, half, offset)
            // Regular files have short reads only at the end; anything else counts as a difference.
            guard mine == theirs, mine >= 0 else { return false }
            if mine == 0 { return true }
            let ours = unsafe UnsafeRawBufferPointer(start: block.base, count: mine)
            let other = unsafe UnsafeRawBufferPointer(start: block.base + half, count: mine)
            guard unsafe ours.elementsEqual(other) else { return false }
            offset += mine
        }
    }

    /// Closes the file and removes its temporary name, if it has one.
    func discard() {
        guard isOpen else { return }
        isOpen = false
        if let temporary { _ = System.unlink(temporary) }
        temporary = nil
        SignalCleanup.remove(signalSlot)
        signalSlot = nil
        System.close(descriptor)
    }

    // MARK: Names

    /// The system's temporary folder, else the working folder; output to a stream is collected there.
    static var temporaryFolder: String {
        System.environment("TMPDIR") ?? (System.status(ofPath: "/tmp")?.isFolder == true ? "/tmp" : ".")
    }

    /// Opens an unnamed file; negative where there are none, or where it couldn't be found again to be named.
    private static func openUnnamed(folder: String, openFiles: String) -> Int32 {
        let descriptor = System.openUnnamed(folder: folder)
        guard descriptor >= 0 else { return descriptor }
        if let shown = System.status(ofPath: "\(openFiles)/\(descriptor)"),
            shown.identity == System.status(descriptor)?.identity
        {
            return descriptor
        }
        System.close(descriptor)
        return -1
    }

    private static func openNamed(
        folder: String,
        name: String,
        _ path: String
    ) throws(SystemError) -> (descriptor: Int32, path: String) {
        for attempt in 0..<100 {
            let hidden = hiddenName(folder: folder, name: name, attempt: attempt)
            let descriptor = System.openForWriting(hidden, create: true, exclusive: true)
            if descriptor >= 0 { return (descriptor, hidden) }
            if System.lastError != System.exists { break }
        }
        throw SystemError(operation: "write", path: path, number: System.lastError)
    }

    static func hiddenName(folder: String, name: String, attempt: Int) -> String {
        var generator = SystemRandomNumberGenerator()
        let number = String(generator.next() % 0x100_0000 + 0x100_0000, radix: 16).dropFirst()
        // Long names are cut: file systems take 255 bytes.
        let short = name.utf8.count > 200 ? String(name.prefix(50)) : name
        return join(folder, ".\(short).meshconv-\(number)")
    }

    static func folder(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return "." }
        return slash == path.startIndex ? "/" : String(path[..<slash])
    }

    static func name(of path: String) -> String {
        guard let slash = path.utf8.lastIndex(of: 0x2F) else { return path }
        return String(path[path.utf8.index(after: slash)...])
    }

    static func join(_ folder: String, _ name: String) -> String {
        folder == "." ? name : folder.hasSuffix("/") ? folder + name : folder + "/" + name
    }

    /// The path at the end of a chain of symbolic links, whether or not a file exists there.
    private static func followLinks(_ path: String) throws(SystemError) -> String {
        var path = path
        let given = path
        for _ in 0..<40 {
            guard let next = System.symbolicLink(at: path) else { return path }
            path = next.hasPrefix("/") ? next : join(folder(of: path), next)
        }
        throw SystemError(operation: "write", path: given, number: System.tooManyLinks)
    }
}
