/// Says in which part of space a place lies, and numbers the parts.
///
/// Numbers that glTF can't hold count as what it holds instead (0 for NaN, the largest float32), so a place is in its tile
/// after writing, too.
struct TileIndex: Sendable {
    private enum Kind: Sendable {
        /// The numbers of the cubes that were met.
        case cubes(edge: Double, [SIMD3<Int32>: Int32])
        /// A tree of cuts.
        case cuts([Cut])
    }

    /// A cut across an axis. What lies below it is in `lower`, else in `upper`: a further cut, or (negative) part −1 − n.
    private struct Cut: Sendable {
        var axis: Int
        var value: Double
        var lower: Int
        var upper: Int
    }

    private var kind: Kind
    /// The number of parts so far.
    private(set) var count: Int

    /// Cubes of an edge length in the scene's unit.
    init(edge: Double) { (kind, count) = (.cubes(edge: edge, [:]), 0) }

    /// Boxes that hold about `share` of the sampled places each, cut at their median along the longest side.
    init(sample: [SIMD3<Double>], share: Double) {
        var cuts: [Cut] = []
        var parts = 0
        let most = max(Int(Double(sample.count) * share), 1)
        var places = sample
        // A list of what is left to divide: its places, and the cut that waits for its number.
        var open: [(range: Range<Int>, cut: Int, isUpper: Bool)] = [(0..<places.count, -1, false)]
        while let next = open.popLast() {
            var number = -1 - parts
            if next.range.count > most, let (axis, value, middle) = Self.cut(&places, next.range) {
                number = cuts.count
                cuts.append(Cut(axis: axis, value: value, lower: 0, upper: 0))
                open.append((middle..<next.range.upperBound, number, true))
                open.append((next.range.lowerBound..<middle, number, false))
            } else {
                parts += 1
            }
            guard next.cut >= 0 else { continue }
            if next.isUpper { cuts[next.cut].upper = number } else { cuts[next.cut].lower = number }
        }
        (kind, count) = (.cuts(cuts), parts)
    }

    /// Cuts places in two: returns the axis, the first value of the upper half, and its first place. Nil: all are one.
    private static func cut(
        _ places: inout [SIMD3<Double>], _ range: Range<Int>
    ) -> (axis: Int, value: Double, middle: Int)? {
        var low = places[range.lowerBound]
        var high = low
        for place in places[range] { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }
        let size = high - low
        let axis = size.x >= size.y && size.x >= size.z ? 0 : size.y >= size.z ? 1 : 2
        guard size[axis] > 0 else { return nil }
        places[range].sort { $0[axis] < $1[axis] }
        var middle = range.lowerBound + range.count / 2
        // Equal values stay together, above the cut if something is below them.
        while middle > range.lowerBound, places[middle - 1][axis] == places[middle][axis] { middle -= 1 }
        if middle == range.lowerBound {
            while middle < range.upperBound, places[middle][axis] == low[axis] { middle += 1 }
        }
        return (axis, places[middle][axis], middle)
    }

    /// The number of the part that a place lies in; nil: there would be more than ``TileRule/mostTiles``.
    mutating func part(of place: SIMD3<Double>) -> Int? {
        switch kind {
        case .cubes(let edge, var numbers):
            let cell = place / edge
            let key = SIMD3(Self.cube(cell.x), Self.cube(cell.y), Self.cube(cell.z))
            if let number = numbers[key] { return Int(number) }
            guard count < TileRule.mostTiles else { return nil }
            // Without a second owner the dictionary is not copied.
            kind = .cuts([])
            numbers[key] = Int32(count)
            kind = .cubes(edge: edge, numbers)
            count += 1
            return count - 1
        case .cuts(let cuts):
            var next = cuts.isEmpty ? -1 : 0
            while next >= 0 {
                let cut = cuts[next]
                next = place[cut.axis] < cut.value ? cut.lower : cut.upper
            }
            return -1 - next
        }
    }

    /// The order of the parts by their places: of cubes by z, then y, then x; of boxes as they were cut.
    var order: [Int] {
        guard case .cubes(_, let numbers) = kind else { return Array(0..<count) }
        return numbers.sorted { ($0.key.z, $0.key.y, $0.key.x) < ($1.key.z, $1.key.y, $1.key.x) }.map { Int($0.value) }
    }

    private static func cube(_ value: Double) -> Int32 {
        let whole = value.rounded(.down)
        return Int32(exactly: whole) ?? (whole < 0 ? .min : .max)
    }

    /// A place as glTF can hold it.
    static func place(_ x: Double, _ y: Double, _ z: Double) -> SIMD3<Double> { SIMD3(held(x), held(y), held(z)) }

    private static func held(_ value: Double) -> Double {
        let most = Double(Float.greatestFiniteMagnitude)
        return value.isNaN ? 0 : min(max(value, -most), most)
    }
}
