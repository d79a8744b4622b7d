import MeshBytes

/// How a layer names another file: `./sofa.usda`, `textures/wood.png`, `sofa.usdz[textures/wood.png]`.
enum USDAssetPath {
    /// A path without `.` and `..` and backslashes, relative to the same folder; nil where it leads out of it.
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

    /// The package and the file inside, if a path names both.
    static func packaged(_ path: String) -> (package: String, file: String)? {
        guard path.last == "]", let bracket = path.firstIndex(of: "[") else { return nil }
        let file = path[path.index(after: bracket)...].dropLast()
        return bracket == path.startIndex || file.isEmpty ? nil : (String(path[..<bracket]), String(file))
    }

    /// Whether it is to be computed from variables: nothing here does that.
    static func isExpression(_ path: String) -> Bool { path.first == "`" }

    /// The ending of a name with its dot, letters and digits only; empty: it has none.
    static func ending(_ name: String) -> String {
        (packaged(name)?.file ?? name).plainExtension.map { ".\($0)" } ?? ""
    }
}
