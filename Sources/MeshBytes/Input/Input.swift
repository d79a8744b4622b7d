/// Where the bytes of a source come from: an open file, or bytes in memory.
///
/// A file is read by position and never mapped, so that one that shrinks is an error and no fault. Reading is safe from
/// several threads at once. The file stays open as long as the value lives.
public final class Input: Sendable {
    private enum Source {
        case file(Int32)
        case bytes([UInt8])
        case block(MemoryBlock)
    }

    /// The path as given, or the name given with the bytes.
    public let name: String
    /// The size when the source was opened.
    public let byteCount: Int
    private let source: Source
    private let work: Work?

    private init(name: String, byteCount: Int, source: Source, work: Work? = nil) {
        self.name = name
        self.byteCount = byteCount
        self.source = source
        self.work = work
    }

    deinit {
        if case .file(let descriptor) = source { System.close(descriptor) }
    }

    /// Opens a file; `-` is standard input.
    ///
    /// A regular file is kept open and read on demand. A pipe, a device or standard input is read whole into memory.
    ///
    /// - Parameters:
    ///   - path: the path, relative to the working folder.
    ///   - name: what the input calls itself, and beside which its other files are looked for; nil: the path.
    ///   - limit: the most bytes taken from something that is no regular file; more is an error.
    ///   - work: counts what is read, and ends reading when it is cancelled.
    public static func file(
        _ path: String, named name: String? = nil, limit: Int = .max, work: Work? = nil
    ) throws(SystemError) -> Input {
        let descriptor = path == "-" ? System.duplicate(0) : System.openForReading(path)
        guard descriptor >= 0, let status = System.status(descriptor) else {
            throw SystemError(operation: "open", path: path, number: System.lastError)
        }
        guard !status.isFolder else {
            System.close(descriptor)
            throw SystemError(operation: "read", path: path, number: System.isFolder)
        }
        // Standard input may be a regular file that somebody has read a part of: its position counts.
        if status.isRegular, path != "-", status.size > 0 {
            return Input(name: name ?? path, byteCount: status.size, source: .file(descriptor), work: work)
        }
        defer { System.close(descriptor) }
        let block = try readAll(descriptor, path, limit: limit, work: work)
        return Input(name: name ?? path, byteCount: block.byteCount, source: .block(block), work: work)
    }

    /// Whether there is a regular file that can be read: what an input names as belonging to it may be a pipe, which would
    /// keep its reader waiting.
    public static func isFile(_ path: String) -> Bool {
        guard System.status(ofPath: path)?.isRegular == true else { return false }
        let descriptor = System.openForReading(path)
        guard descriptor >= 0 else { return false }
        System.close(descriptor)
        return true
    }

    /// Bytes that are already in memory; they are shared, not copied.
    public static func bytes(_ bytes: [UInt8], name: String, work: Work? = nil) -> Input {
        Input(name: name, byteCount: bytes.count, source: .bytes(bytes), work: work)
    }

    /// The first bytes of a block that nobody writes to any more; they are shared, not copied.
    public static func block(_ block: MemoryBlock, name: String) -> Input {
        Input(name: name, byteCount: block.byteCount, source: .block(block))
    }

    /// Reads into memory of the caller and returns how many bytes were there: fewer than `count` only at the end.
    ///
    /// - Parameters:
    ///   - offset: the first byte; at or after the end gives zero.
    ///   - count: how many bytes; `destination` must have room for them.
    ///   - destination: where they go.
    public func read(at offset: Int, count: Int, into destination: UnsafeMutableRawPointer) throws(SystemError) -> Int {
        guard offset >= 0, count > 0 else { return 0 }
        try work?.didRead(at: offset, 0, path: name)
        let got = unsafe try readUncounted(at: offset, count: count, into: destination)
        try work?.didRead(at: offset, got, path: name)
        return got
    }

    private func readUncounted(
        at offset: Int, count: Int, into destination: UnsafeMutableRawPointer
    ) throws(SystemError) -> Int {
        switch source {
        case .bytes(let bytes):
            guard offset < bytes.count else { return 0 }
            let count = min(count, bytes.count - offset)
            unsafe bytes.withUnsafeBytes { raw in
                if let base = raw.baseAddress {
                    unsafe destination.copyMemory(from: base + offset, byteCount: count)
                }
            }
            return count
        case .block(let block):
            guard offset < block.byteCount else { return 0 }
            let count = min(count, block.byteCount - offset)
            unsafe destination.copyMemory(from: block.base + offset, byteCount: count)
            return count
        case .file(let descriptor):
            var done = 0
            while done < count {
                let (position, overflow) = offset.addingReportingOverflow(done)
                if overflow { break }
                let result = unsafe System.pread(descriptor, destination + done, min(count - done, 1 << 30), position)
                if result < 0 { throw SystemError(operation: "read", path: name, number: System.lastError) }
                if result == 0 { break }
                done += result
            }
            return done
        }
    }

    /// A copy of a range of bytes; shorter when the source ends before.
    public func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        let start = max(0, range.lowerBound)
        let count = min(range.upperBound, byteCount) - start
        guard count > 0 else { return [] }
        if case .bytes(let bytes) = source { return count == byteCount ? bytes : Array(bytes[start..<start + count]) }
        let block = try MemoryBlock(byteCount: count)
        let got = unsafe try read(at: start, count: count, into: block.base)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: block.base, count: got))
    }

    /// The bytes of a range in a block of their own; a source that ends before is an error with ``SystemError/isShrunk``.
    public func block(_ range: Range<Int>) throws(SystemError) -> MemoryBlock {
        let block = try MemoryBlock(byteCount: range.count)
        let got = unsafe try read(at: range.lowerBound, count: range.count, into: block.base)
        guard got == range.count else { throw shrunk }
        return block
    }

    /// The whole contents in one block, read on several threads in pieces of 4 MB.
    ///
    /// A file that has become shorter is an error with ``SystemError/isShrunk``. A block given with
    /// ``block(_:name:)`` is returned as it is.
    public func wholeBlock(threads: Int = 1) throws(SystemError) -> MemoryBlock {
        if case .block(let block) = source { return block }
        let block = try MemoryBlock(byteCount: byteCount)
        let pieceSize = 4 << 20
        let pieces = byteCount / pieceSize + (byteCount % pieceSize == 0 ? 0 : 1)
        _ = try Parallel.map(pieces, threads: threads) { (piece) throws(SystemError) -> Bool in
            let start = piece * pieceSize
            let count = min(pieceSize, byteCount - start)
            let got = unsafe try read(at: start, count: count, into: block.base + start)
            guard got == count else { throw shrunk }
            return true
        }
        return block
    }

    /// The error of a source that has fewer bytes than it had when it was opened.
    public var shrunk: SystemError { SystemError(operation: "read", path: name, number: SystemError.shrunkNumber) }

    /// What comes until the end, in blocks first: how much it is shows at the end, and an array that grows would trap when
    /// there is no memory.
    private static func readAll(
        _ descriptor: Int32, _ path: String, limit: Int, work: Work?
    ) throws(SystemError) -> MemoryBlock {
        let blockSize = 1 << 20
        var blocks: [MemoryBlock] = []
        var room = 0
        var size = 0
        while true {
            if room == 0 {
                blocks.append(try MemoryBlock(byteCount: blockSize))
                room = blockSize
            }
            // Bounds: the last block has `room` bytes left.
            let place = unsafe blocks[blocks.count - 1].base + (blockSize - room)
            let count = unsafe System.read(descriptor, place, room)
            if count < 0 { throw SystemError(operation: "read", path: path, number: System.lastError) }
            if count == 0 { break }
            guard count <= limit - size else {
                throw SystemError(operation: "read", path: path, number: SystemError.beyondLimitNumber)
            }
            try work?.didRead(at: size, count, path: path)
            size += count
            room -= count
        }
        let whole = try MemoryBlock(byteCount: size)
        for (index, block) in blocks.enumerated() {
            // Bounds: all blocks but the last are full, and `size` is the sum of what is in them.
            let start = index * blockSize
            unsafe (whole.base + start).copyMemory(from: block.base, byteCount: min(blockSize, size - start))
        }
        return whole
    }
}
