import MeshFormats
import MeshModel

// Skins: what joins the points of a prim to the joints of a skeleton.

extension USDSceneBuilder {
    /// What makes a skin: prims with the same share it.
    struct SkinKey: Hashable {
        var skeleton: Int
        /// The joints in the order of indices.
        var joints: [Int]
        var geomBind: [Double]
    }

    /// The joints of a prim's points, if a skeleton moves it.
    mutating func influences(_ prim: Int) -> USDInfluences? {
        guard bindingOwner(of: "skel:skeleton", from: prim) != nil,
            let owner = bindingOwner(of: Self.jointIndices, from: prim)
        else { return nil }
        // Only what is one for the whole prim is handed down (UsdGeom, PrimvarsAPI).
        if owner != prim, field(owner, Self.jointIndices, "interpolation")?.word ?? "constant" != "constant" {
            return nil
        }
        if let bound = skinJoints(prim), let own = readInfluences(prim, bound.joints.count) {
            if own.areValid { return own }
            warn("usd.skin", prim, "a joint doesn't exist: the mesh isn't moved by joints")
            return nil
        }
        // USD doesn't show what they say, either.
        for name in [Self.jointIndices, Self.jointWeights, Self.geomBind, "skel:joints"] {
            guard let owner = bindingOwner(of: name, from: prim), let property = stage.property(owner, name) else {
                continue
            }
            uses.use(property.opinions, ["default", "timeSamples", "elementSize", "interpolation"], .diagnostic)
        }
        return nil
    }

    /// The prims above one that its joints and weights come from.
    func influencesFromAbove(_ prim: Int) -> [Int] {
        [Self.jointIndices, Self.jointWeights].compactMap { bindingOwner(of: $0, from: prim) }.filter { $0 != prim }
    }

    private static let jointIndices = "primvars:skel:jointIndices"
    private static let geomBind = "primvars:skel:geomBindTransform"
    private static let jointWeights = "primvars:skel:jointWeights"

    /// The skeleton that moves a prim, and its joints in the order of the prim's indices; nil if none does.
    private mutating func skinJoints(_ prim: Int) -> (skeleton: Int, joints: [Int])? {
        guard let bound = boundPrim("skel:skeleton", from: prim), stage.prims[bound].typeName == "Skeleton",
            let skeleton = skeleton(bound), skeleton.count > 0
        else { return nil }
        guard isBelowSkelRoot(prim), isBelowSkelRoot(bound) else {
            warn("usd.skin", prim, "a mesh or its skeleton lies outside of any SkelRoot: USD doesn't move it by joints")
            return nil
        }
        guard hasPose(bound, skeleton) else {
            warn("usd.skin", prim, "its skeleton has no rest pose for each joint: USD doesn't move it by joints")
            return nil
        }
        var joints = Array(0..<skeleton.count)
        if let owner = bindingOwner(of: "skel:joints", from: prim), let own = value(owner, "skel:joints")?.words {
            joints = own.compactMap(skeleton.joints.index)
            guard joints.count == own.count, Set(joints).count == joints.count, !joints.isEmpty else {
                warn(
                    "usd.skin", prim,
                    "'skel:joints' names joints twice or that its skeleton lacks: the mesh isn't moved by joints")
                return nil
            }
        }
        guard joints.allSatisfy({ skeleton.inverseBind[$0] != nil }) else {
            warn("usd.skin", prim, "the bind transform of a joint can't be undone: the mesh isn't moved by joints")
            return nil
        }
        return (bound, joints)
    }

    private mutating func readInfluences(_ prim: Int, _ count: Int) -> USDInfluences? {
        guard let indices = influenceArray(prim, Self.jointIndices),
            let weights = influenceArray(prim, Self.jointWeights)
        else { return nil }
        guard indices.interpolation == weights.interpolation, indices.size == weights.size,
            ["vertex", "constant"].contains(indices.interpolation)
        else {
            warn("usd.skin", prim, "joints and weights belong to different things: the mesh isn't moved by joints")
            return nil
        }
        let isConstant = indices.interpolation == "constant"
        let points = isConstant ? 1 : pointCount(prim)
        guard let points, indices.size > 0, indices.size <= USDInfluences.most,
            indices.column.count == points, weights.column.count == points
        else {
            warn(
                "usd.skin", prim,
                """
                \(points ?? 0) points with \(indices.size) joints each have \(indices.column.count) rows of joints and \
                \(weights.column.count) of weights: the mesh isn't moved by joints
                """)
            return nil
        }
        let mended = weights.column.saneWeights()
        if let mended {
            warn(
                "usd.weights", prim,
                "weights of joints below 0 or no numbers are read as 0, huge ones as 1: \(mended.count)")
        }
        return USDInfluences(
            joints: indices.column, weights: mended?.weights ?? weights.column, size: indices.size,
            isConstant: isConstant, jointCount: count)
    }

    /// An array of influences in rows, from the prim or the nearest ancestor that has it.
    private mutating func influenceArray(_ prim: Int, _ name: String) -> (
        column: Column, size: Int, interpolation: String
    )? {
        guard let owner = bindingOwner(of: name, from: prim), let values = value(owner, name)?.column,
            values.components == 1
        else { return nil }
        let size = field(owner, name, "elementSize")?.number.flatMap { Int(exactly: $0) } ?? 1
        let interpolation = field(owner, name, "interpolation")?.word ?? "constant"
        guard size > 0, size <= USDInfluences.most, values.count % size == 0 else {
            return (values, size, interpolation)
        }
        guard
            var rows = Column(
                viewing: values.storage, offset: values.offset, stride: values.stride * size,
                count: values.count / size, components: size, type: values.type, byteOrder: values.byteOrder),
            values.isPacked
        else { return nil }
        if let indices = value(owner, name + ":indices")?.column, indices.components == 1 {
            var numbers = ContiguousArray<Int32>()
            indices.read(0..<indices.count, into: &numbers)
            guard numbers.allSatisfy({ $0 >= 0 && $0 < rows.count }) else {
                warn("usd.skin", prim, "'\(name)' refers to a row that doesn't exist: the mesh isn't moved by joints")
                return nil
            }
            rows = rows.picked(numbers)
        }
        return (rows, size, interpolation)
    }

    /// Adds joints and weights to the vertices of a mesh.
    mutating func addJoints(_ influences: USDInfluences, to set: Int) {
        scene.vertexSets[set].attributes += influences.attributes(points: scene.vertexSets[set].count)
    }

    /// The number of points of a prim.
    func pointCount(_ prim: Int) -> Int? {
        still(prim, "points")?.column?.count
    }

    // MARK: Skins

    /// Gives each node whose mesh has joints its skin.
    mutating func bindSkins() throws(ReadError) {
        for prim in stage.prims.indices where nodeOf[prim] >= 0 {
            let node = nodeOf[prim]
            try addWeights(prim, node)
            try addCache(prim, node)
            guard let mesh = scene.nodes[node].mesh, skinned.contains(prim), hasJoints(mesh),
                let bound = skinJoints(prim),
                let skin = skin(bound.skeleton, bound.joints, of: prim)
            else { continue }
            scene.nodes[node].skin = skin
            useMethod(prim)
        }
    }

    /// Marks the skinning method, if it is the one that the scene has.
    private mutating func useMethod(_ prim: Int) {
        let name = "primvars:skel:skinningMethod"
        guard let owner = bindingOwner(of: name, from: prim) else { return }
        let word = stage.value(owner, name)?.word
        if word == "classicLinear" {
            _ = value(owner, name)
        } else {
            note("usd.skinning-method", prim, "the skinning method '\(word ?? "")' is read as the linear one")
        }
    }

    func hasJoints(_ mesh: Int) -> Bool {
        scene.meshes[mesh].primitives.contains {
            scene.vertexSets[$0.vertexSet].attribute(.joints(0)) != nil
        }
    }

    private mutating func skin(_ prim: Int, _ joints: [Int], of mesh: Int) -> Int? {
        var place = USDMatrix.identity
        if let owner = bindingOwner(of: Self.geomBind, from: mesh), let numbers = value(owner, Self.geomBind)?.numbers,
            numbers.count == 16, numbers.allSatisfy(\.isFinite)
        {
            place = USDMatrix(rows: numbers)
        }
        let key = SkinKey(skeleton: prim, joints: joints, geomBind: place.rows)
        if let known = skinOf[key] { return known }
        guard let skeleton = skeleton(prim), let nodes = jointNodes[prim] else { return nil }
        _ = value(prim, "bindTransforms")
        var matrices = ContiguousArray<Float>()
        for joint in joints {
            // Rows for row vectors are columns for column vectors.
            let rows = skeleton.inverseBind[joint].map { (place * $0).rows.map { Float($0) } } ?? [.nan]
            guard rows.allSatisfy(\.isFinite) else {
                warn("usd.skin", mesh, "a bind transform of a joint can't be undone: the mesh isn't moved by joints")
                return nil
            }
            matrices.append(contentsOf: rows)
        }
        skinOf[key] = scene.skins.count
        scene.skins.append(
            Skin(
                name: scene.nodes[nodeOf[prim]].name, joints: joints.map { nodes[$0] },
                inverseBindMatrices: Column(matrices, components: 16), skeleton: nodeOf[prim]))
        return scene.skins.count - 1
    }
}
