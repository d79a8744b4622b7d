import MeshFormats
import MeshModel

/// Reads the origin record.
enum OBJOriginReading {
    /// Whether a comment is an origin record.
    static func isRecord(_ text: String) -> Bool { OBJOrigin.isRecord(text) }

    /// Restores what the record holds in the scene; reports entries that don't fit.
    static func restore(_ record: String, _ scene: inout Scene) -> [Diagnostic] {
        guard let origin = OBJOrigin(record: record) else {
            return [Diagnostic("origin.ignored", .note, at: .whole, "the origin record can't be understood")]
        }
        return origin.restore(&scene)
    }
}
