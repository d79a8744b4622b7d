public import MeshBytes
import MeshFormats
import MeshRouting

extension Plan {
    /// The document `meshconv.plan/1`.
    public var json: JSONValue {
        Envelope.done(
            "plan",
            [
                (
                    "input",
                    .object([("path", .string(path)), ("bytes", .int(byteCount)), ("variant", .string(variant))])
                ),
                ("targets", .array(targets.map(\.json))),
                ("diagnostics", .array(diagnostics.map(\.json))),
            ])
    }
}

extension Plan.Target {
    fileprivate var json: JSONValue {
        .object([
            ("variant", .string(variant)),
            ("automatic", .bool(isAutomatic)),
            (
                "error",
                error.map {
                    Envelope.error(code: $0.code.rawValue, message: $0.wording.typed, path: nil, location: nil)
                } ?? .null
            ),
            ("lossless", .bool(isLossless)),
            ("exact", .bool(isExact)),
            ("route", .array(route.map(\.json))),
            ("rejected", .array(rejected.map(\.json))),
            ("losses", .array(losses.map(\.json))),
        ])
    }
}
