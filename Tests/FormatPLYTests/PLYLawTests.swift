import FormatPLY
import MeshBytes
import MeshComparison
import MeshFormats
import MeshModel
import Testing

/// A written file, read as a foreign one: the differences are the reported losses.
@Suite struct PLYLawTests {
    /// Facet, subject and count of differences or losses, in a fixed order.
    private func lines(_ differences: [Difference]) -> [String] {
        differences.map { "\($0.facet.rawValue) \($0.subject) \($0.count)" }.sorted()
    }

    private func readBack(_ scene: MeshScene, _ variant: String, ignoringOrigin: Bool) throws -> (MeshScene, WritePlan)
    {
        let format = PLYFormat()
        let plan = try format.plan(Content(scene), variant: variant, options: WriteOptions())
        let output = Output(memoryNamed: "out.ply")
        try format.write(plan, to: output)
        var options = ReadOptions()
        if ignoringOrigin { options.options["origin"] = "ignore" }
        options.strictInput = true
        for file in output.sideFiles() { options.sideFiles[file.name] = .bytes(file.bytes) }
        let document = try format.read(.bytes(output.mainBytes(), name: "out.ply"), options: options)
        return (document.scene, plan)
    }

    /// Checks the law for a scene in all variants, and returns the codes of its losses.
    @discardableResult
    private func check(_ scene: MeshScene) throws -> [String] {
        var codes: [String] = []
        for variant in ["ply.binary", "ply.ascii", "ply.binary-big-endian"] {
            let (foreign, plan) = try readBack(scene, variant, ignoringOrigin: true)
            let found = Comparison.differences(from: scene, to: foreign, by: plan.correspondence)
            let told = plan.losses.map { "\($0.code.facet.rawValue) \($0.subject) \($0.count)" }.sorted()
            #expect(lines(found) == told)
            let (own, _) = try readBack(scene, variant, ignoringOrigin: false)
            let left = Comparison.differences(from: scene, to: own, by: plan.correspondence)
            let kept = plan.losses.filter { $0.severity != .reencoded }
            #expect(
                lines(left) == kept.map { "\($0.code.facet.rawValue) \($0.subject) \($0.count)" }.sorted())
            codes = plan.losses.map { "\($0.code.rawValue) \($0.subject) \($0.count)" }
        }
        return codes.sorted()
    }

    private func positions(_ count: Int) -> Attribute {
        Attribute(.position, Column((0..<count * 3).map { Float($0) / 3 }, components: 3))
    }

    private func square(
        pools: [Attribute] = [], corners: [CornerAttribute] = [], attributes: [Attribute] = []
    ) -> MeshScene {
        let set = VertexSet(count: 4, attributes: [positions(4)] + attributes, pools: pools)
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([Int32(0), 1, 2, 0, 2, 3]), cornerAttributes: corners)
        return MeshScene(vertexSets: [set], primitives: [faces])
    }

    private let uv = Attribute(
        .texCoord(0), Column([Float(0), 0, 1, 0, 1, 1, 0, 1], components: 2), frame: .bottomLeftUV)

    @Test func aPlainMeshLosesNothing() throws {
        #expect(try check(square()).isEmpty)
    }

    @Test func normalsOfCornersThatAgreePerVertexBecomeVertexNormals() throws {
        let normals = Attribute(.normal, Column([Float(0), 0, 1, 0, 1, 0], components: 3))
        let scene = square(
            pools: [normals], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 0, 0, 0, 1]))])
        #expect(try check(scene).isEmpty)
    }

    @Test func verticesWithSeveralNormalsAreRepeated() throws {
        let normals = Attribute(.normal, Column([Float(0), 0, 1, 0, 1, 0, 1, 0, 0, 1, 1, 1], components: 3))
        let scene = square(
            pools: [normals], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 0, 2, 2, 1]))],
            attributes: [
                Attribute(AttributeSemantic(name: "quality"), Column([Double(1), 2, 3, 4])),
                Attribute(
                    AttributeSemantic(name: "tags"), Column([Int16(1), 2, 3]), offsets: Column([Int32(0), 1, 1, 3, 3])),
            ])
        #expect(
            try check(scene) == ["interpolation.split /vertexSets/0 2", "values.unreferenced /vertexSets/0/pools/0 1"])
    }

    @Test func cornersWithoutANormalGetOneWithAWord() throws {
        let normals = Attribute(.normal, Column([Float(0), 0, 1, 0, 1, 0], components: 3))
        let scene = square(
            pools: [normals], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 0, -1, -1, -1]))])
        #expect(try check(scene) == ["attribute.filled /vertexSets/0/pools/0 3"])
    }

    @Test func seamsAreKeptInTheListsOfFaces() throws {
        let scene = square(
            pools: [uv], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 2, 3, 2, 1]))])
        let codes = try check(scene)
        #expect(codes == ["interpolation.flattened /vertexSets/0/pools/0 2"])
    }

    @Test func equalTextureCoordinatesThatWereNotSharedCannotBeToldApart() throws {
        let pool = Attribute(
            .texCoord(0), Column([Float(0), 0, 0, 0, 1, 1, 0, 1, 5, 5], components: 2), frame: .bottomLeftUV)
        let scene = square(
            pools: [pool], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 2, 3, 2, 1]))])
        #expect(
            try check(scene) == [
                "interpolation.flattened /vertexSets/0/pools/0 2", "values.unreferenced /vertexSets/0/pools/0 1",
            ])
    }

    @Test func facesAndCornersWithoutTextureCoordinates() throws {
        let scene = square(
            pools: [uv], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), -1, 2, -1, -1, -1]))])
        #expect(
            try check(scene) == [
                "attribute.filled /vertexSets/0/pools/0 1", "values.unreferenced /vertexSets/0/pools/0 2",
            ])
    }

    @Test func aPoolWithARowForEachCornerArrivesWhole() throws {
        let pool = Attribute(
            .texCoord(0), Column((0..<12).map { Double($0) }, components: 2), frame: .bottomLeftUV)
        #expect(try check(square(pools: [pool], corners: [CornerAttribute(pool: 0, indices: nil)])).isEmpty)
    }

    @Test(arguments: [1, 3])
    func textureCoordinatesOfOneOrThreeComponents(components: Int) throws {
        let pool = Attribute(
            .texCoord(0), Column((0..<6 * components).map { Float($0) }, components: components), frame: .bottomLeftUV)
        try check(square(pools: [pool], corners: [CornerAttribute(pool: 0, indices: nil)]))
    }

    @Test func floatColoursOfEightBitsAreWrittenAsBytesAndComeBack() throws {
        let codes = [Float(0), 1, 128, 255, 7, 9, 10, 20, 30, 254, 253, 252].map { $0 / 255 }
        let color = Attribute(.color(0), Column(codes, components: 3), frame: .srgb)
        var scene = square(attributes: [color])
        scene.meshes[0].primitives[0].elementAttributes = [
            Attribute(.color(0), Column(codes.prefix(8).map { $0 }, components: 4), frame: .srgb)
        ]
        #expect(
            try check(scene) == [
                "color.reencoded /meshes/0/primitives/0/COLOR_0 2", "color.reencoded /vertexSets/0/COLOR_0 4",
            ])
    }

    @Test func otherFloatColoursStayFloats() throws {
        let color = Attribute(.color(0), Column((0..<16).map { Float($0) / 19 }, components: 4), frame: .srgb)
        #expect(try check(square(attributes: [color])).isEmpty)
        let wide = Attribute(
            .color(0), Column((0..<12).map { Double($0) * 20 }, components: 3),
            frame: Frame(colorSpace: .srgb, scale: 255))
        #expect(try check(square(attributes: [wide])).isEmpty)
    }

    @Test func namesThatReadersWouldTakeForSomethingElseAreChanged() throws {
        let custom = ["u", "v", "red", "green", "blue", "a b", "ny"].map {
            Attribute(AttributeSemantic(name: $0), Column([UInt8(1), 2, 3, 4]))
        }
        try check(square(attributes: custom))
    }

    @Test func weightsAndSecondColoursOfOneSet() throws {
        let attributes = [
            Attribute(.weight, Column([Float(1), 2, 3, 4])),
            Attribute(.color(1), Column((0..<12).map { UInt8($0) }, components: 3), normalized: true, frame: .srgb),
            Attribute(AttributeSemantic(name: "jacobian"), Column((0..<36).map { Float($0) }, components: 9)),
        ]
        #expect(
            try check(square(attributes: attributes)) == [
                "attribute.dropped /vertexSets/0/COLOR_1 4", "attribute.dropped /vertexSets/0/jacobian 4",
                // Other readers find an attribute called `weight`, and no weights.
                "name.changed /vertexSets/0/WEIGHT 1",
            ])
    }

    @Test func valuesOfTwoToFourNumbersAreKept() throws {
        let named: [(String, Int)] = [("flow", 2), ("velocity", 3), ("TANGENT", 4), ("a b", 2), ("x_y", 3)]
        let attributes = named.map { name, width in
            Attribute(
                AttributeSemantic(name: name), Column((0..<4 * width).map { Float($0) / 3 }, components: width))
        }
        #expect(try check(square(attributes: attributes)) == ["name.changed /vertexSets/0/a b 1"])
        let (scene, _) = try readBack(square(attributes: attributes), "ply.ascii", ignoringOrigin: true)
        #expect(
            scene.vertexSets[0].attributes.map(\.semantic.name).sorted()
                == ["POSITION", "TANGENT", "a_b", "flow", "velocity", "x_y"])
        var faces = square(attributes: [])
        faces.meshes[0].primitives[0].elementAttributes = [
            Attribute(AttributeSemantic(name: "plane"), Column((0..<8).map { Double($0) }, components: 4))
        ]
        #expect(try check(faces).isEmpty)
    }

    /// A reader would join them.
    @Test func singleNumbersThatLookLikeComponentsAreRenamed() throws {
        func numbers(_ name: String, _ width: Int = 1) -> Attribute {
            Attribute(
                AttributeSemantic(name: name), Column((0..<4 * width).map { Float($0) }, components: width))
        }
        let named = ["name.changed /vertexSets/0/a_y 1"]
        #expect(try check(square(attributes: [numbers("a_x"), numbers("a_y")])) == named)
        #expect(
            try check(square(attributes: [numbers("a", 2), numbers("a_z")])) == ["name.changed /vertexSets/0/a_z 1"])
        #expect(
            try check(square(attributes: [numbers("a", 2), numbers("a_x")])) == ["name.changed /vertexSets/0/a_x 1"])
        #expect(try check(square(attributes: [numbers("a_y"), numbers("a_x"), numbers("_x"), numbers("_y")])).isEmpty)
    }

    @Test func polylinesBecomeSegmentsAndPointsStay() throws {
        let lines = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 4, arity: .offsets(Column([Int32(0), 2, 5, 6, 10])),
            vertices: Column([Int32(0), 1, 1, 2, 3, 0, 3, 2, 1, 0]),
            elementAttributes: [Attribute(AttributeSemantic(name: "id"), Column([Int32(5), 6, 7, 8]))])
        let points = Primitive(
            topology: .points, vertexSet: 0, elementCount: 2, arity: .uniform(1), vertices: Column([UInt32(3), 1]),
            elementAttributes: [Attribute(AttributeSemantic(name: "size"), Column([Float(5), 6]))])
        var scene = square()
        scene.meshes[0].primitives.insert(lines, at: 0)
        scene.meshes[0].primitives.append(points)
        #expect(
            try check(scene) == [
                "topology.dropped /meshes/0/primitives/0 1", "topology.segmented /meshes/0/primitives/0 2",
            ])
    }

    @Test func segmentsAlone() throws {
        let lines = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 2, arity: .uniform(2), vertices: Column([Int32(0), 1, 1, 2]))
        let scene = MeshScene(vertexSets: [VertexSet(count: 4, attributes: [positions(4)])], primitives: [lines])
        #expect(try check(scene).isEmpty)
    }

    @Test func aCloudNeedsNoElementAndPointsOfSomeVerticesDo() throws {
        let set = VertexSet(count: 4, attributes: [positions(4)])
        #expect(try check(MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: 4)])).isEmpty)
        let some = Primitive(
            topology: .points, vertexSet: 0, elementCount: 1, arity: .uniform(1), vertices: Column([Int8(2)]))
        #expect(try check(MeshScene(vertexSets: [set], primitives: [some])).isEmpty)
        #expect(
            try check(MeshScene(vertexSets: [set], primitives: [])) == ["topology.generated /meshes/0/primitives/0 4"])
    }

    @Test func verticesWithoutElementsOfAnEmptyScene() throws {
        #expect(try check(MeshScene()).isEmpty)
    }

    @Test func meshesNodesGroupsAndNames() throws {
        var scene = square()
        scene.meshes[0].name = "Sofa"
        scene.nodes[0].name = "Room"
        scene.meshes[0].primitives[0].subsetFamilies = [
            SubsetFamily(name: "groups", subsets: [Subset(name: "a", ranges: [0..<1]), Subset(name: "b", ranges: [])])
        ]
        #expect(
            try check(scene) == [
                "name.dropped /meshes/0 1", "name.dropped /nodes/0 1",
                "subset.dropped /meshes/0/primitives/0/subsets/groups 2",
            ])
        scene.meshes.append(scene.meshes[0])
        scene.nodes.append(Node(name: "Other", mesh: 1))
        scene.scenes = [SceneRoot(roots: [0, 1])]
        #expect(
            try check(scene) == [
                "hierarchy.baked /meshes 2", "hierarchy.baked /nodes 2",
                "subset.dropped /meshes/0/primitives/0/subsets/groups 2",
                "subset.dropped /meshes/1/primitives/0/subsets/groups 2",
            ])
    }

    @Test func primitivesOfOneMeshAreMergedAndTheirAttributesFilled() throws {
        var scene = square()
        var quads = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(4),
            vertices: Column([UInt16(0), 1, 2, 3], components: 4))
        quads.elementAttributes = [Attribute(.smoothingGroup, Column([UInt32(7)]))]
        scene.meshes[0].primitives.append(quads)
        #expect(
            try check(scene) == [
                "attribute.filled /meshes/0/primitives/0/SMOOTHING_GROUP 2", "primitives.merged /meshes/0 1",
            ])
    }

    @Test func severalVertexSetsBecomeOne() throws {
        var scene = square()
        var second = VertexSet(count: 3, attributes: [positions(3)])
        second.attributes.append(Attribute(AttributeSemantic(name: "quality"), Column([Float(1), 2, 3])))
        scene.vertexSets.append(second)
        scene.meshes[0].primitives.append(
            Primitive(
                topology: .polygons, vertexSet: 1, elementCount: 1, arity: .uniform(3),
                vertices: Column([UInt32(0), 1, 2])))
        #expect(
            try check(scene) == ["attribute.filled /vertexSets/0/quality 4", "primitives.merged /meshes/0 1"])
    }

    @Test func materialsKeepTheirImagesAndFacesTheirNumbers() throws {
        var scene = square(
            pools: [uv], corners: [CornerAttribute(pool: 0, indices: Column([Int32(0), 1, 2, 0, 2, 3]))])
        scene.images = [
            SceneImage(uri: "a b.png"), SceneImage(uri: "c.png", bytes: [1, 2, 3]), SceneImage(uri: "d.png"),
        ]
        scene.textures = [Texture(image: 0), Texture(image: 1), Texture(image: 2)]
        scene.materials = [
            SceneMaterial(name: "bare", parameters: [MaterialParameter("baseColor", [1, 0, 0])]),
            SceneMaterial(
                name: "first", parameters: [MaterialParameter("roughness", [1])],
                textures: [TextureSlot("baseColor", texture: 0), TextureSlot("normal", texture: 2)]),
            SceneMaterial(textures: [TextureSlot("baseColor", texture: 1)]),
        ]
        scene.meshes[0].primitives[0].material = .perElement(Column([Int32(2), 0]))
        #expect(
            try check(scene) == [
                // A roughness of 1 is what a file without materials means anyway.
                "interpolation.flattened /vertexSets/0/pools/0 2", "material.approximated /materials/1 1",
                "material.dropped /materials/0 1", "name.dropped /materials/1 1",
                "texture.dropped /images/2 1",
            ])
        scene.materials = [SceneMaterial(textures: [TextureSlot("baseColor", texture: 0)])]
        scene.images = [SceneImage(uri: "a b.png")]
        scene.textures = [Texture(image: 0)]
        scene.meshes[0].primitives[0].material = .one(0)
        #expect(try check(scene) == ["interpolation.flattened /vertexSets/0/pools/0 2"])
    }

    @Test func commentsAndTablesAreKeptAndOtherMetadataIsNot() throws {
        var scene = square()
        scene.metadata = [
            MetadataEntry(key: "comment", value: "made by hand"), MetadataEntry(key: "obj_info", value: "num_cols 5"),
            MetadataEntry(key: "comment", value: ""), MetadataEntry(key: "generator", value: "x"),
            MetadataEntry(key: "comment", value: "two\nlines"), MetadataEntry(key: "comment", value: "  indented "),
        ]
        scene.tables = [
            SceneTable(
                name: "camera", rowCount: 1,
                columns: [
                    Attribute(AttributeSemantic(name: "focal"), Column([Double(35.5)])),
                    Attribute(
                        AttributeSemantic(name: "ids"), Column([Int64(1 << 60), 2]), offsets: Column([Int32(0), 2])),
                ]),
            SceneTable(
                name: "vertex", rowCount: 2, columns: [Attribute(AttributeSemantic(name: "a"), Column([Int8(1), 2]))]),
            SceneTable(name: "empty", rowCount: 0, columns: [Attribute(AttributeSemantic(name: "a"), .empty(.int8))]),
        ]
        scene.upAxis = .z
        scene.metersPerUnit = 0.01
        #expect(
            try check(scene) == [
                "axis.dropped /upAxis 1", "metadata.dropped /metadata/comment 1",
                "metadata.dropped /metadata/generator 1",
                // A number of 60 bits is in no type that other programs read.
                "table.dropped /tables/0 1", "table.dropped /tables/1 2", "unit.dropped /metersPerUnit 1",
            ])
    }

    @Test func facesWithMoreThan255Corners() throws {
        let set = VertexSet(count: 300, attributes: [positions(300)])
        let faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .offsets(Column([Int64(0), 300, 303])),
            vertices: Column((0..<300).map { Int32($0) } + [0, 1, 2]))
        #expect(try check(MeshScene(vertexSets: [set], primitives: [faces])).isEmpty)
    }

    @Test func transformsAndInstancesAreRefused() {
        var scene = square()
        scene.nodes[0].transform = .trs(translation: [1, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1])
        #expect(throws: WriteError.self) {
            try PLYFormat().plan(Content(scene), variant: "ply.binary", options: WriteOptions())
        }
    }

    @Test(arguments: ["ply.binary", "ply.ascii", "ply.binary-big-endian"])
    func theBytesDoNotDependOnTheNumberOfThreads(variant: String) throws {
        let count = 40_000
        let set = VertexSet(
            count: count,
            attributes: [
                positions(count), Attribute(AttributeSemantic(name: "q"), Column((0..<count).map { Int16($0 % 999) })),
            ])
        let scene = MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: count)])
        let one = try written(scene, as: variant, threads: 1).bytes
        #expect(try written(scene, as: variant, threads: 3).bytes == one)
    }
}
