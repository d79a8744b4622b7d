/// The cube around the points that have a normal, and the points' order in it.
struct SampleCube: Sendable {
    /// The lowest corner.
    let corner: SIMD3<Double>
    /// The edge; 0 if there are no points, or all lie in one place.
    let edge: Double

    /// Finds the cube; not all points count if `shouldStop` said so.
    init(_ points: PointCloud, scale: Double, _ shouldStop: () -> Bool) {
        var (least, most) = (SIMD3<Double>(repeating: .infinity), SIMD3<Double>(repeating: -.infinity))
        for index in 0..<points.count {
            if index & 0xFFFF == 0, shouldStop() { break }
            guard let point = points.orientedPoint(index) else { continue }
            least = pointwiseMin(least, point.position)
            most = pointwiseMax(most, point.position)
        }
        let extent = (most - least).max()
        guard extent > 0 else {
            (corner, edge) = (SIMD3(), 0)
            return
        }
        // With NaN, the least.
        edge = extent * (scale >= 1 ? min(scale, 4) : 1)
        corner = (least + most) / 2 - edge / 2
    }

    /// A place in the cube, 0 ..< 1.
    @inline(__always) func inside(_ position: SIMD3<Double>) -> SIMD3<Float> {
        let place = edge > 0 ? SIMD3<Float>((position - corner) / edge) : SIMD3()
        return place.clamped(lowerBound: SIMD3(), upperBound: SIMD3(repeating: Float(1).nextDown))
    }

    /// A place of the cube in the world.
    @inline(__always) func outside(_ place: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3<Float>(SIMD3<Double>(place) * edge + corner)
    }

    /// The most points: those after 2²⁸ are left out.
    static let pointLimit = 1 << 28
    /// The point of a word of ``order(_:depth:_:)``.
    @inline(__always) static func point(_ word: UInt64) -> Int { Int(truncatingIfNeeded: word) & (pointLimit - 1) }
    /// The cell's code of a word of ``order(_:depth:_:)``.
    @inline(__always) static func code(_ word: UInt64) -> UInt64 { word >> 28 }

    /// The points from cell to cell: the Morton code of each one's cell above 28 bits for its index, in ascending order;
    /// nil if `shouldStop` said so.
    func order(_ points: PointCloud, depth: Int, _ shouldStop: () -> Bool) -> ContiguousArray<UInt64>? {
        var words: ContiguousArray<UInt64> = []
        let side = Float(1 << depth)
        for index in 0..<min(points.count, Self.pointLimit) {
            if index & 0xFFFF == 0, shouldStop() { return nil }
            guard let point = points.orientedPoint(index) else { continue }
            let cell = SIMD3<Int32>(inside(point.position) * side)
            words.append(Morton.code(Int(cell.x), Int(cell.y), Int(cell.z)) << 28 | UInt64(index))
        }
        // By digits of 12 bits, from the lowest: the index is in order already.
        var other = ContiguousArray<UInt64>(repeating: 0, count: words.count)
        for digit in 0..<(3 * depth + 11) / 12 {
            let shift = UInt64(28 + digit * 12)
            var starts = ContiguousArray<Int>(repeating: 0, count: 4097)
            for word in words { starts[Int(word >> shift & 0xFFF) + 1] += 1 }
            for value in 0..<4096 { starts[value + 1] += starts[value] }
            for (index, word) in words.enumerated() {
                if index & 0xFFFF == 0, shouldStop() { return nil }
                let value = Int(word >> shift & 0xFFF)
                other[starts[value]] = word
                starts[value] += 1
            }
            swap(&words, &other)
        }
        return words
    }
}

/// Codes of cells that interleave the bits of three coordinates below 2²¹.
enum Morton {
    @inline(__always) static func code(_ x: Int, _ y: Int, _ z: Int) -> UInt64 {
        spread(x) | spread(y) << 1 | spread(z) << 2
    }

    @inline(__always) private static func spread(_ value: Int) -> UInt64 {
        var bits = UInt64(truncatingIfNeeded: value) & 0x1F_FFFF
        bits = (bits | bits << 32) & 0x1F_0000_0000_FFFF
        bits = (bits | bits << 16) & 0x1F_0000_FF00_00FF
        bits = (bits | bits << 8) & 0x100F_00F0_0F00_F00F
        bits = (bits | bits << 4) & 0x10C3_0C30_C30C_30C3
        return (bits | bits << 2) & 0x1249_2492_4924_9249
    }
}
