import MeshModel

// Nested nodes, transforms, mirrors and instances; and faces that are hard to triangulate.

extension SceneGenerator {
    /// Adds a mesh with concave faces and its own vertex set. A fan from the first corner often folds.
    mutating func drawShapes(_ scene: inout MeshScene) {
        let faces = random.int(1...3)
        guard has(.shapes, oneIn: 3) else { return }
        let directions: [SIMD2<Double>] = [
            SIMD2(4, 0), SIMD2(3, 3), SIMD2(0, 4), SIMD2(-3, 3), SIMD2(-4, 0), SIMD2(-3, -3), SIMD2(0, -4),
            SIMD2(3, -3),
        ]
        var places: [Float] = []
        var corners: [Int32] = []
        var offsets: [Int32] = [0]
        let bends = random.oneIn(4)
        let isSmallOnly = has(.smallFaces, oneIn: 4)
        for face in 0..<faces {
            let isDart = random.oneIn(3)
            let first = random.int(0...7)
            for step in 0..<8 where !isDart || step % 2 == 0 {
                let direction = directions[(first + step) % 8]
                let radius = Double(random.int(0...3) == 0 ? 1 : random.int(2...5))
                let z = bends ? Double(random.int(-2...2)) : direction.x / 2
                if !isSmallOnly { corners.append(Int32(places.count / 3)) }
                places += [Float(direction.x * radius), Float(direction.y * radius + 40 * Double(face)), Float(z)]
            }
            if !isSmallOnly { offsets.append(Int32(corners.count)) }
        }
        for size in 1...2 where has(.smallFaces, oneIn: isSmallOnly ? 1 : 2) {
            for corner in 0..<size { corners.append(Int32(corner)) }
            offsets.append(Int32(corners.count))
        }
        let count = places.count / 3
        var set = VertexSet(count: count, attributes: [Attribute(.position, Column(places, components: 3))])
        if !random.oneIn(4) {
            let normals: [Float] = (0..<count).flatMap { index -> [Float] in
                index % 2 == 0 ? [0, 0, 1] : [0.6, 0.8, 0]
            }
            set.attributes.append(Attribute(.normal, Column(normals, components: 3)))
        }
        set.pools.append(
            Attribute(
                .texCoord(0),
                Column(
                    corners.indices.map { Float($0) / 64 } + [Float](repeating: 0, count: corners.count),
                    components: 2), frame: .bottomLeftUV))
        var primitive = Primitive(
            topology: .polygons, vertexSet: scene.vertexSets.count, elementCount: offsets.count - 1,
            arity: .offsets(Column(offsets)), vertices: Column(corners),
            cornerAttributes: [CornerAttribute(pool: 0, indices: Column(corners.indices.map { Int32($0) }))])
        primitive.elementAttributes = [
            Attribute(.smoothingGroup, Column((0..<offsets.count - 1).map { UInt32($0 + 1) }))
        ]
        if has(.subsets, oneIn: 2) {
            let all = Subset(name: "shapes", ranges: [0..<offsets.count - 1])
            primitive.subsetFamilies = [SubsetFamily(name: "groups", subsets: [all])]
        }
        if scene.materials.count > 1 {
            primitive.material = .perElement(
                Column((0..<offsets.count - 1).map { Int32($0 % scene.materials.count) }))
        }
        scene.vertexSets.append(set)
        scene.nodes.append(Node(name: drawName(oneIn: 2), mesh: scene.meshes.count))
        scene.scenes[0].roots.append(scene.nodes.count - 1)
        scene.meshes.append(Mesh(primitives: [primitive]))
    }

    /// Moves nodes, nests some, adds instances and a mesh without a node.
    mutating func drawHierarchy(_ scene: inout MeshScene) {
        let isDrawn = has(.hierarchy, oneIn: 2)
        guard isDrawn else { return }
        for index in scene.nodes.indices where !random.oneIn(4) { scene.nodes[index].transform = drawTransform() }
        if random.oneIn(2) {
            let copy = Node(
                name: drawName(oneIn: 2), transform: drawTransform(), mesh: random.int(0...scene.meshes.count - 1))
            scene.nodes.append(copy)
            scene.scenes[0].roots.append(scene.nodes.count - 1)
        }
        if random.oneIn(2), let child = scene.scenes[0].roots.popLast() {
            let group = Node(name: drawName(oneIn: 2), transform: drawTransform(), children: [child])
            scene.nodes.append(group)
            scene.scenes[0].roots.append(scene.nodes.count - 1)
        }
        if random.oneIn(4), scene.scenes[0].roots.count > 1, let child = scene.scenes[0].roots.popLast(),
            let parent = scene.scenes[0].roots.first
        {
            scene.nodes[parent].children.append(child)
        }
        if random.oneIn(5) {
            scene.meshes.append(Mesh(name: drawName(oneIn: 2), primitives: scene.meshes[0].primitives))
        }
    }

    mutating func drawTransform() -> NodeTransform {
        let half = 0.5.squareRoot()
        let place = SIMD3(
            random.pick(0, 1, -3.75, 0.1, 16_777_216), random.pick(0, 2.5, 1e-3), random.pick(0, -7, 0.3))
        var rotation = random.pick(
            SIMD4(0, 0, 0, 1), SIMD4(0, 0, half, half), SIMD4(0.5, 0.5, 0.5, 0.5), SIMD4(0.6, 0, 0, 0.8),
            SIMD4(0, -0.28, 0, 0.96))
        let scale = random.pick(
            SIMD3(1, 1, 1), SIMD3(2, 2, 2), SIMD3(1, 2, 0.5), SIMD3(-1, 1, 1), SIMD3(-1.5, -1, -3), SIMD3(0.1, 3, 1))
        let shear = random.pick(0, 0.5, -0.3)
        switch random.int(0...5) {
        case 0: return .identity
        case 1:
            var matrix = [
                scale.x, 0.25, 0, 0, shear, scale.y, 0, 0, 0, shear, scale.z, 0, place.x, place.y, place.z, 1,
            ]
            // Singular ones, large ones, one with a perspective term, and one with w = 2.
            switch (shear, place.x, place.y) {
            case (0.5, 1, 0): matrix[8...10] = [0, 0, 0]
            case (0.5, 1, 2.5): matrix[0...10] = [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
            case (0.5, -3.75, 0): for index in 0..<11 { matrix[index] *= 3000 }
            case (0.5, -3.75, 2.5): matrix[0...10] = [0, 5000, 0, 0, -5000, 0, 0, 0, 0, 0, 7000]
            case (0.5, 0.1, 0): matrix[0...10] = [scale.x, 0, 0, 0.5, 0, scale.y, 0, 0, 0, 0, scale.z]
            case (0.5, 0.1, 2.5): matrix[15] = 2
            default: break
            }
            return .matrix(matrix)
        default:
            // A few don't have length 1: an imprecise, a wrong and a zero rotation.
            switch (shear, place.x, place.y) {
            case (-0.3, 0.1, 0): rotation *= 1.000_001_5
            case (-0.3, 0.1, 2.5): rotation *= 2
            case (-0.3, 0.1, 1e-3): rotation = .zero
            default: break
            }
            return .trs(translation: place, rotation: rotation, scale: scale)
        }
    }
}
