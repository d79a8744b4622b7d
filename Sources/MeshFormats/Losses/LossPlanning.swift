public import MeshModel

/// The part of planning that all writers share: a list of losses, and losses of what a format can't hold at all.
public protocol LossPlanning {
    /// The format's name for people: `PLY`.
    static var formatName: String { get }
    /// The content to be written.
    var content: Content { get }
    /// The losses found so far.
    var losses: [Loss] { get set }
}

extension LossPlanning {
    /// The scene to write.
    @inlinable public var scene: MeshScene { content.scene }

    /// Adds a loss unless the count is zero.
    public mutating func lose(
        _ code: Loss.Code, _ severity: Loss.Severity, _ subject: String, _ name: String, _ count: Int, _ unit: String,
        error: Double? = nil, _ cause: String, remedy: Remedy? = nil, items: [String] = [],
        rank: Loss.Rank? = nil
    ) {
        losses.add(
            code, severity, subject, name, count: count, unit: unit, error: error, cause: cause, remedy: remedy,
            items: items, rank: rank ?? (isMoved(name, subject, by: error) ? .visible : nil))
    }

    /// Whether positions become others by more than a ten-thousandth of their size, which is seen: far from the origin, a
    /// float32 has steps of centimetres.
    private func isMoved(_ name: String, _ subject: String, by error: Double?) -> Bool {
        guard name == AttributeSemantic.position.plainName, let error, error > 0 else { return false }
        let parts = subject.split(separator: "/")
        guard parts.count == 3,
            let set = Int(parts[1]), scene.vertexSets.indices.contains(set),
            subject == ScenePath.vertexAttribute(set: set, .position),
            let box = scene.vertexSets[set].attribute(.position)?.values.box()
        else { return false }
        return error > (box.most - box.least).max() * 1e-4
    }

    /// Reports a component of an attribute that the target has no room for. Alpha that is 1 everywhere shows nothing.
    package mutating func loseComponent(
        _ component: Int, of attribute: Attribute, _ path: String, _ unit: String, _ cause: String, remedy: Remedy?
    ) {
        let isAlpha = attribute.semantic.isColor && component == 3
        let isOpaque = isAlpha && attribute.values.component(3).map(attribute.areFull) == true
        lose(
            .attributeDropped, .dropped, ScenePath.component(path, component),
            "\(isAlpha ? "alpha" : "component \(component + 1)") of \(attribute.semantic.plainName)", attribute.count,
            unit,
            isOpaque ? "\(cause); it is 1 everywhere" : cause,
            remedy: attribute.semantic.isColor ? .format(keeping: .alpha(ofAll: content.colorForms.haveAlpha)) : remedy,
            rank: isOpaque ? .data : nil)
    }

    /// Reports dropped metadata, one loss for each key.
    ///
    /// - Parameters:
    ///   - counts: the number of dropped entries of each key.
    ///   - cause: the reason.
    ///   - remedy: the target that keeps entries of a key.
    public mutating func loseMetadata(
        _ counts: [String: Int], _ cause: String, remedy: (String) -> Remedy? = { _ in nil }
    ) {
        for (key, count) in counts.inKeyOrder {
            lose(.metadataDropped, .dropped, ScenePath.metadata(key), key, count, "entries", cause, remedy: remedy(key))
        }
    }

    /// Reports a dropped table.
    public mutating func loseTable(_ index: Int, _ cause: String) {
        let table = scene.tables[index]
        lose(
            .tableDropped, .dropped, ScenePath.table(index), "table \(table.name)", max(table.rowCount, 1), "rows",
            cause, remedy: .format(keeping: .tables))
    }

    /// Reports all cameras and lights as dropped.
    public mutating func loseCamerasAndLights() {
        for (index, camera) in scene.cameras.enumerated() {
            lose(
                .cameraDropped, .dropped, ScenePath.camera(index), "camera \(camera.name ?? "\(index + 1)")", 1,
                "cameras", "\(Self.formatName) can't store cameras", remedy: .format(keeping: .cameras))
        }
        for (index, light) in scene.lights.enumerated() {
            lose(
                .lightDropped, .dropped, ScenePath.light(index), "light \(light.name ?? "\(index + 1)")", 1, "lights",
                "\(Self.formatName) can't store lights", remedy: .format(keeping: .lights))
        }
    }

    /// Reports all variants of materials as dropped: only the materials that elements wear by themselves are written.
    public mutating func loseVariants() {
        loseVariants(scene.materialVariants, "\(Self.formatName) can store one look only")
    }

    /// Reports variants of materials as dropped.
    package mutating func loseVariants(_ names: [String], _ cause: String) {
        for (index, name) in names.enumerated() {
            lose(
                .variantDropped, .dropped, ScenePath.variant(index),
                name.isEmpty ? "material variant \(index + 1)" : "material variant \(name)", 1, "variants",
                cause, remedy: .format(keeping: .variants))
        }
    }

    /// Reports the dropped names of textures that are written.
    ///
    /// - Parameter arrived: the indices of the textures that are written.
    public mutating func loseTextureNames(_ arrived: [Int?]) {
        for index in arrived.compactMap(\.self) {
            guard let name = scene.textures[index].name else { continue }
            lose(
                .nameDropped, .dropped, ScenePath.texture(index), "texture \(name)", 1, "textures",
                "\(Self.formatName) stores names of images, not of textures")
        }
    }

    /// Reports up axis and unit, where known, as dropped, and what readers will assume.
    public mutating func loseFrame(_ descriptor: FormatDescriptor) {
        losses += descriptor.frameLosses(of: SceneFrame(of: scene))
    }

    /// Reports dropped names and number of scenes; a single one without a name is no loss.
    ///
    /// - Parameter isRestored: whether the origin record restores them.
    public mutating func loseScenes(isRestored: Bool = false) {
        let names = scene.scenes.map(\.name)
        guard names.count > 1 || names.contains(where: { $0 != nil }) else { return }
        lose(
            .hierarchyBaked, isRestored ? .reencoded : .dropped, "/scenes", "scenes", names.count, "scenes",
            "\(Self.formatName) can't store scenes", remedy: isRestored ? nil : .format(keeping: .scenes))
    }

    /// Throws if the scene has transforms or meshes with several instances, which operations must bake first.
    ///
    /// - Returns: the number of instances of each mesh, 0 or 1.
    @discardableResult
    public func requireFlatHierarchy() throws(WriteError) -> [Int] {
        func refuse(_ what: String) -> WriteError {
            WriteError(.unrepresentable, path: "", "\(Self.formatName) can't store \(what): bake them first")
        }
        var shown = [Int](repeating: 0, count: scene.meshes.count)
        for node in scene.nodes {
            if node.transform != .identity { throw refuse("transforms") }
            if node.instances != nil { throw refuse("instances") }
            guard let mesh = node.mesh, shown.indices.contains(mesh) else { continue }
            shown[mesh] += 1
            if shown[mesh] > 1 { throw refuse("instances") }
        }
        return shown
    }
}

extension Attribute {
    /// Whether all values stand for 1.
    fileprivate func areFull(_ values: Column) -> Bool {
        let full = normalized ? values.type.normalizedMaximum ?? 1 : 1
        return values.blocks(of: Double.self).allSatisfy { $0.values.allSatisfy { $0 == full } }
    }
}
