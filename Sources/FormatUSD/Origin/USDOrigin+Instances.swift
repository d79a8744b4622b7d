import MeshBytes
import MeshFormats
import MeshModel

// Instances in the origin record.

extension USDOrigin {
    /// The original form of a column of a node's instances.
    struct InstanceForm: Sendable, Hashable {
        /// The node, without added nodes.
        var node: Int
        var attribute: OriginAttribute
    }

    /// The members of the record.
    var instanceMembers: [(String, JSONValue)] {
        guard !instances.isEmpty else { return [] }
        let forms = instances.map { form in JSONValue.object([("node", .int(form.node))] + form.attribute.members) }
        return [("instances", .array(forms))]
    }

    /// Reads the members; false: they make no sense.
    mutating func readInstances(_ record: JSONValue) -> Bool {
        for entry in record.list("instances") {
            guard let node = entry["node"]?.index, let attribute = OriginAttribute(json: entry) else { return false }
            instances.append(InstanceForm(node: node, attribute: attribute))
        }
        return true
    }

    /// Gives a node whose mesh was written below it the copies of that mesh.
    func takeInstances(_ show: Showing, _ isGenerated: [Bool], _ scene: inout MeshScene) {
        for child in scene.nodes[show.node].children where isGenerated[child] {
            for inner in scene.nodes[child].children where scene.nodes[inner].mesh == show.mesh && isGenerated[inner] {
                guard let instances = scene.nodes[inner].instances else { continue }
                scene.nodes[show.node].instances = instances
                return
            }
        }
    }

    /// Gives instances their types again.
    func restoreInstances(_ scene: inout MeshScene) -> Bool {
        var isWhole = true
        for form in instances {
            guard scene.nodes.indices.contains(form.node),
                let place = scene.nodes[form.node].instances?.attributes.firstIndex(where: {
                    $0.semantic.name == form.attribute.stored
                }), let own = scene.nodes[form.node].instances?.attributes[place],
                let restored = form.attribute.restored(own)
            else {
                isWhole = false
                continue
            }
            scene.nodes[form.node].instances?.attributes[place] = restored
        }
        return isWhole
    }
}
