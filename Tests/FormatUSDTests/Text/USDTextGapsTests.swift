import MeshBytes
import MeshFormats
import Testing

@testable import FormatUSD

@Suite("Long lists that stay in the file until they are read")
struct USDTextGapsTests {
    private static let sizes = USDTextGaps.Sizes(file: 0, piece: 8192)

    /// A sequence of numbers, long enough for about this many chunks.
    private static func numbers(_ pieces: Double, _ separator: String = ", ") -> String {
        var text = ""
        var number = 1
        while Double(text.utf8.count) < pieces * Double(sizes.piece) {
            for _ in 0..<50 {
                text += "\(number % 9973)\(separator)"
                number += 7
            }
        }
        return text + "5"
    }

    private static func tuples(_ pieces: Double, of count: Int, line: String = "") -> String {
        var text = "(" + Array(repeating: "0.5", count: count).joined(separator: ", ") + ")"
        var number = 1
        while Double(text.utf8.count) < pieces * Double(sizes.piece) {
            for _ in 0..<50 {
                let values = (0..<count).map { "\(Float(number + $0) / 64)" }
                text += ",\(line) (" + values.joined(separator: ", ") + ")"
                number = (number &* 31 &+ 7) % 1_000_003
            }
        }
        return text
    }

    private static func layer(_ statements: [String]) -> String {
        "#usda 1.0\n(\n    doc = \"größe\"\n)\ndef Mesh \"A\"\n{\n\(statements.joined(separator: "\n"))\n}\n"
    }

    private static func read(_ text: [UInt8], threads: Int, gaps: USDTextGaps.Sizes?) -> Result<USDLayer, ReadError> {
        var options = ReadOptions()
        options.threads = threads
        return Result { () throws(ReadError) in
            try USDTextReader.read(.bytes(text, name: "a.usda"), options: options, gaps: gaps).layer
        }
    }

    /// Reads a text in both ways; the results must be equal, and so must the errors.
    private static func compare(_ text: [UInt8], sourceLocation: SourceLocation = #_sourceLocation) {
        let whole = read(text, threads: 1, gaps: nil)
        for threads in [1, 3] {
            // The next block of this size usually gets the memory of the last one, so it must not contain the text.
            if let block = try? MemoryBlock(byteCount: text.count) {
                unsafe block.bytes.initializeMemory(as: UInt8.self, repeating: UInt8(ascii: "\""))
            }
            switch (whole, read(text, threads: threads, gaps: sizes)) {
            case (.success(let one), .success(let other)):
                #expect(USDLayerDifference.differences(one, other).isEmpty, sourceLocation: sourceLocation)
            case (.failure(let one), .failure(let other)):
                #expect(one.code == other.code && one.location == other.location, sourceLocation: sourceLocation)
                #expect(one.message == other.message, sourceLocation: sourceLocation)
            default: Issue.record("read in one way and not in the other", sourceLocation: sourceLocation)
            }
        }
    }

    private static func gaps(_ text: String) throws -> Int {
        try USDTextGaps(.bytes(Array(text.utf8), name: "a.usda"), threads: 2, sizes)?.gaps.count ?? 0
    }

    @Test func plainListsAreReadFromTheFile() throws {
        let text = Self.layer([
            "int[] a = [\(Self.numbers(9))]", "float3[] b = [\(Self.tuples(9.3, of: 3))]",
            "double2[] c = [\n\(Self.tuples(6.1, of: 2, line: "\n    ")),\n]",
            "quatf[] d = [\(Self.tuples(3.2, of: 4))]",
            "int64[] e = [\(Self.numbers(3.5))]", "float[] f = [1, 2]", "float[] g = [\(Self.numbers(5, ",")),]",
        ])
        #expect(try Self.gaps(text) >= 6)
        let gaps = try #require(
            try USDTextGaps(.bytes(Array(text.utf8), name: "a.usda"), threads: 2, Self.sizes))
        let cursor = unsafe TextCursor(unsafe: UnsafeRawBufferPointer(gaps.block.bytes))
        var parser = USDTextParser(cursor, threads: 2, gaps: gaps)
        try withExtendedLifetime(gaps) { try parser.readLayer() }
        #expect(gaps.areRead)
        Self.compare(Array(text.utf8))
    }

    @Test(arguments: [
        "string a = \"\(numbers(3))\"", "custom string a = \"\"\"\n\(numbers(3))\n\"\"\"", "# \(numbers(4))",
        "uniform token a = \"x\" /* \(numbers(3)) */", "half[] a = [\(numbers(3))]", "uint[] a = [\(numbers(2.5))]",
        "duration[] a = [\(numbers(3))]", "matrix2d[] a = [((1, 2), (3, 4))]\nint[] b = [\(numbers(2))]",
        "int[] a = [[\(numbers(3))], [\(numbers(3))]]", "float3[] a = [\(numbers(3))]",
        "int[] a = [\(tuples(3, of: 3))]",
        "int[] a = [\(numbers(3)), 5000000000]", "float[] a = [\(numbers(3)), inf, \(numbers(2)), nan]",
        "float[] a = [\(numbers(2)), # here\n\(numbers(2))]", "float[] a = [\(numbers(2)) \(numbers(2))]",
        "float[] a = [\(numbers(2)),,\(numbers(2))]", "float[] a = [\(numbers(2.5))", "unknown a = [\(numbers(2.5))]",
        "float2[] a = [\(tuples(3, of: 2)), (1, 2, 3)]", "float2[] a = [\(tuples(3, of: 2)), (1), \(tuples(2, of: 2))]",
        "int[] a.timeSamples = {\n 1: [\(numbers(3))],\n 2: [\(numbers(4))],\n}",
        "custom int a = 1 (\n customData = {\n int[] b = [\(numbers(3))]\n }\n)",
        "float[] a = [\(String(repeating: " ", count: 40_000))1]",
        "float[] a = [1\(String(repeating: " ", count: 40_000))]",
        "float[] a = [\(numbers(3))\(String(repeating: " ", count: 30_000)), \(numbers(3))]",
    ])
    func everythingElseIsReadAsAWhole(statement: String) { Self.compare(Array(Self.layer([statement]).utf8)) }

    @Test func listsThatEndWherePiecesDoAreReadToo() {
        for shift in 0..<40 {
            let head = "#usda 1.0\ndef \"A\"\n{\nfloat2[] a = ["
            let body = Self.tuples(2, of: 2).utf8.prefix(2 * Self.sizes.piece - head.utf8.count - 60)
            let end = body.lastIndex(of: UInt8(ascii: ")")) ?? body.startIndex
            let text = head + String(body[...end])! + String(repeating: " ", count: shift * 3) + "]\n}\n"
            Self.compare(Array(text.utf8))
        }
    }

    @Test func textsThatEndAnywhereOrAreChangedHaveTheSameErrors() {
        let text = Array(
            Self.layer(["int[] a = [\(Self.numbers(4))]", "float3[] b = [\(Self.tuples(5, of: 3))]"]).utf8)
        var state: UInt64 = 11
        func random(_ count: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int((state >> 33) % UInt64(count))
        }
        for _ in 0..<12 { Self.compare(Array(text.prefix(random(text.count)))) }
        let pool = Array("()[]{}<>=,;:.@\"'#/\\ \n-+0e19aN_\u{0}".utf8) + [0xFF, 0x80, 0xC3]
        for _ in 0..<30 {
            var changed = text
            changed[random(changed.count)] = pool[random(pool.count)]
            Self.compare(changed)
        }
    }
}
