public import ScanPackages

/// How a scan package is to be converted into another; see `convertPackage(_:to:as:options:)`.
public struct PackageConvertOptions: Sendable {
    /// Makes another picture of one, such as one without faces; nil leaves the frame out with all that refers to it.
    public typealias ImageRewriter = @Sendable (_ image: PackageImage, _ bytes: [UInt8]) async throws -> [UInt8]?
    /// Makes other depth of a frame's, in millimetres; nil leaves the frame out with all that refers to it.
    public typealias DepthRewriter = @Sendable (_ frame: ScanFrame, _ millimetres: DepthMap) async throws -> DepthMap?

    /// Limits, strictness, threads, hashes: what conversions of packages have in common with others. What is about
    /// scenes is not looked at.
    public var common = ConvertOptions()
    /// How the package is read and written; its threads and work are those of ``common``.
    public var writing = PackageWriteOptions()
    /// What goes into the package beside what the source has.
    public var parts = PackageParts()
    /// As `PackageWriteOptions.rewriteImage`, for functions that wait for something: that one is used if both are set.
    /// Each call has a thread of its own while it waits.
    public var rewriteImage: ImageRewriter?
    /// As `PackageWriteOptions.rewriteDepth`, for functions that wait for something.
    public var rewriteDepth: DepthRewriter?
    /// Whether a target that doesn't end in `.zip` is an archive all the same.
    public var isArchive = false

    /// The defaults.
    public init() {}

    /// A package as a conversion with these options reads it, its parts included.
    public func package(_ source: String) throws(ConvertError) -> ScanPackage {
        try PackageConversion.read(source, .scan4D, self, writing.reading).0
    }
}
