import MeshFormats
import MeshModel

extension Mutant {
    /// Faults of converting units and up axes. Where possible, the operation's correspondence agrees with the fault.
    static let frames: [Mutant] = [
        framing("a scene is turned the other way") { _, scene, _ in
            // Half a turn about x, after the correct one.
            scene.changePositions { SIMD3($0.x, -$0.y, -$0.z) }
        },
        // OBJ has no normals of vertices that no face uses, STL no vertex normals.
        framing("a scene is turned and its normals are not", formats: ["ply"]) { source, scene, _ in
            var isChanged = false
            for set in scene.vertexSets.indices {
                for (index, attribute) in scene.vertexSets[set].attributes.enumerated()
                where attribute.semantic == .normal {
                    let old = source.vertexSets[set].attributes[index]
                    guard old.values.components == 3, !old.normalized, old.values.differs(from: attribute.values)
                    else { continue }
                    scene.vertexSets[set].attributes[index].values = old.values.converted(like: attribute.values)
                    isChanged =
                        isChanged || scene.vertexSets[set].attributes[index].values.differs(from: attribute.values)
                }
            }
            return isChanged
        },
        framing("a scene becomes ten times as large") { _, scene, _ in scene.changePositions { $0 * 10 } },
        framing("a scene becomes ten times as large, and the certificate says so") { _, scene, framing in
            framing.scale *= 10
            return scene.changePositions { $0 * 10 }
        },
        framing("vertices are left where they are, and the certificate says so") { source, scene, framing in
            framing.scale = 1
            framing.upAxis = nil
            framing.metersPerUnit = nil
            scene.vertexSets = source.vertexSets
            scene.upAxis = source.upAxis
            scene.metersPerUnit = source.metersPerUnit
            // Without vertices nothing changed.
            return source.vertexSets.contains { $0.count > 0 && $0.attribute(.position) != nil }
        },
        .untold("a turn is not told", .frameTurned),
        .undercounted("another unit is told of fewer vertices", .frameScaled),
    ]

    private static func framing(
        _ name: String, formats: Set<String>? = nil,
        _ change: @escaping @Sendable (MeshScene, inout MeshScene, inout Correspondence.Framing) -> Bool
    ) -> Mutant {
        .operation(
            name, formats: formats,
            { step in if case .framed(let framing) = step, framing.roots == nil { framing } else { nil } },
            { .framed($0) }, change)
    }
}

extension MeshScene {
    /// Moves positions; false if none of them changed.
    fileprivate mutating func changePositions(_ change: (SIMD3<Double>) -> SIMD3<Double>) -> Bool {
        var isChanged = false
        for set in vertexSets.indices {
            for (index, attribute) in vertexSets[set].attributes.enumerated()
            where attribute.semantic == .position && attribute.values.components == 3 {
                var values = attribute.values.doubles()
                for row in stride(from: 0, to: values.count, by: 3) {
                    let new = change(SIMD3(values[row], values[row + 1], values[row + 2]))
                    for axis in 0..<3 { values[row + axis] = new[axis] }
                }
                let column = Column(values, components: 3).converted(like: attribute.values)
                // A NaN position stays unchanged.
                isChanged =
                    isChanged || zip(column.doubles(), attribute.values.doubles()).contains { $0 != $1 && !$0.isNaN }
                vertexSets[set].attributes[index].values = column
            }
        }
        return isChanged
    }
}
