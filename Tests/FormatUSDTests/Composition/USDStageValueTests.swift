import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

@Suite("A value of a stage")
struct USDStageValueTests {
    private typealias Fixture = USDStageFixture

    @Test("is that of the strongest layer, be it one value or samples; a block hides weaker ones")
    func resolved() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@]
            )
            def "A" {
                double blocked = None
                double fixed = 5
                double moving.timeSamples = {
                    4: 4,
                }
            }
            """,
            [
                "sub.usda": """
                over "A" {
                    double blocked = 1
                    double fixed.timeSamples = {
                        1: 1,
                    }
                    double moving = 8
                }
                """
            ])
        let prim = try #require(stage.prim(at: "/A"))
        #expect(stage.resolved(prim, "blocked").isNone && stage.value(prim, "blocked").isNone)
        guard case .value(.real(.double, 5), _)? = stage.resolved(prim, "fixed") else {
            Issue.record("a stronger value lost to weaker samples")
            return
        }
        #expect(
            stage.samples(prim, "fixed").isEmpty && stage.samples(prim, "moving").map(\.time) == [4])
        // Outside of all times the weaker value applies.
        guard case .real(.double, 8)? = stage.value(prim, "moving") else {
            Issue.record("the value outside of all times is gone")
            return
        }
        #expect(
            stage.property(prim, "moving")?.opinions.map(stage.words) == [
                "root.usda/A.moving", "sub.usda/A.moving",
            ])
        #expect(stage.property(prim, "nothing") == nil)
    }

    @Test("that is a time is that of the stage, in arrays, dictionaries and samples too")
    func times() throws {
        let stage = try Fixture.stage(
            """
            def "A" (
                references = @b.usda@</B> (offset = 10; scale = 2)
                customData = {
                    timecode z = 1
                }
            ) {
            }
            """,
            [
                "b.usda": """
                def "B" (
                    customData = {
                        timecode a = 1
                        dictionary d = {
                            timecode[] e = [1, 2]
                        }
                        double f = 1
                    }
                ) {
                    timecode t = 3
                    timecode[] u = [1, 2.5]
                    timecode[] w.timeSamples = {
                        1: [5],
                    }
                }
                """
            ])
        // The numbers are those of usd-core.
        let prim = try #require(stage.prim(at: "/A"))
        #expect(stage.value(prim, "t")?.summary == "timecode 16.0")
        #expect(stage.value(prim, "u")?.summary == "timecode[] 2 [12.0, 15.0]")
        #expect(stage.samples(prim, "w").map { "\($0.time) \($0.value.summary)" } == ["12.0 timecode[] 1 [20.0]"])
        let data = stage.metadata(prim, "customData")?.summary ?? ""
        for part in ["timecode 1.0", "timecode 12.0", "timecode[] 2 [12.0, 14.0]", "double 1.0"] {
            #expect(data.contains(part), "\(data)")
        }
    }

    @Test("that edits a weaker array is told, for nobody applies it")
    func edits() throws {
        let stage = try Fixture.stage("def \"A\" {\n  int[] x = edit [append 3]\n}\n")
        #expect(stage.codes() == ["usd.not-composed"])
    }

    @Test("that is a path is moved to where its layer's prims stand")
    func paths() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@]
            )
            def "P" (references = @ref.usda@</M>) {
                delete rel r = </P/A>
            }
            """,
            [
                "sub.usda": "over \"P\" {\n    append rel r = </P/C>\n    prepend rel r = </P/B>\n}\n",
                "ref.usda": """
                def "M" {
                    rel r = [</M/A>, </M/B>, </M/D>, </Outside>]
                    def "A" {
                        int x.connect = </M/B.y>
                    }
                }
                """,
            ])
        let prim = try #require(stage.prim(at: "/P"))
        #expect(stage.targets(prim, "r") == ["/P/B", "/P/D", "/P/C"])
        let child = try #require(stage.prim(at: "/P/A"))
        #expect(stage.connections(child, "x") == ["/P/B.y"])
    }

    @Test("that is a dictionary or a list is made of all opinions")
    func metadata() throws {
        let stage = try Fixture.stage(
            """
            (
                subLayers = [@sub.usda@]
                upAxis = "Z"
            )
            def "A" (
                prepend apiSchemas = ["One"]
                customData = {
                    int a = 1
                    dictionary n = {
                        int x = 1
                    }
                }
            ) {
            }
            """,
            [
                "sub.usda": """
                over "A" (
                    append apiSchemas = ["Two"]
                    customData = {
                        int a = 2
                        int b = 2
                        dictionary n = {
                            int y = 2
                        }
                    }
                    kind = "group"
                ) {
                }
                """
            ])
        let prim = try #require(stage.prim(at: "/A"))
        guard case .list(let schemas)? = stage.metadata(prim, "apiSchemas"),
            case .dictionary(let data)? = stage.metadata(prim, "customData"),
            case .text(_, "group")? = stage.metadata(prim, "kind"),
            case .text(_, "Z")? = stage.metadata(0, "upAxis")
        else {
            Issue.record("metadata is missing")
            return
        }
        #expect(schemas.explicit.map(\.key) == ["One", "Two"])
        #expect(data.map(\.name) == ["a", "n", "b"])
        guard case .dictionary(let inner) = data[1].value, case .integer(_, 1) = data[0].value else {
            Issue.record("the stronger entry lost")
            return
        }
        #expect(inner.map(\.name) == ["x", "y"])
    }

    @Test(arguments: ["scale = 0", "offset = inf", "scale = nan"])
    func aSublayerWhoseOffsetIsNoneHasTheTimesOfTheLayerAbove(offset: String) throws {
        let stage = try USDStageFixture.stage(
            "(\n    subLayers = [@b.usda@ (\(offset))]\n)\n",
            ["b.usda": "def \"A\" {\n    double x.timeSamples = {\n3: 1,\n5: 2,\n}\n}\n"])
        #expect(stage.samples(try #require(stage.prim(at: "/A")), "x").map(\.time) == [3, 5])
        #expect(stage.codes() == ["usd.offset"])
        #expect(stage.diagnostics.first?.message.contains("of the sublayer 'b.usda' is invalid and is ignored") == true)
    }
}
