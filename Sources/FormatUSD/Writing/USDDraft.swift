import MeshBytes
import MeshFormats
import MeshModel

/// What planning has decided so far: the layer with its images, the losses, the correspondence and the origin record.
struct USDDraft: LossPlanning {
    static let formatName = "USD"
    let content: Content
    let options: USDOptions
    /// The texture that was painted from colours of the scene.
    let painted: Correspondence.PaintedColors?
    /// The painted pool of each primitive, by mesh and primitive.
    private let paintedPools: [[Int]: Int]

    var layer = USDLayer()
    var images: [USDWrittenFile.ImageFile] = []
    var losses: [Loss] = []
    var links = Correspondence()
    /// The correspondence for a reader that restores the scene from the origin record.
    var restored = Correspondence()
    var origin = USDOrigin()
    var bent = Bend()
    /// The settings of materials that change with time, and that USD can't hold.
    var unsaid: [USDMovedSetting] = []

    init(_ content: Content, _ options: USDOptions) {
        self.content = content
        self.options = options
        painted = content.steps.lazy.compactMap { if case .painted(let own) = $0 { own } else { nil } }.first
        paintedPools = Dictionary(
            (painted?.surfaces ?? []).map { ([$0.mesh, $0.primitive], $0.pool) },
            uniquingKeysWith: { first, _ in first })
    }

    /// The planned file.
    var file: USDWrittenFile {
        USDWrittenFile(layer: layer, encoding: options.encoding, isPackage: options.isPackage, images: images)
    }

    /// Whether the colours are written too, so that readers of the record can remove the painting.
    var takesPaintingAway: Bool { painted != nil && options.colors != .texture }

    /// The pool with a shape's coordinates in the painting.
    func paintedPool(_ shape: USDPlannedShape) -> Int? { paintedPools[[shape.place.mesh, shape.place.index]] }

    /// Whether a material shows the painted texture.
    func isPainted(_ material: Int) -> Bool {
        guard let painted else { return false }
        return painted.materials[material] != nil
            || (painted.newMaterial != nil && material == scene.materials.count - 1)
    }

    // MARK: Layer

    mutating func planFrame(isRooted: Bool) {
        let cause = "not stated in the input; stored as"
        if scene.upAxis == nil {
            lose(.axisAssumed, .reencoded, ScenePath.upAxis, "up axis", 1, "values", cause + " Y")
        }
        if scene.metersPerUnit == nil {
            lose(.unitAssumed, .reencoded, ScenePath.metersPerUnit, "unit", 1, "values", cause + " metres")
        }
        origin.hasUpAxis = scene.upAxis != nil
        origin.hasUnit = scene.metersPerUnit != nil
        origin.isRooted = isRooted
        origin.nestsSkins = scene.nestsSkins && !scene.skins.isEmpty
        if isRooted {
            lose(
                .frameRooted, .reencoded, ScenePath.upAxis, "up axis", 1, "values",
                "turned to Y up by a root node, as Quick Look needs")
        }
        layer.specs[0]["upAxis"] = .token((isRooted ? .y : scene.upAxis ?? .y).rawValue)
        layer.specs[0]["metersPerUnit"] = .real(.double, scene.metersPerUnit ?? 1)
    }

    /// Adds metadata to `customLayerData`, with several values of a key as an array. A single documentation text
    /// becomes the layer's documentation.
    mutating func planMetadata() {
        let kept = scene.metadata.filter(USDOrigin.isAllowed)
        loseMetadata(
            scene.metadata.filter { !USDOrigin.isAllowed($0) }.reduce(into: [:]) { $0[$1.key, default: 0] += 1 },
            "USD can't store this name, or meshconv uses it for its own record")
        // Entries of one key that aren't adjacent.
        if zip(kept, kept.dropFirst()).count(where: { $0.key != $1.key }) + 1 > Set(kept.map(\.key)).count,
            !kept.isEmpty
        {
            origin.metadata = kept.map(\.key)
        }
        var entries: [USDEntry] = []
        for (key, own) in Dictionary(grouping: kept, by: \.key) {
            if key == "documentation", own.count == 1 {
                layer.specs[0]["documentation"] = .text(.string, own[0].value)
            } else {
                let value = own.count == 1 ? .text(.string, own[0].value) : USDValue.texts(.string, own.map(\.value))
                entries.append(USDEntry(name: key, value: value))
            }
        }
        if !options.omitsOrigin, let record = origin.record {
            var parts: [USDEntry] = []
            if !origin.numbers.isEmpty {
                let numbers = USDArray(type: .float, values: Column(origin.numbers))
                parts.append(USDEntry(name: USDOrigin.numbersKey, value: .array(numbers)))
            }
            parts.append(USDEntry(name: USDOrigin.textKey, value: .text(.string, record.text())))
            if !origin.residuals.isEmpty {
                let residuals = USDArray(type: .int, values: Column(origin.residuals))
                parts.append(USDEntry(name: USDOrigin.residualsKey, value: .array(residuals)))
            }
            entries.append(USDEntry(name: OriginRecord.key, value: .dictionary(parts)))
        }
        // USD sorts dictionaries by name.
        entries.sort { Array($0.name.utf8).lexicographicallyPrecedes(Array($1.name.utf8)) }
        if !entries.isEmpty { layer.specs[0]["customLayerData"] = .dictionary(entries) }
    }
}
