public import MeshFormats
public import MeshModel

/// Makes a scene fit a target: for each demand that the scene does not meet, the operation that meets it with the least
/// loss. Phases in a fixed order (structure before topology); the same answer on every run.
public enum Legaliser {
    /// What has to be done before `scene` can be written by a format with these needs, and why.
    ///
    /// The frame comes first: where transforms go into positions too, those move and are rounded once.
    ///
    /// - Parameters:
    ///   - scene: what is to be written.
    ///   - needs: what the format demands.
    ///   - target: what the format is called.
    ///   - frame: the unit and the up axis that the output is to have; what the scene does not say of them stays as it
    ///     is.
    public static func operations(
        for scene: Scene, needs: FormatNeeds, target: String, frame: SceneFrame = SceneFrame()
    ) -> [(operation: RouteOperation, why: String)] {
        var operations: [(operation: RouteOperation, why: String)] = []
        let change = change(of: scene, to: frame)
        if change != SceneFrame() {
            let isRoot = !needs.flatHierarchy || !scene.isFlat
            var words: [String] = []
            if let unit = change.metersPerUnit { words.append("in \(LengthUnit.name(ofMeters: unit))") }
            if let axis = change.upAxis { words.append("with \(axis.rawValue) up") }
            operations.append(
                (.convertFrame(change, isRoot: isRoot), "the output is to be \(words.joined(separator: ", "))"))
        }
        if needs.flatHierarchy, !scene.isFlat {
            operations.append((.bakeHierarchy, "\(target) has no transforms and no instances"))
        }
        if needs.triangles, scene.meshes.contains(where: { $0.primitives.contains(where: Self.hasPolygons) }) {
            operations.append((.triangulate, "\(target) has triangles only"))
        }
        return operations
    }

    /// What of a frame the scene says and has otherwise.
    static func change(of scene: Scene, to frame: SceneFrame) -> SceneFrame {
        var change = SceneFrame()
        if let axis = frame.upAxis, let own = scene.upAxis, own != axis { change.upAxis = axis }
        if let unit = frame.metersPerUnit, let own = scene.metersPerUnit, own != unit { change.metersPerUnit = unit }
        return change
    }

    private static func hasPolygons(_ primitive: Primitive) -> Bool {
        primitive.topology == .polygons && !primitive.isTriangles && primitive.elementCount > 0
    }
}

extension Scene {
    /// Whether no node moves its mesh, no mesh is shown twice and each is shown.
    public var isFlat: Bool {
        var shown = [Int](repeating: 0, count: meshes.count)
        for node in nodes {
            if node.transform != .identity { return false }
            if let mesh = node.mesh, shown.indices.contains(mesh) { shown[mesh] += 1 }
        }
        return shown.allSatisfy { $0 == 1 } || (nodes.isEmpty && meshes.isEmpty)
    }
}
