import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

@Suite("The layers of an input")
struct USDLayerLibraryTests {
    @Test("are found from the folder of the layer that names them")
    func folders() throws {
        let stage = try USDStageFixture.stage(
            "def \"A\" (references = @sub/b.usda@</B>) {\n}\n",
            [
                "sub/b.usda": "def \"B\" (references = [@./c.usda@</C>, @../d.usda@</D>]) {\n}\n",
                "sub/c.usda": "def \"C\" {\n}\n", "d.usda": "def \"D\" {\n}\n",
            ])
        #expect(stage.stack("/A") == ["root.usda/A", "sub/b.usda/B", "sub/c.usda/C", "d.usda/D"])
        #expect(stage.layers.layers.count == 4)
    }

    private func package(_ files: [(String, String)]) throws -> [UInt8] {
        try USDPackageFixture.package(files)
    }

    @Test("lie in packages, and in packages inside of them; images too")
    func packages() throws {
        let inner = try package([
            ("in.usda", "#usda 1.0\n(\n    defaultPrim = \"I\"\n)\ndef \"I\" {\n}\n")
        ])
        let text = """
            #usda 1.0
            def "A" (references = [@sub/b.usda@</B>, @in.usdz@, @in.usdz[in.usda]@</I>]) {
            }
            """
        let outer = try USDPackageFixture.package(bytes: [
            ("root.usda", Array(text.utf8)),
            ("sub/b.usda", Array("#usda 1.0\ndef \"B\" (references = @top.usda@</T>) {\n}\n".utf8)),
            ("top.usda", Array("#usda 1.0\ndef \"T\" {\n}\n".utf8)), ("in.usdz", inner),
            ("tex/a.png", [1, 2, 3]),
        ])
        var stage = try USDStage(.bytes(outer, name: "x/all.usdz"))
        #expect(
            stage.stack("/A") == [
                "all.usdz[root.usda]/A", "all.usdz[sub/b.usda]/B", "all.usdz[top.usda]/T",
                "all.usdz[in.usdz][in.usda]/I", "all.usdz[in.usdz][in.usda]/I",
            ])
        #expect(stage.layers.encoding == .usdz && stage.diagnostics.isEmpty)
        let images = [("tex/a.png", 0), ("../tex/a.png", 1), ("tex/b.png", 0)].map { stage.image($0, from: $1).image }
        #expect(images.map(\.bytes) == [[1, 2, 3], [1, 2, 3], nil])
    }

    @Test("begin with the first layer of a package, whatever stands before it")
    func firstFile() throws {
        let bytes = try package([("a.png", "x"), ("b.usda", "#usda 1.0\ndef \"A\" {\n}\n")])
        let stage = try USDStage(.bytes(bytes, name: "all.usdz"))
        #expect(stage.stack("/A") == ["all.usdz[b.usda]/A"] && stage.codes() == ["usdz.first-file"])
        let none = try package([("a.png", "x")])
        let error = #expect(throws: ReadError.self) { try USDStage(.bytes(none, name: "all.usdz")) }
        #expect(error?.code == .invalidValue)
    }

    @Test("give images beside the input, and say why there is none")
    func images() throws {
        var options = ReadOptions()
        options.sideFiles["tex/a.png"] = .bytes([7])
        var layers = try USDLayerLibrary(
            .bytes(Array("#usda 1.0\n".utf8), name: "root.usda"), options: options)
        let (image, remark) = layers.image("./tex/a.png", from: 0)
        #expect(image == SceneImage(uri: "./tex/a.png", bytes: [7]) && remark == nil)
        for (path, reason) in [
            ("no.png", "not found"), ("../no.png", "outside"), ("/etc/passwd", "outside"),
            ("http://x/y.png", "doesn't download"), ("`${X}`", "expression"), ("", "empty"),
            ("x.usdz[a.png]", "not found"),
        ] {
            guard case .missing(let found) = layers.find(path, from: 0) else {
                Issue.record("\(path) was found")
                continue
            }
            #expect(found.text.contains(reason), "\(path): \(found)")
        }
    }
}
