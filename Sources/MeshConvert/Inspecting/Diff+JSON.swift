public import MeshBytes
import MeshModel

extension Diff: DocumentedObject {
    static let fields: [Field<Diff>] = [
        Field("from", \.from), Field("to", \.to),
        .group(
            "options",
            [
                Field("exact", \.options.exact), Field("tolerance", \.options.tolerance),
                Field("ignore") { $0.options.ignored.map(\.rawValue).sorted() },
            ]),
        Field("equal", \.isEqual), Field("differences", \.findings),
    ]

    /// The document `meshconv.diff/1`.
    public var json: JSONValue { Envelope.done("diff", Self.fields.members(of: self)) }
}

extension Diff.Finding: DocumentedObject {
    static let fields: [Field<Diff.Finding>] = [
        Field("facet", \.difference.facet), Field("subject", \.difference.subject), Field("name", \.name),
        Field("count", \.difference.count), Field("unit", \.unit),
        Field("class", Schemas.optional(Schemas.words(["rounded", "approximated"]))) {
            ($0.difference.valueClass?.rawValue).json
        },
        Field("largestError", \.difference.largestError), Field("counts", \.counts), Field("detail", \.detail),
    ]
}

extension Difference.Facet: DocumentedWord {}
