import MeshBytes
import Testing

@Suite struct NumberRowsTests {
    /// Reads `count` float32 as a row, and the same one by one.
    private func floats(_ text: String, _ count: Int) -> (row: [UInt32]?, single: [UInt32]?) {
        let bytes = Array(text.utf8)
        let row = TextCursor.over(bytes) { cursor -> [UInt32]? in
            var values = [UInt32](repeating: 0, count: count)
            let isRead = unsafe values.withUnsafeMutableBytes { raw in
                unsafe raw.baseAddress.map { unsafe cursor.readFloat32s(count, into: $0) } ?? true
            }
            return isRead ? values : nil
        }
        let single = TextCursor.over(bytes) { cursor -> [UInt32]? in
            var values: [UInt32] = []
            for _ in 0..<count {
                cursor.skipBlanks()
                guard let value = cursor.readFloat32(), cursor.peek() <= 0x20 else { return nil }
                values.append(value.bitPattern)
            }
            return values
        }
        return (row, single)
    }

    @Test(arguments: [
        "1 -2.5 3", "0.1 .5 5.", "-0 0 +0", "1e3 1E-3 -1e+2", "123456.789 0.12345678901 99999999.5",
        "1.99999999 16777217 0.000001", "1.00000006 1.00000005 1.000000059604644775390625", "nan inf -inf",
        "1e-45 1e-38 3.5e38",
    ])
    func aRowOfFloat32IsReadAsEachNumberIs(text: String) throws {
        // Padding selects the fast or the general reader; both must agree with the standard library.
        for padding in ["", String(repeating: " ", count: 64)] {
            let (row, single) = floats(text + padding, 3)
            #expect(row == single, "\(text)")
            let expected = text.split(separator: " ").map { word in
                word == "nan" ? nil : Float(word == ".5" ? "0.5" : word == "5." ? "5.0" : String(word))
            }
            for (bits, value) in zip(try #require(row), expected) {
                if let value { #expect(Float(bitPattern: bits) == value) }
            }
        }
    }

    @Test func tiesAreRoundedAsTheStandardLibraryDoes() throws {
        var state: UInt64 = 7
        for _ in 0..<20_000 {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            let value = Float(bitPattern: UInt32(truncatingIfNeeded: state >> 33) % 0x0400_0000 + 0x3E00_0000)
            let middle = (Double(value) + Double(value.nextUp)) / 2
            let text = "\(middle)"
            guard !text.contains("e") else { continue }
            let (row, _) = floats(text + String(repeating: " ", count: 40), 1)
            #expect(try #require(row) == [try #require(Float(text)).bitPattern], "\(text)")
        }
    }

    /// Reads a row of float32 and checks the digits; then one by one, near the end of a text.
    private func expectSameDigits(
        _ words: [String], _ behind: String = "\n", sourceLocation: SourceLocation = #_sourceLocation
    ) {
        var values = [Float](repeating: 0, count: words.count)
        var areShortest = true
        let text = " " + words.joined(separator: " ") + behind + String(repeating: "x", count: 99)
        let isRead = TextCursor.over(Array(text.utf8)) { cursor in
            unsafe values.withUnsafeMutableBytes { raw in
                unsafe raw.baseAddress.map {
                    unsafe cursor.readFloat32s(words.count, into: $0, areShortest: &areShortest)
                } ?? true
            }
        }
        let single = words.map { word in TextCursor.over(Array(word.utf8)) { $0.readDecimal() } }
        #expect(isRead == (behind == "\n" && !single.contains(nil)), "\(words)", sourceLocation: sourceLocation)
        guard isRead else { return }
        #expect(
            values.map(\.bitPattern) == single.map { $0?.float32.bitPattern }, "\(words)",
            sourceLocation: sourceLocation)
        #expect(
            areShortest == single.allSatisfy { $0?.isShortestFloat32 == true }, "\(words)",
            sourceLocation: sourceLocation)
        #expect(
            values.map(\.bitPattern) == words.map { Float($0)?.bitPattern }, "\(words)", sourceLocation: sourceLocation)
    }

    @Test func numbersWithExponentsAreReadAsTheStandardLibraryReadsThem() {
        var random = SystemRandomNumberGenerator()
        func digits(_ count: Int) -> String {
            String((0..<count).map { _ in "0123456789".randomElement(using: &random) ?? "0" })
        }
        for round in 0..<30_000 {
            let words = (0..<3).map { _ in
                let sign = Bool.random(using: &random) ? "-" : ""
                let exponent =
                    ["e+0", "e-0", "E-0", "e-1", "e+1", "e-2", "e", "e-", "e-00", "e+03"].randomElement(using: &random)
                    ?? "e"
                // Every third round has the form of C's `%e` throughout.
                let places = round % 3 == 0 ? 6 : Int.random(in: 1...12, using: &random)
                let tail = round % 3 == 0 ? (Bool.random(using: &random) ? "e-0" : "e+0") : exponent
                return sign + digits(1) + "." + digits(places) + tail + digits(1)
            }
            expectSameDigits(words)
        }
    }

    @Test func tiesWithExponentsAreRoundedAsTheStandardLibraryDoes() {
        // Halfway between two float32 and next to it: 2²⁴ + 1, 2²⁵ + 2 and others with seven digits.
        for power in 0..<23 {
            for digits in ["1.677722", "3.355443", "9.999999", "1.000000", "0.000000", "5.960464", "2.980232"] {
                for exponent in ["e-\(power < 10 ? "0" : "")\(power)", "e+\(power < 10 ? "0" : "")\(power)"] {
                    expectSameDigits([digits + exponent, "-" + digits + exponent, "1.500000e+00"])
                }
            }
        }
        // 8388609.5 and similar numbers are ties of float32 that seven digits and an exponent can't express, but more
        // digits can.
        for text in [
            "8.3886095e+06", "1.6777217e+07", "1.67772170e7", "3.3554434e7", "1.00000006e0", "1.000000059604644775e0",
        ] {
            expectSameDigits([text, text, text])
        }
    }

    @Test(arguments: ["x", "e", ".", "-", "0x", "!"])
    func aNumberEndsWhereABlankOrALineEndIs(behind: String) {
        expectSameDigits(["1.500000e+00", "1.500000e+00", "1.500000e+00"], behind)
    }

    @Test(arguments: [
        "1.500000e+0:", "1.500000e+:0", "1.500000e)00", "1.500000e/00", "1.50000:e+00", ":.500000e+00", "1.500000d+00",
        "1,500000e+00",
    ])
    func whatLooksAlmostLikeANumberIsNone(word: String) {
        var value: Float = 0
        var areShortest = true
        let isRead = TextCursor.over(Array((word + String(repeating: " ", count: 40)).utf8)) { cursor in
            unsafe withUnsafeMutableBytes(of: &value) { raw in
                unsafe raw.baseAddress.map { unsafe cursor.readFloat32s(1, into: $0, areShortest: &areShortest) }
                    ?? true
            }
        }
        #expect(!isRead)
    }

    @Test(
        arguments: [
            ("1 2 3", [1, 2, 3]), ("-1 2 3", nil), ("255 0 1", [255, 0, 1]), ("256 0 1", nil), ("1 2", nil),
            ("1 2 x", nil),
            ("1 2 3.0", nil), ("00000001 2 3", nil),
        ] as [(String, [UInt8]?)])
    func plainIntegersAreReadOrLeftAlone(text: String, expected: [UInt8]?) {
        let bytes = Array((text + String(repeating: " ", count: 64)).utf8)
        let (values, position) = TextCursor.over(bytes) { cursor -> ([UInt8]?, Int) in
            var values = [UInt8](repeating: 0, count: 3)
            let isRead = unsafe values.withUnsafeMutableBytes { raw in
                unsafe raw.baseAddress.map { unsafe cursor.readPlainIntegers(3, as: UInt8.self, into: $0) } ?? false
            }
            return (isRead ? values : nil, cursor.position)
        }
        #expect(values == expected)
        #expect(position == (expected == nil ? 0 : text.utf8.count))
    }

    /// Rows of lists, read by the fast reader, and the cursor's position after them.
    private func lists(_ text: String, _ count: Int, most: Int = 9) -> (rows: [[UInt8]], position: Int) {
        let stride = 1 + count * 2
        return TextCursor.over(Array((text + String(repeating: " ", count: 99)).utf8)) { cursor in
            var bytes = [UInt8](repeating: 0xEE, count: most * stride)
            let rows = unsafe bytes.withUnsafeMutableBytes { raw -> Int in
                guard var place = raw.baseAddress else { return 0 }
                let start = unsafe place
                let rows = unsafe cursor.readPlainLists(count, as: UInt16.self, most: most, into: &place)
                #expect(unsafe place == start + rows * stride)
                return rows
            }
            return ((0..<rows).map { Array(bytes[$0 * stride..<($0 + 1) * stride]) }, cursor.position)
        }
    }

    @Test func listsOfOneLengthAreReadUpToTheFirstOtherRow() {
        let plain = "3 1 2 515\n3 9 8 7\n"
        let rows: [[UInt8]] = [[3, 1, 0, 2, 0, 3, 2], [3, 9, 0, 8, 0, 7, 0]]
        for other in [
            "4 1 2 3 4\n", "3 1 2\n", "3 1 2 3 4\n", "3 1 2 -3\n", "3 1 2 65536\n", "3 1 2 00000003\n", "3  1 2 3\n",
            " 3 1 2 3\n", "3 1 2 3 \n", "3 1 2 3\r\n", "3 1 2 3.0\n", "3 1 2 x\n", "\n", "3\t1 2 3\n", "",
        ] {
            let (found, position) = lists(plain + other, 3)
            #expect(found == rows, "\(other)")
            #expect(position == plain.utf8.count, "\(other)")
        }
        #expect(lists(plain, 3, most: 1).rows == [rows[0]])
        #expect(lists(plain, 4).rows.isEmpty)
        #expect(lists(plain, 0).rows.isEmpty)
    }

    @Test func listsNearTheEndOfTheTextAreLeftToOthers() {
        TextCursor.over(Array("3 1 2 3\n".utf8)) { cursor in
            var bytes = [UInt8](repeating: 0, count: 7)
            unsafe bytes.withUnsafeMutableBytes { raw in
                guard var place = raw.baseAddress else { return }
                #expect(unsafe cursor.readPlainLists(3, as: UInt16.self, most: 1, into: &place) == 0)
            }
            #expect(cursor.position == 0)
        }
    }
}
