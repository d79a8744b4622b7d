import MeshModel

/// Copies rows of a column, converted to another type, to positions at a fixed distance.
struct ColumnConverter: Sendable {
    private let column: Column
    private let type: ScalarType

    /// Creates a converter of `column` to `type`, which must hold every value of the column.
    init(_ column: Column, to type: ScalarType) {
        self.column = column
        self.type = type
    }

    /// Writes the rows to `target`, in the machine's byte order and `stride` bytes apart.
    ///
    /// - Bounds: `target` has room for `rows.count` rows of the column's components in the new type.
    func scatter(_ rows: Range<Int>, to target: UnsafeMutableRawPointer, stride: Int) {
        if column.type == type { return unsafe scatterSame(rows, to: target, stride: stride) }
        if type.isInteger {
            var buffer = ContiguousArray<Int64>()
            inChunks(rows) { chunk, start in
                column.read(chunk, into: &buffer)
                unsafe storeIntegers(buffer, to: target + start * stride, stride: stride)
            }
        } else {
            var buffer = ContiguousArray<Double>()
            inChunks(rows) { chunk, start in
                column.read(chunk, into: &buffer)
                unsafe storeFloats(buffer, to: target + start * stride, stride: stride)
            }
        }
    }

    private func inChunks(_ rows: Range<Int>, _ body: (Range<Int>, Int) -> Void) {
        for block in column.blocks(in: rows) { body(block, block.lowerBound - rows.lowerBound) }
    }

    private func storeIntegers(_ values: ContiguousArray<Int64>, to target: UnsafeMutableRawPointer, stride: Int) {
        let width = column.components
        for index in values.indices {
            let place = index / width * stride + index % width * type.byteCount
            unsafe PLYBits.store(UInt64(bitPattern: values[index]), type.byteCount, to: target + place)
        }
    }

    private func storeFloats(_ values: ContiguousArray<Double>, to target: UnsafeMutableRawPointer, stride: Int) {
        let width = column.components
        for index in values.indices {
            let place = index / width * stride + index % width * type.byteCount
            if type == .float64 {
                unsafe target.storeBytes(of: values[index], toByteOffset: place, as: Double.self)
            } else {
                unsafe target.storeBytes(of: Float(values[index]), toByteOffset: place, as: Float.self)
            }
        }
    }

    private func scatterSame(_ rows: Range<Int>, to target: UnsafeMutableRawPointer, stride: Int) {
        let size = column.components * type.byteCount
        guard size > 0, !rows.isEmpty else { return }
        if stride == size { return unsafe column.copyPacked(rows, to: target) }
        let step = column.stride
        unsafe column.withRuns(rows) { source, run in
            let target = unsafe target + (run.lowerBound - rows.lowerBound) * stride
            switch size {
            case 1: unsafe move(run.count, source, step, target, stride, as: UInt8.self)
            case 2: unsafe move(run.count, source, step, target, stride, as: UInt16.self)
            case 3: unsafe move(run.count, source, step, target, stride, as: (UInt8, UInt8, UInt8).self)
            case 4: unsafe move(run.count, source, step, target, stride, as: UInt32.self)
            case 8: unsafe move(run.count, source, step, target, stride, as: UInt64.self)
            case 12: unsafe move(run.count, source, step, target, stride, as: (UInt32, UInt32, UInt32).self)
            default:
                for row in 0..<run.count {
                    unsafe (target + row * stride).copyMemory(from: source + row * step, byteCount: size)
                }
            }
        }
        guard column.byteOrder != .native else { return }
        for row in 0..<rows.count {
            unsafe PLYByteSwap.swap(target + row * stride, count: column.components, width: type.byteCount)
        }
    }

    @inline(__always)
    private func move<T: BitwiseCopyable>(
        _ count: Int, _ source: UnsafeRawPointer, _ step: Int, _ target: UnsafeMutableRawPointer, _ stride: Int,
        as: T.Type
    ) {
        for row in 0..<count {
            let value = unsafe source.loadUnaligned(fromByteOffset: row &* step, as: T.self)
            unsafe target.storeBytes(of: value, toByteOffset: row &* stride, as: T.self)
        }
    }
}
