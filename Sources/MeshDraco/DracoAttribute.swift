/// One attribute of a decoded mesh: a value for each point, as bytes.
package struct DracoAttribute: Sendable, Equatable {
    /// The purpose of an attribute in the bitstream. Writers of glTF use `generic` for most custom attributes.
    package enum Kind: Sendable, Equatable, CaseIterable {
        /// Positions.
        case position
        /// Normals.
        case normal
        /// Colours.
        case color
        /// Texture coordinates.
        case texCoord
        /// Anything else.
        case generic
    }

    /// The type of one component.
    package enum ComponentType: UInt8, Sendable, Equatable, CaseIterable {
        /// Signed, 1 byte.
        case int8 = 1
        /// Unsigned, 1 byte.
        case uint8
        /// Signed, 2 bytes.
        case int16
        /// Unsigned, 2 bytes.
        case uint16
        /// Signed, 4 bytes.
        case int32
        /// Unsigned, 4 bytes.
        case uint32
        /// Signed, 8 bytes.
        case int64
        /// Unsigned, 8 bytes.
        case uint64
        /// IEEE 754, 4 bytes.
        case float32
        /// IEEE 754, 8 bytes.
        case float64
        /// 1 byte, 0 or 1.
        case bool

        /// The size of one component in bytes.
        package var byteCount: Int {
            switch self {
            case .int8, .uint8, .bool: 1
            case .int16, .uint16: 2
            case .int32, .uint32, .float32: 4
            case .int64, .uint64, .float64: 8
            }
        }
    }

    /// The number by which glTF's `attributes` object refers to this attribute.
    package var uniqueID: Int

    /// The purpose of the attribute.
    package var kind: Kind

    /// The type of each component.
    package var componentType: ComponentType

    /// The number of components of one value, 1...255.
    package var componentCount: Int

    /// Whether integers are fractions of 0...1, or of -1...1 if they are signed.
    package var normalized: Bool

    /// The values, one per point in point order: components interleaved, little-endian, without gaps.
    package var bytes: [UInt8]
}
