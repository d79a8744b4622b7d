/// The components of a pixel; the raw value is their number.
package enum PixelLayout: Int, Hashable, Sendable, CaseIterable {
    /// Grey.
    case gray = 1
    /// Grey and alpha.
    case grayAlpha = 2
    /// Red, green and blue.
    case rgb = 3
    /// Red, green, blue and alpha.
    case rgba = 4

    /// Whether the last sample is alpha.
    package var hasAlpha: Bool { self == .grayAlpha || self == .rgba }

    /// PNG's number for this layout.
    var colorType: UInt8 {
        switch self {
        case .gray: 0
        case .grayAlpha: 4
        case .rgb: 2
        case .rgba: 6
        }
    }
}
