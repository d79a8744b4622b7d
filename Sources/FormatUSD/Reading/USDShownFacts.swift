/// What viewers show of facts that the scene does not hold.
enum USDShownFacts {
    /// The name for people; nil: viewers show nothing of it.
    ///
    /// - Parameters:
    ///   - path: the kind of fact, as the census counts it: `Mesh.skel:skeleton`.
    ///   - kind: the kind of residue.
    static func name(of path: String, _ kind: String) -> String? {
        if kind == "animation" { return "animation" }
        guard kind == "property" || kind == "connection" else { return nil }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let type = parts.first, let property = parts.last, parts.count == 2 else { return nil }
        return byType[type] ?? byProperty.first { property.hasPrefix($0.prefix) }?.name
    }

    private static let byType: [String: String] = [
        "SkelAnimation": "animation", "Skeleton": "skeleton", "SkelRoot": "skeleton", "BlendShape": "blend shapes",
        "DomeLight": "dome light", "DomeLight_1": "dome light", "GeometryLight": "light", "PortalLight": "light",
        "PluginLight": "light", "Shader": "shaders", "NodeGraph": "shaders",
    ]

    private static let byProperty: [(prefix: String, name: String)] = [
        ("skel:blendShape", "blend shapes"), ("skel:", "skeleton"), ("primvars:skel:", "skeleton"),
        ("material:binding", "assignment of materials"),
    ]
}
