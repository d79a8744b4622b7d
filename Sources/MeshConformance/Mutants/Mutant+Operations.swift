import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

extension Mutant {
    /// Faults of operations. The writer gets the faulty scene, and its file is compared with the source.
    static let operations: [Mutant] =
        triangulations + hierarchies + frames + vertices + paintings + samplings
        + posings

    // MARK: Triangles

    private static let triangulations: [Mutant] = [
        cutting("a triangle is missing") { _, cut, primitive in
            guard cut.elements.popLast() != nil, primitive.subsetFamilies.isEmpty else { return false }
            cut.corners.removeLast(3)
            primitive = primitive.first(primitive.elementCount - 1)
            return true
        },
        cutting("a triangle is turned over") { _, cut, primitive in
            guard cut.corners.count >= 3 else { return false }
            primitive.setCorners { $0.swapAt(1, 2) }
            cut.corners.swapAt(1, 2)
            return true
        },
        cutting("a triangle has a corner of another face") { _, cut, primitive in
            guard let first = cut.elements.first,
                let other = cut.elements.indices.first(where: { cut.elements[$0] != first })
            else { return false }
            primitive.setCorners { $0[0] = $0[3 * other] }
            cut.corners[0] = cut.corners[3 * other]
            return true
        },
        cutting("two triangles of a face are the same") { _, cut, primitive in
            guard let second = cut.elements.indices.first(where: { $0 > 0 && cut.elements[$0] == cut.elements[$0 - 1] })
            else { return false }
            for step in 0..<3 {
                primitive.setCorners { $0[3 * second + step] = $0[3 * second - 3 + step] }
                cut.corners[3 * second + step] = cut.corners[3 * second - 3 + step]
            }
            return true
        },
        cutting("a face with a dent is cut as a fan") { source, cut, primitive in
            let places =
                source.scene.vertexSets[source.primitive.vertexSet].attribute(.position)?.values.doubles() ?? []
            var first = 0
            while first < cut.elements.count {
                let end = cut.elements[first...].firstIndex { $0 != cut.elements[first] } ?? cut.elements.count
                let count = end - first + 2
                let own = cut.corners[3 * first..<3 * end]
                let start = own.min() ?? 0
                let corners = source.primitive.vertices?.integers() ?? []
                let ring = ContiguousArray(
                    (0..<count).map { step -> SIMD3<Double> in
                        let vertex = Int(corners[Int(start) + step]) * 3
                        return SIMD3(places[vertex], places[vertex + 1], places[vertex + 2])
                    })
                let fan = (1..<count - 1).flatMap { step -> [Int32] in [0, Int32(step), Int32(step + 1)] }
                if count > 3, Correspondence.Triangulation.isFolded(ring, ContiguousArray(fan)),
                    !Correspondence.Triangulation.isFolded(ring, ContiguousArray(own.map { $0 - start }))
                {
                    for (step, corner) in fan.enumerated() { cut.corners[3 * first + step] = start + corner }
                    primitive.vertices = Column(cut.corners.map { corners[Int($0)] })
                    primitive.cornerAttributes = []
                    return true
                }
                first = end
            }
            return false
        },
        // STL can't hold numbers of faces.
        cutting("a triangle has another face's number", formats: ["obj", "ply"]) { _, _, primitive in
            guard let index = primitive.elementAttributes.firstIndex(where: { $0.semantic == .smoothingGroup }) else {
                return false
            }
            let column = primitive.elementAttributes[index].values
            var numbers = column.integers()
            guard let other = numbers.indices.first(where: { numbers[$0] != numbers[0] }) else { return false }
            numbers[0] = numbers[other]
            primitive.elementAttributes[index].values = Column(numbers).converted(like: column)
            return true
        },
        cutting("a triangle has another face's material", formats: ["obj"]) { _, _, primitive in
            guard case .perElement(let column) = primitive.material else { return false }
            var materials = column.integers()
            guard let other = materials.indices.first(where: { materials[$0] != materials[0] }) else { return false }
            materials[0] = materials[other]
            primitive.material = .perElement(Column(materials.map { Int32($0) }))
            return true
        },
        .undercounted("a face fewer is told to be cut", .topologyTriangulated),
        .untold("a face that is taken out is not told", .topologyDropped),
    ]

    /// A fault of triangulation that scene and correspondence agree on.
    private static func cutting(
        _ name: String, formats: Set<String>? = nil,
        _ change:
            @escaping @Sendable (
                (scene: MeshScene, primitive: Primitive), inout Correspondence.Triangulation.Cut, inout Primitive
            ) -> Bool
    ) -> Mutant {
        .operation(
            name, formats: formats,
            { step in if case .triangulated(let cuts) = step { cuts } else { nil } }, { .triangulated($0) },
            { source, scene, triangulation in
                for index in triangulation.cuts.indices {
                    var cut = triangulation.cuts[index]
                    var primitive = scene.meshes[cut.mesh].primitives[cut.primitive]
                    guard
                        change(
                            (source, source.meshes[cut.mesh].primitives[cut.primitive]), &cut, &primitive)
                    else { continue }
                    triangulation.cuts[index] = cut
                    scene.meshes[cut.mesh].primitives[cut.primitive] = primitive
                    return true
                }
                return false
            })
    }

    // MARK: Hierarchies

    static let hierarchies: [Mutant] = [
        moving("a transform is transposed") { scene in
            for index in scene.nodes.indices {
                switch scene.nodes[index].transform {
                case .identity: break
                case .trs(let place, let q, let scale):
                    scene.nodes[index].transform =
                        .trs(translation: place, rotation: SIMD4(-q.x, -q.y, -q.z, q.w), scale: scale)
                case .matrix(let m):
                    scene.nodes[index].transform = .matrix([
                        m[0], m[4], m[8], m[3], m[1], m[5], m[9], m[7], m[2], m[6], m[10], m[11], m[12], m[13], m[14],
                        m[15],
                    ])
                }
            }
        },
        moving("a parent's transform is forgotten") { scene in
            for index in scene.nodes.indices where !scene.nodes[index].children.isEmpty {
                scene.nodes[index].transform = .identity
            }
        },
        moving("a scale is forgotten") { scene in
            for index in scene.nodes.indices {
                if case .trs(let place, let rotation, let scale) = scene.nodes[index].transform {
                    let signs = SIMD3<Double>(scale.x < 0 ? -1 : 1, scale.y < 0 ? -1 : 1, scale.z < 0 ? -1 : 1)
                    scene.nodes[index].transform = .trs(translation: place, rotation: rotation, scale: signs)
                }
            }
        },
        // OBJ has no normals of vertices that no face uses.
        baking("normals are scaled as positions are", formats: ["ply"]) { source, scene, hierarchy in
            var isChanged = false
            for showing in hierarchy.showings {
                for set in showing.vertexSets {
                    let old = source.vertexSets[hierarchy.vertexSets[set]].attributes
                    for (index, turned) in scene.vertexSets[set].attributes.enumerated()
                    where turned.semantic == .normal {
                        guard let scaled = scaled(old[index], by: showing.transform, like: turned) else { continue }
                        scene.vertexSets[set].attributes[index].values = scaled
                        isChanged = true
                    }
                }
            }
            return isChanged
        },
        Mutant(
            "an instance is left out",
            operation: { operation, source, done in
                guard operation == .bakeHierarchy else { return false }
                var fewer = source
                for index in source.nodes.indices.reversed() {
                    guard let mesh = source.nodes[index].mesh, source.nodes.count(where: { $0.mesh == mesh }) > 1 else {
                        continue
                    }
                    fewer.nodes[index].mesh = nil
                    let (scene, correspondence, _) = bakeHierarchy(fewer)
                    done.scene = scene
                    done.step = correspondence.steps.first
                    return true
                }
                return false
            }),
        baking("a mirrored mesh is inside out") { _, scene, hierarchy in
            for (mesh, showing) in hierarchy.showings.enumerated() where showing.isReversed {
                for index in scene.meshes[mesh].primitives.indices {
                    let primitive = scene.meshes[mesh].primitives[index]
                    guard primitive.topology == .polygons, case .uniform(3) = primitive.arity,
                        Set(primitive.vertices?.integers().prefix(3) ?? []).count == 3
                    else { continue }
                    scene.meshes[mesh].primitives[index].turnTriangles()
                    return true
                }
            }
            return false
        },
        baking("a mirror is not seen") { _, scene, hierarchy in
            for (mesh, showing) in hierarchy.showings.enumerated() where showing.isReversed {
                let primitives = scene.meshes[mesh].primitives
                guard primitives.allSatisfy({ $0.topology != .polygons || $0.isTriangles }) else { continue }
                hierarchy.showings[mesh].isReversed = false
                for index in primitives.indices where primitives[index].topology == .polygons {
                    scene.meshes[mesh].primitives[index].turnTriangles()
                }
                return true
            }
            return false
        },
        // STL leaves out vertices that no facet uses, so their changes don't show.
        baking("moved positions are a step off", formats: ["obj", "ply"]) { _, scene, hierarchy in
            for showing in hierarchy.showings where showing.transform != .identity {
                for set in showing.vertexSets {
                    guard
                        let index = scene.vertexSets[set].attributes.firstIndex(where: {
                            $0.semantic == .position && $0.values.type == .float32
                                && $0.values.doubles().contains { $0.isFinite && abs($0) < 1e30 }
                        })
                    else { continue }
                    let column = scene.vertexSets[set].attributes[index].values
                    scene.vertexSets[set].attributes[index].values = column.changed {
                        abs($1) < 1e30 ? Double(Float($1).nextUp) : $1
                    }
                    return true
                }
            }
            return false
        },
        Mutant(
            // STL leaves out vertices that no facet uses, so their changes don't show.
            "the rounding of moved positions is not told", formats: ["obj", "ply"],
            operation: { operation, _, done in
                operation == .bakeHierarchy && done.losses.lose { $0.code == .precisionReduced }
            }),
        baking("a showing is claimed for another node") { _, _, hierarchy in
            guard let first = hierarchy.showings.firstIndex(where: { $0.node != nil }),
                let other = hierarchy.showings.lastIndex(where: { $0.node != nil }), first != other
            else { return false }
            let node = hierarchy.showings[first].node
            hierarchy.showings[first].node = hierarchy.showings[other].node
            hierarchy.showings[other].node = node
            // Two nodes with the same mesh and transform are interchangeable.
            let (a, b) = (hierarchy.showings[first], hierarchy.showings[other])
            return a.mesh != b.mesh || a.transform != b.transform
        },
    ]

    private static func baking(
        _ name: String, formats: Set<String>? = nil,
        _ change: @escaping @Sendable (MeshScene, inout MeshScene, inout Correspondence.BakedHierarchy) -> Bool
    ) -> Mutant {
        .operation(
            name, formats: formats, { step in if case .baked(let hierarchy) = step { hierarchy } else { nil } },
            { .baked($0) }, change)
    }

    /// Returns normals times the matrix, of unit length if they were; nil if they hardly differ from the correct ones.
    private static func scaled(_ normals: Attribute, by transform: Affine, like turned: Attribute) -> Column? {
        guard normals.values.components == 3, !normals.normalized else { return nil }
        var direction = transform
        direction.translation = SIMD3()
        let before = normals.values.doubles()
        var values: [Double] = []
        for row in stride(from: 0, to: before.count, by: 3) {
            let old = SIMD3(before[row], before[row + 1], before[row + 2])
            let moved = direction.applied(to: old)
            let length = (moved * moved).sum().squareRoot()
            let isUnit = abs((old * old).sum() - 1) < 1e-6 && length > 0
            let new = isUnit ? moved / length : moved
            values += [new.x, new.y, new.z]
        }
        let differs = zip(values, turned.values.doubles()).contains {
            $0.isFinite && abs($0 - $1) > 1e-3 * abs($1) + 1e-3
        }
        return differs ? Column(values, components: 3).converted(like: turned.values) : nil
    }

    /// A fault of transforms that the correspondence agrees on: it bakes a scene with changed nodes.
    private static func moving(_ name: String, _ change: @escaping @Sendable (inout MeshScene) -> Void) -> Mutant {
        baking(name) { source, scene, hierarchy in
            var moved = source
            change(&moved)
            let (baked, correspondence, _) = bakeHierarchy(moved)
            guard case .baked(let after) = correspondence.steps.first else { return false }
            let differs = zip(hierarchy.showings, after.showings).contains { old, new in
                !old.transform.isNear(new.transform)
            }
            (scene, hierarchy) = (baked, after)
            return differs
        }
    }
}

extension Affine {
    fileprivate func isNear(_ other: Affine) -> Bool {
        zip([x, y, z, translation], [other.x, other.y, other.z, other.translation]).allSatisfy { a, b in
            (0..<3).allSatisfy { abs(a[$0] - b[$0]) <= 1e-6 }
        }
    }
}

extension Primitive {
    /// Reorders corners; each keeps its vertex and its values.
    fileprivate mutating func setCorners(_ change: (inout [Int64]) -> Void) {
        func changed(_ column: Column?) -> Column {
            var values = column?.integers() ?? (0..<cornerCount).map { Int64($0) }
            change(&values)
            return Column(values)
        }
        vertices = changed(vertices)
        for index in cornerAttributes.indices {
            cornerAttributes[index].indices = changed(cornerAttributes[index].indices)
        }
    }

    /// Turns each triangle over; the first corner stays.
    fileprivate mutating func turnTriangles() {
        setCorners { corners in
            for first in stride(from: 0, to: corners.count, by: 3) { corners.swapAt(first + 1, first + 2) }
        }
    }

    /// Returns the first triangles of a primitive without subsets.
    fileprivate func first(_ count: Int) -> Primitive {
        var fewer = self
        fewer.elementCount = count
        fewer.vertices = vertices.map { Column($0.integers().prefix(3 * count).map { $0 }) }
        for index in cornerAttributes.indices {
            fewer.cornerAttributes[index].indices = cornerAttributes[index].indices.map {
                Column($0.integers().prefix(3 * count).map { $0 })
            }
        }
        for index in elementAttributes.indices where elementAttributes[index].offsets == nil {
            fewer.elementAttributes[index].values = elementAttributes[index].values.rows(0..<count)
        }
        if case .perElement(let column) = material { fewer.material = .perElement(column.rows(0..<count)) }
        return fewer
    }
}

extension Column {
    /// Returns the numbers in the type of another column.
    func converted(like other: Column) -> Column {
        let values = doubles()
        return other.rows(0..<0).components == components && other.count == count
            ? other.changed { index, _ in values[index] } : self
    }
}
