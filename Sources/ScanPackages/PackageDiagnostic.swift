/// Something about a package that its owner may want to know; reading went on.
public struct PackageDiagnostic: Hashable, Sendable {
    /// How much it matters.
    public enum Severity: String, Hashable, Sendable, CaseIterable, Comparable {
        /// A part of the package can't be used.
        case error
        /// Something is missing, doubtful or assumed.
        case warning
        /// Usual in packages from the field and read as it is meant.
        case info

        /// Worse is less.
        public static func < (a: Self, b: Self) -> Bool { a.rank < b.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// A stable word for programs; the words are the constants of ``Code``.
    public var code: Code
    /// How much it matters.
    public var severity: Severity
    /// The path of the first entry that it is about; nil: the package as a whole.
    public var entry: String?
    /// How many times.
    public var count: Int
    /// Lower case, no full stop.
    public var message: String

    /// A diagnostic from its parts.
    public init(_ code: Code, _ severity: Severity, entry: String? = nil, count: Int = 1, _ message: String) {
        self.code = code
        self.severity = severity
        self.entry = entry
        self.count = count
        self.message = message
    }
}

extension PackageDiagnostic {
    /// What was noticed.
    public struct Code: Hashable, Sendable {
        /// The word: `pose.columns`.
        public let rawValue: String

        /// A code with this word.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// Poses of `transforms.json` are written as columns (T1), and read so.
        public static let poseColumns = Self(rawValue: "pose.columns")
        /// Nothing tells whether poses are rows or columns, since no camera leaves the origin (W-LAYOUT, section 1.6).
        public static let poseLayoutAmbiguous = Self(rawValue: "pose.layout-ambiguous")
        /// A pose is no rotation and translation: all zeros, a mirror, or scaled.
        public static let poseNotRigid = Self(rawValue: "pose.not-rigid")
        /// A frame has no pose.
        public static let poseMissing = Self(rawValue: "pose.missing")
        /// All cameras stand in one place.
        public static let poseCentresEqual = Self(rawValue: "pose.centres-equal")
        /// A file that tells of a frame can't be read; the frame is left out, or has no pose.
        public static let frameUnreadable = Self(rawValue: "frame.unreadable")
        /// A frame has no intrinsics.
        public static let intrinsicsMissing = Self(rawValue: "intrinsics.missing")
        /// Frames have their own intrinsics beside those for all (T6): the frames' count.
        public static let intrinsicsPerFrame = Self(rawValue: "intrinsics.per-frame")
        /// The image's size for which intrinsics hold is not stated, and was worked out.
        public static let intrinsicsSizeAssumed = Self(rawValue: "intrinsics.size-assumed")
        /// The lens has distortion, which is not undone.
        public static let distortion = Self(rawValue: "intrinsics.distortion")
        /// An image has another size than its intrinsics hold for.
        public static let imageSizeMismatch = Self(rawValue: "image.size-mismatch")
        /// An image's header can't be read.
        public static let imageUnreadable = Self(rawValue: "image.unreadable")
        /// A path leads to no file.
        public static let pathDangling = Self(rawValue: "path.dangling")
        /// A path leads out of the package and is ignored.
        public static let pathOutside = Self(rawValue: "path.outside")
        /// Depth is in bytes of the wrong order (T3), and read as it is meant.
        public static let depthSwapped = Self(rawValue: "depth.byte-swapped")
        /// Byte orders differ from image to image (T4).
        public static let depthMixed = Self(rawValue: "depth.byte-order-mixed")
        /// Nothing in an image tells its byte order; that of the others, or PNG's own, was taken.
        public static let depthOrderAssumed = Self(rawValue: "depth.byte-order-assumed")
        /// A depth image has no measurement at all.
        public static let depthZero = Self(rawValue: "depth.all-zero")
        /// A depth image can't be decoded.
        public static let depthUnreadable = Self(rawValue: "depth.unreadable")
        /// Fewer than half of the frames have depth.
        public static let depthFew = Self(rawValue: "depth.few")
        /// A confidence image is zero everywhere and tells nothing (W-CONF, T9).
        public static let confidenceZero = Self(rawValue: "confidence.all-zero")
        /// A confidence image can't be decoded.
        public static let confidenceUnreadable = Self(rawValue: "confidence.unreadable")
        /// A confidence image has colours, of which the first channel counts.
        public static let confidenceColors = Self(rawValue: "confidence.colors")
        /// Fewer than half of the frames have confidence.
        public static let confidenceFew = Self(rawValue: "confidence.few")
        /// A file of the package that is not about a frame can't be read, and is ignored.
        public static let fileUnreadable = Self(rawValue: "file.unreadable")
        /// A file that the package's kind always has is missing.
        public static let fileMissing = Self(rawValue: "file.missing")
        /// A name occurs twice in the archive; the first counts.
        public static let entryRepeated = Self(rawValue: "entry.repeated")
        /// A file that was added took the place of the package's own.
        public static let entryReplaced = Self(rawValue: "entry.replaced")
        /// Both `cameras/` and `transforms.json` are there; the former count (T2).
        public static let camerasPreferred = Self(rawValue: "frames.cameras-preferred")
        /// An older layout (section 1.2): the message says which.
        public static let layoutLegacy = Self(rawValue: "layout.legacy")
        /// A package without frames.
        public static let framesNone = Self(rawValue: "frames.none")
        /// Whether persons are hidden is not said: a scan from before there was a filter, or unreadable metadata.
        public static let privacyUnknown = Self(rawValue: "privacy.unknown")
        /// Links of scans tilt against gravity by more than 2°.
        public static let linkTilted = Self(rawValue: "link.tilted")
        /// An anchor of a link is no rotation and translation; the link is ignored.
        public static let linkNotRigid = Self(rawValue: "link.not-rigid")
        /// The package of a linked scan is missing: its registration is taken for the identity.
        public static let linkScanMissing = Self(rawValue: "link.scan-missing")
        /// Links that form a loop don't meet: the message says by how much.
        public static let linkResidual = Self(rawValue: "link.residual")
        /// Nobody said whether colours of a mesh are of photographs or of normals (T11).
        public static let colorSourceUnknown = Self(rawValue: "color.source-unknown")
        /// Colours of a mesh became bytes, as asked for.
        public static let colorsRounded = Self(rawValue: "color.rounded")
        /// A mesh had colours of its own, which others took the place of.
        public static let colorsReplaced = Self(rawValue: "color.replaced")
        /// Vertices that no face uses were left out (T12).
        public static let verticesUnreferenced = Self(rawValue: "vertex.unreferenced")
        /// Vertices near each other became one, as asked for.
        public static let seamsWelded = Self(rawValue: "vertex.seams-welded")
        /// Faces that covered nothing once vertices were one were left out.
        public static let facesCollapsed = Self(rawValue: "face.collapsed")
        /// A mesh was moved into the frame of the cameras, as asked for.
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

/// Gathers diagnostics: one for each code, severity and message, with a count.
struct PackageDiagnostics {
    private(set) var list: [PackageDiagnostic] = []
    private var places: [Key: Int] = [:]

    private struct Key: Hashable {
        var code: PackageDiagnostic.Code
        var severity: PackageDiagnostic.Severity
        var message: String
    }

    /// The most different messages; what is more is counted with the first of its code.
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
