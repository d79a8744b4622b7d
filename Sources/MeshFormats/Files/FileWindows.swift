package import MeshBytes
package import MeshModel

/// The bytes of a large file, read through windows: a few blocks of memory that are used again and again.
///
/// Memory does not grow with the file, and reading into memory that is in use already is faster than touching fresh
/// pages (31 against 2.4 GB/s). The windows that were used last are kept, because the columns of interleaved rows all
/// read the same bytes.
@safe package final class FileWindows: ByteSource, @unchecked Sendable {
    /// Fills memory with the bytes of a range, which lies inside of ``byteCount``.
    package typealias Reading = @Sendable (Range<Int>, UnsafeMutableRawPointer) throws(SystemError) -> Void

    /// The number of bytes.
    package let byteCount: Int
    private let input: Input
    package let limit: Int
    private let read: Reading
    private let lock = Lock()
    private var windows: [Window] = []
    private var uses = 0
    private let late = Lock()
    private var all: ByteStorage?

    /// The bytes of a window: several runs of rows.
    private static let windowByteCount = 512 << 10
    /// The most windows: enough for a few threads that read at different places.
    private static let windowCount = 12

    /// A range of the source in memory, and when it was used last.
    private struct Window {
        var range: Range<Int>
        var block: MemoryBlock
        var lastUse: Int
    }

    /// Creates windows on the bytes of a file. The file remembers failures: see ``Input/lateFailure``.
    ///
    /// - Parameter limit: the most bytes that are loaded for work that needs them in any order; nil: no limit.
    package convenience init(_ input: Input, limit: Int? = nil) {
        unsafe self.init(input, byteCount: input.byteCount, limit: limit) { (range, target) throws(SystemError) in
            let got = unsafe try input.read(at: range.lowerBound, count: range.count, into: target)
            guard got == range.count else { throw input.shrunk }
        }
    }

    /// Creates windows on bytes that `read` makes of those of a file.
    package init(_ input: Input, byteCount: Int, limit: Int?, _ read: @escaping Reading) {
        self.limit = limit ?? .max
        self.input = input
        self.byteCount = byteCount
        unsafe self.read = read
        input.willReadLate()
    }

    package func lend(_ range: Range<Int>) -> LentBytes {
        let found = lock.withLock { window(with: range) } ?? filled(range)
        guard let block = found.block else {
            // No memory is left for a window; the input remembers it, and the result will not be used.
            let nothing = OwnedMemory(byteCount: range.count)
            _ = unsafe nothing.base.initializeMemory(as: UInt8.self, repeating: 0, count: range.count)
            return unsafe LentBytes(nothing.base, keptBy: nothing)
        }
        return unsafe LentBytes(block.base + (range.lowerBound - found.range.lowerBound), keptBy: block)
    }

    package func whole() -> ByteStorage {
        late.withLock {
            if let all { return all }
            let storage: ByteStorage
            if byteCount <= limit, let block = memory(byteCount) {
                fill(block, 0..<byteCount)
                storage = ByteStorage(block)
            } else if let zeros = try? MemoryBlock(byteCount: byteCount, isSparse: true) {
                // Work that can't stop here goes on with zeros, which take no memory, and is refused in the end.
                input.remember(SystemError(operation: "load", path: input.name, number: SystemError.beyondLimitNumber))
                storage = ByteStorage(zeros)
            } else {
                storage = unsafe ByteStorage(byteCount: byteCount) { bytes in
                    _ = unsafe bytes.initializeMemory(as: UInt8.self, repeating: 0)
                }
            }
            all = storage
            return storage
        }
    }

    /// The window that holds a range. Call it with the lock held.
    private func window(with range: Range<Int>) -> (range: Range<Int>, block: MemoryBlock?)? {
        guard
            let index = windows.firstIndex(where: {
                $0.range.lowerBound <= range.lowerBound && range.upperBound <= $0.range.upperBound
            })
        else { return nil }
        uses += 1
        windows[index].lastUse = uses
        return (windows[index].range, windows[index].block)
    }

    /// Reads a new window that begins with a range.
    private func filled(_ range: Range<Int>) -> (range: Range<Int>, block: MemoryBlock?) {
        let size = max(Self.windowByteCount, range.count)
        let isUsual = size == Self.windowByteCount
        let window = range.lowerBound..<range.lowerBound + min(size, byteCount - range.lowerBound)
        guard let block = lock.withLock({ isUsual ? oldest() : nil }) ?? memory(size) else { return (window, nil) }
        fill(block, window)
        if isUsual {
            lock.withLock {
                uses += 1
                windows.append(Window(range: window, block: block, lastUse: uses))
            }
        }
        return (window, block)
    }

    /// Takes away the window that was used first; returns its memory if no one reads it any longer. Call it with the lock
    /// held.
    private func oldest() -> MemoryBlock? {
        guard windows.count >= Self.windowCount,
            let index = windows.indices.min(by: { windows[$0].lastUse < windows[$1].lastUse })
        else { return nil }
        var block = windows.remove(at: index).block
        return isKnownUniquelyReferenced(&block) ? block : nil
    }

    private func memory(_ count: Int) -> MemoryBlock? {
        do throws(SystemError) { return try MemoryBlock(byteCount: count) } catch {
            input.remember(error)
            return nil
        }
    }

    /// - Bounds: the block has room for the range.
    private func fill(_ block: MemoryBlock, _ range: Range<Int>) {
        // Small steps, so that a cancelled conversion ends soon.
        let step = 4 << 20
        for start in stride(from: range.lowerBound, to: range.upperBound, by: step) {
            let part = start..<min(start + step, range.upperBound)
            let place = unsafe block.base + (start - range.lowerBound)
            do throws(SystemError) { try unsafe read(part, place) } catch {
                input.remember(error)
                _ = unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: part.count)
            }
        }
    }
}

extension ReadOptions {
    /// The bytes of an input: windows on a large file, if the caller allows it, else all in memory.
    package func storage(of input: Input) throws(SystemError) -> ByteStorage {
        if reads(late: input) { return ByteStorage(FileWindows(input, limit: lateLimit)) }
        return ByteStorage(try input.wholeBlock(threads: threads), byteCount: input.byteCount)
    }

    /// Whether an input is so large that its bytes are only read when they are needed.
    package func reads(late input: Input) -> Bool { input.isOnDisk && input.byteCount >= lateFrom }
}
