/// A checked view over text that the caller keeps alive.
///
/// It never reads outside the text: at the end, `peek` returns zero and moving does nothing. Positions are absolute:
/// they count from the start of the file if `offset` is the text's offset in it, so error messages can use them
/// directly.
///
/// - Bounds: `start` ≤ `current` ≤ `end`; a byte is read only after `current` was compared with `end`.
@safe public struct TextCursor {
    @usableFromInline let start: UnsafePointer<UInt8>
    @usableFromInline let end: UnsafePointer<UInt8>
    @usableFromInline var current: UnsafePointer<UInt8>
    /// The absolute position of the first byte of the text.
    public let offset: Int

    /// Creates a cursor at the start of a text.
    ///
    /// - Parameters:
    ///   - bytes: the text; it must outlive the cursor and stay unchanged.
    ///   - offset: the absolute position of its first byte.
    public init(unsafe bytes: UnsafeRawBufferPointer, offset: Int = 0) {
        let bytes = unsafe bytes.bindMemory(to: UInt8.self)
        if let base = bytes.baseAddress {
            unsafe start = base
        } else {
            unsafe start = unsafe emptyText
        }
        unsafe current = start
        unsafe end = start + bytes.count
        self.offset = offset
    }

    /// Calls `body` with a cursor over an array.
    public static func over<R, E: Error>(
        _ bytes: [UInt8],
        offset: Int = 0,
        _ body: (inout TextCursor) throws(E) -> R
    ) throws(E) -> R {
        try unsafe bytes.withUnsafeBufferPointer { (buffer) throws(E) -> R in
            var cursor = unsafe TextCursor(unsafe: UnsafeRawBufferPointer(buffer), offset: offset)
            return try body(&cursor)
        }
    }

    /// The absolute position of the next byte.
    @inlinable public var position: Int { unsafe offset &+ (current - start) }
    /// The absolute position after the last byte.
    @inlinable public var endPosition: Int { unsafe offset &+ (end - start) }
    /// Whether no byte is left.
    @inlinable public var isAtEnd: Bool { unsafe current == end }
    /// The number of bytes left.
    @inlinable public var remaining: Int { unsafe end - current }

    /// Whether the line has no further byte: a line feed, a carriage return or the end of the text comes next.
    @inlinable public var isAtLineEnd: Bool {
        if unsafe current == end { return true }
        let byte = unsafe current.pointee
        return byte == 0x0A || byte == 0x0D
    }

    /// The next byte, or zero at the end.
    @inlinable public func peek() -> UInt8 { unsafe current == end ? 0 : current.pointee }

    /// The byte `distance` after the next one, or zero outside the text.
    @inlinable public func peek(ahead distance: Int) -> UInt8 {
        guard distance >= 0, distance < remaining else { return 0 }
        return unsafe current[distance]
    }

    /// Moves past one byte, if there is one.
    @inlinable public mutating func advance() {
        if unsafe current != end { unsafe current += 1 }
    }

    /// Moves to an absolute position; one outside the text is clamped to it.
    @inlinable public mutating func move(to position: Int) {
        let (distance, overflow) = position.subtractingReportingOverflow(offset)
        let inside = overflow ? 0 : min(max(0, distance), unsafe end - start)
        unsafe current = unsafe start + inside
    }

    /// Skips space, tab, vertical tab and form feed, but not line ends.
    @inlinable public mutating func skipBlanks() {
        while unsafe current != end {
            let byte = unsafe current.pointee
            guard byte == 0x20 || byte == 0x09 || byte == 0x0B || byte == 0x0C else { return }
            unsafe current += 1
        }
    }

    /// Skips blanks and line ends.
    @inlinable public mutating func skipWhitespace() {
        while unsafe current != end {
            let byte = unsafe current.pointee
            guard byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) else { return }
            unsafe current += 1
        }
    }

    /// Moves to the first byte after the next line end: a line feed, a carriage return, or both in this order.
    public mutating func skipLine() {
        while unsafe current != end {
            let byte = unsafe current.pointee
            unsafe current += 1
            if byte == 0x0A { return }
            if byte == 0x0D {
                if unsafe current != end, unsafe current.pointee == 0x0A { unsafe current += 1 }
                return
            }
        }
    }

    /// Moves to the next line end, without passing it, and returns the range moved over.
    public mutating func readToLineEnd() -> Range<Int> {
        let first = position
        while !isAtLineEnd { unsafe current += 1 }
        return first..<position
    }

    /// Moves past the bytes up to a blank, a line end or the end; the range is empty if there are none.
    public mutating func readToken() -> Range<Int> {
        let first = position
        while unsafe current != end {
            let byte = unsafe current.pointee
            if byte == 0x20 || (byte >= 0x09 && byte <= 0x0D) { break }
            unsafe current += 1
        }
        return first..<position
    }

    /// The number of line ends before an absolute position in this text; add one for the line number that editors show.
    public func lineCount(before position: Int) -> Int {
        var walker = self
        walker.move(to: self.offset)
        var count = 0
        while true {
            walker.skipLine()
            if walker.position > position || (walker.isAtEnd && !walker.endsInLineEnd) { return count }
            count += 1
            if walker.isAtEnd { return count }
        }
    }

    /// The absolute position of the start of the line that contains a position.
    public func lineStart(of position: Int) -> Int {
        var index = min(max(0, position - offset), unsafe end - start)
        while index > 0 {
            let byte = unsafe start[index - 1]
            if byte == 0x0A || byte == 0x0D { break }
            index -= 1
        }
        return offset + index
    }

    private var endsInLineEnd: Bool {
        guard unsafe end != start else { return false }
        let byte = unsafe end[-1]
        return byte == 0x0A || byte == 0x0D
    }

    // MARK: Contents of ranges

    /// The text of a range; bytes that are not UTF-8 are read as Latin-1, so this never fails.
    public func text(_ range: Range<Int>) -> String {
        let raw = unsafe slice(range)
        if let text = unsafe String(utf8: raw) { return text }
        return unsafe String(String.UnicodeScalarView(raw.lazy.map { Unicode.Scalar($0) }))
    }

    /// A copy of the bytes of a range, clamped to the text.
    public func bytes(_ range: Range<Int>) -> [UInt8] { unsafe Array(slice(range)) }

    /// Whether a range contains exactly these bytes.
    public func equals(_ range: Range<Int>, _ literal: StaticString) -> Bool {
        let raw = unsafe slice(range)
        guard literal.hasPointerRepresentation, raw.count == range.count, raw.count == literal.utf8CodeUnitCount else {
            return false
        }
        for index in 0..<raw.count where unsafe raw[index] != literal.utf8Start[index] { return false }
        return true
    }

    private func slice(_ range: Range<Int>) -> UnsafeBufferPointer<UInt8> {
        let count = unsafe end - start
        let (first, under) = range.lowerBound.subtractingReportingOverflow(offset)
        let (last, over) = range.upperBound.subtractingReportingOverflow(offset)
        guard !under, !over, first < count, last > 0 else { return unsafe UnsafeBufferPointer(start: start, count: 0) }
        let lower = max(0, first)
        return unsafe UnsafeBufferPointer(start: start + lower, count: min(last, count) - lower)
    }
}

/// One byte, for the address of an empty text; it never changes.
nonisolated(unsafe) private let emptyText: UnsafePointer<UInt8> = {
    let byte = UnsafeMutablePointer<UInt8>.allocate(capacity: 1)
    unsafe byte.initialize(to: 0)
    return unsafe UnsafePointer(byte)
}()
