/// A finding about a package that its owner may want to know. Reading goes on.
public struct PackageDiagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// A part of the package can't be used.
        case error
        /// Something is missing, doubtful or assumed.
        case warning
        /// Common in real packages, and read as meant.
        case info

        /// Orders by severity, the worst first.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A stable identifier for programs: one of the constants of ``Code``.
    public var code: Code
    /// How much it matters.
    public var severity: Severity
    /// The path of the first entry concerned; nil: the package as a whole.
    public var entry: String?
    /// The number of occurrences.
    public var count: Int
    /// The text: lower case, no full stop.
    public var message: String

    /// Creates a diagnostic.
    public init(_ code: Code, _ severity: Severity, entry: String? = nil, count: Int = 1, _ message: String) {
        self.code = code
        self.severity = severity
        self.entry = entry
        self.count = count
        self.message = message
    }
}

extension PackageDiagnostic {
    /// The kind of a finding.
    public struct Code: Hashable, Sendable {
        /// The text, such as `pose.columns`.
        public let rawValue: String

        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Poses of `transforms.json` are stored as columns, as the app does, and read as such.
        public static let poseColumns = Self(rawValue: "pose.columns")
        /// No camera leaves the origin, so rows and columns can't be told apart.
        public static let poseLayoutAmbiguous = Self(rawValue: "pose.layout-ambiguous")
        /// A pose isn't a rotation and translation: all zeros, mirrored or scaled.
        public static let poseNotRigid = Self(rawValue: "pose.not-rigid")
        /// A frame has no pose.
        public static let poseMissing = Self(rawValue: "pose.missing")
        /// All cameras are at the same position.
        public static let poseCentresEqual = Self(rawValue: "pose.centres-equal")
        /// The file of a frame can't be read; the frame is left out, or has no pose.
        public static let frameUnreadable = Self(rawValue: "frame.unreadable")
        /// A frame has no intrinsics.
        public static let intrinsicsMissing = Self(rawValue: "intrinsics.missing")
        /// Frames have their own intrinsics besides the shared ones; counts those frames.
        public static let intrinsicsPerFrame = Self(rawValue: "intrinsics.per-frame")
        /// The file doesn't state the image size of its intrinsics, so it was derived.
        public static let intrinsicsSizeAssumed = Self(rawValue: "intrinsics.size-assumed")
        /// The lens has distortion, which is not undone.
        public static let distortion = Self(rawValue: "intrinsics.distortion")
        /// The size of an image differs from the one that its intrinsics are for.
        public static let imageSizeMismatch = Self(rawValue: "image.size-mismatch")
        /// An image's header can't be read.
        public static let imageUnreadable = Self(rawValue: "image.unreadable")
        /// A path names a missing file.
        public static let pathDangling = Self(rawValue: "path.dangling")
        /// A path leads out of the package and is ignored.
        public static let pathOutside = Self(rawValue: "path.outside")
        /// Depth has the wrong byte order, as in the app's packages, and is read as meant.
        public static let depthSwapped = Self(rawValue: "depth.byte-swapped")
        /// Depth images differ in byte order.
        public static let depthMixed = Self(rawValue: "depth.byte-order-mixed")
        /// The values of an image don't reveal its byte order; that of the others, or PNG's own, is assumed.
        public static let depthOrderAssumed = Self(rawValue: "depth.byte-order-assumed")
        /// A depth image has no measurement at all.
        public static let depthZero = Self(rawValue: "depth.all-zero")
        /// A depth image can't be decoded.
        public static let depthUnreadable = Self(rawValue: "depth.unreadable")
        /// Fewer than half of the frames have depth.
        public static let depthFew = Self(rawValue: "depth.few")
        /// A confidence image is zero everywhere, so it says nothing.
        public static let confidenceZero = Self(rawValue: "confidence.all-zero")
        /// A confidence image can't be decoded.
        public static let confidenceUnreadable = Self(rawValue: "confidence.unreadable")
        /// A confidence image has several channels; only the first is used.
        public static let confidenceColors = Self(rawValue: "confidence.colors")
        /// Fewer than half of the frames have confidence.
        public static let confidenceFew = Self(rawValue: "confidence.few")
        /// A file that isn't about a frame can't be read, and is ignored.
        public static let fileUnreadable = Self(rawValue: "file.unreadable")
        /// A file that the package's kind always has is missing.
        public static let fileMissing = Self(rawValue: "file.missing")
        /// A name occurs twice in the archive; the first is used.
        public static let entryRepeated = Self(rawValue: "entry.repeated")
        /// An added file replaced the package's own.
        public static let entryReplaced = Self(rawValue: "entry.replaced")
        /// Both `cameras/` and `transforms.json` exist; `cameras/` is used.
        public static let camerasPreferred = Self(rawValue: "frames.cameras-preferred")
        /// An older layout, which the message names.
        public static let layoutLegacy = Self(rawValue: "layout.legacy")
        /// The package has no frames.
        public static let framesNone = Self(rawValue: "frames.none")
        /// It is unknown whether persons are hidden: a scan from before the filter existed, or unreadable metadata.
        public static let privacyUnknown = Self(rawValue: "privacy.unknown")
        /// Links of scans tilt against gravity by more than 2°.
        public static let linkTilted = Self(rawValue: "link.tilted")
        /// An anchor of a link isn't a rotation and translation; the link is ignored.
        public static let linkNotRigid = Self(rawValue: "link.not-rigid")
        /// The package of a linked scan is missing; its registration is assumed to be the identity.
        public static let linkScanMissing = Self(rawValue: "link.scan-missing")
        /// Links that form a loop don't close; the message gives the gap.
        public static let linkResidual = Self(rawValue: "link.residual")
        /// It is unknown whether a mesh's colours come from photographs or from normals.
        public static let colorSourceUnknown = Self(rawValue: "color.source-unknown")
        /// Colours of a mesh were rounded to bytes, as requested.
        public static let colorsRounded = Self(rawValue: "color.rounded")
        /// A mesh's own colours were replaced.
        public static let colorsReplaced = Self(rawValue: "color.replaced")
        /// Vertices that no face uses were left out.
        public static let verticesUnreferenced = Self(rawValue: "vertex.unreferenced")
        /// Vertices near each other were merged, as requested.
        public static let seamsWelded = Self(rawValue: "vertex.seams-welded")
        /// Faces that became degenerate when vertices were merged were left out.
        public static let facesCollapsed = Self(rawValue: "face.collapsed")
        /// A mesh was moved into the frame of the cameras, as requested.
        public static let meshMoved = Self(rawValue: "mesh.moved")
    }
}

extension PackageDiagnostic: CustomStringConvertible {
    /// One line: `warning: images/a.jpg: expected … [path.dangling]`.
    public var description: String {
        let place = entry.map { "\($0): " } ?? ""
        return "\(severity.rawValue): \(place)\(message) [\(code.rawValue)]"
    }
}

/// Collects diagnostics: one for each code, severity and message, with a count.
struct PackageDiagnostics {
    private(set) var list: [PackageDiagnostic] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        var code: PackageDiagnostic.Code
        var severity: PackageDiagnostic.Severity
        var message: String
    }

    /// The maximum number of distinct messages; further ones are counted by code and severity.
    private static let mostMessages = 1000

    mutating func add(
        _ code: PackageDiagnostic.Code, _ severity: PackageDiagnostic.Severity, entry: String? = nil, count: Int = 1,
        _ message: String
    ) {
        let key = Key(
            code: code, severity: severity, message: list.count < Self.mostMessages ? message : "and others like it")
        if let index = places[key] {
            list[index].count += count
        } else {
            places[key] = list.count
            list.append(PackageDiagnostic(code, severity, entry: entry, count: count, key.message))
        }
    }
}
