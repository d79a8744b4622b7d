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
    mutating func resample(_ stack: USDMotionStack, _ prim: Int, _ node: Int) throws(ReadError) {
        // One node alone doesn't take the room of all.
        let keys = stack.operations.reduce(0) { $0 + ($1.course?.times.count ?? 0) }
        var room = min(addedKeys, 4096 + 8 * keys)
        addedKeys -= room
        let result = USDResampling(stack, room: &room)
        addedKeys += room
        guard let sampled = result else {
            warn("usd.motion", prim, "the motion is no rotation, scale and translation: it is left out")
            return
        }
        if case .matrix(let numbers) = scene.nodes[node].transform, numbers.count == 16,
            let still = USDMatrix(rows: numbers).parts(near: sampled.parts.first?.rotation ?? SIMD4(0, 0, 0, 1))
        {
            scene.nodes[node].transform = still.parts.transform
        } else if case .identity = scene.nodes[node].transform {
            scene.nodes[node].transform = USDParts().transform
        }
        guard case .trs(let translation, let rotation, let scale) = scene.nodes[node].transform else { return }
        let courses = sampled.courses
        // What stays as it is at rest needs no keys.
        func moves(_ course: USDCourse, _ rest: [Double]) -> Bool {
            course.times.indices.contains { key in
                !zip(course.row(key), rest).allSatisfy { ($0 - $1).magnitude < 1e-9 * max(1, $1.magnitude) }
            }
        }
        if moves(courses.translation, [translation.x, translation.y, translation.z]) {
            try add(courses.translation, to: .translation, of: node)
        }
        if moves(courses.rotation, [rotation.x, rotation.y, rotation.z, rotation.w]) {
            try add(courses.rotation, to: .rotation, of: node)
        }
        if moves(courses.scale, [scale.x, scale.y, scale.z]) { try add(courses.scale, to: .scale, of: node) }
        if sampled.difference > 1e-4 || sampled.isCutOff {
            warn(
                "usd.motion-approximated", prim,
                """
                a motion that shears is read as rotation and scale, which changes its matrix by up to \
                \(Self.percent(sampled.difference)) %
                """)
        } else {
            note(
                "usd.motion-resampled", prim,
                "matrices and turns that stretch or have several axes are read as keys of rotation, scale and place")
        }
    }

    static func percent(_ share: Double) -> Double { (share * 10_000).rounded() / 100 }

    /// Marks the box of a prim, which follows from its contents at all times.
    mutating func useExtent(_ prim: Int) {
        for name in ["extent", "extentsHint"] {
            guard let property = stage.property(prim, name) else { continue }
            uses.use(property, "default", "timeSamples", "typeName", "variability", "custom")
        }
    }
}
