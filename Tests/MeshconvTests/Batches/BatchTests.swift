import Foundation
import MeshBytes
import MeshConvert
import Testing

/// Several files in JSON: one line each, and a summary.
@Suite struct BatchTests {
    /// The lines of a command's output; each is valid by the schema that it names.
    private func lines(_ text: String, _ comment: String = "") throws -> [JSONValue] {
        try text.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map { line in
            let value = try JSONValue.parse(Array(line.utf8))
            let name = try #require(value["schema"]?.string?.split(separator: ".").last?.split(separator: "/").first)
            let schema = try #require(Schemas.document(named: String(name)))
            #expect(SchemaCheck.faults(value, schema) == [], "\(comment)")
            #expect(SchemaCheck.undescribed(value, schema) == [], "\(comment)")
            return value
        }
    }

    private func counts(_ summary: JSONValue?) -> [Int64] {
        ["lines", "done", "unchanged", "visiblyLossy", "refused", "failed", "exitCode"].compactMap { summary?[$0]?.int }
    }

    @Test func eachCommandEndsWithASummary() throws {
        let program = try Program()
        let files = "ply/ascii.ply nothing.ply ply/word_in_body.ply ply/edges.ply"
        for (line, schemas, status) in [
            ("convert \(files) out/ --to glb", "report", 66), ("convert \(files) out/ --to glb --dry-run", "plan", 66),
            ("info \(files)", "info", 66), ("check \(files)", "check", 66), ("digest \(files)", "digest", 66),
        ] {
            let result = try program.shell("meshconv \(line) --json")
            #expect(Int(result.status) == status, "\(line)")
            let lines = try lines(result.output, line)
            #expect(lines.count == 5, "\(line)")
            #expect(
                lines.dropLast().allSatisfy {
                    $0["schema"]?.string == "meshconv.\(schemas)/\(schemas == "info" ? 2 : 1)"
                }, "\(line)")
            #expect(lines.map { $0["status"] } == ["done", "failed", "failed", "done", "failed"], "\(line)")
            #expect(lines.last?["schema"] == "meshconv.summary/1")
            #expect(
                lines.last?["command"]?.string
                    == (line.hasSuffix("-run") ? "plan" : schemas == "report" ? "convert" : schemas))
            #expect(counts(lines.last)[1] == 2, "\(line)")
            #expect(counts(lines.last).last == Int64(status), "\(line)")
            #expect(lines.last?["error"] == lines[1]["error"], "\(line)")
            #expect(lines[1]["error"]?["code"] == "input.missing")
            #expect(lines[2]["error"]?["path"] == "ply/word_in_body.ply")
            #expect(lines[2]["error"]?["location"] == "11:3")
        }
    }

    @Test func aLineHasStatusTimeLossesAndOutputs() throws {
        let program = try Program()
        let result = try program.run(
            "scan/corner.ply", "ply/ascii.ply", "nothing.ply", "out/", "--to", "stl", "--strict", "--json")
        let lines = try lines(result.output)
        #expect(lines.map { $0["status"]?.string } == ["refused", "done", "failed", "failed"])
        #expect(counts(lines.last) == [3, 1, 0, 0, 1, 1, 2])
        for line in lines { #expect((line["stats"]?["seconds"]?.number ?? -1) >= 0) }
        #expect(lines[0]["losses"]?.array?.isEmpty == false)
        #expect(lines[1]["outputs"]?[0]?["path"] == "out/ascii.stl")
        #expect(lines[1]["outputs"]?[0]?["sha256"]?.string?.count == 64)
    }

    @Test func unchangedAndLossyFilesAreCounted() throws {
        let program = try Program()
        let line = "meshconv scan/corner.ply ply/ascii.ply out/ --to stl --if-changed --json"
        #expect(counts(try lines(program.shell(line).output).last) == [2, 2, 0, 1, 0, 0, 0])
        #expect(counts(try lines(program.shell(line).output).last) == [2, 2, 2, 1, 0, 0, 0])
    }

    @Test func aListOrATreeOfOneFileIsABatchToo() throws {
        let program = try Program()
        let make = "mkdir -p tree list; cp ply/ascii.ply tree; echo ply/ascii.ply >list/names; "
        for line in [
            "tree out/ --to glb", "--files-from list/names out/ --to obj", "info --files-from list/names",
            "digest --files-from list/names", "check --files-from list/names",
            "--files-from list/names out/ --to glb --dry-run",
        ] {
            let result = try program.shell(make + "meshconv \(line) --json")
            let lines = try lines(result.output, line)
            #expect(lines.count == 2, "\(line)")
            #expect(lines.last?["schema"] == "meshconv.summary/1", "\(line)")
        }
        #expect(try program.run("ply/ascii.ply", "a.glb", "--json").output.hasPrefix("{\n"))
        let wrong = try lines(program.shell("meshconv --files-from nothing out/ --to glb --json").output)
        #expect(wrong.map { $0["status"] } == ["failed"])
    }

    @Test func theReportFileHasTheSameLines() throws {
        let program = try Program()
        let line = "meshconv ply/ascii.ply nothing.ply out/ --to glb --report r.ndjson"
        #expect(try program.shell(line).status == 66)
        let lines = try lines(String(decoding: try program.bytes("r.ndjson"), as: UTF8.self))
        #expect(counts(lines.last) == [2, 1, 0, 0, 0, 1, 66])
    }

    @Test(arguments: ["convert", "info", "check", "digest", "dry-run"])
    func aLimitLeavesNoFileWithoutALine(command: String) throws {
        let program = try Program()
        // So many that on a busy machine, too, the limit comes before the end.
        let names = try program.shell("for i in $(seq 200); do ln scan/corner.ply $i.ply; echo $i.ply; done >list")
        #expect(names.status == 0)
        let words =
            switch command {
            case "convert": "convert --files-from list out/ --to glb"
            case "dry-run": "convert --files-from list out/ --to glb --dry-run"
            default: "\(command) --files-from list"
            }
        let result = try program.shell("meshconv \(words) --json --timeout 1ms")
        #expect(result.status == 75)
        let lines = try lines(result.output, command)
        #expect(lines.count == 201)
        #expect(lines.last?["schema"] == "meshconv.summary/1")
        #expect(lines.last?["exitCode"]?.int == 75)
        #expect(lines.last?["lines"]?.int == 200)
        let failed = lines.dropLast().filter { $0["status"] != "done" }
        #expect(failed.allSatisfy { $0["error"]?["code"] == "limit.time" }, "\(failed.first?.text() ?? "")")
    }

    @Test func theFileOfDefaultsIsNamedInEachLine() throws {
        let program = try Program()
        let result = try program.shell(
            "echo '{\"up\": \"z\"}' >.meshconv.json; meshconv info ply/ascii.ply nothing.ply --json")
        let lines = try lines(result.output)
        #expect(lines.count == 3)
        #expect(lines.allSatisfy { $0["config"]?["options"] == ["--up=z"] })
    }
}
