public import MeshBytes
import MeshFormats
import MeshModel

/// The JSON Schemas (draft 2020-12) of the documents that commands write.
///
/// Within `/1`, keys and codes are only added, so readers of a document must accept unknown keys.
public enum Schemas {
    /// The names that ``document(named:)`` knows.
    public static let names = ["report", "info", "check", "digest", "plan", "diff", "formats"]

    /// Returns the schema of a document: `report` for `meshconv.report/1`.
    public static func document(named name: String) -> JSONValue? {
        switch name {
        case "report": document("report", report, mayFailBare: false)
        case "info": document("info", info)
        case "check": document("check", check)
        case "digest": document("digest", digest)
        case "plan": document("plan", plan)
        case "diff": document("diff", diff)
        case "formats": document("formats", formats)
        default: nil
        }
    }

    /// Returns the schema of a document: the common head, then its own fields.
    ///
    /// - Parameter mayFailBare: whether a failed command writes the first four keys only, so that others are optional.
    private static func document(
        _ name: String, _ fields: [(String, JSONValue)], mayFailBare: Bool = true
    ) -> JSONValue {
        let head: [(String, JSONValue)] = [
            ("schema", words(["meshconv.\(name)/1"])),
            ("tool", object([("name", text), ("version", text), ("commit", optional(text))])),
            ("status", words(["done", "refused", "failed"])),
            ("error", optional(error)),
        ]
        guard case .object(let members) = object(head + fields, required: mayFailBare ? head.map(\.0) : nil) else {
            return .null
        }
        return .object(
            [
                ("$schema", "https://json-schema.org/draft/2020-12/schema"),
                ("title", .string("meshconv.\(name)/1")),
            ] + members)
    }

    // MARK: Building blocks

    static let text = type("string")
    static let truth = type("boolean")
    static let count = type("integer")
    /// A number, or a string if it is not finite.
    static let number: JSONValue = .object([("type", .array(["number", "string"]))])

    static func type(_ name: String) -> JSONValue { .object([("type", .string(name))]) }

    static func words(_ values: [String]) -> JSONValue { .object([("enum", .array(values.map(JSONValue.string)))]) }

    static func list(_ items: JSONValue) -> JSONValue { .object([("type", "array"), ("items", items)]) }

    /// Returns an object; all properties are required unless `required` lists them.
    static func object(_ properties: [(String, JSONValue)], required: [String]? = nil) -> JSONValue {
        .object([
            ("type", "object"), ("properties", .object(properties)),
            ("required", .array((required ?? properties.map(\.0)).map(JSONValue.string))),
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

    // MARK: Parts of several documents

    static var error: JSONValue {
        object([("code", text), ("message", text), ("path", optional(text)), ("location", optional(text))])
    }

    static var step: JSONValue { object([("step", text), ("why", text)]) }

    static var loss: JSONValue {
        object([
            ("code", words(Loss.Code.all.map(\.rawValue))),
            ("severity", words(Loss.Severity.allCases.map(\.rawValue))),
            ("subject", text), ("name", text), ("count", count), ("unit", text),
            ("largestError", optional(number)), ("cause", text), ("message", text), ("remedy", optional(text)),
        ])
    }

    static var diagnostic: JSONValue {
        object([
            ("code", text), ("severity", words(["warning", "note"])), ("count", count), ("location", optional(text)),
            ("message", text),
        ])
    }
}
