/// The row filters of PNG (PNG specification, section 9) in both directions, over rows in contiguous memory.
///
/// - Bounds: `count` bytes are read and written at each pointer; `distance` is the number of bytes per pixel, 1 to 8.
package enum PNGFilter: UInt8, Hashable, Sendable, CaseIterable {
    /// The row unchanged.
    case none
    /// Minus the pixel to the left.
    case sub
    /// Minus the pixel above.
    case up
    /// Minus the mean of both.
    case average
    /// Minus the one of left, above and upper left that is nearest to left + above − upper left.
    case paeth

    /// Filters a row.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - above: the row above; zeros for the first.
    ///   - count: the number of bytes per row.
    ///   - distance: the number of bytes per pixel.
    ///   - target: receives `count` bytes.
    func apply(
        _ row: UnsafePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, distance: Int,
        to target: UnsafeMutablePointer<UInt8>
    ) {
        let first = min(distance, count)
        switch self {
        case .none: unsafe target.update(from: row, count: count)
        case .sub:
            for index in 0..<first { unsafe target[index] = row[index] }
            let left = unsafe row - distance
            for index in first..<count { unsafe target[index] = row[index] &- left[index] }
        case .up:
            for index in 0..<count { unsafe target[index] = row[index] &- above[index] }
        case .average:
            for index in 0..<first { unsafe target[index] = row[index] &- above[index] / 2 }
            let left = unsafe row - distance
            for index in first..<count {
                unsafe target[index] =
                    row[index] &- UInt8(truncatingIfNeeded: (UInt16(left[index]) + UInt16(above[index])) / 2)
            }
        case .paeth:
            for index in 0..<first { unsafe target[index] = row[index] &- above[index] }
            let (left, corner) = unsafe (row - distance, above - distance)
            for index in first..<count {
                unsafe target[index] = row[index] &- Self.predict(left[index], above[index], corner[index])
            }
        }
    }

    /// Undoes the filter in place.
    ///
    /// - Parameters:
    ///   - row: the stored row; becomes the original one.
    ///   - above: the original row above; zeros for the first.
    ///   - count: the number of bytes per row.
    ///   - distance: the number of bytes per pixel.
    func undo(
        _ row: UnsafeMutablePointer<UInt8>, above: UnsafePointer<UInt8>, count: Int, distance: Int
    ) {
        let first = min(distance, count)
        switch self {
        case .none: break
        case .sub:
            for index in first..<count { unsafe row[index] = row[index] &+ row[index - distance] }
        case .up:
            for index in 0..<count { unsafe row[index] = row[index] &+ above[index] }
        case .average:
            for index in 0..<first { unsafe row[index] = row[index] &+ above[index] / 2 }
            for index in first..<count {
                unsafe row[index] =
                    row[index]
                    &+ UInt8(truncatingIfNeeded: (UInt16(row[index - distance]) + UInt16(above[index])) / 2)
            }
        case .paeth:
            for index in 0..<first { unsafe row[index] = row[index] &+ above[index] }
            for index in first..<count {
                unsafe row[index] =
                    row[index] &+ Self.predict(row[index - distance], above[index], above[index - distance])
            }
        }
    }

    /// The sum of the magnitudes of a row's bytes as signed numbers: the lower, the better it usually compresses.
    static func cost(_ row: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum = 0
        for index in 0..<count { unsafe sum += Int(Int8(bitPattern: row[index]).magnitude) }
        return sum
    }

    /// Returns the one of left, above and corner (upper left) that is nearest to left + above − corner.
    @inline(__always)
    private static func predict(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
        let (nearA, nearB) = (abs(b &- c), abs(a &- c))
        let nearC = abs(a &+ b &- c &- c)
        let other = nearB <= nearC ? above : corner
        return nearA <= nearB && nearA <= nearC ? left : other
    }
}
