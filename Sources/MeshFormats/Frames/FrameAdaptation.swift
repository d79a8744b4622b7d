public import MeshModel

/// Converts a scene for formats with sRGB colours, texture coordinates from the bottom, and no normalized integers.
///
/// Values in another frame are converted here once, before planning. The originals are kept for the correspondence, the
/// origin record and the losses. Only `COLOR_0`, `TEXCOORD_0`, positions, normals and custom fractions are converted: the
/// formats that need this can't hold other sets. Where colours become codes, sizes and opacities of splats become
/// logarithms.
///
/// It works on scenes as an operation does, and is in this module because three writers plan with it: formats may not
/// import the operations. ``OriginForm/values(of:snapsToCodes:)`` is the way back.
public struct FrameAdaptation: Sendable {
    /// How colours are stored.
    public enum Target: Sendable {
        /// Codes with the source's number of bits (8 for floats); floats if other colours of the same elements are
        /// floats.
        case codes
        /// Decimals, with as many digits as give the value back.
        case text
    }

    /// The scene to be written.
    public private(set) var scene: MeshScene
    /// The source's attributes before conversion, by path.
    public private(set) var originals: [String: Attribute] = [:]

    /// Adapts a scene. One that needs no conversion is kept at no cost.
    ///
    /// - Parameters:
    ///   - scene: the scene to be written.
    ///   - target: how colours are stored.
    ///   - hasColors: whether the format can hold colours. If not, they are left out and need no conversion.
    public init(_ scene: MeshScene, to target: Target, hasColors: Bool = true) {
        self.scene = scene
        let sets = scene.vertexSets
        let vertexColors = Neighbours(sets.compactMap { $0.attribute(.color(0)) })
        for (index, set) in sets.enumerated() {
            let areSplats = set.splatDegree != nil
            for (place, attribute) in set.attributes.enumerated() {
                guard hasColors || !attribute.semantic.isColor else { continue }
                let own = areSplats ? Self.splats(attribute, target) : nil
                guard let adapted = own ?? Self.adapted(attribute, target, beside: vertexColors) else { continue }
                originals[ScenePath.vertexAttribute(set: index, attribute.semantic)] = attribute
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
        for (_, _, primitive) in scene.placedPrimitives {
            let own = primitive.elementAttributes.filter { $0.semantic == .color(0) }
            if !own.isEmpty { elementColors[primitive.topology, default: []] += own }
        }
        let neighbours = elementColors.mapValues { Neighbours($0) }
        for (mesh, index, primitive) in scene.placedPrimitives {
            for (place, attribute) in primitive.elementAttributes.enumerated()
            where attribute.semantic.isColor ? hasColors : attribute.semantic.isCustom {
                let others = neighbours[primitive.topology] ?? Neighbours([])
                guard let adapted = Self.adapted(attribute, target, beside: others) else { continue }
                let path = ScenePath.elementAttribute(mesh: mesh, primitive: index, attribute.semantic)
                originals[path] = attribute
                self.scene.meshes[mesh].primitives[index].elementAttributes[place] = adapted
            }
        }
    }

    /// Returns the codec that turns a file's value back into the source's.
    public static func codec(_ original: Attribute) -> Correspondence.Codec {
        if original.semantic.isColor { return .transferred }
        if SplatNames.isShape(original.semantic.name), !original.normalized { return .encoded }
        return original.frame.uvOrigin == .topLeft ? .flippedV : .normalized(original.values.type)
    }
}

extension Attribute {
    /// Returns the attribute with its numbers in the type that a file stores.
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
