public import MeshBytes
public import MeshFormats

extension Check {
    /// The document `meshconv.check/1`.
    public var json: JSONValue {
        Envelope.done(
            "check",
            [
                (
                    "input",
                    .object([
                        ("path", .string(path)), ("bytes", .int(Int64(byteCount))), ("variant", .string(variant)),
                    ])
                ),
                ("purpose", .optional(purpose?.name)),
                ("errors", .int(Int64(count(of: .error)))),
                ("warnings", .int(Int64(count(of: .warning)))),
                ("findings", .array(findings.map(\.json))),
            ])
    }

    /// Returns the number of findings of a severity.
    public func count(of severity: Severity) -> Int { findings.count { $0.severity == severity } }
}

extension Check.Finding {
    fileprivate var json: JSONValue {
        .object([
            ("code", .string(code)),
            ("severity", .string(severity.rawValue)),
            ("count", .int(Int64(count))),
            ("name", .optional(name)),
            ("message", .string(wording.typed)),
            ("subject", .optional(subject)),
            ("index", .optional(index)),
            ("location", .optional(location)),
            ("place", .optional(place.isEmpty ? nil : place)),
            (
                "position",
                position.map { .array([.number($0.x), .number($0.y), .number($0.z)]) } ?? .null
            ),
        ])
    }
}
