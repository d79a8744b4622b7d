import FormatSTL
import MeshFormats
import MeshModel
import Testing

@Suite struct STLColorTests {
    private func read(header: String = "", _ words: [UInt16]) throws -> Document {
        try STLSample(header: header, facets: words.map { (STLSample.flat, $0) }).read()
    }

    /// A header that ends with Magics' key and the colour 64 32 16.
    private static let object = "part COLOR=@ \u{10}\u{7F}"

    @Test func visCAMHasBlueInTheLowBits() throws {
        let document = try read([0x8000 | 31 << 10, 0x8000 | 31 << 5, 0x8000 | 31, 0xFFFF])
        #expect(document.variant == "stl.color")
        #expect(document.primitive?.values("COLOR_0") == [255, 0, 0, 0, 255, 0, 0, 0, 255, 255, 255, 255])
        #expect(document.primitive?.values("stl_attribute") == nil)
    }

    @Test func magicsHasRedInTheLowBitsAndTheOthersTheObjectsColor() throws {
        let document = try read(header: Self.object, [31, 31 << 5, 31 << 10, 0x8000])
        #expect(document.variant == "stl.binary")
        #expect(document.primitive?.values("COLOR_0") == [255, 0, 0, 0, 255, 0, 0, 0, 255, 64, 32, 16])
        #expect(document.scene.metadata.map(\.value) == ["part"])
        // Its alpha belongs to no facet.
        #expect(document.residue.map(\.path) == ["header/COLOR"])
    }

    @Test func anObjectsColorWithoutAnyWordIsEveryFacets() throws {
        let document = try read(header: Self.object, [0, 0])
        #expect(document.primitive?.values("COLOR_0") == [64, 32, 16, 64, 32, 16])
        #expect(document.codes == ["stl.color-of-object"])
    }

    @Test func facetsWithoutAColorAreWhiteAndTold() throws {
        let document = try read([0x8000, 0])
        #expect(document.primitive?.values("COLOR_0") == [0, 0, 0, 255, 255, 255])
        #expect(document.codes == ["stl.color-missing"])
    }

    @Test func wordsThatAreNotAllMarkedAreNumbers() throws {
        let document = try read([0x8001, 5, 0])
        #expect(document.primitive?.values("stl_attribute") == [32769, 5, 0])
        #expect(document.primitive?.values("COLOR_0") == nil)
        #expect(document.isAccountedFor)
    }

    @Test func allCodesComeBackFromTheScene() throws {
        var words: [UInt16] = []
        for code: UInt16 in 0..<32 {
            let (green, blue) = (31 - code, code * 7 % 32)
            words.append(0x8000 | code << 10 | green << 5 | blue)
        }
        let (bytes, plan, _) = try written(read(words).scene, as: "stl.color")
        #expect(plan.losses.isEmpty)
        for (index, word) in words.enumerated() {
            let place = 84 + 50 * index + 48
            #expect(UInt16(bytes[place]) | UInt16(bytes[place + 1]) << 8 == word)
        }
    }

    @Test func colorsOfVerticesBecomeTheirMean() throws {
        let colors = Attribute(
            .color(0), Column([255, 0, 0, 255, 0, 0, 255, 0, 0, 0, 0, 255] as [UInt8], components: 3), normalized: true,
            frame: .srgb)
        let (_, plan, back) = try written(square([colors]), as: "stl.color")
        // The second triangle has two red corners and a blue one: 2/3 and 1/3 of 31 are 21 and 10.
        #expect(back.primitive?.values("COLOR_0") == [255, 0, 0, 173, 0, 82])
        #expect(Set(plan.losses.map(\.code)) == [.interpolationSplit, .attributeNarrowed, .attributeFilled])
    }

    @Test func otherVariantsSayWhatKeepsColors() throws {
        let colors = Attribute(
            .color(0), Column([255, 0, 0, 0, 0, 255] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let losses = try written(square(elements: [colors])).plan.losses
        #expect(losses.first { $0.name == "colours" }?.remedy == .variant("stl.color"))
    }
}
