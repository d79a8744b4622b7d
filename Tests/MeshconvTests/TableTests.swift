import MeshBytes
import MeshFormats
import Testing

@testable import MeshConvert
@testable import meshconv

/// Tables and texts of the program that no run of it produces.
@Suite struct TableTests {
    private static let report = Report(
        status: .failed, input: Report.File(path: "a", bytes: 1), inputVariant: "ply.ascii", outputs: [],
        outputVariant: "obj", route: [], rejected: [], losses: [], diagnostics: [],
        verified: false, seconds: 0)

    @Test func everyWayToFailHasItsExitCode() {
        #expect(ExitStatus(.unverified(Self.report)).rawValue == 3)
        #expect(ExitStatus(.refused(Self.report)).rawValue == 2)
        #expect(ExitStatus(.usage("")).rawValue == 64)
        let writing: [(WriteError.Code, Int32)] = [
            (.internal, 70), (.unrepresentable, 69), (.cannotCreate, 73), (.exists, 73), (.system, 74),
            (.limitExceeded, 75), (.cancelled, 130),
        ]
        for (code, status) in writing {
            #expect(ExitStatus(.write(WriteError(code, path: "", ""))).rawValue == status, "\(code)")
        }
        let reading: [(ReadError.Code, Int32)] = [
            (.truncated, 65), (.invalidValue, 65), (.unknownFormat, 65), (.missing, 66), (.unsupported, 69),
            (.system, 74), (.limitExceeded, 75), (.memoryLimit, 75), (.timeLimit, 75), (.cancelled, 130),
        ]
        for (code, status) in reading {
            #expect(ExitStatus(.read(ReadError(code, .whole, ""), path: "")).rawValue == status, "\(code)")
        }
    }

    @Test func sizesAreReadAsPeopleWriteThem() {
        let sizes: [(String, Int?)] = [
            ("1000", 1000), ("64k", 64_000), ("500MB", 500_000_000), ("2GiB", 2_147_483_648), ("1.5g", 1_500_000_000),
            ("512Mi", 536_870_912), ("7B", 7), ("1TB", 1_000_000_000_000), ("1i", nil), ("MB", nil), ("5 MB", nil),
            ("1e3", nil), ("-5", nil), ("9999999TB", nil),
        ]
        for (word, count) in sizes { #expect(Quantity.bytes(word) == count, "\(word)") }
    }

    @Test func timesAreReadAsPeopleWriteThem() {
        let times: [(String, Duration?)] = [
            ("30", .seconds(30)), ("30s", .seconds(30)), ("500ms", .milliseconds(500)), ("1.5m", .seconds(90)),
            ("2h", .seconds(7200)), ("5min", .seconds(300)), ("s", nil), ("-1s", nil), ("1d", nil), ("1e20", nil),
        ]
        for (word, time) in times { #expect(Quantity.duration(word) == time, "\(word)") }
    }

    @Test func progressSaysHowFarHowFastAndHowLong() {
        func text(_ progress: Work.Progress, from first: Int = 0, seconds: Double) -> String {
            ProgressLine.text(progress, "scan.ply", from: first, seconds: seconds)
        }
        let reading = Work.Progress(phase: .reading, completed: 410_000_000, total: 1_000_000_000)
        #expect(text(reading, seconds: 2) == "reading scan.ply   41 %   205.0 MB/s   3 s left")
        // Too early for a rate.
        #expect(text(reading, seconds: 0.1) == "reading scan.ply   41 %")
        // Work done before the clock started doesn't count for the rate.
        #expect(text(reading, from: 400_000_000, seconds: 1) == "reading scan.ply   41 %   10.0 MB/s   59 s left")
        #expect(
            text(Work.Progress(phase: .writing, completed: 5_000_000), seconds: 1)
                == "writing scan.ply   5.0 MB   5.0 MB/s")
        #expect(text(Work.Progress(phase: .fitting), seconds: 9) == "fitting scan.ply")
        let long = ProgressLine.text(reading, String(repeating: "long", count: 50), from: 0, seconds: 2)
        #expect(long.count == 79)
        #expect(long.contains("…   41 %   205.0 MB/s   3 s left"))
    }
}
