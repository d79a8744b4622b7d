import MeshModel

extension GLTFAttributePlan.Kind {
    /// The meaning of an attribute in glTF; nil: glTF can't hold it.
    ///
    /// - Parameters:
    ///   - hidesColors: whether the set's colours are not to be drawn.
    ///   - isSkinned: whether a skin moves the vertices.
    init?(_ attribute: Attribute, hidesColors: Bool, isSkinned: Bool = false) {
        let width = attribute.values.components
        let name = attribute.semantic.name
        let family = GLTFAttributes.parse(name)?.family
        guard attribute.offsets == nil, width > 0 else { return nil }
        if family == .position { self = .position; return }
        if family == .normal, width >= 3 { self = .normal; return }
        if family == .texCoord { self = .texCoord; return }
        guard GLTFComponents.name(width) != nil else { return nil }
        if attribute.semantic.ofTarget != nil { self = .target; return }
        // Without a skin, joints and weights are custom: glTF can't use them.
        self = .custom
        if isSkinned, width == 4, Self.isOfSkin(attribute, family) { self = .skin; return }
        if family == .color, width >= 3, attribute.normalized || !attribute.values.type.isInteger, !hidesColors {
            // Colours are multiplied with the material's. Those that aren't to be drawn get a custom name instead.
            self = .color
        } else if family == .tangent, width == 4, !attribute.values.type.isInteger, Self.areTangents(attribute.values) {
            self = .tangent
        }
    }

    /// Whether joints or weights have a form that glTF allows.
    private static func isOfSkin(_ attribute: Attribute, _ family: GLTFAttributes.Family?) -> Bool {
        let type = attribute.values.type
        let isCode = type == .uint8 || type == .uint16
        switch family {
        case .joints: return isCode && !attribute.normalized
        case .weights: return type == .float32 || isCode && attribute.normalized
        default: return false
        }
    }

    /// Whether all rows are unit vectors with a sign of ±1.
    private static func areTangents(_ column: Column) -> Bool {
        for (_, buffer) in column.blocks(of: Double.self) {
            for index in stride(from: 0, to: buffer.count, by: 4) {
                let vector = SIMD3(buffer[index], buffer[index + 1], buffer[index + 2])
                guard abs(buffer[index + 3]) == 1, GLTFPackedRows.isUnit(vector) else { return false }
            }
        }
        return true
    }
}
