import MeshBytes

/// A number or text of a value, before its type is applied.
enum USDToken {
    /// An integer as written, if it fits 64 bits.
    case integer(isNegative: Bool, magnitude: UInt64)
    /// Any other number.
    case real(Double)
    /// A word without quotes.
    case word(String)
    case string(String)
    case asset(String)
    /// A string whose escapes give bytes that are not UTF-8.
    case bytes([UInt8])

    /// The number as a double, or nil for other tokens.
    var real: Double? {
        switch self {
        case .integer(let isNegative, let magnitude): isNegative ? -Double(magnitude) : Double(magnitude)
        case .real(let value): value
        case .word(let text), .string(let text):
            switch text {
            case "inf": .infinity
            case "-inf": -.infinity
            case "nan": .nan
            default: nil
            }
        case .asset, .bytes: nil
        }
    }

    /// The bits of the number as an integer of a type, truncated towards zero. nil if the type can't hold it.
    func integer(_ type: USDType) -> Int64? {
        if type == .bool { return bool.map { $0 ? 1 : 0 } }
        let bounds: ClosedRange<Int64>
        switch type {
        case .uchar: bounds = 0...255
        case .int, .int2, .int3, .int4: bounds = Int64(Int32.min)...Int64(Int32.max)
        case .uint: bounds = 0...Int64(UInt32.max)
        case .int64: bounds = Int64.min...Int64.max
        case .uint64: return unsigned.map { Int64(bitPattern: $0) }
        default: return nil
        }
        guard let value = signed, bounds.contains(value) else { return nil }
        return value
    }

    private var signed: Int64? {
        switch self {
        case .integer(false, let magnitude): Int64(exactly: magnitude)
        case .integer(true, let magnitude):
            magnitude <= 1 << 63 ? Int64(truncatingIfNeeded: 0 &- magnitude) : nil
        case .real(let value): Int64(exactly: value.rounded(.towardZero))
        case .word, .string, .asset, .bytes: nil
        }
    }

    private var unsigned: UInt64? {
        switch self {
        case .integer(let isNegative, let magnitude): isNegative && magnitude > 0 ? nil : magnitude
        case .real(let value): UInt64(exactly: value.rounded(.towardZero))
        case .word, .string, .asset, .bytes: nil
        }
    }

    private var bool: Bool? {
        switch self {
        case .integer(_, let magnitude): magnitude != 0
        case .real(let value): value != 0
        case .word(let text), .string(let text):
            switch text.lowercased() {
            case "true", "yes", "1": true
            case "false", "no", "0": false
            default: nil
            }
        case .asset, .bytes: nil
        }
    }

    /// The text as a value of a type, or nil if the type doesn't accept it.
    func text(_ type: USDType) -> String? {
        switch (self, type) {
        case (.string(let text), _): text
        case (.asset(let text), .asset): text
        default: nil
        }
    }

    /// The spelling in which usd-core keeps a value of unknown type.
    var spelling: String {
        switch self {
        case .integer(let isNegative, let magnitude): (isNegative && magnitude > 0 ? "-" : "") + String(magnitude)
        case .real(let value): USDSpelling.number(value)
        case .word(let text): text
        case .string(let text): USDSpelling.quoted(text)
        case .asset(let text): USDSpelling.asset(text)
        case .bytes(let bytes): USDSpelling.quoted(bytes: bytes)
        }
    }
}

/// The spelling of values in layers.
enum USDSpelling {
    /// The shortest digits of a number in usd-core's form: plain from 10⁻⁶ up to 10¹⁵, else with an exponent.
    static func number(_ value: Double) -> String {
        let text = NumberPrinter.text(value)
        guard value.isFinite, value != 0 else { return text }
        var digits: [UInt8] = []
        var point = 0
        var exponent = 0
        var hasPoint = false
        let sign = value < 0 ? "-" : ""
        for (index, byte) in text.utf8.enumerated() {
            switch byte {
            case UInt8(ascii: "0")...UInt8(ascii: "9"):
                digits.append(byte)
                if !hasPoint { point += 1 }
            case UInt8(ascii: "."): hasPoint = true
            case UInt8(ascii: "e"):
                exponent =
                    Int(text.utf8.dropFirst(index + 1).reduce(into: "") { $0.append(Character(Unicode.Scalar($1))) })
                    ?? 0
            default: break
            }
            if byte == UInt8(ascii: "e") { break }
        }
        while let first = digits.first, first == UInt8(ascii: "0"), digits.count > 1 {
            digits.removeFirst()
            point -= 1
        }
        while digits.count > 1, digits.last == UInt8(ascii: "0") { digits.removeLast() }
        let magnitude = point - 1 + exponent
        let all = String(decoding: digits, as: UTF8.self)
        if magnitude >= -6, magnitude < 15 {
            if magnitude < 0 { return sign + "0." + String(repeating: "0", count: -magnitude - 1) + all }
            if digits.count <= magnitude + 1 {
                return sign + all + String(repeating: "0", count: magnitude + 1 - digits.count)
            }
            return sign + all.prefix(magnitude + 1) + "." + all.dropFirst(magnitude + 1)
        }
        return sign + all.prefix(1) + (digits.count > 1 ? "." : "") + all.dropFirst() + "e\(magnitude)"
    }

    /// A quoted string: in double quotes if possible, in triple quotes if it has several lines.
    static func quoted(_ text: String) -> String { quoted(Array(text.utf8), isText: true) }

    /// Bytes that are not UTF-8, as a quoted string with escapes.
    static func quoted(bytes: [UInt8]) -> String { quoted(bytes, isText: false) }

    private static func quoted(_ text: [UInt8], isText: Bool) -> String {
        let (single, double) = (UInt8(ascii: "'"), UInt8(ascii: "\""))
        let quote = text.contains(double) && !text.contains(single) ? single : double
        let isLong = text.contains(0x0A)
        var bytes: [UInt8] = []
        bytes.reserveCapacity(text.count + 6)
        bytes += Array(repeating: quote, count: isLong ? 3 : 1)
        for byte in text {
            switch byte {
            case 0x0A: bytes.append(byte)
            case 0x0D: bytes += "\\r".utf8
            case 0x09: bytes += "\\t".utf8
            case UInt8(ascii: "\\"): bytes += "\\\\".utf8
            case quote: bytes += [UInt8(ascii: "\\"), quote]
            case 0x20..<0x7F: bytes.append(byte)
            case 0x80... where isText: bytes.append(byte)
            default: bytes += "\\x".utf8 + [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
            }
        }
        bytes += Array(repeating: quote, count: isLong ? 3 : 1)
        return String(decoding: bytes, as: UTF8.self)
    }

    /// An asset path in `@`, or in `@@@` if it contains `@`.
    static func asset(_ text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "@")) else { return "@\(text)@" }
        var bytes = Array("@@@".utf8)
        let source = Array(text.utf8)
        var index = 0
        while index < source.count {
            if source[index...].starts(with: "@@@".utf8) {
                bytes += "\\@@@".utf8
                index += 3
            } else {
                bytes.append(source[index])
                index += 1
            }
        }
        bytes += "@@@".utf8
        return String(decoding: bytes, as: UTF8.self)
    }

    private static let hexDigits: [UInt8] = Array("0123456789abcdef".utf8)
}
