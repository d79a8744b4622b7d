/// Finds the samples near a place: cells of one depth, and which samples of a finer depth lie in each.
struct SampleCells: Sendable {
    /// The depth of the cells.
    let depth: Int
    private let side: Float
    private var table = KeyTable()
    private var starts: ContiguousArray<Int32> = []

    init(_ samples: PointSamples, depth: Int) {
        self.depth = depth
        side = Float(1 << depth)
        let shift = UInt64(3 * (samples.depth - depth))
        var last = UInt64.max
        for (index, code) in samples.codes.enumerated() where code >> shift != last {
            last = code >> shift
            // Codes ascend, so each is new.
            guard table.insert(last, limit: .max) != nil else { break }
            starts.append(Int32(index))
        }
        starts.append(Int32(samples.count))
    }

    /// Calls `body` with the samples of each of the eight cells nearest to a place, until it returns false: all samples
    /// within half a cell are among them.
    @inline(__always)
    func forEachRange(near place: SIMD3<Float>, _ body: (Range<Int>) -> Bool) {
        let base = (place * side - 0.5).rounded(.down)
        let (x, y, z) = (Int(base.x), Int(base.y), Int(base.z))
        let limit = 1 << depth
        for corner in 0..<8 {
            let (i, j, k) = (x + corner & 1, y + corner >> 1 & 1, z + corner >> 2)
            guard i >= 0, j >= 0, k >= 0, i < limit, j < limit, k < limit,
                let cell = table.number(of: Morton.code(i, j, k))
            else { continue }
            guard body(Int(starts[cell])..<Int(starts[cell + 1])) else { return }
        }
    }
}
