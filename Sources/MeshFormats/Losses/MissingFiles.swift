public import MeshModel

/// What is lost in every conversion, also within a format, since files that the source names are missing or not followed.
///
/// Both sides of the first law come from the list of the source's references: the losses that are planned, and the
/// differences that the proof expects.
public enum MissingFiles {
    /// The losses of a document's missing files.
    ///
    /// - Parameters:
    ///   - document: the source.
    ///   - others: losses of the conversion: an image that they have dropped already is not lost twice.
    public static func losses(of document: Document, besides others: [Loss]) -> [Loss] {
        let known = Set(others.filter { $0.code.facet == .presence }.map(\.subject))
        let files = document.residue.filter(\.isMissing).compactMap { $0.unread(remedy: nil) }
        let scene = document.scene
        let causes = causes(scene)
        return files
            + images(scene).filter { !known.contains(ScenePath.image($0)) }.map { index in
                Loss(
                    .textureMissing, .dropped, subject: ScenePath.image(index), name: scene.images[index].title(index),
                    count: 1, unit: "images", cause: causes[index] ?? "the file was not found or not read")
            }
    }

    /// The differences of a document's missing files from any result.
    ///
    /// - Parameters:
    ///   - scene: the source's scene.
    ///   - residue: the source's residue.
    ///   - target: the residue of the result: files that only it lacks were lost on the way.
    ///   - others: the differences already found.
    public static func differences(
        of scene: MeshScene, _ residue: [Residue], from target: [Residue], besides others: [Difference]
    ) -> [Difference] {
        let missing = residue.filter(\.isMissing)
        // Files that are there, but not in the result, are missed by their kind.
        let names = Set(missing.map(\.path) + residue.flatMap(\.names).map(Residue.path(ofReference:)))
        let known = Set(others.filter { $0.facet == .presence }.map(\.subject))
        return missing.map { Difference(.presence, ScenePath.native($0.path), count: $0.count) }
            + target.filter { $0.kind == Residue.missingKind && !names.contains($0.path) }.map {
                Difference(.generated, ScenePath.native($0.path), count: $0.count)
            }
            + images(scene).map { ScenePath.image($0) }.filter { !known.contains($0) }.map {
                Difference(.presence, $0, count: 1)
            }
    }

    /// The codes of losses and notes about a file that is missing or not followed. Other codes with this word are about
    /// what a file lacks.
    package static let codes: Set<String> = [
        Loss.Code.referenceMissing.rawValue, Loss.Code.textureMissing.rawValue, "gltf.buffer-missing",
        "obj.library-missing", "usd.layer-missing", "usd.texture-missing",
    ]

    /// Those, and the codes of notes about what hangs on such a file.
    fileprivate static let codesOfNotes = codes.union([
        "obj.material-missing", "obj.reference-outside", "usd.layer-unreadable",
    ])

    /// The images of a scene that have no bytes. Those that can't be read are errors where they are written.
    private static func images(_ scene: MeshScene) -> [Int] {
        scene.images.indices.filter { index in
            do throws(WriteError) { return try scene.images[index].contents() == nil } catch { return false }
        }
    }

    /// The reasons, with what the images are for, of those that materials use.
    private static func causes(_ scene: MeshScene) -> [Int: String] {
        var uses: [Int: (first: String, count: Int)] = [:]
        for (number, material) in scene.materials.enumerated() {
            for slot in material.textures where scene.textures.indices.contains(slot.texture) {
                let image = scene.textures[slot.texture].image
                let words = { "\(MaterialWords.name(slot.slot)) of \(material.name ?? "material \(number + 1)")" }
                uses[image, default: (words(), 0)].count += 1
            }
        }
        return uses.mapValues { use in
            let more = use.count > 1 ? " and \(use.count - 1) more have" : " has"
            return "the file was not found or not read: \(use.first)\(more) no texture"
        }
    }
}

extension Diagnostic {
    /// Whether it is about a file that is missing, of which a loss tells.
    package var isAboutMissingFile: Bool { MissingFiles.codesOfNotes.contains(code) }
}

extension Loss {
    /// Whether a file that the source names is missing or not followed.
    package var isAboutMissingFile: Bool { MissingFiles.codes.contains(code.rawValue) }
}
