internal import MeshModel

/// An attribute that is computed at new points: colours, texture coordinates and normals.
///
/// All others, such as labels and tangents, are those of the nearer end of each collapsed edge.
struct CarriedAttribute {
    /// The attribute's index among those of its vertex set; 0 for a pool.
    var index: Int
    var attribute: Attribute
    /// What a stored value is multiplied with, so that differences count in costs like lengths.
    var factor: Double

    var components: Int { attribute.values.components }

    /// The attributes that are carried.
    ///
    /// - Parameters:
    ///   - count: the number of rows that they have.
    ///   - colorWeight: the length that a full step of a colour counts like.
    ///   - edge: the length of a mean edge. Normals count like a tenth of it: they follow from the surface. Texture
    ///     coordinates count like the scene's size, 1, which textures of scans are about as wide as.
    static func all(of attributes: [Attribute], count: Int, colorWeight: Double, edge: Double) -> [CarriedAttribute] {
        var carried: [CarriedAttribute] = []
        for (index, attribute) in attributes.enumerated() {
            guard attribute.offsets == nil, attribute.count == count, (1...4).contains(attribute.values.components)
            else { continue }
            let semantic = attribute.semantic
            let full = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : attribute.frame.scale
            var weight: Double
            if semantic.isColor {
                // Not 0: values are divided by it.
                weight = max(colorWeight, 0x1p-40)
            } else if semantic.isTexCoord {
                weight = 1
            } else if semantic == .normal, attribute.values.components == 3 {
                weight = max(edge * 0.1, 0x1p-40)
            } else {
                continue
            }
            if !weight.isFinite { weight = 1 }
            carried.append(CarriedAttribute(index: index, attribute: attribute, factor: weight / max(full, 0x1p-40)))
        }
        return carried
    }
}
