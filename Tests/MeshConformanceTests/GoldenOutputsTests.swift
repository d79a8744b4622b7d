import Foundation
import Testing

@testable import MeshConformance

@Suite struct GoldenOutputsTests {
    private func outputs() -> GoldenOutputs {
        GoldenOutputs(text: "# Outputs\na.obj → obj: 3 00ff\na.obj → ply.ascii: 5 11ee\nb b.obj: input.invalid-value\n")
    }

    private func failures(_ found: GoldenOutputs) -> [String] {
        found.compared(to: outputs()).filter { !$0.failures.isEmpty }.map { "\($0.name): \($0.failures[0])" }
    }

    @Test func whatIsWrittenIsReadBack() {
        #expect(outputs().lines.map(\.name) == ["a.obj → obj", "a.obj → ply.ascii", "b b.obj"])
        #expect(outputs().lines.map(\.result) == ["3 00ff", "5 11ee", "input.invalid-value"])
        #expect(GoldenOutputs(text: outputs().text) == outputs())
        #expect(failures(outputs()) == [])
    }

    @Test func everyKindOfDifferenceIsToldWithItsPlace() {
        var found = outputs()
        found.lines[1].result = "5 11ef"
        #expect(failures(found) == ["golden: a.obj → ply.ascii: recorded 5 11ee, found 5 11ef"])
        found = outputs()
        found.lines.remove(at: 0)
        #expect(failures(found) == ["golden: a.obj → obj: recorded 3 00ff, found nothing"])
        found = outputs()
        found.lines[2].name = "c.obj"
        #expect(
            failures(found) == [
                "golden: c.obj: recorded nothing, found input.invalid-value",
                "golden: b b.obj: recorded input.invalid-value, found nothing",
            ])
    }

    @Test func oneByteOfAnyFileChangesTheDigest() {
        // The SHA-256 of `abc` is an example of FIPS 180-4.
        let plain = GoldenOutputs.result(main: Array("abc".utf8), sides: [])
        #expect(plain == "3 ba7816bf8f01cfea")
        let textured = GoldenOutputs.result(main: Array("abc".utf8), sides: [("a.mtl", [1])])
        #expect(textured.hasPrefix("4 "))
        var seen: Set<String> = [plain, textured]
        #expect(seen.insert(GoldenOutputs.result(main: Array("abd".utf8), sides: [])).inserted)
        #expect(seen.insert(GoldenOutputs.result(main: Array("abc".utf8), sides: [("a.mtl", [2])])).inserted)
        #expect(seen.insert(GoldenOutputs.result(main: Array("abc".utf8), sides: [("b.mtl", [1])])).inserted)
    }

    @Test func aCaseThatChangesByOneByteIsNoticed() throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("golden-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = #"{"files": [{"path": "a.obj", "format": "obj", "expect": "load"}]}"#
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        func made(_ text: String) throws -> GoldenOutputs {
            try Data(text.utf8).write(to: folder.appendingPathComponent("a.obj"))
            return try GoldenOutputs(folder: folder.path)
        }
        let one = try made("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n")
        #expect(one.lines.count > 5)
        #expect(try made("v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n") == one)
        let other = try made("v 0 0 0\nv 1 0 0\nv 0 2 0\nf 1 2 3\n")
        #expect(other.compared(to: one).allSatisfy { !$0.failures.isEmpty })
    }
}
