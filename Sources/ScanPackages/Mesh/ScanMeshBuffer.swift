public import MeshModel

// Bounds: the memory is copied by its own count; rows are compared with it when they are read.

/// Rows of numbers in memory as in ARKit (`ARGeometrySource`, `ARGeometryElement`): bytes, an offset and a stride.
///
/// Nothing is checked here; ``ScanMesh/append(_:)`` does that, and names the block.
public struct ScanMeshBuffer: Sendable {
    /// The number of rows: vertices, or faces.
    public let count: Int
    /// The distance between rows in bytes.
    public let stride: Int
    /// The offset of the first row in bytes.
    public let offset: Int
    let storage: ByteStorage

    /// Copies memory, which may be freed afterwards.
    public init(copying bytes: UnsafeRawBufferPointer, count: Int, stride: Int, offset: Int = 0) {
        self.count = count
        self.stride = stride
        self.offset = offset
        storage = unsafe ByteStorage(byteCount: bytes.count) { unsafe $0.copyMemory(from: bytes) }
    }

    /// Copies the bytes of an array.
    public init(_ bytes: [UInt8], count: Int, stride: Int, offset: Int = 0) {
        self.count = count
        self.stride = stride
        self.offset = offset
        storage = Column(ContiguousArray(bytes)).storage
    }

    /// Copies the values of an array, `components` per row without gaps.
    public init<T: ColumnScalar>(_ values: [T], components: Int) {
        let column = Column(values, components: max(components, 1))
        count = column.count
        stride = column.stride
        offset = 0
        storage = column.storage
    }

    /// The rows as a column.
    ///
    /// - Throws: a defect of `block` that says what was expected and what was found.
    func column(
        _ name: String, components: Int, type: ScalarType, of block: String
    ) throws(SceneDefect) -> Column {
        let row = components * type.byteCount
        guard count >= 0, offset >= 0, stride >= row,
            let column = Column(
                viewing: storage, offset: offset, stride: stride, count: count, components: components, type: type)
        else {
            throw SceneDefect(
                block,
                "expected \(count) rows of \(components) \(type.name) for \(name), every \(stride) bytes from byte "
                    + "\(offset), found \(storage.byteCount) bytes")
        }
        return column
    }
}
