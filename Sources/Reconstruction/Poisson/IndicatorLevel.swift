internal import MeshModel

/// The value of the solution at the surface.
enum IndicatorLevel {
    /// The mean of the solution at the points themselves; nil if `shouldStop` said so.
    ///
    /// The samples won't do: where points of a curved surface are merged, their mean lies on the inside of it.
    ///
    /// - Parameters:
    ///   - levels: all levels, solved; the first has the whole cube.
    ///   - order: the points, from cell to cell.
    static func mean(
        _ levels: [SolverLevel], _ points: PointCloud, _ cube: SampleCube, _ order: ContiguousArray<UInt64>,
        _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> Float? {
        let size = 1 << 13
        let parts = workers.map((order.count + size - 1) / size) { part -> Double in
            var sum = 0.0
            if shouldStop() { return sum }
            let patch = LatticePatch()
            let region = LatticeRegion()
            var last: (level: Int, word: UInt64)?
            for word in order[part * size..<min((part + 1) * size, order.count)] {
                guard let point = points.orientedPoint(SampleCube.point(word)) else { continue }
                let place = cube.inside(point.position)
                // The finest block that there is.
                for level in levels.indices.reversed() {
                    let cell = SIMD3<Int>(place * Float(1 << levels[level].depth)) &>> 3
                    guard let key = BlockKey(cell.x, cell.y, cell.z), levels[level].table.number(of: key.word) != nil
                    else { continue }
                    if last?.level != level || last?.word != key.word {
                        region.read(levels[...level], \.values, around: key, levels[level].depth, to: patch)
                        last = (level, key.word)
                    }
                    if let taps = Taps(levels[level].local(place, key)) { sum += Double(taps.value(patch.values)) }
                    break
                }
            }
            return sum
        }
        if shouldStop() { return nil }
        return Float(parts.reduce(0, +) / Double(max(order.count, 1)))
    }
}
