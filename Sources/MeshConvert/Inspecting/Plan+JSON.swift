public import MeshBytes
import MeshFormats
import MeshRouting

extension Plan: DocumentedObject {
    static let fields: [Field<Plan>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount), Field("variant", \.variant)]),
        .list(
            "targets", \.targets,
            [
                Field("variant", \.variant), Field("automatic", \.isAutomatic),
                Field("error") { $0.error.map { Envelope.Failure(code: $0.code.rawValue, message: $0.wording.typed) } },
                Field("lossless", \.isLossless), Field("exact", \.isExact), Field("route", \.route),
                Field("rejected", \.rejected), Field("losses", \.losses),
            ]),
        Field("diagnostics", \.diagnostics),
    ]

    /// The document `meshconv.plan/1`.
    public var json: JSONValue { Envelope.done("plan", Self.fields.members(of: self)) }
}
