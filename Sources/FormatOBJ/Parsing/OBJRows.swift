import MeshBytes

/// A file's list of numbers (positions, colours, texture coordinates …), row after row.
///
/// Text has no type: the list is float32 as long as each number is spelled with the shortest digits of a float32, and
/// becomes float64 with the first that is not. Earlier values are not read again: the file has their shortest digits,
/// so the nearest float64 of those digits is the float64 of the text.
///
/// - Bounds: a row is stored in room that the list has just made for it, and none where memory ran out; what is passed in has
///   ``components`` numbers.
struct OBJRows: ~Copyable {
    /// The numbers per row.
    private(set) var components: Int
    /// The number of rows.
    private(set) var count = 0
    private(set) var isDouble = false
    private(set) var singles = GrowingArray<Float>()
    private(set) var doubles = GrowingArray<Double>()

    /// Marks a number that the file doesn't have; no text reads as this value.
    static let absent = Float(bitPattern: 0x7FC0_5EED)
    static let absentDouble = Double(bitPattern: 0x7FF8_0000_0000_5EED)

    init(components: Int) { self.components = components }

    var hasFailed: Bool { singles.hasFailed || doubles.hasFailed }

    /// Removes all rows and keeps the memory.
    mutating func removeAll(components: Int, isDouble: Bool) {
        singles.truncate(to: 0)
        doubles.truncate(to: 0)
        self.components = components
        self.isDouble = isDouble
        count = 0
    }

    /// Appends a row of ``components`` numbers.
    @inline(__always) mutating func append(_ numbers: UnsafePointer<DecimalNumber>) {
        var isShortest = !isDouble
        for index in 0..<components { isShortest = unsafe isShortest && numbers[index].isShortestFloat32 }
        guard isShortest else {
            unsafe appendDoubles(numbers)
            return
        }
        guard let next = unsafe singles.room(components) else { return }
        for index in 0..<components { unsafe next[index] = numbers[index].float32 }
        singles.advance(components)
        count &+= 1
    }

    @inline(never) private mutating func appendDoubles(_ numbers: UnsafePointer<DecimalNumber>) {
        widen()
        guard let next = unsafe doubles.room(components) else { return }
        for index in 0..<components { unsafe next[index] = numbers[index].float64 }
        doubles.advance(components)
        count &+= 1
    }

    /// Appends rows of `value` until there are `rows`.
    mutating func pad(to rows: Int, with value: Float = OBJRows.absent) {
        guard rows > count else { return }
        let more = (rows - count) * components
        let isAbsent = value.bitPattern == Self.absent.bitPattern
        if isDouble {
            doubles.append(repeating: isAbsent ? Self.absentDouble : Double(value), count: more)
        } else {
            singles.append(repeating: value, count: more)
        }
        count = rows
    }

    /// Widens each row to `wanted` numbers; the new ones are `value`.
    mutating func widenRows(to wanted: Int, with value: Float) {
        guard wanted > components else { return }
        settle()
        let isAbsent = value.bitPattern == Self.absent.bitPattern
        if isDouble {
            let filler = isAbsent ? Self.absentDouble : Double(value)
            Self.respread(&doubles, count, from: components, to: wanted, filler)
        } else {
            Self.respread(&singles, count, from: components, to: wanted, value)
        }
        components = wanted
    }

    private static func respread<T: BitwiseCopyable>(
        _ values: inout GrowingArray<T>, _ rows: Int, from old: Int, to new: Int, _ filler: T
    ) {
        guard rows > 0, unsafe values.room(rows * (new - old)) != nil else { return }
        values.advance(rows * (new - old))
        let base = unsafe values.base
        var row = rows - 1
        while row >= 0 {
            for index in 0..<new {
                let component = new - 1 - index
                unsafe base[row * new + component] = component < old ? base[row * old + component] : filler
            }
            row -= 1
        }
    }

    /// Converts the list to float64.
    mutating func widen() {
        guard !isDouble else { return }
        settle()
        isDouble = true
        let total = singles.count
        if let next = unsafe doubles.room(total), total > 0 {
            unsafe Self.widen(UnsafePointer(singles.base), total, to: next)
            doubles.advance(total)
        }
        singles.truncate(to: 0)
    }

    /// The float64 values of the shortest digits of float32 values.
    static func widen(_ values: UnsafePointer<Float>, _ count: Int, to target: UnsafeMutablePointer<Double>) {
        unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: NumberPrinter.maximumByteCount) { buffer in
            guard let digits = buffer.baseAddress else { return }
            for index in 0..<count {
                let value = unsafe values[index]
                if value.bitPattern == absent.bitPattern {
                    unsafe target[index] = absentDouble
                } else if value == value.rounded(.towardZero), abs(value) < 1e6 {
                    unsafe target[index] = Double(value)
                } else {
                    let length = unsafe NumberPrinter.write(value, to: digits)
                    var cursor = unsafe TextCursor(unsafe: UnsafeRawBufferPointer(start: digits, count: length))
                    unsafe target[index] = cursor.readFloat64() ?? Double(value)
                }
            }
        }
    }

    /// Reserves memory for a number of rows, if possible.
    mutating func reserve(rows: Int) {
        let (total, overflow) = rows.multipliedReportingOverflow(by: components)
        guard !overflow else { return }
        if isDouble { doubles.reserve(total) } else { singles.reserve(total) }
    }

    /// Waits until all numbers are copied.
    private func settle() {
        singles.settle()
        doubles.settle()
    }

    /// Appends the rows of another list, which may have another component count and type; they are valid once the
    /// copies have run.
    mutating func append(_ other: inout OBJRows, absent filler: Float, later copies: OBJPendingCopies) {
        guard other.count > 0 else { return }
        if other.components > components { widenRows(to: other.components, with: filler) }
        if other.components < components { other.widenRows(to: components, with: filler) }
        if isDouble { other.widen() } else if other.isDouble { widen() }
        if isDouble {
            unsafe doubles.append(UnsafePointer(other.doubles.base), count: other.doubles.count, later: copies)
        } else {
            unsafe singles.append(UnsafePointer(other.singles.base), count: other.singles.count, later: copies)
        }
        count += other.count
    }
}
