import Foundation
import Testing

/// Each option in the help is run by a transcript or a test.
@Suite struct OptionTests {
    /// Options that nothing runs, with the reason.
    private static let exceptions: [String: String] = [:]

    private static func files(_ folder: String, _ ending: String) throws -> [String: String] {
        let home = Program.root.appendingPathComponent(folder)
        let names = try FileManager.default.contentsOfDirectory(atPath: home.path).filter { $0.hasSuffix(ending) }
        return Dictionary(
            uniqueKeysWithValues: try names.map {
                ($0, try String(contentsOf: home.appendingPathComponent($0), encoding: .utf8))
            })
    }

    private static func options(in words: Substring) -> Set<String> {
        Set(
            words.split { " \n\"'(),".contains($0) }.compactMap {
                $0.prefixMatch(of: #/--?[a-zA-Z][a-z-]*/#).map { String($0.output) }
            })
    }

    /// The options of commands in transcripts that did not end as a wrong command line.
    private static func usedInTranscripts() throws -> Set<String> {
        var used: Set<String> = []
        for (_, text) in try files("Conformance/Transcripts", ".md") {
            for command in text.components(separatedBy: "\n$ ").dropFirst() {
                guard let line = command.split(separator: "\n").first, !command.contains("\nexit: 64") else { continue }
                for part in line.split(whereSeparator: { "|;&".contains($0) }) where part.contains("meshconv") {
                    used.formUnion(options(in: part))
                }
            }
        }
        return used
    }

    /// The options in texts of tests that are not about wrong command lines, nor what a message is to contain.
    private static func usedInTests() throws -> Set<String> {
        var used: Set<String> = []
        let wrong = ["ExitCodeTests.swift", "ConfigRulesTests.swift", "HelpTests.swift", "OptionTests.swift"]
        for (name, text) in try files("Tests/MeshconvTests", ".swift") where !wrong.contains(name) {
            let suites = text.components(separatedBy: "@Suite").filter { !$0.hasPrefix(" struct NearMissTests") }
            for suite in suites {
                for test in suite.components(separatedBy: "@Test") where !test.contains("func whatIsNotPossible") {
                    let rest = test.replacing(#/\.(contains|hasPrefix|hasSuffix)\(\s*"[^"]*"/#, with: "")
                    for match in rest.matches(of: #/"([^"\n]*)"/#) { used.formUnion(options(in: match.output.1)) }
                }
            }
        }
        return used
    }

    @Test func eachOptionOfTheHelpIsRun() throws {
        let used = try Self.usedInTranscripts().union(Self.usedInTests())
        let names = Set(try HelpTable().options.flatMap(\.names))
        #expect(names.count > 80)
        for name in names.sorted() where Self.exceptions[name] == nil {
            #expect(used.contains(name), "no test and no transcript runs \(name)")
        }
        for name in Self.exceptions.keys { #expect(names.contains(name) && !used.contains(name), "\(name)") }
    }

    @Test func usesAreTold() throws {
        #expect(Self.options(in: "meshconv a.ply -o b.ply --set a=b --crop=-1,0,0:1,1,1") == ["-o", "--set", "--crop"])
        #expect(try Self.usedInTranscripts().contains("--crop"))
        #expect(try !Self.usedInTests().contains("--draco"))
    }
}

/// Options whose effect no other test shows.
@Suite struct OptionEffectTests {
    private static let corner = "element vertex 3\nproperty float x\nproperty float y\nproperty float z\n"

    private func program(_ files: [String: String]) throws -> Program {
        let program = try Program(hasCases: false)
        for (name, text) in files {
            try Data(text.utf8).write(to: program.folder.appendingPathComponent(name))
        }
        return program
    }

    /// A cloud of three points.
    private func cloud(_ rows: [String], comment: String = "", properties: String = "") -> String {
        "ply\nformat ascii 1.0\n\(comment)\(Self.corner)\(properties)end_header\n"
            + rows.map { $0 + "\n" }.joined()
    }

    @Test func diffIgnoresWhatItIsToldTo() throws {
        let program = try program([
            "a.ply": cloud(["0 0 0", "1 0 0", "0 2 0"]), "order.ply": cloud(["1 0 0", "0 2 0", "0 0 0"]),
            "metadata.ply": cloud(["0 0 0", "1 0 0", "0 2 0"], comment: "comment of another day\n"),
            "value.ply": cloud(["0 0 0", "1 0 0", "0 3 0"]),
        ])
        for kind in ["order", "metadata"] {
            #expect(try program.run("diff", "a.ply", "\(kind).ply", "--exact").status == 1, "\(kind)")
            #expect(try program.run("diff", "a.ply", "\(kind).ply", "--exact", "--ignore", kind).status == 0, "\(kind)")
            let list = "sharing,names,\(kind)"
            #expect(try program.run("diff", "a.ply", "\(kind).ply", "--exact", "--ignore", list).status == 0, "\(kind)")
            let other = kind == "order" ? "metadata" : "order"
            #expect(
                try program.run("diff", "a.ply", "\(kind).ply", "--exact", "--ignore", other).status == 1, "\(kind)")
        }
        #expect(try program.run("diff", "a.ply", "value.ply", "--ignore", "order,sharing,names,metadata").status == 1)
    }

    @Test func coloursWithoutATagAreReadAsTold() throws {
        let program = try program([
            "a.ply": cloud(
                ["0 0 0 10 20 30", "1 0 0 90 90 90", "0 1 0 200 0 7"],
                properties: "property uchar red\nproperty uchar green\nproperty uchar blue\n")
        ])
        func digest(_ words: String...) throws -> String { try program.run(all: ["digest", "a.ply"] + words).output }
        #expect(try digest("--input-color", "srgb") != digest("--input-color", "linear"))
        #expect(try digest("--input-color", "srgb") == digest())
        for space in ["srgb", "linear"] {
            let name = "\(space).glb"
            #expect(try program.run("a.ply", name, "--input-color", space, "--verify").status == 0)
            #expect(try program.run("diff", "a.ply", name, "--input-color", space).status == 0)
        }
        #expect(try program.bytes("srgb.glb") != program.bytes("linear.glb"))
    }

    @Test func picturesAreDrawnInEveryModeOnAnyBackground() throws {
        let program = try Program()
        func draw(_ words: String) throws -> [UInt8] {
            let result = try program.shell("meshconv preview scan/corner.ply a.png --size 64x48 \(words)")
            #expect(result.status == 0, "\(words): \(result.errors)")
            return try program.bytes("a.png")
        }
        var pictures: Set<[UInt8]> = []
        for mode in ["shaded", "flat", "colors", "clay", "normals", "edges", "wireframe", "sides"] {
            pictures.insert(try draw("--mode \(mode)"))
        }
        #expect(pictures.count == 8)
        #expect(try draw("--view corner --mode shaded --show model") == draw(""))
        #expect(try draw("--view top") != draw(""))
        let pixel = """
            python3 -c 'import zlib
            png = open("a.png", "rb").read()
            place = png.index(b"IDAT")
            print(*zlib.decompress(png[place + 4:place + 4 + int.from_bytes(png[place - 4:place], "big")])[1:4])'
            """
        for (color, expected) in [("white", "255 255 255\n"), ("0080ff", "0 128 255\n"), ("#000000", "0 0 0\n")] {
            _ = try draw("--view top --background '\(color)'")
            #expect(try program.shell(pixel).output == expected)
        }
    }

    @Test func aTerminalShowsThePicture() throws {
        let program = try Program()
        let shown = try program.terminal(
            "COLORTERM=truecolor meshconv preview ply/ascii.ply --in-terminal", color: true, columns: 60)
        #expect(shown.status == 0)
        #expect(shown.output.contains("\u{1B}[38;2;"))
        #expect(shown.output.split(separator: "\n").count > 5)
        #expect(try program.names().allSatisfy { !$0.hasSuffix(".png") })
    }

    @Test func theShortNamesAreTheLongOnes() throws {
        let program = try Program()
        for command in try HelpTable().commands {
            #expect(try program.run(command, "-h").output == program.run(command, "--help").output, "\(command)")
        }
        #expect(
            try program.run("ply/ascii.ply", "-v", "a.obj").output.count
                == program.run("ply/ascii.ply", "--verbose", "b.obj").output.count)
        #expect(try program.run("info", "ply/ascii.ply", "-q").output.isEmpty)
    }

    /// The options for reading are one group; each command heeds them.
    @Test(arguments: ["plan", "info", "check", "diff", "changes", "digest", "preview", "view", "convert"])
    func everyCommandHeedsTheOptionsForReading(command: String) throws {
        let program = try Program()
        let line =
            switch command {
            case "plan": "plan scan/corner.ply x.usda --json"
            case "diff": "diff scan/corner.ply ply/ascii.ply --json"
            case "changes": "changes scan/corner.ply ply/ascii.ply --json"
            case "preview": "preview scan/corner.ply out --kind png --size 40 && cat out"
            case "view": "view scan/corner.ply -o out.html && cat out.html"
            case "convert": "scan/corner.ply out.usda && cat out.usda"
            default: "\(command) scan/corner.ply --json"
            }
        func output(_ words: String) throws -> String {
            var parts = line.split(separator: " ").map(String.init)
            parts.insert(words, at: command == "convert" ? 0 : 1)
            let result = try program.shell("meshconv \(parts.joined(separator: " "))")
            #expect(result.status < 2, "\(words): \(result.errors)")
            return result.output.replacing(#/"seconds": [0-9.e-]+/#, with: "")
        }
        let usual = try output("")
        for words in [
            "--threads 1", "--memory 4GB", "--timeout 1m", "--sandbox", "--strict-input", "--lenient", "--no-config",
            "--from ply", "-f ply",
        ] {
            #expect(try output(words) == usual || command == "convert", "\(words)")
        }
        // The picture of a model is turned, and not made larger.
        #expect(try output("--up z") != usual || command == "diff")
        if !["preview", "diff", "check"].contains(command) { #expect(try output("--units mm") != usual) }
        for words in ["--from obj", "--timeout 0.1ms", "--memory 1MB", "--up w", "--units far", "--variant lod"] {
            var parts = line.split(separator: " ").map(String.init)
            parts.insert(words, at: command == "convert" ? 0 : 1)
            #expect(try program.shell("meshconv \(parts.joined(separator: " "))").status >= 64, "\(words)")
        }
    }
}
