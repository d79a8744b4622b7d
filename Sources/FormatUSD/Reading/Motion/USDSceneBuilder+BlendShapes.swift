import MeshFormats
import MeshModel

// Blend shapes: differences of points and normals as vertex attributes, and their weights.

extension USDSceneBuilder {
    /// The blend shapes of a prim, or nil for none.
    mutating func blendShapes(_ prim: Int) -> USDBlendShapes? {
        guard hasAPI(prim), let names = value(prim, "skel:blendShapes")?.words, !names.isEmpty else { return nil }
        let targets = stage.targets(prim, "skel:blendShapeTargets")
        guard targets.count == names.count else {
            warn(
                "usd.blend-shape", prim,
                "\(names.count) names of blend shapes have \(targets.count) targets: they are left out")
            return nil
        }
        use(prim, "skel:blendShapeTargets", "targetPaths")
        var result = USDBlendShapes(shapes: [], identity: [names.count])
        for (name, target) in zip(names, targets) {
            guard let shape = stage.prim(at: target), stage.prims[shape].typeName == "BlendShape" else {
                warn("usd.blend-shape", prim, "'\(target)' is no blend shape: those of the mesh are left out")
                return nil
            }
            uses.use(stage.prims[shape].opinions, ["typeName"])
            for opinion in stage.prims[shape].opinions { result.identity += [opinion.layer, opinion.spec] }
            result.shapes.append(
                USDBlendShapes.Shape(name: name, prim: shape, inbetweens: inbetweens(of: shape)))
        }
        return result
    }

    private mutating func inbetweens(of shape: Int) -> [USDBlendShapes.Inbetween] {
        var found: [USDBlendShapes.Inbetween] = []
        for name in stage.properties(of: shape) where name.hasPrefix("inbetweens:") {
            let own = name.dropFirst("inbetweens:".count)
            guard !own.hasSuffix(":normalOffsets") else { continue }
            guard let weight = field(shape, name, "weight")?.number, weight.isFinite, weight != 0, weight != 1,
                !found.contains(where: { $0.weight == weight })
            else {
                warn("usd.blend-shape", shape, "'\(name)' has no weight of its own besides 0 and 1: it is left out")
                continue
            }
            use(shape, name, "weight")
            found.append(USDBlendShapes.Inbetween(name: String(own), weight: weight))
        }
        return found.inOrder { $0.weight < $1.weight }
    }

    /// Adds the differences of all targets to the vertices of a mesh, and returns the targets.
    mutating func addTargets(_ shapes: USDBlendShapes, _ prim: Int, to set: Int) throws(ReadError) -> [MorphTarget] {
        let count = scene.vertexSets[set].count
        let (total, overflow) = count.multipliedReportingOverflow(by: shapes.targetCount)
        guard !overflow, total <= Self.mostDifferences else {
            throw ReadError(
                .limitExceeded, .jsonPointer(stage.path(of: prim)),
                "\(shapes.targetCount) blend shapes of \(count) points are more than "
                    + "\(Self.mostDifferences) differences")
        }
        let weights = shapes.targetWeights(restWeights(shapes, prim))
        var targets = shapes.shapes.map { MorphTarget(name: $0.name) }
        for shape in shapes.shapes {
            targets += shape.inbetweens.map { MorphTarget(name: "\(shape.name):\($0.name)") }
        }
        for index in targets.indices { targets[index].weight = weights[index] }
        var next = shapes.shapes.count
        for (index, shape) in shapes.shapes.enumerated() {
            defer { next += shape.inbetweens.count }
            let points = value(shape.prim, "pointIndices")?.column
            let places = points.map { $0.components == 1 ? $0.integers() : [-1] }
            guard places?.allSatisfy({ $0 >= 0 && $0 < count }) ?? true else {
                warn(
                    "usd.blend-shape", shape.prim, "a blend shape names a point that doesn't exist: it changes nothing")
                continue
            }
            add(shape.prim, "offsets", places, index, .position, to: set)
            add(shape.prim, "normalOffsets", places, index, .normal, to: set)
            for (place, inbetween) in shape.inbetweens.enumerated() {
                let name = "inbetweens:\(inbetween.name)"
                add(shape.prim, name, places, next + place, .position, to: set)
                add(shape.prim, name + ":normalOffsets", places, next + place, .normal, to: set)
            }
        }
        return targets
    }

    /// More differences than that aren't in memory together.
    private static let mostDifferences = 1 << 30

    /// Adds the differences of an attribute. Those of normals are left out where they are all 0.
    private mutating func add(
        _ shape: Int, _ name: String, _ places: [Int64]?, _ target: Int, _ base: AttributeSemantic, to set: Int
    ) {
        let count = scene.vertexSets[set].count
        guard let own = value(shape, name)?.column, own.count > 0 || count == 0 else { return }
        guard own.components == 3, own.count == places?.count ?? count else {
            warn(
                "usd.blend-shape", shape,
                "'\(name)' needs \(places?.count ?? count) differences, has \(own.count): it is left out")
            return
        }
        let odd = own.nonFiniteRows().count
        if odd > 0 { warn("usd.blend-shape", shape, "'\(name)' has \(odd) differences that are NaN or infinite") }
        var values = own
        if let places {
            var dense = ContiguousArray<Float>(repeating: 0, count: count * 3)
            var rows = ContiguousArray<Float>()
            own.read(0..<own.count, into: &rows)
            for (row, place) in places.enumerated() {
                for axis in 0..<3 { dense[Int(place) * 3 + axis] += rows[row * 3 + axis] }
            }
            values = Column(dense, components: 3)
        }
        if base == .normal {
            var buffer = ContiguousArray<Float>()
            own.read(0..<own.count, into: &buffer)
            if buffer.allSatisfy({ $0 == 0 }) { return }
        }
        scene.vertexSets[set].attributes.append(Attribute(.target(target, base), values))
    }

    // MARK: Weights

    /// The weights of a prim's blend shapes without a time.
    mutating func restWeights(_ shapes: USDBlendShapes, _ prim: Int) -> [Double] {
        guard let animation = shapeAnimation(prim), let still = animation.weights.still else {
            return [Double](repeating: 0, count: shapes.shapes.count)
        }
        return Self.weights(Self.places(of: shapes, animation), still)
    }

    /// Where an animation has the weights of a mesh's shapes; nil: it doesn't name the shape.
    private static func places(of shapes: USDBlendShapes, _ animation: USDSkelAnimation) -> [Int?] {
        shapes.shapes.map { animation.shapePlaces[$0.name] }
    }

    /// The weights at these places. The others aren't read: one animation may move thousands of meshes.
    private static func weights(_ places: [Int?], _ values: Column) -> [Double] {
        var row = ContiguousArray<Double>()
        return places.map { place in
            guard let place, place < values.count else { return 0 }
            values.read(place..<place + 1, into: &row)
            return row.first ?? 0
        }
    }

    /// The course of the weights of a prim's blend shapes; nil: they don't change.
    mutating func shapeCourse(_ prim: Int) -> USDCourse? {
        guard let shapes = blendShapes(prim), let animation = shapeAnimation(prim), animation.weights.isMoving else {
            return nil
        }
        return course(shapes, animation)
    }

    /// The animation that moves the blend shapes of a prim: that of its skeleton.
    private mutating func shapeAnimation(_ prim: Int) -> USDSkelAnimation? {
        guard isBelowSkelRoot(prim), let skeleton = boundPrim("skel:skeleton", from: prim),
            stage.prims[skeleton].typeName == "Skeleton"
        else { return nil }
        return animation(of: skeleton)
    }

    /// Gives a node the weights of its blend shapes: its own ones at rest where they differ from the mesh's, and their
    /// motion.
    mutating func addWeights(_ prim: Int, _ node: Int) throws(ReadError) {
        guard let mesh = scene.nodes[node].mesh, !scene.meshes[mesh].targets.isEmpty, let shapes = blendShapes(prim)
        else { return }
        let rest = shapes.targetWeights(restWeights(shapes, prim))
        let all = scene.meshes[mesh].targets.map(\.weight)
        if rest != Array(all.prefix(rest.count)) { scene.nodes[node].weights = rest + all.dropFirst(rest.count) }
        guard let animation = shapeAnimation(prim), animation.weights.isMoving else { return }
        // Both have the weights of one node.
        if pointCaches[mesh].map({ !$0.cache.points.isEmpty }) ?? false { return }
        try addWeights(shapes, animation, rest: rest, of: node)
    }

    /// Adds the weights that an animation gives to blend shapes. What always stays as it is at rest needs no keys.
    mutating func addWeights(
        _ shapes: USDBlendShapes, _ animation: USDSkelAnimation, rest: [Double], of node: Int
    ) throws(ReadError) {
        let course = course(shapes, animation)
        if course.times.isEmpty || course.isConstant && course.row(0).elementsEqual(rest) { return }
        try add(course, to: .weights, of: node)
    }

    /// The course of the weights that an animation gives to blend shapes.
    private mutating func course(_ shapes: USDBlendShapes, _ animation: USDSkelAnimation) -> USDCourse {
        var course = USDCourse(width: shapes.targetCount)
        var last: (time: Double, weights: [Double])?
        let places = Self.places(of: shapes, animation)
        var samples = animation.weights.samples
        if samples.isEmpty, let still = animation.weights.still { samples = [(clock.start, still)] }
        for (time, values) in samples {
            guard course.values.count <= Self.mostClipValues else { break }
            let own = Self.weights(places, values)
            if let last {
                for part in shapes.bends(last.weights, own) {
                    let between = last.time + (time - last.time) * part
                    guard between > course.times.last ?? last.time, between < time, addedKeys > 0 else { continue }
                    addedKeys -= 1
                    let weights = zip(last.weights, own).map { $0 + ($1 - $0) * part }
                    course.append(between, shapes.targetWeights(weights))
                }
            }
            course.append(time, shapes.targetWeights(own))
            last = (time, own)
        }
        return course
    }
}
