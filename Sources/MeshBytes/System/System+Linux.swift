// Bounds: callers give counts of bytes that are there; a block of pages is freed with the size that it was made with.

#if canImport(Glibc)
    import Glibc

    /// From `malloc.h`, which the Glibc module leaves out: returns free pages of all heaps, except `kept` bytes.
    @_silgen_name("malloc_trim") private func malloc_trim(_ kept: Int) -> Int32

    /// From `sys/statfs.h`, which the Glibc module leaves out: facts about the file system of an open file.
    @_silgen_name("fstatfs") private func fstatfs(_ descriptor: Int32, _ into: UnsafeMutableRawPointer) -> Int32

    extension System {
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

        /// Opens an unnamed file in a folder; negative where the file system has none.
        static func openUnnamed(folder: String) -> Int32 {
            let temporaryFile = 0o20000000 | O_DIRECTORY  // O_TMPFILE, a macro that Swift does not import
            return unsafe folder.withFileName { folder in
                retry { unsafe open(folder, temporaryFile | O_RDWR | O_CLOEXEC, 0o666) }
            }
        }

        /// The flag that opens a folder only to find something in it, which needs no right to list it: `O_PATH`, which the
        /// Glibc module does not export.
        static let searchOnly: Int32 = 0o10000000

        /// The folder in which open files, named or not, can be reopened by number.
        static let openFiles = "/proc/self/fd"

        /// Names an unnamed file; the name must not exist.
        static func linkUnnamed(_ descriptor: Int32, to path: String) -> Int32 {
            unsafe path.withFileName {
                unsafe linkat(AT_FDCWD, pathOfOpenFile(descriptor), AT_FDCWD, $0, AT_SYMLINK_FOLLOW)
            }
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

        /// Makes a file `count` bytes long, with room on the disk for all of them.
        static func reserve(_ descriptor: Int32, _ count: Int) -> Bool {
            // It returns the error, and doesn't set it.
            let number = posix_fallocate(descriptor, 0, count)
            if number != 0 { errno = number }
            return number == 0
        }

        /// Whether an open file is on a file system in memory: tmpfs or ramfs, by the numbers of `magic.h`.
        static func isInMemory(_ descriptor: Int32) -> Bool {
            // The structure has 120 bytes or less, and begins with the number of the file system.
            var raw = [Int](repeating: 0, count: 64)
            guard unsafe fstatfs(descriptor, &raw) == 0 else { return false }
            return [0x0102_1994, 0x8584_58F6].contains(UInt32(truncatingIfNeeded: raw[0]))
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

        static func close(_ descriptor: Int32) { _ = Glibc.close(descriptor) }
        static func rename(_ from: String, _ to: String) -> Int32 {
            unsafe from.withFileName { from in unsafe to.withFileName { unsafe Glibc.rename(from, $0) } }
        }
        static func link(_ from: String, _ to: String) -> Int32 {
            unsafe from.withFileName { from in unsafe to.withFileName { unsafe Glibc.link(from, $0) } }
        }
        static func unlink(_ path: String) -> Int32 { unsafe path.withFileName { unsafe Glibc.unlink($0) } }
        static func unlinkBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Glibc.unlink(path) }

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

        // MARK: Memory in use

        /// The bytes of memory of the machine.
        static var machineMemory: Int? {
            let (bytes, overflow) = sysconf(Int32(_SC_PHYS_PAGES)).multipliedReportingOverflow(by: pageSize)
            return overflow || bytes <= 0 ? nil : bytes
        }

        /// The bytes of memory in use by this process, and of those the pages of files: the second and third number of
        /// `statm`, in pages.
        static var memoryInUse: (all: Int, ofFiles: Int)? {
            // Called hundreds of times a second, so the file stays open.
            var text = [UInt8](repeating: 0, count: 64)
            let count = unsafe text.withUnsafeMutableBytes { raw in
                unsafe raw.baseAddress.map { unsafe pread(statm, $0, raw.count, 0) } ?? -1
            }
            let words = text.prefix(max(0, count)).split(separator: 0x20, maxSplits: 3)
            guard words.count == 4 else { return nil }
            let bytes = words.map { $0.reduce(0) { $0 &* 10 &+ Int($1 & 15) } &* pageSize }
            return (bytes[1], bytes[2])
        }

        private static let statm = openForReading("/proc/self/statm")

        private static var pageSize: Int { Swift.max(1, sysconf(Int32(_SC_PAGESIZE))) }
    }
#endif
