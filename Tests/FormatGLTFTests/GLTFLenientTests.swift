import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// What of a broken file can be shown is read leniently, and the rest is counted.
struct GLTFLenientTests {
    private static var lenient: ReadOptions {
        var options = ReadOptions()
        options.lenient = true
        return options
    }

    /// Two triangles by indices over four vertices; more members of the tree.
    private func sample(
        indices: [UInt8] = [0, 1, 2, 0, 2, 3], colors: Int = 4, members: String = "", more: String = ""
    ) -> GLTFSample {
        GLTFSample(
            members: """
                "meshes": [{"primitives": [
                  {"attributes": {"POSITION": 0, "COLOR_0": 1}, "indices": 2}, {"attributes": {"POSITION": 0}\(more)}]}],
                "accessors": [
                  {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0, 0, 0], "max": [1, 1, 0]},
                  {"bufferView": 1, "componentType": 5121, "normalized": true, "count": \(colors), "type": "VEC4"},
                  {"bufferView": 2, "componentType": 5121, "count": 6, "type": "SCALAR"}],
                "bufferViews": [{"buffer": 0, "byteLength": 48}, {"buffer": 0, "byteOffset": 48, "byteLength": 16},
                  {"buffer": 0, "byteOffset": 64, "byteLength": 6}],
                "nodes": [{"mesh": 0}], "scenes": [{"nodes": [0]}], "scene": 0\(members)
                """,
            bytes: GLTFSample.floats([0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0]) + [UInt8](repeating: 9, count: 16) + indices)
    }

    @Test func facesOfVerticesThatDoNotExistAreLeftOut() throws {
        let broken = sample(indices: [0, 1, 2, 0, 2, 9])
        let error = #expect(throws: ReadError.self) { try broken.read() }
        #expect(error?.code == .invalidIndex)
        let document = try broken.read(Self.lenient)
        #expect(document.scene.meshes[0].primitives[0].elementCount == 1)
        #expect(document.residue.contains(.broken("/meshes/*/primitives/*/indices/faces", count: 1)))
        #expect(throws: Never.self) { try document.scene.validate() }
    }

    /// Nothing uses the buffer, but who reads strictly refuses it: so the file's own structure can't be kept.
    @Test func aDataURIThatIsNoneIsBroken() throws {
        let broken = GLTFSample(members: #""buffers": [{"byteLength": 3, "uri": "data:;base64,A*="}]"#)
        let error = #expect(throws: ReadError.self) { try broken.read() }
        #expect(error?.location == .jsonPointer("/buffers/0/uri"))
        let document = try broken.read(Self.lenient)
        #expect(document.residue.contains(.broken("/buffers/*/uri", count: 1)))
    }

    @Test func unequalCountsTakeTheCommonPart() throws {
        let broken = sample(colors: 3)
        #expect(throws: ReadError.self) { try broken.read() }
        let document = try broken.read(Self.lenient)
        #expect(document.scene.vertexSets[0].count == 3)
        #expect(document.scene.meshes[0].primitives[0].elementCount == 1)
        #expect(document.residue.contains(.broken("/meshes/*/primitives/*/attributes/COLOR_0", count: 1)))
        #expect(throws: Never.self) { try document.scene.validate() }
    }

    @Test func anUnknownExtensionCostsThePrimitivesThatNeedIt() throws {
        let names = #", "extensionsUsed": ["ACME_mesh"], "extensionsRequired": ["ACME_mesh"]"#
        let broken = sample(members: names, more: #", "extensions": {"ACME_mesh": {}}"#)
        let error = #expect(throws: ReadError.self) { try broken.read() }
        #expect(error?.code == .unsupported)
        let document = try broken.read(Self.lenient)
        #expect(document.scene.meshes[0].primitives.count == 1)
        #expect(document.residue.contains(.broken("/extensionsRequired/ACME_mesh", count: 1)))
        #expect(document.residue.contains(.broken("/meshes/*/primitives", count: 1)))
    }

    @Test func aCutBinaryGivesThePrimitivesThatAreWhole() throws {
        let whole = sample().binary
        // Without the last chunk's indices.
        let cut = Array(whole.dropLast(8))
        #expect(throws: ReadError.self) {
            try GLTFFormat().read(Input.bytes(cut, name: "a.glb"), options: ReadOptions())
        }
        let document = try GLTFFormat().read(Input.bytes(cut, name: "a.glb"), options: Self.lenient)
        #expect(document.scene.meshes[0].primitives.count == 1)
        #expect(document.residue.contains(.broken("/meshes/*/primitives", count: 1)))
        #expect(throws: Never.self) { try document.scene.validate() }
    }

    private static let center =
        #", "extensionsUsed": ["CESIUM_RTC"], "extensions": {"CESIUM_RTC": {"center": [1, 2, 3]}}"#

    @Test func scenesOfTheSameRootsShareTheirCentre() throws {
        var twice = sample(members: Self.center)
        twice.members = twice.members.replacing(#"[{"nodes": [0]}]"#, with: #"[{"nodes": [0]}, {"nodes": [0]}]"#)
        let document = try twice.read()
        #expect(document.scene.scenes.map(\.roots) == [[1], [1]])
        #expect(document.scene.nodes.count == 2 && document.scene.nodes[1].children == [0])
        #expect(!document.diagnostics.contains { $0.code == "gltf.center" })
    }

    /// A node has one parent, so a scene with one root more can't have its roots moved again.
    @Test func aSceneThatSharesSomeRootsIsNotMoved() throws {
        var some = sample(members: Self.center)
        some.members = some.members
            .replacing(#"[{"nodes": [0]}]"#, with: #"[{"nodes": [0]}, {"nodes": [0, 1]}]"#)
            .replacing(#""nodes": [{"mesh": 0}]"#, with: #""nodes": [{"mesh": 0}, {"mesh": 0}]"#)
        let document = try some.read()
        #expect(document.scene.scenes.map(\.roots) == [[2], [0, 1]])
        #expect(document.scene.nodes[2].children == [0])
        let told = document.diagnostics.filter { $0.code == "gltf.center" }
        #expect(told.map(\.location) == [.jsonPointer("/scenes/1")] && told.map(\.severity) == [.error])
    }

    @Test func theCentreBecomesANode() throws {
        let scene = try sample(
            members: #", "extensionsUsed": ["CESIUM_RTC"], "extensions": {"CESIUM_RTC": {"center": [1, 2, 3]}}"#
        ).read().scene
        let root = scene.nodes[scene.scenes[0].roots[0]]
        #expect(root.children == [0])
        // Geocentric centres have Z along the axis of the earth, glTF has Y up.
        #expect(
            root.transform
                == .trs(translation: SIMD3(1, 3, -2), rotation: SIMD4(0, 0, 0, 1), scale: SIMD3(1, 1, 1)))
        #expect(throws: Never.self) { try scene.validate() }
    }
}
