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

    /// Packages in each other, the innermost with one layer.
    private func nested(_ depth: Int) throws -> [UInt8] {
        var bytes = try package([("in.usda", "#usda 1.0\n(\n    defaultPrim = \"I\"\n)\ndef \"I\" {\n}\n")])
        for _ in 1..<depth { bytes = try USDPackageFixture.package(bytes: [("in.usdz", bytes)]) }
        return bytes
    }

    private func stage(
        _ root: String, _ files: [String: [UInt8]], change: (inout Limits) -> Void = { _ in }
    ) throws -> USDStage {
        var options = ReadOptions()
        change(&options.limits)
        for (name, bytes) in files { options.sideFiles[name] = .bytes(bytes) }
        return try USDStage(.bytes(Array("#usda 1.0\n\(root)".utf8), name: "root.usda"), options: options)
    }

    @Test("are named through several packages in one path")
    func nestedPaths() throws {
        let root = "def \"A\" (references = @x.usdz[in.usdz[in.usdz[in.usda]]]@</I>) {\n}\n"
        let found = try stage(root, ["x.usdz": nested(3)])
        #expect(found.stack("/A") == ["root.usda/A", "x.usdz[in.usdz][in.usdz][in.usda]/I"])
        #expect(found.diagnostics.isEmpty)
        let wrong = try stage(root, ["x.usdz": nested(1)])
        #expect(wrong.codes() == ["usd.layer-missing"] && wrong.diagnostics.first?.severity == .error)
    }

    @Test("lie in eight packages at most, one in the other")
    func nestedPackages() throws {
        #expect(try USDStage(.bytes(nested(8), name: "x.usdz")).prim(at: "/I") != nil)
        let error = #expect(throws: ReadError.self) { try USDStage(.bytes(nested(9), name: "x.usdz")) }
        #expect(error?.code == .limitExceeded && error?.description.contains("more than 8 deep") == true)
    }

    @Test("are not more, and not larger, than the limits allow")
    func limits() throws {
        let layer = Array("#usda 1.0\n(\n    defaultPrim = \"B\"\n)\ndef \"B\" {\n}\n".utf8)
        let root = "def \"A\" (references = [@b.usda@, @c.usda@]) {\n}\n"
        let files = ["b.usda": layer, "c.usda": layer]
        #expect(try stage(root, files) { $0.sideFileCount = 3 }.diagnostics.isEmpty)
        let error = #expect(throws: ReadError.self) { try stage(root, files) { $0.sideFileCount = 2 } }
        #expect(error?.code == .limitExceeded && error?.description.contains("expected at most 2 layers") == true)

        let large = try stage(root, files) { $0.sideFileByteCount = layer.count - 1 }
        #expect(large.codes() == ["usd.layer-unreadable", "usd.layer-unreadable"])
        let words = "expected at most \(layer.count - 1) bytes, found \(layer.count)"
        #expect(large.diagnostics.first?.message.contains(words) == true)
        #expect(large.diagnostics.first?.location == .sideFile("b.usda", .whole))
        #expect(try stage(root, files) { $0.sideFileByteCount = layer.count }.diagnostics.isEmpty)

        let packages = try stage("def \"A\" (references = @x.usdz@) {\n}\n", ["x.usdz": nested(3)]) {
            $0.sideFileCount = 2
        }
        #expect(packages.codes() == ["usd.layer-unreadable"])
        #expect(packages.diagnostics.first?.message.contains("expected at most 2 packages") == true)
    }

    @Test("repeat as sublayers no more often than there may be files")
    func repeatedSublayers() throws {
        let files = ["b.usda": Array("#usda 1.0\n".utf8)]
        let root = "(\n    subLayers = [@b.usda@, @./b.usda@, @b.usda@]\n)\n"
        #expect(try stage(root, files) { $0.sideFileCount = 4 }.layers.layers.count == 2)
        let error = #expect(throws: ReadError.self) { try stage(root, files) { $0.sideFileCount = 3 } }
        #expect(error?.code == .limitExceeded && error?.description.contains("at most 3 sublayers") == true)
    }

    @Test("of kinds that are not supported are told, and the rest is read")
    func unread() throws {
        let found = try stage("def \"A\" (references = [@b.abc@, @./c.abc@]) {\n    int i = 1\n}\n", ["b.abc": [1]])
        #expect(found.integer("/A", "i") == 1)
        #expect(found.codes().allSatisfy { $0 == "usd.shape-unread" } && found.diagnostics.count == 2)
        #expect(found.diagnostics.allSatisfy { $0.severity == .note })
        #expect(found.diagnostics.first?.message == "'b.abc': Alembic is not supported")
    }

    @Test("outside of their package are missing")
    func outside() throws {
        let bytes = try package([("b.usda", "#usda 1.0\ndef \"A\" (references = @../../c.usda@</C>) {\n}\n")])
        let found = try USDStage(.bytes(bytes, name: "all.usdz"))
        #expect(found.codes() == ["usd.layer-missing"])
        #expect(found.diagnostics.first?.message == "'../../c.usda' is not found")
    }

    @Test("say in which of them a text is damaged")
    func damagedText() throws {
        let damaged = Array("#usda 1.0\n(\n    doc = \"a\\xffb\"\n)\n".utf8)
        let found = try stage("(\n    subLayers = [@b.usda@]\n)\n", ["b.usda": damaged])
        let diagnostic = try #require(found.diagnostics.first)
        #expect(diagnostic.code == "usd.string-not-utf8" && found.diagnostics.count == 1)
        guard case .sideFile("b.usda", _) = diagnostic.location else {
            Issue.record("\(diagnostic.location)")
            return
        }
    }

    @Test("have one image where an expression names several")
    func severalImages() throws {
        func variables(_ name: String) -> String {
            """
            #usda 1.0
            (
                expressionVariables = {
                    string X = "\(name)"
                }
            )
            def "R" (references = @m.usda@</Mat>) {
            }
            """
        }
        let document = try MtlxFixture.usd(
            "def \"A\" (references = @one.usda@</R>) {\n}\ndef \"B\" (references = @two.usda@</R>) {\n}\n",
            files: [
                "one.usda": variables("a"), "two.usda": variables("b"),
                "m.usda": """
                #usda 1.0
                def Material "Mat" {
                    token outputs:surface.connect = </Mat/S.outputs:surface>
                    def Shader "S" {
                        uniform token info:id = "UsdPreviewSurface"
                        color3f inputs:diffuseColor.connect = </Mat/T.outputs:rgb>
                        token outputs:surface
                    }
                    def Shader "T" {
                        uniform token info:id = "UsdUVTexture"
                        asset inputs:file = @`"${X}.png"`@
                        float3 outputs:rgb
                    }
                }
                """,
            ])
        #expect(document.scene.materials.count == 2 && document.scene.images.map(\.uri) == ["a.png"])
        let note = document.diagnostics.first { $0.code == "usd.expression" }
        #expect(note?.message.contains("has several values in one layer: images have the first") == true)
    }
}
