// Bounds: callers give counts of bytes that are there; the calls themselves keep no address.

#if canImport(Darwin)
    import Darwin

    extension System {
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

        /// Always fails, so that a named file is used: Apple's file systems have no unnamed files.
        static func openUnnamed(folder: String) -> Int32 { -1 }

        /// The folder in which open files can be reopened by number.
        static let openFiles = "/dev/fd"

        /// Always fails; never called, since there are no unnamed files.
        static func linkUnnamed(_ descriptor: Int32, to path: String) -> Int32 {
            errno = ENOTSUP
            return -1
        }

        /// The flag that opens a folder only to find something in it, which needs no right to list it: `O_SEARCH`, a macro
        /// that Swift does not import.
        static let searchOnly: Int32 = 0x40000000 | O_DIRECTORY

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

        /// Makes a file `count` bytes long, with room on the disk for all of them.
        static func reserve(_ descriptor: Int32, _ count: Int) -> Bool {
            var wish = fstore_t(
                fst_flags: UInt32(F_ALLOCATEALL), fst_posmode: F_PEOFPOSMODE, fst_offset: 0, fst_length: off_t(count),
                fst_bytesalloc: 0)
            return retry { unsafe fcntl(descriptor, F_PREALLOCATE, &wish) } != -1
                && retry { ftruncate(descriptor, off_t(count)) } == 0
        }

        /// Whether an open file is on a file system in memory, of which Apple's systems have none.
        static func isInMemory(_ descriptor: Int32) -> Bool { false }

        /// Forces a file to the disk. `fsync` leaves the data in the drive's cache; only the full form, which some file
        /// systems lack, reaches the medium.
        static func synchronise(_ descriptor: Int32) -> Int32 {
            let full = retry { fcntl(descriptor, F_FULLFSYNC) }
            return full == -1 ? retry { fsync(descriptor) } : 0
        }

        /// Can't turn it on: the nearest option here has other rules.
        static func bypassCache(_ descriptor: Int32, _ isOn: Bool) -> Bool { !isOn }

        static func close(_ descriptor: Int32) { _ = Darwin.close(descriptor) }
        static func rename(_ from: String, _ to: String) -> Int32 {
            unsafe from.withFileName { from in unsafe to.withFileName { unsafe Darwin.rename(from, $0) } }
        }
        static func link(_ from: String, _ to: String) -> Int32 {
            unsafe from.withFileName { from in unsafe to.withFileName { unsafe Darwin.link(from, $0) } }
        }
        static func unlink(_ path: String) -> Int32 { unsafe path.withFileName { unsafe Darwin.unlink($0) } }
        static func unlinkBytes(_ path: UnsafePointer<CChar>) { _ = unsafe Darwin.unlink(path) }

        // MARK: Processors

        /// The number of processors that this process may use: all, since nothing restricts it here.
        static var affinityCount: Int { machineCount }

        // MARK: Memory in use

        /// The bytes of memory of the machine.
        static var machineMemory: Int? {
            var count: UInt64 = 0
            var size = MemoryLayout<UInt64>.size
            guard unsafe sysctlbyname("hw.memsize", &count, &size, nil, 0) == 0 else { return nil }
            return Int(clamping: count)
        }

        /// The bytes of memory in use by this process; unknown here.
        static var memoryInUse: (all: Int, ofFiles: Int)? { nil }
    }
#endif
