#if canImport(Glibc)
    import Glibc

    /// From `malloc.h`, which the Glibc module leaves out: returns free pages of all heaps, except `kept` bytes.
    @_silgen_name("malloc_trim") private func malloc_trim(_ kept: Int) -> Int32

    /// The platform's calls, with the same signatures in `System+Apple.swift`.
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

        private static let hugePage = 2 << 20
        /// Minimum size of a block with pages of its own: the allocator would keep up to 48 MB of freed blocks.
        private static let leastPages = 4 << 20

        static func allocate(_ count: Int, isSparse: Bool) -> UnsafeMutableRawPointer? {
            guard count >= leastPages else {
                var pointer: UnsafeMutableRawPointer?
                guard unsafe posix_memalign(&pointer, 64, Swift.max(count, 64)) == 0 else { return nil }
                return unsafe pointer
            }
            // Allocates enough to align to a huge page, then returns the excess in front and behind.
            let whole = pages(count)
            let room = whole + hugePage
            guard
                let start = unsafe mmap(nil, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
                unsafe start != MAP_FAILED
            else { return nil }
            let lead = (hugePage - Int(bitPattern: start) % hugePage) % hugePage
            let pointer = unsafe start + lead
            if lead > 0 { _ = unsafe munmap(start, lead) }
            _ = unsafe munmap(pointer + whole, hugePage - lead)
            // Only advice: a kernel without huge pages refuses it, with no harm.
            if !isSparse { _ = unsafe madvise(pointer, whole, MADV_HUGEPAGE) }
            return unsafe pointer
        }

        /// Frees memory from ``allocate(_:isSparse:)`` of this byte count.
        static func free(_ pointer: UnsafeMutableRawPointer, _ count: Int) {
            if count >= leastPages {
                _ = unsafe munmap(pointer, pages(count))
            } else {
                unsafe Glibc.free(pointer)
            }
        }

        /// Rounds up to whole pages of any size that kernels use; can't overflow, since no block has 2⁴⁷ bytes.
        private static func pages(_ count: Int) -> Int { (count + 0xFFFF) & ~0xFFFF }

        /// Returns freed pages that the allocator keeps.
        static func returnFreed() { _ = malloc_trim(0) }

        // MARK: Files

        static func openForReading(_ path: String) -> Int32 { retry { unsafe open(path, O_RDONLY | O_CLOEXEC) } }

        static func openForWriting(_ path: String, create: Bool, exclusive: Bool) -> Int32 {
            let flags = O_RDWR | O_CLOEXEC | (create ? O_CREAT : 0) | (exclusive ? O_EXCL : 0)
            return retry { unsafe open(path, flags, 0o666) }
        }

        /// Opens something other than a regular file, such as a device or a pipe, for writing.
        static func openDevice(_ path: String) -> Int32 { retry { unsafe open(path, O_WRONLY | O_CLOEXEC) } }

        /// Opens an unnamed file in a folder; negative where the file system has none.
        static func openUnnamed(folder: String) -> Int32 {
            let temporaryFile = 0o20000000 | O_DIRECTORY  // O_TMPFILE, a macro that Swift does not import
            return retry { unsafe open(folder, temporaryFile | O_RDWR | O_CLOEXEC, 0o666) }
        }

        /// The folder in which open files, named or not, can be reopened by number.
        static let openFiles = "/proc/self/fd"
        static func pathOfOpenFile(_ descriptor: Int32) -> String { "\(openFiles)/\(descriptor)" }

        /// Names an unnamed file; the name must not exist.
        static func linkUnnamed(_ descriptor: Int32, to path: String) -> Int32 {
            unsafe linkat(AT_FDCWD, pathOfOpenFile(descriptor), AT_FDCWD, path, AT_SYMLINK_FOLLOW)
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
                permissions: raw.st_mode & 0o7777,
                identity: [UInt64(raw.st_dev), UInt64(raw.st_ino)],
                changed: [raw.st_mtim.tv_sec, raw.st_mtim.tv_nsec]
            )
        }

        static func read(_ descriptor: Int32, _ into: UnsafeMutableRawPointer, _ count: Int) -> Int {
            retry { unsafe Glibc.read(descriptor, into, count) }
        }

        static func pread(_ descriptor: Int32, _ into: UnsafeMutableRawPointer, _ count: Int, _ offset: Int) -> Int {
            retry { unsafe Glibc.pread(descriptor, into, count, offset) }
        }

        static func write(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int) -> Int {
            retry { unsafe Glibc.write(descriptor, from, count) }
        }

        static func pwrite(_ descriptor: Int32, _ from: UnsafeRawPointer, _ count: Int, _ offset: Int) -> Int {
            retry { unsafe Glibc.pwrite(descriptor, from, count, offset) }
        }

        static func synchronise(_ descriptor: Int32) -> Int32 { retry { fsync(descriptor) } }
        /// Turns bypassing the system's cache on or off for later writes; returns false where that isn't possible.
        static func bypassCache(_ descriptor: Int32, _ isOn: Bool) -> Bool {
            // O_DIRECT, which the Glibc module does not export and file systems in memory do not support.
            #if arch(arm64) || arch(arm)
                let direct: Int32 = 0o200000
            #elseif arch(x86_64) || arch(i386) || arch(riscv64)
                let direct: Int32 = 0o40000
            #else
                let direct: Int32 = 0
            #endif
            let flags = fcntl(descriptor, F_GETFL)
            guard flags >= 0, direct != 0 else { return !isOn }
            let wanted = isOn ? flags | direct : flags & ~direct
            return flags == wanted || fcntl(descriptor, F_SETFL, wanted) == 0
        }

        static func truncate(_ descriptor: Int32) -> Int32 { retry { ftruncate(descriptor, 0) } }
        /// Moves to the first byte; returns zero on success.
        static func rewind(_ descriptor: Int32) -> Int32 { lseek(descriptor, 0, SEEK_SET) == 0 ? 0 : -1 }
        static func setPermissions(_ descriptor: Int32, _ bits: UInt32) -> Int32 { fchmod(descriptor, bits) }
        static func duplicate(_ descriptor: Int32) -> Int32 { fcntl(descriptor, F_DUPFD_CLOEXEC, 3) }
        static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
        static func rename(_ from: String, _ to: String) -> Int32 { unsafe Glibc.rename(from, to) }
        static func link(_ from: String, _ to: String) -> Int32 { unsafe Glibc.link(from, to) }
        static func unlink(_ path: String) -> Int32 { unsafe Glibc.unlink(path) }
        static func makeFolder(_ path: String) -> Int32 { unsafe Glibc.mkdir(path, 0o777) }
        static func removeFolder(_ path: String) -> Int32 { unsafe Glibc.rmdir(path) }
        static func unlinkBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Glibc.unlink(path) }
        static func removeFolderBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Glibc.rmdir(path) }

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

        /// The number of processors that this process may use.
        static var affinityCount: Int {
            // `sched_getaffinity` is behind a macro that the Glibc module does not set. The kernel also gives the mask
            // here, as hexadecimal words with commas.
            for line in SmallFile.text("/proc/self/status")?.split(separator: "\n") ?? []
            where line.hasPrefix(affinityKey) {
                let count = line.dropFirst(affinityKey.count).reduce(0) { $0 + ($1.hexDigitValue ?? 0).nonzeroBitCount }
                return count > 0 ? count : machineCount
            }
            return machineCount
        }

        private static let affinityKey = "Cpus_allowed:"
        static var machineCount: Int { Swift.max(1, sysconf(Int32(_SC_NPROCESSORS_ONLN))) }

        // MARK: Memory in use

        /// The bytes of memory of the machine.
        static var machineMemory: Int? {
            let (bytes, overflow) = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: pageSize)
            return overflow || bytes <= 0 ? nil : bytes
        }

        /// The bytes of memory in use by this process: the second number of `statm`, in pages.
        static var residentByteCount: Int? {
            // Called hundreds of times a second, so the file stays open.
            var text = [UInt8](repeating: 0, count: 64)
            let count = unsafe text.withUnsafeMutableBytes { raw in
                unsafe raw.baseAddress.map { unsafe pread(statm, $0, raw.count, 0) } ?? -1
            }
            let words = text.prefix(max(0, count)).split(separator: 0x20, maxSplits: 2)
            guard words.count == 3 else { return nil }
            return words[1].reduce(0) { $0 &* 10 &+ Int($1 & 15) } * pageSize
        }

        private static let statm = openForReading("/proc/self/statm")

        private static var pageSize: Int { Swift.max(1, sysconf(Int32(_SC_PAGESIZE))) }
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
