import MeshBytes

/// Compares reading and printing of random numbers with the standard library: the long form of the tests of MeshBytes.
package struct NumberLaw {
    /// The texts that were read or printed differently.
    package private(set) var wrong: [String] = []
    private var random: RandomSource

    package init(seed: UInt64) { random = RandomSource(seed: seed) }

    /// Checks `count` bit patterns of each precision, and as many decimals.
    package mutating func run(count: Int) {
        for _ in 0..<count {
            let bits = random.next()
            check(Double(bitPattern: bits), Float(bitPattern: UInt32(truncatingIfNeeded: bits)))
            // Sizes that are usual in scenes.
            check(Double(Int64(bitPattern: bits) >> 20) / 65536, Float(Int32(truncatingIfNeeded: bits)) / 65536)
            checkDecimal()
        }
    }

    private mutating func check(_ double: Double, _ float: Float) {
        if double.isFinite {
            let (text, printed) = (double.description, NumberPrinter.text(double))
            let isRead = Self.read(text) { $0.readFloat64() }?.bitPattern == double.bitPattern
            if !isRead || Double(printed)?.bitPattern != double.bitPattern { wrong.append(text) }
            if Self.digits(printed) != Self.digits(text) { wrong.append(printed) }
        }
        if float.isFinite {
            let (text, printed) = (float.description, NumberPrinter.text(float))
            let decimal = Self.read(text) { $0.readDecimal() }
            let isRead = decimal?.float32.bitPattern == float.bitPattern && decimal?.isShortestFloat32 == true
            if !isRead || Float(printed)?.bitPattern != float.bitPattern { wrong.append(text) }
            if Self.digits(printed) != Self.digits(text) { wrong.append(printed) }
        }
    }

    /// One to twenty-four digits with a point anywhere, sometimes with an exponent.
    private mutating func checkDecimal() {
        let shape = random.next()
        var text = (0...Int(shape % 24)).map { _ in String(random.next() % 10) }.joined()
        let point = Int(shape >> 8 & 0xFF) % text.count
        if point > 0 { text.insert(".", at: text.index(text.startIndex, offsetBy: point)) }
        if shape >> 16 & 3 == 0 { text += "e\(Int(shape >> 24 % 700) - 350)" }
        let decimal = Self.read(text) { $0.readDecimal() }
        if decimal?.float64 != Double(text) || decimal?.float32 != Float(text) { wrong.append(text) }
    }

    private static func read<Value>(_ text: String, _ body: (inout TextCursor) -> Value?) -> Value? {
        TextCursor.over(Array(text.utf8)) { cursor in
            let value = body(&cursor)
            return cursor.position == text.utf8.count ? value : nil
        }
    }

    /// The significant digits of a number: without sign, point, exponent, leading and trailing zeros.
    private static func digits(_ text: String) -> Substring {
        let digits = text.prefix { $0 != "e" }.filter(\.isNumber).drop { $0 == "0" }
        return digits.dropLast(digits.reversed().prefix { $0 == "0" }.count)
    }
}
