public import MeshBytes
import MeshFormats

extension Check: DocumentedObject {
    static let fields: [Field<Check>] = [
        .group("input", [Field("path", \.path), Field("bytes", \.byteCount), Field("variant", \.variant)]),
        Field("purpose", \.purpose?.name), Field("surface", \.surface), Field("errors") { $0.count(of: .error) },
        Field("warnings") { $0.count(of: .warning) }, Field("findings", \.findings),
        .ifAny("badFrames", \.badFrames),
    ]

    /// The document `meshconv.check/1`.
    public var json: JSONValue { Envelope.done("check", Self.fields.members(of: self)) }

    /// Returns the number of findings of a severity.
    public func count(of severity: Severity) -> Int { findings.count { $0.severity == severity } }
}

extension Check.Finding: DocumentedObject {
    static let fields: [Field<Check.Finding>] = [
        Field("code", \.code), Field("severity", \.severity), Field("count", \.count), Field("name", \.name),
        Field("message", \.wording.typed), Field("subject", \.subject), Field("index", \.index),
        Field("location", \.location), Field("place") { $0.place.isEmpty ? nil : $0.place },
        Field("position", \.position), .ifAny("frame", \.frame),
    ]
}

extension Check.Surface: DocumentedObject {
    static let fields: [Field<Check.Surface>] = [
        Field("pieces", \.pieces), Field("openEdges", \.openEdges), Field("nonManifoldEdges", \.nonManifoldEdges),
    ]
}

extension Check.Severity: DocumentedWord {}
