import MeshBytes
import MeshModel
import ScanPackages

extension Schemas {
    static var info: [(String, JSONValue)] {
        [
            ("input", object([("path", text), ("bytes", count)])),
            ("format", text),
            ("variant", text),
            ("bytes", count),
            ("totals", totals),
            ("instanced", totals),
            ("bounds", optional(object([("min", list(number)), ("max", list(number))]))),
            ("scenes", count), ("nodes", count), ("meshes", count), ("materials", count), ("textures", count),
            ("images", count), ("cameras", count), ("lights", count), ("skins", count), ("animations", count),
            ("primitives", list(primitive)),
            (
                "surface",
                optional(object([("pieces", count), ("openEdges", count), ("nonManifoldEdges", count)]))
            ),
            (
                "names",
                object([
                    ("nodes", list(optional(text))), ("meshes", list(optional(text))),
                    ("materials", list(optional(text))), ("images", list(text)),
                ])
            ),
            (
                "tables",
                list(
                    object([
                        ("name", text), ("rows", count),
                        (
                            "columns",
                            list(object([("name", text), ("type", scalar), ("components", count), ("ragged", truth)]))
                        ),
                    ]))
            ),
            ("upAxis", optional(words(["Y", "Z"]))),
            ("metersPerUnit", optional(number)),
            ("metadata", list(object([("key", text), ("value", text)]))),
            ("unmapped", list(object([("path", text), ("kind", text), ("count", count)]))),
            ("keptBy", list(text)),
            ("diagnostics", list(diagnostic)),
            ("digest", optional(text)),
            ("package", package),
        ]
    }

    /// The contents of a scan package; only in documents about one.
    private static var package: JSONValue {
        object([
            ("kind", words(PackageKind.allCases.map(\.rawValue))), ("files", count), ("folder", optional(text)),
            ("frames", count), ("keyframes", count), ("cubeFaces", count), ("images", count), ("depth", count),
            ("confidence", count), ("masks", count), ("poses", count), ("imageSizes", list(text)),
            ("poseLayout", optional(words(PoseLayout.allCases.map(\.rawValue)))),
            ("bounds", optional(object([("min", list(number)), ("max", list(number))]))), ("registered", truth),
            ("links", count), ("surfaces", count), ("objects", count), ("stills", count), ("proxyImages", count),
            ("meshes", list(text)), ("otherFiles", list(text)),
        ])
    }

    private static var totals: JSONValue {
        object([
            ("positions", count), ("corners", count), ("faces", count), ("triangles", count), ("lines", count),
            ("points", count),
        ])
    }

    private static var scalar: JSONValue { words(ScalarType.allCases.map(\.name)) }

    private static var primitive: JSONValue {
        object([
            ("mesh", count), ("vertexSet", count), ("topology", words(["points", "lines", "triangles", "polygons"])),
            ("count", count), ("material", optional(count)), ("materials", list(count)),
            ("attributes", list(attribute)),
            ("subsets", list(object([("family", text), ("count", count)]))),
        ])
    }

    private static var attribute: JSONValue {
        object([
            ("semantic", text), ("interpolation", words(Interpolation.allCases.map(\.rawValue))), ("type", scalar),
            ("components", count), ("normalized", truth), ("colorSpace", optional(words(["srgb", "linear"]))),
            ("count", count), ("indexed", truth), ("min", optional(number)), ("max", optional(number)),
            ("nonFinite", count),
        ])
    }
}
