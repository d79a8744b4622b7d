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
        .undercounted("a weld tells of a vertex fewer", .vertexWelded),
        .untold("a weld is not told", .vertexWelded),
        .operation(
            "a welded corner stands on another vertex than the certificate says", formats: ["obj", "ply"],
            { step in if case .welded(let weld) = step { weld } else { nil } }, { .welded($0) },
            { _, scene, weld in
                weld.merges.contains { merge in
                    scene.changePrimitive(where: { primitive in
                        primitive.vertexSet == merge.set && primitive.topology == .polygons
                            && Set(primitive.vertices?.integers() ?? []).count > 1
                    }) { primitive in
                        guard var corners = primitive.vertices?.integers(),
                            let other = corners.first(where: { $0 != corners[0] })
                        else { return false }
                        corners[0] = other
                        primitive.vertices = Column(corners.map { Int32($0) })
                        return true
                    }
                }
            }),
        .mistold(
            "a move of welded vertices is told too small",
            where: { $0.code == .vertexMoved && ($0.largestError ?? 0) > 0 && $0.largestError != .infinity },
            { $0.largestError = ($0.largestError ?? 0) / 2 }),
    ]

    private static let normals: [Mutant] = [
        making("a made normal points to the other side") { row in -row },
        making("a made normal is too long") { row in row * 2 },
        making("a made normal is askew") { row in SIMD3(row.y, row.z, row.x) },
        .untold("made normals are not told", .normalsGenerated),
    ]

    /// A fault of a normal with a direction, which the correspondence has too.
    private static func making(
        _ name: String, _ change: @escaping @Sendable (SIMD3<Double>) -> SIMD3<Double>
    ) -> Mutant {
        .operation(
            name, { step in if case .madeNormals(let normals) = step { normals } else { nil } }, { .madeNormals($0) },
            { _, scene, normals in
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
                    for index in scene.vertexSets[made.set].attributes.indices
                    where scene.vertexSets[made.set].attributes[index].semantic == .normal {
                        scene.vertexSets[made.set].attributes[index].values = column
                    }
                    return true
                }
                return false
            })
    }
}
