import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// What was added to a scene for USD goes away on the way back, unless somebody changed the file: then the file counts.
@Suite struct USDRestoringTests {
    /// A scene as text, with one part replaced, read again.
    private func edited(_ scene: MeshScene, _ part: String, with other: String) throws -> Document {
        var text = String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
        let place = try #require(text.firstRange(of: part))
        text.replaceSubrange(place, with: other)
        return try USDScenes.read(Array(text.utf8))
    }

    private func ignored(_ document: Document) -> [String] {
        document.diagnostics.filter { $0.code == "origin.ignored" }.map(\.message)
    }

    /// A face over vertices that have texture coordinates and no positions.
    private static let pointless: MeshScene = {
        var scene = USDScenes.square([
            Attribute(
                .texCoord(0), Column([0, 0, 1, 0, 1, 1, 0, 1] as [Float], components: 2), frame: .bottomLeftUV)
        ])
        scene.vertexSets[0].attributes.removeFirst()
        return scene
    }()

    @Test(arguments: ["usda", "usdc"])
    func positionsThatWereAddedGoAway(variant: String) throws {
        let bytes = try USDScenes.write(Self.pointless, variant).bytes
        let back = try USDScenes.read(bytes)
        #expect(back.scene.vertexSets[0].attributes.map(\.semantic) == [.texCoord(0)] && ignored(back).isEmpty)
        let foreign = try USDScenes.read(bytes, isForeign: true).scene
        #expect(
            foreign.vertexSets[0].attribute(.position)?.values.doubles() == [Double](repeating: 0, count: 12))
    }

    @Test(arguments: ["(1, 0, 0)", "(0, -1, 0)", "(0, 0, nan)"])
    func positionsThatWereChangedStay(point: String) throws {
        let document = try edited(
            Self.pointless, "points = [(0, 0, 0)", with: "points = [\(point)")
        #expect(document.scene.vertexSets[0].attribute(.position) != nil)
        #expect(ignored(document) == ["meshconv's origin record doesn't match positions: ignored there"])
    }

    private static let copies: MeshScene = {
        var scene = USDScenes.square()
        scene.nodes[0].name = "many"
        scene.nodes[0].instances = NodeInstances([
            Attribute(AttributeSemantic(name: "TRANSLATION"), Column([0, 0, 0, 5, 0, 0] as [Float], components: 3)),
            Attribute(AttributeSemantic(name: "_AGE"), Column([7, -2] as [Int8])),
        ])
        return scene
    }()

    @Test func valuesOfCopiesHaveTheirTypesAgainUnlessTheyHaveAnotherName() throws {
        let plain = try USDScenes.read(USDScenes.write(Self.copies).bytes)
        let own = try #require(plain.scene.nodes.compactMap(\.instances).first)
        #expect(own.attributes.last?.values.type == .int8 && ignored(plain).isEmpty)
        let renamed = try edited(Self.copies, "primvars:AGE", with: "primvars:OLD")
        let other = try #require(renamed.scene.nodes.compactMap(\.instances).first?.attributes.last)
        #expect(other.semantic.name == "_OLD" && other.values.type != .int8 && other.values.doubles() == [7, -2])
        #expect(ignored(renamed) == ["meshconv's origin record doesn't match instances: ignored there"])
    }

    @Test func aNodeThatWasAddedByHandStaysWithAllOthers() throws {
        let text = String(decoding: try USDScenes.write(Self.copies).bytes, as: UTF8.self)
        let document = try USDScenes.read(Array((text + "\ndef Xform \"New\"\n{\n}\n").utf8))
        #expect(document.scene.nodes.contains { $0.name == "New" })
        #expect(ignored(document) == ["meshconv's origin record doesn't match nodes: ignored there"])
    }
}
