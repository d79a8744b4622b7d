import Foundation
import MeshFormats

@testable import FormatUSD

/// Which schemas of USD are read and written: by the reader's own lists, and by what the writer makes of scenes.
enum SchemaTable {
    private static let layers = ShownScenes.all.compactMap { $0.written(as: "usda") }
        .map { String(decoding: $0.mainBytes(), as: UTF8.self) }

    /// The types of prims in layers written from the scenes.
    static let types = Set(
        layers.flatMap { $0.matches(of: #/\n *(?:def|class) ([A-Za-z0-9_]+) "/#).map { String($0.1) } })

    /// The API schemas in these layers.
    static let applied = Set(
        layers.flatMap { $0.matches(of: #/apiSchemas = \[([^\]]*)\]/#).map(\.1) }
            .flatMap { $0.matches(of: #/"([A-Za-z0-9_:]+)"/#).map { String($0.1) } })

    private static func reading(_ type: String) -> String {
        if USDSchemas.types.contains(type) { return "read" }
        if USDSchemas.bound.contains(type) { return "read where it is bound" }
        return USDSchemas.curves.contains(type) ? "read as straight lines" : "–, reported"
    }

    /// The table of types.
    static var typeTable: String {
        let known = USDSchemas.types.union(USDSchemas.bound).union(USDSchemas.curves).union(USDSchemas.unreadShapes)
            .union(USDShownFacts.byType.keys).union(types)
        let rows = known.sorted().map { ["`\($0)`", reading($0), types.contains($0) ? "written" : "–"] }
        return Markdown.table(["type", "reading", "writing"], rows)
    }

    /// The table of API schemas.
    static var appliedTable: String {
        let rows = USDSchemas.applied.union(applied).sorted().map { name in
            ["`\(name)`", USDSchemas.applied.contains(name) ? "read" : "–", applied.contains(name) ? "written" : "–"]
        }
        return Markdown.table(["API schema", "reading", "writing"], rows)
    }
}
