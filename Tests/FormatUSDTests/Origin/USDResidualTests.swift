import MeshBytes
import MeshFormats
import MeshModel
import Testing

@testable import FormatUSD

/// Texture coordinates from the top come back bit by bit, though flipping rounds them; so do corners without indices.
struct USDResidualTests {
    /// Numbers whose 1 − v is rounded: small, negative, and with all digits below 1/2.
    private static let rounded: [Float] = [
        0.12345679, 0.3333333, 1e-9, -1e-9, 0.49999997, -0.7000001, .leastNormalMagnitude, .leastNonzeroMagnitude, -0.0,
        0.25000003,
    ]
    private static let exact: [Float] = [0, 1, 0.5, 0.75, 0.99999994, 2, 0.1, 0.007, -3, 1000.125]

    private static func coordinates(_ v: [Float]) -> Attribute {
        let numbers = v.enumerated().flatMap { [Float($0.offset) / 7, $0.element] }
        return Attribute(.texCoord(0), Column(numbers, components: 2), frame: Frame(uvOrigin: .topLeft))
    }

    private static func square(_ v: [Float]) -> MeshScene { USDScenes.square([coordinates(v)]) }

    private static func bits(_ scene: MeshScene) -> [UInt64] {
        scene.vertexSets[0].attributes.filter { $0.semantic.isTexCoord }.flatMap { $0.values.doubles() }
            .map(\.bitPattern)
    }

    private static func text(_ scene: MeshScene) throws -> String {
        String(decoding: try USDScenes.write(scene).bytes, as: UTF8.self)
    }

    private static func losses(_ scene: MeshScene, omitsOrigin: Bool = false) throws -> [Loss] {
        var options = WriteOptions()
        options.omitsOrigin = omitsOrigin
        return try USDFormat().plan(Content(scene), variant: "usda", options: options).losses.filter {
            $0.code == .precisionReduced || $0.code == .attributeNarrowed
        }
    }

    @Test(arguments: ["usda", "usdc", "usdz"])
    func everyBitComesBack(variant: String) throws {
        for start in stride(from: 0, to: Self.rounded.count - 3, by: 1) {
            let scene = Self.square(Array(Self.rounded[start..<start + 4]))
            let document = try USDScenes.read(USDScenes.write(scene, variant).bytes)
            #expect(document.diagnostics.isEmpty)
            #expect(Self.bits(document.scene) == Self.bits(scene))
        }
    }

    @Test func numbersOfAllSizesComeBack() throws {
        var v = Self.rounded + Self.exact + [1e9, 3.3e7, -123.4567, .infinity, -.infinity]
        // All exponents, each with other digits.
        for power in 1...254 as ClosedRange<UInt32> {
            let digits = (power &* 2_654_435_761) >> 9
            v += [Float(bitPattern: power << 23 | digits), -Float(bitPattern: power << 23 | digits ^ 0x155555)]
        }
        let own = Column(v.flatMap { [0, $0] }, components: 2)
        let flipped = UVFlip.flipped(own, type: .float32)
        let restored = UVFlip.restored(Attribute(.texCoord(0), flipped, frame: .bottomLeftUV), type: .float32)
        var origin = USDOrigin()
        let added = origin.addResiduals(of: own, flipped: flipped)
        let place = try #require(added)
        let original = try #require(origin.original(restored, stored: flipped, place))
        #expect(original.doubles().map(\.bitPattern) == own.doubles().map(\.bitPattern))
    }

    @Test func cornersComeBackToo() throws {
        var scene = USDScenes.square(pools: [Self.coordinates(Array(Self.rounded[0..<4]))])
        scene.meshes[0].primitives[0].cornerAttributes = [
            CornerAttribute(pool: 0, indices: Column([Int32](arrayLiteral: 3, 2, 1, 0)))
        ]
        let back = try USDScenes.read(USDScenes.write(scene).bytes).scene
        #expect(
            back.vertexSets[0].pools[0].values.doubles().map(\.bitPattern)
                == scene.vertexSets[0].pools[0].values.doubles().map(\.bitPattern))
    }

    @Test func whatIsExactNeedsNoRecord() throws {
        let scene = Self.square(Array(Self.exact[4..<8]))
        #expect(try Self.losses(scene).isEmpty)
        #expect(try !Self.text(scene).contains(USDOrigin.residualsKey))
    }

    @Test func aLossIsRestoredOnlyByARecord() throws {
        let scene = Self.square([1e-9, 0, 0.12345679, 1])
        let kept = try Self.losses(scene)
        #expect(kept.map(\.severity) == [.reencoded] && kept.map(\.count) == [2])
        let left = try Self.losses(scene, omitsOrigin: true)
        #expect(left.map(\.severity) == [.rounded] && left.map(\.largestError) == kept.map(\.largestError))
    }

    /// A file that somebody changed counts, not its record.
    @Test func anEditedCoordinateWins() throws {
        var text = try Self.text(Self.square([1e-9, 0, 0.12345679, 1]))
        let stored = "\(Float(1 - Double(Float(0.12345679))))"
        #expect(text.contains(stored))
        text.replace(stored, with: "0.25")
        let document = try USDScenes.read(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        let v = document.scene.vertexSets[0].attributes.first { $0.semantic.isTexCoord }?.values.doubles()
        #expect(v?[5] == 0.75)
    }

    @Test(arguments: [
        "[]", "[0]", "[-1, 1]", "[4, 1]", "[2147483647, 1, 2147483647, 1]", "[0, 2147483647, 0, 2147483647]",
        "[0, -2147483648]", "[0, 1, 0, 1, 0, 1, 0, 1, 0, 1]", "[1.5]",
    ])
    func aSenselessRecordIsIgnored(residuals: String) throws {
        let scene = Self.square([1e-9, 0, 0.12345679, 1])
        var text = try Self.text(scene)
        let own = try #require(text.firstRange(of: /int\[\] residuals = \[[^\]]*\]/))
        text.replaceSubrange(own, with: "\(residuals.contains(".") ? "double" : "int")[] residuals = \(residuals)")
        let count = residuals.split(separator: ",").count
        let words = try #require(text.firstRange(of: /"residuals":\[0,4\]/))
        text.replaceSubrange(words, with: #""residuals":[0,\#(count)]"#)
        let document = try USDScenes.read(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        let v = document.scene.vertexSets[0].attributes.first { $0.semantic.isTexCoord }?.values.doubles()
        #expect(v.map { abs($0[1]) < 1e-7 } == true)
    }

    // MARK: Indices

    private static func soup() -> MeshScene {
        var scene = USDScenes.square()
        scene.meshes[0].primitives[0].vertices = nil
        return scene
    }

    @Test(arguments: ["usda", "usdc", "usdz"])
    func cornersWithoutIndicesStayWithout(variant: String) throws {
        let bytes = try USDScenes.write(Self.soup(), variant).bytes
        #expect(try USDScenes.read(bytes).scene.meshes[0].primitives[0].vertices == nil)
        #expect(try USDScenes.read(bytes, isForeign: true).scene.meshes[0].primitives[0].vertices != nil)
        let indexed = try USDScenes.write(USDScenes.square(), variant).bytes
        #expect(try USDScenes.read(indexed).scene.meshes[0].primitives[0].vertices != nil)
    }

    @Test func editedIndicesWin() throws {
        var text = try Self.text(Self.soup())
        #expect(text.contains("[0, 1, 2, 3]"))
        text.replace("[0, 1, 2, 3]", with: "[0, 1, 3, 2]")
        let document = try USDScenes.read(Array(text.utf8))
        #expect(document.diagnostics.contains { $0.code == "origin.ignored" })
        #expect(document.scene.meshes[0].primitives[0].vertices?.doubles() == [0, 1, 3, 2])
    }
}
