import MeshBytes
import MeshModel

extension Schemas {
    static var report: [(String, JSONValue)] {
        [
            (
                "input",
                object(
                    [("path", text), ("bytes", optional(count)), ("variant", text), ("sha256", optional(text))],
                    required: ["path", "bytes", "sha256"])
            ),
            ("sideFiles", list(object([("path", text), ("bytes", count), ("sha256", optional(text))]))),
            (
                "outputs",
                list(
                    object(
                        [("path", text), ("bytes", count), ("variant", text), ("sha256", optional(text))],
                        required: ["path", "bytes", "sha256"]))
            ),
            (
                "options",
                object([
                    ("to", optional(text)), ("from", optional(text)), ("strict", words(["none", "lossless", "exact"])),
                    ("allow", list(text)), ("verify", truth), ("up", optional(text)),
                    ("metersPerUnit", optional(number)), ("inputColor", optional(words(["srgb", "linear"]))),
                    ("strictInput", truth), ("lenient", truth),
                    ("upOut", optional(text)), ("metersPerUnitOut", optional(number)), ("weld", text),
                    ("normals", text),
                    ("for", optional(text)),
                    ("set", type("object")),
                ])
            ),
            ("route", list(step)),
            ("rejected", list(step)),
            ("lossless", optional(truth)),
            ("exact", optional(truth)),
            ("losses", list(loss)),
            ("predictedInVain", list(loss)),
            ("diagnostics", list(diagnostic)),
            ("verified", optional(truth)),
            ("unchanged", truth),
            ("stats", type("object")),
        ]
    }

    static var plan: [(String, JSONValue)] {
        [
            ("input", object([("path", text), ("bytes", count), ("variant", text)])),
            (
                "targets",
                list(
                    object([
                        ("variant", text), ("automatic", truth), ("error", optional(error)), ("lossless", truth),
                        ("exact", truth), ("route", list(step)), ("rejected", list(step)), ("losses", list(loss)),
                    ]))
            ),
            ("diagnostics", list(diagnostic)),
        ]
    }

    static var diff: [(String, JSONValue)] {
        [
            ("from", text),
            ("to", text),
            ("options", object([("exact", truth), ("tolerance", number), ("ignore", list(text))])),
            ("equal", truth),
            (
                "differences",
                list(
                    object([
                        ("facet", words(Difference.Facet.allCases.map(\.rawValue))), ("subject", text), ("name", text),
                        ("count", count), ("unit", text), ("class", optional(words(["rounded", "approximated"]))),
                        ("largestError", optional(number)), ("counts", truth), ("detail", optional(text)),
                    ]))
            ),
        ]
    }

    static var formats: [(String, JSONValue)] {
        [
            ("features", list(text)),
            (
                "formats",
                list(
                    object([
                        ("id", text), ("name", text), ("extensions", list(text)), ("mediaTypes", list(text)),
                        ("reads", truth), ("writes", truth),
                        (
                            "variants",
                            list(
                                object([
                                    ("id", text), ("summary", text), ("automatic", truth), ("holds", holds),
                                ]))
                        ),
                        ("options", list(object([("name", text), ("values", list(text)), ("summary", text)]))),
                    ]))
            ),
            (
                "purposes",
                list(
                    object([
                        ("name", text), ("summary", text), ("possible", truth), ("variant", optional(text)),
                        ("upAxis", optional(words(["Y", "Z"]))), ("metersPerUnit", optional(number)),
                        ("options", type("object")), ("keepsEverything", truth), ("needsClosedSurface", truth),
                    ]))
            ),
            ("packages", list(object([("id", text), ("summary", text)]))),
            ("packageKinds", list(object([("id", text), ("summary", text), ("writtenAs", list(text))]))),
        ]
    }

    /// One value per feature; none when the variant can't be written.
    private static var holds: JSONValue {
        let holding = words(FormatTable.Holding.allCases.map(\.rawValue))
        return object(FormatTable.Probe.all.map { ($0.feature, holding) }, required: [])
    }
}
