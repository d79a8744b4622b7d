import Foundation
import MeshConvert
import Testing

@testable import MeshConformance

@Suite struct ConverterTableTests {
    /// What is kept of each feature from PLY to OBJ.
    private func keepings(_ convert: @escaping (String, String) -> Void) throws -> [String: ConverterTable.Keeping] {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("converter-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let table = try ConverterTable(
            sources: ["ply.binary"], targets: ["ply", "obj"], folder: folder.path, convert: convert)
        // A format isn't converted to itself.
        #expect(table.columns.map(\.target) == ["obj"])
        #expect(table.markdown.hasPrefix("| | ply.binary → obj |\n|---|---|\n| float32 positions |"))
        return Dictionary(uniqueKeysWithValues: zip(table.features, try #require(table.columns.first).keepings))
    }

    @Test func whatOBJHoldsIsKeptByMeshconv() throws {
        let found = try keepings { _ = try? convert($0, to: $1) }
        for feature in ["float32 positions", "normals per vertex", "vertex colours, 8 bit", "polygons"] {
            #expect(found[feature] == .kept, "\(feature)")
        }
        for feature in ["own vertex values (confidence)", "alpha"] { #expect(found[feature] == .lost, "\(feature)") }
        #expect(found["lights"] == .unasked)
    }

    @Test func aConverterThatLosesColoursIsFound() throws {
        let found = try keepings { input, output in
            var options = ConvertOptions()
            options.variant = "obj.plain"
            _ = try? convert(input, to: output, options: options)
        }
        #expect(found["vertex colours, 8 bit"] == .lost)
        #expect(found["polygons"] == .kept)
    }

    @Test func aConverterThatDoesNothingHasFailed() throws {
        let found = try keepings { _, _ in }
        #expect(found["float32 positions"] == .failed)
        #expect(!found.values.contains(.kept))
    }
}
