import MeshModel

/// Colours of 5 bits per component in the attribute words of binary facets.
enum STLColors {
    /// Who says which bits are what.
    enum Convention: Sendable {
        /// VisCAM and SolidView: bit 15 says that there is a colour; blue, green, red from the lowest bit.
        case visCAM
        /// Materialise Magics: bit 15 says that there is none, so the object's counts; red, green, blue.
        case magics
    }

    /// The white that facets without a colour have where others have one.
    static let white: SIMD3<UInt8> = SIMD3(repeating: 255)

    /// The 8-bit code that stands for a 5-bit one: the nearest, and 0 and 31 are the ends.
    static func wide(_ code: UInt16) -> UInt8 { UInt8((Int(code & 31) * 510 + 31) / 62) }

    /// The 5-bit code nearest to a value of 0…1.
    static func narrow(_ value: Double) -> UInt16 {
        guard value > 0 else { return 0 }
        return value >= 1 ? 31 : UInt16((value * 31).rounded())
    }

    /// The colour in a word, or nil when it has none of its own.
    static func color(_ word: UInt16, _ convention: Convention) -> SIMD3<UInt8>? {
        switch convention {
        case .visCAM:
            word & 0x8000 == 0 ? nil : SIMD3(wide(word >> 10), wide(word >> 5), wide(word))
        case .magics:
            word & 0x8000 != 0 ? nil : SIMD3(wide(word), wide(word >> 5), wide(word >> 10))
        }
    }

    /// The word of VisCAM's convention for a colour of 5-bit codes.
    static func word(red: UInt16, green: UInt16, blue: UInt16) -> UInt16 { 0x8000 | red << 10 | green << 5 | blue }

    /// Whether words are colours by themselves: those that are not zero all say so in bit 15.
    static func areColors(nonzero: Int, marked: Int) -> Bool { nonzero > 0 && nonzero == marked }
}

extension AttributeSemantic {
    /// The attribute words of facets that are no colours: 16 bits whose meaning only their writer knows.
    static let attributeWord = Self(name: "stl_attribute")
}
