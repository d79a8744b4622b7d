import MeshFormats
import MeshModel

/// Colours as three numbers from 0 to 1 after a position: how each stored form is spelled, and what that changes.
enum OBJColors {
    /// The changes that spelling causes, measured as the comparison does.
    struct Change {
        /// The number of rows that read back as other values.
        var count = 0
        var largestError: Double?
        /// Whether the precision rules allow each difference.
        var isRounding = true
        /// Whether a value was outside of 0…1.
        var isClamped = false
    }

    /// Whether each number of the text is the shortest spelling of a float32.
    static func isFloat32(_ attribute: Attribute) -> Bool {
        let type = attribute.values.type
        if attribute.normalized, type.isInteger { return type.byteCount <= 2 }
        let scale = attribute.frame.scale
        if scale == 1, type != .float64 { return true }
        if scale != 1, change(of: attribute, form: .unit32(scale), countsClamped: false).count == 0 { return true }
        return TextType.areShort(attribute.values, width: 3) { OBJNumberBlock.clamped($0 / scale) }
    }

    /// The spelling of an attribute in a list of this type.
    static func form(of attribute: Attribute, listType: ScalarType) -> OBJNumbers.Form {
        let type = attribute.values.type
        if attribute.normalized, let most = type.normalizedMaximum {
            return type.byteCount <= 2 ? .code(most) : .unit64(most)
        }
        let scale = attribute.frame.scale
        return listType == .float32 ? .unit32(scale) : .unit64(scale)
    }

    /// How a number of the text is converted back.
    static func codec(of attribute: Attribute, listType: ScalarType) -> Correspondence.Codec {
        if attribute.normalized, attribute.values.type.isInteger { return .normalized(attribute.values.type) }
        if attribute.frame.scale != 1 { return .scaled(attribute.frame.scale) }
        return listType == .float32 && attribute.values.type != .float32 ? .decimal : .identity
    }

    /// The changes caused by spelling an attribute in a list of this type.
    static func change(of attribute: Attribute, listType: ScalarType) -> Change {
        if attribute.normalized {
            switch attribute.values.type {
            case .uint8, .uint16, .uint32: return Change()
            default: break
            }
        }
        return change(of: attribute, form: form(of: attribute, listType: listType), countsClamped: true)
    }

    private static func change(
        of attribute: Attribute, form: OBJNumbers.Form, countsClamped: Bool
    ) -> Change {
        var change = Change()
        let column = attribute.values
        let width = column.components
        for (rows, buffer) in column.blocks(of: Double.self) {
            for index in 0..<rows.count {
                var differs = false
                for component in 0..<min(width, 3) {
                    let value = buffer[index * width + component]
                    guard let error = error(of: value, form, &change, countsClamped) else { continue }
                    differs = true
                    change.largestError = max(change.largestError ?? 0, error)
                    if !(error <= 0x1p-24) { change.isRounding = false }
                }
                if differs { change.count += 1 }
            }
        }
        return change
    }

    /// The difference between a value and its text; nil if they are equal.
    private static func error(
        of value: Double, _ form: OBJNumbers.Form, _ change: inout Change, _ countsClamped: Bool
    ) -> Double? {
        let divisor: Double
        var isSingle = false
        switch form {
        case .code(let most):
            divisor = most
            isSingle = true
        case .unit32(let scale):
            divisor = scale
            isSingle = true
        case .unit64(let scale): divisor = scale
        case .float32, .float64, .whole: return nil
        }
        let wanted = value / divisor
        if wanted >= 0, wanted <= 1 {
            // A value that ranges from 0 to 1 already is written with all its digits.
            if divisor == 1 { return nil }
            let written = isSingle ? Double(Float(wanted)) : wanted
            if (written * divisor).rounded() == value, Float(wanted) == Float(written) { return nil }
            return value == written * divisor ? nil : abs(wanted - written)
        }
        guard countsClamped else { return nil }
        change.isClamped = true
        let error = abs(wanted - OBJNumberBlock.clamped(wanted))
        return error.isNaN ? .infinity : error
    }
}
