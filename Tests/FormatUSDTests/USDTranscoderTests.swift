import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

struct USDTranscoderTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1]

    private static let room = """
        #usda 1.0
        (
            defaultPrim = "Room"
        )
        def Xform "Room" (
            references = @./parts/chair.usda@
        )
        {
            custom string note = "kept"
            asset picture = @wood.png@
            asset gone = @nowhere.png@
        }
        """
    private static let chair = """
        #usda 1.0
        (
            defaultPrim = "Chair"
        )
        def Xform "Chair"
        {
            asset other = @../wood.png@
        }
        """

    private static func document() throws -> Document {
        var options = ReadOptions()
        options.sideFiles = ["parts/chair.usda": .bytes(Array(chair.utf8)), "wood.png": .bytes(png)]
        return try USDFormat().read(.bytes(Array(room.utf8), name: "room.usda"), options: options)
    }

    private static func transcode(_ document: Document, _ variant: String, name: String) throws -> Output {
        let output = Output(memoryNamed: name)
        try USDFormat().transcode(document, variant: variant, options: WriteOptions(), to: output)
        return output
    }

    @Test func layersAndFilesComeAlongUnderTheNameOfTheOutput() throws {
        let output = try Self.transcode(try Self.document(), "usda", name: "flat.usda")
        #expect(output.sideFiles().map(\.name) == ["flat_texture0.png", "flat_layer1.usda"])
        let text = String(decoding: output.mainBytes(), as: UTF8.self)
        #expect(text.contains("@./flat_layer1.usda@"))
        #expect(text.contains("asset picture = @./flat_texture0.png@"))
        #expect(text.contains("asset gone = @nowhere.png@"))
        #expect(text.contains("custom string note = \"kept\""))
        #expect(String(decoding: output.sideFiles()[1].bytes, as: UTF8.self).contains("@./flat_texture0.png@"))
    }

    @Test func whatApplesViewersDoNotPlayIsALossOfPackages() throws {
        let text = """
            #usda 1.0
            def Mesh "M"
            {
                point3f[] points.timeSamples = { 0: [(0, 0, 0), (1, 0, 0), (0, 1, 0)], 9: [(0, 0, 0), (2, 0, 0), (0, 1, 0)] }
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                token visibility.timeSamples = { 0: "inherited", 5: "invisible" }
            }
            """
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: ReadOptions())
        let losses = try USDFormat().planTranscoding(document, variant: "usdz", options: WriteOptions())
        #expect(losses.map(\.code) == [.animationUnseen, .animationUnseen])
        #expect(losses.map(\.name).last == "points that change" && losses.allSatisfy { $0.rank == .visible })
        #expect(try USDFormat().planTranscoding(document, variant: "usdc", options: WriteOptions()).isEmpty)
    }

    @Test("A copy has the tiles of textures, the files of templates and of expressions, and says what it changed")
    func manyFilesOfOneName() throws {
        let text = """
            #usda 1.0
            (
                expressionVariables = {
                    string W = "wood"
                }
            )
            def "A" (
                clips = {
                    dictionary default = {
                        string primPath = "/M"
                        string templateAssetPath = "./c.#.usda"
                        double templateStartTime = 1
                        double templateEndTime = 3
                        double templateStride = 1
                    }
                }
            ) {
                asset plain = @`"${W}.png"`@
                asset tiled = @`"${W}.<UDIM>.png"`@
            }
            """
        var options = ReadOptions()
        let clip = "#usda 1.0\ndef \"M\" {\n}\n"
        options.sideFiles = [
            "wood.png": .bytes(Self.png), "wood.1001.png": .bytes(Self.png + [1]),
            "wood.1013.png": .bytes(Self.png + [2]),
            "c.1.usda": .bytes(Array(clip.utf8)), "c.3.usda": .bytes(Array(clip.utf8)),
        ]
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: options)
        let output = try Self.transcode(document, "usda", name: "flat.usda")
        #expect(
            output.sideFiles().map(\.name) == [
                "flat_texture0.png", "flat_tiles0.1001.png", "flat_tiles0.1013.png", "flat_layer1.usda",
                "flat_layer2.usda",
            ])
        let written = String(decoding: output.mainBytes(), as: UTF8.self)
        #expect(written.contains("asset plain = @./flat_texture0.png@"))
        #expect(written.contains("asset tiled = @./flat_tiles0.<UDIM>.png@"))
        #expect(written.contains("asset[] assetPaths = [@./flat_layer1.usda@, @./flat_layer2.usda@]"))
        #expect(written.contains("double2[] active = [(1, 0), (3, 1)]"))
        #expect(!written.contains("template"))
        let usda = try #require(USDOptions(variant: "usda", WriteOptions()))
        let losses = try USDTranscoder(document, usda).plan()
        #expect(losses.map(\.name).sorted() == ["clips", "expressions"])
        let package = try Self.transcode(document, "usdz", name: "flat.usdz")
        let zip = try ZipReader(.bytes(package.mainBytes(), name: "flat.usdz"))
        #expect(zip.entries.map(\.name).contains("tiles0.1013.png"))
    }

    @Test func aTemplateOfClipsThatLeadsToNoFileStaysAndIsNoLoss() throws {
        func losses(_ start: String, _ below: String = "", files: [String: String] = [:]) throws -> [String] {
            let text = """
                #usda 1.0
                (
                    subLayers = [@./weak.usda@]
                )
                def "A" (
                    clips = {
                        dictionary default = {
                            string primPath = "/M"
                            string templateAssetPath = "./c.#.usda"
                            \(start)
                            double templateEndTime = 3
                            double templateStride = 1
                        }
                    }
                ) {
                }
                """
            var options = ReadOptions()
            options.sideFiles = files.mapValues { .bytes(Array("#usda 1.0\n\($0)".utf8)) }
            options.sideFiles["weak.usda"] = .bytes(
                Array("#usda 1.0\nover \"A\" (\nclips = { dictionary default = { \(below) } }\n) {\n}\n".utf8))
            let document = try USDFormat().read(.bytes(Array(text.utf8), name: "a.usda"), options: options)
            let usda = try #require(USDOptions(variant: "usda", WriteOptions()))
            return try USDTranscoder(document, usda).plan().map(\.code.rawValue)
        }
        let start = "double templateStartTime = 1"
        let clip = ["c.1.usda": "def \"M\" {\n}\n"]
        #expect(try losses(start) == [])
        #expect(try losses("double templateStartTime = -1e300") == [])
        #expect(try losses("") == [])
        #expect(try losses(start, files: clip) == ["native.reencoded"])
        // Half of it is in the weaker layer.
        #expect(try losses("", start, files: clip) == ["native.unmapped"])
        #expect(try losses("", start) == [])
    }

    @Test func aPackageHoldsAllOfThemAndGivesThemOutAgain() throws {
        let packed = try Self.transcode(try Self.document(), "usdz", name: "room.usdz").mainBytes()
        let zip = try ZipReader(.bytes(packed, name: "room.usdz"))
        #expect(zip.entries.map(\.name) == ["room.usdc", "layer1.usdc", "texture0.png"])
        let document = try USDFormat().read(.bytes(packed, name: "room.usdz"), options: ReadOptions())
        #expect(document.diagnostics.allSatisfy { $0.code != "usd.layer-missing" })
        let output = try Self.transcode(document, "usda", name: "again.usda")
        #expect(output.sideFiles().map(\.name) == ["again_texture0.png", "again_layer1.usda"])
    }

    @Test func fromPackageToPackageFilesKeepTheirNames() throws {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink, alignment: 64)
        try zip.add("a b.usda", Array("#usda 1.0\ndef Xform \"R\" {}\n".utf8))
        try zip.add("thumbs/unused.png", Self.png)
        try zip.finish()
        let document = try USDFormat().read(.bytes(sink.bytes, name: "x.usdz"), options: ReadOptions())
        let bytes = try Self.transcode(document, "usdz", name: "y.usdz").mainBytes()
        let names = try ZipReader(.bytes(bytes, name: "y.usdz")).entries.map(\.name)
        #expect(names == ["a b.usda", "thumbs/unused.png"])
    }

    @Test func twoFilesOfOneNameCantBePackedAgain() throws {
        var bytes = try USDPackageFixture.package([("a.usda", "#usda 1.0\n"), ("b.png", ""), ("c.png", "")])
        for start in bytes.indices.dropLast(5) where bytes[start..<start + 5].elementsEqual("c.png".utf8) {
            bytes[start] = UInt8(ascii: "b")
        }
        let document = try USDFormat().read(.bytes(bytes, name: "x.usdz"), options: ReadOptions())
        let error = try #require(throws: WriteError.self) {
            try Self.transcode(document, "usdz", name: "y.usdz")
        }
        #expect(error.code == .unrepresentable)
        #expect(error.description == "y.usdz: b.png: two files in the archive have this name")
    }

    @Test func filesThatNoLayerNamesComeOutOfAPackageToo() throws {
        let sink = ByteSink()
        var zip = ZipWriter(to: sink, alignment: 64)
        try zip.add("a.usda", Array("#usda 1.0\ndef Xform \"R\" {}\n".utf8))
        try zip.add("unused.png", Self.png)
        try zip.finish()
        let document = try USDFormat().read(.bytes(sink.bytes, name: "x.usdz"), options: ReadOptions())
        let output = try Self.transcode(document, "usdc", name: "y.usdc")
        #expect(output.sideFiles().map(\.name) == ["y_file0.png"])
    }

    @Test func filesOfOtherVariantsThatAPackageCantHaveAreTold() throws {
        let root = """
            #usda 1.0
            def "A" (
                variants = {
                    string v = "one"
                }
                variantSets = "v"
            )
            {
                variantSet "v" = {
                    "one" {
                    }
                    "two" (
                        references = @other.usda@</B>
                    ) {
                    }
                }
            }
            """
        let other = """
            #usda 1.0
            def "B"
            {
                asset look = @look.osl@
                asset picture = @wood.png@
            }
            """
        var options = ReadOptions()
        options.sideFiles = [
            "other.usda": .bytes(Array(other.utf8)), "look.osl": .bytes([1]), "wood.png": .bytes(Self.png),
        ]
        let document = try USDFormat().read(.bytes(Array(root.utf8), name: "root.usda"), options: options)
        let losses = try USDFormat().planTranscoding(document, variant: "usdz", options: WriteOptions())
        #expect(losses.map(\.code) == [.nativeUnmapped])
        #expect(losses.first?.count == 1 && losses.first?.subject.contains(".osl") == true)
        #expect(try USDFormat().planTranscoding(document, variant: "usdc", options: WriteOptions()).isEmpty)
        let output = try Self.transcode(document, "usdz", name: "root.usdz")
        let back = try USDFormat().read(.bytes(output.mainBytes(), name: "root.usdz"), options: ReadOptions())
        let (before, after) = (document.native.unaskedFiles, back.native.unaskedFiles)
        #expect(before.count == 2 && before.filter { !after.contains($0) }.map(\.path) == [losses[0].name])
    }
}
