import MeshArchive
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

struct USDWriterTests {
    private static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 1, 2, 3]

    private static func textured() -> MeshScene {
        var scene = USDScenes.square([
            Attribute(.texCoord(0), Column([Float](repeating: 0.25, count: 8), components: 2))
        ])
        scene.images = [SceneImage(uri: "wood.png", bytes: png)]
        scene.textures = [Texture(image: 0)]
        scene.materials = [SceneMaterial(name: "Wood", textures: [TextureSlot("baseColor", texture: 0)])]
        scene.meshes[0].primitives[0].material = .one(0)
        return scene
    }

    @Test func aSquareStaysAFaceOfFourCorners() throws {
        let layer = try USDScenes.plan(USDScenes.square()).layer
        #expect(layer.numbers("/Root/Mesh.faceVertexCounts") == [4])
        #expect(layer.numbers("/Root/Mesh.faceVertexIndices") == [0, 1, 2, 3])
        #expect(layer.numbers("/Root/Mesh.extent") == [0, 0, 0, 1, 1, 0])
    }

    /// What no scene shows is written invisible; what is hidden in the file later stays hidden.
    @Test func whatNoSceneShowsIsInvisible() throws {
        var scene = USDScenes.square()
        scene.nodes = [Node(name: "shown", mesh: 0), Node(name: "kept", mesh: 0), Node(name: "other", mesh: 0)]
        scene.scenes = [SceneRoot(roots: [0, 2])]
        scene.defaultScene = 0
        let text = String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
        func visibility(_ text: String) throws -> [Bool] {
            let read = try USDScenes.read(Array(text.utf8)).scene
            #expect(read.scenes == scene.scenes)
            return read.nodes.map(\.isVisible)
        }
        #expect(text.contains("token visibility = \"invisible\""))
        #expect(try visibility(text) == [true, true, true])
        let start = try #require(text.firstRange(of: "def Xform \"other\""))
        let brace = try #require(text[start.upperBound...].firstIndex(of: "{"))
        let edited = text[...brace] + "\ntoken visibility = \"invisible\"\n" + text[brace...].dropFirst()
        #expect(try visibility(String(edited)) == [true, true, false])
    }

    private static func chain(_ count: Int) -> MeshScene {
        var scene = USDScenes.square()
        scene.nodes = (0..<count).map { Node(name: "n\($0)", children: $0 + 1 < count ? [$0 + 1] : []) }
        scene.nodes[count - 1].mesh = 0
        return scene
    }

    @Test(arguments: ["usda", "usdc"])
    func nodesAboveEachOtherAreWrittenAsDeepAsTheyAreRead(variant: String) throws {
        let back = try USDScenes.read(USDScenes.write(Self.chain(1999), variant).bytes).scene
        #expect(back.nodes.count == 1999 && back.nodes.filter { $0.mesh != nil }.count == 1)
        let error = #expect(throws: WriteError.self) { try USDScenes.plan(Self.chain(2000), variant) }
        #expect(error?.code == .unrepresentable)
    }

    /// Found in a glTF whose author wrote five digits; readers of USD use quaternions as rotations whatever their
    /// length.
    @Test(arguments: [
        (SIMD4(-0.383, 0, 0, 0.92375), SIMD4(-0.38299942, 0, 0, 0.9237486)),
        (SIMD4(0, 1.2, 0, 1.6), SIMD4(0, 0.6, 0, 0.8)), (SIMD4(), SIMD4(0, 0, 0, 1)),
    ])
    func aRotationOfAnotherLengthIsWrittenWithOneAndTold(turn: SIMD4<Double>, unit: SIMD4<Float>) throws {
        let place = SIMD3<Double>(1, 2, 3)
        func scene(_ turn: SIMD4<Double>) -> MeshScene {
            var scene = USDScenes.square()
            scene.nodes[0].transform = .trs(translation: place, rotation: turn, scale: SIMD3(1, 1, 1))
            return scene
        }
        let told = try USDScenes.plan(scene(turn)).plan.losses.filter { $0.code == .valueNormalized }
        #expect(told.map(\.subject) == ["/nodes/0"] && told.first?.severity == .approximated)
        let back = try USDScenes.read(try USDScenes.write(scene(turn)).bytes).scene.nodes[0].transform
        #expect(back == scene(SIMD4(unit)).nodes[0].transform)
        #expect(try !USDScenes.plan(scene(SIMD4(unit))).plan.losses.contains { $0.code == .valueNormalized })
    }

    @Test func indicesAndPositionsAreViewsOfTheScene() throws {
        let scene = USDScenes.square()
        let layer = try USDScenes.plan(scene).layer
        guard case .array(let points) = layer.value("/Root/Mesh.points"),
            case .array(let indices) = layer.value("/Root/Mesh.faceVertexIndices")
        else {
            Issue.record("no arrays")
            return
        }
        #expect(points.values.storage === scene.vertexSets[0].attributes[0].values.storage)
        #expect(indices.values.storage === scene.meshes[0].primitives[0].vertices?.storage)
    }

    @Test func codesOfColoursAreLinearInTheFileAndCodesAgainOnTheWayBack() throws {
        let codes = [UInt8](arrayLiteral: 0, 128, 255, 10, 20, 30, 1, 2, 3, 200, 100, 50)
        let colors = Attribute(.color(0), Column(codes, components: 3), normalized: true, frame: .srgb)
        let written = try USDScenes.write(USDScenes.square([colors]), "usdc")
        let foreign = try USDScenes.read(written.bytes, isForeign: true).scene.vertexSets[0].attribute(.color(0))
        #expect(foreign?.frame == .linear)
        #expect(foreign?.values.type == .float32)
        // 128 of 255 is 0.2158605… (IEC 61966-2-1).
        #expect(abs((foreign?.values.doubles()[1] ?? 0) - 0.215_860_5) < 1e-6)
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.vertexSets[0].attribute(.color(0))?.values.integers() == codes.map { Int64($0) })
        #expect(own.materials.isEmpty)
        #expect(own.nodes.count == 1)
        #expect(own.upAxis == nil && own.metersPerUnit == nil)
    }

    @Test func aMaterialShowsTheColoursOfWhatHasNone() throws {
        let colors = Attribute(.color(0), Column([Float](repeating: 0.5, count: 12), components: 3), frame: .linear)
        let layer = try USDScenes.plan(USDScenes.square([colors])).layer
        guard case .text(.string, "displayColor") = layer.value("/Root/Materials/Colors/Color.inputs:varname") else {
            Issue.record("no reader of colours")
            return
        }
    }

    @Test func cornersWithoutAValueHaveTheOneThatSaysSo() throws {
        var scene = USDScenes.square(
            pools: [
                Attribute(.texCoord(0), Column([Float](arrayLiteral: 0.5, 0.25), components: 2), frame: .bottomLeftUV)
            ])
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([Int32](arrayLiteral: 0, -1, 0, -1)))
        ]
        let (_, layer) = try USDScenes.plan(scene)
        #expect(layer.numbers("/Root/Mesh.primvars:st:indices") == [0, 1, 0, 1])
        let index = layer.specs.first { $0.name == "primvars:st" }?["unauthoredValuesIndex"]
        guard case .integer(.int, 1) = index else {
            Issue.record("expected the index 1")
            return
        }
        let read = try USDScenes.read(try USDScenes.write(scene).bytes).scene
        #expect(read.meshes[0].primitives[0].cornerAttributes[0].indices?.integers() == [0, -1, 0, -1])
    }

    @Test func whatSeveralNodesShowIsInTheFileOnce() throws {
        var scene = USDScenes.square()
        scene.nodes = [
            Node(name: "a", mesh: 0),
            Node(name: "b", transform: .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1]), mesh: 0),
        ]
        scene.scenes = [SceneRoot(roots: [0, 1])]
        let written = try USDScenes.write(scene)
        let text = String(decoding: written.bytes, as: UTF8.self)
        #expect(text.components(of: "point3f[] points") == 1)
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.meshes.count == 1)
        #expect(own.nodes == scene.nodes)
    }

    @Test func primitivesOfAMeshArePrimsAndOneMeshAgain() throws {
        var scene = USDScenes.square()
        scene.meshes[0].name = "both"
        scene.meshes[0].primitives.append(.cloud(vertexSet: 0, count: 4))
        let written = try USDScenes.write(scene)
        #expect(try USDScenes.read(written.bytes, isForeign: true).scene.meshes.count == 2)
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.meshes.map(\.name) == ["both"])
        #expect(own.meshes[0].primitives.map(\.topology) == [.polygons, .points])
        #expect(own.nodes.count == 1)
    }

    @Test func imagesLieBesideALayerUnderItsName() throws {
        let written = try USDScenes.write(Self.textured(), "usdc", name: "room")
        #expect(written.sides.map(\.name) == ["room_texture0.png"])
        #expect(written.sides.map(\.bytes) == [Self.png])
    }

    @Test func imagesInAPackageAreCalledAsTheirFilesWereEachOnce() throws {
        var scene = Self.textured()
        let uris = ["maps/Wood.png", "C:\\other\\wood.png", "", "wood_1.png"]
        scene.images = uris.map { SceneImage(uri: $0, bytes: Self.png) }
        scene.textures = uris.indices.map { Texture(image: $0) }
        let slots = ["baseColor", "normal", "occlusion", "emissive"]
        scene.materials[0].textures = slots.enumerated().map { TextureSlot($1, texture: $0) }
        let written = try USDScenes.write(scene, "usdz", name: "room")
        let names = try ZipReader(.bytes(written.bytes, name: "room.usdz")).entries.dropFirst().map(\.name)
        #expect(
            Set(names) == [
                "textures/Wood.png", "textures/wood_1.png", "textures/texture2.png", "textures/wood_1_3.png",
            ])
    }

    @Test func namesOfImagesInAPackageAreShortAndHaveOneEnding() throws {
        var scene = Self.textured()
        scene.images[0].name = "wood.PNG"
        func name() throws -> String? {
            let written = try USDScenes.write(scene, "usdz", name: "room")
            return try ZipReader(.bytes(written.bytes, name: "room.usdz")).entries.last?.name
        }
        #expect(try name() == "textures/wood.png")
        scene.images[0].name = String(repeating: "a", count: 300)
        #expect(try name() == "textures/\(String(repeating: "a", count: 100)).png")
    }

    @Test func aPackageHasTheLayerFirstAndAllItsFilesWhereUSDWantsThem() throws {
        let written = try USDScenes.write(Self.textured(), "usdz", name: "my room")
        let zip = try ZipReader(.bytes(written.bytes, name: "room.usdz"))
        #expect(zip.entries.map(\.name) == ["my_room.usdc", "textures/wood.png"])
        #expect(zip.entries.allSatisfy { $0.isAligned() && $0.method == .stored })
        #expect(try USDScenes.read(written.bytes).scene.images.map(\.bytes) == [Self.png])
    }

    @Test func quickLookHasYUpAndTheWayBackHasNot() throws {
        var scene = USDScenes.square()
        scene.upAxis = .z
        let written = try USDScenes.write(scene, "usdz.quicklook")
        #expect(try USDScenes.read(written.bytes, isForeign: true).scene.upAxis == .y)
        let own = try USDScenes.read(written.bytes).scene
        #expect(own.upAxis == .z)
        #expect(own.nodes.map(\.transform) == [.identity])
    }

    @Test func aRecordThatDoesNotFitIsIgnoredWithAWord() throws {
        let codes = Attribute(
            .color(0), Column([UInt8](repeating: 7, count: 12), components: 3), normalized: true, frame: .srgb)
        let text = String(decoding: try USDScenes.write(USDScenes.square([codes])).bytes, as: UTF8.self)
        let changed = text.replacing("primvars:displayColor", with: "primvars:other")
        let document = try USDScenes.read(Array(changed.utf8))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        #expect(document.scene.vertexSets[0].attributes.count == 2)
    }

    @Test func theSameSceneGivesTheSameBytesOnAnyNumberOfThreads() throws {
        var options = WriteOptions()
        let scene = Self.textured()
        var all: [[UInt8]] = []
        for threads in [1, 3] {
            options.threads = threads
            let output = Output(memoryNamed: "out.usda")
            let plan = try USDFormat().plan(Content(scene), variant: "usda", options: options)
            try USDFormat().write(plan, to: output)
            all.append(output.mainBytes())
        }
        #expect(all[0] == all[1])
    }
}

extension String {
    /// The number of times that a text contains another.
    fileprivate func components(of part: String) -> Int {
        ranges(of: part).count
    }
}
