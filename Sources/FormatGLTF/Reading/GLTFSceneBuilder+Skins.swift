import MeshBytes
import MeshFormats
import MeshModel

// Skins (section 3.7.3 of the specification).

extension GLTFSceneBuilder {
    /// Reads all skins. One that is broken is refused; with `lenient` nothing uses it.
    mutating func buildSkins() throws(ReadError) {
        mendWeights()
        for (index, entry) in tree.objects("skins").enumerated() {
            do throws(ReadError) {
                let skin = try skin(entry, "/skins/\(index)")
                skinOf.append(scene.skins.count)
                scene.skins.append(skin)
            } catch {
                try refuse(error, "gltf.skin-left-out", "/skins")
                for name in ["name", "joints", "inverseBindMatrices", "skeleton"] where entry[name] != nil {
                    leftOut["/skins/*/\(name)", default: 0] += 1
                }
                skinOf.append(nil)
            }
        }
    }

    /// Replaces weights of joints that no program can show.
    private mutating func mendWeights() {
        for set in scene.vertexSets.indices {
            for index in scene.vertexSets[set].attributes.indices {
                let semantic = scene.vertexSets[set].attributes[index].semantic
                guard semantic.isOfSkin, semantic.name.hasPrefix("WEIGHTS_"),
                    let mended = scene.vertexSets[set].attributes[index].values.saneWeights()
                else { continue }
                scene.vertexSets[set].attributes[index].values = mended.weights
                tree.warn(
                    "gltf.weights-invalid", "/meshes",
                    "weights of joints below 0 or no numbers are read as 0, huge ones as 1: \(mended.count)")
            }
        }
    }

    private mutating func skin(_ entry: JSONValue, _ pointer: String) throws(ReadError) -> Skin {
        var skin = Skin(name: tree.string(entry, "name", pointer), joints: [])
        var seen: Set<Int> = []
        for (place, value) in (entry["joints"]?.array ?? []).enumerated() {
            let position = "\(pointer)/joints/\(place)"
            guard let node = value.index, node >= 0, node < fileNodeCount else {
                throw .expected("an index below \(fileNodeCount)", position, found: value, .invalidIndex)
            }
            guard seen.insert(node).inserted else {
                throw .expected("each joint once", position, found: "node \(node) again", .invalidIndex)
            }
            skin.joints.append(node)
        }
        guard !skin.joints.isEmpty else {
            throw .expected("joints", "\(pointer)/joints", found: entry["joints"])
        }
        if let value = entry["inverseBindMatrices"] {
            let place = "\(pointer)/inverseBindMatrices"
            let column = try accessors.column(try accessors.index(value, place))
            guard column.components == 16, column.type == .float32, column.count >= skin.joints.count else {
                throw .expected(
                    "\(skin.joints.count) matrices of 16 float32", place,
                    found: "\(column.count) × \(column.components) × \(column.type.name)")
            }
            skin.inverseBindMatrices = mended(column, place)
        }
        skin.skeleton = tree.index(entry, "skeleton", of: fileNodeCount, pointer)
        if entry["skeleton"] != nil, skin.skeleton == nil { leftOut["/skins/*/skeleton", default: 0] += 1 }
        return skin
    }

    /// The matrices, without numbers that no program can show.
    private mutating func mended(_ matrices: Column, _ pointer: String) -> Column {
        let count = matrices.nonFiniteRows().count
        guard count > 0 else { return matrices }
        tree.warn(
            "gltf.inverse-bind-matrix-invalid", pointer,
            "matrices with NaN or infinite numbers are read as ones that move nothing: \(count)")
        var numbers = ContiguousArray<Float>()
        matrices.read(0..<matrices.count, into: &numbers)
        for start in stride(from: 0, to: numbers.count, by: 16) {
            guard !numbers[start..<start + 16].allSatisfy(\.isFinite) else { continue }
            for index in 0..<16 { numbers[start + index] = index % 5 == 0 ? 1 : 0 }
        }
        return Column(numbers, components: 16)
    }

    /// The skin of a node that shows a mesh; nil: it has none, or nothing that it could move.
    mutating func skin(_ entry: JSONValue, of node: Node, _ pointer: String) throws(ReadError) -> Int? {
        guard let number = try reference(entry["skin"], skinOf.count, "/nodes/*/skin", "\(pointer)/skin") else {
            return nil
        }
        guard let mesh = node.mesh, entry["extensions"]?[GLTFExtensions.instancing] == nil else {
            leaveOut("/nodes/*/skin", "gltf.node-skin", "\(pointer)/skin", "the node has a skin, but no mesh for it")
            return nil
        }
        let sets = scene.meshes[mesh].primitives.map(\.vertexSet)
        guard sets.contains(where: { scene.vertexSets[$0].attribute(.joints(0)) != nil }) else {
            leaveOut(
                "/nodes/*/skin", "gltf.node-skin-with-non-skinned-mesh", "\(pointer)/skin",
                "the node has a skin, but its mesh has no joints and weights")
            return nil
        }
        guard let skin = skinOf[number] else {
            leftOut["/nodes/*/skin", default: 0] += 1
            return nil
        }
        for set in sets {
            guard let wrong = wrongJoint(scene.vertexSets[set], scene.skins[skin].joints.count) else { continue }
            try refuse(
                .expected(
                    "joints below \(scene.skins[skin].joints.count)", "\(pointer)/skin",
                    found: "\(wrong.joint) at vertex \(wrong.vertex) of its mesh", .invalidIndex),
                "gltf.accessor-joints-index-oob", "/nodes/*/skin")
            return nil
        }
        return skin
    }

    /// The first joint with a weight that is not one of `count` joints.
    private func wrongJoint(_ set: VertexSet, _ count: Int) -> (joint: Int64, vertex: Int)? {
        var number = 0
        var joints = ContiguousArray<Int64>()
        var weights = ContiguousArray<Float>()
        while let own = set.attribute(.joints(number))?.values, let theirs = set.attribute(.weights(number))?.values,
            own.components == theirs.components
        {
            for rows in own.blocks {
                own.read(rows, into: &joints)
                guard joints.contains(where: { $0 < 0 || $0 >= Int64(count) }) else { continue }
                theirs.read(rows, into: &weights)
                for index in joints.indices where joints[index] < 0 || joints[index] >= Int64(count) {
                    if weights[index] != 0 {
                        return (joints[index], rows.lowerBound + index / max(own.components, 1))
                    }
                }
            }
            number += 1
        }
        return nil
    }
}
