extension Input {
    /// Whether two inputs have the same bytes: compares sizes, then blocks until they differ.
    ///
    /// - Throws: ``SystemError`` when an input can't be read, or has become shorter.
    public func hasSameBytes(as other: Input) throws(SystemError) -> Bool {
        guard byteCount == other.byteCount else { return false }
        let step = 1 << 20
        var start = 0
        while start < byteCount {
            let count = min(step, byteCount - start)
            let bytes = try read(start..<start + count)
            let others = try other.read(start..<start + count)
            guard bytes.count == count else { throw shrunk }
            guard bytes == others else { return false }
            start += count
        }
        return true
    }
}
