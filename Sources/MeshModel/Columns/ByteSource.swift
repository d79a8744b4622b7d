/// Bytes that are not in memory, such as those of a large file. Storage reads them when columns are read.
///
/// Several threads may read at once. Reading never fails: a source keeps the error and lends zeros. The caller that made the
/// source asks for the error before it uses the result.
package protocol ByteSource: AnyObject, Sendable {
    /// The number of bytes.
    var byteCount: Int { get }
    /// The most of them that may be in memory at a time.
    var limit: Int { get }
    /// Lends the bytes of a range, which lies inside of ``byteCount``.
    func lend(_ range: Range<Int>) -> LentBytes
    /// Loads all bytes into memory, for work that needs them in any order. Each call returns the same storage.
    func whole() -> ByteStorage
}

/// Bytes that a source lends.
@safe package struct LentBytes {
    /// The first byte.
    let first: UnsafeRawPointer
    /// Keeps the bytes as they are.
    let owner: AnyObject

    /// Lends bytes that stay the same for as long as `owner` lives.
    package init(_ first: UnsafeRawPointer, keptBy owner: AnyObject) {
        unsafe self.first = first
        self.owner = owner
    }
}

extension Column {
    /// The most bytes that are read from a source at a time.
    private static let runByteCount = 128 << 10

    /// Whether rows are read from a source when they are needed.
    var isOnDemand: Bool { storage.source != nil }

    /// Calls `body` with runs of rows in order, and the address of the first row of each: all rows at once if they are in
    /// memory.
    ///
    /// - Bounds: `rows` lies inside of the column; the address is valid for the rows of the run, and only during the call.
    package func withRuns(_ rows: Range<Int>, _ body: (UnsafeRawPointer, Range<Int>) -> Void) {
        guard !rows.isEmpty else { return }
        guard isOnDemand else {
            return unsafe body(storage.base + (offset + rows.lowerBound * stride), rows)
        }
        let size = components * type.byteCount
        for run in rows.blocks(of: Self.runByteCount / max(stride, size, 1)) {
            let start = offset + run.lowerBound * stride
            unsafe storage.withBytes(in: start..<start + (run.count - 1) * stride + size) { bytes in
                if let base = bytes.baseAddress { unsafe body(base, run) }
            }
        }
    }
}
