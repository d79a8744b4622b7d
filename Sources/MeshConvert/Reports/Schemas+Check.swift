import MeshBytes
import MeshFormats

extension Schemas {
    static var check: [(String, JSONValue)] {
        [
            ("input", object([("path", text), ("bytes", count), ("variant", text)])),
            ("purpose", optional(text)),
            ("errors", count),
            ("warnings", count),
            (
                "findings",
                list(
                    object([
                        ("code", text), ("severity", words(Check.Severity.allCases.map(\.rawValue))), ("count", count),
                        ("name", optional(text)), ("message", text), ("subject", optional(text)),
                        ("index", optional(count)), ("location", optional(text)), ("place", optional(text)),
                        ("position", optional(list(number))),
                    ]))
            ),
        ]
    }

    static var digest: [(String, JSONValue)] {
        [
            ("input", object([("path", text), ("bytes", count), ("variant", text)])),
            ("unordered", text),
            ("ordered", text),
            ("attributes", list(object([("semantic", text), ("unordered", text)]))),
        ]
    }
}
