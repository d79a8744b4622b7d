internal import MeshModel

// The only file of this module that touches raw memory: rows are picked from views of any stride, without conversion.

extension Column {
    /// Returns the rows `rows`, in this order, as a packed column of the same type and byte order.
    ///
    /// - Edge: a row out of range (−1: generated) becomes zeros.
    func gathered(_ rows: ContiguousArray<Int32>) -> Column {
        let (size, isTooWide) = components.multipliedReportingOverflow(by: type.byteCount)
        let (total, isTooLong) = size.multipliedReportingOverflow(by: rows.count)
        guard !isTooWide, !isTooLong else { return .empty(type, components: components) }
        let count = count
        let block = unsafe ByteStorage(byteCount: total) { target in
            unsafe storage.withBytes { source in
                guard let out = target.baseAddress, let first = source.baseAddress, size > 0 else { return }
                let start = unsafe first + offset
                switch size {
                case 1: unsafe pick(rows, count, start, stride, out, UInt8.self, 0)
                case 2: unsafe pick(rows, count, start, stride, out, UInt16.self, 0)
                case 4: unsafe pick(rows, count, start, stride, out, UInt32.self, 0)
                case 8: unsafe pick(rows, count, start, stride, out, UInt64.self, 0)
                case 12:
                    unsafe pick(rows, count, start, stride, out, (UInt32, UInt32, UInt32).self, (0, 0, 0))
                case 16: unsafe pick(rows, count, start, stride, out, (UInt64, UInt64).self, (0, 0))
                case 24:
                    unsafe pick(rows, count, start, stride, out, (UInt64, UInt64, UInt64).self, (0, 0, 0))
                default:
                    for index in rows.indices {
                        let row = Int(rows[index])
                        let place = unsafe out + index * size
                        if row >= 0, row < count {
                            unsafe place.copyMemory(from: start + row * stride, byteCount: size)
                        } else {
                            unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                        }
                    }
                }
            }
        }
        return Column(
            viewing: block, offset: 0, stride: size, count: rows.count, components: components, type: type,
            byteOrder: byteOrder) ?? .empty(type, components: components)
    }

    /// Returns single values by index, counted row after row, as a packed column with one component.
    ///
    /// - Edge: an index out of range gives 0.
    func gatheredValues(_ values: ContiguousArray<Int32>) -> Column {
        if components == 1 { return gathered(values) }
        if let flattened { return flattened.gathered(values) }
        let size = type.byteCount
        let width = max(components, 1)
        let limit = count * components
        let block = unsafe ByteStorage(byteCount: values.count * size) { target in
            unsafe storage.withBytes { source in
                guard let out = target.baseAddress, let first = source.baseAddress else { return }
                let start = unsafe first + offset
                for index in values.indices {
                    let value = Int(values[index])
                    let place = unsafe out + index * size
                    if value >= 0, value < limit {
                        let (row, component) = value.quotientAndRemainder(dividingBy: width)
                        unsafe place.copyMemory(from: start + row * stride + component * size, byteCount: size)
                    } else {
                        unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: size)
                    }
                }
            }
        }
        return Column(
            viewing: block, offset: 0, stride: size, count: values.count, type: type, byteOrder: byteOrder)
            ?? .empty(type)
    }
}

extension Column {
    /// Concatenates columns of one type and width, packed; a missing column gives `count` rows of zeros.
    static func joined(_ pieces: [(column: Column?, count: Int)], type: ScalarType, components: Int) -> Column {
        let count = pieces.reduce(0) { $0 + $1.count }
        let size = components * type.byteCount
        let block = unsafe ByteStorage(byteCount: count * size) { target in
            guard var place = target.baseAddress else { return }
            for piece in pieces {
                if let column = piece.column, column.count == piece.count, column.type == type,
                    column.components == components
                {
                    unsafe column.copyPacked(0..<piece.count, to: place)
                } else {
                    unsafe place.initializeMemory(as: UInt8.self, repeating: 0, count: piece.count * size)
                }
                unsafe place += piece.count * size
            }
        }
        return Column(viewing: block, offset: 0, stride: size, count: count, components: components, type: type)
            ?? .empty(type, components: components)
    }
}

// Bounds: `out` has room for `rows.count` values of T; rows of 0 ..< `count` lie inside the source, by Column's own
// check.
@inline(__always)
private func pick<T: BitwiseCopyable>(
    _ rows: ContiguousArray<Int32>, _ count: Int, _ start: UnsafeRawPointer, _ stride: Int,
    _ out: UnsafeMutableRawPointer, _ type: T.Type, _ zero: T
) {
    var place = unsafe out
    for row in rows {
        let index = Int(row)
        if index >= 0, index < count {
            let value = unsafe start.loadUnaligned(fromByteOffset: index * stride, as: T.self)
            unsafe place.storeBytes(of: value, as: T.self)
        } else {
            unsafe place.storeBytes(of: zero, as: T.self)
        }
        unsafe place += MemoryLayout<T>.size
    }
}
