import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Files whose bytes are read when they are needed: the outcome is that of files in memory.
@Suite struct LateReadingTests {
    private static let variants = [
        "ply.binary", "ply.ascii", "ply.binary-big-endian", "obj", "glb", "stl.ascii", "stl.binary", "usda",
    ]

    private func hash(_ bytes: [UInt8]) -> String { (try? SHA256.digest(of: .bytes(bytes, name: "a"))) ?? "" }

    private static func bytes(_ value: Float) -> [UInt8] {
        (0..<4).map { UInt8(truncatingIfNeeded: value.bitPattern >> ($0 * 8)) }
    }

    /// What a conversion of a file to memory gives, as text.
    private func outcome(_ path: String, _ variant: String, _ options: ConvertOptions) -> [String] {
        var options = options
        options.variant = Variant(variant)
        do {
            let report = try convert(path, to: .data(named: "a.out"), options: options)
            let outputs = report.outputs.map { "\($0.path) \(hash($0.contents ?? []))" }
            return outputs + report.losses.map { "\($0)" } + report.diagnostics.map { "\($0)" }
                + report.route.map { "\($0)" } + ["\(report.verified.map { "\($0)" } ?? "")"]
        } catch {
            return ["\(error)"]
        }
    }

    @Test(arguments: ["ply", "stl", "gltf"])
    func casesConvertAsInMemory(kind: String) throws {
        let folder = URL(fileURLWithPath: #filePath)
            .appendingPathComponent("../../../../Conformance/cases/\(kind)").standardizedFileURL
        let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted().filter {
            [".ply", ".stl", ".glb"].contains($0.suffix(4))
        }
        #expect(names.count > 10)
        for (number, name) in names.enumerated() {
            let path = folder.appendingPathComponent(name).path
            for (index, variant) in Self.variants.enumerated() {
                var options = ConvertOptions()
                options.verify = true
                // Welding needs all corners at once; what doesn't weld reads late.
                if (number + index) % 2 == 0 { options.weld = .none }
                options.execution.threads = 1 + index % 2
                options.lateFrom = .max
                let expected = outcome(path, variant, options)
                options.lateFrom = 0
                #expect(outcome(path, variant, options) == expected, "\(name) to \(variant)")
            }
        }
    }

    /// A cloud of several windows: 100,000 points of 19 bytes.
    private func cloud(_ count: Int = 100_000) -> [UInt8] {
        var bytes = Array(
            ("ply\nformat binary_little_endian 1.0\nelement vertex \(count)\nproperty float x\nproperty float y\n"
                + "property float z\nproperty uchar red\nproperty uchar green\nproperty uchar blue\n"
                + "property float confidence\nend_header\n").utf8)
        for row in 0..<count {
            for axis in 0..<3 {
                let value = Float(row * (axis + 3) % 1013) / 7
                bytes += Self.bytes(value)
            }
            bytes += [UInt8(row % 251), UInt8(row % 7), UInt8(row % 255)]
            bytes += Self.bytes(Float(row % 3) / 2)
        }
        return bytes
    }

    @Test(arguments: [1, 3]) func manyWindowsConvertAsInMemory(threads: Int) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.ply", cloud())
        for variant in Self.variants where !variant.hasPrefix("stl") {
            var options = ConvertOptions()
            options.execution.threads = threads
            options.verify = true
            options.lateFrom = .max
            let expected = outcome(folder.path("a.ply"), variant, options)
            options.lateFrom = 0
            #expect(outcome(folder.path("a.ply"), variant, options) == expected, "\(variant)")
            #expect(expected.last == "true")
        }
    }

    @Test func aFileThatShrinksAfterItWasReadIsAnError() throws {
        for variant in ["obj", "glb", "ply.ascii"] {
            try expectError(variant, in: .writing) { path in
                let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
                try file.truncate(atOffset: 70_000)
                try file.close()
            } code: {
                "input.truncated"
            }
        }
    }

    @Test func aFileThatChangesAfterItWasReadIsAnError() throws {
        try expectError("obj", in: .writing) { path in
            let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
            try file.seek(toOffset: 300)
            try file.write(contentsOf: Data(repeating: 0xFF, count: 4096))
            try file.close()
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSince1970: 1)], ofItemAtPath: path)
        } code: {
            "input.io"
        }
    }

    /// Changes a file when a phase of its conversion begins.
    private func expectError(
        _ variant: String, in phase: Work.Progress.Phase, _ change: @escaping @Sendable (String) throws -> Void,
        code: () -> String
    ) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.ply", cloud())
        let path = folder.path("a.ply")
        var options = ConvertOptions()
        options.variant = Variant(variant)
        options.lateFrom = 0
        let once = Once()
        options.work = Work { progress in
            if progress.phase == phase, once.isFirst { try? change(path) }
        }
        let error = #expect(throws: ConvertError.self) { try convert(path, to: folder.path("b.out"), options: options) }
        #expect(error?.code == code(), "\(variant): \(error.map { "\($0)" } ?? "")")
        let names = try folder.names()
        #expect(names == ["a.ply"])
    }

    private final class Once: @unchecked Sendable {
        private var isDone = false
        var isFirst: Bool {
            defer { isDone = true }
            return !isDone
        }
    }

    @Test func aLimitOfMemoryBelowTheFileIsEnough() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        let bytes = cloud()
        #expect(bytes.count > 1 << 20)
        try folder.writeBytes("a.ply", bytes)
        var options = ConvertOptions()
        options.execution.memory = 1 << 20
        options.variant = "obj"
        try convert(folder.path("a.ply"), to: folder.path("b.obj"), options: options)
    }

    /// A PLY of 2.6 MB of faces and 12 bytes a vertex.
    private func faces(vertices: Int) -> [UInt8] {
        var bytes = Array(
            ("ply\nformat binary_little_endian 1.0\nelement vertex \(vertices)\nproperty float x\nproperty float y\n"
                + "property float z\nelement face 200000\nproperty list uchar int vertex_indices\nend_header\n").utf8)
        for value: Float in [0, 0, 0, 1, 0, 0, 0, 1, 0] {
            bytes += Self.bytes(value)
        }
        bytes += [UInt8](repeating: 0, count: (vertices - 3) * 12)
        for _ in 0..<200_000 { bytes += [3, 0, 0, 0, 0, 1, 0, 0, 0, 2, 0, 0, 0] }
        return bytes
    }

    @Test func cornersThatAreLookedUpInAnyOrderNeedOnlyThePositionsInMemory() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.ply", faces(vertices: 3))
        var options = ConvertOptions()
        try convert(folder.path("a.ply"), to: folder.path("whole.stl"), options: options)
        options.lateFrom = 0
        options.execution.memory = 1 << 20
        try convert(folder.path("a.ply"), to: folder.path("late.stl"), options: options)
        let (late, whole) = (try Input.file(folder.path("late.stl")), try Input.file(folder.path("whole.stl")))
        #expect(try late.hasSameBytes(as: whole))
    }

    @Test func whatNeedsMoreInMemoryKeepsToTheLimit() throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.writeBytes("a.ply", faces(vertices: 100_000))
        var options = ConvertOptions()
        options.lateFrom = 0
        options.execution.memory = 1 << 20
        let error = #expect(throws: ConvertError.self) {
            try convert(folder.path("a.ply"), to: folder.path("b.stl"), options: options)
        }
        #expect(error?.code == "limit.memory")
        #expect(error?.message.contains("needs all 4 MB of the file in memory, the limit is 1 MB") == true)
        try convert(folder.path("a.ply"), to: folder.path("b.obj"), options: options)
        options.execution.memory = nil
        try convert(folder.path("a.ply"), to: folder.path("b.stl"), options: options)
    }
}
