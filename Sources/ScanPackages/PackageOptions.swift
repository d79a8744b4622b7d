/// How a package is to be read: what its files leave open, and what to do about broken ones.
public struct PackageOptions: Hashable, Sendable {
    /// How much it may ask for.
    public var limits = PackageLimits()
    /// What the package is; nil: what its files say.
    public var kind: PackageKind?
    /// How `transforms.json` writes poses; nil: as its numbers say (section 1.6).
    public var poseLayout: PoseLayout?
    /// The order of the bytes of depth; nil: found for each image (section 1.5).
    public var depthByteOrder: DepthByteOrder?
    /// Metres for one unit of depth.
    public var depthScale = 0.001
    /// Whether files that can't be read are told and left out; else the first of them is an error.
    public var lenient = false

    /// The defaults.
    public init() {}
}

/// How the inner arrays of a 4 × 4 matrix are meant.
public enum PoseLayout: String, Hashable, Sendable, CaseIterable {
    /// Each inner array is a row: the translation is the last number of each of the first three.
    case rows
    /// Each inner array is a column: the translation is the last array.
    case columns
}

/// Which byte of a 16-bit sample comes first.
public enum DepthByteOrder: String, Hashable, Sendable, CaseIterable {
    /// The most significant one, as PNG demands.
    case big = "be"
    /// The least significant one, as the app writes it (T3).
    case little = "le"
}
