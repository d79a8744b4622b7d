public import MeshBytes
public import MeshModel

/// A link between two scans: the same physical pin in the raw frames of both.
public struct StitchLink: Sendable, Equatable {
    /// One side of a link.
    public struct Anchor: Hashable, Sendable {
        /// The location's id.
        public var locationID: String
        /// The scan's id.
        public var scanID: String
        /// The anchor's id.
        public var anchorID: String
        /// The pin in the scan's raw frame: anchor-to-world, metres, including the user's corrections.
        public var pose: Affine
        /// Degrees from north; nil: unknown.
        public var compassHeading: Double?

        /// Creates an anchor.
        public init(
            locationID: String, scanID: String, anchorID: String, pose: Affine, compassHeading: Double? = nil
        ) {
            self.locationID = locationID
            self.scanID = scanID
            self.anchorID = anchorID
            self.pose = pose
            self.compassHeading = compassHeading
        }
    }

    /// The link's id, unique in a graph.
    public var id: String
    /// One side.
    public var source: Anchor
    /// The other side.
    public var target: Anchor
    /// When it was made, ISO 8601.
    public var linkedAt: String?
    /// `mid_session` or `cross_session`.
    public var linkType: String?
    /// Members without a property of their own, in the file's order.
    public var otherMembers: [(String, JSONValue)] = []

    /// Creates a link.
    public init(id: String, source: Anchor, target: Anchor, linkedAt: String? = nil, linkType: String? = nil) {
        self.id = id
        self.source = source
        self.target = target
        self.linkedAt = linkedAt
        self.linkType = linkType
    }

    /// Whether all properties are equal.
    public static func == (a: StitchLink, b: StitchLink) -> Bool {
        a.id == b.id && a.source == b.source && a.target == b.target && a.linkedAt == b.linkedAt
            && a.linkType == b.linkType && JSONValue.object(a.otherMembers) == .object(b.otherMembers)
    }

    /// Reads a link of a file; nil if a member is missing or malformed.
    init?(_ value: JSONValue, layout: PoseLayout) {
        func text(_ key: String) -> String? { value[key]?.string }
        func anchor(_ side: String) -> Anchor? {
            guard let location = text("\(side)LocationId"), let scan = text("\(side)ScanId"),
                let matrix = value["\(side)AnchorTransform"].flatMap({ NestedMatrix($0) }),
                let pose = matrix.transform(layout)
            else { return nil }
            return Anchor(
                locationID: location, scanID: scan, anchorID: text("\(side)AnchorId") ?? "", pose: pose,
                compassHeading: value["\(side)AnchorCompassHeading"]?.number)
        }
        guard let id = text("id"), let source = anchor("source"), let target = anchor("target") else { return nil }
        self.init(id: id, source: source, target: target, linkedAt: text("linkedAt"), linkType: text("linkType"))
        otherMembers = (value.object ?? []).filter { !Self.known.contains($0.0) }
    }

    private static let known: Set<String> = {
        var keys: Set<String> = ["id", "linkedAt", "linkType"]
        for side in ["source", "target"] {
            for part in ["LocationId", "ScanId", "AnchorId", "AnchorTransform", "AnchorCompassHeading"] {
                keys.insert(side + part)
            }
        }
        return keys
    }()
}

/// `graph.json`: the locations that are connected, and how. Links have no direction.
public struct StitchGraph: Sendable, Equatable {
    /// A location.
    public struct Node: Hashable, Sendable {
        /// The location's id.
        public var locationID: String
        /// Its name.
        public var name: String
        /// The ids of its scans.
        public var scanIDs: [String]

        /// Creates a location.
        public init(locationID: String, name: String, scanIDs: [String]) {
            self.locationID = locationID
            self.name = name
            self.scanIDs = scanIDs
        }
    }

    /// The locations.
    public var nodes: [Node]
    /// The links, each id once.
    public var links: [StitchLink]

    /// Creates a graph.
    public init(nodes: [Node], links: [StitchLink]) {
        self.nodes = nodes
        self.links = links
    }
}
