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
            "With poisson, instead of --voxel: 3 to 12, for 8 to 4096 voxels along the longest side.",
            valueName: "depth"))
    var depth: Int?

    @Option(
        help: ArgumentHelp(
            "With poisson: cut off what no points support: voxels:3 (default), density:6, 1%, or none (for print).",
            valueName: "rule"))
    var trim: String?

    /// Returns the checked options; nil: no shape is asked for.
    func options() throws(Failure) -> ReconstructionOptions? {
        guard let reconstruct else {
            let given = [
                ("--voxel", voxel), ("--texture", texture), ("--enlarge-depth", enlargeDepth.map(String.init)),
                ("--skip-still", skipStill), ("--depth", depth.map(String.init)), ("--trim", trim),
            ]
            guard let alone = given.first(where: { $0.1 != nil })?.0 else { return nil }
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
            guard method != .points else {
                throw Failure(
                    usage:
                        "expected --reconstruct tsdf or poisson beside --texture, since points have none, found points")
            }
            options.paintsTexture = true
        }
        if let enlargeDepth {
            guard ReconstructionOptions.depthEnlargements.contains(enlargeDepth) else {
                throw Failure(usage: "expected --enlarge-depth 2, 3 or 4, found \(enlargeDepth)")
            }
            options.depthEnlargement = enlargeDepth
        }
        if let skipStill { options.leastMovement = try Self.movement(skipStill) }
        guard method == .poisson || depth == nil && trim == nil else {
            throw Failure(
                usage:
                    "expected --reconstruct poisson beside \(depth == nil ? "--trim" : "--depth"), found \(reconstruct)"
            )
        }
        if let depth {
            guard ReconstructionOptions.depths.contains(depth) else {
                throw Failure(usage: "expected --depth from 3 to 12, found \(depth)")
            }
            options.depth = depth
        }
        if let trim { options.trim = try Self.rule(trim) }
        return options
    }

    private static func movement(_ text: String) throws(Failure) -> ReconstructionOptions.Movement {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        guard parts.count == 2, parts[1].hasSuffix("deg"), let degrees = Double(parts[1].dropLast(3)), degrees > 0,
            degrees <= 180
        else { throw Failure(usage: "expected --skip-still DISTANCE:ANGLE such as 2cm:2deg, found '\(text)'") }
        return ReconstructionOptions.Movement(
            distance: try InputOptions.distance(parts[0], option: "--skip-still DISTANCE:ANGLE"), degrees: degrees)
    }

    private static func rule(_ text: String) throws(Failure) -> ReconstructionOptions.Trim {
        let parts = text.split(separator: ":", maxSplits: 1).map(String.init)
        if text == "none" { return .nothing }
        if parts.count == 2, let number = Double(parts[1]), number > 0, number.isFinite {
            if parts[0] == "voxels" { return .voxels(number) }
            if parts[0] == "density" { return .density(number) }
        }
        if text.hasSuffix("%"), let share = Double(text.dropLast()), share >= 0, share <= 100 {
            return .quantile(share / 100)
        }
        throw Failure(usage: "expected --trim voxels:NUMBER, SHARE%, density:NUMBER or none, found '\(text)'")
    }
}
