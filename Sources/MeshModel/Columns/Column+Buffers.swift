extension Column {
    /// A copy of rows in memory of the caller: a vertex buffer, or a part of interleaved ones.
    ///
    /// - Parameters:
    ///   - bytes: the memory; it may go away afterwards.
    ///   - offset: the byte where the first row starts.
    ///   - stride: the distance between rows in bytes; nil: rows follow each other.
    ///   - count: how many rows.
    ///   - components: how many numbers a row has.
    ///   - type: what they are, in the machine's byte order.
    ///   - name: what errors call the buffer.
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
