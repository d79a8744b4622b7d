import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatGLTF

/// Members of materials whose values aren't what section 5 of the specification says: they are left out and counted.
@Suite struct GLTFMaterialValueTests {
    private func read(_ material: String, more: String = "") throws -> Document {
        try GLTFSample(members: #""materials": [{\#(material)}]\#(more)"#).read()
    }

    /// The members that are neither in the scene nor in the residue, for which there is a diagnostic.
    private func leftOut(_ document: Document) -> [String] {
        #expect(!document.diagnostics.isEmpty && document.census.allSatisfy(\.isBalanced))
        return document.census.filter { $0.inDiagnostics > 0 }.map(\.kind).sorted()
    }

    @Test func anUnknownModeOfAlphaIsLeftOut() throws {
        let document = try read(#""alphaMode": "GLASS""#)
        #expect(document.scene.materials[0].parameters.isEmpty)
        #expect(leftOut(document) == ["/materials/*/alphaMode"])
        let told = document.diagnostics.filter { $0.location == .jsonPointer("/materials/0/alphaMode") }
        #expect(told.map(\.code) == ["gltf.type-mismatch"])
    }

    @Test func aNumberThatIsNoneIsLeftOut() throws {
        let document = try read(#""alphaCutoff": "half", "pbrMetallicRoughness": {"metallicFactor": 0.5}"#)
        #expect(document.scene.materials[0].parameters == [MaterialParameter("metallic", [0.5])])
        #expect(leftOut(document) == ["/materials/*/alphaCutoff"])
    }

    @Test func whatATextureWithoutAnIndexSaysIsLeftOut() throws {
        let document = try read(
            """
            "emissiveTexture": {"texCoord": 1, "extensions": {"KHR_texture_transform": {"rotation": 1, "scale": [2, 2]}}}
            """, more: #", "extensionsUsed": ["KHR_texture_transform"]"#)
        #expect(document.scene.materials[0].textures.isEmpty)
        #expect(document.diagnostics.map(\.code) == ["gltf.missing-member"])
        #expect(document.diagnostics.map(\.location) == [.jsonPointer("/materials/0/emissiveTexture/index")])
        let owner = "/materials/*/emissiveTexture"
        #expect(
            leftOut(document) == [
                "\(owner)/extensions/KHR_texture_transform/rotation",
                "\(owner)/extensions/KHR_texture_transform/scale", "\(owner)/texCoord",
            ])
    }

    @Test func anOffsetOfOneNumberIsNone() throws {
        let document = try read(
            """
            "emissiveTexture": {"index": 0, "extensions":
              {"KHR_texture_transform": {"offset": [1], "scale": [2, 3], "rotation": 0.5}}}
            """,
            more: """
                , "extensionsUsed": ["KHR_texture_transform"], "textures": [{"source": 0}],
                "images": [{"uri": "data:image/png;base64,iVBORw0KGgo="}]
                """)
        let slot = try #require(document.scene.materials[0].textures.first)
        #expect(slot.options == [TextureOption("scale", ["2", "3"]), TextureOption("rotation", ["0.5"])])
    }
}
