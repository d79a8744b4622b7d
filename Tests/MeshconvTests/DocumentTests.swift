import Foundation
import MeshBytes
import MeshConvert
import Testing

/// The JSON documents: each is valid by its schema.
@Suite struct DocumentTests {
    private func check(_ text: String, _ name: String, _ comment: Comment? = nil) throws -> JSONValue {
        let value = try JSONValue.parse(Array(text.utf8))
        let schema = try #require(Schemas.document(named: name))
        #expect(SchemaCheck.faults(value, schema) == [], comment)
        #expect(SchemaCheck.undescribed(value, schema) == [], comment)
        return value
    }

    @Test func theValidatorFindsFaults() throws {
        let schema = try #require(Schemas.document(named: "info"))
        #expect(!SchemaCheck.faults(["schema": "meshconv.info/2"], schema).isEmpty)
        let wrong: JSONValue = ["schema": "meshconv.info/1", "tool": 1, "status": "odd", "error": false, "bytes": "1"]
        #expect(SchemaCheck.faults(wrong, schema).count >= 4)
    }

    @Test func theCommitOfTheVersionIsTheOneOfTheDocuments() throws {
        let program = try Program(hasCases: false)
        let version = try program.run("--version").output
        let document = try check(program.run("formats", "--json").output, "formats")
        let commit = document["tool"]?["commit"]?.string
        #expect(version == "meshconv \(Tool.version)" + (commit.map { " (\($0))" } ?? "") + "\n")
    }

    @Test(arguments: Schemas.names)
    func schemasArePrinted(name: String) throws {
        let result = try Program(hasCases: false).run("schema", name)
        #expect(result.status == 0)
        let value = try JSONValue.parse(Array(result.output.utf8))
        #expect(value["$schema"] == "https://json-schema.org/draft/2020-12/schema")
        #expect(value["title"]?.string == "meshconv.\(name)/\(name == "info" ? 2 : 1)")
    }

    @Test(arguments: ["ply", "obj", "stl", "scan"])
    func infoPlanAndDiffOfEveryCaseAreValid(kind: String) throws {
        let info = try #require(Schemas.document(named: "info"))
        let plan = try #require(Schemas.document(named: "plan"))
        let diff = try #require(Schemas.document(named: "diff"))
        let check = try #require(Schemas.document(named: "check"))
        let digest = try #require(Schemas.document(named: "digest"))
        let pipeline = Pipeline()
        var read = 0
        let folder = Program.cases.appendingPathComponent(kind)
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        where [".ply", ".obj", ".stl"].contains(where: name.hasSuffix) {
            let path = folder.appendingPathComponent(name).path
            guard let input = try? Pipeline.open(path), let document = try? pipeline.read(input) else { continue }
            read += 1
            for (value, schema) in [
                (Info(document, path: name).json, info), (Plan(document, path: name).json, plan),
                (Diff(from: document, name, to: document, name).json, diff),
                (Check(document, path: name).json, check), (FileDigest(document, path: name).json, digest),
            ] {
                // The printed text is validated: numbers that are not finite become strings there.
                let printed = try JSONValue.parse(value.bytes())
                #expect(SchemaCheck.faults(printed, schema) == [], "\(name)")
                #expect(SchemaCheck.undescribed(printed, schema) == [], "\(name)")
            }
            #expect(Diff(from: document, name, to: document, name).findings.isEmpty, "\(name)")
        }
        #expect(read > (kind == "scan" ? 0 : 25))
    }

    @Test func reportsOfConversionsAreValid() throws {
        let program = try Program()
        let done = try check(
            try program.run("scan/corner.ply", "out.ply", "--to", "ply.ascii", "--verify", "--json").output, "report")
        #expect(done["status"] == "done")
        #expect(done["verified"] == true)
        #expect(done["lossless"] == true)
        let bytes = try program.bytes("out.ply")
        #expect(done["outputs"]?[0]?["bytes"]?.int == Int64(bytes.count))
        #expect(done["outputs"]?[0]?["sha256"]?.string == (try SHA256.digest(of: .bytes(bytes, name: ""))))
        let source = try program.bytes("scan/corner.ply")
        #expect(done["input"]?["sha256"]?.string == (try SHA256.digest(of: .bytes(source, name: ""))))

        let failed = try check(
            try program.run("ply/word_in_body.ply", "out.ply", "--json", "--to", "ply.binary").output, "report")
        #expect(failed["status"] == "failed")
        #expect(failed["error"]?["code"] == "input.invalid-value")
        #expect(failed["error"]?["path"] == "ply/word_in_body.ply")
        #expect(failed["error"]?["location"] == "11:3")
    }

    @Test func theReportIsWrittenAlsoOnFailure() throws {
        let program = try Program()
        #expect(try program.run("nothing.ply", "out.ply", "--report", "report.json").status == 66)
        let text = String(decoding: try program.bytes("report.json"), as: UTF8.self)
        #expect(try check(text, "report")["error"]?["code"] == "input.missing")
    }

    @Test func everyCommandWritesADocumentAlsoOnFailure() throws {
        let program = try Program()
        for (line, name) in [
            ("info nothing.ply", "info"), ("plan nothing.ply", "plan"), ("diff nothing.ply nothing.ply", "diff"),
            ("info", "info"), ("check nothing.ply", "check"), ("digest nothing.ply", "digest"),
            ("formats --graf", "formats"), ("a.ply", "info"), ("convert a.ply", "report"),
        ] {
            let output = try program.shell("meshconv \(line) --json").output
            let value = try JSONValue.parse(Array(output.utf8))
            #expect(value["schema"]?.string == "meshconv.\(name)/\(name == "info" ? 2 : 1)", "\(line)")
            #expect(value["status"] == "failed", "\(line)")
            #expect(value["error"]?["message"]?.string?.isEmpty == false, "\(line)")
        }
    }

    @Test func commandsPrintValidDocuments() throws {
        let program = try Program()
        _ = try check(try program.run("info", "scan/corner.ply", "--json").output, "info")
        _ = try check(try program.run("check", "scan/corner.ply", "--json").output, "check")
        _ = try check(try program.run("digest", "scan/corner.ply", "--json").output, "digest")
        _ = try check(
            try program.run("changes", "scan/corner.ply", "scan/corner.ply", "--within", "20cm", "--json").output,
            "changes")
        _ = try check(try program.run("plan", "scan/corner.ply", "x.ply", "--json").output, "plan")
        _ = try check(try program.run("plan", "scan/corner.ply", "--json").output, "plan")
        _ = try check(try program.run("diff", "ply/uv_s.ply", "ply/ascii.ply", "--json").output, "diff")
        let formats = try check(try program.run("formats", "--json").output, "formats")
        let purposes = formats["purposes"]?.array?.compactMap { $0["name"]?.string }
        #expect(purposes == ["print", "archive", "web", "quicklook", "nerfstudio", "colmap"])
        let print = try check(
            try program.run("scan/corner.ply", "out.stl", "--for", "print", "--verify", "--json").output, "report")
        #expect(print["options"]?["for"] == "print")
        #expect(print["verified"] == true)
        #expect(print["diagnostics"]?.array?.contains { $0["code"] == "edge.open" } == true)
        let purpose = try check(try program.run("check", "scan/corner.ply", "--for", "print", "--json").output, "check")
        #expect(purpose["purpose"] == "print")
        #expect(purpose["errors"] == 1)
    }

    @Test func severalDigestsAreOneLineEach() throws {
        let program = try Program()
        let result = try program.run("digest", "ply/ascii.ply", "nothing.ply", "ply/binary_le.ply", "--json")
        #expect(result.status == 66)
        let lines = result.output.split(separator: "\n")
        #expect(lines.count == 4)
        let values = try lines.dropLast().map { try check(String($0), "digest") }
        #expect(values.map { $0["status"]?.string } == ["done", "failed", "done"])
        #expect(values[0]["unordered"] == values[2]["unordered"])
    }

    @Test func theSameCommandPrintsTheSameDocument() throws {
        let program = try Program()
        func report() throws -> String {
            let text = try program.run("scan/corner.ply", "out.ply", "--to", "ply.ascii", "--json", "--threads", "2")
                .output
            // Only `stats` may differ from run to run.
            return String(text.prefix(upTo: try #require(text.range(of: "\"stats\"")).lowerBound))
        }
        #expect(try report() == (try report()))
    }
}

extension DocumentTests {
    /// The report of a package is that of all conversions.
    @Test func reportsOfPackagesAreValid() throws {
        let program = try Program()
        let lines = [
            ("convert package/room room --to raw --json", 0), ("convert package/room room --to raw --json", 73),
            ("convert package/room c.zip --for colmap --json --strict", 2),
            ("convert package/none none --to scan4d --json", 66),
        ]
        for (line, status) in lines {
            let result = try program.shell("meshconv \(line)")
            #expect(Int(result.status) == status, "\(line)")
            let report = try JSONValue.parse(Array(result.output.utf8))
            let schema = try #require(Schemas.document(named: "report"))
            #expect(SchemaCheck.faults(report, schema) == [], "\(line)")
            #expect(SchemaCheck.undescribed(report, schema) == [], "\(line)")
        }
        let archive = try program.shell("meshconv convert package/room a.zip --to colmap --json")
        let report = try JSONValue.parse(Array(archive.output.utf8))
        #expect(report["outputs"]?[0]?["sha256"]?.string?.utf8.count == 64)
        #expect(report["outputs"]?[0]?["variant"]?.string == "colmap")
    }
}
