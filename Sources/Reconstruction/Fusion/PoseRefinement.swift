internal import MeshModel

/// Corrects a frame's pose so that its depth lies on the surface of a volume: Gauss-Newton on the distances that the
/// volume has at the frame's points.
struct PoseRefinement {
    /// The settings.
    struct Options: Hashable, Sendable {
        /// The most rounds.
        var rounds = 6
        /// Every how many pixels a point is taken, along x and y.
        var step = 4
        /// Distances beyond this count less, in metres.
        var robust = 0.01
        /// How much a metre of movement counts against a metre of distance of all points.
        var translationPrior: Double
        /// How much a radian of turning counts against a metre of distance of all points.
        var rotationPrior: Double
        /// The least share of points that must lie near the surface.
        var leastShare = 0.2

        /// Creates settings; a stiffness that is not positive and finite counts as 1.
        init(stiffness: Double) {
            let stiffness = stiffness > 0 && stiffness < 1e6 ? stiffness : 1
            translationPrior = 2 * stiffness
            rotationPrior = 6 * stiffness
        }
    }

    private let points: ContiguousArray<SIMD3<Double>>
    private let weights: ContiguousArray<Double>
    private let options: Options

    init(_ view: FrameView, _ options: Options) {
        self.options = options
        var points: ContiguousArray<SIMD3<Double>> = []
        var weights: ContiguousArray<Double> = []
        for y in stride(from: options.step / 2, to: view.height, by: options.step) {
            for x in stride(from: options.step / 2, to: view.width, by: options.step) {
                let at = y * view.width + x
                let z = Double(view.depth[at])
                guard z > 0, view.blends[at] else { continue }
                let u = (Double(x) + 0.5 - Double(view.cx)) / Double(view.fx)
                let v = (Double(y) + 0.5 - Double(view.cy)) / Double(view.fy)
                points.append(SIMD3(u * z, v * z, z))
                weights.append(Double(view.weight[at]) / (z * z))
            }
        }
        self.points = points
        self.weights = weights
    }

    /// Returns the corrected pose; nil if too little of the frame lies near the surface, or nothing is gained.
    func refine(_ start: RigidPose, _ volume: FusionVolume) -> RigidPose? {
        var pose = start
        var sampler = DistanceSampler(volume)
        var first: Double?
        for round in 0...options.rounds {
            var system = NormalEquations()
            let used = accumulate(pose, start, volume, &sampler, &system)
            guard Double(used) >= options.leastShare * Double(points.count), used >= 50 else { return nil }
            if let first {
                if round == options.rounds { return system.meanSquare <= first ? pose : nil }
            } else {
                first = system.meanSquare
            }
            guard let step = system.solution() else { return nil }
            let (w, t) = (SIMD3(step[0], step[1], step[2]), SIMD3(step[3], step[4], step[5]))
            pose = pose.moved(rotation: w, about: pose.eye, translation: t)
            if w.length < 2e-6, t.length < 5e-6 { return pose }
        }
        return nil
    }

    private func accumulate(
        _ pose: RigidPose, _ start: RigidPose, _ volume: FusionVolume, _ sampler: inout DistanceSampler,
        _ system: inout NormalEquations
    ) -> Int {
        var used = 0
        let limit = volume.truncation * 0.95
        for index in points.indices {
            let p = pose.toWorld(points[index])
            guard let (distance, slope) = sampler.sample(p / volume.voxel - 0.5), abs(distance) < limit else {
                continue
            }
            let gradient = SIMD3<Double>(slope) / volume.voxel
            let steepness = gradient.length
            // Where the slope is far from 1 the distance is not that to the nearest surface.
            guard steepness > 0.4, steepness < 2 else { continue }
            let residual = Double(distance) / steepness
            let normal = gradient / steepness
            let arm = cross(p - pose.eye, normal)
            let weight = weights[index] * (abs(residual) <= options.robust ? 1 : options.robust / abs(residual))
            system.add(arm, normal, residual, weight)
            used += 1
        }
        // The recorded pose is a measurement, too: a turn by w and a move, both small.
        let turn =
            (cross(start.right, pose.right) + cross(start.down, pose.down) + cross(start.forward, pose.forward)) / 2
        system.addPrior(
            turn, pose.eye - start.eye, rotation: options.rotationPrior, translation: options.translationPrior)
        return used
    }
}
