/// The filters of PNG's rows (PNG specification, section 9), both ways, over rows that lie in one block.
///
/// - Bounds: `count` bytes are read and written from each pointer on; `distance` is the bytes of a pixel, 1 to 8.
public enum PNGFilter: UInt8, Hashable, Sendable, CaseIterable {
    /// The row as it is.
    case none
    /// Less the pixel to the left.
    case sub
    /// Less the pixel above.
    case up
    /// Less the mean of both.
    case average
    /// Less the one of left, above and left of above that is nearest to left + above − left of above.
    case paeth

    /// What the filter leaves of a row.
    ///
    /// - Parameters:
    ///   - row: the row.
    ///   - above: the row above; zeros for the first.
    ///   - count: the bytes of a row.
    ///   - distance: the bytes of a pixel.
    ///   - target: gets `count` bytes.
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
    ///   - row: the row as it is stored; becomes what it was.
    ///   - above: the row above, undone; zeros for the first.
    ///   - count: the bytes of a row.
    ///   - distance: the bytes of a pixel.
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

    /// The sum of the bytes of a row as signed numbers, without signs: the less, the better it compresses, mostly.
    static func cost(_ row: UnsafePointer<UInt8>, count: Int) -> Int {
        var sum = 0
        for index in 0..<count { unsafe sum += Int(Int8(bitPattern: row[index]).magnitude) }
        return sum
    }

    /// Which of left, above and the one left of above is nearest to left + above − corner.
    @inline(__always)
    private static func predict(_ left: UInt8, _ above: UInt8, _ corner: UInt8) -> UInt8 {
        let (a, b, c) = (Int16(left), Int16(above), Int16(corner))
        let (nearA, nearB) = (abs(b &- c), abs(a &- c))
        let nearC = abs(a &+ b &- c &- c)
        let other = nearB <= nearC ? above : corner
        return nearA <= nearB && nearA <= nearC ? left : other
    }
}
