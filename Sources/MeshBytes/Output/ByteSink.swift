// Bounds: bytes come with their count, and the system is never asked for more than what is left of them.

/// Writes buffered bytes to a file or to memory.
///
/// The buffer is flushed at one megabyte. Only one thread at a time may use a sink.
public final class ByteSink {
    private static let bufferSize = 1 << 20
    /// The most bytes per system call: nothing can interrupt a call, so it gets a few megabytes at a time.
    private static let largestWrite = 4 << 20
    /// The path for error messages.
    public let path: String
    private let descriptor: Int32?
    private let work: Work?
    private var buffer: TextBuffer
    private var flushed = 0
    /// The number of bytes kept in memory that were already reported to the work.
    private var told = 0
    private var watcher: (any ByteWatcher)?
    /// The offset where watching began.
    private var firstWatched = 0
    /// The bytes watched and written at a time, so that they stay in the processor's cache for both.
    private static let watchedWrite = 256 << 10
    /// Whether large contents bypass the system's cache on their way to the disk; for files that are not read again at
    /// once.
    var mayGoStraight = false
    private var straight: StraightFile?
    /// The size up to which files use the cache.
    private static let straightAfter = 8 << 20

    /// Creates a sink that keeps everything in memory; take it with ``bytes``.
    ///
    /// - Parameter work: counts the bytes written, and stops writing when it is cancelled.
    public init(work: Work? = nil) {
        path = "memory"
        descriptor = nil
        self.work = work
        buffer = TextBuffer()
    }

    /// Creates a sink into an open file, which the caller has to close.
    ///
    /// - Parameters:
    ///   - descriptor: the file, open for writing.
    ///   - path: the file's name in error messages.
    ///   - work: counts the bytes written, and stops writing when it is cancelled.
    ///   - isSmall: whether most such files are small; the buffer then starts small and grows.
    public init(descriptor: Int32, path: String, work: Work? = nil, isSmall: Bool = false) {
        self.path = path
        self.descriptor = descriptor
        self.work = work
        buffer = TextBuffer(capacity: isSmall ? 16 << 10 : Self.bufferSize)
    }

    /// The number of bytes written so far, flushed or not.
    public var byteCount: Int { flushed + buffer.count }
    /// The bytes kept in memory: everything for a sink in memory, those not yet flushed for a file.
    public var bytes: [UInt8] { buffer.array }

    /// Writes bytes.
    public func write(_ bytes: [UInt8]) throws(SystemError) {
        try unsafe bytes.withUnsafeBufferPointer { (raw) throws(SystemError) in
            try unsafe write(UnsafeRawBufferPointer(raw))
        }
    }

    /// Writes a text as UTF-8.
    public func write(_ text: String) throws(SystemError) { try write(Array(text.utf8)) }

    /// Writes bytes from other memory; large ones are not copied.
    public func write(_ raw: UnsafeRawBufferPointer) throws(SystemError) {
        if descriptor != nil, buffer.count + raw.count > Self.bufferSize {
            try drain()
            if raw.count >= Self.bufferSize / 4 { return try unsafe writeThrough(raw) }
        }
        unsafe buffer.append(raw)
        try check()
    }

    /// Writes the bytes of a text buffer; throws when it dropped some because memory ran out.
    public func write(_ text: borrowing TextBuffer) throws(SystemError) {
        if text.hasFailed { throw SystemError(operation: "write", path: path, number: System.noMemory) }
        try unsafe write(text.bytes)
    }

    /// Writes the first bytes of a block.
    public func write(_ block: MemoryBlock, count: Int) throws(SystemError) {
        let count = min(max(0, count), block.byteCount)
        try unsafe write(UnsafeRawBufferPointer(start: block.base, count: count))
    }

    /// Writes an integer in little-endian order.
    public func write<Integer: FixedWidthInteger>(littleEndian value: Integer) throws(SystemError) {
        var value = value.littleEndian
        let size = MemoryLayout<Integer>.size
        try unsafe reserve(size) { target in
            unsafe UnsafeMutableRawPointer(target).copyMemory(from: &value, byteCount: size)
            return size
        }
    }

    /// Writes at most `most` bytes that `body` puts into the memory it gets; `body` returns the count.
    public func reserve(_ most: Int, _ body: (UnsafeMutablePointer<UInt8>) -> Int) throws(SystemError) {
        if descriptor != nil, buffer.count + most > Self.bufferSize { try drain() }
        unsafe buffer.reserve(most, body)
        try check()
    }

    /// Replaces bytes already written, such as a count that is only known at the end.
    ///
    /// - Parameters:
    ///   - offset: the first byte to replace; all must have been written.
    ///   - bytes: the new bytes.
    public func replace(at offset: Int, with bytes: [UInt8]) throws(SystemError) {
        guard offset >= 0, bytes.count <= byteCount - offset else {
            throw SystemError(operation: "write", path: path, number: System.invalid)
        }
        guard let descriptor else { return buffer.replace(at: offset, with: bytes) }
        try flush()
        try showReplacement(at: offset, bytes, in: descriptor)
        var done = 0
        while done < bytes.count {
            let count = unsafe bytes.withUnsafeBytes { raw in
                unsafe raw.baseAddress.map {
                    unsafe System.pwrite(descriptor, $0 + done, raw.count - done, offset + done)
                } ?? -1
            }
            guard count > 0 else { throw SystemError(operation: "write", path: path, number: System.lastError) }
            done += count
        }
    }

    /// Passes all bytes written from now on to `watcher`, until ``endWatching()``. There is one watcher at a time.
    public func beginWatching(_ watcher: any ByteWatcher) throws(SystemError) {
        try endWatching()
        try flush()
        firstWatched = byteCount
        self.watcher = watcher
    }

    /// Ends watching; the watcher has received everything by then.
    public func endWatching() throws(SystemError) {
        guard let watcher else { return }
        try flush()
        // Bytes kept in memory are passed on at the end, when they can no longer change.
        if descriptor == nil, byteCount > firstWatched {
            unsafe watcher.didWrite(UnsafeRawBufferPointer(rebasing: buffer.bytes[firstWatched...]))
        }
        self.watcher = nil
    }

    private func showReplacement(at offset: Int, _ bytes: [UInt8], in descriptor: Int32) throws(SystemError) {
        let first = max(offset, firstWatched)
        let end = offset + bytes.count
        guard let watcher, first < end else { return }
        var old = [UInt8](repeating: 0, count: end - first)
        let isDone = unsafe old.withUnsafeMutableBytes { raw in
            unsafe raw.baseAddress.map { unsafe System.pread(descriptor, $0, raw.count, first) == raw.count } ?? true
        }
        if !isDone { throw SystemError(operation: "read", path: path, number: System.lastError) }
        watcher.didReplace(old, with: Array(bytes[(first - offset)...]), following: byteCount - end)
    }

    /// Removes everything that was written, and the watcher.
    public func removeAll() throws(SystemError) {
        watcher = nil
        buffer.removeAll()
        told = 0
        guard let descriptor, flushed > 0 else { return }
        straight = nil
        guard System.bypassCache(descriptor, false), System.truncate(descriptor) == 0, System.rewind(descriptor) == 0
        else {
            throw SystemError(operation: "write", path: path, number: System.lastError)
        }
        flushed = 0
    }

    /// Passes everything to the system; a sink in memory keeps it.
    public func flush() throws(SystemError) {
        try drain()
        guard let straight else { return }
        self.straight = nil
        guard straight.end() else { throw SystemError(operation: "write", path: path, number: System.lastError) }
    }

    /// Writes the contents of the buffer.
    private func drain() throws(SystemError) {
        guard descriptor != nil, buffer.count > 0 else { return }
        try unsafe writeThrough(buffer.bytes)
        buffer.removeAll()
    }

    private func writeThrough(_ raw: UnsafeRawBufferPointer) throws(SystemError) {
        guard let descriptor, let base = raw.baseAddress else { return }
        var done = 0
        while done < raw.count {
            var most = watcher == nil ? Self.largestWrite : Self.watchedWrite
            if mayGoStraight, straight == nil, flushed >= Self.straightAfter {
                let gap = -flushed & (StraightFile.unit - 1)
                if gap > 0 {
                    most = gap
                } else {
                    straight = StraightFile(descriptor)
                    mayGoStraight = straight != nil
                }
            }
            let part = unsafe UnsafeRawBufferPointer(start: base + done, count: min(raw.count - done, most))
            let count = unsafe put(part, descriptor)
            guard count > 0 else {
                throw SystemError(operation: "write", path: path, number: System.lastError)
            }
            if let watcher { unsafe watcher.didWrite(UnsafeRawBufferPointer(rebasing: part[..<count])) }
            done += count
            flushed += count
            try work?.didWrite(count, path: path)
        }
    }

    /// Writes some bytes and returns how many were written or accepted; not positive when the system refuses.
    private func put(_ part: UnsafeRawBufferPointer, _ descriptor: Int32) -> Int {
        guard let base = part.baseAddress else { return 0 }
        guard let straight else { return unsafe System.write(descriptor, base, part.count) }
        return unsafe straight.write(part) ? part.count : -1
    }

    private func check() throws(SystemError) {
        if buffer.hasFailed { throw SystemError(operation: "write", path: path, number: System.noMemory) }
        // In memory nothing is flushed: bytes are reported once there are as many as in a flush.
        guard descriptor == nil, let work, buffer.count - told >= Self.bufferSize else { return }
        try work.didWrite(buffer.count - told, path: path)
        told = buffer.count
    }
}
