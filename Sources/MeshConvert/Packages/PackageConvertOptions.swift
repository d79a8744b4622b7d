public import ScanPackages

/// Options for converting a scan package into another; see `convertPackage(_:to:as:options:)`.
public struct PackageConvertOptions: Sendable {
    /// Rewrites an image, for example to blur people's faces; nil leaves the frame out with everything that refers to
    /// it.
    public typealias ImageRewriter = @Sendable (_ image: PackageImage, _ bytes: [UInt8]) async throws -> [UInt8]?
    /// Rewrites the depth of a frame, in millimetres; nil leaves the frame out with everything that refers to it.
    public typealias DepthRewriter =
        @Sendable (_ depth: PackageDepth, _ millimetres: DepthMap) async throws -> DepthMap?

    /// Limits, strictness, threads and hashes, as in other conversions. Options about scenes are ignored.
    public var common = ConvertOptions()
    /// Options for reading and writing the package; threads and work come from ``common``.
    public var writing = PackageWriteOptions()
    /// Files to add to the package.
    public var parts = PackageParts()
    /// An asynchronous form of `PackageWriteOptions.rewriteImage`, which is used if both are set. Each call blocks a
    /// thread of its own.
    public var rewriteImage: ImageRewriter?
    /// An asynchronous form of `PackageWriteOptions.rewriteDepth`.
    public var rewriteDepth: DepthRewriter?
    /// Whether the target is an archive even if it doesn't end in `.zip`.
    public var isArchive = false

    /// Creates the defaults.
    public init() {}

    /// Reads a package as a conversion with these options does, including its parts.
    public func package(_ source: String) throws(ConvertError) -> ScanPackage {
        try PackageConversion.read(source, .scan4D, self, writing.reading).0
    }
}
