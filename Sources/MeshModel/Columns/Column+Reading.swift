// Reading columns: into a caller's reused buffer, in chunks, converting only when the types differ. Indexing values one
// by one costs twice as much as copying chunks (measured), so the single-value accessors are for small data and tests.

extension Column {
    /// Copies rows, converted to float64, into `buffer`; whole numbers beyond 2⁵³ are rounded.
    ///
    /// - Shape: `buffer` gets `rows.count × components` values, row after row; it is resized to fit.
    /// - Edge: `rows` is clamped to the column.
    public func read(_ rows: Range<Int>, into buffer: inout ContiguousArray<Double>) {
        read(rows, into: &buffer, zero: 0)
    }

    /// Copies rows, converted to float32 (rounded to nearest), into `buffer`.
    public func read(_ rows: Range<Int>, into buffer: inout ContiguousArray<Float>) {
        read(rows, into: &buffer, zero: 0)
    }

    /// Copies rows, converted to Int64, into `buffer`; fractions are cut off, values out of range are clamped.
    public func read(_ rows: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        read(rows, into: &buffer, zero: 0)
    }

    /// Copies rows, converted to Int32, into `buffer`; fractions are cut off, values out of range are clamped.
    public func read(_ rows: Range<Int>, into buffer: inout ContiguousArray<Int32>) {
        read(rows, into: &buffer, zero: 0)
    }

    /// Copies rows, converted to bytes, into `buffer`; fractions are cut off, values out of range are clamped.
    public func read(_ rows: Range<Int>, into buffer: inout ContiguousArray<UInt8>) {
        read(rows, into: &buffer, zero: 0)
    }

    private func read<T: ColumnConvertible>(_ rows: Range<Int>, into buffer: inout ContiguousArray<T>, zero: T) {
        let bounds = rows.clamped(to: 0..<count)
        let total = bounds.count * components
        if buffer.count != total {
            buffer.removeAll(keepingCapacity: true)
            buffer.append(contentsOf: repeatElement(zero, count: total))
        }
        guard total > 0 else { return }
        unsafe buffer.withUnsafeMutableBufferPointer { target in
            guard let out = target.baseAddress else { return }
            unsafe convert(bounds, to: out)
        }
    }

    private func convert<T: ColumnConvertible>(_ rows: Range<Int>, to out: UnsafeMutablePointer<T>) {
        switch type {
        case .int8: unsafe convert(rows, from: Int8.self, to: out) { T(column: Int64($0)) }
        case .uint8: unsafe convert(rows, from: UInt8.self, to: out) { T(column: Int64($0)) }
        case .int16: unsafe convert(rows, from: Int16.self, to: out) { T(column: Int64($0)) }
        case .uint16, .float16:
            if type == .float16 {
                unsafe convert(rows, from: UInt16.self, to: out) { T(column: float(half: $0)) }
            } else {
                unsafe convert(rows, from: UInt16.self, to: out) { T(column: Int64($0)) }
            }
        case .int32: unsafe convert(rows, from: Int32.self, to: out) { T(column: Int64($0)) }
        case .uint32: unsafe convert(rows, from: UInt32.self, to: out) { T(column: Int64($0)) }
        case .int64: unsafe convert(rows, from: Int64.self, to: out) { T(column: $0) }
        case .uint64: unsafe convert(rows, from: UInt64.self, to: out) { T(column: $0) }
        case .float32: unsafe convert(rows, from: UInt32.self, to: out) { T(column: Float(bitPattern: $0)) }
        case .float64: unsafe convert(rows, from: UInt64.self, to: out) { T(column: Double(bitPattern: $0)) }
        }
    }

    // Bounds: rows were clamped to the column, whose initialiser checked that every row lies inside the storage.
    @inline(__always)
    private func convert<S: FixedWidthInteger & BitwiseCopyable, T>(
        _ rows: Range<Int>, from: S.Type, to out: UnsafeMutablePointer<T>, _ body: (S) -> T
    ) {
        unsafe withRuns(rows) { first, run in
            unsafe convert(
                run.count, at: first, from: S.self, to: out + (run.lowerBound - rows.lowerBound) * components, body)
        }
    }

    @inline(__always)
    private func convert<S: FixedWidthInteger & BitwiseCopyable, T>(
        _ rows: Int, at first: UnsafeRawPointer, from: S.Type, to out: UnsafeMutablePointer<T>, _ body: (S) -> T
    ) {
        let size = MemoryLayout<S>.size
        var row = unsafe first
        var next = 0
        let swap = byteOrder != .native
        // Packed rows are read as one long row, in a loop without branches.
        if isPacked, !swap {
            for index in 0..<rows * components {
                unsafe out[index] = body(row.loadUnaligned(fromByteOffset: index * size, as: S.self))
            }
            return
        }
        // Interleaved positions, normals and triangles: three components, without an inner loop.
        if components == 3, !swap {
            for _ in 0..<rows {
                unsafe out[next] = body(row.loadUnaligned(as: S.self))
                unsafe out[next &+ 1] = body(row.loadUnaligned(fromByteOffset: size, as: S.self))
                unsafe out[next &+ 2] = body(row.loadUnaligned(fromByteOffset: 2 * size, as: S.self))
                next &+= 3
                unsafe row += stride
            }
            return
        }
        for _ in 0..<rows {
            for component in 0..<components {
                let raw = unsafe row.loadUnaligned(fromByteOffset: component * size, as: S.self)
                unsafe out[next] = body(swap ? raw.byteSwapped : raw)
                next += 1
            }
            unsafe row += stride
        }
    }

    /// Copies rows as they are stored, packed and in the machine's byte order, to `target`.
    ///
    /// - Bounds: writes `rows.count × components × type.byteCount` bytes; `rows` must lie inside the column.
    public func copyPacked(_ rows: Range<Int>, to target: UnsafeMutableRawPointer) {
        let bounds = rows.clamped(to: 0..<count)
        let size = components * type.byteCount
        guard !bounds.isEmpty, size > 0 else { return }
        unsafe withRuns(bounds) { first, run in
            unsafe copyPacked(run.count, from: first, to: target + (run.lowerBound - bounds.lowerBound) * size)
        }
    }

    private func copyPacked(_ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
        let size = components * type.byteCount
        if byteOrder != .native && type.byteCount > 1 {
            switch type.byteCount {
            case 2: unsafe swap(count, from: source, as: UInt16.self, to: target)
            case 4: unsafe swap(count, from: source, as: UInt32.self, to: target)
            default: unsafe swap(count, from: source, as: UInt64.self, to: target)
            }
            return
        }
        if isPacked {
            unsafe target.copyMemory(from: source, byteCount: count * size)
            return
        }
        switch size {
        case 1: unsafe gather(count, from: source, to: target, as: UInt8.self)
        case 2: unsafe gather(count, from: source, to: target, as: UInt16.self)
        case 4: unsafe gather(count, from: source, to: target, as: UInt32.self)
        case 8: unsafe gather(count, from: source, to: target, as: UInt64.self)
        case 12: unsafe gather(count, from: source, to: target, as: (UInt32, UInt32, UInt32).self)
        default:
            for row in 0..<count {
                unsafe (target + row * size).copyMemory(from: source + row * stride, byteCount: size)
            }
        }
    }

    @inline(__always)
    private func gather<T: BitwiseCopyable>(
        _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer, as: T.Type
    ) {
        for row in 0..<count {
            let value = unsafe source.loadUnaligned(fromByteOffset: row * stride, as: T.self)
            unsafe target.storeBytes(of: value, toByteOffset: row * MemoryLayout<T>.size, as: T.self)
        }
    }

    private func swap<S: FixedWidthInteger & BitwiseCopyable>(
        _ rows: Int, from first: UnsafeRawPointer, as: S.Type, to target: UnsafeMutableRawPointer
    ) {
        let size = MemoryLayout<S>.size
        var row = unsafe first
        var next = 0
        for _ in 0..<rows {
            for component in 0..<components {
                let raw = unsafe row.loadUnaligned(fromByteOffset: component * size, as: S.self)
                unsafe target.storeBytes(of: raw.byteSwapped, toByteOffset: next, as: S.self)
                next += size
            }
            unsafe row += stride
        }
    }

    /// All values as float64, row after row. For small columns and tests.
    public func doubles() -> [Double] {
        var buffer = ContiguousArray<Double>()
        read(0..<count, into: &buffer)
        return Array(buffer)
    }

    /// All values as whole numbers, row after row. For small columns and tests.
    public func integers() -> [Int64] {
        var buffer = ContiguousArray<Int64>()
        read(0..<count, into: &buffer)
        return Array(buffer)
    }
}

/// A type that columns can be read as.
private protocol ColumnConvertible {
    init(column value: Int64)
    init(column value: UInt64)
    init(column value: Float)
    init(column value: Double)
}

extension Double: ColumnConvertible {
    fileprivate init(column value: Int64) { self = Double(value) }
    fileprivate init(column value: UInt64) { self = Double(value) }
    fileprivate init(column value: Float) { self = Double(value) }
    fileprivate init(column value: Double) { self = value }
}

extension Float: ColumnConvertible {
    fileprivate init(column value: Int64) { self = Float(value) }
    fileprivate init(column value: UInt64) { self = Float(value) }
    fileprivate init(column value: Float) { self = value }
    fileprivate init(column value: Double) { self = Float(value) }
}

extension Int64: ColumnConvertible {
    fileprivate init(column value: Int64) { self = value }
    fileprivate init(column value: UInt64) { self = Int64(clamping: value) }
    fileprivate init(column value: Float) { self.init(column: Double(value)) }
    fileprivate init(column value: Double) {
        if let whole = Int64(exactly: value.rounded(.towardZero)) {
            self = whole
        } else {
            self = value.isNaN ? 0 : value < 0 ? .min : .max
        }
    }
}

extension Int32: ColumnConvertible {
    fileprivate init(column value: Int64) { self = Int32(clamping: value) }
    fileprivate init(column value: UInt64) { self = Int32(clamping: value) }
    fileprivate init(column value: Float) { self = Int32(clamping: Int64(column: value)) }
    fileprivate init(column value: Double) { self = Int32(clamping: Int64(column: value)) }
}

extension UInt8: ColumnConvertible {
    fileprivate init(column value: Int64) { self = UInt8(clamping: value) }
    fileprivate init(column value: UInt64) { self = UInt8(clamping: value) }
    fileprivate init(column value: Float) { self = UInt8(clamping: Int64(column: value)) }
    fileprivate init(column value: Double) { self = UInt8(clamping: Int64(column: value)) }
}

/// The value of an IEEE 754 binary16 bit pattern.
private func float(half bits: UInt16) -> Float {
    let sign = UInt32(bits & 0x8000) << 16
    let exponent = UInt32(bits >> 10 & 0x1F)
    let fraction = UInt32(bits & 0x3FF)
    switch exponent {
    case 0:
        let magnitude = Float(fraction) * 0x1p-24
        return sign == 0 ? magnitude : -magnitude
    case 31: return Float(bitPattern: sign | 0x7F80_0000 | fraction << 13)
    default: return Float(bitPattern: sign | (exponent + 112) << 23 | fraction << 13)
    }
}
