import MeshFormats
import MeshModel

/// The images in the file: those that exist and that a material shows.
struct USDImages {
    /// The index in the file of the image of each texture.
    private(set) var textures: [Int: Int] = [:]
    /// The images in the file that have an alpha channel.
    private var translucent: Set<Int> = []

    /// Chooses the images to write, and reports the others.
    ///
    /// - Throws: an error for an image that can't be read.
    init(_ draft: inout USDDraft) throws(WriteError) {
        let scene = draft.scene
        let isPackage = draft.options.isPackage
        var numbers: [Int: Int] = [:]
        var isShown = Set<Int>()
        for material in scene.materials {
            for slot in material.textures where USDTextureTable.slots.contains(where: { $0.name == slot.slot }) {
                isShown.insert(scene.textures[slot.texture].image)
            }
        }
        for (index, image) in scene.images.enumerated() {
            let path = ScenePath.image(index)
            guard let contents = try image.contents() else { continue }
            let shown: [ImageKind] =
                [.png, .jpeg] + (draft.options.isQuickLook ? [] : [.exr, .avif]) + (isPackage ? [] : [.hdr, .bmp])
            guard let kind = contents.kind, shown.contains(kind) else {
                draft.lose(
                    .textureDropped, .dropped, path, image.title(index), 1, "images",
                    "this image is \(contents.kind?.name ?? "of an unknown kind"), "
                        + (draft.options.isQuickLook
                            ? "Quick Look shows only PNG and JPEG"
                            : "\(isPackage ? "USDZ" : "USD") has only PNG, JPEG, EXR and AVIF")
                        + ": convert it first")
                continue
            }
            guard isShown.contains(index) else {
                draft.lose(
                    .textureDropped, .dropped, path, image.title(index), 1, "images",
                    "no material uses it; USD stores only images that a material uses")
                continue
            }
            numbers[index] = draft.images.count
            if contents.hasAlpha { translucent.insert(draft.images.count) }
            draft.images.append(USDWrittenFile.ImageFile(image: image, kind: kind, index: index))
            if let name = image.name {
                draft.lose(
                    .nameDropped, .dropped, path, "image \(name)", 1, "images",
                    "only the name is lost: in USD an image is a file without another name")
            }
        }
        for (index, texture) in scene.textures.enumerated() {
            if let image = numbers[texture.image] { textures[index] = image }
        }
    }

    /// The channel that feeds an input where the texture names none: opacity is the alpha channel of an image that has
    /// one.
    func channel(of slot: USDTextureTable.Slot, _ usual: String, image: Int) -> String {
        slot.name == "alpha" && translucent.contains(image) ? "a" : usual
    }

    /// Links the images and textures that a reader finds. It makes one texture per image, in order of first use.
    ///
    /// - Returns: the number that a reader gives to each texture of the scene.
    func link(_ read: MeshScene, _ draft: inout USDDraft) -> [Int: Int] {
        let scene = draft.scene
        let written = Dictionary(
            uniqueKeysWithValues: draft.images.indices.map { (USDWrittenFile.placeholder($0), $0) })
        let numbers = read.textures.map { written[read.images[$0.image].uri] }
        draft.links.images = numbers.map { $0.map { draft.images[$0].index } }
        var firsts: [Int: Int] = [:]
        for texture in scene.textures.indices.reversed() {
            if let image = textures[texture] { firsts[image] = texture }
        }
        draft.links.textures = numbers.map { image in image.flatMap { firsts[$0] } }
        draft.restored.images = draft.links.images
        draft.restored.textures = draft.links.textures
        if draft.takesPaintingAway, let own = draft.links.images.firstIndex(of: scene.images.count - 1) {
            draft.origin.painting = USDOrigin.Painting(texture: own)
            draft.restored.images.remove(at: own)
            draft.restored.textures.remove(at: own)
            draft.restored.takesPaintingAway = true
        }
        draft.loseTextureNames(draft.links.textures)
        // Also of nil: what a reader finds without an image of ours.
        var numberOf: [Int?: Int] = [:]
        for (number, image) in numbers.enumerated() { numberOf[image] = number }
        var found: [Int: Int] = [:]
        for texture in scene.textures.indices { found[texture] = numberOf[textures[texture]] }
        return found
    }
}

extension USDWrittenFile {
    /// The placeholder for an image's path in the layer, until the output's name is known.
    static func placeholder(_ image: Int) -> String { "image\(image)" }
}
