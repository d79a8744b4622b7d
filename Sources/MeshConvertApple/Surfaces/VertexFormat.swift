package import MeshModel

/// A format of Model I/O's vertex attributes (`MDLVertexFormat`) by its number: the components in the lowest bits, the type
/// above them, and a bit for values that share a word.
package struct VertexFormat: Sendable, Equatable {
    package var type: ScalarType
    package var components: Int
    package var isNormalized: Bool

    package init(type: ScalarType, components: Int, isNormalized: Bool = false) {
        (self.type, self.components, self.isNormalized) = (type, components, isNormalized)
    }

    /// Nil for values of 10 and 11 bits, and for numbers that are no format.
    package init?(code: UInt) {
        let components = Int(code & 0xF)
        let types: [(ScalarType, Bool)] = [
            (.uint8, false), (.int8, false), (.uint8, true), (.int8, true), (.uint16, false), (.int16, false),
            (.uint16, true), (.int16, true), (.uint32, false), (.int32, false), (.float16, false), (.float32, false),
        ]
        let place = Int(code >> 16) - 1
        guard (1...4).contains(components), code & 0xFFF0 == 0, types.indices.contains(place) else { return nil }
        self.init(type: types[place].0, components: components, isNormalized: types[place].1)
    }
}

extension AttributeSemantic {
    /// The meaning of one of Model I/O's names (`MDLVertexAttributePosition` …); further sets have numbers behind the name.
    package static func modelIO(_ name: String, set: Int = 0) -> Self {
        switch name {
        case "position": .position
        case "normal": .normal
        case "textureCoordinate": .texCoord(set)
        case "color": .color(set)
        default: Self(name: name)
        }
    }
}
