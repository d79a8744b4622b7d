public import MeshModel

/// A scene as files hold it that have sRGB colours, texture coordinates from the bottom and no fractions of integers.
///
/// What is in another frame is converted here, once, before anything else is planned; what it was is remembered for the
/// correspondence, the origin record and the losses. `COLOR_0`, `TEXCOORD_0`, positions and normals are looked at: the
/// formats that need this have no place for others. Sizes and opacities of splats become logarithms, where colours become
/// codes.
///
/// It works on scenes as an operation does, and is in this module because three writers plan with it: formats may not
/// import the operations. ``OriginForm/values(of:snapsToCodes:)`` is the way back.
public struct FrameAdaptation: Sendable {
    /// What colours become.
    public enum Target: Sendable {
        /// Codes of the source's number of bits, of 8 for floats; floats where others of the same elements are.
        case codes
        /// Decimals, as many digits as give the value back.
        case text
    }

    /// The scene to be written.
    public private(set) var scene: Scene
    /// What the source has at the paths of what was converted.
    public private(set) var originals: [String: Attribute] = [:]

    /// Adapts a scene; one that needs nothing is left as it is, at no cost.
    ///
    /// - Parameters:
    ///   - scene: what is to be written.
    ///   - target: what colours become.
    ///   - hasColors: whether the format has a place for colours: those that are left out need no conversion.
    public init(_ scene: Scene, to target: Target, hasColors: Bool = true) {
        self.scene = scene
        let sets = scene.vertexSets
        let vertexColors = Neighbours(sets.compactMap { $0.attribute(.color(0)) })
        for (index, set) in sets.enumerated() {
            let areSplats = set.splatDegree != nil
            for (place, attribute) in set.attributes.enumerated() {
                let path = ScenePath.vertexAttribute(set: index, attribute.semantic)
                guard hasColors || !attribute.semantic.isColor else { continue }
                let own = areSplats ? Self.splats(attribute, target) : nil
                guard let adapted = own ?? Self.adapted(attribute, target, beside: vertexColors) else { continue }
                originals[path] = attribute
                self.scene.vertexSets[index].attributes[place] = adapted
            }
            for (pool, attribute) in set.pools.enumerated() {
                guard hasColors || !attribute.semantic.isColor else { continue }
                guard let adapted = Self.adapted(attribute, target, beside: Neighbours([])) else { continue }
                originals[ScenePath.pool(set: index, pool)] = attribute
                self.scene.vertexSets[index].pools[pool] = adapted
            }
        }
        var elementColors: [Topology: [Attribute]] = [:]
        for primitive in scene.meshes.flatMap(\.primitives) {
            let own = primitive.elementAttributes.filter { $0.semantic == .color(0) }
            if !own.isEmpty { elementColors[primitive.topology, default: []] += own }
        }
        guard hasColors, !elementColors.isEmpty else { return }
        let neighbours = elementColors.mapValues { Neighbours($0) }
        for (mesh, value) in scene.meshes.enumerated() {
            for (index, primitive) in value.primitives.enumerated() {
                for (place, attribute) in primitive.elementAttributes.enumerated() where attribute.semantic.isColor {
                    let others = neighbours[primitive.topology] ?? Neighbours([])
                    guard let adapted = Self.adapted(attribute, target, beside: others) else { continue }
                    let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic)
                    originals[path] = attribute
                    self.scene.meshes[mesh].primitives[index].elementAttributes[place] = adapted
                }
            }
        }
    }

    /// How a value of a file is turned back into one of the source that was converted.
    public static func codec(_ original: Attribute) -> Correspondence.Codec {
        if original.semantic.isColor { return .transferred }
        if SplatNames.isShape(original.semantic.name) { return .encoded }
        return original.frame.uvOrigin == .topLeft ? .flippedV : .normalized(original.values.type)
    }
}

extension Attribute {
    /// The attribute with its numbers in another type, as a file stores them.
    ///
    /// - Parameters:
    ///   - type: the type; integers stay as they are.
    ///   - asCodes: whether floats become codes, fractions of an integer type's largest value.
    public func stored(as type: ScalarType, asCodes: Bool = false) -> Attribute {
        guard values.type != type, !normalized else { return self }
        var result = self
        result.values = ColorTransfer.converted(self, to: frame, type: type, normalized: asCodes)
        result.normalized = asCodes
        return result
    }
}
