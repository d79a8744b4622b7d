import MeshFormats
import MeshModel

// Materials become an MTL file; images are named after the output.

extension OBJPlanner {
    mutating func planMaterials() {
        var taken: Set<String> = []
        var imageOf: [Int: Int] = [:]
        var textureOf: [Int: Int] = [:]
        var missingImages: [String: Int] = [:]
        // Names that need no change come first, so that changed names avoid them.
        let kept = scene.materials.map { material in
            material.name.map { OBJSpelling.name($0) == $0 && taken.insert($0).inserted } ?? false
        }
        var free = DistinctNames(taken: taken)
        for (index, material) in scene.materials.enumerated() {
            let name =
                kept[index]
                ? material.name ?? ""
                : free.numbered(material.name.map(OBJSpelling.name) ?? "material_\(index + 1)")
            var written = MTLMaterialLayout(name: name)
            let spelled = Self.spelled(material)
            written.lines = spelled.parameters.compactMap(MTLSpelling.line)
            let settings = MaterialChange(settingsOf: material, spelled)
            var missing = settings.missingNames
            var shared = 0
            var changed = 0
            for slot in material.textures {
                guard let keyword = MTLSpelling.keyword(slot), scene.textures.indices.contains(slot.texture),
                    scene.images.indices.contains(scene.textures[slot.texture].image),
                    Self.canName(scene.images[scene.textures[slot.texture].image])
                else {
                    missing.append("\(MaterialWords.name(slot.slot)) texture")
                    continue
                }
                let image = scene.textures[slot.texture].image
                let number = imageOf[image] ?? addImage(image, &missingImages)
                imageOf[image] = number
                let isShared = textureOf[number].map { $0 != slot.texture } ?? false
                if isShared { shared += 1 }
                if isShared || !slot.effectiveOptions.allSatisfy(MTLSpelling.isOption) { changed += 1 }
                if textureOf[number] == nil {
                    textureOf[number] = slot.texture
                    links.textures.append(slot.texture)
                }
                written.maps.append(MTLMaterialLayout.Map(keyword: keyword, image: number))
            }
            layout.materials.append(written)
            links.materials.append(index)
            report(
                material, index, written: name, missing: missing, settings: settings.changed, shared: shared,
                changed: changed)
            if material.effective("doubleSided") == [0] { origin.oneSided.append(index) }
        }
        planPlainMaterial(&free)
        if scene.materials.indices.contains(where: { scene.materials[$0].name != layout.materials[$0].name }) {
            origin.materials = scene.materials.map(\.name)
        }
        reportImages(imageOf)
    }

    /// Adds a material for elements that have none and that readers of OBJ would show otherwise than the source.
    private mutating func planPlainMaterial(_ free: inout DistinctNames) {
        // Vertices alone are written without a statement that could have a material.
        guard let model = scene.unusualBareModel, !isCloud else { return }
        var material = MTLMaterialLayout(name: free.numbered("Default"))
        material.lines = Self.spelled(SceneMaterial(model: model)).parameters.compactMap(MTLSpelling.line)
        origin.plainMaterial = layout.materials.count
        losePlainMaterial(ScenePath.material(layout.materials.count), "material", 1, "materials")
        layout.materials.append(material)
        links.materials.append(nil)
    }

    mutating func losePlainMaterial(_ path: String, _ name: String, _ count: Int, _ unit: String) {
        guard origin.plainMaterial != nil else { return }
        lose(
            .materialGenerated, .reencoded, path, name, count, unit,
            "added a plain material, so that other programs show the same")
    }

    /// The material as readers find it in an MTL file, apart from its textures.
    private static func spelled(_ material: SceneMaterial) -> SceneMaterial {
        var spelled = material.spelled(in: .plain).withWholeEmission
        // Factors of a texture that MTL has no place for would make all of the surface metal.
        if material.texture("metallicRoughness") != nil {
            spelled.parameters.removeAll { ["metallic", "roughness"].contains($0.name) && material[$0.name] == nil }
        }
        spelled.parameters.removeAll { MTLSpelling.line($0) == nil }
        return spelled
    }

    private mutating func report(
        _ material: SceneMaterial, _ index: Int, written: String, missing: [String], settings: Int, shared: Int,
        changed: Int
    ) {
        let path = ScenePath.material(index)
        let name = material.name.map { "material \($0)" } ?? "material \(index + 1)"
        if material.name != written {
            lose(
                .nameChanged, .reencoded, path, name, 1, "materials",
                material.name == nil
                    ? "got a name, as OBJ materials need one" : "renamed, as OBJ needs a unique name of one line")
        }
        lose(
            .materialApproximated, .dropped, path, name, missing.count, "settings",
            "OBJ material files (.mtl) can't store \(MaterialWords.list(missing))", items: missing)
        guard settings == 0 else {
            return lose(
                .materialChanged, .approximated, path, name, settings + changed, "settings",
                "OBJ material files (.mtl) can't store this exactly; the look may change")
        }
        // A changed texture is reported once, even for two reasons.
        lose(
            shared == changed ? .textureShared : .textureOptionsDropped, .approximated, path, name, changed, "textures",
            shared == changed
                ? "textures that use one image are joined, as .mtl files name images only"
                : "OBJ material files (.mtl) can't store these texture options")
    }

    /// Whether a statement can name an image that programs open; a copied image gets a new name.
    private static func canName(_ image: SceneImage) -> Bool {
        (!image.uri.isEmpty || image.path != nil || image.bytes != nil) && image.kindOfExtensions == nil
    }

    /// - Parameter missing: the images without a file, by name: a reader tells them apart by nothing else.
    private mutating func addImage(_ index: Int, _ missing: inout [String: Int]) -> Int {
        var written = scene.images[index]
        written.uri = MTLSpelling.fileName(written.uri)
        let number = layout.images.count
        if !written.isFound {
            if let same = missing[written.uri] { return same }
            missing[written.uri] = number
        }
        layout.images.append(written)
        links.images.append(index)
        return number
    }

    private mutating func reportImages(_ imageOf: [Int: Int]) {
        let remedies = Remedy.keepingImages(of: scene)
        for (index, image) in scene.images.enumerated() {
            guard let number = imageOf[index], links.images[number] == index else {
                lose(
                    .textureDropped, .dropped, ScenePath.image(index), image.title(index), 1, "images",
                    imageOf[index] != nil
                        ? "another image has the same name"
                        : image.kindOfExtensions.map { "this is \($0), which programs that read OBJ can't open" }
                            ?? "no material in the written file uses it",
                    remedy: image.kindOfExtensions.map { _ in remedies[index] })
                continue
            }
            let written = layout.images[number]
            let isRespelled = !written.isFound && written.uri != image.uri
            guard isRespelled || image.name != nil else { continue }
            lose(
                isRespelled ? .nameChanged : .nameDropped, .reencoded, ScenePath.image(index),
                "image \(image.name ?? image.uri)", 1, "images",
                isRespelled
                    ? "renamed, as .mtl files can't store this name" : "OBJ stores only the file name of an image")
        }
        loseTextureNames(links.textures)
        let respelled = layout.images.indices.map { number -> String? in
            guard let uri = links.images[number].map({ scene.images[$0].uri }), !layout.images[number].isFound,
                layout.images[number].uri != uri
            else { return nil }
            return uri
        }
        let names = links.images.map { $0.flatMap { scene.images[$0].name } }
        if respelled.contains(where: { $0 != nil }) { origin.images = respelled }
        if names.contains(where: { $0 != nil }) { origin.imageNames = names }
    }
}
