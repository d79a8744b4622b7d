/// The names of glTF's attributes.
enum GLTFSemantic {
    /// The number at the end of a name such as `TEXCOORD_1`, if it begins with the prefix.
    static func number(_ name: String, _ prefix: String) -> Int? {
        guard name.hasPrefix(prefix) else { return nil }
        let digits = name.dropFirst(prefix.count)
        guard !digits.isEmpty, digits.utf8.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
        return Int(digits)
    }

    /// Whether a name is that of a skin's joints or weights.
    static func isOfSkin(_ name: String) -> Bool {
        number(name, "JOINTS_") != nil || number(name, "WEIGHTS_") != nil
    }

    /// A custom name: `_` and capitals. A name that begins with `_` stays as it is.
    static func custom(_ name: String) -> String {
        if name.utf8.first == 0x5F { return name }
        var result = "_"
        for scalar in name.unicodeScalars {
            switch scalar {
            case "a"..."z": result.unicodeScalars.append(Unicode.Scalar(UInt8(scalar.value) - 32))
            case "A"..."Z", "0"..."9", "_": result.unicodeScalars.append(scalar)
            default: result += "_"
            }
        }
        return result
    }
}
