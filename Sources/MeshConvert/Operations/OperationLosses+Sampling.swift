import MeshArchive
import MeshFormats
import MeshImages
import MeshModel
import MeshOperations
import MeshRouting

// Sampling vertex colours from textures.

extension OperationLosses {
    static func sample(_ scene: MeshScene, _ keepsTextures: Bool) -> Operated {
        guard let made = scene.samplingTextures(keepsTextures: keepsTextures, decode: { texels($0) }) else {
            return Operated(scene: scene)
        }
        var losses: [Loss] = []
        for own in made.sampled.made {
            losses.add(
                .colorSampled, .generated, ScenePath.vertexAttribute(set: own.set, .color(0)), "colours",
                count: own.colors.count, unit: "vertices",
                cause: "taken from the textures, as requested; detail between vertices is not seen",
                remedy: .option("paint", "none"))
        }
        for (index, material) in made.sampled.materials.inKeyOrder {
            let (before, after) = material
            func lose(_ code: Loss.Code, _ severity: Loss.Severity, _ count: Int, _ cause: String) {
                losses.add(
                    code, severity, ScenePath.material(index), "material \(before.name ?? "\(index + 1)")",
                    count: count, unit: "values", cause: cause, remedy: .option("paint", "none"))
            }
            lose(
                .materialApproximated, .approximated, before.textures.count - after.textures.count,
                "its texture is left out: vertices have its colours, and viewers would multiply both")
            lose(
                .materialChanged, .approximated,
                before.parameters.count { own in after[own.name].map { $0 != own.values } ?? false },
                "its base colour is in the vertex colours now")
        }
        return Operated(scene: made.scene, step: .sampled(made.sampled), losses: losses)
    }

    /// Returns the texels of an image; nil if it can't be decoded.
    static func texels(_ image: SceneImage) -> Correspondence.SampledColors.Texels? {
        guard let bytes = ImageFiles.bytes(of: image), let pixels = try? decoded(bytes) else { return nil }
        // A truncated file has unknown texels.
        guard !pixels.findings.contains(where: { $0.code == .truncated }) else { return nil }
        let layout = pixels.layout.rawValue
        switch pixels.samples {
        case .bytes(let bytes):
            return Correspondence.SampledColors.Texels(
                width: pixels.width, height: pixels.height, components: layout, bytes: bytes)
        case .words(let words):
            return Correspondence.SampledColors.Texels(
                width: pixels.width, height: pixels.height, components: layout, words: words)
        }
    }

    /// Copies to a `ContiguousArray`, since arrays have no spans on the oldest systems.
    private static func decoded(_ bytes: [UInt8]) throws(ImageError) -> PixelImage {
        try PixelImage(ContiguousArray(bytes).span)
    }

    /// Returns notes on textures whose colours vertices don't get.
    static func samplingNotes(_ scene: MeshScene, target: String, hasColors: Bool) -> [Diagnostic] {
        func note(_ message: String) -> Diagnostic { Diagnostic("color.not-sampled", .note, at: .whole, message) }
        guard scene.hasBaseColorTextures else { return [note("no material has a texture to take colours from")] }
        guard hasColors else { return [note("\(target) can't store vertex colours: none are taken from textures")] }
        var notes: [Diagnostic] = []
        var seen: Set<Int> = []
        for slot in scene.materials.compactMap({ $0.texture("baseColor") })
        where scene.textures.indices.contains(slot.texture) {
            let index = scene.textures[slot.texture].image
            guard seen.insert(index).inserted, scene.images.indices.contains(index) else { continue }
            let image = scene.images[index]
            let name = image.uri.isEmpty ? image.name ?? "image \(index + 1)" : image.uri
            guard let bytes = ImageFiles.bytes(of: image) else {
                notes.append(note("\(name) is missing: vertices with this texture get no colours"))
                continue
            }
            do throws(ImageError) {
                if let finding = try decoded(bytes).findings.first(where: { $0.code == .truncated }) { throw finding }
            } catch {
                notes.append(note("\(name) can't be read, so vertices with it get no colours: \(error.message)"))
            }
        }
        let hasOwn = scene.vertexSets.contains { $0.attribute(.color(0)) != nil }
        if hasOwn { notes.append(note("vertices that have colours keep them")) }
        return notes
    }
}
