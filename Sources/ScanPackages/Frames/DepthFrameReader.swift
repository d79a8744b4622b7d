public import MeshFormats
public import MeshModel
public import Reconstruction

/// Decodes the frames of a package for ``Reconstruction``, one at a time; none is kept.
///
/// ```swift
/// let package = try ScanPackage.open("scan.zip")
/// let reader = DepthFrameReader(package)
/// let fusion = DepthFusion(FusionOptions(voxelSize: 0.02))
/// for frame in reader.frames {
///     if let decoded = try reader.decode(frame).frame { fusion.add(decoded) }
/// }
/// ```
///
/// - Frame: poses lead to the frame of the package's meshes (canonical), or to that of its cameras (raw).
/// - Edge: a frame that can't be used is left out, and a finding says why. A picture that can't be decoded costs the
///   colours, confidence that can't be decoded counts as unknown. Pixels that a mask hides are no measurement, and a frame
///   whose mask can't be decoded is left out, since it may show what the mask hides.
public struct DepthFrameReader: Sendable {
    /// A frame, and what there is to say about it.
    public struct Decoded: Sendable {
        /// The frame; nil: it can't be used.
        public internal(set) var frame: DepthFrame?
        /// Why it, or a part of it, can't be used; and how its confidence was understood.
        public internal(set) var findings: [Diagnostic]
    }

    /// The frames with depth, sorted by name.
    public let frames: [ScanFrame]
    private let package: ScanPackage
    private let space: ScanSpace
    private let motion: Affine
    private let options: PackageOptions
    private let majority: DepthByteOrder?

    /// Creates a reader.
    ///
    /// - Parameters:
    ///   - package: the package.
    ///   - space: the frame of the poses.
    ///   - motion: a rotation and a translation from that frame to another, such as that of the scan's place among
    ///     others.
    ///   - options: how depth is read: byte order, scale, limits.
    public init(
        _ package: ScanPackage, space: ScanSpace = .canonical, motion: Affine = .identity,
        options: PackageOptions = PackageOptions()
    ) {
        frames = package.frames.filter { $0.depthPath != nil }
        self.package = package
        self.options = options
        self.space = space
        self.motion = motion
        majority = package.depthMajority(options: options)
    }

    /// Decodes a frame.
    ///
    /// - Parameters:
    ///   - frame: one of ``frames``.
    ///   - withPicture: whether its picture is decoded, which takes most of the time.
    /// - Throws: only that the work was cancelled, or a limit was reached; what is wrong with a frame is a finding.
    public func decode(_ frame: ScanFrame, withPicture: Bool = true) throws(ReadError) -> Decoded {
        try decode(frame, picture: withPicture ? .whole : .none)
    }

    /// Decodes a frame, whose picture may be wanted for less than all of its pixels.
    package func decode(_ frame: ScanFrame, picture: PictureUse) throws(ReadError) -> Decoded {
        var decoding = FrameDecoding(package: package, options: options, majority: majority, scanned: frame)
        let pose = package.pose(of: frame, in: space).map { motion == .identity ? $0 : motion * $0 }
        return Decoded(frame: try decoding.frame(pose, picture: picture), findings: decoding.findings)
    }
}

/// What a frame's picture is for.
package enum PictureUse: Sendable {
    /// Nothing: it isn't decoded.
    case none
    /// The colours of the depth's pixels: what a bent lens shows needn't be made flat in full.
    case colors
    /// A texture, or edges that are finer than those of the depth.
    case whole
}
