import MeshFormats
import MeshModel

// Materials become an MTL file; images are named after the output.

extension OBJPlanner {
    mutating func planMaterials() {
        var taken: Set<String> = []
        var imageOf: [Int: Int] = [:]
        var textureOf: [Int: Int] = [:]
        // Names that need no change come first, so that changed names avoid them.
        let kept = scene.materials.map { material in
            material.name.map { OBJSpelling.name($0) == $0 && taken.insert($0).inserted } ?? false
        }
        for (index, material) in scene.materials.enumerated() {
            let name =
                kept[index]
                ? material.name ?? ""
                : OBJSpelling.unique(
                    material.name.map(OBJSpelling.name) ?? "material_\(index + 1)", among: &taken)
            var written = MTLMaterialLayout(name: name)
            var missing = 0
            var shared = 0
            var changed = 0
            for parameter in material.parameters {
                if let line = MTLSpelling.line(parameter) { written.lines.append(line) } else { missing += 1 }
            }
            for slot in material.textures {
                guard let keyword = MTLSpelling.keyword(slot), scene.textures.indices.contains(slot.texture),
                    scene.images.indices.contains(scene.textures[slot.texture].image),
                    Self.hasName(scene.images[scene.textures[slot.texture].image])
                else {
                    missing += 1
                    continue
                }
                let image = scene.textures[slot.texture].image
                let number = imageOf[image] ?? addImage(image)
                imageOf[image] = number
                let isShared = textureOf[number].map { $0 != slot.texture } ?? false
                if isShared { shared += 1 }
                if isShared || !slot.options.allSatisfy(MTLSpelling.isOption) { changed += 1 }
                if textureOf[number] == nil {
                    textureOf[number] = slot.texture
                    links.textures.append(slot.texture)
                }
                written.maps.append(MTLMaterialLayout.Map(keyword: keyword, image: number))
            }
            layout.materials.append(written)
            links.materials.append(index)
            report(material, index, written: name, missing: missing, shared: shared, changed: changed)
        }
        if scene.materials.indices.contains(where: { scene.materials[$0].name != layout.materials[$0].name }) {
            origin.materials = scene.materials.map(\.name)
        }
        reportImages(imageOf)
    }

    private mutating func report(
        _ material: SceneMaterial, _ index: Int, written: String, missing: Int, shared: Int, changed: Int
    ) {
        let path = ScenePath.material(index)
        let name = material.name.map { "material \($0)" } ?? "material \(index + 1)"
        if material.name != written {
            lose(
                .nameChanged, .reencoded, path, name, 1, "materials",
                material.name == nil ? "OBJ materials need names" : "OBJ names are one line, each once")
        }
        lose(
            .materialApproximated, .dropped, path, name, missing, "settings", "MTL has no word for them")
        // A changed texture is reported once, even for two reasons.
        lose(
            shared == changed ? .textureShared : .textureOptionsDropped, .approximated, path, name, changed, "textures",
            shared == changed ? "MTL names images, not textures" : "MTL has no word for how they are laid on")
    }

    /// Whether a statement can name an image; a copied image gets a new name.
    private static func hasName(_ image: SceneImage) -> Bool {
        !image.uri.isEmpty || image.path != nil || image.bytes != nil
    }

    private mutating func addImage(_ index: Int) -> Int {
        var written = scene.images[index]
        written.uri = MTLSpelling.fileName(written.uri)
        // A reader tells images apart by their names alone.
        let same = layout.images.firstIndex { !$0.isFound && !written.isFound && $0.uri == written.uri }
        if let same { return same }
        layout.images.append(written)
        links.images.append(index)
        return layout.images.count - 1
    }

    private mutating func reportImages(_ imageOf: [Int: Int]) {
        for (index, image) in scene.images.enumerated() {
            guard let number = imageOf[index], links.images[number] == index else {
                lose(
                    .textureDropped, .dropped, ScenePath.image(index), "image \(image.uri)", 1, "images",
                    imageOf[index] == nil ? "no material that is written uses it" : "another image has its name")
                continue
            }
            let written = layout.images[number]
            let isRespelled = !written.isFound && written.uri != image.uri
            guard isRespelled || image.name != nil else { continue }
            lose(
                isRespelled ? .nameChanged : .nameDropped, .reencoded, ScenePath.image(index),
                "image \(image.name ?? image.uri)", 1, "images",
                isRespelled ? "MTL can't spell the name" : "MTL has file names only")
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
