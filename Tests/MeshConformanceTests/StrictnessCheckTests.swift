import Foundation
import MeshConformance
import Testing

@Suite struct StrictnessCheckTests {
    private func run(stray: Bool) throws -> StrictnessCheck.Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("strict-\(UUID().uuidString)")
        let place = folder.appendingPathComponent("place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = #"{"files": [{"path": "a.obj", "format": "obj", "expect": "load"}]}"#
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        try Data("o a\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n".utf8).write(
            to: folder.appendingPathComponent("a.obj"))
        if stray {
            // A folder that nobody may empty stands for a file that a refusal left.
            let left = place.appendingPathComponent("left")
            try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
            try Data().write(to: left.appendingPathComponent("file"))
        }
        return try StrictnessCheck(folder: folder.path, place: place.path).run()
    }

    @Test func nothingIsLeftOfWhatIsRefused() throws {
        let outcome = try run(stray: false)
        #expect(outcome.failures.map(\.name) == [])
        #expect(outcome.refused > 3)
        #expect(outcome.done > 3)
        #expect(outcome.allowed >= 2 * outcome.refused)
    }

    @Test func whatIsLeftIsTold() throws {
        let outcome = try run(stray: true)
        #expect(outcome.failures.contains { $0.failures == ["left left"] } || outcome.failures.isEmpty == false)
    }
}
