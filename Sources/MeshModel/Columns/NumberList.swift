/// A list of integers from any source: each equal to its own index, an array, or a column that is not copied.
///
/// Scenes have millions of indices, and a comparison reads each of them a few times: copies took half of its memory.
@usableFromInline @safe package struct NumberList {
    @usableFromInline package let count: Int
    @usableFromInline let array: ContiguousArray<Int32>
    @usableFromInline let column: Column?
    /// The address of the column's first number; nil without a column.
    @usableFromInline let first: UnsafeRawPointer?
    @usableFromInline let width: Int
    @usableFromInline let stride: Int
    @usableFromInline let isUnsigned: Bool

    /// Creates the list 0 ..< `count`.
    package init(upTo count: Int) { self.init(count, [], nil) }

    package init(_ array: ContiguousArray<Int32>) { self.init(array.count, array, nil) }

    /// Creates a list of a column's values, row after row; values beyond Int32 are clamped.
    package init(_ column: Column) {
        if (column.type == .int32 || column.type == .uint32) && column.byteOrder == .native && column.components > 0 {
            self.init(column.count * column.components, [], column)
        } else {
            var numbers = ContiguousArray<Int32>()
            column.read(0..<column.count, into: &numbers)
            self.init(numbers)
        }
    }

    private init(_ count: Int, _ array: ContiguousArray<Int32>, _ column: Column?) {
        self.count = count
        self.array = array
        self.column = column
        if let column {
            unsafe first = column.storage.base + column.offset
        } else {
            unsafe first = nil
        }
        width = column?.components ?? 1
        stride = column.map { $0.isPacked ? 4 * $0.components : $0.stride } ?? 0
        isUnsigned = column?.type == .uint32
    }

    package var isEmpty: Bool { count == 0 }

    /// The number at an index, which must be below ``count``.
    @inlinable @inline(__always)
    package subscript(_ place: Int) -> Int32 {
        precondition(place >= 0 && place < count, "a list has no number there")
        if let first = unsafe first {
            // Bounds: a column's rows lie inside of its storage, which the list keeps.
            var offset = place &* 4
            if stride != 4 &* width {
                let (row, component) = place.quotientAndRemainder(dividingBy: width)
                offset = row &* stride &+ component &* 4
            }
            let number = unsafe first.loadUnaligned(fromByteOffset: offset, as: Int32.self)
            return isUnsigned && number < 0 ? .max : number
        }
        return array.isEmpty ? Int32(truncatingIfNeeded: place) : array[place]
    }

    /// Whether each number equals its index.
    @inlinable package var isCounting: Bool { column == nil && array.isEmpty }

    /// The block size for reading: divisible by rows of up to four numbers, and of six.
    package static let blockSize = 12_288

    /// Copies numbers into a reused buffer; all indices must be below ``count``.
    package func read(_ places: Range<Int>, into buffer: inout ContiguousArray<Int32>) {
        if let column, width > 0, places.lowerBound % width == 0, places.upperBound % width == 0 {
            // Whole rows need no division per number.
            return column.read(places.lowerBound / width..<places.upperBound / width, into: &buffer)
        }
        buffer.removeAll(keepingCapacity: true)
        for place in places { buffer.append(self[place]) }
    }

    /// Whether another list begins with these numbers.
    ///
    /// Columns with equal bits are not compared any further.
    package func begins(_ other: NumberList, workers: any Workers = OneWorker()) -> Bool {
        guard count <= other.count else { return false }
        if isCounting && other.isCounting { return true }
        if let column, let whole = other.column, column.hasSameBits(as: whole, workers) { return true }
        var own = ContiguousArray<Int32>()
        var others = ContiguousArray<Int32>()
        for places in (0..<count).blocks(of: Self.blockSize) {
            read(places, into: &own)
            other.read(places, into: &others)
            guard own == others else { return false }
        }
        return true
    }
}

extension Column {
    /// Whether another column begins with the bits of these 32-bit integers, however they are divided into rows.
    fileprivate func hasSameBits(as other: Column, _ workers: any Workers) -> Bool {
        func rows(_ column: Column, of components: Int) -> Column? {
            if column.components == components { return column }
            guard column.isPacked, components > 0 else { return nil }
            return Column(
                viewing: column.storage, offset: column.offset, stride: 4 * components,
                count: column.count * column.components / components, components: components, type: column.type,
                byteOrder: column.byteOrder)
        }
        let width = max(components, other.components)
        guard let a = rows(self, of: width), let b = rows(other, of: width),
            a.count * width == count * components, let equality = RowEquality(a, b, ignoringSigns: true)
        else { return false }
        guard a.count <= b.count else { return false }
        return workers.map(pieces: 1 << 17, of: a.count) { equality.areEqual($0, from: $0.lowerBound) }
            .allSatisfy { $0 }
    }
}
