// Bounds: room for all numbers of a row and what stands between them is made before the row is written.

extension TextBuffer {
    /// Appends rows of numbers: `(1, 2), (3, 4)`, or `1, 2` where a row is one number.
    ///
    /// - Parameters:
    ///   - values: the numbers, row after row; an incomplete last row is left out.
    ///   - width: the numbers of a row.
    ///   - isFirst: whether no rows stand before these.
    package mutating func append(rows values: ContiguousArray<Float>, of width: Int, isFirst: Bool) {
        let trial = width > 0 ? RecentTexts.trialCount / width * width : 0
        guard values.count >= 2 * RecentTexts.trialCount, trial > 0 else {
            return unsafe appendRows(values.indices, of: width, isFirst) {
                unsafe NumberPrinter.write(values[$0], to: $1)
            }
        }
        var texts = RecentTexts()
        unsafe appendRows(0..<trial, of: width, isFirst) { unsafe texts.write(values[$0], to: $1) }
        let rest = trial..<values.count
        if texts.foundCount > trial / 2 {
            unsafe appendRows(rest, of: width, false) { unsafe texts.write(values[$0], to: $1) }
        } else {
            unsafe appendRows(rest, of: width, false) { unsafe NumberPrinter.write(values[$0], to: $1) }
        }
    }

    /// Appends rows of numbers.
    package mutating func append(rows values: ContiguousArray<Double>, of width: Int, isFirst: Bool) {
        unsafe appendRows(values.indices, of: width, isFirst) { unsafe NumberPrinter.write(values[$0], to: $1) }
    }

    /// Appends rows of whole numbers.
    package mutating func append(rows values: ContiguousArray<Int64>, of width: Int, isFirst: Bool) {
        unsafe appendRows(values.indices, of: width, isFirst) { unsafe NumberPrinter.write(values[$0], to: $1) }
    }

    @inline(__always)
    private mutating func appendRows(
        _ numbers: Range<Int>, of width: Int, _ isFirst: Bool, _ write: (Int, UnsafeMutablePointer<UInt8>) -> Int
    ) {
        guard width > 0 else { return }
        let most = width * (NumberPrinter.maximumByteCount + 2) + 4
        let comma = UInt16(0x202C).littleEndian
        for first in stride(from: numbers.lowerBound, through: numbers.upperBound - width, by: width) {
            guard hasRoom(most) else { return }
            var place = unsafe base + used
            if first > numbers.lowerBound || !isFirst {
                unsafe UnsafeMutableRawPointer(place).storeBytes(of: comma, as: UInt16.self)
                unsafe place += 2
            }
            if width > 1 {
                unsafe place.pointee = 0x28
                unsafe place += 1
            }
            unsafe place += write(first, place)
            for index in first &+ 1..<first &+ width {
                unsafe UnsafeMutableRawPointer(place).storeBytes(of: comma, as: UInt16.self)
                unsafe place += 2
                unsafe place += write(index, place)
            }
            if width > 1 {
                unsafe place.pointee = 0x29
                unsafe place += 1
            }
            used = unsafe place - base
        }
    }
}
