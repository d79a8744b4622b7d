/// Points merged by the cells of one depth, in Morton order.
///
/// - Units: the cube around the points is 0 ..< 1 along each axis.
struct PointSamples: Sendable {
    /// A cell is 2^−depth wide.
    let depth: Int
    /// The Morton codes of the cells.
    private(set) var codes: ContiguousArray<UInt64> = []
    /// The mean of the points, and their number.
    private(set) var places: ContiguousArray<SIMD4<Float>> = []
    /// The mean of the unit normals; w is 0.
    private(set) var normals: ContiguousArray<SIMD4<Float>> = []
    /// The mean of the colours, 0 for points without one, and the share of those that have one; empty if there are none.
    private(set) var colors: ContiguousArray<SIMD4<Float>> = []

    /// What the samples weigh in equations; empty until they are measured.
    var weights: ContiguousArray<SampleWeights> = []

    var count: Int { codes.count }

    /// Merges points.
    ///
    /// - Parameter order: the points, from cell to cell of the depth.
    /// - Returns: nil if `shouldStop` said so.
    private init?(
        _ points: PointCloud, _ cube: SampleCube, _ order: ContiguousArray<UInt64>, depth: Int,
        _ shouldStop: () -> Bool
    ) {
        self.depth = depth
        var sums = CellSums()
        for (number, word) in order.enumerated() {
            if number & 0xFFFF == 0, shouldStop() { return nil }
            let index = SampleCube.point(word)
            guard let point = points.orientedPoint(index) else { continue }
            if sums.code != SampleCube.code(word) { append(&sums, hasColors: !points.colors.isEmpty) }
            sums.code = SampleCube.code(word)
            var color = SIMD4<Float>()
            if !points.colors.isEmpty, points.isColored.isEmpty || points.isColored[index] == 1 {
                for axis in 0..<3 { color[axis] = Float(points.colors[index * 3 + axis]) }
                color.w = 1
            }
            sums.add(SIMD4(cube.inside(point.position), 1), SIMD4(point.normal, 0), color)
        }
        append(&sums, hasColors: !points.colors.isEmpty)
    }

    /// Merges the samples of the next depth.
    private init(merging fine: PointSamples) {
        depth = fine.depth - 1
        var sums = CellSums()
        for index in fine.codes.indices {
            let code = fine.codes[index] >> 3
            if sums.code != code { append(&sums, hasColors: !fine.colors.isEmpty) }
            sums.code = code
            sums.add(fine.places[index], fine.normals[index], fine.colors.isEmpty ? SIMD4() : fine.colors[index])
        }
        append(&sums, hasColors: !fine.colors.isEmpty)
    }

    /// The samples of each depth, from 0 to `depth`; nil if `shouldStop` said so.
    static func levels(
        _ points: PointCloud, _ cube: SampleCube, _ order: ContiguousArray<UInt64>, depth: Int,
        _ shouldStop: () -> Bool
    ) -> [PointSamples]? {
        guard let finest = PointSamples(points, cube, order, depth: depth, shouldStop) else { return nil }
        var samples = [finest]
        while let fine = samples.last, fine.depth > 0 {
            if shouldStop() { return nil }
            samples.append(PointSamples(merging: fine))
        }
        return samples.reversed()
    }

    private mutating func append(_ sums: inout CellSums, hasColors: Bool) {
        let weight = sums.place.w
        if weight > 0 {
            codes.append(sums.code)
            var place = sums.place / weight
            place.w = weight
            places.append(place)
            normals.append(sums.normal / weight)
            if hasColors { colors.append(sums.color / weight) }
        }
        sums = CellSums()
    }

    /// The place of a sample in the cube.
    @inline(__always) func place(_ index: Int) -> SIMD3<Float> {
        let place = places[index]
        return SIMD3(place.x, place.y, place.z)
    }
}

/// What a sample weighs in the equations of its depth d. The points around it are good for depth s.
struct SampleWeights: Sendable {
    /// The area that the sample stands for, in voxels of its depth.
    var area: Float
    /// The share of its flow that is splatted at depth d, up to which depth nothing finer is: 1 − (d − s), 0 … 1.
    var last: Float
    /// The same if finer depths follow: 1 − |d − s|, at least 0.
    var middle: Float
    /// The weight of its value: the area, less where points are sparse, as if in voxels of depth s.
    var value: Float

    /// - Parameters:
    ///   - area: that a point stands for; the cube's face is 1.
    ///   - points: the number of points that are merged.
    init(area: Float, points: Float, density: SampleDensity, depth: Int) {
        let square = Float(1 << (2 * depth))
        let excess = density.depth(forArea: area) - Float(depth)
        self.area = area * points * square
        last = min(max(1 + excess, 0), 1)
        middle = max(1 - abs(excess), 0)
        value = self.area * min(1, (density.area(forDepth: depth) / area).squareRoot())
    }
}

/// The sums over a cell, each weighted by the number of points.
private struct CellSums {
    var code = UInt64.max
    var place = SIMD4<Float>()
    var normal = SIMD4<Float>()
    var color = SIMD4<Float>()

    @inline(__always)
    mutating func add(_ place: SIMD4<Float>, _ normal: SIMD4<Float>, _ color: SIMD4<Float>) {
        let weight = place.w
        self.place += SIMD4(place.x * weight, place.y * weight, place.z * weight, weight)
        self.normal += normal * weight
        self.color += color * weight
    }
}
