import Foundation
import MeshConvert
import MeshFormats
import Testing

/// The files that give Linux file managers pictures.
@Suite struct ThumbnailerTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("Examples/Thumbnailer")

    private func text(_ name: String) throws -> String {
        try String(contentsOf: Self.folder.appendingPathComponent(name), encoding: .utf8)
    }

    private var readable: [FormatDescriptor] {
        Pipeline().formats.filter { $0 is any ReadableFormat }.map(\.descriptor)
    }

    @Test func theEntryNamesTheTypesOfAllFormatsThatAreRead() throws {
        let line = try text("meshconv.thumbnailer").split(separator: "\n").first { $0.hasPrefix("MimeType=") }
        let types = try #require(line).dropFirst("MimeType=".count).split(separator: ";").map(String.init)
        #expect(types == readable.flatMap(\.mediaTypes).sorted())
    }

    @Test func theTypesHaveThePatternsOfAllFilesThatAreRead() throws {
        let types = try text("meshconv-types.xml")
        for format in readable {
            for ending in format.extensions { #expect(types.contains("<glob pattern=\"*.\(ending)\"/>"), "\(ending)") }
        }
        for type in types.split(separator: "\"").filter({ $0.contains("/") && $0.hasPrefix("model") }) {
            #expect(readable.contains { $0.mediaTypes.contains(String(type)) }, "\(type)")
        }
    }
}
