import MeshModel

/// The samples of one sampler on the time line of a stage.
struct USDSampling {
    let sampler: AnimationSampler
    let width: Int
    let isRotation: Bool
    /// Whether USD holds such values until the next sample.
    let isHeld: Bool
    /// How far a straight piece may be from a spline, in the units of the values.
    let tolerance: Double
    /// The number of rotations that were scaled to length 1.
    private(set) var normalizedCount = 0
    /// The largest change of a number of those.
    private(set) var normalizedError = 0.0
    /// The number of straight pieces that a spline became.
    private(set) var pieceCount = 0

    /// The limit of samples; further ones are left out.
    var mostSamples = Int.max

    private let times: [Double]
    private let values: [Double]

    init(_ sampler: AnimationSampler, isRotation: Bool, isHeld: Bool = false, tolerance: Double) {
        self.sampler = sampler
        self.isRotation = isRotation
        self.isHeld = isHeld
        self.tolerance = tolerance
        width = sampler.values.components
        times = sampler.times.doubles()
        values = sampler.values.doubles()
    }

    /// Adds the samples to a course.
    ///
    /// - Parameter code: the time code of a second.
    mutating func add(to course: inout USDSampledCourse, code: (Double) -> Double) {
        guard !times.isEmpty, values.count >= times.count * width else { return }
        for index in times.indices where course.codes.count < mostSamples {
            let now = code(times[index])
            switch sampler.interpolation {
            case .linear: break
            case .step:
                // USD interpolates all that it can: the value before lasts until just before.
                if index > 0, !isHeld { course.add(now.nextDown, key(index - 1)) }
            case .cubicSpline:
                if index > 0 { addPieces(upTo: index, to: &course, code) }
            }
            if isRotation, !isUnit(raw(index)) {
                normalizedCount += 1
                for (a, b) in zip(raw(index), key(index)) { normalizedError = max(normalizedError, abs(a - b)) }
            }
            // Where two times are equal the value jumps.
            let jumps = index + 1 < times.count && times[index + 1] == times[index]
            course.add(jumps ? now.nextDown : now, key(index))
        }
    }

    /// The value of a key as it is written.
    private func key(_ index: Int) -> [Double] { unit(raw(index)) }

    private func raw(_ index: Int) -> [Double] {
        let isSpline = sampler.interpolation == .cubicSpline
        return row(isSpline ? index * 3 + 1 : index)
    }

    private func row(_ index: Int) -> [Double] {
        guard (index + 1) * width <= values.count else { return Array(repeating: 0, count: width) }
        return Array(values[index * width..<(index + 1) * width])
    }

    private func isUnit(_ row: [Double]) -> Bool {
        abs(row.reduce(0) { $0 + $1 * $1 }.squareRoot() - 1) <= 1e-6
    }

    private func unit(_ row: [Double]) -> [Double] {
        guard isRotation, row.count == 4, !isUnit(row) else { return row }
        let length = row.reduce(0) { $0 + $1 * $1 }.squareRoot()
        return length > 0 && length.isFinite ? rounded(row.map { $0 / length }) : [0, 0, 0, 1]
    }

    /// Computed values in the precision of the source, so that the file has one type for all.
    private func rounded(_ row: [Double]) -> [Double] {
        sampler.values.type == .float64 ? row : row.map { Double(Float($0)) }
    }

    // MARK: Splines

    /// The limit of pieces of a segment, against tangents of any size.
    private static let mostPieces = 10_000

    /// Adds the inner points of straight pieces for the segment before a key.
    ///
    /// The second derivative is linear, so its largest value at an end bounds the distance of a piece of a length h:
    /// h²·v″/8.
    private mutating func addPieces(upTo index: Int, to course: inout USDSampledCourse, _ code: (Double) -> Double) {
        let length = times[index] - times[index - 1]
        // A jump has nothing between.
        guard length > 0 else { return }
        let (from, out) = (row(index * 3 - 2), row(index * 3 - 1).map { $0 * length })
        let (to, into) = (row(index * 3 + 1), row(index * 3).map { $0 * length })
        var squares = (0.0, 0.0)
        for place in 0..<width {
            let start = -6 * from[place] - 4 * out[place] + 6 * to[place] - 2 * into[place]
            let end = 6 * from[place] + 2 * out[place] - 6 * to[place] + 4 * into[place]
            squares.0 += start * start
            squares.1 += end * end
        }
        let bend = max(squares.0, squares.1).squareRoot()
        let pieces = (bend / (8 * tolerance)).squareRoot().rounded(.up)
        let count = pieces.isFinite ? Int(min(max(pieces, 1), Double(Self.mostPieces))) : 1
        pieceCount += count
        for piece in 1..<max(count, 1) where course.codes.count < mostSamples {
            let t = Double(piece) / Double(count)
            let (tt, ttt) = (t * t, t * t * t)
            let value = (0..<width).map { place in
                (2 * ttt - 3 * tt + 1) * from[place] + (ttt - 2 * tt + t) * out[place]
                    + (3 * tt - 2 * ttt) * to[place] + (ttt - tt) * into[place]
            }
            course.add(code(times[index - 1] + t * length), rounded(unit(value)))
        }
    }
}
