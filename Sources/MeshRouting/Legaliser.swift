public import MeshFormats
public import MeshModel

/// Chooses the operations that make a scene fit a target: for each unmet demand the one with the least loss. Phases are
/// in a fixed order (sharing, structure, topology, normals, colours); the result is deterministic.
public enum Legaliser {
    /// Returns the operations required before a format with these needs can write `scene`, with reasons.
    ///
    /// Instances become nodes first of all, so that no other operation has to know of them. What moves is frozen next, since that makes the shape. Vertices are welded then: equal ones stay equal in
    /// all later steps, and a tolerance is in the unit of the source. The frame is converted before transforms are baked into positions, so these are rounded only once.
    /// Normals and textures come last, computed from the scene to be written.
    ///
    /// - Parameters:
    ///   - scene: the scene to be written.
    ///   - needs: the needs of the format.
    ///   - target: the format's name.
    ///   - wishes: the caller's wishes; a unit or up axis that the scene doesn't define is not converted.
    ///   - source: the needs of the scene's own format; nil: it is from none.
    public static func operations(
        for scene: MeshScene, needs: FormatNeeds, target: String, wishes: RouteWishes = RouteWishes(),
        from source: FormatNeeds? = nil
    ) -> [(operation: RouteOperation, why: String)] {
        var operations: [(operation: RouteOperation, why: String)] = []
        if scene.hasInstances, needs.flatHierarchy || !needs.holdsInstances {
            operations.append((.expandInstances, "\(target) can't store instances, or few programs show them"))
        }
        // At a second of a clip other nodes have transforms than at rest.
        var isFlat = scene.isFlat
        if let motion = motion(scene, needs, wishes, target) {
            operations.append(motion)
            if case .pose(let moment) = motion.operation, moment.clip != nil { isFlat = false }
        }
        // What is left out is neither welded nor rounded.
        if needs.flatHierarchy, scene.mayHide {
            operations.append((.leaveOutHidden, "\(target) can't hide anything"))
        }
        if let weld = weld(scene, needs, wishes.weld, target, from: source) { operations.append(weld) }
        let change = change(of: scene, to: wishes.frame)
        if change != SceneFrame() {
            let isRoot = !needs.flatHierarchy || !isFlat
            var words: [String] = []
            if let unit = change.metersPerUnit { words.append("in \(LengthUnit.name(ofMeters: unit))") }
            if let axis = change.upAxis { words.append("with \(axis.rawValue) up") }
            operations.append(
                (.convertFrame(change, isRoot: isRoot), "requested for the output: \(words.joined(separator: ", "))"))
        }
        if needs.flatHierarchy, !isFlat {
            operations.append((.bakeHierarchy, "\(target) can't store transforms or instances"))
        }
        if needs.triangles, scene.meshes.contains(where: { $0.primitives.contains(where: Self.hasPolygons) }) {
            operations.append((.triangulate, "\(target) can store triangles only"))
        }
        // If corners can't share vertices, the faces' own normals are used.
        if let weight = wishes.normals, needs.sharesVertices {
            operations.append((.generateNormals(weight), "normals were requested"))
        }
        let keepsMTL = needs.texturePlacing == .byMTL
        if needs.texturePlacing != .anywhere, scene.hasPlacedTextures(keepsMTL: keepsMTL) {
            operations.append(
                (
                    .placeTextures(keepsMTL: keepsMTL),
                    "\(target) can't store how textures are moved, scaled and rotated"
                ))
        }
        if wishes.samplesTextures, needs.vertexColors != .none, scene.hasBaseColorTextures {
            operations.append(
                (
                    .sampleTextures(keepsTextures: needs.vertexColors == .alone),
                    "vertex colours from textures were requested"
                ))
        }
        let colored = needs.mostPaintedFaces > 0 ? scene.coloredFaceCount : 0
        if colored > 0, colored <= needs.mostPaintedFaces {
            operations.append(
                (
                    .paintColors(isPlain: needs.paintsPlainly, isSketch: wishes.isSketch),
                    "many viewers of \(target) show textures, not vertex colours"
                ))
        }
        if needs.packsTextures, scene.materials.contains(where: \.hasLooseChannels) {
            operations.append(
                (.packTextures(isSketch: wishes.isSketch), "\(target) has one image for several settings of a material")
            )
        }
        return operations
    }

    /// Freezes what moves, or chooses a clip.
    private static func motion(
        _ scene: MeshScene, _ needs: FormatNeeds, _ wishes: RouteWishes, _ target: String
    ) -> (operation: RouteOperation, why: String)? {
        guard scene.canMove else { return nil }
        if let moment = wishes.moment { return (.pose(moment), "a moment was requested") }
        if needs.isStill || needs.flatHierarchy {
            return (.pose(Moment(clip: wishes.clip)), "\(target) can't store motion")
        }
        guard let clip = wishes.clip, scene.clips.count > 1 else { return nil }
        return (.keepClip(clip), "an animation was requested")
    }

    private static func weld(
        _ scene: MeshScene, _ needs: FormatNeeds, _ rule: WeldRule, _ target: String, from source: FormatNeeds?
    ) -> (operation: RouteOperation, why: String)? {
        switch rule {
        case .none: return nil
        case .auto:
            // Where a format could have shared them and did not, the target keeps its form (flat shading, the way back).
            if let source, source.sharesVertices, !source.flatHierarchy, !needs.flatHierarchy { return nil }
            guard needs.sharesVertices else { return nil }
            let soups = scene.soups
            return soups.isEmpty
                ? nil : (.weld(sets: soups, tolerance: nil), "faces share no vertices, and in \(target) they can")
        case .exact:
            return needs.sharesVertices
                ? (.weld(sets: nil, tolerance: nil), "joining equal vertices was requested") : nil
        case .within(let distance):
            return (.weld(sets: nil, tolerance: distance), "joining vertices near each other was requested")
        case .withinMeters(let distance):
            return Self.weld(scene, needs, .within(distance / (scene.metersPerUnit ?? 1)), target, from: source)
        }
    }

    /// Returns the parts of `frame` that the scene defines differently.
    static func change(of scene: MeshScene, to frame: SceneFrame) -> SceneFrame {
        var change = SceneFrame()
        if let axis = frame.upAxis, let own = scene.upAxis, own != axis { change.upAxis = axis }
        if let unit = frame.metersPerUnit, let own = scene.metersPerUnit, own != unit { change.metersPerUnit = unit }
        return change
    }

    private static func hasPolygons(_ primitive: Primitive) -> Bool {
        primitive.topology == .polygons && !primitive.isTriangles && primitive.elementCount > 0
    }
}

extension MeshScene {
    /// The number of faces with colours that no texture repeats.
    public var coloredFaceCount: Int {
        coloredSurfaces().reduce(0) { $0 + meshes[$1.mesh].primitives[$1.primitive].elementCount }
    }

    /// Whether a material has a texture as its base colour.
    public var hasBaseColorTextures: Bool { materials.contains { $0.texture("baseColor") != nil } }

    /// The vertex sets in which each corner of each polygon has its own vertex: unshared vertices, as in STL.
    public var soups: Set<Int> {
        Set(
            usersOfSets.compactMap { set, users in
                guard users.count == 1, vertexSets.indices.contains(set) else { return nil }
                let own = meshes[users[0].mesh].primitives[users[0].index]
                guard own.topology == .polygons, own.vertices == nil, own.elementCount > 0 else { return nil }
                return own.cornerCount == vertexSets[set].count ? set : nil
            })
    }

    /// Whether nodes are hidden, at rest or at some time, or meshes have none.
    var mayHide: Bool {
        !meshesWithoutNode.isEmpty || nodes.contains { !$0.isVisible } || nodesOfShownScene.contains(false)
            || clips.contains { $0.channels.contains { $0.property == .visibility } }
    }

    /// Whether no node has a transform and each mesh is shown exactly once.
    public var isFlat: Bool {
        var shown = [Int](repeating: 0, count: meshes.count)
        for node in nodes {
            if node.transform != .identity || node.instances != nil { return false }
            if let mesh = node.mesh, shown.indices.contains(mesh) { shown[mesh] += 1 }
        }
        return shown.allSatisfy { $0 == 1 } || (nodes.isEmpty && meshes.isEmpty)
    }
}
