public import MeshFormats

/// The codes of diagnostics about packages.
public enum PackageCode: String, Hashable, Sendable {
    /// Poses of `transforms.json` are stored as columns, as the app does, and read as such.
    case poseColumns = "pose.columns"
    /// No camera leaves the origin, so rows and columns can't be told apart.
    case poseLayoutAmbiguous = "pose.layout-ambiguous"
    /// A pose isn't a rotation and translation: all zeros, mirrored or scaled.
    case poseNotRigid = "pose.not-rigid"
    /// A frame has no pose.
    case poseMissing = "pose.missing"
    /// All cameras are at the same position.
    case poseCentresEqual = "pose.centres-equal"
    /// The file of a frame can't be read; the frame is left out, or has no pose.
    case frameUnreadable = "frame.unreadable"
    /// A frame has no intrinsics.
    case intrinsicsMissing = "intrinsics.missing"
    /// Frames have their own intrinsics besides the shared ones; counts those frames.
    case intrinsicsPerFrame = "intrinsics.per-frame"
    /// The file doesn't state the image size of its intrinsics, so it was derived.
    case intrinsicsSizeAssumed = "intrinsics.size-assumed"
    /// The lens has distortion, which is not undone.
    case distortion = "intrinsics.distortion"
    /// The size of an image differs from the one that its intrinsics are for.
    case imageSizeMismatch = "image.size-mismatch"
    /// An image's header can't be read.
    case imageUnreadable = "image.unreadable"
    /// A path names a missing file.
    case pathDangling = "path.dangling"
    /// A path leads out of the package and is ignored.
    case pathOutside = "path.outside"
    /// Depth has the wrong byte order, as in the app's packages, and is read as meant.
    case depthSwapped = "depth.byte-swapped"
    /// Depth images differ in byte order.
    case depthMixed = "depth.byte-order-mixed"
    /// The values of an image don't reveal its byte order; that of the others, or PNG's own, is assumed.
    case depthOrderAssumed = "depth.byte-order-assumed"
    /// A depth image has no measurement at all.
    case depthZero = "depth.all-zero"
    /// A depth image can't be decoded.
    case depthUnreadable = "depth.unreadable"
    /// Fewer than half of the frames have depth.
    case depthFew = "depth.few"
    /// A confidence image is zero everywhere, so it says nothing.
    case confidenceZero = "confidence.all-zero"
    /// A confidence image can't be decoded.
    case confidenceUnreadable = "confidence.unreadable"
    /// A confidence image has several channels; only the first is used.
    case confidenceColors = "confidence.colors"
    /// A frame has no confidence, so that all its pixels count.
    case confidenceMissing = "confidence.missing"
    /// Fewer than half of the frames have confidence.
    case confidenceFew = "confidence.few"
    /// A file that isn't about a frame can't be read, and is ignored.
    case fileUnreadable = "file.unreadable"
    /// A file that the package's kind always has is missing.
    case fileMissing = "file.missing"
    /// A name occurs twice in the archive; the first is used.
    case entryRepeated = "entry.repeated"
    /// An added file replaced the package's own.
    case entryReplaced = "entry.replaced"
    /// Both `cameras/` and `transforms.json` exist; `cameras/` is used.
    case camerasPreferred = "frames.cameras-preferred"
    /// The package has several sparse models; the one with the most images is used.
    case modelsSeveral = "model.several"
    /// The model is there as text and in binary; one of them is used.
    case modelTwofold = "model.twofold"
    /// Neither the unit of lengths is known nor which way is up.
    case frameUnknown = "frame.unknown"
    /// An older layout, which the message names.
    case layoutLegacy = "layout.legacy"
    /// There are pictures, and none of them has a camera.
    case camerasNone = "cameras.none"
    /// A 360° still gives no faces of a cube.
    case facesNone = "faces.none"
    /// The package has no frames.
    case framesNone = "frames.none"
    /// It is unknown whether persons are hidden: a scan from before the filter existed, or unreadable metadata.
    case privacyUnknown = "privacy.unknown"
    /// Persons are not hidden: the privacy filter was off.
    case privacyOff = "privacy.off"
    /// Persons are not hidden yet: this is the device's own folder, and exporting it hides them.
    case privacyPending = "privacy.pending"
    /// Links of scans tilt against gravity by more than 2°.
    case linkTilted = "link.tilted"
    /// An anchor of a link isn't a rotation and translation; the link is ignored.
    case linkNotRigid = "link.not-rigid"
    /// The package of a linked scan is missing; its registration is assumed to be the identity.
    case linkScanMissing = "link.scan-missing"
    /// Links that form a loop don't close; the message gives the gap.
    case linkResidual = "link.residual"
    /// It is unknown whether a mesh's colours come from photographs or from normals.
    case colorSourceUnknown = "color.source-unknown"
    /// Colours of a mesh were rounded to bytes, as requested.
    case colorsRounded = "color.rounded"
    /// A mesh's own colours were replaced.
    case colorsReplaced = "color.replaced"
    /// Vertices that no face uses were left out.
    case verticesUnreferenced = "vertex.unreferenced"
    /// Vertices near each other were merged, as requested.
    case seamsWelded = "vertex.seams-welded"
    /// Faces that became degenerate when vertices were merged were left out.
    case facesCollapsed = "face.collapsed"
    /// A mesh was moved into the frame of the cameras, as requested.
    case meshMoved = "mesh.moved"
}

extension Diagnostic {
    /// The code, if it is about a package.
    public var packageCode: PackageCode? { PackageCode(rawValue: code) }

    /// The path of the first file concerned; nil: the input as a whole.
    public var entry: String? {
        guard case .sideFile(let path, _) = location else { return nil }
        return path
    }

    /// Creates a diagnostic about a package, or about a file in it.
    init(_ code: PackageCode, _ severity: Severity, entry: String? = nil, count: Int = 1, _ message: String) {
        self.init(
            code.rawValue, severity, count: count, at: entry.map { .sideFile($0, .whole) } ?? .whole, message)
    }
}

/// Collects diagnostics: one for each code, severity and message, with a count.
package struct PackageDiagnostics {
    /// The diagnostics, in the order of their first occurrence.
    package private(set) var list: [Diagnostic] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        var code: String
        var severity: Diagnostic.Severity
        var message: String
    }

    /// The maximum number of distinct messages; further ones are counted by code and severity.
    private static let mostMessages = 1000

    package init() {}

    /// Adds a diagnostic that names no setting.
    package mutating func add(_ diagnostic: Diagnostic) {
        var diagnostic = diagnostic
        if list.count >= Self.mostMessages { diagnostic.wording = "and others like it" }
        let key = Key(code: diagnostic.code, severity: diagnostic.severity, message: diagnostic.message)
        if let index = places[key] {
            list[index].count += diagnostic.count
        } else {
            places[key] = list.count
            list.append(diagnostic)
        }
    }

    mutating func add(
        _ code: PackageCode, _ severity: Diagnostic.Severity, entry: String? = nil, count: Int = 1,
        _ message: String
    ) {
        add(Diagnostic(code, severity, entry: entry, count: count, message))
    }

    /// Adds the reason why an entry can't be read.
    mutating func add(_ code: PackageCode, _ entry: String, _ error: ReadError) {
        var place = error.location.text
        if case .sideFile(_, let inner) = error.location { place = inner.text }
        add(code, .error, entry: entry, place.isEmpty ? error.message : "\(place): \(error.message)")
    }
}
