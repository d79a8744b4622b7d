import Foundation
import MeshConvert
import Testing

@testable import MeshConformance

@Suite struct StrictnessCheckTests {
    private typealias Fault = (String, String, ConvertOptions) throws -> Report

    private func run(_ fault: Fault? = nil) throws -> StrictnessCheck.Outcome {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("strict-\(UUID().uuidString)")
        let place = folder.appendingPathComponent("place")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let manifest = #"{"files": [{"path": "a.obj", "format": "obj", "expect": "load"}]}"#
        try Data(manifest.utf8).write(to: folder.appendingPathComponent("manifest.json"))
        try Data("o a\nv 0 0 0 1 0 0\nv 1 0 0 1 0 0\nv 0 1 0 1 0 0\nf 1 2 3\n".utf8).write(
            to: folder.appendingPathComponent("a.obj"))
        var check = StrictnessCheck(folder: folder.path, place: place.path)
        if let fault { check.perform = fault }
        return try check.run()
    }

    @Test func nothingIsLeftOfWhatIsRefused() throws {
        let outcome = try run()
        #expect(outcome.failures.map(\.name) == [])
        #expect(outcome.refused > 3)
        #expect(outcome.done > 3)
        #expect(outcome.allowed >= 2 * outcome.refused)
    }

    @Test func whatIsWrittenAllTheSameIsTold() throws {
        let outcome = try run { source, target, options in
            var options = options
            options.strictness = .none
            return try convert(source, to: target, options: options)
        }
        #expect(outcome.failures.contains { $0.failures == ["was written"] })
        #expect(outcome.failures.contains { $0.failures.first?.hasPrefix("left result.") == true })
    }

    @Test func aFileThatARefusalLeavesIsTold() throws {
        let outcome = try run { source, target, options in
            var options = options
            options.keepsRejected = true
            return try convert(source, to: target, options: options)
        }
        #expect(outcome.failures.contains { $0.failures.first?.contains(".rejected.") == true })
    }

    @Test func aRefusalOfWhatIsAllowedIsTold() throws {
        let outcome = try run { source, target, options in
            var options = options
            options.allowed = []
            return try convert(source, to: target, options: options)
        }
        #expect(outcome.failures.contains { $0.failures.first?.hasPrefix("was refused") == true })
        #expect(outcome.failures.contains { $0.failures == ["left nothing"] })
    }
}
