import MeshBytes
import MeshFormats
import MeshModel

// What of a broken primitive can be shown (`ReadOptions.lenient`).

extension GLTFSceneBuilder {
    /// Throws if a primitive needs an extension that is required and not known.
    func requireKnown(_ entry: JSONValue, _ pointer: String) throws(ReadError) {
        guard let name = entry["extensions"]?.object?.first(where: { tree.unknown.contains($0.0) })?.0 else { return }
        throw ReadError(
            .unsupported, .jsonPointer("\(pointer)/extensions/\(name)"),
            "the primitive needs the extension \(name), which meshconv doesn't support")
    }

    /// Takes as many vertices as all attributes have; the others are left out.
    mutating func takeCommonCount(
        _ members: [(name: String, accessor: Int)], _ set: inout VertexSet, _ pointer: String
    ) throws(ReadError) {
        for member in members {
            let count = try accessors.column(member.accessor).count
            guard count != set.count else { continue }
            broken["/meshes/*/primitives/*/attributes/\(member.name)", default: 0] += abs(count - set.count)
            tree.warn(
                "gltf.mesh-primitive-unequal-accessor-count", "\(pointer)/attributes/\(member.name)",
                "\(count) values, but the first attribute has \(set.count); only the common ones are used",
                .error)
            set.count = min(set.count, count)
        }
    }

    /// Leaves out elements with a vertex that does not exist. Without `lenient` there are none.
    mutating func leaveOutWrong(_ primitive: inout Primitive, _ vertexCount: Int) {
        guard options.lenient, let vertices = primitive.vertices, case .uniform(let arity) = primitive.arity, arity > 0,
            (vertices.largestIndex ?? -1) >= vertexCount
        else { return }
        var list = ContiguousArray<Int32>()
        vertices.read(0..<vertices.count, into: &list)
        var kept = ContiguousArray<Int32>()
        kept.reserveCapacity(list.count)
        for start in stride(from: 0, through: list.count - arity, by: arity) {
            let element = list[start..<start + arity]
            if element.allSatisfy({ $0 >= 0 && Int($0) < vertexCount }) { kept.append(contentsOf: element) }
        }
        broken["/meshes/*/primitives/*/indices/faces", default: 0] += (list.count - kept.count) / arity
        primitive.vertices = Column(kept)
        primitive.elementCount = kept.count / arity
    }

    /// The centre that all positions are relative to (CESIUM_RTC), as a node above the roots of each scene.
    ///
    /// The centre is geocentric, with the Z axis through the pole, and glTF has Y up.
    mutating func addCenter() {
        let owner = tree.root["extensions"]?[GLTFExtensions.center]
        let numbers = owner?.list("center").compactMap(\.number) ?? []
        guard numbers.count == 3, numbers.allSatisfy(\.isFinite) else { return }
        let center = SIMD3(numbers[0], numbers[2], -numbers[1])
        var moved: [Int: Int] = [:]
        for index in scene.scenes.indices where !scene.scenes[index].roots.isEmpty {
            let roots = scene.scenes[index].roots
            // A root may be in several scenes, and has one parent.
            let known = Set(roots.map { moved[$0] })
            if known != [nil] {
                if let only = known.first, let only, known.count == 1, scene.nodes[only].children == roots {
                    scene.scenes[index].roots = [only]
                } else {
                    tree.warn(
                        "gltf.center", "/scenes/\(index)",
                        "this scene shares some roots with another; it could not be moved to the centre",
                        .error)
                }
                continue
            }
            for root in roots { moved[root] = scene.nodes.count }
            var node = Node(name: GLTFExtensions.center)
            node.transform = .trs(translation: center, rotation: SIMD4(0, 0, 0, 1), scale: .one)
            node.children = roots
            scene.scenes[index].roots = [scene.nodes.count]
            scene.nodes.append(node)
        }
    }
}
