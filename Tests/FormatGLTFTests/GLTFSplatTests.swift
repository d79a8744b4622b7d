import Foundation
import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Gaussian splats by KHR_gaussian_splatting.
@Suite struct GLTFSplatTests {
    /// Two splats of degree 1, written by hand.
    private static let sample = GLTFSample(
        members: """
            "extensionsUsed": ["KHR_gaussian_splatting"],
            "meshes": [{"primitives": [{"mode": 0, "attributes": {"POSITION": 0,
              "KHR_gaussian_splatting:ROTATION": 1, "KHR_gaussian_splatting:SCALE": 2,
              "KHR_gaussian_splatting:OPACITY": 3, "KHR_gaussian_splatting:SH_DEGREE_0_COEF_0": 4,
              "KHR_gaussian_splatting:SH_DEGREE_1_COEF_0": 5, "KHR_gaussian_splatting:SH_DEGREE_1_COEF_1": 6,
              "KHR_gaussian_splatting:SH_DEGREE_1_COEF_2": 7},
              "extensions": {"KHR_gaussian_splatting": {"kernel": "ellipse", "colorSpace": "srgb_rec709_display"}}}]}],
            "accessors": [
              {"bufferView": 0, "componentType": 5126, "count": 2, "type": "VEC3", "min": [0, 0, 0], "max": [1, 0, 0]},
              {"bufferView": 0, "byteOffset": 24, "componentType": 5126, "count": 2, "type": "VEC4"},
              {"bufferView": 0, "byteOffset": 56, "componentType": 5126, "count": 2, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 80, "componentType": 5126, "count": 2, "type": "SCALAR"},
              {"bufferView": 0, "byteOffset": 88, "componentType": 5126, "count": 2, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 112, "componentType": 5126, "count": 2, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 136, "componentType": 5126, "count": 2, "type": "VEC3"},
              {"bufferView": 0, "byteOffset": 160, "componentType": 5126, "count": 2, "type": "VEC3"}],
            "bufferViews": [{"buffer": 0, "byteLength": 184}],
            "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0
            """,
        bytes: GLTFSample.floats([
            0, 0, 0, 1, 0, 0, 0.6, 0, 0, 0.8, 0, 0, 0, 1, 1, 2, 3, 4, 5, 6, 0.25, 1, 0.1, 0.2, 0.3, 0.4, 0.5, 0.6,
            10, 20, 30, 11, 21, 31, 12, 22, 32, 13, 23, 33, 14, 24, 34, 15, 25, 35,
        ]))

    private func values(_ set: VertexSet, _ name: String) -> [Double]? {
        set.attribute(AttributeSemantic(name: name))?.values.doubles()
    }

    @Test func attributesOfAFileAreNumbersUnderTheUsualNames() throws {
        let document = try Self.sample.read()
        let set = document.scene.vertexSets[0]
        #expect(set.splatDegree == 1)
        #expect(set.attributes.map(\.semantic.name) == ["POSITION"] + SplatNames.all(degree: 1))
        #expect(values(set, "rot_0") == [Double(Float(0.8)), 1] && values(set, "rot_1") == [Double(Float(0.6)), 0])
        #expect(values(set, "scale_2") == [3, 6] && values(set, "opacity") == [0.25, 1])
        #expect(values(set, "f_dc_1") == [Double(Float(0.2)), 0.5])
        // All of red, then green, then blue.
        #expect(values(set, "f_rest_0") == [10, 11] && values(set, "f_rest_2") == [14, 15])
        #expect(values(set, "f_rest_3") == [20, 21] && values(set, "f_rest_8") == [34, 35])
        #expect(set.attribute(AttributeSemantic(name: "scale_0"))?.frame.encoding == .linear)
        #expect(document.residue.isEmpty && document.diagnostics.filter { $0.code == "gltf.splats" }.isEmpty)
        #expect(document.census.allSatisfy { $0.isBalanced })
    }

    @Test(arguments: [
        ("\"mode\": 0", "\"mode\": 1", "mode"),
        ("\"KHR_gaussian_splatting:OPACITY\": 3,", "", "attribute-missing"),
        ("\"KHR_gaussian_splatting:SH_DEGREE_1_COEF_0\": 5,", "", "attribute-missing"),
        ("\"KHR_gaussian_splatting:SCALE\": 2", "\"KHR_gaussian_splatting:SCALE\": 1", "attribute-form"),
        ("\"KHR_gaussian_splatting:OPACITY\": 3,", "\"KHR_gaussian_splatting:OPACITY\": 2,", "attribute-form"),
        ("\"byteOffset\": 24", "\"byteOffset\": 56", "rotation-non-unit"),
        ("\"byteOffset\": 80", "\"byteOffset\": 136", "value"),
    ])
    func whatTheStandardForbidsIsADefect(_ old: String, _ new: String, _ code: String) throws {
        var sample = Self.sample
        #expect(try !sample.read().native.defects.contains { $0.code.hasPrefix("gltf.splats") })
        sample.members = sample.members.replacingOccurrences(of: old, with: new)
        #expect(try sample.read().native.defects.map(\.code).contains("gltf.splats-\(code)"))
    }

    @Test(arguments: [
        ("\"mode\": 0", "\"mode\": 1"), ("\"KHR_gaussian_splatting:OPACITY\": 3,", ""),
        ("\"KHR_gaussian_splatting:OPACITY\": 3,", "\"KHR_gaussian_splatting:OPACITY\": 2,"),
        ("\"KHR_gaussian_splatting:OPACITY\": 3,", "\"KHR_gaussian_splatting:OPACITY\": 3, \"rot_0\": 3,"),
        ("ellipse", "cube"), ("srgb_rec709_display", "of_somebody"),
    ])
    func whatIsNotUnderstoodIsReadAsItIs(_ part: String, _ other: String) throws {
        var sample = Self.sample
        sample.members = sample.members.replacingOccurrences(of: part, with: other)
        #expect(sample.members != Self.sample.members)
        let document = try sample.read()
        #expect(document.diagnostics.contains { $0.code == "gltf.splats" })
        #expect(document.scene.vertexSets[0].splatDegree == nil)
        #expect(values(document.scene.vertexSets[0], "KHR_gaussian_splatting:SCALE") == [1, 2, 3, 4, 5, 6])
        #expect(document.census.allSatisfy { $0.isBalanced })
    }

    @Test func aDegreeWithoutAllItsCoefficientsIsNone() throws {
        var sample = Self.sample
        sample.members = sample.members.replacingOccurrences(
            of: ",\n  \"KHR_gaussian_splatting:SH_DEGREE_1_COEF_2\": 7", with: "")
        let set = try sample.read().scene.vertexSets[0]
        #expect(set.splatDegree == 0)
        #expect(values(set, "KHR_gaussian_splatting:SH_DEGREE_1_COEF_0")?.first == 10)
    }

    // MARK: Writing

    private static let numbers: [String: [Float]] = [
        "f_dc_0": [1.5, -0.3, -9], "f_dc_1": [0, 0.25, 9], "f_dc_2": [0.1, 0.2, 0.3], "opacity": [2, -1.5, 9.7],
        "scale_0": [-5.3, -4.1, 0.3], "scale_1": [-3, -2, 0.7], "scale_2": [-1, -1, -1],
        "rot_0": [1, 0.3, 0], "rot_1": [0, 0.4, 0], "rot_2": [0, 0.5, 3], "rot_3": [0, 0.6, 4],
    ]

    private func cloud(normals: Bool = false) -> MeshScene {
        var set = VertexSet(
            count: 3,
            attributes: [Attribute(.position, Column([0, 0, 0, 1, 0, 0, 0, 2, 0] as [Float], components: 3))])
        if normals {
            set.attributes.append(Attribute(.normal, Column([Float](repeating: 0, count: 9), components: 3)))
        }
        for name in SplatNames.all(degree: 0) {
            var frame = Frame(encoding: SplatNames.encoding(name))
            if SplatNames.rotations.contains(name) { frame.quaternionOrder = .wxyz }
            set.attributes.append(
                Attribute(AttributeSemantic(name: name), Column(Self.numbers[name] ?? []), frame: frame))
        }
        return MeshScene(vertexSets: [set], primitives: [.cloud(vertexSet: 0, count: 3)])
    }

    private func write(
        _ scene: MeshScene, raw: Bool = true
    ) throws -> (bytes: [UInt8], losses: [Loss]) {
        var options = WriteOptions()
        if !raw { options.options["splat-raw"] = "false" }
        let plan = try GLTFFormat().plan(Content(scene), variant: "gltf", options: options)
        let output = Output(memoryNamed: "a.gltf")
        try GLTFFormat().write(plan, to: output)
        let side = try #require(output.sideFiles().first)
        let text = String(decoding: output.mainBytes(), as: UTF8.self)
        let data = "data:application/octet-stream;base64,\(Data(side.bytes).base64EncodedString())"
        return (Array(text.replacingOccurrences(of: "a.bin", with: data).utf8), plan.losses)
    }

    private func read(_ bytes: [UInt8], isForeign: Bool = false) throws -> Document {
        var options = ReadOptions()
        if isForeign { options.options["origin"] = "ignore" }
        return try GLTFFormat().read(.bytes(bytes, name: "a.gltf"), options: options)
    }

    @Test func othersFindQuantities() throws {
        let (bytes, losses) = try write(cloud())
        let set = try read(bytes, isForeign: true).scene.vertexSets[0]
        #expect(set.splatDegree == 0)
        for name in SplatNames.scales {
            for (found, log) in zip(values(set, name) ?? [], Self.numbers[name] ?? []) {
                #expect(abs(found / exp(Double(log)) - 1) < 1e-7)
            }
        }
        for (found, logit) in zip(values(set, "opacity") ?? [], Self.numbers["opacity"] ?? []) {
            #expect(abs(found - 1 / (1 + exp(-Double(logit)))) < 1e-7)
        }
        for row in 0..<3 {
            let turn = SplatNames.rotations.map { Double(Self.numbers[$0]?[row] ?? 0) }
            let length = turn.reduce(0) { $0 + $1 * $1 }.squareRoot()
            for (name, value) in zip(SplatNames.rotations, turn) {
                #expect(abs((values(set, name)?[row] ?? 9) - value / length) < 1e-7)
            }
        }
        #expect(values(set, "f_dc_0") == Self.numbers["f_dc_0"]?.map(Double.init))
        let colors = try #require(set.attribute(.color(0)))
        #expect(colors.values.components == 4 && colors.frame == .linear)
        let first = colors.values.doubles()
        // 0.5 + 0.28209479 × 1.5 is 0.9231, in linear light 0.8340.
        #expect(abs(first[0] - 0.8340) < 1e-4 && first[8] == 0 && first[9] == 1)
        #expect(abs(first[3] - 0.8808) < 1e-4)
        #expect(losses.allSatisfy { $0.severity >= .reencoded })
    }

    @Test(arguments: [false, true]) func theWayBackGivesTheVeryNumbers(_ hasNormals: Bool) throws {
        let source = cloud(normals: hasNormals)
        let (bytes, losses) = try write(source)
        #expect(losses.allSatisfy { $0.severity >= .reencoded })
        let document = try read(bytes)
        #expect(!document.diagnostics.contains { $0.code == "origin.ignored" })
        let set = document.scene.vertexSets[0]
        #expect(set.attributes.map(\.semantic.name) == source.vertexSets[0].attributes.map(\.semantic.name))
        for (a, b) in zip(set.attributes, source.vertexSets[0].attributes) {
            #expect(a.values.doubles() == b.values.doubles() && a.frame == b.frame, "\(a.semantic.name)")
        }
    }

    @Test func withoutTheirOwnNumbersTheErrorIsTold() throws {
        let (bytes, losses) = try write(cloud(), raw: false)
        let told = losses.filter { $0.severity < .reencoded && $0.largestError != nil }
        #expect(told.contains { $0.subject == "/vertexSets/0/opacity" && $0.code == .attributeNarrowed })
        #expect(told.contains { $0.subject == "/vertexSets/0/rot_2" && $0.code == .valueNormalized })
        let turn = try #require(told.first { $0.subject == "/vertexSets/0/rot_3" })
        #expect(abs((turn.largestError ?? 0) - 3.2) < 1e-6 && turn.remedy == .option("splat-raw", "true"))
        let set = try read(bytes).scene.vertexSets[0]
        #expect(!set.attributes.contains { $0.semantic.name.hasPrefix("_") })
        // Sizes that are restored exactly are logarithms again.
        #expect(set.attribute(AttributeSemantic(name: "scale_2"))?.frame.encoding == .log)
        #expect(values(set, "scale_2") == [-1, -1, -1])
    }

    @Test func whatSomebodyChangedIsNotTakenBack() throws {
        let (bytes, _) = try write(cloud())
        var tree = try JSONValue.parse(bytes)
        let attributes = tree["meshes"]?[0]?["primitives"]?[0]?["attributes"]
        let opacity = try #require(attributes?["KHR_gaussian_splatting:OPACITY"]?.int)
        // Another program made all splats opaque: the accessor has no bytes now, so it is all zeros.
        tree = tree.changingEach("accessors") { index, accessor in
            index == Int(opacity) ? accessor.removing("bufferView") : accessor
        }
        let document = try read(tree.bytes(.exact))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        let set = document.scene.vertexSets[0]
        #expect(
            values(set, "opacity") == [0, 0, 0]
                && values(set, "scale_0") == [-5.3, -4.1, 0.3].map { Double(Float($0)) })
        #expect(set.splatDegree == 0)
    }

    @Test func verticesOfFacesAreNoSplats() throws {
        var source = cloud()
        source.meshes[0].primitives.append(
            Primitive(
                topology: .polygons, vertexSet: 0, elementCount: 1, arity: .uniform(3),
                vertices: Column([0, 1, 2] as [Int32])))
        let (bytes, _) = try write(source)
        #expect(!String(decoding: bytes, as: UTF8.self).contains("KHR_gaussian_splatting"))
    }

    @Test func brokenFilesAreRefusedOrRead() throws {
        let bytes = Self.sample.binary
        for end in stride(from: 0, to: bytes.count, by: 7) {
            _ = try? GLTFFormat().read(.bytes(Array(bytes[..<end]), name: "a.glb"), options: ReadOptions())
        }
        var state: UInt64 = 1
        func next(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(state >> 33) % count
        }
        for _ in 0..<2_000 {
            var own = bytes
            own[20 + next(own.count - 20)] = UInt8(0x20 + next(0x5F))
            guard let document = try? GLTFFormat().read(.bytes(own, name: "a.glb"), options: ReadOptions()) else {
                continue
            }
            #expect(document.census.allSatisfy { $0.isBalanced })
            _ = try? GLTFFormat().plan(Content(document.scene), variant: "glb", options: WriteOptions())
        }
    }
}
