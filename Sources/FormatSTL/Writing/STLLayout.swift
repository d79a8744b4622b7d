import MeshModel

/// A planned file: solids made of parts.
struct STLLayout: Sendable {
    var variant = STLVariant.binary
    /// The 80 bytes of a binary file before its count.
    var header: [UInt8] = []
    /// The solids in order; a binary file has one.
    var solids: [STLSolid] = []
    /// How parts of the file correspond to those of the source.
    var correspondence = Correspondence()
}

/// A solid.
struct STLSolid: Sendable {
    /// The name in a text.
    var name: String?
    /// The frame behind the name; the first solid says that of the file.
    var frame = SceneFrame()
    var parts: [STLPart] = []
    /// The type whose digits positions have in a text.
    var positionType = ScalarType.float32
    /// The type whose digits normals have in a text.
    var normalType = ScalarType.float32
}

/// The facets of one primitive.
struct STLPart: Sendable {
    var facetCount: Int
    /// The corners of the facets.
    var corners: STLCorners
    /// The normals; nil: computed from the corners.
    var normals: Column?
    /// The attribute words; nil: zero.
    var words: STLWords?
}

/// The source of attribute words.
enum STLWords: Sendable {
    /// Integers of 0…65535.
    case numbers(Column)
    /// Colours. Components are divided by `unit` and become codes of 5 bits.
    case colors(Column, unit: Double)
    /// Colours of corners, three numbers each. A facet gets their mean.
    case cornerColors(STLCorners, unit: Double)

    func read(_ facets: Range<Int>, _ scratch: inout ContiguousArray<Double>) -> ContiguousArray<UInt16> {
        switch self {
        case .numbers(let column):
            column.read(facets, into: &scratch)
            return ContiguousArray(scratch.map { UInt16(exactly: $0) ?? 0 })
        case .colors(let column, let unit):
            column.read(facets, into: &scratch)
            let width = column.components
            return Self.words(facets.count) { row, component in scratch[row * width + component] / unit }
        case .cornerColors(let corners, let unit):
            var indices = STLCorners.Scratch()
            corners.read(facets, into: &scratch, &indices)
            return Self.words(facets.count) { row, component in
                let first = row * 9 + component
                return (scratch[first] + scratch[first + 3] + scratch[first + 6]) / (3 * unit)
            }
        }
    }

    /// Words of colours whose components are 0…1.
    private static func words(_ count: Int, _ value: (Int, Int) -> Double) -> ContiguousArray<UInt16> {
        var words = ContiguousArray<UInt16>()
        words.reserveCapacity(count)
        for row in 0..<count {
            words.append(
                STLColors.word(
                    red: STLColors.narrow(value(row, 0)), green: STLColors.narrow(value(row, 1)),
                    blue: STLColors.narrow(value(row, 2))))
        }
        return words
    }
}
