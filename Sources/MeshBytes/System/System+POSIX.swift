// Bounds: names end with a zero, those of the system, too; buffers have the size that the calls are told, and a byte
// for the zero.

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The platform's calls.
///
/// Those that differ are in `System+Linux.swift` and `System+Apple.swift`, with the same signatures. Those that have the
/// C function's name are there too, since they can only call it with the module's name in front.
enum System {
    static let noEntry = ENOENT
    static let notFolder = ENOTDIR
    static let isFolder = EISDIR
    static let exists = EEXIST
    static let accessDenied = EACCES
    static let notPermitted = EPERM
    static let brokenPipe = EPIPE
    static let noMemory = ENOMEM
    static let crossDevice = EXDEV
    static let tooManyLinks = ELOOP
    static let invalid = EINVAL
    static let noSpace = [ENOSPC, EDQUOT, EFBIG]

    /// The properties of an open or named file.
    struct Status {
        var isRegular: Bool
        var isFolder: Bool
        var size: Int
        var permissions: UInt32
        var identity: [UInt64]
        /// Seconds and nanoseconds of the last change.
        var changed: [Int]
    }

    static func message(of number: Int32) -> String {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe strerror_r(number, &text, text.count) == 0 else { return "error \(number)" }
        let known = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        guard let first = known.first else { return "error \(number)" }
        return first.lowercased() + known.dropFirst()
    }

    // MARK: Files

    static func openForReading(_ path: String) -> Int32 {
        unsafe path.withFileName { path in retry { unsafe open(path, O_RDONLY | O_CLOEXEC) } }
    }

    /// Opens something for reading at an absolute path without links, `.` and `..`: a link on the way, or at its end, is an
    /// error, whenever it came there. Neither waits for the other end of a pipe nor takes a terminal.
    ///
    /// Each folder is opened from the one before it, so that what was looked at is what is opened. Linux has `openat2` for
    /// this, but not on every kernel that matters; the steps give the same everywhere.
    static func openWithoutLinks(_ path: String) -> Int32 {
        let parts = path.utf8.split(separator: UInt8(ascii: "/")).map { String(Substring($0)) }
        guard path.utf8.first == UInt8(ascii: "/"), let last = parts.last else {
            errno = ENOENT
            return -1
        }
        let toSearch = searchOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var folder = retry { unsafe open("/", toSearch) }
        for part in parts.dropLast() where folder >= 0 {
            let inner = unsafe part.withFileName { part in retry { unsafe openat(folder, part, toSearch) } }
            let number = errno
            close(folder)
            errno = number
            folder = inner
        }
        guard folder >= 0 else { return -1 }
        let file = unsafe last.withFileName { last in
            retry { unsafe openat(folder, last, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) }
        }
        let number = errno
        close(folder)
        errno = number
        return file
    }

    /// Opens something for reading without waiting for the other end of a pipe.
    static func openWithoutWaiting(_ path: String) -> Int32 {
        unsafe path.withFileName { path in retry { unsafe open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC) } }
    }

    static func openForWriting(_ path: String, create: Bool, exclusive: Bool) -> Int32 {
        let flags = O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0)
        return unsafe path.withFileName { path in retry { unsafe open(path, flags, 0o666) } }
    }

    /// Opens something other than a regular file, such as a device or a pipe, for writing.
    static func openDevice(_ path: String) -> Int32 {
        unsafe path.withFileName { path in retry { unsafe open(path, O_WRONLY | O_CLOEXEC) } }
    }

    static func pathOfOpenFile(_ descriptor: Int32) -> String { "\(openFiles)/\(descriptor)" }

    static func status(_ descriptor: Int32) -> Status? {
        var raw = stat()
        return unsafe fstat(descriptor, &raw) == 0 ? status(raw) : nil
    }

    static func status(ofPath path: String) -> Status? {
        var raw = stat()
        return unsafe path.withFileName { unsafe stat($0, &raw) } == 0 ? status(raw) : nil
    }

    /// The path of an existing file without links, `.` and `..`; nil: the file does not exist.
    static func realPath(_ path: String) -> String? {
        unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX) + 1) { buffer in
            guard let base = buffer.baseAddress, let real = unsafe path.withFileName({ unsafe realpath($0, base) })
            else {
                return nil
            }
            return unsafe String(fileName: real)
        }
    }

    private static func status(_ raw: stat) -> Status {
        #if canImport(Darwin)
            let changed = raw.st_mtimespec
        #else
            let changed = raw.st_mtim
        #endif
        return Status(
            isRegular: raw.st_mode & S_IFMT == S_IFREG,
            isFolder: raw.st_mode & S_IFMT == S_IFDIR,
            size: Int(raw.st_size),
            permissions: UInt32(raw.st_mode & 0o7777),
            // Apple's device numbers are signed and may be negative.
            identity: [UInt64(truncatingIfNeeded: raw.st_dev), UInt64(raw.st_ino)],
            changed: [changed.tv_sec, changed.tv_nsec]
        )
    }

    static func truncate(_ descriptor: Int32) -> Int32 { retry { ftruncate(descriptor, 0) } }
    /// Moves to the first byte; returns zero on success.
    static func rewind(_ descriptor: Int32) -> Int32 { lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : -1 }
    static func setPermissions(_ descriptor: Int32, _ bits: UInt32) -> Int32 {
        fchmod(descriptor, mode_t(truncatingIfNeeded: bits))
    }
    static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
    static func makeFolder(_ path: String) -> Int32 { unsafe path.withFileName { unsafe mkdir($0, 0o777) } }
    static func removeFolder(_ path: String) -> Int32 { unsafe path.withFileName { unsafe rmdir($0) } }
    static func removeFolderBytes(_ path: UnsafePointer<CChar>) { _ = unsafe rmdir(path) }

    /// The names in a folder, except `.` and `..`; none when there are more than `limit`.
    ///
    /// - Throws: an error if not all can be read.
    static func names(inFolder path: String, limit: Int = .max) throws(SystemError) -> [String] {
        guard let folder = unsafe path.withFileName({ unsafe opendir($0) }) else {
            throw SystemError(operation: "read", path: path, number: errno)
        }
        defer { _ = unsafe closedir(folder) }
        var names: [String] = []
        while true {
            errno = 0
            guard let entry = unsafe readdir(folder) else { break }
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                unsafe String(fileName: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
            }
            if name == "." || name == ".." { continue }
            if names.count == limit { return [] }
            names.append(name)
        }
        guard errno == 0 else { throw SystemError(operation: "read", path: path, number: errno) }
        return names
    }

    static func symbolicLink(at path: String) -> String? {
        let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 4097)
        defer { unsafe buffer.deallocate() }
        guard let base = buffer.baseAddress else { return nil }
        let count = unsafe path.withFileName { unsafe readlink($0, base, 4096) }
        guard count > 0 else { return nil }
        unsafe base[count] = 0
        return unsafe String(fileName: base)
    }

    /// Maps the first bytes of a file, for reading and writing.
    static func map(_ descriptor: Int32, _ count: Int) -> UnsafeMutableRawPointer? {
        let base = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        return unsafe base == MAP_FAILED ? nil : base
    }

    static func unmap(_ base: UnsafeMutableRawPointer, _ count: Int) { _ = unsafe munmap(base, count) }

    /// Takes pages of a mapped file out of the process; what they hold stays in the file.
    static func letGo(_ base: UnsafeMutableRawPointer, _ count: Int) { _ = unsafe madvise(base, count, MADV_DONTNEED) }

    static var lastError: Int32 { errno }

    static func environment(_ name: String) -> String? {
        guard let value = unsafe getenv(name) else { return nil }
        return unsafe String(cString: value)
    }

    static func retry<R: SignedInteger>(_ call: () -> R) -> R {
        while true {
            let result = call()
            if result != -1 || errno != EINTR { return result }
        }
    }

    /// The number of processors of the machine.
    static var machineCount: Int { Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }
}

extension String {
    /// Calls `body` with the bytes of a file's name or path, ended by a zero.
    package func withFileName<R>(_ body: (UnsafePointer<CChar>) -> R) -> R {
        guard hasStrayBytes else { return unsafe withCString { unsafe body($0) } }
        let bytes = (fileNameBytes + [0]).map { CChar(bitPattern: $0) }
        return unsafe bytes.withUnsafeBufferPointer { buffer in
            // It has the zero at least.
            guard let base = buffer.baseAddress else { return unsafe "".withCString { unsafe body($0) } }
            return unsafe body(base)
        }
    }

    /// Creates the text of a file's name from bytes that end with a zero.
    package init(fileName bytes: UnsafePointer<CChar>) {
        var count = 0
        while unsafe bytes[count] != 0 { count += 1 }
        unsafe self.init(fileName: UnsafeRawBufferPointer(start: bytes, count: count))
    }
}
