import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatOBJ

@Suite struct OBJWriterTests {
    @Test func aTriangleIsThreeVerticesAndAFaceThatCountsFromOne() throws {
        let written = try write(MeshScene(vertexSets: [triangle()], primitives: [face()]))
        #expect(written.text == lines("v 0 0 0", "v 1 0 0", "v 0 0.1 0", "f 1 2 3"))
        #expect(written.losses.isEmpty)
        #expect(written.sides.isEmpty)
    }

    @Test func aFileOfNothingHasItsRecord() throws {
        #expect(try write(MeshScene()).text == "# meshconv-origin {\"v\":1}\n")
        var scene = MeshScene()
        scene.metadata = [MetadataEntry(key: "comment", value: "nothing")]
        let text = try write(scene).text
        #expect(text == lines("# meshconv-origin {\"v\":1}", "# nothing"))
        #expect(try readOBJ(text).diagnostics.map(\.severity) == [.warning])
    }

    @Test func aCloudIsItsVertices() throws {
        let scene = MeshScene(vertexSets: [triangle()], primitives: [.cloud(vertexSet: 0, count: 3)])
        let written = try write(scene)
        #expect(written.text == lines("v 0 0 0", "v 1 0 0", "v 0 0.1 0"))
        #expect(written.losses.isEmpty)
    }

    @Test func pointsOnSomeVerticesAreOneALine() throws {
        let points = Primitive(
            topology: .points, vertexSet: 0, elementCount: 2, arity: .uniform(1), vertices: Column([2, 0] as [Int32]))
        let written = try write(MeshScene(vertexSets: [triangle()], primitives: [points]))
        #expect(written.text == lines("v 0 0 0", "v 1 0 0", "v 0 0.1 0", "p 3", "p 1"))
    }

    @Test func polygonsAndPolylinesKeepTheirCorners() throws {
        let set = VertexSet(
            count: 4,
            attributes: [
                Attribute(.position, Column([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0] as [Float], components: 3))
            ])
        let polygons = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .offsets(Column([0, 4, 7] as [Int32])),
            vertices: Column([0, 1, 2, 3, 0, 2, 3] as [Int32]))
        let polyline = Primitive(
            topology: .lines, vertexSet: 0, elementCount: 1, arity: .uniform(4),
            vertices: Column([0, 1, 2, 3] as [Int32]))
        let written = try write(MeshScene(vertexSets: [set], primitives: [polygons, polyline]))
        #expect(written.text.hasSuffix(lines("f 1 2 3 4", "f 1 3 4", "l 1 2 3 4")))
        #expect(written.losses.isEmpty)
    }

    @Test func eightBitColoursAreTheShortestFloatsOfTheirCodes() throws {
        let colors = Attribute(
            .color(0), Column([255, 0, 1, 128, 64, 32, 254, 2, 127] as [UInt8], components: 3), normalized: true,
            frame: .srgb)
        let written = try write(MeshScene(vertexSets: [triangle([colors])], primitives: [face()]))
        #expect(
            written.text
                == lines(
                    #"# meshconv-origin {"v":1,"attributes":{"/COLOR_0":{"type":"uint8","normalized":true,"colorSpace":"srgb"}}}"#,
                    "v 0 0 0 1 0 0.003921569", "v 1 0 0 0.5019608 0.2509804 0.1254902",
                    "v 0 0.1 0 0.99607843 0.007843138 0.49803922", "f 1 2 3"))
        #expect(words(written.losses) == ["color.reencoded re-encoded /vertexSets/0/COLOR_0 3"])
        #expect(written.links.attributes.last?.codec == .normalized(.uint8))
    }

    @Test func alphaAndWhatIsOutsideOfTheRangeIsTold() throws {
        let colors = Attribute(
            .color(0), Column([1.25, 0, 0, 1, 0.5, 0.5, 0.5, 0.5, 0, -1, 0, 9] as [Float], components: 4), frame: .srgb)
        let written = try write(MeshScene(vertexSets: [triangle([colors])], primitives: [face()]))
        #expect(written.text == lines("v 0 0 0 1 0 0", "v 1 0 0 0.5 0.5 0.5", "v 0 0.1 0 0 0 0", "f 1 2 3"))
        #expect(
            words(written.losses) == [
                "attribute.dropped dropped /vertexSets/0/COLOR_0.3 3",
                "value.clamped approximated /vertexSets/0/COLOR_0 2",
            ])
        #expect(written.losses.last?.largestError == 1)
    }

    @Test func thePlainVariantHasNoColours() throws {
        let colors = Attribute(
            .color(0), Column([UInt8](repeating: 9, count: 9), components: 3), normalized: true, frame: .srgb)
        let written = try write(
            MeshScene(vertexSets: [triangle([colors])], primitives: [face()]), variant: "obj.plain")
        #expect(written.text == lines("v 0 0 0", "v 1 0 0", "v 0 0.1 0", "f 1 2 3"))
        #expect(words(written.losses) == ["attribute.dropped dropped /vertexSets/0/COLOR_0 3"])
    }

    @Test func vertexNormalsAndTextureCoordinatesHaveTheNumbersOfTheirVertices() throws {
        let normals = Attribute(.normal, Column([0, 0, 1, 0, 0, 1, 0, 0, 1] as [Float], components: 3))
        let texCoords = Attribute(
            .texCoord(0), Column([0, 0, 1, 0, 0, 1] as [Float], components: 2), frame: .bottomLeftUV)
        let written = try write(MeshScene(vertexSets: [triangle([normals, texCoords])], primitives: [face()]))
        #expect(
            written.text
                == lines(
                    "v 0 0 0", "v 1 0 0", "v 0 0.1 0", "vt 0 0", "vt 1 0", "vt 0 1", "vn 0 0 1", "vn 0 0 1", "vn 0 0 1",
                    "f 1/1/1 2/2/2 3/3/3"))
        #expect(written.losses.isEmpty)
        #expect(written.links.attributes.map(\.target).contains("/vertexSets/0/NORMAL"))
    }

    @Test func cornersWithoutAValueHaveNoNumber() throws {
        let texCoords = Attribute(.texCoord(0), Column([0.5, 0.25] as [Float], components: 2), frame: .bottomLeftUV)
        let normals = Attribute(.normal, Column([0, 0, 1] as [Float], components: 3))
        let scene = MeshScene(
            vertexSets: [triangle(pools: [texCoords, normals])],
            primitives: [
                face([
                    CornerAttribute(pool: 0, indices: Column([0, -1, 0] as [Int32])),
                    CornerAttribute(pool: 1, indices: Column([-1, 0, 0] as [Int32])),
                ])
            ])
        let written = try write(scene)
        #expect(written.text.hasSuffix(lines("vt 0.5 0.25", "vn 0 0 1", "f 1/1 2//1 3/1/1")))
        #expect(written.losses.isEmpty)
        #expect(written.links.attributes.map(\.target).suffix(2) == ["/vertexSets/0/pools/0", "/vertexSets/0/pools/1"])
    }

    @Test func severalSetsAreOneListOfVertices() throws {
        var scene = MeshScene(vertexSets: [triangle(), triangle()], primitives: [face()])
        var second = face()
        second.vertexSet = 1
        scene.meshes.append(Mesh(primitives: [second]))
        scene.nodes = [Node(name: "a", mesh: 0), Node(name: "b", mesh: 1)]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let written = try write(scene)
        #expect(
            written.text
                == lines(
                    "v 0 0 0", "v 1 0 0", "v 0 0.1 0", "v 0 0 0", "v 1 0 0", "v 0 0.1 0", "o a", "f 1 2 3", "o b",
                    "f 4 5 6"))
        #expect(written.losses.isEmpty)
        #expect(written.links.nodes == [0, 1])
    }

    @Test func unnamedObjectsBehindTheFirstHaveABareStatement() throws {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.meshes.append(Mesh(primitives: [face()]))
        scene.nodes = [Node(mesh: 0), Node(mesh: 1)]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let written = try write(scene)
        #expect(
            written.text
                == lines(
                    "v 0 0 0", "v 1 0 0", "v 0 0.1 0", "f 1 2 3", "o", "f 1 2 3"))
        #expect(written.losses.isEmpty)
    }

    @Test("scenes that would list the objects of one tree thousands of times are lost, not recorded")
    func scenesBeyondTheRecord() throws {
        for (count, isRecorded) in [(1_000, true), (OBJHierarchy.mostRoots / 2 + 1, false)] {
            var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
            scene.meshes.append(Mesh(primitives: [face()]))
            scene.nodes = [Node(name: "a", mesh: 0), Node(name: "b", mesh: 1)]
            scene.scenes = [SceneRoot](repeating: SceneRoot(roots: [0, 1]), count: count)
            scene.defaultScene = 0
            let losses = try write(scene).losses.filter { $0.name == "scenes" }
            #expect(losses.map(\.count) == [count])
            #expect(losses.map(\.severity) == [isRecorded ? .reencoded : .dropped])
        }
    }

    @Test func groupsSmoothingAndMaterialsStandWhereTheyChange() throws {
        var faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 4, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2, 0, 1, 2, 0, 1, 2] as [Int32]))
        faces.elementAttributes = [Attribute(.smoothingGroup, Column([0, 0, 1, 1] as [UInt32]))]
        faces.subsetFamilies = [
            SubsetFamily(
                name: "groups",
                subsets: [Subset(name: "a", ranges: [0..<2]), Subset(name: "b", ranges: [1..<3])])
        ]
        faces.material = .perElement(Column([-1, 0, 0, 1] as [Int32]))
        var scene = MeshScene(vertexSets: [triangle()], primitives: [faces])
        scene.materials = [
            SceneMaterial(
                name: "red paint",
                parameters: [
                    MaterialParameter("baseColor", [0.9, 0.1, 0.2]), MaterialParameter("alpha", [0.5]),
                    MaterialParameter("roughness", [0.25]),
                ]),
            SceneMaterial(name: "blue"),
        ]
        let written = try write(scene)
        #expect(
            written.text
                == lines(
                    "mtllib room.mtl", "v 0 0 0", "v 1 0 0", "v 0 0.1 0", "g a", "s off", "f 1 2 3", "g a b",
                    "usemtl red paint", "f 1 2 3", "g b", "s 1", "f 1 2 3", "g default", "usemtl blue", "f 1 2 3"))
        #expect(
            written.sides == [
                "room.mtl": lines("newmtl red paint", "Kd 0.9 0.1 0.2", "d 0.5", "Pr 0.25", "", "newmtl blue")
            ])
        #expect(written.losses.isEmpty)
    }

    @Test func aBareStatementEndsTheMaterial() throws {
        var faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 3, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2, 0, 1, 2] as [Int32]))
        faces.material = .perElement(Column([0, -1, 0] as [Int32]))
        var bare = face()
        bare.topology = .lines
        var scene = MeshScene(vertexSets: [triangle()], primitives: [faces, bare])
        scene.materials = [SceneMaterial(name: "m")]
        let written = try write(scene)
        #expect(
            written.text.hasSuffix(
                lines("usemtl m", "f 1 2 3", "usemtl", "f 1 2 3", "usemtl m", "f 1 2 3", "usemtl", "l 1 2 3")))
        #expect(written.losses.isEmpty)
    }

    @Test func facesThatAreMetalWithoutAMaterialGetOne() throws {
        var faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2] as [Int32]))
        faces.material = .perElement(Column([0, -1] as [Int32]))
        var scene = MeshScene(vertexSets: [triangle()], primitives: [faces, face()])
        scene.materials = [SceneMaterial(name: "Default")]
        scene.bareModel = .metallicRoughness
        let written = try write(scene)
        #expect(
            written.text.hasSuffix(
                lines("usemtl Default", "f 1 2 3", "usemtl Default_2", "f 1 2 3", "f 1 2 3")))
        #expect(written.sides["room.mtl"]?.hasSuffix(lines("newmtl Default_2", "Kd 1 1 1", "Pm 1", "Pr 1")) == true)
        #expect(
            words(written.losses) == [
                "material.generated re-encoded /materials/1 1",
                "material.generated re-encoded /meshes/0/primitives/0/material 1",
                "material.generated re-encoded /meshes/0/primitives/1/material 1",
                "primitives.merged re-encoded /meshes/0 1",
            ])
    }

    @Test func materialsWithoutNamesGetNamesThatNobodyHas() throws {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.materials = [
            SceneMaterial(), SceneMaterial(name: "material_1"), SceneMaterial(name: "a\nb"),
            SceneMaterial(
                name: "a_b",
                parameters: [MaterialParameter("transmission", [1]), MaterialParameter("baseColor", [1])]),
        ]
        let written = try write(scene)
        #expect(
            written.sides["room.mtl"]
                == lines("newmtl material_1_2", "", "newmtl material_1", "", "newmtl a_b_2", "", "newmtl a_b"))
        #expect(
            written.text.hasPrefix(
                lines(
                    #"# meshconv-origin {"v":1,"materials":[null,"material_1","a\nb","a_b"]}"#, "mtllib room.mtl")))
        #expect(
            words(written.losses) == [
                "name.changed re-encoded /materials/0 1", "name.changed re-encoded /materials/2 1",
                "material.approximated dropped /materials/3 1",
                // What can't be a colour is left out, which means white.
                "material.changed approximated /materials/3 1",
            ])
    }

    @Test func smoothingGroupsAreOfFaces() throws {
        var line = face()
        line.topology = .lines
        line.elementAttributes = [Attribute(.smoothingGroup, Column([3] as [UInt32]))]
        var smooth = face()
        smooth.elementAttributes = [Attribute(.smoothingGroup, Column([-4] as [Int16]))]
        var scene = MeshScene(vertexSets: [triangle()], primitives: [line, smooth])
        scene.meshes.append(Mesh(primitives: [face()]))
        scene.nodes = [Node(name: "a", mesh: 0), Node(name: "b", mesh: 1)]
        let written = try write(scene)
        #expect(written.text.hasSuffix(lines("o a", "l 1 2 3", "s off", "f 1 2 3", "o b", "f 1 2 3")))
        #expect(
            words(written.losses) == [
                "attribute.dropped dropped /meshes/0/primitives/0/SMOOTHING_GROUP 1",
                "attribute.reencoded approximated /meshes/0/primitives/1/SMOOTHING_GROUP 1",
                "value.clamped approximated /meshes/0/primitives/1/SMOOTHING_GROUP 1",
                "attribute.filled generated /meshes/1/primitives/0/SMOOTHING_GROUP 1",
            ])
    }

    @Test func normalsOfLinesHaveNoPlace() throws {
        var line = face([CornerAttribute(pool: 0, indices: Column([0, 1, -1] as [Int32]))])
        line.topology = .lines
        let normals = Attribute(.normal, Column([0, 0, 1, 1, 0, 0] as [Float], components: 3))
        let faces = face([CornerAttribute(pool: 0, indices: Column([1, 1, 1] as [Int32]))])
        let written = try write(MeshScene(vertexSets: [triangle(pools: [normals])], primitives: [faces, line]))
        #expect(written.text.hasSuffix(lines("vn 0 0 1", "vn 1 0 0", "f 1//2 2//2 3//2", "l 1 2 3")))
        #expect(
            words(written.losses) == [
                "attribute.dropped dropped /vertexSets/0/pools/0 2",
                "interpolation.flattened approximated /vertexSets/0/pools/0 1",
            ])
    }

    @Test func imagesThatAreMissingUnderOneNameAreOne() throws {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.images = [SceneImage(uri: "a.png"), SceneImage(uri: "a.png")]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(
                name: "m", textures: [TextureSlot("baseColor", texture: 0), TextureSlot("alpha", texture: 1)])
        ]
        let written = try write(scene)
        #expect(written.sides["room.mtl"] == lines("newmtl m", "map_Kd a.png", "map_d a.png"))
        #expect(
            words(written.losses) == [
                "texture.shared approximated /materials/0 1", "texture.dropped dropped /images/1 1",
            ])
    }

    @Test func groupsAreToldWhenAReaderDoesNotFindThem() throws {
        var faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: 2, arity: .uniform(3),
            vertices: Column([0, 1, 2, 0, 1, 2] as [Int32]))
        faces.subsetFamilies = [
            SubsetFamily(name: "layers", subsets: [Subset(name: "x", ranges: [0..<1])]),
            SubsetFamily(
                name: "groups",
                subsets: [Subset(name: "late", ranges: [1..<2]), Subset(name: "early", ranges: [0..<1])]),
        ]
        var written = try write(MeshScene(vertexSets: [triangle()], primitives: [faces]))
        #expect(written.text.hasSuffix(lines("g early", "f 1 2 3", "g late", "f 1 2 3")))
        #expect(
            words(written.losses) == [
                "subset.dropped dropped /meshes/0/primitives/0/subsets/layers 1",
                "subset.reordered approximated /meshes/0/primitives/0/subsets/groups 1",
            ])
        faces.subsetFamilies[1].subsets = [Subset(name: "none", ranges: []), Subset(name: "a b", ranges: [0..<2])]
        written = try write(MeshScene(vertexSets: [triangle()], primitives: [faces]))
        #expect(written.text.hasSuffix(lines("g a_b", "f 1 2 3", "f 1 2 3")))
        #expect(words(written.losses).last == "subset.dropped dropped /meshes/0/primitives/0/subsets/groups 2")
    }

    @Test func verticesThatNothingUsesAreReadAsPoints() throws {
        let written = try write(MeshScene(vertexSets: [triangle()], primitives: []))
        #expect(written.text == lines("v 0 0 0", "v 1 0 0", "v 0 0.1 0"))
        #expect(words(written.losses) == ["topology.generated generated /meshes/0/primitives/0 3"])
    }

    @Test func floatsBesideDoublesAreSpelledAsDoubles() throws {
        let doubles = VertexSet(
            count: 1, attributes: [Attribute(.position, Column([0.1234567890123, 0, 0], components: 3))])
        let floats = VertexSet(
            count: 1, attributes: [Attribute(.position, Column([0.1, 0, 0] as [Float], components: 3))])
        let points = Primitive(
            topology: .points, vertexSet: 0, elementCount: 1, arity: .uniform(1), vertices: Column([0] as [Int32]))
        let written = try write(MeshScene(vertexSets: [doubles, floats], primitives: [points]))
        #expect(written.text == lines("v 0.1234567890123 0 0", "v 0.10000000149011612 0 0", "p 1"))
        #expect(words(written.losses) == ["attribute.reencoded approximated /vertexSets/1/POSITION 1"])
    }

    @Test func imagesAreNamedAfterTheOutput() throws {
        var primitive = face()
        primitive.material = .one(0)
        var scene = MeshScene(vertexSets: [triangle()], primitives: [primitive])
        scene.images = [SceneImage(uri: "my wood.JPG", bytes: Array("jpeg".utf8)), SceneImage(uri: "bump map.png")]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(
                name: "wood",
                textures: [
                    TextureSlot("baseColor", texture: 0, options: [TextureOption("-s", ["2", "2", "1"])]),
                    TextureSlot("bump", texture: 1),
                ])
        ]
        let written = try write(scene)
        #expect(
            written.sides == [
                "room.mtl": lines("newmtl wood", "map_Kd -s 2 2 1 room_texture0.JPG", "map_Bump bump map.png"),
                "room_texture0.JPG": "jpeg",
            ])
        // The path of a file is layout: nothing is lost or recorded.
        #expect(written.text.hasPrefix("mtllib room.mtl\n"))
        #expect(written.losses.isEmpty)
    }

    @Test func namesOfImagesAreKeptForTheWayBackAndReferencesThatCantBeSpelled() throws {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.images = [
            SceneImage(uri: "a.png", bytes: Array("png".utf8), name: "Wood"), SceneImage(uri: "lost\nfile.png"),
        ]
        scene.textures = [Texture(image: 0), Texture(image: 1)]
        scene.materials = [
            SceneMaterial(
                name: "wood",
                textures: [TextureSlot("baseColor", texture: 0), TextureSlot("bump", texture: 1)])
        ]
        let written = try write(scene)
        #expect(
            written.text.hasPrefix(
                ##"# meshconv-origin {"v":1,"images":[null,"lost\nfile.png"],"imageNames":["Wood",null]}"##))
        #expect(
            words(written.losses) == [
                "name.dropped re-encoded /images/0 1", "name.changed re-encoded /images/1 1",
            ])
    }

    @Test func metadataIsComments() throws {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.metadata = [
            MetadataEntry(key: "comment", value: "made by hand"),
            MetadataEntry(key: "obj_info", value: "num_cols 512"),
            MetadataEntry(key: "comment", value: "two\nlines"),
            MetadataEntry(key: "author", value: "me"),
        ]
        let written = try write(scene)
        #expect(written.text.hasPrefix(lines("# made by hand", "# obj_info num_cols 512", "v 0 0 0")))
        #expect(
            words(written.losses) == [
                "metadata.dropped dropped /metadata/author 1", "metadata.dropped dropped /metadata/comment 1",
            ])
    }

    @Test func namesThatLinesCannotCarryAreChangedAndRemembered() throws {
        var faces = face()
        faces.subsetFamilies = [
            SubsetFamily(name: "groups", subsets: [Subset(name: "all of it", ranges: [0..<1])])
        ]
        var scene = MeshScene(vertexSets: [triangle()], primitives: [faces])
        scene.nodes[0].name = " a # b\n"
        let written = try write(scene)
        #expect(
            written.text
                == lines(
                    #"# meshconv-origin {"v":1,"nodes":[" a # b\n"],"groups":[["all_of_it","all of it"]]}"#, "v 0 0 0",
                    "v 1 0 0", "v 0 0.1 0", "o _a _ b_", "g all_of_it", "f 1 2 3"))
        #expect(
            words(written.losses) == [
                "subset.dropped re-encoded /meshes/0/primitives/0/subsets/groups 1",
                "name.changed re-encoded /nodes/0 1",
            ])
    }

    @Test func weightsStandBehindPositions() throws {
        let weights = Attribute(.weight, Column([1, 0.5, 1] as [Float]))
        let written = try write(MeshScene(vertexSets: [triangle([weights])], primitives: [face()]))
        #expect(written.text == lines("v 0 0 0 1", "v 1 0 0 0.5", "v 0 0.1 0 1", "f 1 2 3"))
        #expect(written.losses.isEmpty)
    }

    @Test(arguments: [2, 3, 8])
    func theBytesDoNotDependOnThreads(threads: Int) throws {
        let count = 40_000
        let positions = (0..<count * 3).map { Float($0) / 7 }
        let colors = (0..<count * 3).map { UInt8(truncatingIfNeeded: $0) }
        let set = VertexSet(
            count: count,
            attributes: [
                Attribute(.position, Column(positions, components: 3)),
                Attribute(.color(0), Column(colors, components: 3), normalized: true, frame: .srgb),
            ])
        let corners = (0..<count * 3).map { Int32($0 % count) }
        var faces = Primitive(
            topology: .polygons, vertexSet: 0, elementCount: count, arity: .uniform(3),
            vertices: Column(corners, components: 3))
        faces.elementAttributes = [
            Attribute(.smoothingGroup, Column((0..<count).map { UInt32($0 / 1000 % 3) }))
        ]
        faces.subsetFamilies = [
            SubsetFamily(name: "groups", subsets: [Subset(name: "a", ranges: [5..<20_000, 30_000..<30_001])])
        ]
        let scene = MeshScene(vertexSets: [set], primitives: [faces])
        let one = try write(scene)
        let many = try write(scene, threads: threads)
        #expect(one.text == many.text)
        #expect(one.text.split(separator: "\n").count { $0.hasPrefix("f ") } == count)
        #expect(one.text.split(separator: "\n").count { $0.hasPrefix("s ") } == 40)
    }

    @Test func scenesWithTransformsAreRefused() {
        var scene = MeshScene(vertexSets: [triangle()], primitives: [face()])
        scene.nodes[0].transform = .matrix([])
        #expect(throws: WriteError.self) { try write(scene) }
    }
}
