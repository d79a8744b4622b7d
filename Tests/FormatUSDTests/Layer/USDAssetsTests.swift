import Testing

@testable import FormatUSD

@Suite("The files that a layer names")
struct USDAssetsTests {
    private func layer() throws -> USDLayer {
        try USDTexts.body(
            """
            asset a.timeSamples = {
                0: @one.png@,
                1: @two.png@,
                2: None,
            }
            asset[] b = edit [append @one.png@; erase [0]; prepend @three.png@]
            string c = "one.png"
            """)
    }

    @Test("are found in samples and edits of arrays, with the field that has them")
    func found() throws {
        let layer = try layer()
        var copy = layer
        var seen: [String] = []
        copy.changeAssets(at: USDLayerPlaces(layer).files) { name, spec, field in
            seen.append("\(name) \(layer.path(of: spec)) \(field)")
            return name
        }
        #expect(
            seen == [
                "one.png /A.a timeSamples", "two.png /A.a timeSamples", "one.png /A.b default",
                "three.png /A.b default",
            ])
        #expect(USDLayerDifference.differences(layer, copy) == [])
    }

    @Test("are changed there, and nothing else is")
    func changed() throws {
        var layer = try layer()
        let places = USDLayerPlaces(layer).files
        layer.changeAssets(at: places) { name, _, _ in name == "one.png" ? "1.png" : name }
        #expect(layer.at("/A.a")?["timeSamples"]?.summary == "0.0: asset '1.png', 1.0: asset 'two.png', 2.0: None")
        let text = try USDTexts.text(layer)
        #expect(text.contains("b = edit [append @1.png@; erase [0]; prepend @three.png@]"))
        #expect(text.contains("string c = \"one.png\""))
    }
}
