import MeshBytes
import MeshFormats
import Testing

@testable import FormatGLTF

/// Each tree breaks one rule of the specification. Codes and pointers are those of the Khronos validator.
@Suite struct GLTFCheckTests {
    /// What the check finds in a tree, as `code pointer`. The bytes are those of the buffers.
    static func findings(_ members: String, bytes: [UInt8] = [], isBinary: Bool = false) throws -> [String] {
        let text = members.contains("\"asset\"") ? "{\(members)}" : "{\"asset\": {\"version\": \"2.0\"}, \(members)}"
        let tree = try JSONValue.parse(Array(text.utf8))
        let buffers = tree.list("buffers").map { _ in GLTFBuffer(place: .text, bytes: GLTFBytes(bytes)) }
        let document = GLTFDocument(
            isBinary: isBinary, tree: tree, text: GLTFBytes(Array(text.utf8)), buffers: buffers)
        return document.defects.map { "\($0.code.dropFirst("gltf.".count)) \($0.location.text)" }
    }

    /// A buffer with a view of it.
    static func stored(_ bytes: [UInt8], _ view: String = "") -> String {
        #""buffers": [{"byteLength": \#(bytes.count)}], "#
            + #""bufferViews": [{"buffer": 0, "byteLength": \#(bytes.count)\#(view)}]"#
    }

    // MARK: Objects

    @Test(arguments: [
        (#""nodes": {}"#, "type-mismatch /nodes"),
        (#""nodes": []"#, "empty-entity /nodes"),
        (#""nodes": [3]"#, "type-mismatch /nodes/0"),
        (#""nodes": [{"name": 3}]"#, "type-mismatch /nodes/0/name"),
        (#""nodes": [{"camera": "a"}]"#, "type-mismatch /nodes/0/camera"),
        (#""nodes": [{"camera": -1}]"#, "invalid-index /nodes/0/camera"),
        (#""nodes": [{"mush": 1}]"#, "unexpected-property /nodes/0/mush"),
        (#""nodes": [{"extensions": 1}]"#, "type-mismatch /nodes/0/extensions"),
        (#""nodes": [{"extensions": {"A_b": {}}}]"#, "undeclared-extension /nodes/0/extensions/A_b"),
        (
            #""extensionsUsed": ["A_b"], "nodes": [{"extensions": {"A_b": 4}}]"#,
            "type-mismatch /nodes/0/extensions/A_b"
        ),
        (
            #""extensionsUsed": ["KHR_materials_ior"], "nodes": [{"extensions": {"KHR_materials_ior": {}}}]"#,
            "unexpected-extension-object /nodes/0/extensions/KHR_materials_ior"
        ),
        (#""nodes": [{"scale": [1, 2]}]"#, "array-length-not-in-list /nodes/0/scale"),
        (#""nodes": [{"scale": [1, "a", 2]}]"#, "array-type-mismatch /nodes/0/scale"),
        (#""nodes": [{"children": [1, 1]}, {}]"#, "duplicate-elements /nodes/0/children/1"),
        (#""extensionsUsed": ["A", "A"]"#, "duplicate-elements /extensionsUsed/1"),
        (#""extensionsUsed": [1]"#, "type-mismatch /extensionsUsed/0"),
        (#""cameras": [{"type": 1}]"#, "type-mismatch /cameras/0/type"),
        (#""cameras": [{"type": "wide"}]"#, "value-not-in-list /cameras/0/type"),
        (#""materials": [{"doubleSided": 1}]"#, "type-mismatch /materials/0/doubleSided"),
        (#""materials": [{"alphaMode": "MASK", "alphaCutoff": "a"}]"#, "type-mismatch /materials/0/alphaCutoff"),
        (#""materials": [{"alphaMode": "MASK", "alphaCutoff": -1}]"#, "value-not-in-range /materials/0/alphaCutoff"),
        (#""materials": [{"alphaCutoff": 1}]"#, "material-alpha-cutoff-invalid-mode /materials/0/alphaCutoff"),
        (#""materials": [{"pbrMetallicRoughness": 1}]"#, "type-mismatch /materials/0/pbrMetallicRoughness"),
        (#""samplers": [{"wrapS": 1.5}]"#, "type-mismatch /samplers/0/wrapS"),
        (#""samplers": [{"wrapS": 1}]"#, "value-not-in-list /samplers/0/wrapS"),
        (#""meshes": [{"primitives": [{"attributes": 1}]}]"#, "type-mismatch /meshes/0/primitives/0/attributes"),
        (#""meshes": [{"primitives": [{"attributes": {}}]}]"#, "empty-entity /meshes/0/primitives/0/attributes"),
        (
            #""meshes": [{"primitives": [{"attributes": {"_A": 0.5}}]}]"#,
            "type-mismatch /meshes/0/primitives/0/attributes/_A"
        ),
        (#""meshes": [{}]"#, "undefined-property /meshes/0/primitives"),
        (#""asset": {"version": 2}"#, "type-mismatch /asset/version"),
        (#""asset": {"version": "2"}"#, "pattern-mismatch /asset/version"),
        (
            #""asset": {"version": "2.0", "minVersion": "2.1"}"#,
            "asset-min-version-greater-than-version /asset/minVersion"
        ),
        (#""asset": {}"#, "undefined-property /asset/version"),
        (#""extensionsRequired": ["A"]"#, "unsatisfied-dependency /extensionsRequired"),
        (#""extensionsUsed": ["B"], "extensionsRequired": ["A"]"#, "unused-extension-required /extensionsRequired/0"),
        (#""extensionsUsed": ["KHR_mesh_quantization"]"#, "non-required-extension /extensionsUsed"),
    ])
    func anObjectThatIsNotAsItsSchema(members: String, finding: String) throws {
        #expect(try Self.findings(members).first == finding)
    }

    // MARK: Rules about several members

    @Test(arguments: [
        (#""images": [{}]"#, "one-of-mismatch /images/0"),
        (#""cameras": [{"type": "perspective"}]"#, "undefined-property /cameras/0/perspective"),
        (
            #""cameras": [{"type": "perspective", "perspective": {"yfov": 1, "znear": 1}, "orthographic":"#
                + #" {"xmag": 1, "ymag": 1, "zfar": 2, "znear": 0}}]"#, "one-of-mismatch /cameras/0"
        ),
        (
            #""cameras": [{"type": "orthographic", "orthographic": {"xmag": 0, "ymag": 1, "zfar": 2, "znear": 0}}]"#,
            "camera-xmag-ymag-zero /cameras/0/orthographic/xmag"
        ),
        (
            #""cameras": [{"type": "perspective", "perspective": {"yfov": 1, "zfar": 1, "znear": 1}}]"#,
            "camera-zfar-lequal-znear /cameras/0/perspective"
        ),
        (#""nodes": [{"weights": [1]}]"#, "unsatisfied-dependency /nodes/0/weights"),
        (#""nodes": [{"rotation": [0, 0, 0, 0.5]}]"#, "rotation-non-unit /nodes/0/rotation"),
        (
            #""nodes": [{"scale": [1, 1, 1], "matrix": [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}]"#,
            "node-matrix-trs /nodes/0/matrix"
        ),
        (
            #""nodes": [{"matrix": [1, 0, 0, 0, 1, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]}]"#,
            "node-matrix-non-trs /nodes/0/matrix"
        ),
        (
            #""extensionsUsed": ["KHR_lights_punctual"], "#
                + #""extensions": {"KHR_lights_punctual": {"lights": [{"type": "spot"}]}}"#,
            "undefined-property /extensions/KHR_lights_punctual/lights/0/spot"
        ),
        (
            #""extensionsUsed": ["KHR_lights_punctual"], "extensions": {"KHR_lights_punctual": {"lights":"#
                + #" [{"type": "spot", "spot": {"innerConeAngle": 1, "outerConeAngle": 0.5}}]}}"#,
            "khr-lights-punctual-light-spot-angles /extensions/KHR_lights_punctual/lights/0/spot/outerConeAngle"
        ),
        (
            #""extensionsUsed": ["KHR_materials_ior"], "materials": [{"extensions": {"KHR_materials_ior":"#
                + #" {"ior": 0.5}}}]"#, "value-not-in-range /materials/0/extensions/KHR_materials_ior/ior"
        ),
        (
            #""extensionsUsed": ["KHR_materials_unlit", "KHR_materials_ior"], "#
                + #""materials": [{"extensions": {"KHR_materials_unlit": {}, "KHR_materials_ior": {}}}]"#,
            "multiple-extensions /materials/0/extensions/KHR_materials_unlit"
        ),
        (
            #""materials": [{"pbrMetallicRoughness": {"baseColorTexture": {"index": 2}}}]"#,
            "unresolved-reference /materials/0/pbrMetallicRoughness/baseColorTexture/index"
        ),
    ])
    func membersThatContradictEachOther(members: String, finding: String) throws {
        #expect(try Self.findings(members) == [finding])
    }

    /// 0 is the extension's word for no refraction.
    @Test func anIndexOfRefractionOfZeroIsAllowed() throws {
        let members =
            #""extensionsUsed": ["KHR_materials_ior"], "materials": [{"extensions": {"KHR_materials_ior": {"ior": 0}}}]"#
        #expect(try Self.findings(members) == [])
    }

    // MARK: Nodes

    @Test(arguments: [
        (#""nodes": [{"children": [2]}, {"children": [2]}, {}]"#, ["node-parent-override /nodes/1/children/0"]),
        // The root leads into the circle of 1 and 2, and is not in it.
        (
            #""nodes": [{"children": [1]}, {"children": [2]}, {"children": [1]}]"#,
            ["node-parent-override /nodes/2/children/0", "node-loop /nodes/1"]
        ),
        (#""nodes": [{"children": [0]}]"#, ["node-loop /nodes/0"]),
        (#""nodes": [{"children": [7]}]"#, ["unresolved-reference /nodes/0/children/0"]),
        (#""scene": 4"#, ["unresolved-reference /scene"]),
        (
            #""nodes": [{"children": [1]}, {}], "scenes": [{"nodes": [1]}]"#, ["scene-non-root-node /scenes/0/nodes/0"]
        ),
        (
            #""extensionsUsed": ["KHR_lights_punctual"], "nodes": [{"extensions": {"KHR_lights_punctual":"#
                + #" {"light": 0}}}]"#, ["unsatisfied-dependency /nodes/0/extensions/KHR_lights_punctual"]
        ),
        (
            #""extensionsUsed": ["KHR_lights_punctual"], "extensions": {"KHR_lights_punctual": {"lights":"#
                + #" [{"type": "point"}]}}, "nodes": [{"extensions": {"KHR_lights_punctual": {"light": 1}}}]"#,
            ["unresolved-reference /nodes/0/extensions/KHR_lights_punctual/light"]
        ),
    ])
    func aTreeThatIsNone(members: String, findings: [String]) throws {
        #expect(try Self.findings(members) == findings)
    }

    @Test func skinsNeedACommonRootThatIsShown() throws {
        func skinned(_ skin: String, _ nodes: String, _ scenes: String = #"[{"nodes": [0, 1, 2]}]"#) throws -> [String]
        {
            try Self.findings(
                #""skins": [\#(skin)], "nodes": [\#(nodes)], "scenes": \#(scenes), "#
                    + #""meshes": [{"primitives": [{"attributes": {"_A": 0}}]}], "#
                    + #""accessors": [{"componentType": 5126, "count": 1, "type": "SCALAR"}]"#)
        }
        #expect(try skinned(#"{"joints": [0, 1]}"#, "{}, {}, {}") == ["skin-no-common-root /skins/0/joints"])
        #expect(
            try skinned(#"{"joints": [1], "skeleton": 2}"#, "{}, {}, {}") == ["skin-skeleton-invalid /skins/0/skeleton"]
        )
        #expect(try skinned(#"{"joints": [9]}"#, "{}, {}, {}").contains("unresolved-reference /skins/0/joints/0"))
        // The mesh is shown by scene 0, its joint by none.
        #expect(
            try skinned(#"{"joints": [1]}"#, #"{"mesh": 0, "skin": 0}, {}, {}"#, #"[{"nodes": [0]}]"#) == [
                "node-skin-with-non-skinned-mesh /nodes/0", "node-skin-no-scene /nodes/0",
            ])
    }

    @Test func morphWeightsAreAsManyAsTargets() throws {
        let primitive = #"{"attributes": {"_A": 0}, "targets": [{"_A": 0}]}"#
        let accessor = #""accessors": [{"componentType": 5126, "count": 1, "type": "SCALAR"}]"#
        #expect(
            try Self.findings(
                #""meshes": [{"weights": [1, 2], "primitives": [\#(primitive)]}], \#(accessor), "#
                    + #""nodes": [{"mesh": 0, "weights": [1, 2, 3]}]"#) == [
                    "mesh-invalid-weights-count /meshes/0/weights", "node-weights-invalid /nodes/0/weights",
                ])
        #expect(
            try Self.findings(#""meshes": [{"primitives": [\#(primitive), {"attributes": {"_A": 0}}]}], \#(accessor)"#)
                == ["mesh-primitives-unequal-targets-count /meshes/0/primitives/1"])
    }
}
