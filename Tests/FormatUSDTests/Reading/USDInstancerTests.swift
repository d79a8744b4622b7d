import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Point instancers (UsdGeomPointInstancer).
@Suite struct USDInstancerTests {
    /// An instancer of three copies of a triangle.
    private func text(_ columns: String, prototype: String = "", below: String = "") -> String {
        """
        #usda 1.0
        def PointInstancer "wood" {
            rel prototypes = </wood/tree>
            int[] protoIndices = [0, 0, 0]
            point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]
            \(columns)
            def Xform "tree" {
                \(prototype)
                def Mesh "leaf" {
                    int[] faceVertexCounts = [3]
                    int[] faceVertexIndices = [0, 1, 2]
                    point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                    \(below)
                }
            }
        }
        """
    }

    private func read(_ text: String) throws(ReadError) -> MeshScene {
        try USDFormat().read(Input.bytes(Array(text.utf8), name: "wood.usda"), options: ReadOptions()).scene
    }

    @Test func copiesOfAMeshAreRows() throws {
        let scene = try read(
            text("quatf[] orientationsf = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)]\nint64[] ids = [7, 8, 9]"))
        #expect(scene.nodes.count == 2)
        let instances = try #require(scene.nodes[1].instances)
        #expect(instances.attributes.map(\.semantic.name) == ["TRANSLATION", "ROTATION", "_ID"])
        #expect(
            instances.transforms[1]
                == .trs(translation: SIMD3(5, 0, 0), rotation: SIMD4(1, 0, 0, 0), scale: SIMD3(1, 1, 1)))
        #expect(NodeWalk(scene).instances.count == 3)
    }

    /// Values of rows aren't handed down to what the rows show: it is one mesh with what is referenced elsewhere.
    @Test(arguments: [("vertex", 1), ("constant", 2)])
    func onlyAConstantMakesAnotherMeshOfThePrototype(interpolation: String, meshes: Int) throws {
        let values = "int[] primvars:tag = [1, 2, 3] (interpolation = \"\(interpolation)\")"
        let scene = try read(text(values) + "\ndef Xform \"other\" (references = </wood/tree>) { }")
        #expect(scene.meshes.count == meshes && NodeWalk(scene).instances.count == 4)
    }

    @Test func copiesOfOneColourShowAMeshOfThatColour() throws {
        let colors = """
            color3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1), (1, 0, 0)] (interpolation = "vertex")
            float[] primvars:displayOpacity = [1, 0.5, 1] (interpolation = "vertex")
            float[] primvars:seed = [5, 6, 7] (interpolation = "vertex")
            """
        let scene = try read(text(colors))
        #expect(scene.meshes.count == 2 && scene.vertexSets.count == 1)
        #expect(scene.nodes.compactMap(\.instances?.count) == [2, 1])
        let shown = scene.nodes.dropFirst().map { node in
            node.mesh.flatMap { scene.meshes[$0].primitives[0].elementAttributes.first?.values.doubles() }
        }
        #expect(shown == [[1, 0, 0, 1], [0, 0, 1, 0.5]])
        let rows = try #require(scene.nodes[1].instances)
        #expect(rows.attributes.map(\.semantic.name) == ["TRANSLATION", "_seed"])
        #expect(rows.attributes.map { $0.values.doubles() } == [[0, 0, 0, 0, 0, 7], [5, 7]])
        // The prototype's own colour is the stronger one.
        let own = try read(text(colors, below: "color3f[] primvars:displayColor = [(0, 1, 0)]"))
        #expect(own.meshes.count == 1)
        #expect(own.nodes[1].instances?.attributes.map(\.semantic.name).contains("_displayColor") == true)
    }

    @Test func pointsOfOneColourAreACloudOfThatColour() throws {
        let scene = try read(
            """
            #usda 1.0
            def PointInstancer "wood" {
                rel prototypes = </wood/dots>
                int[] protoIndices = [0, 0]
                point3f[] positions = [(0, 0, 0), (5, 0, 0)]
                color3f[] primvars:displayColor = [(1, 0, 0), (0, 0, 1)] (interpolation = "vertex")
                def Points "dots" {
                    point3f[] points = [(0, 0, 0), (1, 0, 0)]
                }
            }
            """)
        let shown = scene.nodes.compactMap(\.mesh).map { mesh in
            scene.vertexSets[scene.meshes[mesh].primitives[0].vertexSet].attribute(.color(0))?.values.doubles()
        }
        #expect(shown == [[1, 0, 0, 1, 0, 0], [0, 0, 1, 0, 0, 1]])
    }

    @Test func moreThanAThousandColoursStayValuesOfTheCopies() throws {
        func text(_ count: Int) -> String {
            let colors = (0..<count).map { "(\($0), 0, 0)" }.joined(separator: ", ")
            let zeros = [String](repeating: "0", count: count).joined(separator: ", ")
            let positions = (0..<count).map { "(0, \($0), 0)" }.joined(separator: ", ")
            return self.text("color3f[] primvars:displayColor = [\(colors)] (interpolation = \"vertex\")")
                .replacing("[0, 0, 0]", with: "[\(zeros)]")
                .replacing("[(0, 0, 0), (5, 0, 0), (0, 0, 7)]", with: "[\(positions)]")
        }
        #expect(try read(text(1000)).meshes.count == 1000)
        let document = try USDFormat().read(
            .bytes(Array(text(1001).utf8), name: "wood.usda"), options: ReadOptions())
        #expect(document.scene.meshes.count == 1)
        let rows = document.scene.nodes.compactMap(\.instances).first
        #expect(rows?.attributes.map(\.semantic.name) == ["TRANSLATION", "_displayColor"] && rows?.count == 1001)
        let warning = document.diagnostics.first { $0.code == "usd.instance-colors" }
        #expect(warning?.message.hasPrefix("copies have 1001 colours: above 1000 they are values") == true)
    }

    @Test func prototypesWithoutCopiesAreNoMeshes() throws {
        let unused = """
            def Mesh "spare" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(9, 9, 9), (1, 0, 0), (0, 1, 0)]
            }
            """
        let text = text(unused).replacing("</wood/tree>", with: "[</wood/spare>, </wood/tree>]")
            .replacing("[0, 0, 0]", with: "[1, 1, 1]")
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "wood.usda"), options: ReadOptions())
        #expect(document.scene.meshes.count == 1 && document.scene.vertexSets.count == 1)
        #expect(NodeWalk(document.scene).instances.count == 3)
        #expect(document.diagnostics.contains { $0.code == "usd.unshown" })
    }

    /// An `over` keeps prototypes from being drawn where they lie; an instancer draws them nevertheless.
    /// As usd-core counts it in the bounds of the stage.
    @Test func whatIsCopiedIsDrawnInItsOwnPlaceToo() throws {
        func scene(_ specifier: String) throws -> MeshScene {
            try read(
                """
                #usda 1.0
                \(specifier) "Set" {
                    def Mesh "leaf" {
                        int[] faceVertexCounts = [3]
                        int[] faceVertexIndices = [0, 1, 2]
                        point3f[] points = [(0, 0, 7), (1, 0, 7), (0, 1, 7)]
                    }
                }
                def PointInstancer "wood" {
                    rel prototypes = </Set/leaf>
                    int[] protoIndices = [0, 0]
                    point3f[] positions = [(0, 10, 0), (0, 20, 0)]
                }
                """)
        }
        #expect(try NodeWalk(scene("def Xform")).instances.count == 3)
        #expect(try NodeWalk(scene("over")).instances.count == 2)
    }

    @Test func prototypesMayLieBelowAnOver() throws {
        let below = text("").replacing("def Xform \"tree\"", with: "over \"hidden\" {\n def Xform \"tree\"") + "\n}"
        let scene = try read(below.replacing("</wood/tree>", with: "</wood/hidden/tree>"))
        #expect(NodeWalk(scene).instances.count == 3)
    }

    @Test func nothingElseBelowAnInstancerIsDrawn() throws {
        let scene = try read(text("").replacing("rel prototypes = </wood/tree>", with: ""))
        #expect(NodeWalk(scene).instances.isEmpty)
    }

    @Test func hiddenCopiesAreLeftOut() throws {
        let scene = try read(text("int64[] ids = [7, 8, 9]\nint64[] invisibleIds = [8]"))
        #expect(scene.nodes[1].instances?.count == 2)
        #expect(NodeWalk(scene).instances.map(\.transform.translation) == [SIMD3(0, 0, 0), SIMD3(0, 0, 7)])
    }

    @Test func thePlaceInsideThePrototypeCounts() throws {
        let moved = "double3 xformOp:translate = (0, 2, 0)\nuniform token[] xformOpOrder = [\"xformOp:translate\"]"
        let scales = "float3[] scales = [(1, 1, 1), (3, 3, 3), (1, 1, 1)]"
        let scene = try read(text(scales, prototype: moved))
        #expect(scene.nodes.count == 2)
        #expect(NodeWalk(scene).instances.map(\.transform.translation.y) == [2, 6, 2])
    }

    /// A turn inside a scale that isn't the same along all axes is a shear.
    @Test func whatNoRowCanSayBecomesNodes() throws {
        let turned = "float xformOp:rotateZ = 30\nuniform token[] xformOpOrder = [\"xformOp:rotateZ\"]"
        let scales = "float3[] scales = [(1, 1, 1), (3, 1, 1), (1, 1, 1)]"
        let scene = try read(text(scales, prototype: turned))
        #expect(!scene.hasInstances)
        #expect(NodeWalk(scene).instances.count == 3)
    }

    @Test(arguments: [
        "quatf[] orientationsf = [(1, 0, 0, 0)]", "float3[] scales = []", "int64[] ids = [1]",
        "int64[] invisibleIds = [0, 1, 2]", "point3f[] positions = [(0, 0, 0)]", "int[] protoIndices = [0, 5, -1]",
        "int[] protoIndices = [0, 0, 0, 0]",
    ])
    func columnsThatDoNotFitAreNoTrap(_ columns: String) throws {
        var text = text(columns)
        for name in ["int[] protoIndices = [0, 0, 0]\n", "point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]\n"]
        where columns.hasPrefix(String(name.prefix(10))) { text = text.replacing(name, with: "\n") }
        let scene = try read(text)
        #expect(throws: Never.self) { try scene.validate() }
    }

    @Test func anyBeginningIsReadOrRefused() {
        let bytes = Array(text("quath[] orientations = [(1, 0, 0, 0), (0, 1, 0, 0), (0, 0, 0, 1)]").utf8)
        for count in stride(from: 0, to: bytes.count, by: 3) {
            let input = Input.bytes(Array(bytes[..<count]), name: "wood.usda")
            guard let document = try? USDFormat().read(input, options: ReadOptions()) else { continue }
            #expect(throws: Never.self) { try document.scene.validate() }
        }
    }

    /// Values of each copy; `uniform` and `constant` are values of the whole instancer.
    @Test func primvarsOfCopiesAreColumns() throws {
        let scene = try read(
            text(
                """
                float[] primvars:seed = [0.5, 1, 2] (interpolation = "vertex")
                color3f[] primvars:tint = [(1, 0, 0), (0, 1, 0)] (interpolation = "varying")
                int[] primvars:tint:indices = [1, 0, 1]
                int2[] primvars:cell = [(1, 2), (3, 4), (5, 6)] (interpolation = "vertex")
                int64[] invisibleIds = [1]
                """))
        let instances = try #require(scene.nodes[1].instances)
        #expect(instances.attributes.map(\.semantic.name) == ["TRANSLATION", "_seed", "_tint", "_cell"])
        #expect(instances.attributes[1].values.doubles() == [0.5, 2])
        #expect(instances.attributes[2].values.doubles() == [0, 1, 0, 0, 1, 0])
        #expect(instances.attributes[3].values.doubles() == [1, 2, 5, 6])
        #expect(instances.attributes[3].values.type == .int32)
    }

    @Test(arguments: [
        #"float[] primvars:seed = [0.5, 1] (interpolation = "vertex")"#,
        #"float[] primvars:seed = [0.5, 1, 2] (interpolation = "uniform")"#,
        #"float[] primvars:seed = [0.5, 1, 2]"#,
        #"string[] primvars:seed = ["a", "b", "c"] (interpolation = "vertex")"#,
        "float[] primvars:seed = [0.5] (interpolation = \"vertex\")\nint[] primvars:seed:indices = [0, 0, 9]",
        "float[] primvars:seed = [0.5] (interpolation = \"vertex\")\nint[] primvars:seed:indices = [0, 0, -1]",
        #"float[] primvars:seed = [0, 1, 2, 3, 4, 5] (interpolation = "vertex"; elementSize = 2)"#,
    ])
    func otherPrimvarsOfInstancersAreInTheResidue(_ primvar: String) throws {
        let document = try USDFormat().read(
            Input.bytes(Array(text(primvar).utf8), name: "wood.usda"), options: ReadOptions())
        #expect(document.scene.nodes[1].instances?.attributes.map(\.semantic.name) == ["TRANSLATION"])
        #expect(!document.residue.isEmpty)
    }

    @Test func columnsOfCopiesComeBack() throws {
        var scene = try read(text("int64[] ids = [7, 8, 9]"))
        let count = 3
        let own: [(String, Column, Bool)] = [
            ("_SEED", Column([0.5, 1, 2] as [Float]), false), ("_BIG", Column([0.1, 1e300, 2] as [Double]), false),
            ("_CELL", Column([1, 2, 3, 4, 5, 6] as [UInt16], components: 2), false),
            ("_SHARE", Column([0, 128, 255] as [UInt8]), true), ("_AGE", Column([0, 128, 255] as [UInt8]), false),
            ("_PAIR", Column([-1, 2, -3, 4, -5, 6] as [Int8], components: 2), false),
        ]
        for (name, column, isNormalized) in own {
            #expect(column.count == count)
            scene.nodes[1].instances?.attributes.append(
                Attribute(AttributeSemantic(name: name), column, normalized: isNormalized))
        }
        for variant in ["usda", "usdc"] {
            let file = Output(memoryNamed: "out.\(variant)")
            let plan = try USDFormat().plan(Content(scene), variant: variant, options: WriteOptions())
            #expect(!plan.losses.contains { $0.code == .attributeDropped })
            try USDFormat().write(plan, to: file)
            let again = try USDFormat().read(
                .bytes(file.mainBytes(), name: "out.\(variant)"), options: ReadOptions()
            ).scene
            let back = again.nodes.compactMap(\.instances).first
            #expect(back == scene.nodes[1].instances, "\(variant)")
        }
    }

    @Test(arguments: ["SEED", "_", "_a b", "_1", "_a:indices", "_a::b"])
    func namesThatUSDCannotHaveAreLost(_ name: String) throws {
        var scene = try read(text(""))
        scene.nodes[1].instances?.attributes.append(
            Attribute(AttributeSemantic(name: name), Column([1, 2, 3] as [Float])))
        let plan = try USDFormat().plan(Content(scene), variant: "usda", options: WriteOptions())
        #expect(plan.losses.contains { $0.code == .attributeDropped && $0.count == 3 })
    }

    @Test(arguments: [
        "point3f[] positions = [(0, 0, 0), (-inf, 0, 0), (0, 0, 7)]",
        "quatf[] orientationsf = [(1, 0, 0, 0), (0, nan, 0, 0), (0, 0, 0, 1)]",
        "float3[] scales = [(1, 1, 1), (1, inf, 1), (1, 1, 1)]",
    ])
    func copiesWithoutAPlaceAreLeftOut(_ columns: String) throws {
        var text = text(columns)
        if columns.contains("positions") {
            text = text.replacing("point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]\n", with: "\n")
        }
        let document = try USDFormat().read(.bytes(Array(text.utf8), name: "wood.usda"), options: ReadOptions())
        #expect(NodeWalk(document.scene).instances.map(\.transform.translation.z) == [0, 7])
        let warning = document.diagnostics.first { $0.code == "usd.instancer" }
        #expect(warning?.count == 1 && warning?.message.contains("NaN or infinite") == true)
    }

    /// Copying itself would never end.
    @Test(arguments: ["</wood>", "</wood/tree/inner>", "[</wood/tree>, </wood/tree/inner>, </wood/tree/twig>]"])
    func anInstancerCannotCopyWhatItIsPartOf(_ targets: String) throws {
        let inner = """
            def PointInstancer "inner" {
                rel prototypes = \(targets)
                int[] protoIndices = [0, 1, 2]
                point3f[] positions = [(0, 0, 0), (0, 3, 0), (0, 6, 0)]
            }
            def Mesh "twig" {
                int[] faceVertexCounts = [3]
                int[] faceVertexIndices = [0, 1, 2]
                point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
            }
            """
        var options = ReadOptions()
        options.limits.copyCount = 1000
        let document = try USDFormat().read(
            .bytes(Array(text("", prototype: inner).utf8), name: "wood.usda"), options: options)
        #expect(document.diagnostics.contains { $0.message.contains("can't copy what it is part of") })
        #expect(NodeWalk(document.scene).instances.count >= 3)
        #expect(throws: Never.self) { try document.scene.validate() }
    }

    /// A node takes more memory than a row, and rows that are copied may become nodes.
    @Test func copiesThatNeedNodesCountMore() throws {
        func read(_ inner: Int, limit: Int) throws(ReadError) -> MeshScene {
            let places = (0..<inner).map { "(0, \($0), 0)" }.joined(separator: ", ")
            let text = """
                #usda 1.0
                def PointInstancer "rows" {
                    rel prototypes = </rows/pair>
                    int[] protoIndices = [0, 0, 0]
                    point3f[] positions = [(0, 0, 0), (5, 0, 0), (0, 0, 7)]
                    def PointInstancer "pair" {
                        rel prototypes = </rows/pair/leaf>
                        int[] protoIndices = [\(places.isEmpty ? "" : (0..<inner).map { _ in "0" }.joined(separator: ", "))]
                        point3f[] positions = [\(places)]
                        def Mesh "leaf" {
                            int[] faceVertexCounts = [3]
                            int[] faceVertexIndices = [0, 1, 2]
                            point3f[] points = [(0, 0, 0), (1, 0, 0), (0, 1, 0)]
                        }
                    }
                }
                """
            var options = ReadOptions()
            options.limits.copyCount = limit
            return try USDFormat().read(.bytes(Array(text.utf8), name: "rows.usda"), options: options).scene
        }
        // Each of three copies is a node above the pair and the node of its rows.
        for inner in [2, 100] {
            let least = inner + 3 * (3 * 8 + inner)
            #expect(NodeWalk(try read(inner, limit: least)).instances.count == 3 * inner)
            let error = #expect(throws: ReadError.self) { try read(inner, limit: least - 1) }
            #expect(error?.code == .limitExceeded && error?.location == .jsonPointer("/rows"))
        }
    }
}
