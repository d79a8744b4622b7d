import Foundation
import MeshBytes
import Testing

/// Each exit code that a test can provoke; where promised, nothing is left behind.
@Suite struct ExitCodeTests {
    @Test func doneIs0AndTheOutputIsThere() throws {
        let program = try Program()
        let result = try program.run("scan/corner.ply", "corner.ply", "--to", "ply.ascii")
        #expect(result.status == 0)
        #expect(result.output == "corner.ply: done. Nothing lost.\n")
        #expect(result.errors.isEmpty)
        #expect(try program.bytes("corner.ply").starts(with: Array("ply\nformat ascii 1.0\n".utf8)))
    }

    @Test func aDifferenceIs1AndNoneIs0() throws {
        let program = try Program()
        #expect(try program.run("diff", "ply/uv_s.ply", "ply/ascii.ply").status == 1)
        #expect(try program.run("diff", "ply/ascii.ply", "ply/uv_s.ply").status == 0)
        #expect(try program.run("diff", "--exact", "ply/ascii.ply", "ply/uv_s.ply").status == 1)
    }

    @Test func anOutDirThatIsAFileIs73AndSaysSo() throws {
        let program = try Program()
        for name in ["ply/ascii.ply", "ply/ascii.ply/"] {
            let result = try program.run("convert", "ply/uv_s.ply", "--out-dir", name, "--to", "obj")
            #expect(result.status == 73)
            #expect(
                result.errors == "\(name): error: expected a folder, found a file of that name [output.cannot-create]\n"
            )
        }
    }

    @Test func otherSpellingsOfUsualNamesAreNoLoss() throws {
        let program = try Program()
        let text =
            "ply\\nformat ascii 1.0\\nelement vertex 3\\nproperty float x\\nproperty float y\\nproperty float z\\n"
            + "element face 1\\nproperty list uint uint vertex_index\\nend_header\\n0 0 0\\n1 0 0\\n0 1 0\\n3 0 1 2\\n"
        let result = try program.shell("printf '\(text)' > a.ply && meshconv a.ply a.glb --strict --verbose")
        #expect(result.status == 0)
        #expect((result.output + result.errors).contains("ply.spelling"))
    }

    @Test func checkEndsWith1IfThereAreErrors() throws {
        let program = try Program()
        #expect(try program.run("check", "scan/corner.ply").status == 0)
        #expect(try program.run("check", "obj/mtllib_missing.obj").status == 1)
        #expect(try program.run("check", "ply/nan_inf.ply", "--quiet").status == 1)
        #expect(try program.run("check", "nothing.ply").status == 66)
        #expect(try program.run("check", "ply/word_in_body.ply").status == 65)
    }

    @Test(arguments: [
        ["convert"], ["convert", "a.ply"], ["a.ply", "b.ply", "c.ply"], ["a.ply", "b.pyl"],
        ["a.ply", "b.ply", "--to", "ply.asci"],
        ["a.ply", "b.ply", "--colour"], ["a.ply", "b.obj", "--to", "ply.ascii"], ["a.ply", "b.ply", "--strict=very"],
        ["--strict", "very", "a.ply", "b.ply"], ["a.ply", "b.ply", "--allow", "attribute.droped"],
        ["a.ply", "b.ply", "--set", "nothing"], ["a.ply", "b.ply", "--set", "nothing=1"],
        ["a.ply", "b.ply", "--up", "x"], ["a.ply", "b.ply", "--units", "mile"], ["a.ply", "b.ply", "--units", "-1"],
        ["a.ply", "b.ply", "--units-out", "mile"], ["a.ply", "b.ply", "--up-out", "x"],
        ["a.ply", "b.stl", "--for", "prnt"], ["a.ply", "b.ply", "--for", "print"],
        ["a.ply", "b.stl", "--for", "print", "--to", "ply"], ["check", "a.ply", "--for", "prnt"],
        ["a.ply", "b.ply", "--threads", "0"], ["a.ply", "b.ply", "--threads", "many"],
        ["a.ply", "b.ply", "--from", "plt"], ["a.ply", "b.ply", "--input-color", "cmyk"],
        ["convert", "a.ply", "--out-dir", "out"], ["a.ply", "-", "--to", "ply", "--json"],
        ["a.ply", "out/", "--to", "ply", "--to", "ply.ascii"],
        ["info"], ["check"], ["digest"], ["diff", "a.ply"],
        ["diff", "a", "b", "--ignore", "colour"],
        ["diff", "a", "b", "--tolerance", "-1"], ["formats", "--graph", "dot"], ["schema", "repotr"],
    ])
    func aWrongCommandLineIs64(words: [String]) throws {
        let program = try Program(hasCases: false)
        let before = try program.names()
        let line = "meshconv " + words.map { "'\($0)'" }.joined(separator: " ")
        let result = try program.shell(line)
        #expect(result.status == 64)
        #expect(result.output.isEmpty || words.contains("--json"))
        #expect(result.errors.hasPrefix("meshconv: error: "))
        #expect(result.errors.contains("[usage]"))
        #expect(try program.names() == before)
    }

    @Test func nearMissesAreSuggested() throws {
        let program = try Program(hasCases: false)
        func errors(_ line: String) throws -> String { try program.shell("meshconv \(line)").errors }
        #expect(try errors("a.ply b.ply --to ply.asci").contains("did you mean 'ply.ascii'?"))
        #expect(try errors("a.ply b.pyl").contains("did you mean '.ply'?"))
        #expect(try errors("a.ply b.ply --verfy").contains("--verify"))
        #expect(try errors("a.ply b.ply --allow attribute.droped").contains("did you mean 'attribute.dropped'?"))
        #expect(try errors("schema repotr").contains("did you mean 'report'?"))
        #expect(try errors("ifno a.ply").contains("did you mean the command 'info'?"))
    }

    @Test func aBrokenInputIs65WithItsPlace() throws {
        let program = try Program()
        let result = try program.run("ply/word_in_body.ply", "out.ply", "--to", "ply.binary")
        #expect(result.status == 65)
        #expect(
            result.errors
                == "ply/word_in_body.ply:11:3: error: expected a number for property 'y', found 'zero' "
                + "[input.invalid-value]\n")
        #expect(try !program.names().contains("out.ply"))
    }

    @Test func aMissingInputIs66() throws {
        let program = try Program()
        let result = try program.run("nothing.ply", "out.ply")
        #expect(result.status == 66)
        #expect(result.errors == "nothing.ply: error: no such file or directory [input.missing]\n")
    }

    @Test func anOutputUnitWithoutAnInputUnitIs64() throws {
        let program = try Program()
        for line in ["scan/corner.ply out.stl", "plan scan/corner.ply out.stl"] {
            let result = try program.shell("meshconv \(line) --units-out mm")
            #expect(result.status == 64, "\(line)")
            #expect(result.errors.contains("also needs --units"), "\(line)")
        }
        #expect(try program.run("scan/corner.ply", "out.stl", "--units", "m", "--units-out", "mm").status == 0)
        #expect(try program.shell("meshconv scan/corner.ply out.stl --up-out z").status == 64)
    }

    @Test(arguments: ["nerfstudio", "colmap"])
    func aPurposeOfPackagesIs64BesideAFile(purpose: String) throws {
        let program = try Program()
        for line in ["scan/corner.ply out.usdz", "plan scan/corner.ply", "check scan/corner.ply"] {
            let result = try program.shell("meshconv \(line) --for \(purpose)")
            #expect(result.status == 64, "\(line)")
            #expect(result.errors.contains("which makes scan packages"), "\(line)")
        }
    }

    @Test func forBrowsersIsAGLB() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "out.glb", "--for", "web", "--verify").status == 0)
        #expect(try program.names().contains("out.glb"))
    }

    @Test func checkForAPurposeDecidesWhatIsAnError() throws {
        let program = try Program()
        #expect(try program.run("check", "scan/corner.ply").status == 0)
        #expect(try program.run("check", "scan/corner.ply", "--for", "print").status == 1)
        #expect(try program.run("check", "stl/binary.stl", "--for", "archive").status == 0)
    }

    @Test func archiveRefusesWith2() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "out.ply", "--for", "archive").status == 0)
        let refused = try program.run("scan/corner.ply", "out.stl", "--for", "archive")
        #expect(refused.status == 2)
        #expect(refused.errors.contains("would be lost (--for archive). To accept that: --allow"))
        #expect(try !program.names().contains("out.stl"))
    }

    @Test func whatThisBuildCannotReadIs69() throws {
        #expect(try Program().run("info", "ply/version_2.ply").status == 69)
    }

    @Test func anOutputThatCannotBeMadeIs73() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "no/such/folder/out.ply").status == 73)
        #expect(try program.run("scan/corner.ply", "scan/corner.ply/out.ply").status == 73)
        #expect(try program.run("scan/corner.ply", "out.ply", "--report", "no/such/report.json").status == 73)
    }

    @Test func anExistingOutputOfTheInputsFormatIs73UnlessMarked() throws {
        let program = try Program()
        let before = try program.bytes("ply/ascii.ply")
        let refused = try program.run("scan/corner.ply", "ply/ascii.ply", "--no-clobber")
        #expect(refused.status == 73)
        #expect(try program.bytes("ply/ascii.ply") == before)
        // A name that was typed may be an original of the same format; behind -o it is the output's.
        #expect(try program.run("scan/corner.ply", "ply/ascii.ply").status == 73)
        #expect(try program.bytes("ply/ascii.ply") == before)
        #expect(try program.run("scan/corner.ply", "--output", "ply/ascii.ply").status == 0)
        #expect(try program.bytes("ply/ascii.ply") != before)
    }

    #if os(Linux)
        @Test func aFullDiskIs74() throws {
            let program = try Program()
            #expect(try program.run("scan/corner.ply", "/dev/full", "--to", "ply.ascii").status == 74)
            #expect(try program.shell("meshconv formats >/dev/full").status == 74)
        }
    #endif

    /// With a file as output, a folder is a scan package or an asset of one model.
    @Test func aFolderOfManyModelsNeedsAName() throws {
        #expect(try Program().run("ply", "a.glb").status == 64)
    }

    @Test func inputsThatCouldBeRepairedAreRefusedWhereThatIsAskedFor() throws {
        let program = try Program()
        #expect(try program.run("info", "stl/bin_count_small.stl").status == 0)
        let refused = try program.run("info", "stl/bin_count_small.stl", "--strict-input")
        #expect(refused.status == 65)
        #expect(refused.errors.contains("expected 2 facets, found bytes for 4"))
        #expect(try program.run("convert", "stl/bin_count_small.stl", "out.ply", "--strict-input").status == 65)
        #expect(try program.run("info", "stl/binary.stl", "--strict-input").status == 0)
    }

    @Test func aLimitIs75() throws {
        #expect(try Program().run("info", "ply/count_overflow.ply").status == 75)
    }

    @Test func severalInputsAreAllTriedAndTheFirstFailureCounts() throws {
        let program = try Program()
        let result = try program.run(
            "convert", "ply/word_in_body.ply", "nothing.ply", "scan/corner.ply", "out/", "--to", "ply.ascii", "--json")
        #expect(result.status == 65)
        #expect(try program.names("out") == ["corner.ply"])
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4)
        let states = try lines.dropLast().map { try JSONValue.parse(Array($0.utf8))["status"]?.string }
        #expect(states == ["failed", "failed", "done"])
    }
}

/// Signals from outside that end the process.
@Suite struct SignalTests {
    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func aSignalEndsWithItsCodeAndLeavesNothing(signal: Int32, status: Int32) throws {
        let program = try Program()
        let before = try program.names()
        let (process, input) = try program.start("-", "out.ply", "--to", "ply.ascii")
        // More than a pipe holds: once it is written, the program is running and reading.
        try input.write(contentsOf: Data("ply\n".utf8) + Data(repeating: 0x20, count: 1 << 18))
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(process.terminationReason == .exit)
        #expect(try program.names() == before)
    }

    @Test(arguments: [(SIGINT, Int32(130)), (SIGTERM, Int32(143))])
    func aFolderThatWasMadeGoesWithItsOutputs(signal: Int32, status: Int32) throws {
        let program = try Program(hasCases: false)
        let (process, input) = try program.start("convert", "-", "--out-dir", "new", "--to", "ply.ascii")
        try input.write(contentsOf: Data("ply\n".utf8) + Data(repeating: 0x20, count: 1 << 18))
        #expect(try program.names() == ["new"])
        kill(process.processIdentifier, signal)
        process.waitUntilExit()
        #expect(process.terminationStatus == status)
        #expect(try program.names() == [])
    }

    @Test func aClosedPipeEndsWith141() throws {
        let result = try Program().shell("(meshconv scan/corner.ply - --to ply.ascii; echo $? >&2) | true")
        #expect(result.errors == "141\n")
    }
}
