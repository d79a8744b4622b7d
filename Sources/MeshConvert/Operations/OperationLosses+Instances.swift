import MeshFormats
import MeshModel
import MeshOperations
import MeshRouting

// Instances that become nodes.

extension OperationLosses {
    static func expand(_ scene: MeshScene) -> Operated {
        let (expanded, correspondence) = expandInstances(scene)
        var losses: [Loss] = []
        for (index, node) in scene.nodes.enumerated() {
            guard let instances = node.instances else { continue }
            let name = node.name ?? "node \(index + 1)"
            losses.add(
                .instancesExpanded, .approximated, ScenePath.instances(node: index), "instances of \(name)",
                count: instances.count, unit: "copies",
                cause: "each became a node of its own: nothing looks different",
                remedy: .format(keeping: .instances), rank: .bookkeeping)
            for attribute in instances.attributes where attribute.semantic.widthOfInstances == nil {
                losses.add(
                    .attributeDropped, .dropped, ScenePath.instances(node: index, attribute.semantic),
                    "\(attribute.semantic.name) of instances of \(name)", count: instances.count, unit: "copies",
                    cause: "nodes can't store it", remedy: .format(keeping: .instances))
            }
        }
        return Operated(scene: expanded, step: correspondence.steps.first, losses: losses)
    }
}
