// Bounds: callers give memory with room for the count that they ask for.

/// The source of bytes: an open file, or bytes in memory.
///
/// A file is read by position and never mapped, so that a file that shrinks is an error and not a crash. Reading is
/// safe from several threads at once. The file stays open as long as the value lives.
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
    /// Tells the file from others, and from itself after a change; nil for anything but a regular file with a name.
    package let identity: [Int]?
    private let source: Source
    private let work: Work?
    private let late = LateFailure()

    private init(name: String, byteCount: Int, source: Source, work: Work? = nil, identity: [Int]? = nil) {
        self.name = name
        self.identity = identity
        self.byteCount = byteCount
        self.source = source
        self.work = work
    }

    deinit {
        if case .file(let descriptor) = source { System.close(descriptor) }
    }

    /// Opens a file; `-` is standard input.
    ///
    /// A regular file stays open and is read on demand. A pipe, a device or standard input is read whole into memory.
    ///
    /// - Parameters:
    ///   - path: the path, relative to the working folder.
    ///   - name: the input's name, which also locates the files beside it; nil for the path.
    ///   - limit: the most bytes to read from anything but a regular file; more throws.
    ///   - work: counts the bytes read, and stops reading when it is cancelled.
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
        // Standard input may be a regular file that was partly read already: its position counts.
        let identity = path == "-" ? nil : identity(status)
        if identity != nil, status.size > 0 {
            return Input(
                name: name ?? path, byteCount: status.size, source: .file(descriptor), work: work, identity: identity)
        }
        defer { System.close(descriptor) }
        let stream = try gather(descriptor, path, limit: limit, work: work)
        let source: Source =
            switch try stream.contents() {
            case .block(let block): .block(block)
            case .file(let file): .file(try file.descriptorOfItsOwn())
            }
        return Input(name: name ?? path, byteCount: stream.byteCount, source: source, work: work, identity: identity)
    }

    /// Creates an input of an open file without a name, which it closes.
    static func temporary(_ descriptor: Int32, name: String, byteCount: Int) -> Input {
        Input(name: name, byteCount: byteCount, source: .file(descriptor))
    }

    /// Opens a regular file that another file names. It is opened once, and what was opened is looked at: a name may mean
    /// another file a moment later.
    ///
    /// - Parameters:
    ///   - path: the path, relative to the working folder.
    ///   - folder: the folder that the file must lie in, without links (``realPath(_:)``); nil: it may lie anywhere. Links
    ///     are followed while they end inside; what replaces a part of the path meanwhile never leads out. A hard link is
    ///     a file of its folder.
    ///   - work: counts the bytes read, and stops reading when it is cancelled.
    /// - Throws: an error with ``SystemError/isOutside`` or ``SystemError/isIrregular``, or that of the system. Nothing is
    ///   read from such a file, and a pipe is not waited for.
    package static func regularFile(
        _ path: String, inside folder: String?, work: Work? = nil
    ) throws(SystemError) -> Input {
        let descriptor =
            try folder.map { (folder) throws(SystemError) in try open(path, inside: folder) }
            ?? System.openWithoutWaiting(path)
        guard descriptor >= 0, let status = System.status(descriptor) else {
            throw SystemError(operation: "open", path: path, number: System.lastError)
        }
        guard status.isRegular else {
            System.close(descriptor)
            throw SystemError(operation: "read", path: path, number: SystemError.irregularNumber)
        }
        return Input(
            name: path, byteCount: status.size, source: .file(descriptor), work: work, identity: identity(status))
    }

    /// Opens a file in a folder. Its path is resolved first; then that is opened without following any link, so that the
    /// text proves the place. A link that came in between is resolved anew, a few times.
    private static func open(_ path: String, inside folder: String) throws(SystemError) -> Int32 {
        for _ in 0..<16 {
            guard let real = System.realPath(path) else { return -1 }
            guard lies(real, inside: folder) else {
                throw SystemError(operation: "open", path: path, number: SystemError.outsideNumber)
            }
            let descriptor = System.openWithoutLinks(real)
            guard descriptor < 0, [System.tooManyLinks, System.notFolder].contains(System.lastError) else {
                return descriptor
            }
        }
        return -1
    }

    /// Whether a path lies in a folder, both without links; the empty one holds none.
    static func lies(_ real: String, inside folder: String) -> Bool {
        !folder.isEmpty && real.utf8.starts(with: (folder == "/" ? "/" : folder + "/").utf8)
    }

    /// The identity of the file at a path.
    package static func identity(ofPath path: String) -> [Int]? { System.status(ofPath: path).flatMap(identity) }

    /// Whether two paths lead to the same regular file. Links are followed.
    package static func isSameFile(_ one: String, _ other: String) -> Bool {
        identity(ofPath: one).map { $0 == identity(ofPath: other) } ?? false
    }

    private static func identity(_ status: System.Status) -> [Int]? {
        guard status.isRegular else { return nil }
        return status.identity.map { Int(truncatingIfNeeded: $0) } + [status.size] + status.changed
    }

    /// Whether a path is a regular file that can be read. A file that an input refers to may be a pipe, and reading it
    /// would block.
    public static func isFile(_ path: String) -> Bool {
        guard System.status(ofPath: path)?.isRegular == true else { return false }
        let descriptor = System.openWithoutWaiting(path)
        guard descriptor >= 0 else { return false }
        defer { System.close(descriptor) }
        return System.status(descriptor)?.isRegular == true
    }

    /// The path of an existing file without links, `.` and `..`; nil: the file does not exist.
    package static func realPath(_ path: String) -> String? { System.realPath(path) }

    /// Whether there is something at a path that is no folder: a file, or what can't be read as one.
    package static func exists(_ path: String) -> Bool { System.status(ofPath: path).map { !$0.isFolder } ?? false }

    /// Creates an input from bytes in memory; they are shared, not copied.
    public static func bytes(_ bytes: [UInt8], name: String, work: Work? = nil) -> Input {
        Input(name: name, byteCount: bytes.count, source: .bytes(bytes), work: work)
    }

    /// Creates an input from a block that is no longer written to; it is shared, not copied.
    public static func block(_ block: MemoryBlock, name: String) -> Input {
        Input(name: name, byteCount: block.byteCount, source: .block(block))
    }

    /// Whether the bytes are those of a file and not in memory.
    package var isOnDisk: Bool {
        if case .file = source { true } else { false }
    }

    /// The first failure of reading bytes late, for columns that had no way to report it; or that the file was changed since
    /// it was opened, so that not all of them come from one state of it.
    package var lateFailure: SystemError? {
        if let error = late.first { return error }
        guard late.isUsed, let identity, case .file(let descriptor) = source, let status = System.status(descriptor),
            Self.identity(status) != identity
        else { return nil }
        return status.size < byteCount
            ? shrunk
            : SystemError(
                operation: "read", path: name, number: SystemError.changedNumber)
    }

    /// Tells that bytes will be read late.
    package func willReadLate() { late.use() }

    /// Remembers the first failure of reading late.
    package func remember(_ error: SystemError) { late.remember(error) }

    /// Reads into memory of the caller and returns the number of bytes read: fewer than `count` only at the end.
    ///
    /// - Parameters:
    ///   - offset: the first byte; at or past the end, zero is returned.
    ///   - count: the number of bytes; `destination` must have room for them.
    ///   - destination: the memory to fill.
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

    /// Reads a range of bytes; shorter when the source ends earlier.
    public func read(_ range: Range<Int>) throws(SystemError) -> [UInt8] {
        let start = max(0, range.lowerBound)
        let count = min(range.upperBound, byteCount) - start
        guard count > 0 else { return [] }
        if case .bytes(let bytes) = source { return count == byteCount ? bytes : Array(bytes[start..<start + count]) }
        let block = try MemoryBlock(byteCount: count)
        let got = unsafe try read(at: start, count: count, into: block.base)
        return unsafe [UInt8](UnsafeRawBufferPointer(start: block.base, count: got))
    }

    /// Reads a range into a new block; throws an error with ``SystemError/isShrunk`` when the source ends earlier.
    public func block(_ range: Range<Int>) throws(SystemError) -> MemoryBlock {
        let block = try MemoryBlock(byteCount: range.count)
        let got = unsafe try read(at: range.lowerBound, count: range.count, into: block.base)
        guard got == range.count else { throw shrunk }
        return block
    }

    /// Reads the whole contents into one block, on several threads in chunks of 4 MB.
    ///
    /// Throws an error with ``SystemError/isShrunk`` for a file that has become shorter. A block from
    /// ``block(_:name:)`` is returned itself.
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

    /// The error for a source that has fewer bytes than when it was opened.
    public var shrunk: SystemError { SystemError(operation: "read", path: name, number: SystemError.shrunkNumber) }

    /// Reads a stream to its end.
    private static func gather(
        _ descriptor: Int32, _ path: String, limit: Int, work: Work?
    ) throws(SystemError) -> GatheredStream {
        var stream = GatheredStream()
        while true {
            let start = stream.byteCount
            let count = try stream.read(descriptor)
            if count < 0 { throw SystemError(operation: "read", path: path, number: System.lastError) }
            if count == 0 { return stream }
            guard stream.byteCount <= limit else {
                throw SystemError(operation: "read", path: path, number: SystemError.beyondLimitNumber)
            }
            try work?.didRead(at: start, count, path: path)
        }
    }
}

/// The first failure of reading late.
private final class LateFailure: @unchecked Sendable {
    private let lock = Lock()
    private var error: SystemError?
    private var isInUse = false

    var first: SystemError? { lock.withLock { error } }
    var isUsed: Bool { lock.withLock { isInUse } }

    func use() { lock.withLock { isInUse = true } }

    func remember(_ failure: SystemError) { lock.withLock { error = error ?? failure } }
}
