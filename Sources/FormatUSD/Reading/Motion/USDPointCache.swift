import MeshFormats
import MeshModel

/// Points of a prim that change with time, as morph targets that follow one another: at the time of a sample its target
/// has weight 1, and between two samples the weights go straight from one to the next, as USD's points do.
struct USDPointCache {
    /// The target of each sample, in order; nil: the points at rest.
    private(set) var targets: [Int?] = []
    /// The differences of each target from the points at rest.
    private(set) var points: [Column] = []
    /// Those of the normals, if they change as well.
    private(set) var normals: [Column]?

    /// More times than that make too many weights, and more differences too much memory.
    static let mostTargets = 2_048
    static let mostDifferences = 1 << 24

    /// The targets of samples with equal numbers of rows.
    ///
    /// - Parameter normals: the normals at rest and at the same times.
    init(_ rest: Column, _ samples: [Column], normals: (rest: Column, samples: [Column])?) {
        if normals != nil { self.normals = [] }
        for (index, sample) in samples.enumerated() {
            let (own, old) = (normals?.samples[index], index > 0 ? samples[index - 1] : nil)
            func isSame(_ other: Column, _ otherNormals: Column?) -> Bool {
                guard other.hasSameNumbers(as: sample) else { return false }
                guard let own, let otherNormals else { return true }
                return own.hasSameNumbers(as: otherNormals)
            }
            if isSame(rest, normals?.rest) {
                targets.append(nil)
            } else if let old, isSame(old, normals?.samples[index - 1]) {
                targets.append(targets[index - 1])
            } else {
                targets.append(points.count)
                points.append(Self.differences(sample, rest))
                if let normals, let own { self.normals?.append(Self.differences(own, normals.rest)) }
            }
        }
    }

    /// The numbers that samples of some points make at most: a row of differences for each point and sample, and a weight for
    /// each target and sample. Nil: too many.
    static func cost(samples: Int, points: Int) -> Int? {
        guard samples <= mostTargets, points <= mostDifferences else { return nil }
        let cost = samples * (points + samples)
        return cost <= mostDifferences ? cost : nil
    }

    private static func differences(_ values: Column, _ rest: Column) -> Column {
        var (a, b) = (ContiguousArray<Double>(), ContiguousArray<Double>())
        return Column(count: values.count, components: 3) { (rows, block: inout ContiguousArray<Float>) in
            values.read(rows, into: &a)
            rest.read(rows, into: &b)
            block.removeAll(keepingCapacity: true)
            for (index, value) in a.enumerated() { block.append(Float(value - b[index])) }
        }
    }

    /// The course of the weights for the times of the samples.
    ///
    /// - Parameter others: the weights of targets before those of the cache, which stay as they are.
    func course(_ times: [Double], after others: [Double]) -> USDCourse {
        var course = USDCourse(width: others.count + points.count)
        for (time, target) in zip(times, targets) {
            var row = others + [Double](repeating: 0, count: points.count)
            if let target { row[others.count + target] = 1 }
            course.append(time, row)
        }
        return course
    }
}
