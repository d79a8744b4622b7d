public import MeshBytes
import MeshFormats
import MeshModel

extension Diff {
    /// The document `meshconv.diff/1`.
    public var json: JSONValue {
        Envelope.done(
            "diff",
            [
                ("from", .string(from)),
                ("to", .string(to)),
                (
                    "options",
                    .object([
                        ("exact", .bool(options.exact)), ("tolerance", .number(options.tolerance)),
                        ("ignore", .array(options.ignored.map(\.rawValue).sorted().map(JSONValue.string))),
                    ])
                ),
                ("equal", .bool(isEqual)),
                ("differences", .array(findings.map(\.json))),
            ])
    }
}

extension Diff.Finding {
    fileprivate var json: JSONValue {
        .object([
            ("facet", .string(difference.facet.rawValue)),
            ("subject", .string(difference.subject)),
            ("name", .string(name)),
            ("count", .int(difference.count)),
            ("unit", .string(unit)),
            ("class", .optional(difference.valueClass?.rawValue)),
            ("largestError", .optional(difference.largestError)),
            ("counts", .bool(counts)),
            ("detail", .optional(detail)),
        ])
    }
}
