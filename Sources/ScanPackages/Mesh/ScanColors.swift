/// What the colours of a scan's mesh are of: `colors.bin` holds either, and nothing in it says which (T11).
public enum ScanColorSource: String, Hashable, Sendable, CaseIterable {
    /// Nobody said.
    case unknown
    /// Photographs.
    case photo
    /// The directions of normals, (n + 1) / 2: what the app shows before a scan is coloured.
    case normals
}

/// How colours of 32-bit floats become bytes.
public enum ScanColorRounding: String, Hashable, Sendable, CaseIterable {
    /// They stay as they are.
    case none
    /// To the nearest of 0…255.
    case nearest
    /// To the next lower one, as the app writes its PLY files: the whole part of 255 · c.
    case trunc

    /// The byte of a colour; what lies outside of 0…1 becomes the nearest bound, and what is no number 0.
    func byte(_ color: Float) -> UInt8 {
        let scaled = min(max(color.isNaN ? 0 : color * 255, 0), 255)
        return UInt8(self == .trunc ? scaled : scaled.rounded())
    }
}
