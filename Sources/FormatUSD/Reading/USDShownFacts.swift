import MeshFormats

/// What viewers show of facts that the scene does not hold.
enum USDShownFacts {
    /// The kind of residue of variants that are not chosen.
    static let variants = "variants that are not chosen"

    /// Returns what viewers show of it; nil: nothing.
    ///
    /// - Parameters:
    ///   - path: the kind of fact, as the census counts it: `Mesh.skel:skeleton`.
    ///   - kind: the kind of residue.
    static func fact(of path: String, _ kind: String) -> ShownFact? {
        if kind == "animation" {
            let name = String(path.prefix { $0 != " " })
            return name.hasPrefix("SkelAnimation.") ? .animation : .change(name)
        }
        if kind == variants { return .variantSet(String(path.dropFirst("variants of ".count))) }
        guard kind == "property" || kind == "connection" else { return nil }
        let parts = path.split(separator: ".", maxSplits: 1).map(String.init)
        guard let type = parts.first, let property = parts.last, parts.count == 2 else { return nil }
        // Viewers show what they lead to, which the scene holds: poses, and meshes that are bound.
        if ["Skeleton.restTransforms", "Skeleton.bindTransforms"].contains(path) { return nil }
        // What programs keep for themselves; an animation without times, or one that is not bound as USD wants it, is what
        // the scene has, or nothing.
        if property.hasPrefix("userProperties:") || type == "SkelAnimation" || property == "skel:animationSource" {
            return nil
        }
        if property == "primvars:skel:skinningMethod" { return .skinningMethod }
        // What programs note about bones, such as Blender's lengths of them.
        let isOfSkeleton = byType[type] == .skeleton
        if isOfSkeleton,
            property == "jointNames" || property.hasPrefix("primvars:") && !property.hasPrefix("primvars:skel:")
        {
            return nil
        }
        return byType[type] ?? byProperty.first { property.hasPrefix($0.prefix) }?.fact
    }

    /// The types of prims whose facts viewers show.
    static let byType: [String: ShownFact] = [
        "SkelAnimation": .animation, "Skeleton": .skeleton, "SkelRoot": .skeleton, "BlendShape": .morphTargets,
        "DomeLight": .domeLight, "DomeLight_1": .domeLight, "GeometryLight": .light, "PortalLight": .light,
        "PluginLight": .light, "CylinderLight": .light, "Shader": .shaders, "NodeGraph": .shaders,
    ]

    private static let byProperty: [(prefix: String, fact: ShownFact)] = [
        ("skel:blendShape", .morphTargets), ("skel:", .skeleton), ("primvars:skel:", .skeleton),
        ("material:binding", .materialAssignments),
    ]
}
