/// Where the colours of a scan's mesh come from; `colors.bin` doesn't say.
public enum ScanColorSource: String, Hashable, Sendable, CaseIterable {
    /// Unknown.
    case unknown
    /// Photographs.
    case photo
    /// The directions of normals, (n + 1) / 2: what the app shows before a scan is coloured.
    case normals
}

/// How colours of 32-bit floats are converted to bytes.
public enum ScanColorRounding: String, Hashable, Sendable, CaseIterable {
    /// They stay floats.
    case none
    /// To the nearest of 0…255.
    case nearest
    /// Rounded down, as in the PLY files that the app writes: the whole part of 255 · c.
    case trunc

    /// The byte of a colour: values outside 0…1 are clamped, NaN becomes 0.
    func byte(_ color: Float) -> UInt8 {
        let scaled = min(max(color.isNaN ? 0 : color * 255, 0), 255)
        return UInt8(self == .trunc ? scaled : scaled.rounded())
    }
}
