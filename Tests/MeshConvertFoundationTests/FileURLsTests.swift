import Foundation
import MeshConvert
import MeshConvertFoundation
import Testing

/// Files by URL.
@Suite struct FileURLsTests {
    private static let point = Data("ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\n4\n".utf8)

    @Test func aFileIsConvertedThroughAnotherFolder() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("mesh convert-\(UUID().uuidString)")
        let staging = folder.appendingPathComponent("staging")
        try FileManager.default.createDirectory(at: staging, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (input, output) = (folder.appendingPathComponent("ä b.ply"), folder.appendingPathComponent("c d.ply"))
        try Self.point.write(to: input)
        let report = try convert(.file(input), to: .file(output, staging: .folder(staging)))
        #expect(report.isExact)
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(names == ["c d.ply", "staging", "ä b.ply"])
        let left = try FileManager.default.contentsOfDirectory(atPath: staging.path)
        #expect(left.isEmpty)
        #expect(try convert(input, to: folder.appendingPathComponent("e.ply")).isExact)
    }

    @Test func dataIsConverted() throws {
        var options = ConvertOptions()
        options.variant = .plyASCII
        let report = try convert(.data(Self.point, named: "a.ply"), to: .data(named: "b.ply"), options: options)
        #expect(report.data.map { Data($0) } == Self.point)
    }

    @Test func whatIsNoFileIsAnError() throws {
        let page = try #require(URL(string: "https://example.org/a.ply"))
        let error = #expect(throws: ConvertError.self) { try Source.file(page) }
        #expect(error?.message == "'https://example.org/a.ply' is not the URL of a file")
        #expect(throws: ConvertError.self) { try Target.file(page) }
        #expect(throws: ConvertError.self) { try convert(page, to: "a.ply") }
    }
}
