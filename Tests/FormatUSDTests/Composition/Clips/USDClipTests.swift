import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Expected values are those of usd-core 26.11.
@Suite("Value clips")
struct USDClipTests {
    private static func clip(_ samples: String) -> String {
        """
        def "M" {
            double x.timeSamples = {
                \(samples)
            }
            def "Below" {
                float[] a.timeSamples = {
                    0: [0, 0],
                    10: [10, 20],
                }
            }
        }
        """
    }

    private static func stage(
        _ clips: String, attributes: String = "", reference: String = "", _ files: [String: String] = [:]
    ) throws -> USDStage {
        var files = files
        files["one.usda"] = files["one.usda"] ?? clip("0: 0,\n5: 50,")
        files["two.usda"] = files["two.usda"] ?? clip("0: 1000,\n10: 2000,")
        files["ref.usda"] = """
            def "R" {
                double x = 7
                double y = 1
                \(reference)
                def "Below" {
                    float[] a
                }
            }
            """
        return try USDStageFixture.stage(
            """
            def "A" (
                references = @ref.usda@</R>
                clips = {
                    dictionary default = {
                        \(clips)
                        string primPath = "/M"
                    }
                }
            ) {
                \(attributes)
            }
            """, files)
    }

    private static let two = """
        asset[] assetPaths = [@one.usda@, @two.usda@]
        double2[] active = [(0, 0), (20, 1)]
        """

    private func samples(_ stage: USDStage, _ path: String = "/A", _ name: String = "x") throws -> [[Double]] {
        let prim = try #require(stage.prim(at: path))
        return stage.samples(prim, name).map { [$0.time] + ($0.value.column?.doubles() ?? $0.value.numbers ?? []) }
    }

    @Test("give samples to a prim and those below it, each clip while it is active")
    func basic() throws {
        let stage = try Self.stage(Self.two)
        #expect(try samples(stage) == [[0, 0], [5, 50], [20, 2000]])
        #expect(try samples(stage, "/A/Below", "a") == [[0, 0, 0], [10, 10, 20], [20, 10, 20]])
        #expect(try samples(stage, "/A", "y").isEmpty)
        #expect(stage.diagnostics.isEmpty)
    }

    @Test("have times of their own, with jumps, also backwards")
    func times() throws {
        let jump = try Self.stage(
            Self.two + "\ndouble2[] times = [(0, 0), (10, 5), (10, 0), (20, 5), (30, 0)]")
        let before = 10 - USDClipTimes.step
        let found = try samples(jump)
        #expect(found.map { $0[0] } == [0, before, 10, 20, 30])
        #expect(zip(found, [0.0, 50, 0, 1500, 1000]).allSatisfy { abs($0[1] - $1) < 1e-7 })
        let back = try Self.stage(Self.two + "\ndouble2[] times = [(0, 10), (10, 0)]")
        #expect(try samples(back) == [[0, 50], [5, 50], [10, 0], [20, 1000]])
    }

    @Test("are weaker than the layer that names them, stronger than what that refers to")
    func strength() throws {
        #expect(try samples(Self.stage(Self.two, attributes: "double x.timeSamples = {\n1: 1,\n}")) == [[1, 1]])
        #expect(try samples(Self.stage(Self.two, attributes: "double x = 1")).isEmpty)
        let weaker = try Self.stage(Self.two, reference: "double z.timeSamples = {\n1: 1,\n}")
        #expect(try samples(weaker, "/A", "z") == [[1, 1]])
        #expect(try samples(weaker).count == 3)
        // Outside of all times, clips say nothing.
        let prim = try #require(weaker.prim(at: "/A"))
        #expect(weaker.value(prim, "x")?.number == 7)
    }

    @Test("move with the layer that names them")
    func offsets() throws {
        let stage = try USDStageFixture.stage(
            "(\n    subLayers = [@sub.usda@ (offset = 10; scale = 2)]\n)\n",
            [
                "sub.usda": """
                def "A" (
                    clips = {
                        dictionary default = {
                            \(Self.two)
                            string primPath = "/M"
                        }
                    }
                ) {
                    double x
                }
                """, "one.usda": Self.clip("0: 0,\n5: 50,"), "two.usda": Self.clip("0: 1000,\n10: 2000,"),
            ])
        #expect(try samples(stage) == [[10, 0], [20, 50], [50, 2000]])
    }

    @Test("of a template are the files that are there, with their numbers as times")
    func template() throws {
        let stage = try Self.stage(
            """
            string templateAssetPath = "./c.##.usda"
            double templateStartTime = 1
            double templateEndTime = 4
            double templateStride = 1
            """,
            ["c.01.usda": Self.clip("1: 10,"), "c.02.usda": Self.clip("2: 20,"), "c.04.usda": Self.clip("4: 40,")])
        #expect(try samples(stage) == [[1, 10], [2, 20], [4, 40]])
    }

    @Test("without samples are silent, take the manifest's value or that of their neighbours")
    func missing() throws {
        let files = ["one.usda": "def \"M\" {\n}\n", "manifest.usda": "over \"M\" {\n    double x = 3\n}\n"]
        let silent = try Self.stage(Self.two, files)
        #expect(try samples(silent) == [[0], [20, 2000]])
        let manifest = try Self.stage(Self.two + "\nasset manifestAssetPath = @manifest.usda@", files)
        #expect(try samples(manifest) == [[0, 3], [20, 2000]])
        #expect(try samples(manifest, "/A/Below", "a").isEmpty)
        let between = try Self.stage(Self.two + "\nbool interpolateMissingClipValues = 1", files)
        #expect(try samples(between) == [[20, 2000]])
    }

    @Test("that are wrong are left out with a reason")
    func refused() throws {
        let cases = [
            ("asset[] assetPaths = [@one.usda@]\ndouble2[] active = [(0, 1)]", "names clip 1.0"),
            ("asset[] assetPaths = [@one.usda@]\ndouble2[] active = [(0, 0), (0, 0)]", "two clips at time 0.0"),
            ("asset[] assetPaths = [@one.usda@]", "pairs of numbers"),
            (Self.two + "\ndouble2[] times = [(0, 0), (0, 1), (0, 2)]", "three entries"),
            ("string templateAssetPath = \"c.#.usda\"", "start, end and stride"),
        ]
        for (clips, reason) in cases {
            let stage = try Self.stage(clips)
            #expect(stage.diagnostics.map(\.code) == ["usd.clips"])
            #expect(stage.diagnostics.first?.message.contains(reason) == true, "\(clips)")
            #expect(try samples(stage).isEmpty)
        }
        func template(_ path: String, _ end: String, _ stride: String, _ more: String = "") throws -> String {
            try Self.stage(
                """
                string templateAssetPath = "\(path)"
                double templateStartTime = 1
                double templateEndTime = \(end)
                double templateStride = \(stride)
                \(more)
                """
            ).diagnostics.first?.message ?? ""
        }
        #expect(try template("c.#.usda", "1e9", "1").contains("more than 100000 files"))
        #expect(try template("c.#.usda", "1e308", "1e-300").contains("stride over 0"))
        #expect(try template("c.#.usda", "4", "0").contains("stride over 0"))
        #expect(try template("c.usda", "4", "1").contains("expected a template"))
        let late = "double templateActiveOffset = -1.5"
        #expect(try template("c.#.usda", "4", "1", late).contains("'templateActiveOffset' is larger than the stride"))
        #expect(try template("c.#.usda", "4", "1").contains("none of the 4 files"))
        #expect(try template("c.\(String(repeating: "#", count: 40)).usda", "4", "1").contains("more than 9 digits"))
    }

    @Test("of all templates together name no more files than are looked for")
    func manyTemplates() throws {
        let prims = (0..<40).map { index in
            """
            def "A\(index)" (
                clips = {
                    dictionary default = {
                        string primPath = "/M"
                        string templateAssetPath = "./c.#.usda"
                        double templateStartTime = 1
                        double templateEndTime = \(index == 0 ? 9 : 99_995)
                        double templateStride = 1
                    }
                }
            ) {
            }

            """
        }
        let stage = try USDStage(.bytes(Array(("#usda 1.0\n" + prims.joined()).utf8), name: "a.usda"))
        let messages = stage.diagnostics.map(\.message)
        #expect(messages.count == 40)
        #expect(messages.first?.hasSuffix("none of the 9 files of the template is there") == true)
        #expect(messages.dropFirst().allSatisfy { $0.hasSuffix("more than 100000 files") })
    }

    @Test("whose file is missing are a lost reference; the others are read")
    func lost() throws {
        let document = try USDMotionFixture.read(
            """
            (
                timeCodesPerSecond = 10
            )
            def Xform "A" (
                clips = {
                    dictionary default = {
                        asset[] assetPaths = [@one.usda@, @gone.usda@]
                        double2[] active = [(0, 0), (20, 1)]
                        string primPath = "/M"
                    }
                }
            ) {
                double3 xformOp:translate
                uniform token[] xformOpOrder = ["xformOp:translate"]
            }
            """,
            [
                "one.usda": """
                (
                    endTimeCode = 9
                )
                def "M" {
                    double3 xformOp:translate.timeSamples = {
                        0: (0, 0, 0),
                        10: (1, 2, 3),
                    }
                }
                """
            ])
        #expect(document.residue.compactMap(\.reference?.name) == ["gone.usda"])
        // From 2 s on, the node is where it is without a value.
        #expect(
            document.scene.clips.first?.samplers.first?.times.doubles() == [0, 1, Double(Float(2).nextDown), 2])
        #expect(document.census.allSatisfy { $0.inResidue == 0 })
    }

    @Test("that name the file that names them, or each other, end")
    func circles() throws {
        let stage = try Self.stage(
            "asset[] assetPaths = [@root.usda@, @two.usda@]\ndouble2[] active = [(0, 0), (5, 1)]",
            [
                "two.usda":
                    "def \"M\" (\n    clips = {\n        dictionary default = {\n            asset[] assetPaths = [@root.usda@, @two.usda@]\n            double2[] active = [(0, 0)]\n            string primPath = \"/A\"\n        }\n    }\n) {\n}\n"
            ])
        #expect(try samples(stage).isEmpty)
    }
}
