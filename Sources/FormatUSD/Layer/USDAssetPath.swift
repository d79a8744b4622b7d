import MeshBytes

/// The path by which a layer names another file: `./sofa.usda`, `textures/wood.png`, `sofa.usdz[textures/wood.png]`.
enum USDAssetPath {
    /// Returns a path without `.`, `..` and backslashes, relative to the same folder, or nil if it leads out of that
    /// folder.
    static func normalized(_ path: String) -> String? {
        var parts: [Substring] = []
        for part in path.split(whereSeparator: { $0 == "/" || $0 == "\\" }) where part != "." {
            if part != ".." {
                parts.append(part)
            } else if parts.popLast() == nil {
                return nil
            }
        }
        return parts.isEmpty ? nil : parts.joined(separator: "/")
    }

    /// The package and the file inside it, or nil if the path doesn't name both.
    static func packaged(_ path: String) -> (package: String, file: String)? {
        guard path.last == "]", let bracket = path.firstIndex(of: "[") else { return nil }
        let file = path[path.index(after: bracket)...].dropLast()
        return bracket == path.startIndex || file.isEmpty ? nil : (String(path[..<bracket]), String(file))
    }

    /// Whether the path is an expression over variables.
    static func isExpression(_ path: String) -> Bool { path.first == "`" }

    /// Whether it names a document of MaterialX, which is read like a layer.
    static func isMaterialX(_ path: String) -> Bool { path.lowercased().hasSuffix(".mtlx") }

    /// Whether it names a file that is read as a layer, in a package or outside.
    static func isLayer(_ path: String) -> Bool {
        let file = packaged(path)?.file ?? path
        return USDPackage.isLayer(file) || isMaterialX(file)
    }

    /// The file extension of a name, with its dot. Empty unless it has only letters and digits.
    static func ending(_ name: String) -> String {
        (packaged(name)?.file ?? name).plainExtension.map { ".\($0)" } ?? ""
    }
}
