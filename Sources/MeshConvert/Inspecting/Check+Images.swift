import MeshFormats
import MeshImages
import MeshModel

extension Check {
    /// Returns a finding if image files stop before their end.
    ///
    /// - Parameter ignoresPNG: whether the format's own check has looked at those.
    static func cutOffImages(_ scene: MeshScene, ignoresPNG: Bool) -> Finding? {
        let cut = scene.images.indices.filter { isCutOff(scene.images[$0], ignoresPNG) }
        guard let first = cut.first else { return nil }
        var finding = Finding(
            "image.cut-off", .warning, count: cut.count, name: "images that are cut off",
            message: "their end is missing: programs show a part of them, or nothing")
        finding.place = scene.images[first].title(first)
        finding.index = first
        return finding
    }

    /// The first bytes decide whether the others are read.
    private static func isCutOff(_ image: SceneImage, _ ignoresPNG: Bool) -> Bool {
        guard let input = try? image.open(), input.byteCount <= 1 << 30,
            let head = try? input.read(0..<min(16, input.byteCount)), ImageEnd.isMissing(in: head) != nil,
            !(ignoresPNG && head[0] == 0x89), let bytes = try? input.read(0..<input.byteCount)
        else { return false }
        return ImageEnd.isMissing(in: bytes) ?? false
    }
}
