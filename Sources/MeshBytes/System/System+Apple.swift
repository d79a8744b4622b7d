#if canImport(Darwin)
    import Darwin

    /// The platform's calls, with the same signatures as in `System+Linux.swift`.
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

        // MARK: Memory

        static func allocate(_ count: Int, isSparse: Bool) -> UnsafeMutableRawPointer? {
            // There are no huge pages to request; whole pages of 16 KiB keep large blocks apart.
            let large = count >= 4 << 20
            var pointer: UnsafeMutableRawPointer?
            guard unsafe posix_memalign(&pointer, large ? 16 << 10 : 64, Swift.max(count, 64)) == 0 else { return nil }
            return unsafe pointer
        }

        static func free(_ pointer: UnsafeMutableRawPointer, _ count: Int) { unsafe Darwin.free(pointer) }

        /// Returns freed pages that the allocator keeps.
        static func returnFreed() { _ = malloc_zone_pressure_relief(nil, 0) }

        // MARK: Files

        static func openForReading(_ path: String) -> Int32 { retry { unsafe open(path, O_RDONLY | O_CLOEXEC) } }

        static func openForWriting(_ path: String, create: Bool, exclusive: Bool) -> Int32 {
            let flags = O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0)
            return retry { unsafe open(path, flags, 0o666) }
        }

        /// Opens something other than a regular file, such as a device or a pipe, for writing.
        static func openDevice(_ path: String) -> Int32 { retry { unsafe open(path, O_WRONLY | O_CLOEXEC) } }

        /// Always fails, so that a named file is used: Apple's file systems have no unnamed files.
        static func openUnnamed(folder: String) -> Int32 { -1 }

        /// The folder in which open files can be reopened by number.
        static let openFiles = "/dev/fd"
        static func pathOfOpenFile(_ descriptor: Int32) -> String { "\(openFiles)/\(descriptor)" }

        /// Always fails; never called, since there are no unnamed files.
        static func linkUnnamed(_ descriptor: Int32, to path: String) -> Int32 {
            errno = ENOTSUP
            return -1
        }

        static func status(_ descriptor: Int32) -> Status? {
            var raw = stat()
            return unsafe fstat(descriptor, &raw) == 0 ? status(raw) : nil
        }

        static func status(ofPath path: String) -> Status? {
            var raw = stat()
            return unsafe stat(path, &raw) == 0 ? status(raw) : nil
        }

        private static func status(_ raw: stat) -> Status {
            Status(
                isRegular: raw.st_mode & S_IFMT == S_IFREG,
                isFolder: raw.st_mode & S_IFMT == S_IFDIR,
                size: Int(raw.st_size),
                permissions: UInt32(raw.st_mode & 0o7777),
                // The device number is signed here and may be negative.
                identity: [UInt64(bitPattern: Int64(raw.st_dev)), raw.st_ino],
                changed: [raw.st_mtimespec.tv_sec, raw.st_mtimespec.tv_nsec]
            )
        }

        static func read(_ descriptor: Int32, _ into: UnsafeMutableRawPointer, _ count: Int) -> Int {
            retry { unsafe Darwin.read(descriptor, into, count) }
        }

        static func pread(_ descriptor: Int32, _ into: UnsafeMutableRawPointer, _ count: Int, _ offset: Int) -> Int {
            retry { unsafe Darwin.pread(descriptor, into, count, off_t(offset)) }
        }

        static func write(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
            retry { unsafe Darwin.write(descriptor, from, count) }
        }

        static func pwrite(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int {
            retry { unsafe Darwin.pwrite(descriptor, from, count, off_t(offset)) }
        }

        /// Forces a file to the disk. `fsync` leaves the data in the drive's cache; only the full form, which some file
        /// systems lack, reaches the medium.
        static func synchronise(_ descriptor: Int32) -> Int32 {
            let full = retry { fcntl(descriptor, F_FULLFSYNC) }
            return full == -1 ? retry { fsync(descriptor) } : 0
        }

        /// Can't turn it on: the nearest option here has other rules.
        static func bypassCache(_ descriptor: Int32, _ isOn: Bool) -> Bool { !isOn }

        static func truncate(_ descriptor: Int32) -> Int32 { retry { ftruncate(descriptor, 0) } }
        /// Moves to the first byte; returns zero on success.
        static func rewind(_ descriptor: Int32) -> Int32 { lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : -1 }
        static func setPermissions(_ descriptor: Int32, _ bits: UInt32) -> Int32 {
            fchmod(descriptor, mode_t(truncatingIfNeeded: bits))
        }
        static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
        static func close(_ descriptor: Int32) { _ = Darwin.close(descriptor) }
        static func rename(_ from: String, _ to: String) -> Int32 { unsafe Darwin.rename(from, to) }
        static func link(_ from: String, _ to: String) -> Int32 { unsafe Darwin.link(from, to) }
        static func unlink(_ path: String) -> Int32 { unsafe Darwin.unlink(path) }
        static func makeFolder(_ path: String) -> Int32 { unsafe Darwin.mkdir(path, 0o777) }
        static func removeFolder(_ path: String) -> Int32 { unsafe Darwin.rmdir(path) }
        static func unlinkBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Darwin.unlink(path) }
        static func removeFolderBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Darwin.rmdir(path) }

        /// The names in a folder, except `.` and `..`; empty when it can't be read or has more than `limit`.
        static func names(inFolder path: String, limit: Int) -> [String] {
            guard let folder = unsafe opendir(path) else { return [] }
            defer { _ = unsafe closedir(folder) }
            var names: [String] = []
            while let entry = unsafe readdir(folder) {
                let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
                    unsafe String(cString: UnsafeRawPointer($0).assumingMemoryBound(to: CChar.self))
                }
                if name == "." || name == ".." { continue }
                if names.count == limit { return [] }
                names.append(name)
            }
            return names
        }

        static func symbolicLink(at path: String) -> String? {
            let buffer = UnsafeMutableBufferPointer<CChar>.allocate(capacity: 4097)
            defer { unsafe buffer.deallocate() }
            guard let base = buffer.baseAddress else { return nil }
            let count = unsafe readlink(path, base, 4096)
            guard count > 0 else { return nil }
            unsafe base[count] = 0
            return unsafe String(cString: base)
        }

        static var lastError: Int32 { errno }
        static var processNumber: Int { Int(getpid()) }

        static func environment(_ name: String) -> String? {
            guard let value = unsafe getenv(name) else { return nil }
            return unsafe String(cString: value)
        }

        private static func retry<R: SignedInteger>(_ call: () -> R) -> R {
            while true {
                let result = call()
                if result != -1 || errno != EINTR { return result }
            }
        }

        // MARK: Processors

        /// The number of processors that this process may use: all, since nothing restricts it here.
        static var affinityCount: Int { machineCount }
        static var machineCount: Int { Swift.max(1, sysconf(_SC_NPROCESSORS_ONLN)) }

        // MARK: Memory in use

        /// The bytes of memory of the machine.
        static var machineMemory: Int? {
            var count: UInt64 = 0
            var size = MemoryLayout<UInt64>.size
            guard unsafe sysctlbyname("hw.memsize", &count, &size, nil, 0) == 0 else { return nil }
            return Int(clamping: count)
        }

        /// The bytes of memory in use by this process; unknown here.
        static var residentByteCount: Int? { nil }
    }

    /// A lock for short sections, with a condition to wait for; `Mutex` would need iOS 18.
    @safe package final class Lock: @unchecked Sendable {
        private let mutex: UnsafeMutablePointer<pthread_mutex_t>
        private let condition: UnsafeMutablePointer<pthread_cond_t>

        package init() {
            unsafe mutex = .allocate(capacity: 1)
            unsafe mutex.initialize(to: pthread_mutex_t())
            _ = unsafe pthread_mutex_init(mutex, nil)
            unsafe condition = .allocate(capacity: 1)
            unsafe condition.initialize(to: pthread_cond_t())
            _ = unsafe pthread_cond_init(condition, nil)
        }

        deinit {
            _ = unsafe pthread_mutex_destroy(mutex)
            unsafe mutex.deallocate()
            _ = unsafe pthread_cond_destroy(condition)
            unsafe condition.deallocate()
        }

        package func withLock<R>(_ body: () -> R) -> R {
            _ = unsafe pthread_mutex_lock(mutex)
            defer { _ = unsafe pthread_mutex_unlock(mutex) }
            return body()
        }

        /// Releases the lock until ``wakeAll()``; call it only inside ``withLock(_:)``.
        package func wait() { _ = unsafe pthread_cond_wait(condition, mutex) }

        /// Wakes all waiting threads.
        package func wakeAll() { _ = unsafe pthread_cond_broadcast(condition) }
    }
#endif
