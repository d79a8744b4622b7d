/// The name of an exported file: `scan4d_{location}_{scan}_{format}_{timestamp}_{uuid8}.{ext}`.
public struct PackageName: Hashable, Sendable {
    /// The location's name, as the user gave it; nil or unusable: `Unknown_Location`.
    public var location: String?
    /// The scan's name, as the user gave it; unusable: `scan`.
    public var scan: String
    /// `scan4d`, `polycam`, `raw`, `usdz`, `ply`, `obj` …
    public var format: String
    /// The time of the capture in Unix seconds; fractions are cut off.
    public var timestamp: Double
    /// The scan's id; its first eight hexadecimal digits are used.
    public var id: String

    /// Creates a name.
    public init(location: String?, scan: String, format: String, timestamp: Double, id: String) {
        self.location = location
        self.scan = scan
        self.format = format
        self.timestamp = timestamp
        self.id = id
    }

    /// The file name, legal on POSIX and Windows, and as part of a URL's path.
    ///
    /// - Parameters:
    ///   - fileExtension: nil: `zip` for packages, else the format.
    ///   - isASCII: whether letters beyond ASCII are replaced too.
    public func fileName(extension fileExtension: String? = nil, isASCII: Bool = false) -> String {
        let place = Self.plain(location ?? "", or: "Unknown_Location", isASCII: isASCII)
        let scan = Self.plain(scan, or: "scan", isASCII: isASCII)
        let kind = Self.plain(format, or: "scan4d", isASCII: true).lowercased()
        let seconds = timestamp.isFinite ? min(max(timestamp, 0), 1e15) : 0
        var digits = id.uppercased().utf8.filter { (0x30...0x39).contains($0) || (0x41...0x46).contains($0) }.prefix(8)
        while digits.count < 8 { digits.append(0x30) }
        let ending = fileExtension ?? (PackageOptions().meshExtensions.contains(kind) ? kind : "zip")
        return "scan4d_\(place)_\(scan)_\(kind)_\(Int(seconds))_\(String(decoding: digits, as: UTF8.self)).\(ending)"
    }

    /// Parses a file name; nil if it isn't of the form. The location can't be separated from the scan.
    public static func parse(
        _ name: String
    ) -> (locationAndScan: String, format: String, timestamp: Int, id: String, fileExtension: String)? {
        let fileExtension = PackagePath.fileExtension(name)
        let parts = PackagePath.stem(name).split(separator: "_", omittingEmptySubsequences: false)
        guard parts.count >= 5, parts[0] == "scan4d", !fileExtension.isEmpty, let id = parts.last, id.utf8.count == 8,
            id.utf8.allSatisfy({ Self.isHexadecimal($0) }), let timestamp = Int(parts[parts.count - 2]),
            timestamp >= 0
        else { return nil }
        let middle = parts[1..<parts.count - 3].joined(separator: "_")
        return (middle, String(parts[parts.count - 3]), timestamp, String(id), fileExtension)
    }

    /// Whether a scan's id has at least the eight hexadecimal digits that a name needs, and otherwise only `-`.
    public static func isID(_ id: String) -> Bool {
        id.utf8.count { Self.isHexadecimal($0) } >= 8
            && id.utf8.allSatisfy { Self.isHexadecimal($0) || $0 == UInt8(ascii: "-") }
    }

    private static func isHexadecimal(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x46).contains(byte) || (0x61...0x66).contains(byte)
    }

    /// The maximum length of a part in bytes.
    static let partLimit = 60

    /// A part of a name: letters and digits of any script and `-` are kept, anything else becomes one `_`, none at the
    /// ends. At most 60 bytes of whole characters. Latin, Greek, Cyrillic, kana and hangul are composed as in NFC.
    public static func plain(_ text: String, or fallback: String, isASCII: Bool = false) -> String {
        var parts: [String] = []
        var wasGap = true
        for character in text {
            let kept = keep(ComposedCharacters.composed(character), isASCII: isASCII)
            if kept.isEmpty {
                if !wasGap { parts.append("_") }
                wasGap = true
            } else {
                parts.append(kept)
                wasGap = false
            }
        }
        var count = 0
        var name = ""
        for part in parts {
            count += part.utf8.count
            if count > partLimit { break }
            name += part
        }
        while name.hasSuffix("_") { name.removeLast() }
        return name.isEmpty ? fallback : name
    }

    /// The scalars of a character that are kept: a letter or digit with its marks, or `-`.
    private static func keep(_ character: [Unicode.Scalar], isASCII: Bool) -> String {
        guard let first = character.first, first == "-" || isLetter(first), !isASCII || first.isASCII else { return "" }
        var text = String(Character(first))
        for scalar in character.dropFirst() where !isASCII && (isMark(scalar) || isLetter(scalar)) {
            text.unicodeScalars.append(scalar)
        }
        return text
    }

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber:
            true
        default: false
        }
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        // Enclosing marks and the variation selectors of emoji are excluded, though they are marks too.
        case .nonspacingMark: !(0xFE00...0xFE0F).contains(scalar.value)
        case .spacingMark: true
        default: false
        }
    }
}

/// Composes a letter and its marks into one scalar, where Unicode has one.
enum ComposedCharacters {
    static func composed(_ character: Character) -> [Unicode.Scalar] {
        let scalars = Array(character.unicodeScalars)
        guard scalars.count > 1 else { return scalars }
        // The longest prefix that composes to one scalar counts; the remaining marks follow it.
        for count in stride(from: scalars.count, to: 1, by: -1) {
            var view = String.UnicodeScalarView()
            view.append(contentsOf: scalars[..<count])
            let text = String(view)
            guard text.count == 1, let first = text.first, let one = table[first] else { continue }
            return [one] + scalars[count...]
        }
        return scalars
    }

    /// Composed letters by character. Swift compares characters by canonical equivalence, so the table also finds
    /// decomposed letters.
    private static let table: [Character: Unicode.Scalar] = {
        var table: [Character: Unicode.Scalar] = [:]
        let ranges: [ClosedRange<UInt32>] = [
            0xC0...0x24F, 0x386...0x3FF, 0x400...0x4FF, 0x1E00...0x1FFF, 0x304C...0x30FE, 0xAC00...0xD7A3,
        ]
        for range in ranges {
            for value in range {
                guard let scalar = Unicode.Scalar(value), table[Character(scalar)] == nil else { continue }
                table[Character(scalar)] = scalar
            }
        }
        return table
    }()
}
