import MeshBytes
import Testing

/// Watching work from outside, and ending it.
@Suite struct WorkTests {
    /// Collects reports, without blocking the reporting thread.
    private final class Collector: @unchecked Sendable {
        private(set) var reports: [Work.Progress] = []
        func add(_ progress: Work.Progress) { reports.append(progress) }
    }

    private func readAll(_ input: Input) throws {
        var offset = 0
        while offset < input.byteCount { offset += try input.read(offset..<offset + (1 << 16)).count }
    }

    @Test func readingCountsTheBytesOfTheInput() throws {
        let folder = TemporaryFolder()
        folder.write("a", [UInt8](repeating: 7, count: 300_000))
        let collector = Collector()
        let work = Work { collector.add($0) }
        let input = try Input.file(folder.file("a"), work: work)
        work.begin(.reading, total: input.byteCount)
        try readAll(input)
        #expect(work.current == Work.Progress(phase: .reading, completed: 300_000, total: 300_000))
        #expect(collector.reports.first == Work.Progress(phase: .reading, completed: 0, total: 300_000))
    }

    @Test func aSecondWayThroughTheInputBeginsAnew() throws {
        let folder = TemporaryFolder()
        folder.write("a", [UInt8](repeating: 7, count: 300_000))
        let work = Work()
        let input = try Input.file(folder.file("a"), work: work)
        work.begin(.reading, total: input.byteCount)
        // Reading a header again on the way is no progress.
        _ = try input.read(0..<100_000)
        _ = try input.read(0..<100)
        #expect(work.current.completed == 100_000)
        try readAll(input)
        #expect(work.current.completed == 300_000)
        _ = try input.read(0..<100)
        #expect(work.current.completed == 100)
    }

    @Test func writingCountsWhatGoesToTheFile() throws {
        let folder = TemporaryFolder()
        let work = Work()
        var options = OutputTransaction.Options(synchronises: false)
        options.work = work
        let transaction = OutputTransaction(mainPath: folder.file("b"), options: options)
        work.begin(.writing)
        let sink = try transaction.openMain()
        try sink.write([UInt8](repeating: 1, count: 2_500_000))
        try sink.flush()
        #expect(work.current == Work.Progress(phase: .writing, completed: 2_500_000))
        try transaction.commit()
    }

    @Test func aPhaseIsReportedAtMostTwentyTimesASecond() {
        let collector = Collector()
        let work = Work { collector.add($0) }
        work.begin(.reading, total: 1 << 40)
        let folder = TemporaryFolder()
        folder.write("a", [UInt8](repeating: 7, count: 10))
        guard let input = try? Input.file(folder.file("a"), work: work) else { return }
        let began = ContinuousClock.now
        while ContinuousClock.now - began < .milliseconds(400) { _ = try? input.read(0..<10) }
        let count = collector.reports.count
        // The first, and then one each 50 ms.
        #expect(count >= 2 && count <= 1 + Int((ContinuousClock.now - began) / .milliseconds(50)), "\(count)")
    }

    @Test func cancelledWorkNeitherReadsNorWritesAndLeavesNothing() throws {
        let folder = TemporaryFolder()
        folder.write("a", "text")
        let work = Work()
        let input = try Input.file(folder.file("a"), work: work)
        var options = OutputTransaction.Options()
        options.work = work
        let transaction = OutputTransaction(mainPath: folder.file("b"), options: options)
        try transaction.openMain().write("text")
        #expect(work.cancel())
        #expect(throws: SystemError(operation: "read", path: folder.file("a"), number: SystemError.cancelledNumber)) {
            try input.read(0..<4)
        }
        let error = #expect(throws: SystemError.self) { try transaction.commit() }
        #expect(error?.isCancelled == true)
        #expect(folder.names == ["a"])
    }

    @Test func whatHasItsNameCannotBeCancelled() throws {
        let folder = TemporaryFolder()
        let work = Work()
        var options = OutputTransaction.Options()
        options.work = work
        let transaction = OutputTransaction(mainPath: folder.file("b"), options: options)
        try transaction.openMain().write("text")
        try transaction.commit()
        #expect(!work.cancel())
        #expect(!work.isCancelled)
        // The next of several can be cancelled.
        work.begin(.reading)
        #expect(work.cancel())
    }

    @Test func reportsMayCancel() throws {
        let folder = TemporaryFolder()
        folder.write("a", [UInt8](repeating: 7, count: 1000))
        final class Box: @unchecked Sendable { weak var work: Work? }
        let box = Box()
        let work = Work { _ in box.work?.cancel() }
        box.work = work
        work.begin(.reading)
        let input = try Input.file(folder.file("a"), work: work)
        #expect(throws: SystemError.self) { try input.read(0..<4) }
    }
}
