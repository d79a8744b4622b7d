public import MeshBytes
import MeshFormats

/// `scan4d_metadata.json`: all members in order, known or not, and the known ones by name.
public struct ScanMetadata: Sendable, Equatable {
    /// The members in the file's order; all of them are written back.
    public var members: [(String, JSONValue)]

    /// Creates metadata of these members.
    public init(_ members: [(String, JSONValue)] = []) { self.members = members }

    /// The value of the first member with this name. Setting nil removes the member; a new name is appended.
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

    /// The end of the capture in Unix seconds.
    public var timestamp: Double? { self["timestamp"]?.number }
    /// The location that the scan belongs to; links refer to it.
    public var locationID: String? { self["location_id"]?.string }
    /// Whether persons were made unrecognisable; nil: not stated, as in scans from before the filter existed.
    public var privacyFilter: Bool? { self["privacy_filter"]?.bool }
    /// The member that meshconv adds about itself, if it wrote the package.
    public var origin: JSONValue? { self[OriginRecord.key] }

    /// Whether the members and their order are equal.
    public static func == (a: ScanMetadata, b: ScanMetadata) -> Bool {
        JSONValue.object(a.members) == .object(b.members)
    }
}
