import MeshModel

extension Column {
    /// Creates a packed column of `count` rows of `components` values that `body` writes in the machine's byte order.
    ///
    /// - Bounds: `body` gets room for exactly `count × components` values and writes them all.
    static func packed(
        _ type: ScalarType, count: Int, components: Int, _ body: (UnsafeMutableRawPointer) -> Void
    ) -> Column {
        let stride = components * type.byteCount
        let storage = unsafe ByteStorage(byteCount: count * stride) { target in
            if let base = target.baseAddress { unsafe body(base) }
        }
        return Column(
            viewing: storage, offset: 0, stride: stride, count: count, components: components, type: type)
            ?? .empty(type, components: components)
    }

    /// The single values as a packed column in the machine's byte order: a view if they are packed already.
    func packedSingles() -> Column {
        if byteOrder == .native, let flattened { return flattened }
        let copy = unsafe Column.packed(type, count: count, components: components) { target in
            unsafe copyPacked(0..<count, to: target)
        }
        return copy.flattened ?? .empty(type)
    }

    /// The values as rows of `width`: this column if it has such rows, else a packed one.
    func rowsOf(_ width: Int) -> Column {
        if components == width { return self }
        let singles = packedSingles()
        return Column(
            viewing: singles.storage, offset: singles.offset, stride: width * type.byteCount,
            count: width > 0 ? singles.count / width : 0, components: width, type: type)
            ?? .empty(type, components: width)
    }

    /// The numbers converted to another type, which must hold them all.
    func converted(to type: ScalarType) -> Column {
        if type == self.type { return self }
        return unsafe Column.packed(type, count: count, components: components) { target in
            unsafe ColumnConverter(self, to: type).scatter(
                0..<count, to: target, stride: components * type.byteCount)
        }
    }

    /// A packed column of `type` whose components are the single components of `columns`, which have equal counts.
    static func interleaved(_ columns: [Column], type: ScalarType) -> Column {
        let width = columns.count
        let count = columns.first?.count ?? 0
        return unsafe Column.packed(type, count: count, components: width) { target in
            for (component, column) in columns.enumerated() {
                unsafe ColumnConverter(column, to: type).scatter(
                    0..<count, to: target + component * type.byteCount, stride: width * type.byteCount)
            }
        }
    }

    /// The rows with these indices, in this order, packed; −1 gives zeros.
    func gathered(_ rows: ContiguousArray<Int32>) -> Column {
        unsafe Column.packed(type, count: rows.count, components: components) { target in
            unsafe gather(rows, to: target, stride: components * type.byteCount)
        }
    }

    /// Writes the rows with these indices in the machine's byte order to `target`, `targetStride` bytes apart; −1 gives
    /// zeros.
    ///
    /// - Bounds: `target` has room for `rows.count` rows; indices outside the column give zeros.
    func gather(_ rows: ContiguousArray<Int32>, to target: UnsafeMutableRawPointer, stride targetStride: Int) {
        let size = components * type.byteCount
        // A source is read row by row, which is fast only for rows that ascend; the others are rare.
        if storage.source != nil {
            let picked = picked(rows)
            return unsafe picked.gather(
                ContiguousArray(rows.indices.map { Int32($0) }), to: target, stride: targetStride)
        }
        unsafe storage.withBytes { raw in
            guard let base = raw.baseAddress else { return }
            let source = unsafe base + offset
            if size == 8, byteOrder == .native {
                unsafe pick(rows, source, target, targetStride, as: UInt64.self, zero: 0)
            } else if size == 12, byteOrder == .native {
                unsafe pick(
                    rows, source, target, targetStride, as: (UInt32, UInt32, UInt32).self, zero: (0, 0, 0))
            } else {
                for (index, row) in rows.enumerated() {
                    let to = unsafe target + index * targetStride
                    if row >= 0, Int(row) < count {
                        unsafe to.copyMemory(from: source + Int(row) * stride, byteCount: size)
                        if byteOrder != .native {
                            unsafe PLYByteSwap.swap(to, count: components, width: type.byteCount)
                        }
                    } else {
                        _ = unsafe to.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                    }
                }
            }
        }
    }

    @inline(__always)
    private func pick<T: BitwiseCopyable>(
        _ rows: ContiguousArray<Int32>, _ source: UnsafeRawPointer, _ target: UnsafeMutableRawPointer,
        _ targetStride: Int, as: T.Type, zero: T
    ) {
        let limit = count
        for index in 0..<rows.count {
            let row = Int(rows[index])
            let value =
                row >= 0 && row < limit ? unsafe source.loadUnaligned(fromByteOffset: row &* stride, as: T.self) : zero
            unsafe target.storeBytes(of: value, toByteOffset: index &* targetStride, as: T.self)
        }
    }
}
