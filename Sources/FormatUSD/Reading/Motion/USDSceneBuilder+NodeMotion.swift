import MeshFormats
import MeshModel

// Nodes whose transform operations have time samples.

extension USDSceneBuilder {
    /// Adds the motion of a prim's node to the clip.
    mutating func animate(_ prim: Int) throws(ReadError) {
        guard uses.isTimed, let stack = motion(of: prim), stack.isMoving else { return }
        let node = nodeOf[prim]
        switch scene.nodes[node].transform {
        case .trs, .identity:
            if let separate = stack.separate(room: &addedKeys) {
                if let course = separate.translation { try add(course, to: .translation, of: node) }
                if let course = separate.rotation { try add(course, to: .rotation, of: node) }
                if let course = separate.scale { try add(course, to: .scale, of: node) }
                return
            }
        case .matrix: break
        }
        try resample(stack, prim, node)
    }

    /// The operations that place a prim below its parent, with their courses; nil for none.
    private mutating func motion(of prim: Int) -> USDMotionStack? {
        var (stack, resets) = operations(of: prim)
        var parent = stage.prims[prim].parent
        while resets, parent > 0 {
            // The parents' transforms are undone.
            let (above, isReset) = operations(of: parent)
            stack.operations = above.operations.reversed().map(\.undone) + stack.operations
            if isReset { break }
            parent = stage.prims[parent].parent
        }
        return stack.operations.isEmpty ? nil : stack
    }

    private mutating func operations(of prim: Int) -> (stack: USDMotionStack, resets: Bool) {
        var stack = USDMotionStack()
        var resets = false
        guard isXformable(prim) else { return (stack, resets) }
        for word in value(prim, "xformOpOrder")?.words ?? [] {
            if word == "!resetXformStack!" {
                stack.operations = []
                resets = true
                continue
            }
            let isInverted = word.hasPrefix("!invert!")
            let name = isInverted ? String(word.dropFirst("!invert!".count)) : word
            guard let kind = USDTransform.kind(name), let none = USDMotionStack.neutral(kind),
                let still = value(prim, name, isMoving: true)?.numbers, still.count == none.count,
                still.allSatisfy(\.isFinite)
            else { continue }
            let course = course(prim, name, width: none.count, isRotation: kind == "orient", none: none)
            stack.operations.append(
                USDMotionStack.Operation(kind: kind, isInverted: isInverted, still: still, course: course))
        }
        return (stack, resets)
    }

    /// Adds a motion that no single property has, as keys of all three.
    private mutating func resample(_ stack: USDMotionStack, _ prim: Int, _ node: Int) throws(ReadError) {
        let keys = stack.operations.reduce(0) { $0 + ($1.course?.times.count ?? 0) }
        guard let sampled = sampled(stack, prim, keys: keys) else { return }
        if case .matrix(let numbers) = scene.nodes[node].transform, numbers.count == 16,
            let still = USDMatrix(rows: numbers).parts(near: sampled.parts.first?.rotation ?? SIMD4(0, 0, 0, 1))
        {
            scene.nodes[node].transform = still.parts.transform
        } else if case .identity = scene.nodes[node].transform {
            scene.nodes[node].transform = USDParts().transform
        }
        let courses = sampled.courses
        try addMoving(courses.translation, to: .translation, of: node)
        try addMoving(courses.rotation, to: .rotation, of: node)
        try addMoving(courses.scale, to: .scale, of: node)
    }

    /// Adds the motion of a joint or copy whose rotations stretch: rotation and scale together.
    mutating func addMotion(of place: USDStretchingPlace, to node: Int, _ prim: Int) throws(ReadError) {
        guard let still = place.stillParts else {
            warnOfMotionWithoutParts(prim)
            return
        }
        if let course = place.translation.course { try addMoving(course, to: .translation, of: node) }
        let keys = (place.rotation.course?.times.count ?? 0) + (place.scale.course?.times.count ?? 0)
        guard keys > 0 else {
            if still.shear > Self.mostShear { warnOfShear(still.shear, prim) }
            return
        }
        guard let courses = sampled(place, prim, keys: keys)?.courses else { return }
        try addMoving(courses.rotation, to: .rotation, of: node)
        try addMoving(courses.scale, to: .scale, of: node)
    }

    /// Keys of all three parts near a course of matrices, with a word about it; nil: it has none.
    private mutating func sampled(_ course: some USDMatrixCourse, _ prim: Int, keys: Int) -> USDResampling? {
        // One node alone doesn't take the room of all.
        var room = min(addedKeys, 4096 + 8 * keys)
        addedKeys -= room
        let result = USDResampling(course, room: &room)
        addedKeys += room
        guard let result else {
            warnOfMotionWithoutParts(prim)
            return nil
        }
        if result.difference > Self.mostShear || result.isCutOff {
            warnOfShear(result.difference, prim)
        } else {
            note(
                "usd.motion-resampled", prim,
                "matrices and turns that stretch or have several axes are read as keys of rotation, scale and place")
        }
        return result
    }

    /// A matrix that changes by less than this share is read as rotation and scale without a warning.
    private static let mostShear = 1e-4

    /// From this share on it is seen.
    private static let mostUnseenShear = 0.01

    private mutating func warnOfShear(_ share: Double, _ prim: Int) {
        if share > Self.mostUnseenShear { skewedCount += 1 }
        warn(
            "usd.motion-approximated", prim,
            """
            a motion that shears is read as rotation and scale, which changes its matrix by up to \
            \(Self.percent(share)) %
            """)
    }

    private mutating func warnOfMotionWithoutParts(_ prim: Int) {
        warn("usd.motion", prim, "the motion is no rotation, scale and translation: it is left out")
    }

    /// Adds a course, unless it has no keys, or the node always stays as it is at rest.
    mutating func addMoving(
        _ course: USDCourse, to property: AnimationChannel.Property, of node: Int
    ) throws(ReadError) {
        guard case .trs(let translation, let rotation, let scale) = scene.nodes[node].transform else { return }
        let rest: [Double] =
            switch property {
            case .translation: (0..<3).map { translation[$0] }
            case .rotation: (0..<4).map { rotation[$0] }
            default: (0..<3).map { scale[$0] }
            }
        let moves = course.times.indices.contains { key in
            !zip(course.row(key), rest).allSatisfy { ($0 - $1).magnitude < 1e-9 * max(1, $1.magnitude) }
        }
        if moves { try add(course, to: property, of: node) }
    }

    static func percent(_ share: Double) -> Double { (share * 10_000).rounded() / 100 }

    /// Marks the box of a prim, which follows from its contents at all times.
    mutating func useExtent(_ prim: Int) {
        for name in ["extent", "extentsHint"] {
            guard let property = stage.property(prim, name) else { continue }
            uses.use(property.opinions, USDFieldCensus.declaration + ["default", "timeSamples"])
        }
    }
}
