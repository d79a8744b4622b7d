import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

/// The expected stacks are those of `UsdPrim.GetPrimStack` (usd-core 26.11) for the same files.
@Suite("A stage")
struct USDStageTests {
    private typealias Fixture = USDStageFixture

    @Test("has the prims of a layer in depth-first order, with what they are")
    func prims() throws {
        let stage = try Fixture.stage(
            """
            def Xform "A" {
                over "B" {
                    def "C" {
                    }
                }
                class "D" {
                    def "E" {
                    }
                }
                def "F" (active = false) {
                    def "G" {
                    }
                }
            }
            """)
        #expect(
            stage.prims.indices.map(stage.path(of:)) == [
                "/", "/A", "/A/B", "/A/B/C", "/A/D", "/A/D/E", "/A/F",
            ])
        #expect(stage.prims.map(\.isDefined) == [true, true, false, false, true, true, true])
        #expect(stage.prims.map(\.isAbstract) == [false, false, false, false, true, true, false])
        #expect(stage.prims.map(\.isActive) == [true, true, true, true, true, true, false])
        #expect(stage.prims[1].typeName == "Xform" && stage.prims[1].children == [2, 4, 6])
        #expect(
            stage.prim(at: "/A/D/E") == 5 && stage.prim(at: "/A/X") == nil && stage.prim(at: "A") == nil)
    }

    @Test("orders local opinions, inherits, variants, references, payloads and what is specialized")
    func strength() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@]
            )
            def "A" (
                payload = </P>
                references = </R>
                inherits = </I>
                specializes = </S>
                variantSets = "v"
                variants = {
                    string v = "one"
                }
            ) {
                variantSet "v" = {
                    "one" {
                    }
                }
            }
            def "P" (specializes = </T>) {
            }
            def "R" (inherits = </J>) {
            }
            class "I" {
            }
            class "J" {
            }
            class "S" {
            }
            class "T" {
            }
            """, ["sub.usda": "over \"A\" {\n}\n"])
        #expect(
            stage.stack("/A") == [
                "root.usda/A", "sub.usda/A", "root.usda/I", "root.usda/A{v=one}", "root.usda/R",
                "root.usda/J",
                "root.usda/P", "root.usda/T", "root.usda/S",
            ])
    }

    @Test("inherits further up what a referenced prim inherits")
    func impliedClasses() throws {
        let stage = try Fixture.stage(
            """
            over "Class" {
                int b = 5
            }
            def "W" {
                def "M" (references = @ref.usda@</M>) {
                    over "Part" {
                        int q = 8
                    }
                }
            }
            """,
            [
                "ref.usda": """
                class "Class" {
                    int a = 1
                    int b = 1
                }
                def "M" (inherits = </Class>) {
                    def "Rig" (inherits = </M/Part>) {
                    }
                    class "Part" {
                        int q = 0
                    }
                }
                """
            ])
        #expect(
            stage.stack("/W/M") == ["root.usda/W/M", "root.usda/Class", "ref.usda/M", "ref.usda/Class"])
        #expect(stage.stack("/W/M/Rig") == ["root.usda/W/M/Part", "ref.usda/M/Rig", "ref.usda/M/Part"])
        #expect(stage.integer("/W/M", "b") == 5 && stage.integer("/W/M/Rig", "q") == 8)
    }

    @Test("takes no implied class where another prim has its place")
    func coveredClass() throws {
        let stage = try Fixture.stage(
            """
            def "B" (references = @ref.usda@</D>) {
            }
            def "D" {
                int x = 1
            }
            """, ["ref.usda": "def \"D\" (inherits = </B>) {\n}\nclass \"B\" {\n    int y = 1\n}\n"])
        #expect(stage.stack("/B") == ["root.usda/B", "ref.usda/D", "ref.usda/B"])
    }

    @Test("follows nested variants, and references inside of them, by the strongest choice")
    func variants() throws {
        let asset = """
            (
                defaultPrim = "Model"
            )
            def "Model" (
                variantSets = "v"
                variants = {
                    string v = "one"
                }
            ) {
                variantSet "v" = {
                    "one" {
                        int from = 1
                    }
                    "two" (
                        references = </Two>
                        variantSets = "inner"
                        variants = {
                            string inner = "b"
                        }
                    ) {
                        variantSet "inner" = {
                            "b" {
                                def "Kid" {
                                }
                            }
                        }
                    }
                }
            }
            def "Two" {
                int from = 2
            }
            """
        let root = """
            def "X" (
                references = @asset.usda@
                variants = {
                    string v = "two"
                }
            ) {
            }
            def "Y" (references = @asset.usda@) {
            }
            """
        let stage = try Fixture.stage(root, ["asset.usda": asset])
        #expect(
            stage.stack("/X") == [
                "root.usda/X", "asset.usda/Model", "asset.usda/Model{v=two}",
                "asset.usda/Model{v=two}{inner=b}",
                "asset.usda/Two",
            ])
        #expect(stage.stack("/X/Kid") == ["asset.usda/Model{v=two}{inner=b}Kid"])
        #expect(stage.integer("/X", "from") == 2 && stage.integer("/Y", "from") == 1)

        let chosen = try Fixture.stage(root, ["asset.usda": asset], options: ["variant": "v=two"])
        #expect(chosen.integer("/Y", "from") == 2)
        #expect(chosen.codes().isEmpty)
        let error = #expect(throws: ReadError.self) {
            try Fixture.stage(root, ["asset.usda": asset], options: ["variant": "v=two,w=none"])
        }
        #expect(error?.code == .usage)
        #expect(error?.message.contains("'w=none'") == true)
        #expect(error?.message.contains("v=one, v=two") == true)
    }

    @Test("brings in what holds for the prims above a referenced one, with their variants")
    func ancestors() throws {
        let stage = try Fixture.stage(
            "def \"L\" (references = @ref.usda@</Top/Leaf>) {\n}\n",
            [
                "ref.usda": """
                def "Top" (
                    references = </Base>
                    variantSets = "v"
                    variants = {
                        string v = "a"
                    }
                ) {
                    variantSet "v" = {
                        "a" {
                            over "Leaf" {
                                int l = 1
                            }
                        }
                    }
                }
                def "Base" {
                    def "Leaf" {
                        int l = 2
                    }
                }
                """
            ])
        #expect(stage.stack("/L") == ["root.usda/L", "ref.usda/Top{v=a}Leaf", "ref.usda/Base/Leaf"])
    }

    @Test("keeps what stands inside of an instance as its arcs have it")
    func instances() throws {
        let stage = try Fixture.stage(
            """
            def "Proto" {
                def "Kid" {
                    int k = 1
                }
            }
            def "I" (
                instanceable = true
                references = </Proto>
            ) {
                int own = 1
                over "Kid" {
                    int k = 2
                }
                def "New" {
                }
            }
            def "N" (instanceable = true) {
                def "K" {
                }
            }
            """)
        #expect(stage.stack("/I") == ["root.usda/I", "root.usda/Proto"])
        #expect(stage.stack("/I/Kid") == ["root.usda/Proto/Kid"] && stage.stack("/I/New") == nil)
        let instances = stage.prims.indices.filter { stage.prims[$0].isInstance }
        #expect(instances.map(stage.path(of:)) == ["/I"])
    }

    @Test("edits the lists of references and payloads, and orders children")
    func lists() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@]
            )
            reorder rootPrims = ["Z", "A"]
            def "A" (
                prepend payload = </Q>
                delete payload = </X>
            ) {
            }
            def "Q" {
            }
            def "X" {
            }
            def "Y" {
            }
            def "Z" {
            }
            """, ["sub.usda": "over \"A\" (append payload = [</X>, </Y>]) {\n}\n"])
        #expect(stage.stack("/A") == ["root.usda/A", "sub.usda/A", "root.usda/Q", "root.usda/Y"])
        #expect(stage.prims[0].children.map { stage.prims[$0].name } == ["Z", "A", "Q", "X", "Y"])
    }

    @Test("moves the times of sublayers and references, also between rates")
    func offsets() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@ (offset = 100; scale = 0.5)]
                timeCodesPerSecond = 24
            )
            def "B" {
                double t.timeSamples = {
                    1: 1,
                }
            }
            """,
            [
                "sub.usda": """
                def "S" (references = @anim.usda@</A> (offset = 5; scale = 2)) {
                }
                def "I" (references = </B> (offset = 2)) {
                }
                """,
                "anim.usda": """
                (
                    timeCodesPerSecond = 48
                )
                def "A" {
                    double t.timeSamples = {
                        0: 1,
                        10: 2,
                    }
                    timecode c = 10
                }
                """,
            ])
        let moved = try #require(stage.prim(at: "/S"))
        #expect(stage.samples(moved, "t").map(\.time) == [102.5, 107.5])
        guard case .real(.timecode, 107.5)? = stage.value(moved, "c") else {
            Issue.record("the time code was not moved")
            return
        }
        // A prim of the same layers has its times already.
        let inner = try #require(stage.prim(at: "/I"))
        #expect(stage.samples(inner, "t").map(\.time) == [3])
    }

    @Test("tells arcs that lead nowhere or in circles, and goes on")
    func leftOut() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@root.usda@]
            )
            def "A" (references = </B>) {
            }
            def "B" (references = </A>) {
            }
            def "C" (references = @nowhere.usda@) {
            }
            def "D" (references = @empty.usda@) {
            }
            def "E" (references = </None>) {
            }
            def "F" (references = @broken.usda@) {
            }
            def "G" (references = @../outside.usda@) {
            }
            """, ["empty.usda": "def \"X\" {\n}\n", "broken.usda": "def {"])
        #expect(stage.stack("/A") == ["root.usda/A", "root.usda/B"])
        #expect(
            Set(stage.codes()) == [
                "usd.cycle", "usd.layer-missing", "usd.prim-missing", "usd.layer-unreadable",
            ])
        let outside = stage.diagnostics.first { $0.message.contains("outside") }
        #expect(outside?.message.contains("is outside the input's folder") == true)
        #expect(stage.prims.count == 8)
    }

    @Test("refuses a few references that double each other")
    func bomb() throws {
        var text = "def \"L0\" {\n}\n"
        for level in 1...40 {
            text += "def \"L\(level)\" {\n"
            for child in 0..<8 {
                text += "    def \"C\(child)\" (references = </L\(level - 1)>) {\n    }\n"
            }
            text += "}\n"
        }
        let layer = try USDTextReader.read(Array("#usda 1.0\n\(text)".utf8)).layer
        let error = #expect(throws: ReadError.self) { try USDStage(USDLayerLibrary(layer), allowance: 5_000) }
        #expect(error?.code == .limitExceeded)
    }

    @Test("refuses references that double each other thirty times, in a second")
    func tree() throws {
        var text = "def \"L30\" {\n}\n"
        for level in (0..<30).reversed() {
            text += "def \"L\(level)\" {\n"
            for child in ["A", "B"] {
                text += "    def \"\(child)\" (references = </L\(level + 1)>) {\n    }\n"
            }
            text += "}\n"
        }
        let layer = try USDTextReader.read(Array("#usda 1.0\n(defaultPrim = \"L0\")\n\(text)".utf8)).layer
        let time = ContinuousClock().measure {
            let error = #expect(throws: ReadError.self) { try USDStage(USDLayerLibrary(layer)) }
            #expect(error?.code == .limitExceeded)
        }
        // 0.2 s in a release build.
        #expect(time < .seconds(600))
    }

    @Test("composes references that lead to one asset many times")
    func manyUses() throws {
        var text = "def \"Asset\" {\n    def \"A\" {\n    }\n    def \"B\" {\n    }\n}\n"
        for use in 0..<2_000 { text += "def \"U\(use)\" (references = </Asset>) {\n}\n" }
        let layer = try USDTextReader.read(Array("#usda 1.0\n\(text)".utf8)).layer
        #expect(try USDStage(USDLayerLibrary(layer)).prims.count == 1 + 3 * 2_001)
    }
}
