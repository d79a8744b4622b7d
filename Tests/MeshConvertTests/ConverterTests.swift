import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Many conversions within one memory budget.
@Suite struct ConverterTests {
    private static let file = Array(
        ("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
            + "0 0 0\n1 0 0\n0 1 0\n").utf8)

    private var source: Source { .bytes(Self.file, named: "a.ply") }

    /// A conversion that signals its start and then waits at its first report until it may continue.
    private func held(_ begun: Gate, _ goOn: Gate) -> ConvertOptions {
        var options = ConvertOptions()
        options.work = Work { _ in
            begun.open()
            goOn.wait()
        }
        return options
    }

    /// A scan's folder isn't a file; its mesh is what takes memory.
    @Test func theFolderOfAScanHasItsPlaceInTheBudget() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: home) }
        try Data("{\"frames\": []}".utf8).write(to: home.appendingPathComponent("transforms.json"))
        let mesh = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
        try Data(mesh.utf8).write(to: home.appendingPathComponent("mesh.obj"))
        let small = try Pipeline().expectedMemory(of: .path(home.path))
        let report = try await Converter(memory: small).convert(.path(home.path), to: .data(named: "b.ply"))
        #expect(report.data?.isEmpty == false)
        try Data((mesh + String(repeating: "# more\n", count: 100_000)).utf8).write(
            to: home.appendingPathComponent("mesh.obj"))
        #expect(try Pipeline().expectedMemory(of: .path(home.path)) >= small + 700_000)
    }

    @Test func theSecondWaitsWhenThereIsRoomForOne() async throws {
        let cost = try Pipeline().expectedMemory(of: source)
        let converter = Converter(memory: cost + cost / 2)
        let (begun, goOn) = (Gate(), Gate())
        let first = Task { [source] in
            try await converter.convert(source, to: .data(named: "b.ply"), options: held(begun, goOn))
        }
        try await begun.opened()
        let (secondBegun, secondGoOn) = (Gate(), Gate())
        secondGoOn.open()
        let second = Task { [source] in
            try await converter.convert(source, to: .data(named: "c.obj"), options: held(secondBegun, secondGoOn))
        }
        try await until { converter.load.waiting == 1 }
        #expect(converter.load == (1, 1))
        goOn.open()
        _ = try await first.value
        let report = try await second.value
        #expect(report.status == .done)
        #expect(converter.load == (0, 0))
    }

    @Test func twoWorkBesideEachOtherWhenThereIsRoom() async throws {
        let converter = Converter(memory: try Pipeline().expectedMemory(of: source) * 2)
        let (begun, goOn) = (Gate(), Gate())
        let (begunToo, goOnToo) = (Gate(), Gate())
        let first = Task { [source] in
            try await converter.convert(source, to: .data(named: "b.ply"), options: held(begun, goOn))
        }
        let second = Task { [source] in
            try await converter.convert(source, to: .data(named: "b.ply"), options: held(begunToo, goOnToo))
        }
        try await until { converter.load.running == 2 }
        goOn.open()
        goOnToo.open()
        let reports = [try await first.value, try await second.value]
        #expect(reports.allSatisfy { $0.status == .done })
        #expect(converter.load == (0, 0))
    }

    @Test func whatNeedsMoreThanThereIsWorksAlone() async throws {
        let converter = Converter(memory: 1)
        let report = try await converter.convert(source, to: .data(named: "b.ply"))
        #expect(report.status == .done)
        #expect(converter.load == (0, 0))
    }

    @Test func whoIsCancelledWhileWaitingGoesAndLetsOthersPass() async throws {
        let converter = Converter(memory: 1)
        let (begun, goOn) = (Gate(), Gate())
        let first = Task { [source] in
            try await converter.convert(source, to: .data(named: "b.ply"), options: held(begun, goOn))
        }
        try await begun.opened()
        let second = Task { [source] in try await converter.convert(source, to: .data(named: "b.ply")) }
        try await until { converter.load.waiting == 1 }
        second.cancel()
        await #expect(throws: CancellationError.self) { try await second.value }
        #expect(converter.load == (1, 0))
        let third = Task { [source] in try await converter.convert(source, to: .data(named: "b.ply")) }
        goOn.open()
        _ = try await first.value
        _ = try await third.value
        #expect(converter.load == (0, 0))
    }

    @Test func aFileThatIsMissingTakesNoPlace() async throws {
        let converter = Converter(memory: 1)
        await #expect(throws: ConvertError.self) {
            try await converter.convert(.path("/nothing/a.ply"), to: .data(named: "b.ply"))
        }
        #expect(converter.load == (0, 0))
    }

    @Test func manyConversionsEndAndGiveAllBack() async throws {
        let converter = Converter(memory: try Pipeline().expectedMemory(of: source) * 3)
        try await withThrowingTaskGroup(of: Int.self) { group in
            for index in 0..<200 {
                group.addTask { [source] in
                    let task = Task { try await converter.convert(source, to: .data(named: "b.obj")) }
                    if index % 3 == 0 { task.cancel() }
                    do { return try await task.value.outputs.count } catch is CancellationError { return 0 }
                }
            }
            for try await count in group { #expect(count == 0 || count == 1) }
        }
        try await until { converter.load == (0, 0) }
    }
}
