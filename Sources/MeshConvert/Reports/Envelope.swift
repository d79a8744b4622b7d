package import MeshBytes

/// The common head of all documents: schema, tool, status, and the error if there is one.
package enum Envelope {
    /// An error in a document.
    struct Failure: DocumentedObject {
        var code: String
        var message: String
        var path: String?
        var location: String?

        static let fields: [Field<Failure>] = [
            Field("code", \.code), Field("message", \.message), Field("path", \.path), Field("location", \.location),
        ]
    }

    /// The fields of the head of `meshconv.NAME/1`.
    static func head(_ name: String) -> [Field<(status: Report.Status, error: Failure?)>] {
        [
            Field("schema", Schemas.words(["meshconv.\(name)/1"])) { _ in .string("meshconv.\(name)/1") },
            Field("tool", Schemas.object(Tool.fields)) { _ in Tool.json },
            Field("status", words: ["done", "refused", "failed"], \.status.rawValue), Field("error", \.error),
        ]
    }

    /// Returns the document `meshconv.NAME/1` of a successful command.
    static func done(_ name: String, _ fields: [(String, JSONValue)]) -> JSONValue {
        .object(head(name).members(of: (.done, nil)) + fields)
    }

    /// Returns the document of a failed command, with nothing but the error.
    package static func failed(
        _ name: String, code: String, message: String, path: String? = nil, location: String? = nil
    ) -> JSONValue {
        head(name).json(
            of: (.failed, Failure(code: code, message: message, path: path, location: location)))
    }
}
