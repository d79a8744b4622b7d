import Foundation
import MeshBytes
import MeshFormats

@testable import FormatGLTF

/// Which extensions of glTF are read and written: by the reader's own lists, and by what the writer makes of scenes.
enum ExtensionTable {
    /// The extensions that are in files written from the scenes.
    static let written: Set<String> = Set(
        ShownScenes.all.flatMap { scene -> [String] in
            let tree = try? scene.written(as: "gltf").map { try JSONValue.parse($0.mainBytes()) }
            return (tree?["extensionsUsed"]?.array ?? []).compactMap(\.string)
        })

    private static let patterns = GLTFPatterns.all.places.filter { $0.pattern.contains("/extensions/") }

    private static func reading(_ name: String) -> String {
        let own = patterns.filter { $0.pattern.split(separator: "/").contains { $0 == name } }.map(\.fate)
        if own.contains(.layout) { return "decoded" }
        // One without objects of its own says only how numbers may be stored.
        if own.contains(where: { $0 != .open }) || GLTFShapes.places(of: name)?.isEmpty == true { return "read" }
        return GLTFMaterialTable.technique.path.contains(name) ? "base colour" : "kept in glTF"
    }

    static var text: String {
        let rows = GLTFExtensions.known.union(written).sorted().map { name in
            ["`\(name)`", reading(name), written.contains(name) ? "written" : "–"]
        }
        return Markdown.table(["extension", "reading", "writing"], rows)
    }
}
