import MeshFormats
import MeshModel

// Animations that no skeleton plays: further clips of the skeleton that has their joints.

extension USDSceneBuilder {
    /// Reads the animations that nothing is bound to, where a skeleton has all of their joints.
    ///
    /// The first key of such a clip is at second 0, as it has no place in the time of the stage.
    mutating func addFurtherClips() throws(ReadError) {
        guard !jointNodes.isEmpty else { return }
        var numbers: [[Int]: Int] = [:]
        var skeletons = USDNearSkeletons(jointNodes.keys.sorted().map { ($0, ancestors(of: $0)) })
        var shaped: [Int: [Int]]?
        for prim in stage.prims.indices where stage.prims[prim].typeName == "SkelAnimation" {
            let own = stage.prims[prim]
            guard skelAnimations[prim] == nil, own.isDefined, own.isActive, !own.isAbstract,
                let joints = still(prim, "joints")?.words, !joints.isEmpty,
                let skeleton = skeletons.nearest(to: ancestors(of: prim), joints, { self.skeletons[$0] ?? nil })
            else { continue }
            let names = clipNames
            let animation = readAnimation(prim)
            clipNames = names
            guard let animation, animation.hasPoses else { continue }
            // Instances of a model play its clips together.
            let identity = own.opinions.flatMap { [$0.layer, $0.spec] }
            let number = numbers[identity] ?? furtherClips.count
            if numbers[identity] == nil {
                numbers[identity] = number
                furtherClips.append(AnimationClip(name: animation.name, channels: [], samplers: []))
            }
            let start = clock.start
            clock.start = animation.firstTime ?? start
            swap(&clip, &furtherClips[number])
            defer {
                swap(&clip, &furtherClips[number])
                clock.start = start
            }
            try addMotion(animation, of: skeleton)
            if animation.weights.still != nil {
                let own = shaped ?? shapedPrims()
                shaped = own
                try addWeights(animation, of: own[skeleton] ?? [])
            }
            note("usd.further-clip", prim, "an animation that no skeleton plays is read as a clip of its own")
        }
    }

    private func ancestors(of prim: Int) -> [Int] {
        var result: [Int] = []
        var current = stage.prims[prim].parent
        while current > 0 {
            result.append(current)
            current = stage.prims[current].parent
        }
        return result
    }

    /// Adds what an animation says of all joints of a skeleton that it isn't bound to. Joints that it doesn't name are
    /// in their rest pose.
    private mutating func addMotion(_ animation: USDSkelAnimation, of prim: Int) throws(ReadError) {
        guard let skeleton = skeleton(prim), let nodes = jointNodes[prim] else { return }
        var places: [String: Int] = [:]
        for (index, joint) in animation.joints.enumerated() { places[joint] = index }
        for (joint, node) in nodes.enumerated() {
            guard case .trs(let move, let turn, let size) = scene.nodes[node].transform else { continue }
            let place = places[skeleton.joints.paths[joint]]
            if let place, let stretching = animation.stretchingPlace(of: place) {
                try addMotion(of: stretching.withKeys(at: clock.start), to: node, prim)
                continue
            }
            let parts = place.flatMap { animation.parts(of: $0) } ?? skeleton.rest?[joint].parts()?.parts
            guard let parts else { continue }
            func course(_ track: USDSkelAnimation.Track, _ still: [Double], _ rest: [Double]) -> USDCourse? {
                let isRotation = still.count == 4
                var course = USDCourse(width: still.count, isRotation: isRotation)
                course.append(clock.start, still)
                if let place, let own = USDSkelAnimation.course(track, of: place, isRotation: isRotation) {
                    course = own
                }
                return course.isConstant && course.row(0).elementsEqual(rest) ? nil : course
            }
            let (t, r, s) = (parts.translation, parts.rotation, parts.scale)
            if let own = course(animation.translations, [t.x, t.y, t.z], [move.x, move.y, move.z]) {
                try add(own, to: .translation, of: node)
            }
            if let own = course(animation.rotations, [r.x, r.y, r.z, r.w], [turn.x, turn.y, turn.z, turn.w]) {
                try add(own, to: .rotation, of: node)
            }
            if let own = course(animation.scales, [s.x, s.y, s.z], [size.x, size.y, size.z]) {
                try add(own, to: .scale, of: node)
            }
        }
    }

    /// The prims with blend shapes of each skeleton.
    private mutating func shapedPrims() -> [Int: [Int]] {
        var result: [Int: [Int]] = [:]
        for prim in stage.prims.indices where nodeOf[prim] >= 0 {
            guard let mesh = scene.nodes[nodeOf[prim]].mesh, !scene.meshes[mesh].targets.isEmpty,
                pointCaches[mesh] == nil, let skeleton = boundPrim("skel:skeleton", from: prim)
            else { continue }
            result[skeleton, default: []].append(prim)
        }
        return result
    }

    /// Adds the weights of the blend shapes of prims.
    private mutating func addWeights(_ animation: USDSkelAnimation, of prims: [Int]) throws(ReadError) {
        for prim in prims {
            let node = nodeOf[prim]
            guard let mesh = scene.nodes[node].mesh, let shapes = blendShapes(prim) else { continue }
            let rest = scene.nodes[node].weights ?? scene.meshes[mesh].targets.map(\.weight)
            try addWeights(shapes, animation, rest: rest, of: node)
        }
    }

    /// Does something with each further clip in place of the first one.
    mutating func withFurtherClips(_ body: (inout USDSceneBuilder) -> Void) {
        for index in furtherClips.indices {
            swap(&clip, &furtherClips[index])
            body(&self)
            swap(&clip, &furtherClips[index])
        }
    }
}

/// Finds the skeleton for an animation without looking at all skeletons of a crowd for each.
private struct USDNearSkeletons {
    /// The skeletons below each prim; 0: all.
    private var below: [Int: [Int]] = [:]
    /// What was found among all skeletons.
    private var known: [[String]: Int?] = [:]

    /// - Parameter skeletons: the prims, each with those above it, nearest first.
    init(_ skeletons: [(prim: Int, above: [Int])]) {
        for (prim, above) in skeletons { for own in above + [0] { below[own, default: []].append(prim) } }
    }

    /// Finds a skeleton that has all of these joints. Of several, it is the one nearest in the hierarchy.
    mutating func nearest(
        to above: [Int], _ joints: [String], _ skeleton: (Int) -> USDSkeleton?
    ) -> Int? {
        func find(_ prim: Int) -> Int? {
            below[prim]?.first { candidate in
                guard let own = skeleton(candidate) else { return false }
                return joints.allSatisfy { own.joints.index(of: $0) != nil }
            }
        }
        for prim in above { if let found = find(prim) { return found } }
        if let found = known[joints] { return found }
        let found = find(0)
        known[joints] = .some(found)
        return found
    }
}

extension USDSkelAnimation {
    /// The earliest time of its samples.
    fileprivate var firstTime: Double? {
        [translations, rotations, scales, weights].compactMap { $0.samples.first?.time }.min()
    }
}
