import MeshFormats
import MeshModel

/// The materials in the layer, followed by generated ones for elements without a material.
struct USDMaterials {
    /// The path of each material.
    private(set) var paths: [String] = []
    /// The indices of the generated materials.
    private var plain: [USDPlainMaterial: Int] = [:]
    /// The paths of colours that are left out because Quick Look would not show them.
    private(set) var unseenColors: Set<String> = []
    /// The names of the coordinates that each material uses.
    private(set) var coordinateNames: [[String]] = []

    /// Adds all materials, and reports their losses.
    init(_ tree: USDPrimTree, _ prims: USDPrims, _ images: USDImages, _ motion: USDMotion, _ draft: inout USDDraft) {
        draft.links.materials = draft.scene.materials.indices.map { $0 }
        draft.restored.materials = draft.links.materials
        if draft.painted?.newMaterial != nil { draft.restored.materials.removeLast() }
        guard let scope = prims.materials else { return }
        var names = USDNames()
        let colored = Self.materialsWithColors(tree, draft)
        if draft.options.isQuickLook { unseenColors = Self.unseenColors(tree, colored, draft) }
        for (index, material) in draft.scene.materials.enumerated() {
            var surface = addMaterial(material.name ?? "Material", scope, tree, &names, &draft)
            if let own = material.name, own != surface.name {
                draft.layer.specs[surface.prim]["displayName"] = .text(.string, own)
            }
            if material.name == nil {
                draft.lose(
                    .nameChanged, .reencoded, ScenePath.material(index), "material \(index + 1)", 1, "materials",
                    "unnamed in the input; USD needs a name, so it got one")
                draft.origin.namelessMaterials.append(index)
            }
            let moved = USDMovedSettings(.material(index), motion)
            // What moves is one of both.
            let isStill = moved?.names.isDisjoint(with: SceneMaterial.emission) ?? true
            let whole = isStill ? material.withWholeEmission : material
            let stated = moved.map { whole.stating($0.names) } ?? whole
            let slots = Set(moved.map { $0.names.compactMap { SceneMaterial.textureSetting($0)?.slot } } ?? [])
            surface.movingSlots = slots
            let movesCutoff = moved?.names.contains("alphaCutoff") ?? false
            surface.add(Self.spelled(stated, movesCutoff), colors: colored[index], images, &draft)
            if let moved {
                let (prim, name, path) = (surface.prim, surface.name, surface.path)
                var scratch = draft
                moved.add(to: prim, of: &draft.layer) { numbers in
                    scratch.layer = USDLayer()
                    var own = USDSurface(
                        prim: scratch.layer.define(name, "Material", below: 0), name: name, path: path)
                    own.movingSlots = slots
                    own.add(
                        Self.spelled(stated.with(numbers), movesCutoff), colors: colored[index], images, &scratch)
                    return (scratch.layer, own.prim)
                }
            }
            // An extra reader, for programs that would rather show the exact colours.
            if draft.takesPaintingAway, draft.isPainted(index) { surface.addColorReader(&draft) }
        }
        for shape in tree.shapes where shape.materials.contains(-1) {
            guard let kind = draft.plainMaterial(of: shape), plain[kind] == nil else { continue }
            plain[kind] = paths.count
            var surface = addMaterial(kind.name, scope, tree, &names, &draft)
            let material = SceneMaterial(model: draft.scene.bareModel)
            surface.add(material.spelled(in: .previewSurface), colors: kind == .white ? nil : kind, images, &draft)
            draft.lose(
                .materialGenerated, .reencoded, ScenePath.material(draft.links.materials.count), "material", 1,
                "materials", "a plain material was added, so that all viewers show the same")
            draft.links.materials.append(nil)
        }
        draft.origin.bareModel = draft.scene.bareModel
        draft.origin.plainMaterials =
            plain.count + (draft.takesPaintingAway && draft.painted?.newMaterial != nil ? 1 : 0)
        readBack(scope, tree, images, motion, &draft)
    }

    /// The material in USD's terms. With a threshold of 0, USD blends instead of cutting, so a cutoff that moves is never written
    /// as 0.
    private static func spelled(_ material: SceneMaterial, _ movesCutoff: Bool) -> SceneMaterial {
        let least = Double(Float.leastNormalMagnitude)
        guard movesCutoff, let cutoff = material.setting("alphaCutoff")?.first, cutoff < least else {
            return material.spelled(in: .previewSurface)
        }
        return material.with(["alphaCutoff": [least]]).spelled(in: .previewSurface)
    }

    private mutating func addMaterial(
        _ name: String, _ scope: Int, _ tree: USDPrimTree, _ names: inout USDNames, _ draft: inout USDDraft
    ) -> USDSurface {
        let name = names.unique(name)
        let prim = draft.layer.define(name, "Material", below: scope)
        paths.append("\(tree.materialsPath)/\(name)")
        return USDSurface(prim: prim, name: name, path: "\(tree.materialsPath)/\(name)")
    }

    // MARK: Colours

    /// For each material, the prim colours that it shows. nil if it has its own base colour or ignores them.
    private static func materialsWithColors(_ tree: USDPrimTree, _ draft: USDDraft) -> [USDPlainMaterial?] {
        let scene = draft.scene
        var found = [USDPlainMaterial?](repeating: nil, count: scene.materials.count)
        guard draft.options.colors != .plain else { return found }
        for shape in tree.shapes {
            guard let colors = draft.colors(of: shape) else { continue }
            for material in shape.materials where material >= 0 && found[material] != .colorsAndOpacity {
                found[material] = colors
            }
        }
        for (index, material) in scene.materials.enumerated() {
            let isWhite = material.effective("baseColor") == [1, 1, 1]
            if !isWhite || material.texture("baseColor") != nil || material["vertexColors"] == [0] {
                found[index] = nil
            }
        }
        return found
    }

    /// The colours that no prim shows: they would be multiplied by a texture, and UsdPreviewSurface only shows the
    /// texture.
    ///
    /// - Parameter colored: the prim colours that each material reads.
    private static func unseenColors(
        _ tree: USDPrimTree, _ colored: [USDPlainMaterial?], _ draft: USDDraft
    ) -> Set<String> {
        guard draft.options.colors != .plain else { return [] }
        var seen: Set<String> = []
        var unseen: Set<String> = []
        for shape in tree.shapes {
            guard let path = draft.color(of: shape)?.path else { continue }
            let isSeen = shape.materials.contains { $0 < 0 || colored[$0] != nil || draft.isPainted($0) }
            if isSeen { seen.insert(path) } else { unseen.insert(path) }
        }
        // Prims that share vertices all have the colours, or none of them has.
        return unseen.subtracting(seen)
    }

    // MARK: Bindings

    /// The generated material for elements of a shape without one.
    func plainMaterial(of shape: USDPlannedShape, _ draft: USDDraft) -> Int? {
        draft.plainMaterial(of: shape).flatMap { plain[$0] }
    }

    /// The materials that a reader finds at a shape's prim and its subsets, in order.
    func boundMaterials(_ shape: USDPlannedShape, _ draft: USDDraft) -> [Int] {
        let plain = plainMaterial(of: shape, draft)
        switch shape.place.primitive.material {
        case .none: return plain.map { [$0] } ?? []
        case .one(let one): return [one]
        case .perElement(let column):
            var order: [Int] = []
            for material in column.integers().map({ $0 < 0 ? plain ?? -1 : Int($0) }) where order.last != material {
                if material >= 0, !order.contains(material) { order.append(material) }
            }
            return order.count > 1 && shape.kind != .mesh ? [] : order
        }
    }

    /// The same with those that a reader finds in variants.
    private func wornMaterials(_ shape: USDPlannedShape, _ draft: USDDraft) -> Set<Int> {
        let plain = plainMaterial(of: shape, draft)
        var worn = Set(boundMaterials(shape, draft))
        for row in shape.place.primitive.variantMaterials {
            let own = row.material.materials
            guard own.count == 1 || shape.kind == .mesh else { continue }
            worn.formUnion(own.compactMap { $0 < 0 ? plain : $0 })
        }
        return worn
    }

    // MARK: Losses

    /// Reads the planned materials as a reader will, links the images that it finds, and reports what differs.
    private mutating func readBack(
        _ scope: Int, _ tree: USDPrimTree, _ images: USDImages, _ motion: USDMotion, _ draft: inout USDDraft
    ) {
        guard let stage = try? USDStage(draft.layer.alone(scope)) else { return }
        var builder = USDSceneBuilder(stage, options: ReadOptions())
        guard (try? builder.build()) != nil else { return }
        coordinateNames = builder.coordinateNames
        draft.unsaid += Self.unsaid(motion, builder)
        let textures = images.link(builder.scene, &draft)
        var materials = builder.scene.materials
        var hiding: Set<Int> = []
        for shape in tree.shapes {
            // For a reader, double-sided meshes make their materials double-sided.
            if shape.kind == .mesh, draft.isDoubleSided(shape) {
                for material in shape.materials where material >= 0 { materials[material].add("doubleSided", 1) }
            }
            // For a reader, coloured prims mark the materials that ignore colours.
            guard let path = draft.color(of: shape)?.path, !unseenColors.contains(path),
                draft.options.colors != .texture || draft.paintedPool(shape) == nil
            else { continue }
            for material in wornMaterials(shape, draft)
            where builder.readsColors.indices.contains(material) && !builder.readsColors[material] {
                materials[material].add("vertexColors", 0)
                if draft.tints(shape) { hiding.insert(material) }
            }
        }
        for (index, pair) in zip(draft.scene.materials, materials).enumerated() {
            draft.report(pair.0, index, pair.1, textures, hidesColors: hiding.contains(index))
        }
    }
}

extension USDMaterials {
    /// The settings of materials whose course a reader doesn't find.
    fileprivate static func unsaid(_ motion: USDMotion, _ builder: USDSceneBuilder) -> [USDMovedSetting] {
        motion.settings.filter { setting, course in
            guard case .material = setting.part else { return false }
            let channel = builder.clip.settings.first { $0.part == setting.part && $0.name == setting.name }
            let sampler = channel.map { builder.clip.samplers[$0.sampler] }
            let still = builder.scene.setting(setting.name, of: setting.part)
            return !course.codes.indices.allSatisfy { index in
                // A jump happens in one second of float32.
                let second = builder.clock.seconds(course.codes[index])
                if index + 1 < course.codes.count, builder.clock.seconds(course.codes[index + 1]) == second {
                    return true
                }
                let now =
                    sampler.map { $0.straightValue(at: Double(builder.clock.seconds(course.codes[index]))) } ?? still
                let row = course.row(index)
                guard let now, now.count == row.count else { return false }
                return zip(now, row).allSatisfy { abs($0 - $1) <= 5e-4 * max(abs($1), 1e-3) || !$1.isFinite }
            }
        }.map(\.key)
    }
}

extension AnimationSampler {
    /// The numbers at a second, for steps and straight lines.
    fileprivate func straightValue(at second: Double) -> [Double] {
        let times = self.times.doubles()
        let width = max(values.components, 1)
        let numbers = values.doubles()
        func row(_ key: Int) -> [Double] { Array(numbers[key * width..<(key + 1) * width]) }
        guard let after = times.firstIndex(where: { $0 > second + 1e-9 }) else { return row(times.count - 1) }
        guard after > 0 else { return row(0) }
        if interpolation == .step || times[after - 1] >= second { return row(after - 1) }
        let part = (second - times[after - 1]) / (times[after] - times[after - 1])
        return zip(row(after - 1), row(after)).map { $0 + ($1 - $0) * part }
    }
}

extension USDDraft {
    /// Reports settings that change with time and that USD can't hold, and those without a prim.
    mutating func reportSettings(_ motion: USDMotion) {
        let lost = Set(unsaid)
        for clip in scene.clips.indices {
            for (place, channel) in scene.clips[clip].settings.enumerated() {
                let isLost =
                    switch channel.part {
                    case .camera(let index): !links.cameras.contains(index)
                    case .light(let index): !links.lights.contains(index) || channel.name == "range"
                    case .material: lost.contains(USDMovedSetting(part: channel.part, name: channel.name))
                    }
                guard isLost else { continue }
                lose(
                    .animationDropped, .dropped, ScenePath.setting(clip: clip, place),
                    "\(channel.name) of \(channel.part.word) \(channel.part.index + 1)", 1, "settings",
                    "left out: USD can't change it with time", remedy: .ending("glb"))
            }
        }
    }

    /// Reports how a material changes.
    ///
    /// - Parameters:
    ///   - textures: the number that a reader gives to each texture of the scene.
    ///   - hidesColors: whether it doesn't show colours that are not white.
    fileprivate mutating func report(
        _ from: SceneMaterial, _ index: Int, _ to: SceneMaterial, _ textures: [Int: Int], hidesColors: Bool
    ) {
        let path = ScenePath.material(index)
        let words = "material \(from.name ?? "\(index + 1)")"
        let change = MaterialChange(from: from, to: to, textures: links.textures)
        guard !change.isNone || !from.isSpelled(as: to, textures: links.textures) || painted?.materials[index] != nil
        else { return }
        // A reader merges textures of one image.
        let isWhole = from.textures.allSatisfy {
            textures[$0.texture] != nil && links.textures.contains($0.texture)
        }
        if isWhole {
            let own = takesPaintingAway ? painted?.materials[index]?.before ?? from : from
            origin.materials.append(OriginMaterial(index, own, written: to) { textures[$0.texture] })
        }
        let isRestored = isWhole && !options.omitsOrigin
        let how: (Loss.Severity) -> Loss.Severity = { isRestored ? .reencoded : $0 }
        let cause = "translated to a USD preview material"
        lose(
            .materialApproximated, how(.approximated), path, words, change.missing, "values",
            "\(cause), which has no \(MaterialWords.list(change.missingNames))",
            rank: isRestored ? MaterialChange.rank(of: from, readAs: to) : nil)
        lose(
            .materialChanged, how(.approximated), path, words, change.changed, "values",
            "\(cause), with another \(MaterialWords.list(change.changedNames))",
            rank: isRestored ? change.rankOfChanges(of: from, readAs: to) : nil)
        lose(
            .materialChanged, how(.rounded), path, words, change.rounded, "values",
            "\(cause), which holds \(MaterialWords.list(change.roundedNames)) in 32-bit floats")
        guard to["vertexColors"] != nil, from["vertexColors"] == nil else {
            return lose(.materialGenerated, how(.generated), path, words, change.generated, "values", cause)
        }
        lose(
            .colorUnseen, how(.approximated), path, "colours that \(words) shows", change.generated, "values",
            "USD preview materials show only \(to.texture("baseColor") == nil ? "one colour" : "the texture"), "
                + "not the colours on top", remedy: .ending("glb"), rank: hidesColors ? .visible : .bookkeeping)
    }
}

extension USDLayer {
    /// A layer with only the default prim and one prim below it, including all its descendants.
    fileprivate func alone(_ prim: Int) -> USDLayer {
        var layer = USDLayer()
        let root = layer.define(specs[specs[prim].parent].name, "Xform", below: 0)
        var waiting = [(spec: prim, parent: root)]
        while let (index, parent) = waiting.popLast() {
            let spec = specs[index]
            let place = layer.add(spec.kind, spec.name, below: parent)
            layer.specs[place].fields = spec.fields
            for child in (spec.properties + spec.children).reversed() { waiting.append((child, place)) }
        }
        return layer
    }
}
