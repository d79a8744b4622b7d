public import MeshBytes

/// The JSON Schemas (draft 2020-12) of the documents that commands write.
///
/// Within a version, keys and codes are only added, so readers of a document must accept unknown keys.
public enum Schemas {
    /// The names that ``document(named:)`` knows.
    public static let names = [
        "report", "info", "check", "digest", "plan", "diff", "changes", "formats", "summary",
    ]

    /// Returns the schema of a document: `report` for `meshconv.report/1`.
    public static func document(named name: String) -> JSONValue? {
        switch name {
        case "report": document(name, Report.fields, mayFailBare: false)
        // Only documents about a scan package have its contents.
        case "info": document(name, Info.fields + [Field("package", object(PackageInfo.contents)) { _ in nil }])
        case "check": document(name, Check.fields)
        case "digest": document(name, FileDigest.fields)
        case "plan": document(name, Plan.fields)
        case "diff": document(name, Diff.fields)
        case "changes": document(name, Changes.documentFields)
        case "formats": document(name, FormatTable.fields)
        case "summary": document(name, BatchSummary.fields, mayFailBare: false)
        default: nil
        }
    }

    /// The name of a document with its version, such as `meshconv.report/1`.
    ///
    /// `info` is at 2: what takes long is in it only if asked for, and the connectivity of faces is in `check`.
    static func title(_ name: String) -> String { "meshconv.\(name)/\(name == "info" ? 2 : 1)" }

    /// Returns the schema of a document: the common head, then its own fields.
    ///
    /// - Parameter mayFailBare: whether a failed command writes the head only, so that other fields are optional.
    private static func document<Owner>(
        _ name: String, _ fields: [Field<Owner>], mayFailBare: Bool = true
    ) -> JSONValue {
        let own = fields.map { Property($0.name, $0.schema, $0.isRequired && !mayFailBare) }
        return object(
            Envelope.head(name).map { Property($0.name, $0.schema, $0.isRequired) } + own,
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .string(title(name))),
            ])
    }

    static func type(_ name: String) -> JSONValue { .object([("type", .string(name))]) }

    static func words(_ values: [String]) -> JSONValue { .object([("enum", values.json)]) }

    static func list(_ items: JSONValue) -> JSONValue { .object([("type", "array"), ("items", items)]) }

    static func object<Owner>(_ fields: [Field<Owner>]) -> JSONValue {
        object(fields.map { Property($0.name, $0.schema, $0.isRequired) })
    }

    private typealias Property = (name: String, schema: JSONValue, isRequired: Bool)

    private static func object(_ properties: [Property], _ head: [(String, JSONValue)] = []) -> JSONValue {
        .object(
            head + [
                ("type", "object"), ("properties", .object(properties.map { ($0.name, $0.schema) })),
                ("required", properties.filter(\.isRequired).map(\.name).json),
            ])
    }

    /// Returns a schema that also allows `null`.
    static func optional(_ schema: JSONValue) -> JSONValue {
        guard case .object(let members) = schema else { return schema }
        return .object(
            members.map { member in
                switch (member.0, member.1) {
                case ("type", .string(let name)): ("type", .array([.string(name), "null"]))
                case ("type", .array(let names)): ("type", .array(names + ["null"]))
                case ("enum", .array(let values)): ("enum", .array(values + [.null]))
                default: member
                }
            })
    }
}
