import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

/// Texts that usd-core refuses (each was tried with it), with the location.
@Suite("A text layer is refused")
struct USDTextRefusalTests {
    @Test(
        "where a prim says something wrong",
        arguments: [
            ("int x = 1 }", 11), ("int x = 1 int y = 2", 11), ("int x = 1;;", 11), ("float x = +1", 11),
            ("int x = 0x10", 10), ("int x = 2147483648", 9), ("uint x = -1", 10), ("uchar x = 256", 11),
            ("float x = \"1\"", 11), ("bool x = on", 10), ("token x = foo", 11), ("string x = @a@", 12),
            ("int64 x = 9223372036854775808", 11), ("float x = (1)", 11), ("float x = [1]", 11), ("int[] x = 1", 11),
            ("quatf x = (1,2,3)", 11), ("matrix2d x = (1,2,3,4)", 15), ("int[] x = [1 2]", 14), ("int[] x = [,]", 12),
            ("int[] x = [[1,2],[3]]", 19), ("int[] x = [1,[2]]", 15), ("opaque x = 1", 12), ("string x = \"a\\\"", 12),
            ("varying float x", 9), ("int x\nfloat x", 7), ("uniform int x\nint x", 5), ("rel x = [</A>, </A>]", 9),
            ("rel x = </B{a=b}C>", 9), ("rel x = <>", 9), ("rel x = </>", 9), ("rel x = <../../..>", 9),
            ("int x.connect = <>", 17), ("add int x.connect = None", 21), ("rel x.timeSamples = {}", 7),
            ("int x.timeSamples = { 1 2 }", 25), ("Odd x.timeSamples = { 1: 2, 3: 4 }", 32),
            ("int x (comment = \"a\")", 8),
            ("int x (nothing = )", 18), ("int x (interpolation = None)", 8), ("int x (kind = \"a\")", 8),
            ("int x (permission = some)", 21), ("int x (displayUnit = parsec)", 22), ("variantSet \"a b\" = {\n}", 12),
            ("variantSet \"a\" = {\n b {} }", 2), ("def \"B-c\" {\n}", 5), ("def \"\" {\n}", 5),
            ("def \"B\" {\n}\ndef \"B\" {\n}", 5),
            ("def \"B\" {\n} def \"C\" {\n}", 3), ("def\"B\" {\n}", 4), ("int x = 1 # \u{7}\n ?", 2),
            ("double x.spline = { 1 }", 23),
            ("int x = 1 /* open", 11), ("int x = \"a", 9), ("asset x = @a", 11),
            ("def \"B\" (\n references = <C>\n) {\n}", 15), ("def \"B\" (\n references = @@\n) {\n}", 15),
            ("def \"B\" (\n prepend references = None\n) {\n}", 23), ("def \"B\" (\n customData = 3\n) {\n}", 15),
            ("def \"B\" (\n hidden = None\n) {\n}", 2), ("def \"B\" (\n add apiSchemas = []\n) {\n}", 19),
            ("def \"B\" (\n customData = { foo a = 1 }\n) {\n}", 17),
            ("def \"B\" (\n variants = { int a = 1 }\n) {\n}", 13),
            ("int x = 1 \n(\n hidden = true)", 1),
        ])
    func bodies(statements: String, column: Int) throws {
        let error = try #require(USDTexts.error("#usda 1.0\ndef \"A\"\n{\n\(statements)\n}\n"), "\(statements)")
        guard case .line(let line, let found) = error.location else { return #expect(Bool(false), "\(error)") }
        #expect(line >= 4 && found == column, "\(statements): \(line):\(found) \(error.message)")
        #expect(error.message.hasPrefix("expected"))
    }

    @Test(
        "where its first line or its metadata is wrong",
        arguments: [
            "", "#usda", "#usda 1", "#usda 2.0\n", "#usda 1.5\n", "#sdf 1.4.32\n", "\u{FEFF}#usda 1.0\n",
            "def \"A\" {\n}\n",
            "#usda 1.0\n(\n offset = 3\n)\n", "#usda 1.0\n(\n framesPerSecond = 0\n)\n",
            "#usda 1.0\n(\n subLayers = @a@\n)\n",
            "#usda 1.0\n(\n doc = \"a\", doc = \"b\"\n)\n", "#usda 1.0\n)\n", "#usda 1.0\n(\n",
            "#usda 1.0\nint x = 1\n",
            "#usda 1.0\ndef \"A\" {\n};\n", "#usda 1.0\ndef \"A\" {\n", "#usda 1.0\n(\n None = 1\n)\n",
        ])
    func heads(text: String) {
        #expect(USDTexts.error(text) != nil)
    }

    @Test(
        "where it is no UTF-8",
        arguments: [[0xFF], [0xC0, 0x80], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xE2, 0x82]])
    func notUTF8(bytes: [UInt8]) {
        let text = Array("#usda 1.0\n# ".utf8) + bytes + [0x0A]
        let error = #expect(throws: ReadError.self) { _ = try USDTextReader.read(text) }
        #expect(error?.location == .line(2, column: 3))
    }

    @Test(
        "where it nests 100,000 deep",
        arguments: [
            ("def \"A\" {\n", "}\n"), ("variantSet \"a\" = { \"b\" {\n", "}}\n"), ("odd x = ", "("), ("odd x = ", "["),
            ("int[] x = ", "["), ("float2 x = ", "("), ("rel x = </A", "[/A"),
        ])
    func bombs(open: String, repeated: String) {
        let depth = 100_000
        let isStatement = repeated.hasPrefix("}")
        let text =
            isStatement
            ? String(repeating: open, count: depth) + String(repeating: repeated, count: depth)
            : open + String(repeating: repeated, count: depth)
        let error = USDTexts.error("#usda 1.0\ndef \"A\"\n{\n\(text)\n}\n")
        #expect(error != nil)
        if isStatement { #expect(error?.code == .limitExceeded) }
    }

    @Test("where dictionaries nest 100,000 deep")
    func dictionaryBomb() {
        let text = "#usda 1.0\n(\n customLayerData = {" + String(repeating: "dictionary a = {", count: 100_000)
        #expect(USDTexts.error(text)?.code == .limitExceeded)
    }

    @Test("where it ends anywhere, or is read")
    func truncations() throws {
        let text = Array(USDTexts.everything.utf8)
        for count in 0..<text.count {
            // A truncated text lacks at least a brace, except between prims.
            if let reading = try? USDTextReader.read(Array(text.prefix(count))) {
                #expect(reading.layer.specs.count >= 1)
            }
        }
    }

    @Test("or read, whatever bytes are changed")
    func mutations() throws {
        let text = Array(USDTexts.everything.utf8)
        let pool = Array("()[]{}<>=,;:.@\"'#/\\ \n-+0e19aN_\u{0}".utf8) + [0xFF, 0x80, 0xC3]
        var random = SplitMix(state: 7)
        var isRead = 0
        for _ in 0..<3000 {
            var changed = text
            for _ in 0..<1 + Int(random.next() % 3) {
                let place = Int(random.next() % UInt64(changed.count))
                switch random.next() % 3 {
                case 0: changed[place] = pool[Int(random.next() % UInt64(pool.count))]
                case 1: changed.insert(pool[Int(random.next() % UInt64(pool.count))], at: place)
                default: changed.remove(at: place)
                }
            }
            guard let reading = try? USDTextReader.read(changed) else { continue }
            isRead += 1
            // What is read can be written, and is read back equal.
            guard let written = try? USDTexts.text(reading.layer) else { continue }
            let again = try USDTexts.read(written)
            #expect(USDLayerDifference.differences(reading.layer, again).isEmpty)
        }
        #expect(isRead > 100)
    }

    private struct SplitMix {
        var state: UInt64
        mutating func next() -> UInt64 {
            state &+= 0x9E37_79B9_7F4A_7C15
            var z = state
            z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
            z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
            return z ^ (z >> 31)
        }
    }
}
