import MeshFormats
import MeshModel

// Faults of copies that nodes show: in files that hold them, and in the nodes that they become elsewhere.

extension Mutant {
    static let instances: [Mutant] = heldInstances + expandedInstances

    private static func held(
        _ name: String, _ change: @escaping @Sendable (inout NodeInstances) -> Bool
    ) -> Mutant {
        Mutant(name, formats: ["glb", "gltf"]) { scene in
            scene.nodes.alterAny { node in
                guard var instances = node.instances, change(&instances) else { return false }
                node.instances = instances
                return true
            }
        }
    }

    private static func changed(
        _ semantic: AttributeSemantic, _ instances: inout NodeInstances, _ change: (Int, [Double]) -> Double
    ) -> Bool {
        guard let place = instances.attributes.firstIndex(where: { $0.semantic == semantic }) else { return false }
        let column = instances.attributes[place].values
        let numbers = column.doubles()
        let new = column.changed { index, _ in change(index, numbers) }
        instances.attributes[place].values = new
        return new.doubles() != numbers
    }

    private static let heldInstances: [Mutant] = [
        held("the last copy is missing") { instances in
            guard instances.count > 1 else { return false }
            for index in instances.attributes.indices {
                let values = instances.attributes[index].values
                instances.attributes[index].values = values.rows(0..<values.count - 1)
            }
            return true
        },
        held("a copy stands elsewhere") { instances in
            changed(.translation, &instances) { $1[$0] + ($0 == 1 ? 0.25 : 0) }
        },
        held("rotations of copies begin with w") { instances in
            changed(.rotation, &instances) { $1[$0 / 4 * 4 + ($0 + 3) % 4] }
        },
        held("copies are turned the other way") { instances in
            changed(.rotation, &instances) { $0 % 4 == 3 ? $1[$0] : -$1[$0] }
        },
        held("scales of copies are forgotten") { instances in
            guard let scale = instances.attribute(.scale), instances.attributes.count > 1,
                scale.values.doubles().contains(where: { $0 != 1 })
            else { return false }
            instances.attributes.removeAll { $0.semantic == .scale }
            return true
        },
        held("the numbers of copies are lost") { instances in
            instances.attributes.count > 1 && instances.attributes.lose { $0.semantic.name == "_ID" }
        },
        Mutant("one mesh is shown instead of its copies", formats: ["glb", "gltf"]) { scene in
            scene.nodes.alterFirst(where: { $0.instances != nil }) { $0.instances = nil }
        },
    ]

    private static func expanding(
        _ name: String,
        _ change: @escaping @Sendable (MeshScene, inout MeshScene, inout Correspondence.ExpandedInstances) -> Bool
    ) -> Mutant {
        .operation(
            name, { step in if case .expanded(let expanded) = step { expanded } else { nil } }, { .expanded($0) },
            change)
    }

    private static let expandedInstances: [Mutant] = [
        expanding("a copy gets no node") { _, scene, expanded in
            guard let last = expanded.nodes.last, scene.nodes.count == last.copies.upperBound,
                let copy = scene.nodes.last, let mesh = copy.mesh,
                scene.meshes[mesh].primitives.contains(where: { $0.elementCount > 0 })
            else { return false }
            scene.nodes[scene.nodes.count - 1].mesh = nil
            return true
        },
        expanding("a node of the first copy stands where the second does") { _, scene, expanded in
            for own in expanded.nodes where own.copies.count > 1 {
                let (a, b) = (own.copies.lowerBound, own.copies.lowerBound + 1)
                guard let mesh = scene.nodes[a].mesh, scene.nodes[a].transform != scene.nodes[b].transform,
                    scene.meshes[mesh].primitives.contains(where: { $0.elementCount > 0 })
                else { continue }
                scene.nodes[a].transform = scene.nodes[b].transform
                return true
            }
            return false
        },
        expanding("copies are claimed that the source doesn't have") { _, _, expanded in
            guard let last = expanded.nodes.indices.last else { return false }
            let copies = expanded.nodes[last].copies
            expanded.nodes[last].copies = copies.lowerBound..<copies.upperBound + 1
            return true
        },
        .untold("expanding instances is not told", .instancesExpanded),
    ]
}
