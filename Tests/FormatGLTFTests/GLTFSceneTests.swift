import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

struct GLTFSceneTests {
    private func read(_ members: String) throws -> Document { try GLTFSample(members: members).read() }

    private static var lenient: ReadOptions {
        var options = ReadOptions()
        options.lenient = true
        return options
    }

    @Test func matricesAndPartsKeepTheirForm() throws {
        let nodes = try read(
            """
            "nodes": [{"matrix": [1,0,0,0, 0,1,0,0, 0,0,1,0, 5,6,7,1]}, {"translation": [1, 2, 3]}, {}]
            """
        ).scene.nodes
        #expect(nodes[0].transform == .matrix([1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 6, 7, 1]))
        #expect(
            nodes[1].transform
                == .trs(translation: SIMD3(1, 2, 3), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        #expect(nodes[2].transform == .identity)
    }

    @Test func aTransformThatNoFloatHoldsIsRefused() {
        #expect(throws: ReadError.self) { try read(#""nodes": [{"rotation": [0, 1e308, 0, 1]}]"#) }
    }

    @Test func severalScenesAndNodesInNoneAreThere() throws {
        let scene = try read(
            #""nodes": [{}, {"name": "b"}, {}], "scenes": [{"name": "x", "nodes": [0]}, {"nodes": [1]}], "scene": 1"#
        ).scene
        #expect(scene.scenes == [SceneRoot(name: "x", roots: [0]), SceneRoot(roots: [1])])
        #expect(scene.defaultScene == 1)
        #expect(scene.nodes.count == 3)
    }

    @Test(arguments: [
        (#""nodes": [{"children": [1]}, {"children": [0]}], "scenes": [{"nodes": []}]"#, "/nodes/0", "gltf.node-loop"),
        (
            #""nodes": [{"children": [2]}, {"children": [2]}, {}]"#, "/nodes/1/children/0",
            "gltf.node-parent-override"
        ),
        (#""nodes": [{}], "scenes": [{"nodes": [1]}]"#, "/scenes/0/nodes/0", "gltf.unresolved-reference"),
        (
            #""nodes": [{}, {"children": [0]}], "scenes": [{"nodes": [0]}]"#, "/scenes/0/nodes/0",
            "gltf.scene-non-root-node"
        ),
        (#""nodes": [{"mesh": 0}]"#, "/nodes/0/mesh", "gltf.unresolved-reference"),
        (#""nodes": [{}], "scenes": [{}], "scene": 1"#, "/scene", "gltf.unresolved-reference"),
    ])
    func whatLeavesUnclearWhatIsShownIsRefusedOrLeftOut(members: String, pointer: String, code: String) throws {
        let error = #expect(throws: ReadError.self) { try read(members) }
        #expect(error?.code == .invalidIndex)
        #expect(error?.location == .jsonPointer(pointer))
        let document = try GLTFSample(members: members).read(Self.lenient)
        #expect(document.diagnostics.contains { $0.code == code && $0.severity == .error })
        #expect(document.residue.filter(\.isBroken).map(\.count) == [1])
        #expect(throws: Never.self) { try document.scene.validate() }
    }

    @Test func aPrimitiveWithoutPositionsIsLeftOutAndTold() throws {
        let document = try GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"TEXCOORD_0": 0}, "material": 0}]}], "materials": [{}],
                "accessors": [{"componentType": 5126, "count": 3, "type": "VEC2"}],
                "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0
                """
        ).read()
        #expect(document.scene.meshes.map(\.primitives.count) == [0])
        #expect(document.scene.vertexSets.isEmpty)
        #expect(document.diagnostics.map(\.code) == ["gltf.no-positions"])
        #expect(document.residue.map(\.path) == ["primitives without positions"])
        #expect(document.residue.map(\.count) == [1])
        #expect(!document.census.contains { !$0.isBalanced })
    }

    @Test func aPrimitiveWithoutPositionsStaysInTheTree() throws {
        let sample = GLTFSample(
            members: """
                "meshes": [{"primitives": [{"attributes": {"TEXCOORD_0": 0}}]}],
                "accessors": [{"componentType": 5126, "count": 3, "type": "VEC2"}]
                """)
        let output = Output(memoryNamed: "a.glb")
        let document = try sample.read()
        try #expect(GLTFFormat().planTranscoding(document, variant: "glb", options: WriteOptions()).isEmpty)
        try GLTFFormat().transcode(document, variant: "glb", options: WriteOptions(), to: output)
        let back = try GLTFFormat().read(Input.bytes(output.mainBytes(), name: "a.glb"), options: ReadOptions())
        let native = try #require(back.native as? GLTFDocument)
        #expect(native.tree["meshes"]?[0]?["primitives"]?[0]?["attributes"]?["TEXCOORD_0"]?.int == 0)
    }

    @Test func aPrimitiveWithoutPositionsIsCheckedAllTheSame() {
        #expect(throws: ReadError.self) {
            try read(#""meshes": [{"primitives": [{"attributes": {"TEXCOORD_0": 7}}]}]"#)
        }
        #expect(throws: ReadError.self) {
            try read(
                """
                "meshes": [{"primitives": [{"attributes": {"TEXCOORD_0": 0}, "indices": 9}]}],
                "accessors": [{"componentType": 5126, "count": 3, "type": "VEC2"}]
                """)
        }
    }

    @Test func camerasAndLightsAreInTheScene() throws {
        let scene = try read(
            """
            "extensionsUsed": ["KHR_lights_punctual"],
            "cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 0.5}}],
            "extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot", "color": [1, 0.5, 0], "range": 4,
              "spot": {"innerConeAngle": 0.25}}]}},
            "nodes": [{"camera": 0}, {"extensions": {"KHR_lights_punctual": {"light": 0}}}]
            """
        ).scene
        #expect(scene.cameras.map(\.projection) == [.perspective(yfov: 1, aspectRatio: nil, znear: 0.5, zfar: nil)])
        #expect(scene.lights.map(\.kind) == [.spot(innerConeAngle: 0.25, outerConeAngle: .pi / 4)])
        #expect(scene.lights[0].color == SIMD3(1, 0.5, 0))
        #expect(scene.nodes.map(\.camera) == [0, nil])
        #expect(scene.nodes.map(\.light) == [nil, 0])
    }

    @Test func everySettingOfMaterialsHasAPlaceInTheScene() throws {
        var members: [String: String] = [:]
        var material = JSONValue.object([])
        // Each entry of the table as a member of one material.
        func put(_ path: ArraySlice<String>, _ value: JSONValue, into owner: JSONValue) -> JSONValue {
            guard let name = path.first else { return value }
            let inner = path.count == 1 && owner[name] == nil ? .object([]) : owner[name] ?? .object([])
            if path.count == 1 {
                guard let old = inner.object, !old.isEmpty, let new = value.object else {
                    return owner.setting(name, value)
                }
                return owner.setting(name, .object(old + new))
            }
            return owner.setting(name, put(path.dropFirst(), value, into: inner))
        }
        for entry in GLTFMaterialTable.entries {
            let value: JSONValue
            switch entry.kind {
            case .texture: value = ["index": 0]
            case .number: value = 0.5
            case .numbers(let count): value = .array([JSONValue](repeating: 0.25, count: count))
            case .truth: value = true
            }
            material = put(entry.path[...], value, into: material)
        }
        members["materials"] = "[\(material.text())]"
        let document = try read(
            #""images": [{"uri": "data:image/png;base64,iVBORw0KGgo="}], "textures": [{"source": 0}], "materials": "#
                + "[\(material.text())]")
        let read = document.scene.materials[0]
        #expect(read.parameters.count == GLTFMaterialTable.entries.filter { $0.kind != .texture }.count)
        #expect(read.textures.count == GLTFMaterialTable.entries.filter { $0.kind == .texture }.count)
        #expect(document.residue.isEmpty)
    }

    @Test func whatTheSceneDoesNotHoldIsInTheResidue() throws {
        let document = try read(
            """
            "extras": {"a": 1}, "extensionsUsed": ["VENDOR_x"],
            "nodes": [{"extras": 5}, {"extras": {"k": "v"}, "extensions": {"VENDOR_x": {"y": [1, 2]}}}],
            "animations": [{"channels": [{"sampler": 0, "target": {"path": "pointer", "extensions":
              {"KHR_animation_pointer": {"pointer": "/meshes/0/weights/0"}}}}], "samplers": []}]
            """)
        #expect(
            document.residue == [
                Residue(
                    path: "/animations/*/channels/*/target/extensions/KHR_animation_pointer",
                    kind: "extension KHR_animation_pointer", count: 1, shownAs: .animation),
                Residue(path: "/extras", kind: "extras", count: 1),
                Residue(path: "/nodes/*/extensions/VENDOR_x", kind: "extension VENDOR_x", count: 1),
                Residue(path: "/nodes/*/extras", kind: "extras", count: 2),
            ])
    }

    @Test func whatANodeHidesIsHidden() throws {
        var sample = GLTFSample.triangle
        sample.members = sample.members.replacing(
            "\"nodes\": [{\"mesh\": 0}]",
            with: """
                "extensionsUsed": ["KHR_node_visibility"], "nodes": [{"children": [1, 2], "extensions":
                {"KHR_node_visibility": {"visible": false}}}, {"mesh": 0}, {}, {"mesh": 0}]
                """)
        let document = try sample.read()
        #expect(document.residue.isEmpty)
        #expect(document.scene.nodes.map(\.isVisible) == [false, true, true, true])
        let isBalanced = document.census.allSatisfy(\.isBalanced)
        #expect(isBalanced)
    }

    @Test func textsThatAFileSaysOfItselfAreMetadata() throws {
        let bytes = Array(
            #"{"asset": {"version": "2.0", "copyright": "c", "extras": {"comment": ["a", "b"], "by": "x", "n": 1}}}"#
                .utf8)
        let document = try GLTFFormat().read(Input.bytes(bytes, name: "a.gltf"), options: ReadOptions())
        #expect(document.scene.metadata.map(\.key) == ["copyright", "comment", "comment", "by"])
        #expect(document.residue.map(\.path) == ["/asset/extras/n"])
    }

    @Test func anUnknownExtensionThatIsRequiredIsAnError() {
        do {
            _ = try read(#""extensionsUsed": ["VENDOR_x"], "extensionsRequired": ["VENDOR_x"]"#)
            Issue.record("it was read")
        } catch let error as ReadError {
            #expect(error.code == .unsupported)
            #expect(error.message.contains("VENDOR_x"))
        } catch {
            Issue.record("another error")
        }
    }

    /// Shaders name their values as they like; exporters use a few names.
    @Test(arguments: [
        (#""u_diffuse": {"index": 0, "texCoord": 1}, "u_shininess": 256"#, true, nil),
        (#""u_tex": {"index": 0}, "u_diffuse": [1, 0, 0.5, 0.25]"#, true, [1, 0, 0.21404114048223255]),
        (#""u_other": 1"#, false, [0, 1, 0]),
        (#""u_diffuse": {"index": 7}, "u_diffuse_mat": [2, 0, 0, 1]"#, false, nil),
    ])
    func ofAMaterialOfShadersColourAndTextureAreRead(values: String, hasTexture: Bool, color: [Double]?) throws {
        let sample = GLTFSample(
            members: """
                "extensionsRequired": ["KHR_techniques_webgl"], "extensionsUsed": ["KHR_techniques_webgl"],
                "extensions": {"KHR_techniques_webgl": {"techniques": [
                  {"program": 0, "uniforms": {"u_diffuse": {"type": 35666, "value": [0, 1, 0, 1]}}}]}},
                "images": [{"uri": "wood.png"}], "textures": [{"source": 0}],
                "materials": [{"extensions": {"KHR_techniques_webgl": {"technique": 0, "values": {\(values)}}}}]
                """)
        let document = try sample.read()
        let material = document.scene.materials[0]
        #expect((material.texture("baseColor") != nil) == hasTexture)
        #expect(material["baseColor"] == color)
        #expect(material["metallic"] == [0])
        #expect(document.residue.contains { $0.path == "/materials/*/extensions/KHR_techniques_webgl" })
        #expect(document.diagnostics.contains { $0.code == "gltf.shaders" })
    }
}
