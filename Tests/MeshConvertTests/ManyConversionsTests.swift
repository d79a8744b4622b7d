import MeshBytes
import MeshConvert
import MeshFormats
import Testing

/// Hundreds of conversions in one process, under one budget of memory.
@Suite struct ManyConversionsTests {
    /// The most conversions that were seen running at once.
    private final class Peak: @unchecked Sendable {
        private let lock = Lock()
        private var most = 0
        var value: Int { lock.withLock { most } }
        func see(_ count: Int) { lock.withLock { most = max(most, count) } }
    }

    private static func cloud(_ number: Int) -> [UInt8] {
        Array(
            ("ply\nformat ascii 1.0\nelement vertex 500\nproperty float x\nproperty float y\nproperty float z\n"
                + "end_header\n" + String(repeating: "\(number) 1.25 2.125\n", count: 500)).utf8)
    }

    private static func alone(_ number: Int, _ name: String) throws -> [UInt8] {
        try #require(try convert(.bytes(cloud(number), named: "a.ply"), to: .data(named: name)).data)
    }

    @Test func threeHundredGiveTheSameAsOneByOne() async throws {
        let names = ["b.obj", "b.glb", "b.usdz", "b.ply", "b.usdc"]
        var expected: [[UInt8]] = []
        for index in 0..<20 { expected.append(try Self.alone(index, names[index % names.count])) }
        let source = Source.bytes(Self.cloud(0), named: "a.ply")
        let converter = Converter(memory: try Pipeline().expectedMemory(of: source) * 8)
        let peak = Peak()
        try await withThrowingTaskGroup { group in
            for index in 0..<300 {
                group.addTask {
                    var options = ConvertOptions()
                    options.execution.threads = 1 + index % 3
                    options.work = Work { _ in peak.see(converter.load.running) }
                    let report = try await converter.convert(
                        .bytes(Self.cloud(index % 20), named: "a.ply"),
                        to: .data(named: names[index % 20 % names.count]), options: options)
                    return (index, report.data)
                }
            }
            for try await (index, data) in group { #expect(data == expected[index % 20], "conversion \(index)") }
        }
        #expect(peak.value > 1 && peak.value <= 8)
        #expect(converter.load == (0, 0))
    }

    @Test func threeHundredInOneFolderAreAllWhole() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        for index in 0..<20 { try folder.writeBytes("\(index).ply", Self.cloud(index)) }
        let paths = (0..<300).map { (folder.path("\($0 % 20).ply"), folder.path("out\($0 % 150).gltf")) }
        let results = Parallel.map(paths.count, threads: 8) { index in
            var options = ConvertOptions()
            options.replacesSideFiles = true
            options.execution.threads = 1
            return (try? convert(paths[index].0, to: paths[index].1, options: options))?.status == .done
        }
        #expect(results == Array(repeating: true, count: 300))
        let names = try folder.names()
        #expect(names.count == 20 + 2 * 150 && !names.contains { $0.hasPrefix(".") })
        // Two conversions raced for each output: its buffer is that of its main file.
        for index in 0..<150 {
            #expect(throws: Never.self) { try convert(folder.path("out\(index).gltf"), to: .data(named: "c.ply")) }
        }
    }
}
