import MeshFormats
import MeshImages
import MeshModel

extension Check {
    /// The finding about images that stop before their end; nil: there is none, or the format's own check named it.
    static func cutOffImages(_ scene: MeshScene, _ diagnostics: [Diagnostic]) -> Finding? {
        guard !diagnostics.contains(where: { $0.code.hasSuffix("image-unexpected-eos") }) else { return nil }
        let cut = scene.images.indices.filter { index in
            ImageFiles.bytes(of: scene.images[index]).flatMap { ImageEnd.isMissing(in: $0) } == true
        }
        guard let first = cut.first else { return nil }
        var finding = Finding(
            "image.cut-off", .warning, count: cut.count, name: "images that are cut off",
            message: "their end is missing: programs show a part of them, or nothing")
        let image = scene.images[first]
        finding.place = image.name ?? (image.uri.hasPrefix("data:") ? "image \(first + 1)" : image.uri)
        finding.index = first
        return finding
    }
}
