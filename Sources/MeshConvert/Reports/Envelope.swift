public import MeshBytes

/// What every document begins with: its schema, the tool, how it ended, and the error if there is one.
public enum Envelope {
    /// The document `meshconv.NAME/1` of a command that did its work.
    ///
    /// - Parameters:
    ///   - name: the command's name.
    ///   - fields: what the document holds, in its order.
    public static func done(_ name: String, _ fields: [(String, JSONValue)]) -> JSONValue {
        .object(
            [("schema", .string("meshconv.\(name)/1")), ("tool", Tool.json), ("status", "done"), ("error", .null)]
                + fields)
    }

    /// The document of a command that failed: nothing but the error.
    public static func failed(
        _ name: String, code: String, message: String, path: String? = nil, location: String? = nil
    ) -> JSONValue {
        .object([
            ("schema", .string("meshconv.\(name)/1")), ("tool", Tool.json), ("status", "failed"),
            ("error", error(code: code, message: message, path: path, location: location)),
        ])
    }

    /// An error as every document has it.
    static func error(code: String, message: String, path: String?, location: String?) -> JSONValue {
        .object([
            ("code", .string(code)), ("message", .string(message)), ("path", .optional(path)),
            ("location", .optional(location)),
        ])
    }
}

extension JSONValue {
    /// A text, or `null`.
    static func optional(_ text: String?) -> JSONValue { text.map(JSONValue.string) ?? .null }
    /// A whole number, or `null`.
    static func optional(_ number: Int?) -> JSONValue { number.map { .int(Int64($0)) } ?? .null }
    /// A number, or `null`.
    static func optional(_ number: Double?) -> JSONValue { number.map(JSONValue.number) ?? .null }
}
