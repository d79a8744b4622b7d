import MeshModel

/// Colours of 5 bits per component in the attribute words of binary facets.
enum STLColors {
    /// The meaning of the bits.
    enum Convention: Sendable {
        /// VisCAM and SolidView: bit 15 means that there is a colour; blue, green, red from the lowest bit.
        case visCAM
        /// Materialise Magics: bit 15 means that there is none, and the object's is used; red, green, blue.
        case magics
    }

    /// White: the colour of facets that have none while others have one.
    static let white: SIMD3<UInt8> = SIMD3(repeating: 255)

    /// The 8-bit code nearest to a 5-bit one. 0 and 31 become 0 and 255.
    static func wide(_ code: UInt16) -> UInt8 { UInt8((Int(code & 31) * 510 + 31) / 62) }

    /// The 5-bit code nearest to a value of 0…1.
    static func narrow(_ value: Double) -> UInt16 {
        guard value > 0 else { return 0 }
        return value >= 1 ? 31 : UInt16((value * 31).rounded())
    }

    /// The colour in a word; nil: it has none of its own.
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

    /// Whether words are colours: all that are not zero have bit 15.
    static func areColors(nonzero: Int, marked: Int) -> Bool { nonzero > 0 && nonzero == marked }
}

extension AttributeSemantic {
    /// The attribute words of facets that are not colours: 16 bits whose meaning only their author knows.
    static let attributeWord = Self(name: "stl_attribute")
}
