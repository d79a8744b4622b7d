import Foundation
import MeshBytes
import MeshConvert
import MeshFormats

@testable import FormatGLTF

/// Which extensions of glTF are read and written: by the reader's own lists, and by what the writer makes of the cases.
struct ExtensionTable {
    /// The extensions that are in files written from the scenes of these files.
    let written: Set<String>

    init(_ files: [URL]) throws {
        let pipeline = Pipeline()
        var written: Set<String> = []
        for file in files {
            guard let document = try? pipeline.read(Pipeline.open(file.path)),
                let output = try? pipeline.written(document.scene, as: "gltf"),
                let tree = try? JSONValue.parse(output.mainBytes())
            else { continue }
            written.formUnion((tree["extensionsUsed"]?.array ?? []).compactMap(\.string))
        }
        self.written = written
    }

    private static let patterns = GLTFPatterns.all.places.filter { $0.pattern.contains("/extensions/") }

    private static func reading(_ name: String) -> String {
        let own = patterns.filter { $0.pattern.split(separator: "/").contains { $0 == name } }.map(\.fate)
        if own.contains(.layout) { return "decoded" }
        // One without objects of its own says only how numbers may be stored.
        if own.contains(where: { $0 != .open }) || GLTFShapes.places(of: name)?.isEmpty == true { return "read" }
        return GLTFMaterialTable.technique.path.contains(name) ? "base colour" : "kept in glTF"
    }

    var text: String {
        let rows = GLTFExtensions.known.union(written).sorted().map { name in
            ["`\(name)`", Self.reading(name), written.contains(name) ? "written" : "–"]
        }
        return Markdown.table(["extension", "reading", "writing"], rows)
    }
}

extension Pipeline {
    /// Writes a scene by itself, without the file that it comes from.
    func written(_ scene: MeshScene, as variant: String) throws -> Output {
        let document = Document(of: scene)
        let route = try route(document, to: variant)
        let output = Output(memoryNamed: "page.\(variant)")
        try write(document, route, options: ConvertOptions(), to: output)
        return output
    }
}
