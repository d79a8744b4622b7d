import MeshBytes
import MeshFormats
import MeshModel
import Testing

@Suite struct OriginFormTests {
    private static let forms: [(OriginForm, String)] = [
        (OriginForm(type: .float32, frame: .plain), #"{"type":"float32"}"#),
        (
            OriginForm(type: .uint8, isNormalized: true, frame: .srgb),
            #"{"type":"uint8","normalized":true,"colorSpace":"srgb"}"#
        ),
        (
            OriginForm(type: .float64, frame: Frame(colorSpace: .linear, scale: 255)),
            #"{"type":"float64","colorSpace":"linear","scale":255.0}"#
        ),
        (
            OriginForm(type: .float32, frame: Frame(encoding: .logit)), #"{"type":"float32","encoding":"logit"}"#
        ),
        (
            OriginForm(type: .float32, frame: Frame(uvOrigin: .topLeft, quaternionOrder: .wxyz)),
            #"{"type":"float32","uvOrigin":"topLeft","quaternionOrder":"wxyz"}"#
        ),
    ]

    @Test(arguments: forms) func aFormIsWrittenAndReadAsItWas(form: OriginForm, text: String) throws {
        #expect(JSONValue.object(form.members()).text() == text)
        #expect(OriginForm(json: try JSONValue.parse(Array(text.utf8))) == form)
    }

    @Test func whatIsUsualInAFileIsNotWritten() throws {
        let usual = Frame(colorSpace: .srgb, uvOrigin: .bottomLeft, encoding: .log)
        let members = OriginForm(type: .float32, frame: usual).members(usual: usual)
        #expect(JSONValue.object(members).text() == #"{"type":"float32"}"#)
        #expect(OriginForm(json: .object(members), encoding: .log)?.frame.encoding == .log)
    }

    @Test(arguments: ["{}", #"{"type":"float8"}"#]) func aFormWithoutATypeIsNone(text: String) throws {
        #expect(OriginForm(json: try JSONValue.parse(Array(text.utf8))) == nil)
    }

    // MARK: Attributes

    private static func record(_ attribute: Attribute, as name: String) -> OriginAttribute {
        OriginAttribute(
            attribute, storedAs: name, components: attribute.values.components, isColor: attribute.semantic.isColor)
    }

    @Test func anAttributeIsWrittenAndReadAsItWas() throws {
        let codes = Attribute(.color(0), Column([0, 0.2, 1] as [Float], components: 3), frame: .srgb)
        var origin = Self.record(codes, as: "COLOR_0")
        let text =
            #"{"name":"COLOR_0","type":"float32","colorSpace":"srgb","codes":true,"components":3}"#
        #expect(JSONValue.object(origin.members).text() == text)
        #expect(OriginAttribute(json: .object(origin.members)) == origin)
        origin.stored = "_COLOR_0"
        origin.isRestored = false
        #expect(
            JSONValue.object(origin.members).text() == #"{"name":"COLOR_0","stored":"_COLOR_0","components":3}"#)
    }

    @Test func codesComeBackFromLinearFloatsUnlessTheyWereChanged() throws {
        let codes = Attribute(
            .color(0), Column([0, 10, 255] as [UInt8], components: 3), normalized: true, frame: .srgb)
        let origin = Self.record(codes, as: "COLOR_0")
        let values = ColorTransfer.converted(codes, to: .linear, type: .float32)
        let own = try #require(origin.restored(Attribute(.color(0), values, frame: .linear)))
        #expect(own.values.integers() == [0, 10, 255] && own.normalized && own.frame == .srgb)
        let changed = Attribute(.color(0), Column([0, 0.5, 1] as [Float], components: 3), frame: .linear)
        #expect(origin.restored(changed) == nil)
    }

    @Test(arguments: [Frame.UVOrigin.bottomLeft, .topLeft])
    func coordinatesComeBackFromTheOtherEndUnlessTheyWereChanged(end: Frame.UVOrigin) throws {
        let coordinates = Attribute(
            .texCoord(0), Column([0, 51, 255, 255] as [UInt8], components: 2), normalized: true,
            frame: Frame(uvOrigin: end))
        let origin = Self.record(coordinates, as: "TEXCOORD_0")
        let file = Frame(uvOrigin: end == .topLeft ? .bottomLeft : .topLeft)
        let values = UVFlip.flipped(coordinates.values, type: .float32, normalized: true)
        let own = try #require(origin.restored(Attribute(.texCoord(0), values, frame: file)))
        #expect(own.values.integers() == [0, 51, 255, 255] && own.frame.uvOrigin == end)
        let changed = Column([0, 0.7, 1, 0.001] as [Float], components: 2)
        #expect(origin.restored(Attribute(.texCoord(0), changed, frame: file)) == nil)
    }

    @Test func wholeNumbersComeBackUnlessTheyAreNoneAnyMore() throws {
        let numbers = Attribute(AttributeSemantic(name: "label"), Column([7, 300] as [Int32]))
        let origin = Self.record(numbers, as: "_label")
        func file(_ values: [Float]) -> Attribute { Attribute(AttributeSemantic(name: "_label"), Column(values)) }
        let own = try #require(origin.restored(file([7, 300])))
        #expect(own.semantic.name == "label" && own.values.type == .int32 && own.values.integers() == [7, 300])
        #expect(origin.restored(file([7, 300.5])) == nil)
        #expect(origin.restored(file([7, 3e9])) == nil)
    }
}
