import MeshBytes
import MeshFormats
import Testing

@testable import FormatGLTF

/// Each file breaks one rule about primitives, skins or animations.
@Suite struct GLTFCheckMeshTests {
    /// What is found where a primitive, or what else `members` has, uses accessors that lie one after the other.
    ///
    /// - Parameter columns: the type and component type of each accessor, its number of values, and its bytes.
    private func findings(
        _ columns: [(type: String, component: Int, count: Int, bytes: [UInt8])], _ members: String,
        more: String = ""
    ) throws -> [String] {
        var bytes: [UInt8] = []
        var (accessors, views): ([String], [String]) = ([], [])
        for column in columns {
            views.append(
                #"{"buffer": 0, "byteLength": \#(max(1, column.bytes.count)), "byteOffset": \#(bytes.count)}"#)
            accessors.append(
                #"{"bufferView": \#(accessors.count), "componentType": \#(column.component), "count": \#(column.count),"#
                    + #" "type": "\#(column.type)"\#(more)}"#)
            bytes += column.bytes
            while bytes.count % 4 != 0 { bytes.append(0) }
        }
        return try GLTFCheckTests.findings(
            #""buffers": [{"byteLength": \#(bytes.count)}], "bufferViews": [\#(views.joined(separator: ","))], "#
                + #""accessors": [\#(accessors.joined(separator: ","))], \#(members)"#, bytes: bytes)
    }

    private func mesh(_ primitive: String) -> String { #""meshes": [{"primitives": [{\#(primitive)}]}]"# }

    private let place = "/meshes/0/primitives/0"

    // MARK: Attributes

    @Test func attributesHaveTheirNames() throws {
        let column = ("VEC2", 5126, 1, GLTFSample.floats([0, 0]))
        func named(_ attributes: String) throws -> [String] {
            try findings([column, column], mesh(#""attributes": {\#(attributes)}"#))
        }
        #expect(try named(#""TEXCOORD_0": 0, "_MINE": 1"#) == [])
        for name in ["COLOUR_0", "TEXCOORD", "TEXCOORD_01", "TEXCOORD_-1", "TEXCOORD_A", "TEXCOORD_0_0"] {
            #expect(
                try named(#""\#(name)": 0"#).first == "mesh-primitive-invalid-attribute \(place)/attributes/\(name)")
        }
        #expect(
            try named(#""TEXCOORD_1": 0"#) == ["mesh-primitive-indexed-semantic-continuity \(place)/attributes"])
        #expect(
            try named(#""WEIGHTS_0": 0"#) == [
                "mesh-primitive-joints-weights-mismatch \(place)/attributes",
                "mesh-primitive-attributes-accessor-invalid-format \(place)/attributes/WEIGHTS_0",
            ])
    }

    @Test(arguments: [
        ("POSITION", "VEC2", 5126), ("NORMAL", "VEC3", 5122), ("TANGENT", "VEC3", 5126), ("TEXCOORD_0", "VEC2", 5121),
        ("COLOR_0", "VEC2", 5126), ("JOINTS_0", "VEC4", 5126), ("WEIGHTS_0", "VEC4", 5122),
    ])
    func attributesHaveTheirForms(name: String, type: String, component: Int) throws {
        let found = try findings(
            [(type, component, 1, [UInt8](repeating: 0, count: 16))], mesh(#""attributes": {"\#(name)": 0}"#))
        #expect(
            found.contains("mesh-primitive-attributes-accessor-invalid-format \(place)/attributes/\(name)"))
    }

    @Test func verticesAreAlignedAndAsManyInAllAttributes() throws {
        let three = ("SCALAR", 5121, 3, [0, 0, 0] as [UInt8])
        #expect(
            try findings([three], mesh(#""attributes": {"_A": 0}"#)) == [
                "mesh-primitive-accessor-unaligned \(place)/attributes/_A"
            ])
        let floats = ("SCALAR", 5126, 3, GLTFSample.floats([0, 0, 0]))
        let fewer = ("SCALAR", 5126, 2, GLTFSample.floats([0, 0]))
        #expect(
            try findings([floats, fewer], mesh(#""attributes": {"_A": 0, "_B": 1}"#)) == [
                "mesh-primitive-unequal-accessor-count \(place)/attributes/_B"
            ])
        let whole = ("SCALAR", 5125, 3, GLTFSample.floats([0, 0, 0]))
        #expect(
            try findings([whole], mesh(#""attributes": {"_A": 0}"#)) == [
                "mesh-primitive-attributes-accessor-unsigned-int \(place)/attributes/_A"
            ])
        let positions = ("VEC3", 5126, 1, GLTFSample.floats([0, 0, 0]))
        #expect(
            try findings([positions], mesh(#""attributes": {"POSITION": 0}"#)) == [
                "mesh-primitive-position-accessor-without-bounds \(place)/attributes/POSITION"
            ])
    }

    @Test func accessorsThatShareAViewNeedAStride() throws {
        let accessor = #"{"bufferView": 0, "componentType": 5126, "count": 1, "type": "SCALAR""#
        let bytes = GLTFSample.floats([0, 0])
        let members =
            #""accessors": [\#(accessor)}, \#(accessor), "byteOffset": 4}], "#
            + mesh(#""attributes": {"_A": 0, "_B": 1}"#)
        #expect(
            try GLTFCheckTests.findings("\(members), \(GLTFCheckTests.stored(bytes))", bytes: bytes) == [
                "mesh-primitive-accessor-without-bytestride \(place)/attributes/_B"
            ])
        let strided = GLTFCheckTests.stored(bytes, #", "byteStride": 8"#)
        #expect(try GLTFCheckTests.findings("\(members), \(strided)", bytes: bytes) == [])
    }

    @Test func directionsHaveTheLengthOne() throws {
        let normals = ("VEC3", 5126, 2, GLTFSample.floats([0, 0, 1, 0, 0, 1.1]))
        #expect(
            try findings([normals], mesh(#""attributes": {"NORMAL": 0}"#)) == [
                "accessor-vector3-non-unit \(place)/attributes/NORMAL"
            ])
        let tangents = ("VEC4", 5126, 2, GLTFSample.floats([0, 0, 1, 1, 0, 1, 0, 0.5]))
        #expect(
            try findings([tangents], mesh(#""attributes": {"TANGENT": 0}"#)) == [
                "accessor-invalid-sign \(place)/attributes/TANGENT"
            ])
        let colors = ("VEC3", 5126, 1, GLTFSample.floats([0, 1, 1.5]))
        #expect(
            try findings([colors], mesh(#""attributes": {"COLOR_0": 0}"#)) == [
                "accessor-non-clamped \(place)/attributes/COLOR_0"
            ])
    }

    @Test func indicesArePlainAndNeverTheLargest() throws {
        let values = ("SCALAR", 5126, 1, GLTFSample.floats([0]))
        let indices = ("SCALAR", 5121, 3, [0, 1, 255] as [UInt8])
        let primitive = mesh(#""attributes": {"_A": 0}, "indices": 1"#)
        #expect(
            try findings([values, indices], primitive) == ["accessor-index-primitive-restart \(place)/indices"])
        #expect(
            try findings([values, values], primitive) == [
                "mesh-primitive-indices-accessor-invalid-format \(place)/indices"
            ])
        #expect(
            try findings([values], primitive) == ["unresolved-reference \(place)/indices"])
    }

    @Test func morphTargetsMoveWhatThereIs() throws {
        let one = ("SCALAR", 5126, 1, GLTFSample.floats([0]))
        let two = ("SCALAR", 5126, 2, GLTFSample.floats([0, 0]))
        #expect(
            try findings([one, two], mesh(#""attributes": {"_A": 0}, "targets": [{"_A": 1}]"#)) == [
                "mesh-primitive-morph-target-invalid-attribute-count \(place)/targets/0/_A"
            ])
        #expect(
            try findings([one, two], mesh(#""attributes": {"_A": 0}, "targets": [{"_B": 1}, {"LOOK": 1}]"#)) == [
                "mesh-primitive-morph-target-no-base-accessor \(place)/targets/0/_B",
                "mesh-primitive-invalid-attribute \(place)/targets/1/LOOK",
            ])
    }

    @Test func materialsNeedCoordinatesAndTangents() throws {
        let one = ("SCALAR", 5126, 1, GLTFSample.floats([0]))
        let info = #"{"index": 0, "texCoord": 1}"#
        let end = #", "textures": [{}], "extensionsUsed": ["KHR_materials_anisotropy"]"#
        #expect(
            try findings(
                [one],
                mesh(#""attributes": {"_A": 0}, "material": 0"#)
                    + #", "materials": [{"emissiveTexture": \#(info)}]"# + end) == [
                    "mesh-primitive-too-few-texcoords \(place)/material"
                ])
        #expect(
            try findings(
                [one],
                mesh(#""attributes": {"_A": 0}, "material": 0"#)
                    + #", "materials": [{"extensions": {"KHR_materials_anisotropy": {"anisotropyTexture": \#(info)}}}]"#
                    + end) == [
                    "mesh-primitive-too-few-texcoords \(place)/material",
                    "mesh-primitive-no-tangent-space \(place)/material",
                ])
    }

    @Test func materialVariantsAreListedOnce() throws {
        let one = ("SCALAR", 5126, 1, GLTFSample.floats([0]))
        let name = "KHR_materials_variants"
        func mapped(_ variants: String, _ root: String) throws -> [String] {
            try findings(
                [one],
                mesh(
                    #""attributes": {"_A": 0}, "extensions": {"\#(name)": {"mappings":"#
                        + #" [{"material": 0, "variants": \#(variants)}]}}"#)
                    + #", "materials": [{}], "extensionsUsed": ["\#(name)"]\#(root)"#)
        }
        let root = #", "extensions": {"\#(name)": {"variants": [{"name": "oak"}]}}"#
        let mappings = "\(place)/extensions/\(name)/mappings"
        #expect(try mapped("[0]", root) == [])
        #expect(try mapped("[0]", "") == ["unsatisfied-dependency \(mappings)"])
        #expect(try mapped("[1]", root) == ["unresolved-reference \(mappings)/0/variants/0"])
        #expect(
            try mapped("[0, 0]", root) == [
                "duplicate-elements \(mappings)/0/variants/1",
                "khr-materials-variants-non-unique-variant \(mappings)/0/variants/1",
            ])
    }

    // MARK: Skins

    private func skinned(joints: [UInt8], weights: [Float], matrix: [Float] = [], count: Int = 1) throws -> [String] {
        let columns = [("VEC4", 5121, 1, joints), ("VEC4", 5126, 1, GLTFSample.floats(weights))]
        let matrices = matrix.isEmpty ? [] : [("MAT4", 5126, count, GLTFSample.floats(matrix))]
        let bind = matrix.isEmpty ? "" : #", "inverseBindMatrices": 2"#
        return try findings(
            columns + matrices,
            mesh(#""attributes": {"JOINTS_0": 0, "WEIGHTS_0": 1}"#)
                + #", "nodes": [{"mesh": 0, "skin": 0}, {"children": [2]}, {}], "skins": [{"joints": [1, 2]\#(bind)}]"#
                + #", "scenes": [{"nodes": [0, 1]}]"#)
    }

    @Test func influencesNameJointsAndAddUpToOne() throws {
        let attributes = "\(place)/attributes"
        #expect(try skinned(joints: [0, 1, 0, 0], weights: [0.5, 0.5, 0, 0]) == [])
        #expect(
            try skinned(joints: [0, 2, 0, 0], weights: [1, 0, 0, 0]) == ["accessor-joints-index-oob \(attributes)"])
        #expect(
            try skinned(joints: [1, 1, 0, 0], weights: [0.5, 0.5, 0, 0]) == [
                "accessor-joints-index-duplicate \(attributes)"
            ])
        #expect(
            try skinned(joints: [0, 1, 0, 0], weights: [1, -0.5, 0, 0]) == ["accessor-weights-negative \(attributes)"])
        #expect(
            try skinned(joints: [0, 1, 0, 0], weights: [0.5, 0.25, 0, 0]) == [
                "accessor-weights-non-normalized \(attributes)"
            ])
    }

    @Test func bindMatricesAreAffineAndOneForEachJoint() throws {
        let (joints, weights): ([UInt8], [Float]) = ([0, 0, 0, 0], [1, 0, 0, 0])
        let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
        #expect(try skinned(joints: joints, weights: weights, matrix: identity + identity, count: 2) == [])
        #expect(
            try skinned(joints: joints, weights: weights, matrix: identity) == [
                "invalid-ibm-accessor-count /skins/0/inverseBindMatrices"
            ])
        var projective = identity + identity
        projective[3] = 1
        #expect(
            try skinned(joints: joints, weights: weights, matrix: projective, count: 2) == [
                "accessor-invalid-ibm /skins/0/inverseBindMatrices"
            ])
    }

    // MARK: Splats

    @Test func splatsArePointsWithAllTheirValues() throws {
        let name = "KHR_gaussian_splatting"
        func splats(
            mode: Int = 0, rotation: (String, Int, Int, [UInt8]), scale: [Float], opacity: Float
        ) throws -> [String] {
            try findings(
                [
                    rotation, ("VEC3", 5126, 1, GLTFSample.floats(scale)),
                    ("SCALAR", 5126, 1, GLTFSample.floats([opacity])),
                ],
                mesh(
                    #""mode": \#(mode), "attributes": {"\#(name):ROTATION": 0, "\#(name):SCALE": 1,"#
                        + #" "\#(name):OPACITY": 2}, "extensions": {"\#(name)": {"kernel": "ellipse","#
                        + #" "colorSpace": "srgb_rec709_display"}}"#) + #", "extensionsUsed": ["\#(name)"]"#)
        }
        let unit = ("VEC4", 5126, 1, GLTFSample.floats([0, 0, 0, 1]))
        let long = ("VEC4", 5126, 1, GLTFSample.floats([0, 0, 0, 2]))
        let short = ("VEC2", 5126, 1, GLTFSample.floats([0, 1]))
        // Positions and the colour are missing in all of them.
        let missing = "splats-attribute-missing \(place)/attributes"
        let attribute = "\(place)/attributes/\(name)"
        #expect(try splats(rotation: unit, scale: [1, 0, 1], opacity: 1) == [missing])
        #expect(
            try splats(mode: 4, rotation: unit, scale: [1, 0, 1], opacity: 1) == ["splats-mode \(place)/mode", missing])
        #expect(
            try splats(rotation: long, scale: [1, 0, 1], opacity: 1) == [
                missing, "splats-rotation-non-unit \(attribute):ROTATION",
            ])
        #expect(
            try splats(rotation: unit, scale: [1, -1, 1], opacity: 1) == [missing, "splats-value \(attribute):SCALE"])
        #expect(
            try splats(rotation: unit, scale: [1, 0, 1], opacity: 2) == [missing, "splats-value \(attribute):OPACITY"])
        #expect(
            try splats(rotation: short, scale: [1, 0, 1], opacity: 1) == [
                missing, "splats-attribute-form \(attribute):ROTATION",
            ])
    }
}
