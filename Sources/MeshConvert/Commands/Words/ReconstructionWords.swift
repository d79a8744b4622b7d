/// What the options for making a shape of a package's depth frames, or a mesh of a cloud, say.
package struct ReconstructionWords: Sendable {
    /// `--reconstruct`.
    package var reconstruct: String?
    /// `--voxel`.
    package var voxel: String?
    /// `--texture`.
    package var texture: String?
    /// `--enlarge-depth`.
    package var enlargeDepth: Int?
    /// `--skip-still`.
    package var skipStill: String?
    /// `--depth-limit`.
    package var depthLimit: String?
    /// `--depth`.
    package var depth: Int?
    /// `--trim`.
    package var trim: String?

    package init() {}

    /// Returns the checked options; nil: no shape is asked for.
    package func options() throws(Failure) -> ReconstructionOptions? {
        guard let reconstruct else {
            let given = [
                ("--voxel", voxel), ("--texture", texture), ("--enlarge-depth", enlargeDepth.map(String.init)),
                ("--skip-still", skipStill), ("--depth-limit", depthLimit), ("--depth", depth.map(String.init)),
                ("--trim", trim),
            ]
            guard let alone = given.first(where: { $0.1 != nil })?.0 else { return nil }
            throw Failure(usage: "expected --reconstruct beside \(alone), found none")
        }
        let names = ReconstructionOptions.Method.allCases.map(\.rawValue)
        guard let method = ReconstructionOptions.Method(rawValue: reconstruct) else {
            throw Failure.unexpected("--reconstruct", reconstruct, names)
        }
        var options = ReconstructionOptions(method)
        if let voxel {
            let size = try LengthWords.distance(voxel, option: "--voxel")
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
        if let depthLimit {
            options.depthLimit = try LengthWords.distance(depthLimit, option: "--depth-limit")
            guard ReconstructionOptions.depthLimits.contains(options.depthLimit) else {
                throw Failure(usage: "expected --depth-limit from 20cm to 100m, found '\(depthLimit)'")
            }
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
            distance: try LengthWords.distance(parts[0], option: "--skip-still DISTANCE:ANGLE"), degrees: degrees)
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
