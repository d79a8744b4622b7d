import MeshBytes

/// Paths inside a package: relative, with `/` between parts, never leading out.
public enum PackagePath {
    /// A path in normal form: without `.` parts, doubled or trailing slashes.
    ///
    /// - Returns: nil if the path is empty, absolute, names a drive, holds a zero byte, or has a part `..`: it would
    ///   leave the package, or might on some system. A backslash counts as a slash.
    public static func normal(_ path: String) -> String? {
        let bytes = path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }
        guard let first = bytes.first, first != UInt8(ascii: "/"), !bytes.contains(0) else { return nil }
        if bytes.count > 1, bytes[1] == UInt8(ascii: ":") { return nil }
        var parts: [String] = []
        for part in bytes.split(separator: UInt8(ascii: "/")) {
            if part.elementsEqual([UInt8(ascii: ".")]) { continue }
            if part.elementsEqual([UInt8(ascii: "."), UInt8(ascii: ".")]) { return nil }
            parts.append(String(decoding: part, as: UTF8.self))
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// The last part.
    public static func name(_ path: String) -> String { path.lastPathPart }

    /// The last part without its extension.
    public static func stem(_ path: String) -> String { path.lastPathPart.withoutExtension }

    /// The extension of the last part in lower case, without the dot; empty if there is none.
    public static func fileExtension(_ path: String) -> String { path.pathExtension?.lowercased() ?? "" }

    /// Everything before the last slash; empty at the top.
    public static func folder(_ path: String) -> String { String(path.pathFolder.dropLast()) }

    /// Whether archivers or file managers left it: `__MACOSX`, `.DS_Store`, `._name`, `Thumbs.db`, `desktop.ini`.
    static func isLitter(_ path: String) -> Bool {
        if path.utf8.split(separator: UInt8(ascii: "/")).contains(where: { $0.elementsEqual("__MACOSX".utf8) }) {
            return true
        }
        let name = name(path)
        return name == ".DS_Store" || name.hasPrefix("._") || name == "Thumbs.db" || name == "desktop.ini"
    }
}
