import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

extension Mutant {
    /// Faults of welding and of computing normals. Where possible, the correspondence agrees with the fault.
    static let vertices: [Mutant] = welds + normals

    private static let welds: [Mutant] = [
        Mutant(
            // STL has no shared vertices.
            "a weld joins two different vertices", formats: ["obj", "ply"],
            operation: { operation, source, done in
                guard case .weld(let sets, nil) = operation else { return false }
                let (scene, _, _, correspondence, changed) = weldVertices(
                    source, WeldOptions(sets: sets, zerosAreEqual: true, tolerance: 1e6))
                guard changed.contains(where: { $0.moved > 0 }), let step = correspondence.steps.first else {
                    return false
                }
                done.scene = scene
                done.step = step
                done.losses = changed.map {
                    Loss(
                        .vertexWelded, .reencoded, subject: ScenePath.vertexSet($0.set), name: "", count: $0.welded,
                        unit: "vertices", cause: "")
                }
                return true
            }),
        Mutant(
            "a weld tells of a vertex fewer",
            operation: { _, _, done in
                guard let index = done.losses.firstIndex(where: { $0.code == .vertexWelded }) else { return false }
                done.losses[index].count -= 1
                return true
            }),
        Mutant(
            "a weld is not told",
            operation: { _, _, done in
                guard let index = done.losses.firstIndex(where: { $0.code == .vertexWelded }) else { return false }
                done.losses.remove(at: index)
                return true
            }),
        Mutant(
            "a welded corner stands on another vertex than the certificate says", formats: ["obj", "ply"],
            operation: { operation, _, done in
                guard case .weld = operation, case .welded(let weld) = done.step else { return false }
                for merge in weld.merges {
                    for mesh in done.scene.meshes.indices {
                        for index in done.scene.meshes[mesh].primitives.indices {
                            let primitive = done.scene.meshes[mesh].primitives[index]
                            guard primitive.vertexSet == merge.set, primitive.topology == .polygons,
                                var corners = primitive.vertices?.integers(), corners.count > 1,
                                let other = corners.first(where: { $0 != corners[0] })
                            else { continue }
                            corners[0] = other
                            done.scene.meshes[mesh].primitives[index].vertices = Column(corners.map { Int32($0) })
                            return true
                        }
                    }
                }
                return false
            }),
        Mutant(
            "a move of welded vertices is told too small",
            operation: { _, _, done in
                guard
                    let index = done.losses.firstIndex(where: {
                        $0.code == .vertexMoved && ($0.largestError ?? 0) > 0 && $0.largestError != .infinity
                    })
                else { return false }
                done.losses[index].largestError = (done.losses[index].largestError ?? 0) / 2
                return true
            }),
    ]

    private static let normals: [Mutant] = [
        making("a made normal points to the other side") { row in -row },
        making("a made normal is too long") { row in row * 2 },
        making("a made normal is askew") { row in SIMD3(row.y, row.z, row.x) },
        Mutant(
            "made normals are not told",
            operation: { operation, _, done in
                guard case .generateNormals = operation, !done.losses.isEmpty else { return false }
                done.losses.removeAll()
                return true
            }),
    ]

    /// A fault of a normal with a direction, which the correspondence has too.
    private static func making(
        _ name: String, _ change: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
    ) -> Mutant {
        Mutant(
            name,
            operation: { operation, _, done in
                guard case .generateNormals = operation, case .madeNormals(var normals) = done.step else {
                    return false
                }
                for (place, made) in normals.made.enumerated() where made.corners == nil {
                    var values = made.normals.doubles()
                    let row = stride(from: 0, to: values.count, by: 3).first { start in
                        let old = SIMD3(values[start], values[start + 1], values[start + 2])
                        let way = change(old) - old
                        return (way * way).sum() > 0.01
                    }
                    guard let row else { continue }
                    let new = change(SIMD3(values[row], values[row + 1], values[row + 2]))
                    for axis in 0..<3 { values[row + axis] = new[axis] }
                    let column = Column(values, components: 3).converted(like: made.normals)
                    normals.made[place].normals = column
                    for index in done.scene.vertexSets[made.set].attributes.indices
                    where done.scene.vertexSets[made.set].attributes[index].semantic == .normal {
                        done.scene.vertexSets[made.set].attributes[index].values = column
                    }
                    done.step = .madeNormals(normals)
                    return true
                }
                return false
            })
    }
}
