public import MeshModel

/// The part of planning that is the same in every writer: a list of losses, and the words for what a format has no
/// place for at all.
public protocol LossPlanning {
    /// The format's name for people: `PLY`.
    static var formatName: String { get }
    /// What is to be written.
    var content: Content { get }
    /// What was found so far.
    var losses: [Loss] { get set }
}

extension LossPlanning {
    /// The scene that is to be written.
    public var scene: Scene { content.scene }

    /// Adds a loss; a count of zero is none.
    public mutating func lose(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, _ count: Int, _ unit: String,
        error: Double? = nil, _ cause: String, remedy: String? = nil
    ) {
        guard count > 0 else { return }
        losses.append(
            Loss(
                code, severity, subject: subject, name: name, count: count, unit: unit, largestError: error,
                cause: cause, remedy: remedy))
    }

    /// Says that metadata has no place, one loss for each key, by the number of entries that are left out.
    ///
    /// - Parameters:
    ///   - counts: how many entries of each key are left out.
    ///   - cause: why.
    ///   - remedy: what keeps entries of a key.
    public mutating func loseMetadata(
        _ counts: [String: Int], _ cause: String, remedy: (String) -> String? = { _ in nil }
    ) {
        for (key, count) in counts.sorted(by: { $0.key < $1.key }) {
            lose(.metadataDropped, .dropped, ScenePath.metadata(key), key, count, "entries", cause, remedy: remedy(key))
        }
    }

    /// Says that a table has no place.
    public mutating func loseTable(_ index: Int, _ cause: String, remedy: String? = nil) {
        let table = scene.tables[index]
        lose(
            .tableDropped, .dropped, ScenePath.table(index), "table \(table.name)", max(table.rowCount, 1), "rows",
            cause, remedy: remedy)
    }

    /// Says that cameras and lights have no place.
    public mutating func loseCamerasAndLights() {
        for (index, camera) in scene.cameras.enumerated() {
            lose(
                .cameraDropped, .dropped, ScenePath.camera(index), "camera \(camera.name ?? "\(index + 1)")", 1,
                "cameras", "\(Self.formatName) has no cameras", remedy: ".glb")
        }
        for (index, light) in scene.lights.enumerated() {
            lose(
                .lightDropped, .dropped, ScenePath.light(index), "light \(light.name ?? "\(index + 1)")", 1, "lights",
                "\(Self.formatName) has no lights", remedy: ".glb")
        }
    }

    /// Says that the names of textures that arrive have no place.
    ///
    /// - Parameter arrived: the textures that are written.
    public mutating func loseTextureNames(_ arrived: [Int?]) {
        for index in arrived.compactMap(\.self) {
            guard let name = scene.textures[index].name else { continue }
            lose(
                .nameDropped, .dropped, ScenePath.texture(index), "texture \(name)", 1, "textures",
                "\(Self.formatName) names images, not textures")
        }
    }

    /// Says that up axis and unit have no place, as far as they are known, and what readers will take for granted.
    public mutating func loseFrame(_ descriptor: FormatDescriptor) {
        losses += descriptor.frameLosses(of: SceneFrame(of: scene))
    }

    /// Says that names and number of scenes have no place; a single one without a name says nothing.
    ///
    /// - Parameter isRestored: whether the origin record gives them back.
    public mutating func loseScenes(isRestored: Bool = false) {
        let names = scene.scenes.map(\.name)
        guard names.count > 1 || names.contains(where: { $0 != nil }) else { return }
        lose(
            .hierarchyBaked, isRestored ? .reencoded : .dropped, "/scenes", "scenes", names.count, "scenes",
            "\(Self.formatName) has no scenes", remedy: isRestored ? nil : ".glb")
    }

    /// Refuses what operations have to do first: transforms and meshes shown twice.
    ///
    /// - Returns: how often each mesh is shown, 0 or 1.
    @discardableResult
    public func requireFlatHierarchy() throws(WriteError) -> [Int] {
        func refuse(_ what: String) -> WriteError {
            WriteError(.unrepresentable, path: "", "\(Self.formatName) has no \(what): bake them first")
        }
        var shown = [Int](repeating: 0, count: scene.meshes.count)
        for node in scene.nodes {
            if node.transform != .identity { throw refuse("transforms") }
            guard let mesh = node.mesh, shown.indices.contains(mesh) else { continue }
            shown[mesh] += 1
            if shown[mesh] > 1 { throw refuse("instances") }
        }
        return shown
    }

    /// Where each set's vertices begin in one list of all; one entry more than there are sets.
    public static func vertexBases(of scene: Scene) -> [Int] {
        scene.vertexSets.reduce(into: [0]) { bases, set in bases.append((bases.last ?? 0) + set.count) }
    }
}
