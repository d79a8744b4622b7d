public import MeshBytes

/// The common head of all documents: schema, tool, status, and the error if there is one.
public enum Envelope {
    /// Returns the document `meshconv.NAME/1` of a successful command.
    ///
    /// - Parameters:
    ///   - name: the command's name.
    ///   - fields: the fields of the document, in order.
    public static func done(_ name: String, _ fields: [(String, JSONValue)]) -> JSONValue {
        .object(
            [("schema", .string("meshconv.\(name)/1")), ("tool", Tool.json), ("status", "done"), ("error", .null)]
                + fields)
    }

    /// Returns the document of a failed command, with nothing but the error.
    public static func failed(
        _ name: String, code: String, message: String, path: String? = nil, location: String? = nil
    ) -> JSONValue {
        .object([
            ("schema", .string("meshconv.\(name)/1")), ("tool", Tool.json), ("status", "failed"),
            ("error", error(code: code, message: message, path: path, location: location)),
        ])
    }

    static func error(code: String, message: String, path: String?, location: String?) -> JSONValue {
        .object([
            ("code", .string(code)), ("message", .string(message)), ("path", .optional(path)),
            ("location", .optional(location)),
        ])
    }
}

extension JSONValue {
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    static func optional(_ number: Int?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }
    static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }
}
