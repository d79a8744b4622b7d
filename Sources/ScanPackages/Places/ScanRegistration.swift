public import MeshBytes
public import MeshModel

/// `registration.json`: how a scan's raw frame lies in its location's canonical frame.
///
/// Cameras, depth and anchors are in the raw frame; `roomplan.json` and every exported mesh are in the canonical one
/// where a registration is applied. canonical = ``rawToCanonical`` · raw.
public struct ScanRegistration: Sendable, Equatable {
    /// Whether the scan was registered; if not, the raw and canonical frames are the same.
    public var isApplied: Bool
    /// The transform that was applied; the identity if none was.
    public var rawToCanonical: Affine
    /// The scan that it was registered to.
    public var targetScanID: String?
    /// All members in the file's order; all of them are written back.
    public var members: [(String, JSONValue)]

    /// The transform from canonical to raw; the identity if none was applied.
    public var canonicalToRaw: Affine { rawToCanonical.rigidInverse }

    /// Creates a registration from its transform.
    public init(isApplied: Bool, rawToCanonical: Affine = .identity, targetScanID: String? = nil) {
        self.isApplied = isApplied
        self.rawToCanonical = isApplied ? rawToCanonical : .identity
        self.targetScanID = targetScanID
        members = [("version", 2), ("applied", .bool(isApplied))]
        if isApplied { members.append(("transform", .array(rawToCanonical.columnMajor.map(JSONValue.number)))) }
        if let targetScanID { members.append(("targetScanId", .string(targetScanID))) }
    }

    /// Reads the registration of a file; nil if `applied` is missing, or true without a rigid transform.
    init?(_ value: JSONValue) {
        guard let members = value.object, let applied = value["applied"]?.bool else { return nil }
        self.members = members
        isApplied = applied
        targetScanID = value["targetScanId"]?.string
        rawToCanonical = .identity
        guard applied else { return }
        guard let numbers = value["transform"]?.numbers, let transform = Affine(columnMajor: numbers),
            transform.isRigid
        else { return nil }
        rawToCanonical = transform
    }

    /// Whether the members and their order are equal.
    public static func == (a: ScanRegistration, b: ScanRegistration) -> Bool {
        JSONValue.object(a.members) == .object(b.members)
    }
}
