import Foundation
import MeshBytes
import MeshConvert
import Testing

/// Limits of time and memory, and signals, while a large file is worked on.
@Suite(.serialized) struct LimitTests {
    /// A cloud of four million points, 60 MB of text: seconds of work. Made once, beside the built products.
    private static let large: URL? = {
        let url = Program.products.appendingPathComponent("four-million-points.ply")
        let header =
            "ply\nformat ascii 1.0\nelement vertex 4000000\nproperty float x\nproperty float y\nproperty float z\n"
            + "end_header\n"
        let lines = String(repeating: "0.5 1.25 2.125\n", count: 100_000)
        let size = header.utf8.count + 40 * lines.utf8.count
        if (try? url.resourceValues(forKeys: [.fileSizeKey]))?.fileSize == size { return url }
        var data = Data(header.utf8)
        for _ in 0..<40 { data += Data(lines.utf8) }
        return (try? data.write(to: url, options: .atomic)).map { url }
    }()

    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        try FileManager.default.createSymbolicLink(
            at: program.folder.appendingPathComponent("big.ply"), withDestinationURL: try #require(Self.large))
        return program
    }

    /// Waits until a process has opened the large file. A busy machine may take seconds to start it.
    private func waitUntilItReads(_ process: Process) {
        #if os(Linux)
            let open = "/proc/\(process.processIdentifier)/fd"
            while process.isRunning {
                let names = (try? FileManager.default.contentsOfDirectory(atPath: open)) ?? []
                let files = names.compactMap {
                    try? FileManager.default.destinationOfSymbolicLink(atPath: "\(open)/\($0)")
                }
                if files.contains(where: { $0.hasSuffix("four-million-points.ply") }) { return }
                usleep(2000)
            }
        #else
            Thread.sleep(forTimeInterval: 1)
        #endif
    }

    @Test func aTimeThatIsUpIs75AndLeavesNothing() throws {
        let program = try program()
        let result = try program.run("big.ply", "out.obj", "--timeout", "200ms", "--json", "--report", "report.json")
        #expect(result.status == 75)
        #expect(result.errors.hasPrefix("big.ply: error: not done after 200 ms, the limit of --timeout, while "))
        #expect(result.errors.hasSuffix("such as --timeout 800ms [limit.time]\n"))
        #expect(try program.names() == ["big.ply", "report.json"])
        let document = try JSONValue.parse(Array(result.output.utf8))
        #expect(SchemaCheck.faults(document, try #require(Schemas.document(named: "report"))) == [])
        #expect(document["error"]?["code"] == "limit.time")
        #expect(try JSONValue.parse(try program.bytes("report.json")) == document)
    }

    @Test func severalInputsAreAllToldOfWhenTheTimeIsUp() throws {
        let program = try program()
        let result = try program.run(
            "convert", "big.ply", "big.ply", "nothing.ply", "--out-dir", "out", "--to", "obj", "--to", "stl.binary",
            "--timeout", "200ms", "--json")
        // The second output of one name fails by name; the first failure is the time's.
        #expect(result.status == 75)
        let names = try program.run(
            "convert", "big.ply", "nothing.ply", "--out-dir", "out", "--to", "ply.ascii", "--timeout", "200ms", "--json"
        )
        #expect(names.status == 75)
        let codes = try names.output.split(separator: "\n").map {
            try JSONValue.parse(Array($0.utf8))["error"]?["code"]?.string
        }
        // One for each, and the summary.
        #expect(codes == ["limit.time", "limit.time", "limit.time"])
        #expect(try program.names() == ["big.ply"])
    }

    @Test func waitingForAPipeIsEndedToo() throws {
        let program = try Program(hasCases: false)
        let (process, input) = try program.start("-", "out.ply", "--timeout", "200ms")
        process.waitUntilExit()
        #expect(process.terminationStatus == 75)
        #expect(try program.names().isEmpty)
        try input.close()
    }

    @Test(arguments: ["info", "plan", "diff"])
    func everyCommandEndsInTime(command: String) throws {
        let program = try program()
        let words = command == "diff" ? "diff big.ply big.ply" : "\(command) big.ply"
        let result = try program.shell("meshconv \(words) --timeout 200ms --json")
        #expect(result.status == 75)
        #expect(result.errors.contains("[limit.time]"))
        let document = try JSONValue.parse(Array(result.output.utf8))
        #expect(document["schema"]?.string == "meshconv.\(command)/\(command == "info" ? 2 : 1)")
        #expect(document["error"]?["code"] == "limit.time")
    }

    #if os(Linux)
        /// 48 MB of positions, beside the program itself: half of the limit may be in memory.
        @Test(arguments: ["meshconv big.ply", "cat big.ply | meshconv - --from ply"])
        func whatDoesNotFitIntoMemoryLiesOnTheDisk(command: String) throws {
            let program = try program()
            let result = try program.shell("\(command) out.obj --memory 60MB --verify")
            #expect(result.status == 0, "\(result.errors)")
            #expect(try program.names() == ["big.ply", "out.obj"])
            #expect(try program.bytes("out.obj").count == 4_000_000 * "v 0.5 1.25 2.125\n".utf8.count)
            // It is turned into a binary file while it is read, in the memory of a few chunks.
            #expect(try program.run("big.ply", "out.ply", "--memory", "100MB").status == 0)
        }

        /// Files in `/dev/shm` are in memory.
        @Test(arguments: [("/nowhere", "no such file or directory"), ("/dev/shm", "it is itself in memory")])
        func memoryThatIsUsedUpWithoutRoomOnTheDiskIs75(folder: String, reason: String) throws {
            let program = try program()
            let result = try program.shell("TMPDIR=\(folder) meshconv big.ply out.obj --memory 60MB")
            #expect(result.status == 75)
            #expect(result.errors.contains("more memory is needed than 60.0 MB, the limit of --memory, found while "))
            #expect(
                result.errors.hasSuffix(
                    "; give it more, such as --memory 240MB, or make the input smaller; \(folder), the folder "
                        + "for temporary files, can't take it: \(reason) [limit.memory]\n"))
            #expect(try program.names() == ["big.ply"])
        }

        @Test func aProgramWithoutTheMemoryThatItNeedsItselfIs75() throws {
            let program = try program()
            let result = try program.run("big.ply", "out.obj", "--memory", "1MB")
            #expect(result.status == 75)
            #expect(
                result.errors.hasSuffix("such as --memory 4MB, or make the input smaller [limit.memory]\n"),
                "\(result.errors)")
            #expect(try program.names() == ["big.ply"])
        }
    #endif

    @Test(arguments: ["0", "-1", "many", "5x", "1.5.2", "i", "1iB"])
    func aSizeThatIsNoneIs64(word: String) throws {
        let result = try Program(hasCases: false).run("a.ply", "b.ply", "--memory=\(word)")
        #expect(result.status == 64)
        #expect(result.errors.contains("expected --memory with a size such as 500MB or 2GiB, found '\(word)'"))
    }

    @Test(arguments: ["0", "-1", "soon", "5x", "0ms"])
    func aTimeThatIsNoneIs64(word: String) throws {
        let result = try Program(hasCases: false).run("a.ply", "b.ply", "--timeout=\(word)")
        #expect(result.status == 64)
        #expect(result.errors.contains("expected --timeout with a time such as 500ms, 30s or 5m, found '\(word)'"))
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func aSignalAmidALargeConversionLeavesNothing(signal: Int32, status: Int32) throws {
        let program = try program()
        let (process, _) = try program.start("big.ply", "out.obj")
        waitUntilItReads(process)
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(process.terminationReason == .exit)
        #expect(try program.names() == ["big.ply"])
    }

    @Test(arguments: [SIGSEGV, SIGBUS, SIGABRT, SIGILL, SIGFPE])
    func aFaultInsideIs70AndLeavesNothing(signal: Int32) throws {
        let program = try Program(hasCases: false)
        let (process, input) = try program.start("-", "out.ply")
        try input.write(contentsOf: Data("ply\n".utf8) + Data(repeating: 0x20, count: 1 << 18))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == 70)
        #expect(process.terminationReason == .exit)
        #expect(try program.names().isEmpty)
    }
}
