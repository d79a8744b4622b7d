/// The sRGB transfer function (IEC 61966-2-1), both ways, in IEEE arithmetic alone: the same bits on every machine.
///
/// Negative values are mirrored, values beyond 1 follow the same formula, NaN stays NaN. Both directions are monotone
/// and each inverts the other: where the standard's two segments don't quite meet, ``srgb(fromLinear:)`` stays at
/// 0.04045.
public enum ColorTransfer {
    /// The end of the linear segment, sRGB-encoded.
    private static let knee = 0.04045
    /// The end of the linear segment, as a linear value.
    private static let linearKnee = 0.04045 / 12.92

    /// The linear value of an sRGB-encoded one.
    public static func linear(fromSRGB value: Double) -> Double {
        let magnitude = value.magnitude
        guard magnitude > knee else { return value / 12.92 }
        let base = (magnitude + 0.055) / 1.055
        let square = base * base
        guard square.isFinite else { return value }
        let result = square * fifthRoot(square)
        return value < 0 ? -result : result
    }

    /// The sRGB-encoded value of a linear one.
    public static func srgb(fromLinear value: Double) -> Double {
        let magnitude = value.magnitude
        guard magnitude > linearKnee else { return value * 12.92 }
        guard magnitude.isFinite else { return value }
        // The twelfth root. Its fifth power is the power of 5/12, which is 1/2.4.
        let root = cubeRoot(magnitude.squareRoot().squareRoot())
        let result = max(1.055 * (root * root * root * root * root) - 0.055, knee)
        return value < 0 ? -result : result
    }

    /// Returns colours in another frame; each value is converted in float64 and rounded once.
    ///
    /// Components after the third (alpha) don't go through the transfer function. Integer results are the nearest
    /// codes, clamped to the type's range; NaN becomes 0.
    ///
    /// - Parameters:
    ///   - attribute: the colours, not ragged; a frame without colour space counts as sRGB.
    ///   - frame: the frame of the result; its `scale` is the stored value of a 1.0.
    ///   - type: the type of the result; binary16 becomes float32.
    ///   - normalized: whether integers of the result represent fractions of their largest value.
    ///   - snapsToCodes: whether float results are snapped to the nearest k ÷ 255.
    public static func converted(
        _ attribute: Attribute, to frame: Frame, type: ScalarType, normalized: Bool = false, snapsToCodes: Bool = false
    ) -> Column {
        let most = attribute.normalized ? attribute.values.type.normalizedMaximum ?? 1 : 1
        let (from, to) = (attribute.frame.colorSpace ?? .srgb, frame.colorSpace ?? .srgb)
        let (before, after) = (attribute.frame.scale, frame.scale)
        let factor = normalized ? type.normalizedMaximum ?? 1 : after
        let codes = attribute.normalized && from != to ? table(of: attribute.values.type, from) : nil
        var memory = TransferMemory(to: to)
        return attribute.values.mapped(to: type, remembers: true) { component, value in
            var unit: Double
            if component < 3, let codes {
                unit = codes[Int(value)]
            } else {
                unit = value / most
                if before != 1 { unit /= before }
                if component < 3, from != to { unit = memory.value(of: unit) }
            }
            if snapsToCodes, !type.isInteger { unit = (unit * 255).rounded() / 255 }
            return factor == 1 ? unit : unit * factor
        }
    }

    // MARK: Codes

    private static func table(of type: ScalarType, _ space: Frame.ColorSpace) -> [Double]? {
        switch (type, space) {
        case (.uint8, .srgb): linearOfBytes
        case (.uint8, .linear): srgbOfBytes
        case (.uint16, .srgb): linearOfWords
        case (.uint16, .linear): srgbOfWords
        default: nil
        }
    }

    private static let linearOfBytes = (0...255).map { linear(fromSRGB: Double($0) / 255) }
    private static let srgbOfBytes = (0...255).map { srgb(fromLinear: Double($0) / 255) }
    private static let linearOfWords = (0...65_535).map { linear(fromSRGB: Double($0) / 65_535) }
    private static let srgbOfWords = (0...65_535).map { srgb(fromLinear: Double($0) / 65_535) }

    // MARK: Roots

    /// The fifth root of a normal number above 0, within a unit of the last place.
    private static func fifthRoot(_ value: Double) -> Double {
        // The bits of a number are nearly its logarithm: a fifth of them is right to a few percent, and each Newton
        // step doubles the correct digits.
        var root = Double(bitPattern: value.bitPattern / 5 + 0x3325_C28F_5C28_F5C2)
        for _ in 0..<5 {
            let square = root * root
            root -= (root - value / (square * square)) / 5
        }
        return root
    }

    /// The cube root of a normal number above 0, within a unit of the last place.
    private static func cubeRoot(_ value: Double) -> Double {
        var root = Double(bitPattern: value.bitPattern / 3 + 0x2A9F_8A7B_E1F1_9C00)
        for _ in 0..<5 { root -= (root - value / (root * root)) / 3 }
        return root
    }
}
