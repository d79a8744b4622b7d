import Dispatch
import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Conversions that don't block their caller.
@Suite struct AsyncTests {
    private static let cloud =
        "ply\nformat ascii 1.0\nelement vertex 20000\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        + String(repeating: "0.5 1.25 2.125\n", count: 20_000)

    private func inFolder(_ body: (TestFolder) async throws -> Void) async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.cloud)
        try await body(folder)
    }

    @Test @MainActor func theWorkIsDoneOnAnotherThread() async throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.cloud)
        let threads = Threads()
        var options = ConvertOptions()
        options.work = Work { _ in threads.note() }
        let report = try await convert(folder.path("a.ply"), to: folder.path("b.obj"), options: options)
        #expect(report.status == .done)
        #expect(threads.isKnown && !threads.hasMain)
    }

    /// Whether the main thread was among those that reported.
    private final class Threads: @unchecked Sendable {
        private let queue = DispatchQueue(label: "threads")
        private var main = false
        private var other = false
        var hasMain: Bool { queue.sync { main } }
        var isKnown: Bool { queue.sync { main || other } }
        func note() {
            let isMain = Thread.isMainThread
            queue.sync { if isMain { main = true } else { other = true } }
        }
    }

    @Test(arguments: Work.Progress.Phase.allCases)
    func aTaskThatIsCancelledInAnyPhaseEndsWithItsErrorAndLeavesNothing(phase: Work.Progress.Phase) async throws {
        try await inFolder { folder in
            let (input, output) = (folder.path("a.ply"), folder.path("b.ply"))
            let reached = Gate()
            let cancelled = Gate()
            var options = ConvertOptions()
            options.variant = "ply.ascii"
            options.verify = true
            options.hashes = true
            options.work = Work { progress in
                guard progress.phase == phase else { return }
                reached.open()
                cancelled.wait()
            }
            let task = Task { [options] in try await convert(input, to: output, options: options) }
            try await reached.opened()
            task.cancel()
            cancelled.open()
            await #expect(throws: CancellationError.self) { try await task.value }
            let names = try folder.names()
            #expect(names == ["a.ply"])
        }
    }

    @Test func aTaskThatWasCancelledBeforeDoesNotBegin() async throws {
        try await inFolder { folder in
            let (input, output) = (folder.path("a.ply"), folder.path("b.ply"))
            let task = Task {
                while !Task.isCancelled { await Task.yield() }
                return try await convert(input, to: output)
            }
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            let names = try folder.names()
            #expect(names == ["a.ply"])
        }
    }

    @Test func workThatDoesNotLookUpIsLeftAloneAndWritesNothing() async throws {
        try await inFolder { folder in
            let (input, output) = (folder.path("a.ply"), folder.path("b.obj"))
            let reached = Gate()
            let goOn = Gate()
            let over = Gate()
            var options = ConvertOptions()
            options.variant = "obj"
            options.work = Work { progress in
                guard progress.phase == .fitting else { return }
                reached.open()
                // Like a disk that doesn't answer.
                goOn.wait()
                over.open()
            }
            let task = Task { [options] in try await convert(input, to: output, options: options) }
            try await reached.opened()
            task.cancel()
            await #expect(throws: CancellationError.self) { try await task.value }
            goOn.open()
            try await over.opened()
            let names = try folder.names()
            #expect(names == ["a.ply"])
        }
    }

    @Test func otherErrorsArriveAsTheyAre() async throws {
        try await inFolder { folder in
            let missing = folder.path("none.ply")
            let output = folder.path("b.ply")
            let error = await #expect(throws: ConvertError.self) { try await convert(missing, to: output) }
            #expect(error?.code == "input.missing")
        }
    }

    @Test func workThatSomebodyElseCancelsIsNoCancelledTask() async throws {
        try await inFolder { folder in
            let (input, output) = (folder.path("a.ply"), folder.path("b.ply"))
            var options = ConvertOptions()
            let work = Work()
            options.work = work
            work.cancel()
            let asked = options
            let error = await #expect(throws: ConvertError.self) {
                try await convert(input, to: output, options: asked)
            }
            #expect(error?.isCancelled == true)
        }
    }
}
