/// Whole numbers one after the other, from wherever they are: each its own place, an array, or a column that is not copied.
///
/// Scenes have millions of indices, and those who compare scenes look at each of them a few times: copies of them were half
/// of the memory that it took.
@safe struct NumberList {
    /// How many numbers there are.
    let count: Int
    private let array: ContiguousArray<Int32>
    private let column: Column?
    /// The first number of the column; nil: there is none.
    private let first: UnsafeRawPointer?
    private let width: Int
    private let stride: Int
    private let isUnsigned: Bool

    /// The numbers 0 ..< `count`.
    init(upTo count: Int) { self.init(count, [], nil) }

    /// The numbers of an array.
    init(_ array: ContiguousArray<Int32>) { self.init(array.count, array, nil) }

    /// The numbers of a column, row after row; one that no Int32 holds becomes the nearest that does.
    init(_ column: Column) {
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

    var isEmpty: Bool { count == 0 }

    /// The number at a place, which must be below ``count``.
    @inline(__always)
    subscript(_ place: Int) -> Int32 {
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
}
