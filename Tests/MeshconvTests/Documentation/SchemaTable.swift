import Foundation
import MeshConvert
import MeshFormats

@testable import FormatUSD

/// Which schemas of USD are read and written: by the reader's own lists, and by what the writer makes of the cases.
struct SchemaTable {
    /// The types of prims, and the API schemas, in layers written from the scenes of these files.
    private(set) var types: Set<String> = []
    private(set) var applied: Set<String> = []

    init(_ files: [URL]) throws {
        let pipeline = Pipeline()
        for file in files {
            guard let document = try? pipeline.read(Pipeline.open(file.path)),
                let output = try? pipeline.written(document.scene, as: "usda")
            else { continue }
            let text = String(decoding: output.mainBytes(), as: UTF8.self)
            for match in text.matches(of: #/\n *(?:def|class) ([A-Za-z0-9_]+) "/#) { types.insert(String(match.1)) }
            for match in text.matches(of: #/apiSchemas = \[([^\]]*)\]/#) {
                applied.formUnion(match.1.matches(of: #/"([A-Za-z0-9_:]+)"/#).map { String($0.1) })
            }
        }
    }

    private static func reading(_ type: String) -> String {
        if USDSchemas.types.contains(type) { return "read" }
        if USDSchemas.bound.contains(type) { return "read where it is bound" }
        return USDSchemas.curves.contains(type) ? "read as straight lines" : "–, reported"
    }

    /// The table of types.
    var typeTable: String {
        let known = USDSchemas.types.union(USDSchemas.bound).union(USDSchemas.curves).union(USDSchemas.unreadShapes)
            .union(USDShownFacts.byType.keys).union(types)
        let rows = known.sorted().map { ["`\($0)`", Self.reading($0), types.contains($0) ? "written" : "–"] }
        return Markdown.table(["type", "reading", "writing"], rows)
    }

    /// The table of API schemas.
    var appliedTable: String {
        let rows = USDSchemas.applied.union(applied).sorted().map { name in
            ["`\(name)`", USDSchemas.applied.contains(name) ? "read" : "–", applied.contains(name) ? "written" : "–"]
        }
        return Markdown.table(["API schema", "reading", "writing"], rows)
    }
}
