import Foundation
import MeshBytes
import MeshConvert
import Testing

/// Conversions that lose something: the texts, and `--strict`.
@Suite struct LossTests {
    @Test func whatCanBeSeenIsListedWithARemedy() throws {
        let seen = try Program().terminal("meshconv scan/corner.ply corner.stl")
        #expect(seen.status == 0)
        #expect(
            seen.output.contains(
                "\n  lost     colours (3,267 vertices)   STL can store only positions of vertices; to keep them, write .ply\n"
            ))
        #expect(
            seen.output.hasSuffix(
                "\nDone. Lost: normals, colours (to keep them, write .ply). Also not kept: unused vertices, confidence.\n"
            ))
    }

    @Test func dataThatIsLostIsInTheVerdictAlone() throws {
        let program = try Program()
        let seen = try program.terminal("meshconv scan/corner.ply corner.obj")
        #expect(!seen.output.contains("\n  lost"))
        #expect(seen.output.hasSuffix("\nDone. Looks the same; not kept: confidence.\n"))
        let details = try program.terminal("meshconv scan/corner.ply corner.obj --verbose").output
        #expect(
            details.contains(
                "\n  lost     confidence (3,267 vertices)   OBJ can't store custom attributes; to keep it, write .ply\n"
            ))
        #expect(details.contains("\n  changed  colours (3,267 vertices) "))
    }

    @Test func aPipeGetsTheVerdictWithTheNameOfTheFile() throws {
        let program = try Program()
        #expect(
            try program.run("scan/corner.ply", "corner.obj").output
                == "corner.obj: done. Looks the same; not kept: confidence.\n")
        #expect(
            try program.run("obj/mtl_classic.obj", "brick.obj").output
                == "brick.obj: done. Nothing lost. Also wrote brick.mtl.\n")
    }

    @Test func strictRefusesWith2AndLeavesNothing() throws {
        let program = try Program()
        let before = try program.names()
        let result = try program.run("scan/corner.ply", "corner.obj", "--strict")
        #expect(result.status == 2)
        #expect(result.output.isEmpty)
        #expect(result.errors.hasPrefix("corner.obj: error: not written"))
        #expect(result.errors.contains("--allow attribute.dropped"))
        #expect(try program.names() == before)
    }

    @Test func allowedCodesPass() throws {
        let program = try Program()
        let result = try program.run("scan/corner.ply", "corner.obj", "--strict", "--allow", "attribute.dropped")
        #expect(result.status == 0)
        #expect(try program.names().contains("corner.obj"))
    }

    @Test func aRefusedFileIsKeptWhenAskedFor() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "corner.obj", "--strict", "--keep").status == 2)
        #expect(try program.names().contains("corner.rejected.obj"))
        #expect(try !program.names().contains("corner.obj"))
    }

    @Test func theReportOfARefusalIsWrittenAndValid() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "corner.obj", "--strict", "--report", "report.json").status == 2)
        let value = try JSONValue.parse(try program.bytes("report.json"))
        #expect(SchemaCheck.faults(value, try #require(Schemas.document(named: "report"))) == [])
        #expect(value["status"] == "refused")
        #expect(value["error"]?["code"] == "refused")
        #expect(value["lossless"] == false)
        let loss = try #require(value["losses"]?.array?.first { $0["severity"] == "dropped" })
        #expect(loss["subject"] == "/vertexSets/0/confidence")
        #expect(loss["count"] == 3267)
    }

    @Test func thePlanFortellsTheReport() throws {
        let program = try Program()
        let plan = try program.run("plan", "scan/corner.ply", "corner.obj", "--json").output
        let report = try program.run("scan/corner.ply", "corner.obj", "--json").output
        let foretold = try JSONValue.parse(Array(plan.utf8))["targets"]?[0]?["losses"]
        #expect(foretold == (try JSONValue.parse(Array(report.utf8))["losses"]))
    }

    @Test func diffFindsWhatTheReportTold() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply", "corner.obj").status == 0)
        let result = try program.run("diff", "scan/corner.ply", "corner.obj", "--json")
        #expect(result.status == 1)
        let found = try JSONValue.parse(Array(result.output.utf8))["differences"]?.array?.filter {
            $0["counts"] == true
        }
        #expect(found?.compactMap { $0["subject"]?.string } == ["/vertexSets/0/confidence"])
    }
}
