import ArgumentParser
import MeshConvert

/// Options for making a shape of a package's depth frames, or a mesh of a cloud.
struct ReconstructionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make a shape from the depth frames of a scan: tsdf (a mesh), points (a cloud), or poisson (a mesh through "
                + "the points; also for any point cloud).",
            valueName: "tsdf|points|poisson"),
        completion: .list(ReconstructionOptions.Method.allCases.map(\.rawValue)))
    var reconstruct: String?

    @Option(
        help: ArgumentHelp(
            "The size of its details, such as 1cm (default: 2cm for tsdf, else 1cm).",
            valueName: "distance"))
    var voxel: String?

    @Option(
        help: ArgumentHelp(
            "Paint the mesh with a texture made of the pictures, instead of vertex colours: frames.",
            valueName: "frames"),
        completion: .list(["frames"]))
    var texture: String?

    @Option(
        help: ArgumentHelp(
            "Make each depth frame 2, 3 or 4 times larger first, guided by its picture.", valueName: "factor"))
    var enlargeDepth: Int?

    @Option(
        help: ArgumentHelp(
            "Leave out frames until the camera moved or turned this far, such as 2cm:2deg.",
            valueName: "distance:angle"))
    var skipStill: String?

    @Option(
        help: ArgumentHelp(
            "Leave out depth beyond this distance, which is noisy (default: 5m).", valueName: "distance"))
    var depthLimit: String?

    @Option(
        help: ArgumentHelp(
            "With poisson, instead of --voxel: 3 to 12, for 8 to 4096 voxels along the longest side.",
            valueName: "depth"))
    var depth: Int?

    @Option(
        help: ArgumentHelp(
            "With poisson: cut off what no points support: voxels:3 (default), density:6, 1%, or none (for print).",
            valueName: "rule"))
    var trim: String?

    /// What the options say.
    var words: ReconstructionWords {
        var words = ReconstructionWords()
        (words.reconstruct, words.voxel, words.texture, words.enlargeDepth) = (
            reconstruct, voxel, texture, enlargeDepth
        )
        (words.skipStill, words.depthLimit, words.depth, words.trim) = (skipStill, depthLimit, depth, trim)
        return words
    }
}
