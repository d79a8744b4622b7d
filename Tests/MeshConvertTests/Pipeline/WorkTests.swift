import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// Progress, cancellation and limits of conversions.
@Suite struct WorkTests {
    private static let cloud =
        "ply\nformat ascii 1.0\nelement vertex 20000\nproperty float x\nproperty float y\nproperty float z\nend_header\n"
        + String(repeating: "0.5 1.25 2.125\n", count: 20_000)

    private func inFolder(_ body: (TestFolder) throws -> Void) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.ply", Self.cloud)
        try body(folder)
    }

    /// The phases that begin, each once; the interval between reports doesn't affect them.
    private final class Phases: @unchecked Sendable {
        private(set) var list: [Work.Progress.Phase] = []
        func add(_ progress: Work.Progress) { if list.last != progress.phase { list.append(progress.phase) } }
    }

    @Test(arguments: [("ply.ascii", false), ("ply.binary", false), ("obj", true)])
    func phasesFollowEachOther(variant: String, verify: Bool) throws {
        try inFolder { folder in
            let phases = Phases()
            var options = ConvertOptions()
            options.variant = Variant(variant)
            options.verify = verify
            options.hashes = true
            options.work = Work { phases.add($0) }
            try convert(folder.path("a.ply"), to: folder.path("b.out"), options: options)
            let order = Work.Progress.Phase.allCases
            let places = phases.list.compactMap { order.firstIndex(of: $0) }
            #expect(places == places.sorted())
            #expect(phases.list.first == .reading)
            #expect(phases.list.last == .saving)
            #expect(phases.list.contains(.hashing))
            #expect(phases.list.contains(.verifying) == verify)
        }
    }

    @Test(arguments: Work.Progress.Phase.allCases)
    func cancelledInAnyPhaseNothingIsLeft(phase: Work.Progress.Phase) throws {
        try inFolder { folder in
            let canceller = Canceller(in: phase)
            var options = ConvertOptions()
            options.variant = "ply.ascii"
            options.verify = true
            options.hashes = true
            options.work = canceller.work
            let error = #expect(throws: ConvertError.self) {
                try convert(folder.path("a.ply"), to: folder.path("b.ply"), options: options)
            }
            #expect(error?.code == "cancelled")
            let names = try folder.names()
            #expect(names == ["a.ply"])
        }
    }

    /// Cancels its work when it reports a phase.
    private final class Canceller: @unchecked Sendable {
        private(set) var work = Work()

        init(in phase: Work.Progress.Phase) {
            work = Work { [weak self] progress in if progress.phase == phase { self?.work.cancel() } }
        }
    }

    @Test func whileReadingAndWritingAtOnceItCanBeCancelledToo() throws {
        try inFolder { folder in
            var options = ConvertOptions()
            options.variant = "ply.binary"
            let work = Work()
            options.work = work
            work.cancel()
            let error = #expect(throws: ConvertError.self) {
                try convert(folder.path("a.ply"), to: folder.path("b.ply"), options: options)
            }
            #expect(error?.code == "cancelled")
            let names = try folder.names()
            #expect(names == ["a.ply"])
        }
    }

    @Test func anInputThatIsKnownToNeedMoreMemoryIsRefusedBeforeItIsRead() throws {
        try inFolder { folder in
            var options = ConvertOptions()
            // Twelve bytes for each of 20000 vertices.
            options.execution.memory = 239_999
            let error = #expect(throws: ReadError.self) {
                try Pipeline().read(try Pipeline.open(folder.path("a.ply")), options: options)
            }
            #expect(error?.code == .memoryLimit)
            #expect(error?.message == "reading needs at least 1 MB of memory, the limit is 0 MB")
            options.execution.memory = 240_000
            #expect(throws: Never.self) {
                try Pipeline().read(try Pipeline.open(folder.path("a.ply")), options: options)
            }
        }
    }

    @Test func claimsThatTheFileCannotHoldAreNoMatterOfMemory() throws {
        let text =
            "ply\nformat ascii 1.0\nelement vertex 4000000000\nproperty float x\nproperty float y\nproperty float z\n"
            + "end_header\n0 0 0\n"
        var options = ConvertOptions()
        options.execution.memory = 1000
        let error = #expect(throws: ReadError.self) {
            try Pipeline().read(Input.bytes(Array(text.utf8), name: "a.ply"), options: options)
        }
        #expect(error?.code == .truncated)
    }

    /// A format that reports no loss and writes only the first vertex.
    private struct Liar: ReadableFormat, WritableFormat {
        let honest = StandardFormats.format(named: "obj")

        var descriptor: FormatDescriptor {
            FormatDescriptor(
                id: "liar", name: "Liar", extensions: ["liar"],
                variants: [FormatVariant(id: "liar", summary: "text", isAutomatic: false)])
        }

        func read(_ input: Input, options: ReadOptions) throws(ReadError) -> Document {
            guard let honest = honest as? any ReadableFormat else { throw ReadError(.unsupported, .whole, "no OBJ") }
            return try honest.read(input, options: options)
        }

        private func writing() throws(WriteError) -> any WritableFormat {
            guard let honest = honest as? any WritableFormat else { throw WriteError(.internal, path: "", "no OBJ") }
            return honest
        }

        func plan(_ content: Content, variant: String, options: WriteOptions) throws(WriteError) -> WritePlan {
            return try writing().plan(content, variant: "obj", options: options)
        }

        func write(_ plan: WritePlan, to output: Output) throws(WriteError) {
            let memory = Output(memoryNamed: "a.obj")
            try writing().write(plan, to: memory)
            let sink = try output.main()
            let lines = memory.mainBytes().split(separator: 0x0A)
            do throws(SystemError) {
                for (index, line) in lines.enumerated() where index != 1 { try sink.write(Array(line) + [0x0A]) }
            } catch { throw WriteError(error) }
        }

        func transcode(
            _ document: Document, variant: String, options: WriteOptions, to output: Output
        ) throws(WriteError) {}
    }

    @Test(arguments: [false, true])
    func whatAWriterDoesNotTellIsFoundByVerify(keep: Bool) throws {
        try inFolder { folder in
            var options = ConvertOptions()
            options.verify = true
            options.keepsRejected = keep
            let pipeline = Pipeline(StandardFormats.all + [Liar()])
            let error = #expect(throws: ConvertError.self) {
                try pipeline.convert(
                    .path(folder.path("a.ply")), to: .path(folder.path("b.liar")), options: options)
            }
            #expect(error?.code == "verify.unreported-difference")
            guard case .unverified(let report) = error else { return }
            #expect(report.verified == false)
            #expect(report.diagnostics.contains { $0.code == "verify.difference" })
            let names = try folder.names()
            #expect(names == ["a.ply"] + (keep ? ["b.rejected.liar"] : []))
        }
    }
}
