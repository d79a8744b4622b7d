// Bounds: no more is read than the block, or its half, has room for, and no more seen than was read.

/// One file of a transaction: a temporary that gets its target's name in the end.
final class StagedFile {
    /// The path as given, for messages.
    private(set) var path: String
    /// The path after following symbolic links.
    private(set) var target: String
    let sink: ByteSink
    private var descriptor: Int32
    /// The name of the temporary file; nil while it has none.
    private var temporary: String?
    private var signalSlot: Int?
    /// Whether the target is a device, a pipe or standard output, which is written into and never renamed over.
    let isStream: Bool
    private var isOpen = true
    /// Whether the temporary lies in another folder than the target, perhaps on another file system.
    private let isElsewhere: Bool

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
        // A link to an open pipe, such as /dev/stdout, has a text that is no path.
        target = Self.isStream(path) ? path : try Self.followLinks(path)
        let status = path == "-" ? nil : System.status(ofPath: target)
        if status?.isFolder == true || path.hasSuffix("/") {
            throw SystemError(operation: "write", path: path, number: System.isFolder)
        }
        isStream = path == "-" || status.map { !$0.isRegular } ?? false
        let home = Self.folder(of: target)
        let folder = stagingFolder ?? (isStream ? Self.temporaryFolder : home)
        isElsewhere = folder != home
        Leftovers.sweepOnce(folder)
        if isElsewhere, !isStream { Leftovers.sweepOnce(home) }
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
        sink = ByteSink(descriptor: descriptor, path: path, work: work)
        sink.mayGoStraight = !isStream && !staysCached
        if let status, !isStream { try passOn(status.permissions & 0o777) }
    }

    deinit { discard() }

    /// Gives the temporary the permissions of the file that it replaces. A file system without permissions refuses, which
    /// is an error only if the new file could be read or written by others than the old one.
    private func passOn(_ permissions: UInt32) throws(SystemError) {
        guard System.setPermissions(descriptor, permissions) != 0 else { return }
        let number = System.lastError
        guard let own = System.status(descriptor)?.permissions, own & 0o777 & ~permissions == 0 else {
            discard()
            throw SystemError(operation: "write", path: path, number: number)
        }
    }

    /// Whether a path is standard output or leads to something other than a regular file or folder.
    static func isStream(_ path: String) -> Bool {
        path == "-" || System.status(ofPath: path).map { !$0.isRegular && !$0.isFolder } ?? false
    }

    /// The path to read the contents from before the file is named.
    var temporaryPath: String { temporary ?? System.pathOfOpenFile(descriptor) }

    /// Whether the target exists now.
    var targetExists: Bool { !isStream && System.status(ofPath: target) != nil }

    /// Forces the contents to the disk.
    func synchronise() throws(SystemError) { if !isStream { try synchronise(descriptor) } }

    private func synchronise(_ descriptor: Int32) throws(SystemError) {
        if System.synchronise(descriptor) != 0 {
            let number = System.lastError
            // Some file systems don't support it; the bytes are written anyway.
            if number != System.invalid { throw SystemError(operation: "write", path: path, number: number) }
        }
    }

    /// Copies contents that were written on another file system into a temporary beside the target, so that naming takes
    /// one step.
    ///
    /// - Edge: where the target's folder can't be written, only an existing file in it, naming copies into that file.
    func moveBeside() throws(SystemError) {
        guard isElsewhere, !isStream else { return }
        let home = Self.folder(of: target)
        guard System.status(descriptor)?.identity.first != System.status(ofPath: home)?.identity.first else { return }
        let copy: (descriptor: Int32, path: String)
        do throws(SystemError) {
            copy = try Self.openNamed(folder: home, name: Self.name(of: target), path)
        } catch {
            if Self.isForbidden(error.number) { return }
            throw error
        }
        let slot = SignalCleanup.add(copy.path)
        do throws(SystemError) { try copyContents(to: copy.descriptor) } catch {
            _ = System.unlink(copy.path)
            SignalCleanup.remove(slot)
            System.close(copy.descriptor)
            throw error
        }
        let permissions = System.status(descriptor)?.permissions
        discard()
        (descriptor, temporary, signalSlot, isOpen) = (copy.descriptor, copy.path, slot, true)
        if let permissions { try passOn(permissions & 0o777) }
    }

    private static func isForbidden(_ number: Int32) -> Bool {
        number == System.accessDenied || number == System.notPermitted || number == System.readOnly
    }

    /// Gives the contents a further name, which must be free; returns whether it got it.
    func link(to path: String) -> Bool {
        (temporary.map { System.link($0, path) } ?? System.linkUnnamed(descriptor, to: path)) == 0
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
            for _ in 0..<100 {
                let hidden = HiddenName.new(in: folder, for: Self.name(of: target))
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
        guard number == System.crossDevice || Self.isForbidden(number),
            Self.folder(of: temporary) != Self.folder(of: target)
        else {
            throw SystemError(operation: "write", path: path, number: number)
        }
        try copyToFile(exclusive: false)
    }

    private func copyToFile(exclusive: Bool) throws(SystemError) {
        let copy = System.openForWriting(target, create: true, exclusive: exclusive)
        guard copy >= 0 else { throw SystemError(operation: "write", path: path, number: System.lastError) }
        defer { System.close(copy) }
        do throws(SystemError) {
            guard System.truncate(copy) == 0 else {
                throw SystemError(operation: "write", path: path, number: System.lastError)
            }
            try copyContents(to: copy)
            try synchronise(copy)
        } catch {
            // No part of a new file stays; of a file that was there only its new beginning is left.
            if exclusive { _ = System.unlink(target) }
            throw error
        }
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
            // It may get a hidden name for a moment when it replaces a file.
            _ = System.lock(descriptor)
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
        for _ in 0..<100 {
            let hidden = HiddenName.new(in: folder, for: name)
            let descriptor = System.openForWriting(hidden, create: true, exclusive: true)
            if descriptor >= 0 {
                if HiddenName.claim(descriptor, at: hidden) { return (descriptor, hidden) }
                System.close(descriptor)
            } else if System.lastError != System.exists {
                break
            }
        }
        throw SystemError(operation: "write", path: path, number: System.lastError)
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
