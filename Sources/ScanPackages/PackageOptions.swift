/// How a package is read: what its files leave open, and whether broken ones are tolerated.
public struct PackageOptions: Hashable, Sendable {
    /// The limits of what is read.
    public var limits = PackageLimits()
    /// The package's kind; nil: detected from its files.
    public var kind: PackageKind?
    /// The layout of poses in `transforms.json`; nil: detected from the numbers.
    public var poseLayout: PoseLayout?
    /// The byte order of depth; nil: detected for each image.
    public var depthByteOrder: DepthByteOrder?
    /// Metres per unit of depth.
    public var depthScale = 0.001
    /// The extensions of files that count as meshes, in the order in which the usual one is looked for. MeshConvert adds
    /// those of its formats.
    public var meshExtensions = ["obj", "ply", "glb", "gltf", "usdz", "usdc", "usda", "usd", "stl", "off"]
    /// Whether unreadable files are reported and left out; otherwise the first of them is an error.
    public var lenient = false

    /// Creates the default options.
    public init() {}

    /// Whether a path is that of a mesh, by its extension.
    package func isMesh(_ path: String) -> Bool { meshExtensions.contains(PackagePath.fileExtension(path)) }
}

/// The meaning of the inner arrays of a 4 × 4 matrix.
public enum PoseLayout: String, Hashable, Sendable, CaseIterable {
    /// Each inner array is a row: the translation is the last number of each of the first three.
    case rows
    /// Each inner array is a column: the translation is the last array.
    case columns
}

/// Which byte of a 16-bit sample comes first.
public enum DepthByteOrder: String, Hashable, Sendable, CaseIterable {
    /// The most significant one, as PNG requires.
    case big = "be"
    /// The least significant one, as the app writes it.
    case little = "le"
}
