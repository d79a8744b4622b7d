import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Gaussian splats as prims of UsdVol.
@Suite struct USDSplatWritingTests {
    /// Two splats with the numbers of trainers (logarithms) or plain ones.
    private func scene(degree: Int = 1, isPlain: Bool = false, type: ScalarType = .float32) -> MeshScene {
        let positions = Attribute(.position, Column([0, 0, 0, 1, 2, 3] as [Float], components: 3))
        var set = VertexSet(count: 2, attributes: [positions])
        for (index, name) in SplatNames.all(degree: degree).enumerated() {
            var values = [Float(index) / 16, -1.25]
            if isPlain, SplatNames.isShape(name) { values = [0.5, 0.25] }
            if SplatNames.rotations.contains(name) { values = isPlain ? [0.5, name == "rot_2" ? 1 : 0] : [2, 0.3] }
            var attribute = Attribute(AttributeSemantic(name: name), Column(values))
            if type == .float16 {
                let bits = values.map { HalfBits.bits(Double($0)) }
                attribute.values = Column(bits).viewed(as: .float16)
            }
            if SplatNames.isShape(name) { attribute.frame.encoding = isPlain ? .linear : SplatNames.encoding(name) }
            if SplatNames.rotations.contains(name) { attribute.frame = Frame(quaternionOrder: .wxyz) }
            set.attributes.append(attribute)
        }
        return MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: 2)])
    }

    private func names(_ scene: MeshScene) -> [String: [Double]] {
        Dictionary(
            uniqueKeysWithValues: scene.vertexSets[0].attributes.map { ($0.semantic.name, $0.values.doubles()) })
    }

    @Test func plainSplatsAreWrittenAsTheyAre() throws {
        let (plan, layer) = try USDScenes.plan(scene(isPlain: true))
        let prim = try #require(layer.specs.indices.first { layer.specs[$0].name == "Splats" })
        #expect(layer.specs[prim]["typeName"]?.word == "ParticleField3DGaussianSplat")
        let path = layer.path(of: prim)
        #expect(layer.numbers("\(path).scales") == [0.5, 0.5, 0.5, 0.25, 0.25, 0.25])
        // x, y, z, w.
        #expect(layer.numbers("\(path).orientations") == [0.5, 0.5, 0.5, 0.5, 0, 1, 0, 0])
        let all = try #require(layer.numbers("\(path).radiance:sphericalHarmonicsCoefficients"))
        // The next harmonic: red is f_rest_0, green f_rest_3, blue f_rest_6.
        let sixteenths = all.prefix(6).map { Int($0 * 16) }
        #expect(all.count == 24 && sixteenths == [0, 1, 2, 3, 6, 9])
        #expect(plan.losses.allSatisfy { $0.severity == .reencoded || $0.severity == .generated })
        // Three standard deviations.
        #expect(layer.numbers("\(path).extent") == [-1.5, -1.5, -1.5, 1.75, 2.75, 3.75])
    }

    @Test(arguments: ["usda", "usdc", "usdz"], [0, 1, 2, 3])
    func numbersOfTrainersComeBackExactly(variant: String, degree: Int) throws {
        let scene = scene(degree: degree)
        let file = try USDScenes.write(scene, variant)
        let back = try USDScenes.read(file.bytes)
        #expect(back.scene.vertexSets[0].splatDegree == degree)
        let isSame = names(back.scene) == names(scene)
        #expect(isSame)
        #expect(
            back.scene.vertexSets[0].attribute(AttributeSemantic(name: "scale_0"))?.frame.encoding == .log)
        // Other programs find plain numbers.
        let foreign = names(try USDScenes.read(file.bytes, isForeign: true).scene)
        let plain = PlainSplats.size(Frame.Encoding.log.decoded(-1.25))
        #expect(foreign["scale_0"]?.last == Double(plain) && foreign["splat:rot_0"]?.first == 2)
        #expect(foreign["rot_0"] == [0.5, 0.5])
    }

    @Test func halvesStayHalves() throws {
        let scene = scene(isPlain: true, type: .float16)
        let (_, layer) = try USDScenes.plan(scene)
        let path = try #require(layer.specs.indices.first { layer.specs[$0].name == "Splats" }.map(layer.path))
        #expect(layer.numbers("\(path).scalesh") == [0.5, 0.5, 0.5, 0.25, 0.25, 0.25])
        #expect(layer.numbers("\(path).scales") == nil && layer.numbers("\(path).orientationsh") != nil)
        #expect(layer.numbers("\(path).radiance:sphericalHarmonicsCoefficientsh")?.count == 24)
        for variant in ["usda", "usdc"] {
            let back = try USDScenes.read(try USDScenes.write(scene, variant).bytes).scene
            let isSame = names(back) == names(scene)
            #expect(isSame)
            #expect(back.vertexSets[0].attributes.dropFirst().allSatisfy { $0.values.type == .float16 })
        }
    }

    @Test func changedSizesWinOverOriginalNumbers() throws {
        let text = String(decoding: try USDScenes.write(scene()).bytes, as: UTF8.self)
        let line = try #require(text.split(separator: "\n").first { $0.contains("float3[] scales") })
        let changed = text.replacing(line, with: "float3[] scales = [(1, 2, 3), (4, 5, 6)]")
        let back = try USDScenes.read(Array(changed.utf8))
        #expect(names(back.scene)["scale_1"] == [2, 5])
        #expect(back.diagnostics.contains { $0.code == "origin.ignored" })
    }

    @Test func whatJointsOrTargetsMoveStaysPoints() throws {
        var scene = scene()
        scene.meshes[0].targets = [MorphTarget()]
        #expect(USDSplats.sets(of: scene).isEmpty)
        scene.meshes[0].targets = []
        #expect(USDSplats.sets(of: scene) == [0])
    }

    @Test func otherValuesStayBeside() throws {
        var scene = scene(isPlain: true)
        scene.vertexSets[0].attributes.append(
            Attribute(.normal, Column([Float](repeating: 0, count: 6), components: 3)))
        scene.vertexSets[0].attributes.append(Attribute(AttributeSemantic(name: "age"), Column([1, 2] as [Float])))
        let back = try USDScenes.read(try USDScenes.write(scene).bytes, isForeign: true).scene
        #expect(names(back)["age"] == [1, 2] && names(back)["NORMAL"]?.count == 6)
    }
}
