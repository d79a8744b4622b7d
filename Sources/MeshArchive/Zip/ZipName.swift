/// Names of entries: how their bytes are decoded, and which of them are paths inside an archive.
enum ZipName {
    /// Decodes the text of a name.
    ///
    /// - Returns: `isGuess` if the bytes go beyond ASCII and their encoding is not declared.
    static func decode(_ bytes: [UInt8], isUTF8: Bool) -> (text: String, isGuess: Bool) {
        let isASCII = bytes.allSatisfy { $0 < 0x80 }
        // Archivers of macOS write UTF-8 without declaring it; bytes of a code page are hardly ever valid UTF-8.
        if let text = text(bytes) { return (text, !isASCII && !isUTF8) }
        var text = ""
        for byte in bytes {
            text.unicodeScalars.append(byte < 0x80 ? Unicode.Scalar(byte) : codePage[Int(byte) - 0x80])
        }
        return (text, true)
    }

    /// The text of UTF-8 bytes, or nil if they are not UTF-8.
    static func text(_ bytes: [UInt8]) -> String? {
        // Decoding replaces invalid bytes, so only valid bytes survive a round trip. iOS 17 has no such check.
        let text = String(decoding: bytes, as: UTF8.self)
        return text.utf8.elementsEqual(bytes) ? text : nil
    }

    /// The reason why a name isn't a path inside an archive, as `found …`; nil if it is one.
    static func fault(_ name: String) -> String? {
        if name.isEmpty { return "found an empty one" }
        if name.utf8.contains(0) { return "found one with a zero byte" }
        if name.utf8.first == slash || name.utf8.first == backslash { return "found an absolute one" }
        // A drive: `C:\`, `C:/`, `C:x`.
        let start = name.utf8.prefix(2)
        if start.last == colon, start.count == 2, start.first.map({ $0 | 0x20 >= 0x61 && $0 | 0x20 <= 0x7A }) ?? false {
            return "found one that names a drive"
        }
        let parts = name.utf8.split(omittingEmptySubsequences: false) { $0 == slash || $0 == backslash }
        if parts.contains(where: { $0.elementsEqual([dot, dot]) }) { return "found one that leaves it" }
        return nil
    }

    /// The reason why a name can't be written, as `found …`; nil if it can. Stricter than for reading.
    static func writingFault(_ name: String) -> String? {
        if let fault = fault(name) { return fault }
        if name.utf8.contains(backslash) { return "found one with a backslash" }
        if name.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) { return "found one with a control character" }
        let parts = name.utf8.split(separator: slash, omittingEmptySubsequences: false)
        if parts.contains(where: { $0.isEmpty || $0.elementsEqual([dot]) }) { return "found one with an empty part" }
        if name.utf8.count > 0xFFFF { return "found \(name.utf8.count) bytes" }
        return nil
    }

    private static let slash = UInt8(ascii: "/")
    private static let backslash = UInt8(ascii: "\\")
    private static let colon = UInt8(ascii: ":")
    private static let dot = UInt8(ascii: ".")

    /// The upper half of code page 437, which names use that aren't declared to be UTF-8 (APPNOTE.TXT, appendix D).
    private static let codePage = Array(
        ("ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀"
            + "αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■\u{A0}").unicodeScalars)
}
