// Bounds: the memory is copied by its own count, and rows that leave it are an error.

extension Column {
    /// Copies rows from the caller's memory: a vertex buffer, or one attribute of an interleaved buffer.
    ///
    /// - Parameters:
    ///   - bytes: the memory; it isn't used after the call.
    ///   - offset: the byte where the first row starts.
    ///   - stride: the distance between rows in bytes; nil: rows follow each other.
    ///   - count: the number of rows.
    ///   - components: the number of values in a row.
    ///   - type: the type of each value, in the machine's byte order.
    ///   - name: the buffer's name in errors.
    /// - Throws: a ``MeshModel/SceneDefect`` when the rows would not lie inside of `bytes`.
    public init(
        copying bytes: UnsafeRawBufferPointer, offset: Int = 0, stride: Int? = nil, count: Int, components: Int,
        type: ScalarType, name: String
    ) throws(SceneDefect) {
        let storage = unsafe ByteStorage(byteCount: bytes.count) { unsafe $0.copyMemory(from: bytes) }
        let (row, overflow) = components.multipliedReportingOverflow(by: type.byteCount)
        guard !overflow,
            let column = Column(
                viewing: storage, offset: offset, stride: stride ?? row, count: count, components: components,
                type: type)
        else {
            throw SceneDefect(
                name,
                "expected \(count) rows of \(components) \(type.name) every \(stride ?? row) bytes from byte \(offset), "
                    + "found \(bytes.count) bytes")
        }
        self = column
    }
}
