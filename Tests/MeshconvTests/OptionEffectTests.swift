import Foundation
import Testing

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

    /// A triangle of this size.
    private func triangle(_ size: Int) -> String {
        cloud(
            ["0 0 0", "\(size) 0 0", "0 \(size) 0", "3 0 1 2"],
            properties: "element face 1\nproperty list uchar int vertex_indices\n")
    }

    @Test func tilesAreAFolderThatAppearsOnce() throws {
        let line = cloud((0..<40).map { "\($0) 0 0" }).replacingOccurrences(of: "vertex 3", with: "vertex 40")
        let program = try program(["a.ply": line])
        let written = try program.run("convert", "a.ply", "tiles", "--tile", "10m", "--verify", "--json")
        #expect(written.status == 0)
        let names = try FileManager.default.contentsOfDirectory(
            atPath: program.folder.appendingPathComponent("tiles/tiles").path)
        #expect(names.sorted() == ["1.glb", "2.glb", "3.glb", "4.glb"])
        #expect(written.output.contains("\"tile\": \"10m\"") && written.output.contains("tiles/tileset.json"))
        let again = try program.run("a.ply", "tiles", "--tile", "10")
        #expect(again.status == 73 && again.errors.contains("there is a folder of this name that is not empty"))
        #expect(try program.run("a.ply", "counted", "--tile", "10").status == 0)
        // Files of at most 1024 bytes, as on a full disk: the tile has the name that it would have had.
        let full = try program.shell("ulimit -f 1; meshconv a.ply full --tile 100m --no-config")
        #expect(full.status == 74)
        #expect(full.errors.hasPrefix("full/tiles/1.glb: error: "), "\(full.errors)")
        #expect(try program.names().filter { $0.contains("full") } == [])
        for wrong in [
            ["--tile", "big"], ["--tile", "0"], ["--tile", "5m", "--to", "obj"], ["--tile", "5m", "--html", "p"],
        ] {
            #expect(try program.run(all: ["a.ply", "other"] + wrong).status == 64, "\(wrong)")
        }
    }

    @Test func diffIgnoresWhatItIsToldTo() throws {
        let program = try program([
            "a.ply": cloud(["0 0 0", "1 0 0", "0 2 0"]),
            "metadata.ply": cloud(["0 0 0", "1 0 0", "0 2 0"], comment: "comment of another day\n"),
            "value.ply": cloud(["0 0 0", "1 0 0", "0 3 0"]),
        ])
        let line = ["diff", "a.ply", "metadata.ply", "--exact"]
        #expect(try program.run(all: line).status == 1)
        for kinds in [["metadata"], ["order,metadata"], ["order", "--ignore", "metadata"]] {
            #expect(try program.run(all: line + ["--ignore"] + kinds).status == 0, "\(kinds)")
        }
        #expect(try program.run(all: line + ["--ignore", "order,sharing,names"]).status == 1)
        #expect(try program.run("diff", "a.ply", "value.ply", "--ignore", "order,sharing,names,metadata").status == 1)
    }

    @Test func theDigestOfALargeFileIsThereIfAskedFor() throws {
        let count = 270_000
        let large =
            "ply\nformat ascii 1.0\nelement vertex \(count)\nproperty float x\nproperty float y\n"
            + "property float z\nend_header\n" + String(repeating: "1 2 3\n", count: count)
        let program = try program(["a.ply": large])
        #expect(try program.run("info", "a.ply", "--json").output.contains("\"digest\": null"))
        let digest = try #require(program.run("digest", "a.ply").output.split(separator: " ").first)
        #expect(try program.run("info", "a.ply", "--json", "--digest").output.contains("\"digest\": \"\(digest)\""))
        #expect(try program.run("info", "a.ply", "--digest").output.contains(digest))
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
            let result = try program.shell("meshconv preview scan/corner.ply a.png --size 24x18 \(words)")
            #expect(result.status == 0, "\(words): \(result.errors)")
            return try program.bytes("a.png")
        }
        var pictures: Set<[UInt8]> = []
        for mode in ["shaded", "flat", "colors", "clay", "normals", "edges", "wireframe", "sides"] {
            pictures.insert(try draw("--mode \(mode)"))
        }
        // A face without normals is flat in any case.
        #expect(pictures.count >= 7)
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

    @Test func anotherAxisPointsUpInTheOutput() throws {
        let program = try Program()
        #expect(try program.run("ply/ascii.ply", "z.usda", "--up", "y", "--up-out", "z", "--verify").status == 0)
        #expect(String(decoding: try program.bytes("z.usda"), as: UTF8.self).contains("upAxis = \"Z\""))
        #expect(try program.run("z.usda", "z.obj").status == 0)
        #expect(try program.run("z.usda", "y.obj", "--up-out", "y").status == 0)
        #expect(try program.run("ply/ascii.ply", "plain.obj").status == 0)
        func points(_ name: String) throws -> [Substring] {
            String(decoding: try program.bytes(name), as: UTF8.self).split(separator: "\n").filter {
                $0.hasPrefix("v ")
            }
        }
        #expect(try points("y.obj") == points("plain.obj"))
        #expect(try points("z.obj") != points("plain.obj"))
    }

    @Test func theShortNamesAreTheLongOnes() throws {
        let program = try Program()
        #expect(try program.run("convert", "-h").output == program.run("convert", "--help").output)
        #expect(try program.run("-h").output == program.run("--help").output)
        func verbose(_ word: String) throws -> String {
            try program.run("ply/ascii.ply", word, "a.obj").output.replacing(#/[0-9.]+ m?s\b/#, with: "")
        }
        #expect(try verbose("-v") == verbose("--verbose"))
        #expect(try verbose("-v").contains("ply.ascii → obj"))
        #expect(try program.run("info", "ply/ascii.ply", "-q").output.isEmpty)
    }

    /// The options for reading are one group; each command heeds them.
    @Test(arguments: ["plan", "info", "check", "diff", "changes", "digest", "preview", "view", "convert"])
    func everyCommandHeedsTheOptionsForReading(command: String) throws {
        let program = try program(["a.ply": triangle(1), "b.ply": triangle(2)])
        let rest =
            switch command {
            case "plan": "a.ply x.usda --json"
            case "diff", "changes": "a.ply b.ply --json"
            case "preview": "a.ply out --kind png --size 16 && cat out"
            case "view": "a.ply -o out.html && cat out.html"
            case "convert": "a.ply out.usda && cat out.usda"
            default: "a.ply --json"
            }
        func run(_ words: String) throws -> Program.Result { try program.shell("meshconv \(command) \(words) \(rest)") }
        let usual = try run("")
        #expect(usual.status < 2)
        let harmless =
            [
                "--threads 1 --memory 4GB --timeout 1m --sandbox --strict-input --no-config --from ply",
                "--lenient -f PLY",
            ]
        // A comparison of two scans takes long.
        for words in harmless.prefix(command == "changes" ? 1 : 2) where command != "convert" {
            let result = try run(words)
            #expect(result.status == usual.status, "\(words): \(result.errors)")
            #expect(result.output == usual.output, "\(words)")
        }
        // Neither a check nor a fingerprint depends on how a model lies.
        if !["changes", "check", "diff", "digest"].contains(command) {
            #expect(try run("--up z").output != usual.output)
        }
        if !["check", "diff", "digest", "preview"].contains(command) {
            #expect(try run("--units mm").output != usual.output)
        }
        for words in ["--from obj", "--up w", "--units far", "--variant lod=low"] {
            #expect(try run(words).status >= 64, "\(words)")
        }
    }
}
