import MeshFormats
import MeshModel

/// The record of what the text can't say, as a reader meets it.
enum OBJOriginReading {
    /// Whether a comment is the record.
    static func isRecord(_ text: String) -> Bool { OBJOrigin.isRecord(text) }

    /// Gives the scene what the record remembers; what does not fit is said.
    static func restore(_ record: String, _ scene: inout Scene) -> [Diagnostic] {
        guard let origin = OBJOrigin(record: record) else {
            return [Diagnostic("origin.ignored", .note, at: .whole, "the origin record can't be understood")]
        }
        return origin.restore(&scene)
    }
}
