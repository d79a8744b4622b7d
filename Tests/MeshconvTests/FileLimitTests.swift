import Foundation
import MeshBytes
import MeshConvert
import MeshFormats
import ScanFixtures
import Testing

@testable import meshconv

/// `--limit`: each limit of what a file can ask for refuses with its name, a place and a number, and a higher one reads.
@Suite struct FileLimitTests {
    /// A file that asks for `most + 1` of what the limit is about.
    struct Example: Sendable, CustomTestStringConvertible {
        let limit: Limits.Name
        let file: String
        var files: [String: String] = [:]
        /// A limit that refuses.
        var low: String
        /// A limit that reads.
        var high: String
        /// What the message says before the option.
        let message: String
        var command = "info"

        var testDescription: String { "\(limit.rawValue) \(file)" }
    }

    private static let ply =
        "ply\nformat ascii 1.0\nelement vertex 4\nproperty float x\nproperty float y\nproperty float z\n"
        + "end_header\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n"
    private static let obj = "mtllib a.mtl\nmtllib b.mtl\nv 0 0 0\nv 1 0 0\nv 0 1 0\nv 1 1 0\nf 1 2 3\nf 2 3 4\n"
    private static let facet =
        "facet normal 0 0 1\nouter loop\nvertex 0 0 0\nvertex 1 0 0\nvertex 0 1 0\nendloop\nendfacet\n"
    private static let stl = ["a", "b", "c"].map { "solid \($0)\n\(facet)endsolid \($0)\n" }.joined()
    private static let gltf = """
        {"asset": {"version": "2.0", "extras": \(String(repeating: "[", count: 8))\(String(repeating: "]", count: 8))}, \
        "extensionsUsed": ["EXT_mesh_gpu_instancing"], \
        "buffers": [{"uri": "a.bin", "byteLength": 48}], "bufferViews": [{"buffer": 0, "byteLength": 48}], \
        "accessors": [{"bufferView": 0, "componentType": 5126, "type": "VEC3", "count": 4, "min": [0, 0, 0], \
        "max": [0, 0, 0]}], "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "mode": 0}]}], \
        "nodes": [{"mesh": 0, "extensions": {"EXT_mesh_gpu_instancing": {"attributes": {"TRANSLATION": 0}}}}], \
        "scenes": [{"nodes": [0]}], "scene": 0}
        """
    private static let bin = String(repeating: "\0", count: 3000)
    private static let usda = """
        #usda 1.0
        ( subLayers = [@b.usda@, @c.usda@]; customLayerData = { dictionary a = { dictionary b = { int c = 1 } } })
        def PointInstancer "P" {
            rel prototypes = [</P/A>]
            int[] protoIndices = [0, 0, 0]
            point3f[] positions = [(0, 0, 0), (1, 0, 0), (2, 0, 0)]
            def Mesh "A" {
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
            }
        }
        """

    static let examples: [Example] = [
        Example(
            limit: .fileSize, file: "a.ply", low: "100", high: "1kB",
            message: "a.ply: error: expected at most 100 bytes, found 124"),
        Example(
            limit: .fileSize, file: "a.gltf", low: "2kB", high: "4kB",
            message: "a.gltf: /buffers/0/uri: error: a.bin: expected at most 2000 bytes, found more"),
        Example(
            limit: .sideFileSize, file: "a.obj", low: "10", high: "1kB",
            message: "a.mtl: error: expected at most 10 bytes, found 40"),
        Example(
            limit: .sideFiles, file: "a.obj", low: "1", high: "2",
            message: "expected at most 1 files next to the input, found more"),
        Example(
            limit: .sideFiles, file: "a.usda", low: "2", high: "3", message: "expected at most 2 layers, found more"),
        Example(
            limit: .textSize, file: "long.ply", low: "1kB", high: "1MB",
            message: "expected a header of at most 65536 bytes, found more"),
        Example(
            limit: .textSize, file: "long.obj", low: "1kB", high: "8MB",
            message: "expected a line of at most 1000 bytes, found"),
        Example(
            limit: .names, file: "a.stl", low: "2", high: "3",
            message: "a.stl:19:1: error: expected at most 2 solids, found more"),
        Example(
            limit: .names, file: "a.ply", low: "2", high: "3",
            message: "a.ply:6:1: error: expected at most 2 properties, found more"),
        Example(
            limit: .elements, file: "a.ply", low: "3", high: "4",
            message: "a.ply:3:16: error: expected at most 3 rows of 'vertex', found 4"),
        Example(
            limit: .elements, file: "a.off", low: "3", high: "4",
            message: "expected at most 3 vertices or faces, found 4"),
        Example(
            limit: .elements, file: "a.gltf", low: "3", high: "4",
            message: "/accessors/0/count: error: expected at most 3 elements, found 4"),
        Example(limit: .elements, file: "a.obj", low: "3", high: "4", message: "expected at most 3 vertices, found 4"),
        Example(
            limit: .copies, file: "a.gltf", low: "3", high: "4",
            message: "expected at most 3 copies of meshes, found more"),
        Example(
            limit: .copies, file: "a.usda", low: "2", high: "3",
            message: "/P: error: expected at most 2 copies of instancers, found more"),
        Example(
            limit: .nesting, file: "a.gltf", low: "9", high: "10",
            message: "expected at most 9 nested values, found more"),
        Example(
            limit: .nesting, file: "a.usda", low: "2", high: "4",
            message: "expected at most 2 nested dictionaries, found more"),
        Example(
            limit: .entries, file: "scan.zip", low: "3", high: "1000", message: "expected at most 3 entries, found "),
        Example(
            limit: .entries, file: "folder", low: "1", high: "10",
            message: "expected at most 1 files and 64 folders inside each other, found more"),
        Example(
            limit: .inflation, file: "bomb.zip", low: "200", high: "1032",
            message: "expected at most 200 bytes from each compressed byte, found"),
        Example(
            limit: .pixels, file: "scan.zip", low: "10", high: "100000", message: "expected at most 10 pixels, found ",
            command: "convert"),
        Example(
            limit: .textSize, file: "scan.zip", low: "10", high: "1MB", message: "expected at most 10 bytes, found "),
    ]

    private func program() throws -> Program {
        let program = try Program(hasCases: false)
        func write(_ name: String, _ bytes: [UInt8]) throws {
            try Data(bytes).write(to: program.folder.appendingPathComponent(name))
        }
        let materials = "newmtl a\n" + "# a comment of the materials 1\n"
        for (name, text) in [
            "a.ply": Self.ply, "a.obj": Self.obj, "a.mtl": materials, "b.mtl": materials, "a.stl": Self.stl,
            "a.gltf": Self.gltf, "a.bin": Self.bin, "a.usda": Self.usda, "b.usda": "#usda 1.0\n\n",
            "c.usda": "#usda 1.0\n\n",
            "a.off": "OFF\n4 1 0\n0 0 0\n1 0 0\n0 1 0\n1 1 0\n3 0 1 2\n",
            "long.ply": Self.ply.replacingOccurrences(
                of: "end_header",
                with: String(repeating: "comment \(String(repeating: "x", count: 80))\n", count: 1000)
                    + "end_header"),
            "long.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n#" + String(repeating: "x", count: 6_000_000) + "\n",
        ] { try write(name, Array(text.utf8)) }
        try write("scan.zip", RoomPackage().zip(FixtureZip()))
        var zip = FixtureZip()
        zip.deflates = true
        let bomb = Self.ply + String(repeating: " ", count: 3 << 20)
        try write("bomb.zip", zip.archive([("a.ply", Array(bomb.utf8))]))
        try FileManager.default.createDirectory(
            at: program.folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
        for name in ["a.ply", "a.txt", "b.txt"] { try write("folder/\(name)", Array(Self.ply.utf8)) }
        return program
    }

    @Test(arguments: examples)
    func aLimitRefusesWithItsNameAndAHigherOneReads(example: Example) throws {
        let program = try program()
        let rest = example.command == "convert" ? "out --to raw" : "--json"
        func run(_ value: String) throws -> Program.Result {
            try program.shell(
                "meshconv \(example.command) \(example.file) \(rest) --limit \(example.limit.rawValue)=\(value)")
        }
        let low = try run(example.low)
        let name = "--limit \(example.limit.rawValue)=\(example.limit.isByteCount ? "SIZE" : "N")"
        #expect(low.status == 75, "\(low.errors)")
        #expect(low.errors.contains(example.message), "\(low.errors)")
        #expect(low.errors.contains("; to allow more: \(name) [input.limit-exceeded]"), "\(low.errors)")
        let high = try run(example.high)
        #expect(high.status == 0, "\(high.errors)")
    }

    /// Converting refuses as looking does, on each way that reads, and leaves nothing; the result is no input.
    @Test func conversionsRefuseAndLeaveNothing() throws {
        let program = try program()
        for words in [
            "convert a.ply out.stl --limit elements=3", "convert a.ply out.ply --to ply.ascii --limit elements=3",
            "convert a.stl out.ply --limit elements=2", "convert a.ply out.obj --limit file-size=100",
            "convert scan.zip out --to colmap --limit entries=3", "package scan.zip out --limit entries=3",
            "convert - out.obj --from ply --limit file-size=100 <a.ply",
            "convert scan.zip out --to colmap --limit file-size=100",
        ] {
            let result = try program.shell("meshconv \(words)")
            #expect(result.status == 75, "\(words): \(result.errors)")
            #expect(result.errors.contains("; to allow more: --limit "), "\(words): \(result.errors)")
            #expect(!FileManager.default.fileExists(atPath: program.folder.appendingPathComponent("out").path))
        }
        #expect(try program.names().filter { $0.hasPrefix("out") || $0.hasPrefix(".") } == [])
        let result = try program.shell("meshconv convert a.ply out.usda --verify --limit file-size=150 --quiet")
        #expect(result.status == 0, "\(result.errors)")
    }

    /// A layer beyond its limit is like one that is missing: a warning, which a strict conversion refuses.
    @Test func aLayerBeyondItsLimitIsNamedWithTheOption() throws {
        let result = try program().run("info", "a.usda", "--limit", "side-file-size=10", "--json")
        #expect(result.status == 0)
        #expect(
            result.output.contains("expected at most 10 bytes, found 11; to allow more: --limit side-file-size=SIZE"))
    }

    @Test func whatIsNotPossibleIsRefusedWithTheNames() throws {
        let program = try program()
        func message(_ word: String) throws -> String {
            let result = try program.run("info", "a.ply", "--limit", word)
            #expect(result.status == 64, "\(word)")
            return result.errors
        }
        #expect(try message("elemnts=3").contains("found 'elemnts'; did you mean 'elements'?"))
        #expect(try message("points=3").contains("expected --limit file-size, side-file-size, "))
        #expect(try message("memory=3GB").contains("'memory' is an option of its own: --memory"))
        #expect(try message("elements").contains("expected --limit NAME=VALUE, found 'elements'"))
        for word in ["elements=0", "elements=-1", "elements=many", "elements=", "file-size=big", "nesting=1001"] {
            #expect(try message(word).contains("expected --limit \(word.prefix { $0 != "=" })= with "), "\(word)")
        }
        #expect(try program.run("info", "a.ply", "--limit", "nesting=1000", "--limit", "elements=4").status == 0)
    }

    /// The defaults that help and guide name are those of the code.
    @Test func usualLimitsAreThoseOfTheCode() throws {
        for name in Limits.Name.allCases {
            let value = Limits()[name]
            switch name {
            case .fileSize, .elements: #expect(value == .max && name.usual == "none")
            case .nesting, .entries, .inflation, .pixels: #expect(value == nil)
            default: #expect(try name.value(name.usual) == value)
            }
            var limits = Limits()
            limits[name] = 7
            #expect(Limits.Name.allCases.filter { limits[$0] != Limits()[$0] } == [name])
            #expect(limits[name] == 7)
        }
    }

    /// `.meshconv.json` can have limits below the usual ones, and what is typed wins.
    @Test func aFolderTightensLimitsAndNeverLoosensThem() throws {
        let program = try program()
        func status(_ config: String, _ words: String...) throws -> Int32 {
            try Data(config.utf8).write(to: program.folder.appendingPathComponent(".meshconv.json"))
            return try program.run(all: ["info"] + words).status
        }
        #expect(try status("{\"limit\": {\"elements\": 3}}", "a.ply") == 75)
        #expect(try status("{\"limit\": {\"file-size\": \"100B\"}}", "a.ply") == 75)
        #expect(try status("{\"limit\": {\"elements\": 3}}", "a.ply", "--limit", "elements=4") == 0)
        #expect(try status("{\"limit\": {\"elements\": 3}}", "a.ply", "--limit=elements=4") == 0)
        #expect(try status("{\"limit\": {\"elements\": 3}}", "a.ply", "--limit=names=4") == 75)
        #expect(try status("{\"commands\": {\"info\": {\"limit\": {\"elements\": 3}}}}", "a.ply") == 75)
        // A bomb stays one.
        #expect(try status("{\"limit\": {\"inflation\": 1032}}", "bomb.zip") == 75)
        #expect(try status("{\"limit\": {\"inflation\": 1032}}", "bomb.zip", "--limit", "inflation=1032") == 0)
        for config in ["{\"limit\": 3}", "{\"limit\": {\"points\": 3}}", "{\"limit\": {\"elements\": \"3\"}}"] {
            #expect(try status(config, "a.ply") == 64, "\(config)")
        }
    }
}
