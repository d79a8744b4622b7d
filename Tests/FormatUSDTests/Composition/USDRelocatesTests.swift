import MeshFormats
import Testing

@testable import FormatUSD

/// Expected stages are those of usd-core 26.11.
@Suite("Relocates")
struct USDRelocatesTests {
    private static let model = """
        def "Model" (
            inherits = </_class_Model>
        ) {
            rel target = </Model/Rig/Anim>
            def "Rig" {
                def "Anim" {
                    int speed = 1
                    def "Below" {
                    }
                }
            }
            def "Other" {
            }
        }
        class "_class_Model" {
        }
        """

    private static func stage(_ relocates: String, _ more: String = "") throws -> USDStage {
        try USDStageFixture.stage(
            """
            (
                relocates = {
                    \(relocates)
                }
            )
            def "A" (
                references = @model.usda@</Model>
            ) {
                \(more)
            }
            over "_class_Model" {
                def "Rig" {
                    def "Anim" {
                        int class = 2
                    }
                }
            }
            """, ["model.usda": model])
    }

    private func names(_ stage: USDStage, _ path: String) -> [String] {
        stage.prim(at: path).map { stage.prims[$0].children.map { stage.prims[$0].name } } ?? ["missing"]
    }

    @Test("move a prim, with all that other layers say of it, to another parent")
    func moved() throws {
        let stage = try Self.stage(
            "</A/Rig/Anim>: </A/Anim>", "over \"Anim\" {\n    int own = 3\n}\n")
        #expect(names(stage, "/A") == ["Rig", "Other", "Anim"])
        #expect(names(stage, "/A/Rig") == [])
        #expect(names(stage, "/A/Anim") == ["Below"])
        #expect(stage.integer("/A/Anim", "speed") == 1)
        #expect(stage.integer("/A/Anim", "class") == 2)
        #expect(stage.integer("/A/Anim", "own") == 3)
        let prim = try #require(stage.prim(at: "/A"))
        #expect(stage.targets(prim, "target") == ["/A/Anim"])
        #expect(stage.diagnostics.isEmpty)
    }

    @Test("rename a prim in its place, to a root prim, or leave it out")
    func renamed() throws {
        let renamed = try Self.stage("</A/Rig>: </A/Gear>")
        #expect(names(renamed, "/A") == ["Gear", "Other"])
        #expect(renamed.integer("/A/Gear/Anim", "speed") == 1)
        let root = try Self.stage("</A/Rig>: </Gear>")
        #expect(names(root, "/A") == ["Other"])
        #expect(root.integer("/Gear/Anim", "speed") == 1)
        let gone = try Self.stage("</A/Rig>: <>")
        #expect(names(gone, "/A") == ["Other"])
    }

    @Test("one after the other move what another has brought")
    func chained() throws {
        let stage = try Self.stage("</A/Rig>: </A/Gear>, </A/Gear/Anim>: </A/Other/Anim>")
        #expect(names(stage, "/A/Gear") == [])
        #expect(stage.integer("/A/Other/Anim", "speed") == 1)
        let prim = try #require(stage.prim(at: "/A"))
        #expect(stage.targets(prim, "target") == ["/A/Other/Anim"])
    }

    @Test("hide what their own layers say at the old place, which is reported")
    func opinions() throws {
        let stage = try Self.stage(
            "</A/Rig/Anim>: </A/Anim>", "over \"Rig\" {\n    over \"Anim\" {\n        int old = 1\n    }\n}\n")
        #expect(stage.integer("/A/Anim", "old") == nil)
        #expect(names(stage, "/A/Rig") == [])
        #expect(stage.codes() == ["usd.relocates"])
    }

    @Test(
        "that are invalid or in conflict are left out and reported, as in USD",
        arguments: [
            ("</A>: </B>", 1), ("</A/Rig>: </A/Rig/X>", 1), ("</A/Rig/Anim>: </A/Rig>", 1), ("</A/Rig>: </A/Rig>", 1),
            ("</A/Rig>: </A/X>, </A/Other>: </A/X>", 2), ("</A/Rig>: </A/Other>, </A/Other>: </A/X>", 2),
            ("</A/Rig>: </A/Other>, </A/Other>: </A/Rig>", 2), ("</A/Other>: <>, </A/Rig>: </A/Other/X>", 1),
        ])
    func refused(relocates: String, count: Int) throws {
        let stage = try Self.stage(relocates)
        let refusals = stage.diagnostics.filter { $0.message.contains("is left out") }
        #expect(refusals.count == count, "\(refusals.map(\.message))")
        #expect(stage.prim(at: "/A/Rig/Anim") != nil)
    }

    @Test("of prims rather than layers have no effect, which is said")
    func ofPrims() throws {
        let stage = try USDStageFixture.stage(
            """
            def "A" (
                references = @model.usda@</Model>
                relocates = {
                    <Rig>: <Gear>
                }
            ) {
            }
            """, ["model.usda": Self.model])
        #expect(names(stage, "/A") == ["Rig", "Other"])
        #expect(stage.codes() == ["usd.relocates"])
    }

    @Test("in many layers that refer to each other end, in circles too")
    func hostile() throws {
        var files: [String: String] = [:]
        for index in 0..<40 {
            files["l\(index).usda"] = """
                (
                    relocates = {
                        </M/X/A>: </M/Y>, </M/Y/B>: </M/X/B>
                    }
                )
                def "M" (
                    references = @l\((index + 1) % 40).usda@</M>
                ) {
                    def "X" {
                        def "A\(index)" {
                        }
                    }
                }
                """
        }
        let stage = try USDStageFixture.stage(
            "def \"R\" (\n    references = @l0.usda@</M>\n) {\n}\n", files)
        #expect(stage.prim(at: "/R/X") != nil)
        let many = (0..<5000).map { "</A/P\($0)>: </A/Q\($0)>" }.joined(separator: ", ")
        #expect(try Self.stage(many).prim(at: "/A/Rig") != nil)
    }
}
