import MeshFormats
import MeshModel

// Skeletons: a node for each joint, below the node of the Skeleton prim, and their animations.

extension USDSceneBuilder {
    /// The skeleton of a prim, or nil if it is invalid.
    mutating func skeleton(_ prim: Int) -> USDSkeleton? {
        if let known = skeletons[prim] { return known }
        let own = readSkeleton(prim)
        skeletons[prim] = .some(own)
        return own
    }

    private mutating func readSkeleton(_ prim: Int) -> USDSkeleton? {
        let paths = value(prim, "joints")?.words ?? []
        let tree: USDJointTree
        do throws(USDJointTree.Defect) { tree = try USDJointTree(paths) } catch {
            switch error {
            case .repeated(let path):
                warn("usd.skeleton", prim, "the joint '\(path)' occurs twice: the skeleton is left out")
            case .misordered(let path):
                warn("usd.skeleton", prim, "the joint '\(path)' comes before its parent: the skeleton is left out")
            }
            return nil
        }
        let names = value(prim, "jointNames")?.words
        let bind = still(prim, "bindTransforms")?.column
        // Marked where joints have it, or meshes are bound by it.
        let rest = still(prim, "restTransforms")?.column
        let matrices = USDSkeleton.matrices(bind, count: paths.count)
        if matrices == nil, bind != nil {
            warn(
                "usd.skeleton", prim,
                "\(paths.count) joints have \(bind?.count ?? 0) bind transforms: identities are used, as USD does")
        }
        return USDSkeleton(
            joints: tree, names: names.flatMap { $0.count == paths.count ? $0 : nil },
            inverseBind: matrices?.map(\.inverse) ?? [USDMatrix?](repeating: .identity, count: paths.count),
            rest: USDSkeleton.matrices(rest, count: paths.count))
    }

    /// Adds the nodes of a skeleton's joints, and their motion to the clip.
    mutating func buildJoints(_ prim: Int) throws(ReadError) {
        guard let skeleton = skeleton(prim) else { return }
        guard skeleton.count > 0 else {
            // Arrays of no joints say nothing.
            for name in ["bindTransforms", "restTransforms"] where still(prim, name)?.column?.count == 0 {
                use(prim, name, "default")
            }
            return
        }
        let animation = animation(of: prim)
        let first = scene.nodes.count
        var places: [String: Int] = [:]
        for (index, joint) in (animation?.hasPoses == true ? animation?.joints ?? [] : []).enumerated() {
            // Of joints that are named twice, USD takes the last.
            places[joint] = index
        }
        for joint in 0..<skeleton.count {
            let place = places[skeleton.joints.paths[joint]]
            var node = Node(name: skeleton.name(of: joint))
            if let place, let parts = animation?.parts(of: place) {
                node.transform = parts.transform
            } else if let matrix = skeleton.rest?[joint] {
                let known = matrix.parts()
                node.transform =
                    known.map { $0.shear <= 1e-6 || place != nil ? $0.parts.transform : .matrix(matrix.rows) }
                    ?? .matrix(matrix.rows)
            }
            scene.nodes.append(node)
            let parent = skeleton.joints.parents[joint]
            scene.nodes[parent < 0 ? nodeOf[prim] : first + parent].children.append(first + joint)
        }
        jointNodes[prim] = Array(first..<first + skeleton.count)
        // Where no mesh is bound by them, they have no effect.
        use(prim, "bindTransforms", "default")
        let isAtRest = (0..<skeleton.count).allSatisfy { joint in
            let matrix = Self.matrix(scene.nodes[first + joint].transform)
            return skeleton.rest.map { rest in
                (0..<16).allSatisfy { (matrix[$0] - rest[joint][$0]).magnitude <= 1e-6 }
            } ?? true
        }
        if isAtRest { _ = value(prim, "restTransforms") }
        guard let animation, !places.isEmpty else { return }
        for joint in 0..<skeleton.count {
            guard let place = places[skeleton.joints.paths[joint]] else { continue }
            try addMotion(animation, place, of: first + joint, prim)
        }
    }

    /// Adds what an animation says of a joint. What always stays as it is at rest needs no keys.
    private mutating func addMotion(
        _ animation: USDSkelAnimation, _ joint: Int, of node: Int, _ prim: Int
    ) throws(ReadError) {
        guard case .trs(let translation, let rotation, let scale) = scene.nodes[node].transform else { return }
        if let place = animation.stretchingPlace(of: joint) {
            try addMotion(of: place, to: node, prim)
            return
        }
        func moving(_ track: USDSkelAnimation.Track, _ rest: [Double], isRotation: Bool = false) -> USDCourse? {
            guard let course = USDSkelAnimation.course(track, of: joint, isRotation: isRotation) else { return nil }
            return course.isConstant && course.row(0).elementsEqual(rest) ? nil : course
        }
        if let course = moving(animation.translations, [translation.x, translation.y, translation.z]) {
            try add(course, to: .translation, of: node)
        }
        let turn = [rotation.x, rotation.y, rotation.z, rotation.w]
        if let course = moving(animation.rotations, turn, isRotation: true) { try add(course, to: .rotation, of: node) }
        if let course = moving(animation.scales, [scale.x, scale.y, scale.z]) { try add(course, to: .scale, of: node) }
    }

    /// Whether a skeleton has a pose. Without one, USD shows meshes as if nothing was bound to them.
    mutating func hasPose(_ prim: Int, _ skeleton: USDSkeleton) -> Bool {
        if skeleton.rest != nil { return true }
        guard let animation = animation(of: prim), animation.hasPoses else { return false }
        let own = Set(animation.joints)
        return skeleton.joints.paths.allSatisfy { own.contains($0) }
    }
}
