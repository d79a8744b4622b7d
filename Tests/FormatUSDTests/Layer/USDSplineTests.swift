import Testing

@testable import FormatUSD

@Suite("Curves of attributes")
struct USDSplineTests {
    /// Texts as usd-core writes them.
    static let texts = [
        "bezier, 1: 5; pre (0.5, 2); post curve (0.25, -1), 2: 7; pre (0, 0); post held",
        "bezier, 1: 5; pre (0.5, 2, autoEase); post curve (0.25, -1, custom), 2: 7; pre (0, 0); post held",
        "1: 3 & 5; pre (0, 0); post held; { int a = 1; dictionary b = { string c = \"d\" } }, 2: 7; post linear",
        "pre: none, post: sloped(2.5), 1: 5; pre (0, 0); post none",
        "pre: loop repeat, post: loop reset, 1: 5", "pre: loop oscillate, post: linear, 1: 5",
        "loop: (1, 2, 3, 4, 0.5), 1: 5, 2: 7", "hermite, 1: 5; pre (0); post curve (3), 2: 7; pre (2); post held",
        // A tangent without effect is kept; usd-core's own text can't express it.
        "1: 5; post held, 2: 7; pre (0.5, 2); post linear (1, 3)", "",
    ]

    private func layer(_ type: String, _ spline: String) throws -> USDLayer {
        try USDTexts.body("\(type) x.spline = { \(spline.isEmpty ? "" : spline + ",") }")
    }

    @Test("are the same in text and crate", arguments: texts)
    func both(text: String) throws {
        for type in ["double", "float", "half", "timecode", "duration"] {
            let layer = try layer(type, text)
            let crate = try CrateReaderTests.crate(try CrateWriterTests.crate(layer))
            #expect(USDLayerDifference.differences(layer, crate) == [])
            #expect(USDLayerDifference.differences(layer, try USDTexts.read(USDTexts.text(crate))) == [])
        }
    }

    @Test("differ where one number does")
    func differences() throws {
        let layer = try layer("double", "bezier, 1: 5; pre (0.5, 2); post curve (0.25, -1), 2: 7")
        for other in [
            "bezier, 1: 5; pre (0.5, 2); post curve (0.25, -2), 2: 7", "hermite, 1: 5; pre (2); post curve (-1), 2: 7",
            "bezier, 1: 5; pre (0.5, 2); post curve (0.25, -1), 2: 7.5",
            "1: 5; pre (0.5, 2); post held (0.25, -1), 2: 7",
            "bezier, 1: 5; pre (0.5, 2); post curve (0.25, -1)",
            "pre: linear, 1: 5; pre (0.5, 2); post curve (0.25, -1), 2: 7",
            "1: 5; pre (0.5, 2, custom); post curve (0.25, -1), 2: 7",
            "1: 5 & 5; pre (0.5, 2); post curve (0.25, -1), 2: 7",
            "1: 5; pre (0.5, 2); post curve (0.25, -1); { int a = 1 }, 2: 7",
        ] {
            #expect(USDLayerDifference.differences(layer, try self.layer("double", other)).count == 1, "\(other)")
        }
    }

    @Test("have the bytes that usd-core writes")
    func bytes() throws {
        let knot: [UInt8] = [
            6, 0, 0, 0, 0, 0, 0, 0xF0, 0x3F, 0, 0, 0, 0, 0, 0, 0x14, 0x40, 0, 0, 0, 0, 0, 0, 0xE0, 0x3F, 0, 0, 0, 0, 0,
            0,
            0xD0, 0x3F, 0, 0, 0, 0, 0, 0, 0, 0x40, 0, 0, 0, 0, 0, 0, 0xF0, 0xBF,
        ]
        for (text, wanted) in [
            ("1: 5; pre (0.5, 2); post curve (0.25, -1)", [0x11, 9, 1, 0, 0, 0] + knot),
            ("1: 5; pre (0.5, 2, autoEase); post curve (0.25, -1, custom)", [0x12, 9, 1, 0, 0, 0] + knot + [0x12]),
        ] as [(String, [UInt8])] {
            let bytes = try CrateWriterTests.crate(try layer("double", text))
            #expect((0..<bytes.count - wanted.count).contains { bytes[$0..<$0 + wanted.count].elementsEqual(wanted) })
        }
    }

    @Test("stand in rising time, the first of those at one")
    func order() throws {
        let read = try layer("double", "2: 5, 1: 3, 2: 6")
        guard case .spline(let spline) = read.at("/A.x")?["spline"] else { return #expect(Bool(false)) }
        #expect(spline.knots.map(\.time) == [1, 2] && spline.knots.map(\.value) == [3, 5])
    }

    @Test("are refused where nobody could follow them", arguments: ["int", "float3", "odd", "string"])
    func types(type: String) {
        #expect(throws: (any Error).self) { try layer(type, "1: 5") }
    }

    @Test("have values that are numbers", arguments: ["1: inf", "1: 5e400", "nan: 1"])
    func numbers(text: String) {
        #expect(throws: (any Error).self) { try layer("double", text) }
    }

    @Test("are refused when a crate's bytes end early or say too much")
    func broken() throws {
        let bytes = try CrateWriterTests.crate(try layer("double", "1: 5, 2: 6; post curve (1, 2)"))
        guard
            let place = (0..<bytes.count - 6).first(where: { bytes[$0..<$0 + 6].elementsEqual([0x11, 9, 2, 0, 0, 0]) })
        else { return #expect(Bool(false)) }
        for (offset, byte) in [(0, 0x15), (0, 0x61), (1, 0x3F), (2, 3), (5, 0xFF), (-8, 3), (-8, 0xFF)]
            as [(Int, UInt8)]
        {
            var broken = bytes
            broken[place + offset] = byte
            #expect(throws: (any Error).self, "\(offset) \(byte)") { try CrateReaderTests.crate(broken) }
        }
    }
}
