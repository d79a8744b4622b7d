import MeshBytes

/// Divides a scene's points or faces: how many each tile has, and the box around them.
struct TileCounter {
    private var index: TileIndex
    private(set) var counts: [Int] = []
    private(set) var boxes: [TileBox] = []

    /// Places of about this many points decide where boxes are cut.
    private static let sampleCount = 200_000

    /// - Parameters:
    ///   - rule: how tiles are made.
    ///   - unit: the metres of one unit.
    ///   - count: the number of points or faces.
    ///   - takeSample: appends the place of every so many of them.
    init(
        _ rule: TileRule, unit: Double, count: Int,
        takeSample: (Int, inout [SIMD3<Double>]) throws(TileError) -> Void
    ) throws(TileError) {
        switch rule {
        case .edge(let meters): index = TileIndex(edge: meters / unit)
        case .count(let most):
            var sample: [SIMD3<Double>] = []
            if count > most { try takeSample(max(count / Self.sampleCount, 1), &sample) }
            // A little less than allowed, since a sample is not exact.
            let share = count > most ? Double(most) / Double(count) * 0.9 : 1
            index = TileIndex(sample: sample, share: share)
            guard index.count <= TileRule.mostTiles else { throw .tooMany }
        }
    }

    /// The part that a place lies in.
    mutating func part(of place: SIMD3<Double>) throws(TileError) -> Int {
        guard let part = index.part(of: place) else { throw .tooMany }
        return part
    }

    /// Counts a point or a face.
    ///
    /// - Returns: its part, whose box does not have it yet.
    mutating func count(_ place: SIMD3<Double>) throws(TileError) -> Int {
        let part = try part(of: place)
        while counts.count <= part {
            counts.append(0)
            boxes.append(TileBox())
        }
        counts[part] += 1
        return part
    }

    mutating func extend(_ part: Int, to place: SIMD3<Double>) { boxes[part].add(place) }

    /// The tiles in order: parts that have something, those with too much in several of equal size.
    func tiles(_ rule: TileRule) throws(TileError) -> [Tile] {
        var tiles: [Tile] = []
        for part in index.order where part < counts.count && counts[part] > 0 {
            var most = counts[part]
            if case .count(let limit) = rule { most = limit }
            let number = (counts[part] - 1) / most + 1
            guard tiles.count + number <= TileRule.mostTiles else { throw .tooMany }
            for piece in 0..<number {
                let bounds = counts[part] * piece / number..<counts[part] * (piece + 1) / number
                tiles.append(Tile(part: part, members: bounds, box: boxes[part]))
            }
        }
        return tiles
    }
}

/// A tile: some of the points or faces of a part, by their numbers in it.
struct Tile: Sendable {
    var part: Int
    var members: Range<Int>
    var box: TileBox
}

/// Why tiles can't be made.
enum TileError: Error {
    /// There would be more than ``TileRule/mostTiles``.
    case tooMany
    /// The work was cancelled.
    case cancelled
    /// A temporary file failed.
    case system(SystemError)
}
