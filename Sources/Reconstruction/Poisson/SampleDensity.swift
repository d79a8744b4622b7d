internal import MeshModel

/// How densely points lie on the surface: by the points within a ball that grows until there are enough.
struct SampleDensity: Sendable {
    private let samplesPerVoxel: Float
    /// For balls of radius 2^−depth: cells twice as wide over samples of half that size.
    private let levels: [(cells: SampleCells, samples: PointSamples)]

    /// - Parameter samples: the samples of each depth, from 0.
    init(_ samples: [PointSamples], samplesPerVoxel: Float) {
        self.samplesPerVoxel = samplesPerVoxel > 0 ? samplesPerVoxel : 1.5
        // The ball of the finest depth but two, as in M. Kazhdan's code: some twenty points.
        levels = (1...max(1, samples.count - 3)).map { depth in
            (SampleCells(samples[depth + 1], depth: depth - 1), samples[depth + 1])
        }
    }

    /// The area that a point stands for at a place: that of the cube's face is 1.
    func area(at place: SIMD3<Float>) -> Float {
        var area: Float = 1
        for level in levels.reversed() {
            let depth = level.samples.depth - 1
            let side = Float(1 << depth)
            var sum: Float = 0
            level.cells.forEachRange(near: place) { range in
                for index in range {
                    let sample = level.samples.places[index]
                    let offset = (SIMD3(sample.x, sample.y, sample.z) - place) * side
                    let share = max(1 - (offset * offset).sum(), 0)
                    sum += sample.w * share * share
                }
                return true
            }
            // The weights' integral over a plane through the place is π/3.
            let density = max(sum / (.pi / 3), 1e-3)
            area = 1 / (density * side * side)
            if density >= samplesPerVoxel { break }
        }
        return area
    }

    /// The depth whose voxels hold `samplesPerVoxel` points, each of which stands for an area.
    func depth(forArea area: Float) -> Float { -SampleDensity.logarithm(area * samplesPerVoxel) / 2 }

    /// The area of a point at which a depth is just right.
    func area(forDepth depth: Int) -> Float { 1 / (samplesPerVoxel * Float(1 << (2 * depth))) }

    /// The logarithm to base 2 of a positive number, within 10⁻⁶: the same on all platforms.
    static func logarithm(_ value: Float) -> Float {
        guard value > 0, value < .infinity else { return 0 }
        let z = (value.significand - 1) / (value.significand + 1)
        let q = z * z
        let series = z * (1 + q * (1 / 3 + q * (1 / 5 + q * (1 / 7 + q * (1 / 9 + q / 11)))))
        return Float(value.exponent) + series * 2.885_390_1
    }

    /// Returns samples with their weights.
    func measured(
        _ samples: PointSamples, _ workers: some Workers, _ shouldStop: @Sendable () -> Bool
    ) -> PointSamples {
        let size = 4096
        let parts = workers.map((samples.count + size - 1) / size) { part -> [SampleWeights] in
            if shouldStop() { return [] }
            return (part * size..<min((part + 1) * size, samples.count)).map { index in
                SampleWeights(
                    area: area(at: samples.place(index)), points: samples.places[index].w, density: self,
                    depth: samples.depth)
            }
        }
        var result = samples
        result.weights = ContiguousArray(parts.joined())
        return result
    }
}
