import Foundation
import MeshBytes
import MeshConvert
import Testing

/// Defaults from `.meshconv.json` of the current folder.
@Suite struct ConfigTests {
    private func program(_ config: String, in folder: String = ".") throws -> Program {
        let program = try Program()
        try write(config, program, folder)
        return program
    }

    private func write(_ config: String, _ program: Program, _ folder: String = ".") throws {
        let place = program.folder.appendingPathComponent(folder)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        try Data(config.utf8).write(to: place.appendingPathComponent(".meshconv.json"))
    }

    private func document(_ text: String) throws -> JSONValue { try JSONValue.parse(Array(text.utf8)) }

    @Test func defaultsApplyAndAreNamed() throws {
        let program = try program(#"{"verify": true, "units": "mm", "set": {"instances": "keep"}}"#)
        let text = try program.run("ply/ascii.ply", "a.glb")
        #expect(text.status == 0)
        #expect(
            text.errors
                == ".meshconv.json sets --verify --units=mm --set=instances=keep; to ignore it: --no-config\n")
        let json = try program.run("ply/ascii.ply", "b.glb", "--json")
        #expect(json.errors.isEmpty)
        let report = try document(json.output)
        #expect(report["config"]?["path"] == ".meshconv.json")
        #expect(report["config"]?["options"] == ["--verify", "--units=mm", "--set=instances=keep"])
        #expect(report["verified"] == true)
        #expect(report["options"]?["metersPerUnit"]?.number == 0.001)
        let schema = try #require(Schemas.document(named: "report"))
        #expect(SchemaCheck.faults(report, schema) == [])
        #expect(SchemaCheck.undescribed(report, schema) == [])
        // What the file says is what the same words do.
        let typed = try program.run(
            "ply/ascii.ply", "c.glb", "--verify", "--units=mm", "--set=instances=keep", "--no-config", "--report", "r")
        #expect(typed.errors.isEmpty)
        #expect(try program.bytes("a.glb") == program.bytes("c.glb"))
        let plain = try document(String(decoding: try program.bytes("r"), as: UTF8.self))
        #expect(plain["config"] == nil)
        #expect(plain["options"] == report["options"])
        #expect(try program.run("ply/ascii.ply", "d.glb", "--quiet").errors.isEmpty)
    }

    @Test func reportsInFilesAndOfFailuresNameIt() throws {
        let program = try program(#"{"strict": "exact"}"#)
        #expect(try program.run("scan/corner.ply", "a.stl", "--report", "r.json").status == 2)
        let report = try document(String(decoding: try program.bytes("r.json"), as: UTF8.self))
        #expect(report["config"]?["options"] == ["--strict=exact"])
        #expect(report["status"] == "refused")
        #expect(try document(program.run("nothing.ply", "a.stl", "--json").output)["config"] != nil)
        for line in ["info nothing.ply", "check nothing.ply"] {
            #expect(try document(program.shell("meshconv \(line) --json").output)["config"] == nil, "\(line)")
        }
    }

    @Test func onlyTheCurrentFolderCounts() throws {
        let program = try program(#"{"strict": "exact"}"#, in: "ply")
        let beside = try program.run("ply/ascii.ply", "ply/b.stl")
        #expect(beside.status == 0)
        #expect(beside.errors.isEmpty)
        try write(#"{"strict": "exact", "broken"#, program)
        #expect(try program.shell("mkdir inner && cd inner && meshconv ../ply/ascii.ply b.stl").status == 0)
    }

    @Test func whatIsTypedWins() throws {
        let program = try program(
            """
            {"units": "mm", "strict": "exact", "no-clobber": true, "verbose": true, "strict-input": true,
             "set": {"paint": "vertices"}}
            """)
        func options(_ words: String) throws -> [String] {
            let output = try program.shell("meshconv ply/ascii.ply a.glb --json \(words)").output
            return try document(output)["config"]?["options"]?.array?.compactMap(\.string) ?? []
        }
        let all = [
            "--units=mm", "--strict=exact", "--no-clobber", "--verbose", "--strict-input", "--set=paint=vertices",
        ]
        #expect(try options("") == all)
        for (words, gone) in [
            ("--units m", 0), ("--units=m", 0), ("--strict lossless", 1), ("--strict", 1), ("--force", 2), ("-y", 2),
            ("--overwrite", 2), ("--quiet", 3), ("-q", 3), ("--lenient", 4), ("--set paint=none", 5),
            ("--set=paint=none", 5),
        ] {
            var left = all
            left.remove(at: gone)
            #expect(try options("--force \(words)") == left.filter { $0 != "--no-clobber" }, "\(words)")
        }
        let typed = try program.run("ply/ascii.ply", "b.glb", "--json", "--units", "m", "--set", "paint=none")
        #expect(try document(typed.output)["options"]?["metersPerUnit"]?.number == 1)
        #expect(try document(typed.output)["options"]?["set"]?["paint"] == "none")
        // Behind `--` there are only names.
        #expect(try program.run("--json", "--force", "--", "ply/ascii.ply", "--units").status == 64)
    }

    @Test func aCommandAndATargetHaveTheirOwn() throws {
        let program = try program(
            """
            {"units": "m", "verify": true,
             "commands": {"info": {"units": "cm"}, "check": {"for": "print"}, "convert": {"units": "ft"}},
             "targets": {"gltf": {"units": "in", "verify": false}, "glb": {"units": "mm"}, "colmap": {"no-clobber": true}}}
            """)
        for (line, options) in [
            ("ply/ascii.ply a.obj", ["--verify", "--units=ft"]), ("ply/ascii.ply a.gltf", ["--units=in"]),
            ("ply/ascii.ply a.glb", ["--units=mm"]), ("ply/ascii.ply --to glb", ["--units=mm"]),
            ("ply/ascii.ply a.data --to gltf", ["--units=in"]), ("ply/ascii.ply -o b.glb", ["--units=mm"]),
            ("plan ply/ascii.ply a.glb", ["--units=mm"]), ("plan ply/ascii.ply a.obj", ["--units=m"]),
            ("info ply/ascii.ply", ["--units=cm"]), ("ply/ascii.ply", ["--units=cm"]),
            ("check ply/ascii.ply", ["--for=print", "--units=m"]), ("diff ply/ascii.ply ply/ascii.ply", ["--units=m"]),
            ("package/room r.zip --to colmap", ["--no-clobber"]), ("package package/room q.zip", []),
        ] {
            let result = try program.shell("meshconv \(line) --json")
            let found = try document(result.output)["config"]?["options"]?.array?.compactMap(\.string) ?? []
            #expect(Set(found) == Set(options), "\(line): \(result.errors)")
        }
        let both = try program.shell("meshconv ply/ascii.ply new/ --to glb --to gltf")
        #expect(both.status == 64)
        #expect(both.errors.contains("has other options for glb than for gltf"))
        #expect(try program.shell("meshconv ply/ascii.ply new/ --to obj --to ply").status == 0)
    }

    @Test func whatACommandCantUseIsLeftOut() throws {
        let program = try program(
            """
            {"verify": true, "require-privacy": true, "no-clobber": true, "strict": "lossless",
             "set": {"instances": "keep", "flat": true, "persons": "hide", "unreferenced": "keep"}}
            """)
        #expect(try program.run("scan/corner.ply", "a.ply").status == 0)
        #expect(try program.run("info", "scan/corner.ply").status == 0)
        // A package has neither --verify nor settings of formats; what asks for privacy holds.
        let package = try program.run("package/room", "r.zip", "--to", "raw", "--json")
        let options = try document(package.output)["config"]?["options"]?.array?.compactMap(\.string)
        #expect(
            options == [
                "--require-privacy", "--no-clobber", "--strict=lossless", "--set=flat=true", "--set=persons=hide",
            ])
        #expect(try program.run("changes", "ply/ascii.ply", "ply/edges.ply").status == 0)
    }

    @Test func itCantOverwriteOrWriteElsewhere() throws {
        let program = try program("{}")
        let before = try program.bytes("ply/edges.ply")
        for (key, value) in [
            ("force", "true"), ("overwrite", "true"), ("output", "\"ply/edges.ply\""), ("out-dir", "\"..\""),
            ("report", "\"ply/edges.ply\""), ("html", "\"a.html\""), ("keep", "true"), ("if-changed", "true"),
            ("to", "[\"obj\"]"), ("allow", "\"attribute.dropped\""), ("quiet", "true"), ("no-config", "false"),
        ] {
            try write("{\"\(key)\": \(value)}", program)
            let result = try program.run("ply/ascii.ply", "out.ply")
            #expect(result.status == 64, "\(key)")
            #expect(result.errors.hasPrefix(".meshconv.json:1:2: error: '\(key)' can't be set in a file"), "\(key)")
            #expect(result.errors.hasSuffix("  To ignore the file: --no-config\n"))
            #expect(try !program.names().contains("out.ply"))
        }
        #expect(try program.run("ply/ascii.ply", "out.ply", "--no-config").status == 0)
        #expect(try program.bytes("ply/edges.ply") == before)
    }

    @Test func commandsThatReadNoFilesIgnoreIt() throws {
        let program = try program("nothing that is JSON")
        for line in ["formats", "schema config", "--version", "info --help"] {
            #expect(try program.shell("meshconv \(line)").status == 0, "\(line)")
        }
        #expect(try program.run("info", "ply/ascii.ply").status == 64)
        #expect(try program.run("info", "ply/ascii.ply", "--no-config").status == 0)
    }
}

/// Broken and hostile files of defaults.
@Suite struct ConfigFaultTests {
    private func errors(_ make: String) throws -> String {
        let program = try Program(hasCases: false)
        let result = try program.shell("\(make); timeout 20 meshconv ply/ascii.ply out.ply")
        #expect(result.status == 64, "\(make)")
        #expect(result.output.isEmpty)
        #expect(try !program.names().contains("out.ply"), "\(make)")
        return result.errors
    }

    @Test(arguments: [
        ("{", "1:2", "expected a key, found the end of the text"), ("", "1:1", "expected a value"),
        ("[]", "1:1", "expected an object with names of options, found []"),
        (
            "{\n  \"verfy\": true\n}", "2:3",
            "expected an option that can be set here, found 'verfy'; did you mean 'verify'?"
        ),
        ("{\"verify\": 1}", "1:12", "expected true or false, found 1"),
        ("{\"verify\": true,\n\"verify\": true}", "2:1", "expected each key once, found 'verify' again"),
        ("{\"threads\": 1.5}", "1:13", "expected a whole number of 1 or more, found 1.5"),
        ("{\"threads\": -3}", "1:13", "expected a whole number of 1 or more, found -3"),
        (
            "{\"units\": \"parsec\"}", "1:11",
            "expected units m, cm, mm, in, ft or the metres of one unit, found 'parsec'"
        ),
        ("{\"up\": \"x\"}", "1:8", "expected one of \"y\", \"z\", found \"x\""),
        (
            "{\"set\": {\"instances\": \"kep\"}}", "1:23",
            "expected one of \"auto\", \"keep\", \"expand\", found \"kep\""
        ),
        ("{\"set\": \"a=b\"}", "1:9", "expected an object with names of settings, found \"a=b\""),
        (
            "{\"set\": {\"mesh\": \"/etc/passwd\"}}", "1:10",
            "the setting 'mesh' can't be in a file, since it names files"
        ),
        ("{\"set\": {\"references\": \"any\"}}", "1:10", "since it leads to other files"),
        ("{\"commands\": {\"formats\": {}}}", "1:15", "expected a command that reads files, found 'formats'"),
        (
            "{\"commands\": {\"info\": {\"exact\": true}}}", "1:24",
            "expected an option that can be set here, found 'exact'"
        ),
        ("{\"targets\": {\"fbx\": {}}}", "1:14", "expected a format, a variant or a package, found 'fbx'"),
        ("{\"targets\": {\"glb\": {\"targets\": {}}}}", "1:22", "found 'targets'"),
        ("{\"for\": \"print\"}", "1:2", "only 'check' may have it"),
        ("{\"$schema\": 1}", "1:13", "expected a text, found 1"),
        ("{\"x\": 1e999}", "1:7", "expected a number in the range of float64"),
    ])
    func faultsHaveAPlace(text: String, place: String, message: String) throws {
        let found = try errors("printf '%s' '\(text)' > .meshconv.json")
        #expect(found.hasPrefix(".meshconv.json:\(place): error: "), "\(found)")
        #expect(found.contains(message), "\(found)")
        #expect(found.contains("[usage]"))
    }

    @Test func aFailureIsADocumentToo() throws {
        let program = try Program()
        let result = try program.shell("echo '{\"force\": 1}' > .meshconv.json; meshconv check ply/ascii.ply --json")
        let document = try JSONValue.parse(Array(result.output.utf8))
        #expect(document["schema"] == "meshconv.check/1")
        #expect(document["error"]?["path"] == ".meshconv.json")
        #expect(document["error"]?["location"] == "1:2")
        #expect(document["error"]?["code"] == "usage")
    }

    @Test func depthAndSizeAreLimited() throws {
        #expect(
            try errors("head -c 60000 /dev/zero | tr '\\0' '[' > .meshconv.json").contains("expected at most 8 nested"))
        let deep = "(printf '{\"set\":'; head -c 2000000 /dev/zero | tr '\\0' '['; printf '}') > .meshconv.json"
        #expect(try errors(deep).contains("expected at most 64.0 kB, found more"))
        #expect(try errors("head -c 100000000 /dev/zero > .meshconv.json").contains("found more"))
        #expect(
            try errors("(printf '{\"'; head -c 60000 /dev/zero | tr '\\0' k; printf '\": 1}') > .meshconv.json").count
                < 700)
    }

    /// Nothing of another file is read or shown, and nothing waits for a pipe.
    @Test func itMustBeAFileItself() throws {
        #expect(
            try errors("echo secret > other; ln -s other .meshconv.json").hasPrefix(
                ".meshconv.json: error: expected a file itself, found a link [usage]"))
        #expect(try errors("ln -s nothing .meshconv.json").contains("found a link"))
        #expect(try errors("mkdir .meshconv.json").contains("found a folder or a device"))
        #expect(try errors("mkfifo .meshconv.json").contains("found a folder or a device"))
    }

    @Test func textsOfTheFileCantPlayWithTheTerminal() throws {
        let found = try errors("printf '{\"\\\\u001b[31m\\\\u202e\": 1}' > .meshconv.json")
        #expect(!found.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
        #expect(try errors("printf '{\"a\\377\": 1}' > .meshconv.json").contains("expected UTF-8"))
        #expect(try errors("printf '{\"a\\0\": 1}' > .meshconv.json").contains("expected no control character"))
    }
}
