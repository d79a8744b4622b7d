import ArgumentParser
import MeshConvert

/// Options for making a shape of a package's depth frames.
struct ReconstructionArguments: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Make the shape of a package's depth frames: tsdf (a mesh, fused from all of them) or points (a cloud).",
            valueName: "tsdf|points"),
        completion: .list(ReconstructionOptions.Method.allCases.map(\.rawValue)))
    var reconstruct: String?

    @Option(
        help: ArgumentHelp(
            "The detail of it: the edge of voxels, such as 1cm; by default 2cm for tsdf, 1cm for points.",
            valueName: "distance"))
    var voxel: String?

    @Option(
        help: ArgumentHelp(
            "Paint the mesh with the pictures of the frames, instead of giving its vertices colours: frames.",
            valueName: "frames"),
        completion: .list(["frames"]))
    var texture: String?

    /// Returns the checked options; nil: no shape is asked for.
    func options() throws(Failure) -> ReconstructionOptions? {
        guard let reconstruct else {
            guard let alone = voxel.map({ _ in "--voxel" }) ?? texture.map({ _ in "--texture" }) else { return nil }
            throw Failure(usage: "expected --reconstruct beside \(alone), found none")
        }
        let names = ReconstructionOptions.Method.allCases.map(\.rawValue)
        guard let method = ReconstructionOptions.Method(rawValue: reconstruct) else {
            throw InputOptions.unexpected("--reconstruct", reconstruct, names)
        }
        var options = ReconstructionOptions(method)
        if let voxel {
            let size = try InputOptions.distance(voxel, option: "--voxel")
            guard ReconstructionOptions.voxelSizes.contains(size) else {
                throw Failure(usage: "expected --voxel from 0.5mm to 10m, found '\(voxel)'")
            }
            options.voxelSize = size
        }
        if let texture {
            guard texture == "frames" else {
                throw Failure(usage: "expected --texture frames, found '\(texture)'")
            }
            guard method == .tsdf else {
                throw Failure(
                    usage: "expected --reconstruct tsdf beside --texture, since points have none, found points")
            }
            options.paintsTexture = true
        }
        return options
    }
}
