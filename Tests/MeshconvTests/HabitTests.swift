import Foundation
import MeshBytes
import Testing

/// Command lines as people know them from other programs.
@Suite struct HabitTests {
    @Test func theNameAloneIsAShortHelp() throws {
        let result = try Program(hasCases: false).run()
        #expect(result.status == 0)
        #expect(result.errors.isEmpty)
        #expect(result.output.split(separator: "\n").count { $0.hasPrefix("  meshconv ") } == 5)
        #expect(result.output.split(separator: "\n").allSatisfy { $0.count <= 100 })
    }

    @Test func aFileAloneIsLookedInto() throws {
        let program = try Program()
        #expect(try program.run("scan/corner.ply").output == program.run("info", "scan/corner.ply").output)
        #expect(try program.run("scan/corner.ply", "--json").output.contains("\"schema\": \"meshconv.info/2\""))
        #expect(try program.run("nothing.ply").status == 66)
        #expect(try program.run("scan/corner.ply", "--verify").errors.contains("meshconv INPUT OUTPUT"))
        #expect(try program.run("convert", "scan/corner.ply").status == 64)
    }

    @Test func aFormatAloneNamesTheOutput() throws {
        let program = try Program()
        #expect(try program.run("ply/ascii.ply", "--to", "GLB").status == 0)
        #expect(try program.bytes("ply/ascii.glb").starts(with: Array("glTF".utf8)))
        let same = try program.run("ply/ascii.ply", "-t", "ply.binary")
        #expect(same.status == 64)
        #expect(same.errors.contains("would replace an input"))
    }

    @Test func optionsHaveTheNamesOfOtherPrograms() throws {
        let program = try Program()
        #expect(try program.run("--input", "ply/ascii.ply", "--output", "a.obj").status == 0)
        #expect(try program.run("ply/ascii.ply", "-o", "a.data", "-t", "OBJ", "-f", "PLY").status == 0)
        #expect(try program.bytes("a.obj") == program.bytes("a.data"))
        for option in ["-y", "--overwrite", "--force"] {
            #expect(try program.run("ply/edges.ply", "a.ply", option).status == 0)
            #expect(try program.run("ply/ascii.ply", "a.ply").status == 73)
        }
    }

    @Test(arguments: ["-V", "-version", "version", "--version"])
    func theVersionHasItsUsualSpellings(word: String) throws {
        let result = try Program(hasCases: false).run(word)
        #expect(result.status == 0)
        #expect(result.output.hasPrefix("meshconv "))
    }

    @Test func aDryRunIsThePlan() throws {
        let program = try Program()
        let before = try program.names()
        #expect(
            try program.run("scan/corner.ply", "a.obj", "--dry-run").output
                == program.run("plan", "scan/corner.ply", "a.obj").output)
        #expect(
            try program.run("package/room", "r.zip", "--to", "raw", "--dry-run").output
                == program.run("plan", "package/room", "r.zip", "--to", "raw").output)
        let several = try program.shell("meshconv scan/corner.ply nothing.ply new/ -t OBJ -t glb --dry-run --json")
        #expect(several.status == 66)
        let statuses = try several.output.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8))["status"] }
        #expect(statuses == ["done", "done", "failed", "failed", "failed"])
        #expect(try program.names() == before)
    }

    @Test func aDryRunEndsAsTheConversionWould() throws {
        let program = try Program()
        let accepted = "--allow attribute.dropped --allow values.unreferenced"
        for (words, status) in [("a.stl --strict", 2), ("a.ply --strict", 0), ("b.stl --strict \(accepted)", 0)] {
            let dry = try program.shell("meshconv scan/corner.ply \(words) --dry-run")
            let real = try program.shell("meshconv scan/corner.ply \(words)")
            #expect(dry.status == status && real.status == status, "\(words)")
            #expect(dry.errors.contains("would be lost (--strict)") == (status == 2), "\(words)")
        }
        #expect(try program.shell("meshconv scan/corner.ply a.stl --strict --dry-run --json").status == 2)
    }

    @Test func aNegativeNumberIsTheValueOfItsOption() throws {
        let faces = try Program().run("scan/corner.ply", "a.obj", "--faces", "-3")
        #expect(faces.status == 64 && faces.errors.contains("expected --faces above 0, found -3"))
        let tolerance = try Program().run("diff", "scan/corner.ply", "--tolerance", "-1", "scan/corner.ply")
        #expect(tolerance.status == 64 && tolerance.errors.contains("a number of 0 or more, found '-1'"))
    }

    @Test func strictTakesItsValueAsAWord() throws {
        let program = try Program()
        let json = ["--json", "ply/ascii.ply", "a.obj"]
        for (words, strictness) in [
            ("--strict exact", "exact"), ("--strict lossless", "lossless"), ("--strict", "lossless"),
        ] {
            let result = try program.shell("meshconv \(words) \(json.joined(separator: " "))")
            #expect(try JSONValue.parse(Array(result.output.utf8))["options"]?["strict"]?.string == strictness)
        }
    }

    @Test(arguments: [
        ("METERS", 1), ("metres", 1), ("millimeters", 0.001), ("Inches", 0.0254), ("inch", 0.0254), ("feet", 0.3048),
        ("centimeters", 0.01), ("MM", 0.001),
    ])
    func unitsAreWords(word: String, meters: Double) throws {
        let program = try Program()
        let result = try program.run("ply/ascii.ply", "a.glb", "--units", word, "--up", "Z", "--json")
        #expect(try JSONValue.parse(Array(result.output.utf8))["options"]?["metersPerUnit"]?.number == meters)
    }

    @Test func weldingTakesAUnit() throws {
        let program = try Program()
        let ply =
            "ply\\nformat ascii 1.0\\nelement vertex 4\\nproperty float x\\nproperty float y\\nproperty float z\\n"
            + "element face 1\\nproperty list uint uint vertex_index\\nend_header\\n"
            + "0 0 0\\n1000 0 0\\n0 1000 0\\n0 1000.5 0\\n4 0 1 2 3\\n"
        // Half a millimetre apart, in a file in millimetres.
        for (weld, count) in [("1mm", 3), ("0.1cm", 3), ("1MM", 3), ("0.1mm", 4), ("0.1in", 3), ("0.1", 4), ("1", 3)] {
            let result = try program.shell(
                "printf '\(ply)' > a.ply; meshconv a.ply b.ply -y --units mm --weld \(weld) >&2; meshconv info b.ply --json"
            )
            let info = try JSONValue.parse(Array(result.output.utf8))
            #expect(info["totals"]?["positions"]?.int == Int64(count), "\(weld): \(result.errors)")
        }
        #expect(try program.run("a.ply", "b.ply", "--weld", "1 parsec").status == 64)
    }

    @Test func endingsHaveAnyCase() throws {
        let program = try Program()
        #expect(try program.run("ply/ascii.ply", "a.GLB").status == 0)
        #expect(try program.bytes("a.GLB").starts(with: Array("glTF".utf8)))
    }
}

/// Words that don't exist get one sentence about what does.
@Suite struct NearMissTests {
    private func errors(_ line: String) throws -> String {
        let program = try Program(hasCases: false)
        let result = try program.shell("meshconv \(line)")
        #expect(result.status == 64, "\(line)")
        #expect(result.output.isEmpty, "\(line)")
        #expect(try program.names().isEmpty, "\(line)")
        return result.errors.split(separator: "\n").first.map(String.init) ?? ""
    }

    @Test(arguments: [
        ("export a.obj b.glb", "meshconv INPUT OUTPUT"), ("copy a.obj b.glb", "meshconv INPUT OUTPUT"),
        ("optimize a.glb b.glb", "--faces"), ("compare a b", "meshconv diff A B"),
        ("inspect x.glb", "meshconv info FILE"),
        ("stats x.glb", "meshconv info FILE"), ("identify x.glb", "meshconv info FILE"),
        ("cat x.usd", "meshconv info FILE"),
        ("validate x.glb", "meshconv check FILE"), ("list", "meshconv formats"),
        ("convert-all in out", "meshconv FOLDER OUT/ --to glb"), ("render x.glb", "meshconv preview"),
        ("ifno a.ply", "did you mean the command 'info'?"),
    ])
    func commandsOfOtherProgramsNameTheRightOne(line: String, answer: String) throws {
        let message = try errors(line)
        #expect(message.contains("there is no command '\(line.prefix { $0 != " " })'; "))
        #expect(message.contains(answer))
    }

    @Test func aFileWithTheNameOfACommandIsAFile() throws {
        let program = try Program()
        let result = try program.shell("cp ply/ascii.ply inspect && meshconv inspect a.obj && ls a.obj")
        #expect(result.status == 0)
    }

    @Test(arguments: [
        ("--draco", "--faces"), ("--texture-size 1024", "textures keep their size"), ("--merge", "--combine"),
        ("--flip-normals", "--normals"), ("--scale 2", "--units"), ("--simplify 0.5", "--faces"), ("-r", "FOLDER"),
        ("--log x", "--report"),
    ])
    func wishesAreAnswered(option: String, answer: String) throws {
        let message = try errors("a.ply b.glb \(option)")
        #expect(message.contains("there is no option '\(option.prefix { $0 != " " })': "))
        #expect(message.contains(answer))
    }

    @Test func settingsAreAnsweredToo() throws {
        #expect(
            try errors("a.ply b.glb --set draco=true").contains(
                "there is no setting 'draco': meshconv doesn't compress"))
        let unknown = try errors("a.ply b.glb --set nothing=1")
        #expect(unknown.contains("there is no setting 'nothing'; there are "))
        #expect(unknown.components(separatedBy: "paint,").count == 2)
        let value = try errors("a.ply b.ply --set paint=textur")
        #expect(value.components(separatedBy: "vertices").count == 2)
        #expect(value.contains("did you mean 'texture'?"))
    }

    @Test func optionsAreSuggestedUpToTwoEditsAway() throws {
        #expect(try errors("a.ply b.ply --verfy").contains("did you mean '--verify'?"))
        #expect(try errors("a.ply b.ply --unit mm").contains("did you mean '--units'?"))
        #expect(try !errors("a.ply b.ply --strixxx").contains("did you mean"))
        #expect(try !errors("info --sat a.ply").contains("'--up'"))
    }

    @Test(arguments: [
        ("a.ply b.ply --to ply.text", "did you mean 'ply.ascii'?"),
        ("a.ply b.stl --to ascii", "did you mean 'stl.ascii'?"),
        ("a.ply b.stl --to stl.bin", "did you mean 'stl.binary'?"), ("a.ply b.glb --to glb2", "did you mean 'glb'?"),
        ("a.ply --to obj,glb", "--to obj --to glb"),
    ])
    func variantsAreGuessed(line: String, answer: String) throws { #expect(try errors(line).contains(answer)) }

    @Test(arguments: [
        ("fbx", "FBX", ".glb"), ("3mf", "3MF", ".stl"), ("dae", "Collada (DAE)", ".glb"),
        ("STEP", "STEP", ".stl or .obj"),
        ("blend", "Blender's files", ".glb"), ("max", "3ds Max's files", ".glb"), ("skp", "SketchUp's files", ".glb"),
        ("x3d", "X3D", ".glb"), ("las", "LAS", ".ply"),
    ])
    func foreignOutputsAreNamed(ending: String, name: String, remedy: String) throws {
        for line in [
            "a.ply b.\(ending)", "plan a.ply b.\(ending)", "a.ply --to \(ending)", "changes a.ply b.ply c.\(ending)",
        ] {
            let message = try errors(line)
            #expect(message.contains("meshconv can't write \(name); "), "\(line)")
            #expect(message.contains(remedy), "\(line)")
            #expect(message.contains("It writes .ply .obj"), "\(line)")
        }
        #expect(try errors("a.ply b.png").contains("meshconv preview"))
    }

    @Test(arguments: [
        ("a.fbx", "meshconv can't read FBX; export it as .glb"),
        ("a.step", "meshconv can't read STEP; export it as .stl"),
        ("photo.JPG", "this is a picture"), ("x.mtl", "give the .obj"), ("x.bin", "give the .gltf"),
        ("a.mp4", "this is a video"), ("points3D.bin", "give the folder"), ("transforms.json", "give the folder"),
    ])
    func foreignInputsAreNamed(name: String, answer: String) throws {
        let program = try Program(hasCases: false)
        for line in ["\(name) a.glb", "info \(name)", "\(name) a.glb --json"] {
            let result = try program.shell("echo nothing >\(name); meshconv \(line)")
            #expect(result.status == 65, "\(line)")
            #expect(result.errors.contains(answer), "\(line)")
            #expect(result.errors.contains("[input.unknown-format]"), "\(line)")
            if line.hasSuffix("--json") { #expect(result.output.contains(answer)) }
        }
    }

    @Test func addressesHaveToBeDownloaded() throws {
        let program = try Program(hasCases: false)
        for line in ["https://example.org/a.glb b.obj", "info https://example.org/a.glb"] {
            let result = try program.shell("meshconv \(line)")
            #expect(result.status == 66)
            #expect(result.errors.contains("download it first"))
        }
    }
}

/// Many files in one command.
@Suite struct ManyFilesTests {
    @Test(arguments: ["a.ply\\nb c.ply\\n\\n", "a.ply\\r\\nb c.ply\\r\\n", "a.ply\\0b c.ply\\0"])
    func namesComeFromAFile(list: String) throws {
        let program = try Program()
        let line = "cp ply/ascii.ply a.ply; cp ply/edges.ply 'b c.ply'; printf '\(list)' >list; "
        #expect(try program.shell(line + "meshconv --files-from list out/ --to obj").status == 0)
        #expect(try program.names("out") == ["a.obj", "b c.obj"])
        #expect(try program.shell(line + "meshconv --files-from - --out-dir new --to glb <list").status == 0)
        #expect(try program.names("new") == ["a.glb", "b c.glb"])
        let digests = try program.shell("meshconv digest --files-from list").output.split(separator: "\n")
        #expect(digests.count == 2)
    }

    /// The last name of a list may be the last of a person's files.
    @Test func aNameOfAListIsNeverTheOutput() throws {
        let program = try Program()
        let line = "cp ply/ascii.ply a.ply; echo mine >b.obj; printf 'a.ply\nb.obj\n' >list; "
        for words in [
            "--files-from list", "--input a.ply --input b.obj", "--files-from list --to raw",
            "--files-from list --combine",
        ] {
            let result = try program.shell(line + "meshconv \(words)")
            #expect(result.status == 64, "\(words)")
            #expect(try program.bytes("b.obj") == Array("mine\n".utf8), "\(words)")
        }
        #expect(try program.shell(line + "cp ply/edges.ply b.obj; meshconv --files-from list --to glb").status == 0)
        #expect(try program.names().filter { $0.hasSuffix(".glb") } == ["a.glb", "b.glb"])
    }

    @Test func modelsAreNotCombined() throws {
        let result = try Program().run("ply/ascii.ply", "ply/edges.ply", "both.glb", "--combine")
        #expect(result.status == 64)
        #expect(
            result.errors.contains("expected scan packages with --combine, found 'ply/ascii.ply', which is a model"))
    }

    @Test func aListMayBeMissingOrEmpty() throws {
        let program = try Program(hasCases: false)
        #expect(try program.run("info", "--files-from", "none").status == 66)
        let empty = try program.shell("printf '\\n' >list; meshconv --files-from list out/ --to obj")
        #expect(empty.status == 64)
        #expect(empty.errors.contains("there is no name of a file in 'list'"))
    }

    @Test func checkAndInfoTakeManyAndEndWithTheHighestCode() throws {
        let program = try Program()
        let check = try program.run("check", "ply/ascii.ply", "obj/mtllib_missing.obj", "ply/edges.ply")
        #expect(check.status == 1)
        #expect(check.output.components(separatedBy: "\n\n").count == 4)
        #expect(check.output.hasSuffix("\n\n3 files, 1 with errors.\n"))
        let info = try program.run("info", "ply/ascii.ply", "nothing.ply", "ply/word_in_body.ply")
        #expect(info.status == 66)
        #expect(info.output.hasSuffix("\n\n3 files; 2 failed.\n"))
        let json = try program.run("check", "ply/ascii.ply", "nothing.ply", "--json")
        let statuses = try json.output.split(separator: "\n").map { try JSONValue.parse(Array($0.utf8))["status"] }
        #expect(statuses == ["done", "failed", "failed"])
        #expect(try program.run("check", "ply/ascii.ply", "ply/edges.ply", "--quiet").output.isEmpty)
    }

    @Test func aFolderOfSeveralModelsStandsForAll() throws {
        let program = try Program()
        let tree = try program.run("check", "package/tree")
        #expect(tree.status == 65)
        #expect(tree.output.hasSuffix("\n\n4 files; 1 failed.\n"))
        let one = try program.run("info", "package/tree", "--set", "mesh=y.obj")
        #expect(one.status == 0)
        #expect(!one.output.contains("files"))
    }

    @Test func batchesEndWithATotalInAPipe() throws {
        let program = try Program()
        let line = "meshconv scan/corner.ply nothing.ply ply/ascii.ply new/ --to obj"
        let result = try program.shell(line)
        #expect(result.status == 66)
        #expect(result.output.hasSuffix("\n2 of 3 converted; 1 failed.\n"))
        #expect(try !program.shell(line + " --quiet").output.contains("converted"))
        #expect(try !program.shell(line + " --json").output.contains("converted,"))
    }
}

/// Help in files and shells.
@Suite struct ManualTests {
    @Test func schemasAreListed() throws {
        for line in [["schema"], ["schema", "list"]] {
            let result = try Program(hasCases: false).shell("meshconv \(line.joined(separator: " "))")
            #expect(result.status == 0)
            #expect(result.output.hasPrefix("report\n"))
        }
    }

    @Test func theManualHasEveryCommandAndOption() throws {
        let program = try Program(hasCases: false)
        let manual = try program.run("man")
        #expect(manual.status == 0)
        #expect(manual.output.hasPrefix(".TH MESHCONV 1\n.SH NAME\n"))
        #expect(manual.output.contains("\n.SH FILES\n.TP\n.B .meshconv.json\nDefaults for options"))
        for word in ["convert", "info", "completions", "\\-\\-files\\-from <file>", "\\-y, \\-\\-force", "Exit codes:"]
        {
            #expect(manual.output.contains(word), "\(word)")
        }
        // A line that begins with a dot is a command of the language.
        let commands = Set(
            manual.output.split(separator: "\n").filter { $0.hasPrefix(".") }.map { $0.prefix { $0 != " " } })
        #expect(commands == [".TH", ".SH", ".PP", ".nf", ".fi", ".br", ".TP", ".B"])
    }

    @Test func helpListsTheExitCodesAndExamples() throws {
        let program = try Program(hasCases: false)
        let help = try program.run("--help").output
        #expect(help.contains("Examples:\n  meshconv scan.obj scan.glb  "))
        for code in ["    0  done", "    1  diff", "   66  an input is missing", "  130  interrupted"] {
            #expect(help.contains("\n\(code)"), "\(code)")
        }
        #expect(help.contains("Of several files all are tried."))
        #expect(try program.run("help").output == help)
        #expect(try program.run("help", "convert").output == program.run("convert", "--help").output)
    }

    @Test(arguments: ["bash", "zsh", "fish", "ZSH"])
    func completionsAreACommand(shell: String) throws {
        let program = try Program(hasCases: false)
        let script = try program.run("completions", shell)
        #expect(script.status == 0)
        #expect(script.output == (try program.run("--generate-completion-script", shell.lowercased()).output))
        #expect(try program.run("completions", "tcsh").status == 64)
    }
}
