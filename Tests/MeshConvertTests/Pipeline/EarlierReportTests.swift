import MeshBytes
import MeshConvert
import MeshFormats
import MeshModel
import Testing

/// The report beside an output says whether converting again would change anything.
@Suite struct EarlierReportTests {
    private static let triangle = "mtllib m.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nusemtl red\nf 1 2 3\n"

    /// Converts a textured triangle, keeps its report and returns a check whether the report is current.
    private func converted(_ folder: TestFolder, _ options: ConvertOptions) throws -> (ConvertOptions) throws -> Bool {
        let (source, target) = (folder.path("a.obj"), folder.path("b.ply"))
        let report = try convert(source, to: target, options: options)
        let path = EarlierReport.path(beside: target)
        try folder.write("b.ply.report.json", report.json.text(.pretty))
        return { options in
            let record = try #require(EarlierReport(at: path))
            return record.causeToRepeat(source, to: target, options: options) == nil
        }
    }

    private func inFolder(_ body: (TestFolder, ConvertOptions) throws -> Void) throws {
        let folder = try TestFolder()
        defer { folder.remove() }
        try folder.write("a.obj", Self.triangle)
        try folder.write("m.mtl", "newmtl red\nKd 1 0 0\n")
        var options = ConvertOptions()
        options.hashes = true
        options.variant = "ply.ascii"
        options.input.metersPerUnit = 1
        try body(folder, options)
    }

    @Test func nothingChangedIsCurrent() throws {
        try inFolder { folder, options in
            let isCurrent = try converted(folder, options)
            #expect(try isCurrent(options))
        }
    }

    @Test(arguments: ["a.obj", "m.mtl", "b.ply"])
    func aChangeOfAnyFileIsSeen(name: String) throws {
        try inFolder { folder, options in
            let isCurrent = try converted(folder, options)
            let text = String(decoding: try Input.file(folder.path(name)).read(0..<10_000), as: UTF8.self)
            try folder.write(name, text + "#\n")
            #expect(try !isCurrent(options))
            // A file of the same size with other contents.
            try folder.write(name, text.replacing("0", with: "7"))
            #expect(try !isCurrent(options))
            try folder.write(name, text)
            #expect(try isCurrent(options))
        }
    }

    @Test func otherOptionsAreSeen() throws {
        try inFolder { folder, options in
            let isCurrent = try converted(folder, options)
            let changes: [(inout ConvertOptions) -> Void] = [
                { $0.variant = "ply.binary" }, { $0.verify = true }, { $0.input.metersPerUnit = 0.01 },
                { $0.input.upAxis = .z }, { $0.reading.inputColor = .linear }, { $0.reading.lenient = true },
            ]
            for change in changes {
                var other = options
                change(&other)
                #expect(try !isCurrent(other))
            }
            var sameAnswer = options
            sameAnswer.execution.threads = 2
            #expect(try isCurrent(sameAnswer))
        }
    }

    @Test func nothingButAMissingFileIsACauseOfItsOwn() throws {
        try inFolder { folder, options in
            try folder.write("a.obj", Self.triangle.replacing("m.mtl", with: "n.mtl"))
            _ = try converted(folder, options)
            let (source, target) = (folder.path("a.obj"), folder.path("b.ply"))
            let record = try #require(EarlierReport(at: EarlierReport.path(beside: target)))
            #expect(record.causeToRepeat(source, to: target, options: options) == .missingFiles)
            var other = options
            other.verify = true
            #expect(record.causeToRepeat(source, to: target, options: other) == .change)
            try folder.write("a.obj", Self.triangle)
            #expect(record.causeToRepeat(source, to: target, options: options) == .change)
        }
    }

    /// Of a scan's folder there is no digest.
    @Test func withoutADigestOfTheInputNothingIsKnown() throws {
        try inFolder { folder, options in
            _ = try converted(folder, options)
            let path = EarlierReport.path(beside: folder.path("b.ply"))
            let text = String(decoding: try Input.file(path).read(0..<100_000), as: UTF8.self)
            let digest = try SHA256.digest(of: Input.file(folder.path("a.obj")))
            #expect(text.contains("\"sha256\": \"\(digest)\""))
            try folder.write("b.ply.report.json", text.replacing("\"sha256\": \"\(digest)\"", with: "\"none\": 0"))
            let record = try #require(EarlierReport(at: path))
            let (source, target) = (folder.path("a.obj"), folder.path("b.ply"))
            #expect(record.causeToRepeat(source, to: target, options: options) == .unknown)
        }
    }

    @Test func aKeptReportSaysThatNothingChanged() throws {
        try inFolder { folder, _ in
            try folder.write("r.json", #"{"schema": "x", "unchanged": false, "losses": [1]}"#)
            let record = try #require(EarlierReport(at: folder.path("r.json")))
            #expect(record.unchanged.text() == #"{"schema":"x","unchanged":true,"losses":[1]}"#)
            #expect(record.document["unchanged"] == false)
            try folder.write("r.json", "[1]")
            #expect(try #require(EarlierReport(at: folder.path("r.json"))).unchanged == [1])
        }
    }

    @Test func ofAFolderTheChosenModelIsCompared() throws {
        try inFolder { folder, options in
            let source = folder.path("in")
            try folder.write("in/a.obj", Self.triangle)
            try folder.write("in/m.mtl", "newmtl red\nKd 1 0 0\n")
            let target = folder.path("b.ply")
            let report = try convert(source, to: target, options: options)
            try folder.write("b.ply.report.json", report.json.text(.pretty))
            let record = try #require(EarlierReport(at: EarlierReport.path(beside: target)))
            func cause() -> EarlierReport.Cause? { record.causeToRepeat(source, to: target, options: options) }
            #expect(cause() == nil)
            try folder.write("in/m.mtl", "newmtl red\nKd 0 1 0\n")
            #expect(cause() == .change)
            try folder.write("in/m.mtl", "newmtl red\nKd 1 0 0\n")
            #expect(cause() == nil)
            // With a second model nothing says which is meant.
            try folder.write("in/other.obj", Self.triangle)
            #expect(cause() == .change)
        }
    }

    @Test func whatIsNoReportOrOfAnotherVersionIsNotCurrent() throws {
        try inFolder { folder, options in
            let isCurrent = try converted(folder, options)
            let path = EarlierReport.path(beside: folder.path("b.ply"))
            let text = String(decoding: try Input.file(path).read(0..<100_000), as: UTF8.self)
            try folder.write("b.ply.report.json", text.replacing(Tool.version, with: "0.0.1"))
            #expect(try !isCurrent(options))
            try folder.write("b.ply.report.json", "[1, 2]")
            #expect(try !isCurrent(options))
            try folder.write("b.ply.report.json", "no JSON")
            #expect(EarlierReport(at: path) == nil)
        }
    }

    @Test func anExistingOutputIsKeptWhenAskedForBeforeAnythingIsRead() throws {
        try inFolder { folder, options in
            try folder.write("broken.ply", "ply\nformat ascii 1.0\nelement vertex 1\nproperty float x\nend_header\nx\n")
            try folder.write("b.ply", "mine")
            var options = options
            options.replacesExisting = false
            let error = #expect(throws: ConvertError.self) {
                try convert(folder.path("broken.ply"), to: folder.path("b.ply"), options: options)
            }
            #expect(error?.code == "output.cannot-create")
        }
    }
}
