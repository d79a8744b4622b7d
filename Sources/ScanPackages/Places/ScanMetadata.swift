public import MeshBytes
import MeshFormats
public import MeshModel

/// `scan4d_metadata.json`: all of its members in order, known or not, and what is known by name (section 1.4.1).
public struct ScanMetadata: Sendable, Equatable {
    /// The members in the file's order; a writer gives all of them back.
    public var members: [(String, JSONValue)]

    /// Metadata of these members.
    public init(_ members: [(String, JSONValue)] = []) { self.members = members }

    /// The value of the first member with this name; setting nil removes it, a new name goes to the end.
    public subscript(key: String) -> JSONValue? {
        get { members.first { $0.0 == key }?.1 }
        set {
            guard let newValue else { return members.removeAll { $0.0 == key } }
            if let index = members.firstIndex(where: { $0.0 == key }) {
                members[index].1 = newValue
            } else {
                members.append((key, newValue))
            }
        }
    }

    /// Unix seconds of the capture's end.
    public var timestamp: Double? { self["timestamp"]?.number }
    /// The location that the scan belongs to; links name it.
    public var locationID: String? { self["location_id"]?.string }
    /// How many keyframes there are said to be.
    public var keyframeCount: Int64? { self["keyframe_count"]?.int }
    /// Whether persons were made unrecognisable; nil: not said, a scan from before there was a filter.
    public var privacyFilter: Bool? { self["privacy_filter"]?.bool }
    /// What meshconv wrote of itself, if it wrote the package.
    public var origin: JSONValue? { self[OriginRecord.key] }
    /// `boundary_anchor`'s transform in the raw frame; nested columns in the file.
    public var boundaryAnchor: Affine? {
        self["boundary_anchor"]?["transform"].flatMap { NestedMatrix($0)?.transform(.columns) }
    }

    /// Whether both have equal members in equal order.
    public static func == (a: ScanMetadata, b: ScanMetadata) -> Bool {
        JSONValue.object(a.members) == .object(b.members)
    }
}
