import Foundation

/// The path of a request, in parts that are still percent-encoded: the app's file name is the last one.
struct RequestPath {
    /// The parts between slashes, without empty ones.
    var parts: [String]
    /// Whether the path ends in a slash, so that it names no file.
    var isFolder: Bool

    /// Splits the target of a request line. A question mark belongs to the name: the app doesn't encode one, and never
    /// sends a query.
    init(_ target: String) {
        var path = Substring(target)
        if let scheme = path.range(of: "://"), !path.hasPrefix("/") {
            path = path[scheme.upperBound...].drop { $0 != "/" }
        }
        parts = path.split(separator: "/").map(String.init)
        isFolder = parts.isEmpty || path.hasSuffix("/")
    }
}

/// The name under which an upload is kept: one part of a path that is safe on every system.
///
/// Letters, digits and marks of any script, `-`, `_` and `.` stay; everything else becomes `_`. No dot in front, at most 180
/// bytes of UTF-8, composed (NFC). Two names that become one are versions of one upload: nothing is lost.
public struct UploadName: Hashable, Sendable {
    /// The name.
    public let text: String

    /// The longest name in bytes; file systems take 255, and suffixes are added.
    static let longest = 180

    /// Makes a name from a percent-encoded one, or nil if nothing of it can stay, or if it means a folder.
    ///
    /// - Parameter contentType: Gives a name without a known extension the one that the app would have used: a `#` in the
    ///   name of a place cuts the app's address short.
    public init?(_ encoded: String, contentType: String? = nil) {
        let name = percentDecoded(encoded).precomposedStringWithCanonicalMapping
        guard name != ".", name != ".." else { return nil }
        var safe = String(String.UnicodeScalarView(name.unicodeScalars.map { Self.isKept($0) ? $0 : "_" }))
        safe = String(safe.drop { $0 == "." })
        guard safe.contains(where: { $0 != "_" && $0 != "." }) else { return nil }
        // A name always has an extension, so none is that of the folder `result` beside the file.
        let found = Self.fileExtension(of: safe)
        if !Self.known.contains(found?.lowercased() ?? "") {
            if let usual = Self.fileExtension(forContentType: contentType) {
                safe += "." + usual
            } else if found == nil {
                safe += ".bin"
            }
        }
        text = Self.shortened(safe)
    }

    private static let known: Set = [
        "zip", "usdz", "usdc", "usda", "usd", "ply", "obj", "stl", "glb", "gltf", "off",
    ]

    private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .decimalNumber,
            .letterNumber, .otherNumber, .nonspacingMark, .spacingMark:
            true
        default: scalar == "-" || scalar == "_" || scalar == "."
        }
    }

    private static func fileExtension(of name: String) -> String? {
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return nil }
        let found = name[name.index(after: dot)...]
        return (1...8).contains(found.utf8.count) && found.allSatisfy { $0.isASCII } ? String(found) : nil
    }

    private static func fileExtension(forContentType type: String?) -> String? {
        switch type?.split(separator: ";").first?.lowercased() {
        case "application/zip": "zip"
        case "model/vnd.usdz+zip": "usdz"
        case "application/x-ply": "ply"
        case "application/x-wavefront-obj": "obj"
        default: nil
        }
    }

    /// A long name keeps its extension and gets eight digits of its digest, so that two long ones stay apart.
    private static func shortened(_ name: String) -> String {
        guard name.utf8.count > longest else { return name }
        let ending = fileExtension(of: name).map { "." + $0 } ?? ""
        var hash = SHA256()
        hash.update(Array(name.utf8))
        var stem = ""
        var size = 0
        for character in name {
            size += String(character).utf8.count
            if size > longest - 20 { break }
            stem.append(character)
        }
        return "\(stem)-\(hash.hexadecimal().prefix(8))\(ending)"
    }
}

/// Decodes `%41`. What isn't two hexadecimal digits stays, and bytes that aren't UTF-8 become U+FFFD.
func percentDecoded(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var decoded: [UInt8] = []
    var index = 0
    while index < bytes.count {
        if bytes[index] == UInt8(ascii: "%"), index + 2 < bytes.count,
            let high = Character(Unicode.Scalar(bytes[index + 1])).hexDigitValue,
            let low = Character(Unicode.Scalar(bytes[index + 2])).hexDigitValue
        {
            decoded.append(UInt8(high << 4 | low))
            index += 3
        } else {
            decoded.append(bytes[index])
            index += 1
        }
    }
    return String(decoding: decoded, as: UTF8.self)
}
