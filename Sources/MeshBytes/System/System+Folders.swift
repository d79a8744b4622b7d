// Bounds: names end with a zero, those of the system, too; the calls keep no address.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Calls for what lies in an open folder, which stays the same folder while others rename or replace its path.
extension System {
    static let wouldBlock = EWOULDBLOCK
    static let inputOutput = EIO
    static let readOnly = EROFS

    static func openFolder(_ path: String) -> Int32 {
        unsafe path.withFileName { path in retry { unsafe open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC) } }
    }

    /// Opens a file or folder inside of a folder; fails for a symbolic link.
    static func openEntry(_ name: String, inside folder: Int32) -> Int32 {
        unsafe name.withFileName { name in
            retry { unsafe openat(folder, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC) }
        }
    }

    static func unlink(_ name: String, inside folder: Int32) -> Int32 {
        unsafe name.withFileName { unsafe unlinkat(folder, $0, 0) }
    }
    static func removeFolder(_ name: String, inside folder: Int32) -> Int32 {
        unsafe name.withFileName { unsafe unlinkat(folder, $0, AT_REMOVEDIR) }
    }

    /// Takes a lock on an open file or folder, without waiting; it ends with the last descriptor, also when the process
    /// is killed. Returns false where another has it, and where the file system has no locks.
    static func lock(_ descriptor: Int32) -> Bool { retry { flock(descriptor, LOCK_EX | LOCK_NB) } == 0 }

    /// Whether the process's user owns an open file or folder.
    static func isOwn(_ descriptor: Int32) -> Bool {
        var raw = stat()
        return unsafe fstat(descriptor, &raw) == 0 && raw.st_uid == geteuid()
    }

    /// The names in an open folder, except `.` and `..`; empty when it can't be read.
    ///
    /// - Parameter hiddenOnly: whether only names that begin with a dot are wanted.
    static func names(inside folder: Int32, hiddenOnly: Bool = false) -> [String] {
        // Listing moves the position of its descriptor, so it gets one of its own.
        let own = retry { unsafe openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC) }
        guard own >= 0 else { return [] }
        guard let listing = unsafe fdopendir(own) else {
            close(own)
            return []
        }
        defer { _ = unsafe closedir(listing) }
        var names: [String] = []
        while let entry = unsafe readdir(listing) {
            if hiddenOnly, unsafe entry.pointee.d_name.0 != 0x2E { continue }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(fileName: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    static func raise(_ signal: Int32) { _ = kill(getpid(), signal) }
    static func sleep(milliseconds: UInt32) { _ = usleep(milliseconds * 1000) }
}
