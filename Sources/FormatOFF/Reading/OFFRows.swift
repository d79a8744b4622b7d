import MeshFormats
import MeshModel

/// The rows of a file, or of a piece of its text.
struct OFFRows: Sendable {
    /// The numbers of vertices in a text, row by row.
    var numbers = ContiguousArray<Double>()
    /// The numbers of a row, a bit each, that have more digits than a float32 somewhere.
    var long: UInt32 = 0
    /// Whether colours of vertices are fractions, not whole numbers to 255.
    var hasFractions = false
    var faces = OFFFaces()
    var tally = OFFTally()
    /// The number of comments behind the first vertex.
    var commentCount = 0

    mutating func append(_ other: OFFRows) {
        if numbers.isEmpty { numbers = other.numbers } else { numbers += other.numbers }
        long |= other.long
        hasFractions = hasFractions || other.hasFractions
        faces.append(other.faces)
        tally.add(other.tally)
        commentCount += other.commentCount
    }
}

/// Faces and their colours.
struct OFFFaces: Sendable {
    /// The vertex of each corner.
    var corners = ContiguousArray<Int32>()
    /// The number of corners of each face.
    var arities = ContiguousArray<Int32>()
    /// Four fractions of each face up to the last that has a colour; those without one are white.
    private(set) var colors = ContiguousArray<Double>()
    private(set) var coloredCount = 0
    private(set) var haveAlpha = false
    /// Whether colours are fractions in the file, not whole numbers to 255; and whether some have more digits than a
    /// float32.
    private(set) var haveFractions = false
    var haveLongFractions = false

    /// Sets the colour of the last face, of three or four numbers.
    mutating func setColor(_ numbers: some Collection<Double>, areFractions: Bool) {
        fillColors(to: arities.count - 1)
        colors += numbers.lazy.map { areFractions ? $0 : $0 / 255 }
        fillColors(to: arities.count)
        coloredCount += 1
        if numbers.count == 4 { haveAlpha = true }
        if areFractions { haveFractions = true }
    }

    private mutating func fillColors(to faces: Int) { colors += repeatElement(1, count: 4 * faces - colors.count) }

    /// Adds the faces of the next piece.
    mutating func append(_ other: OFFFaces) {
        guard !arities.isEmpty else { return self = other }
        if other.coloredCount > 0 {
            fillColors(to: arities.count)
            colors += other.colors
        }
        corners += other.corners
        arities += other.arities
        coloredCount += other.coloredCount
        haveAlpha = haveAlpha || other.haveAlpha
        haveFractions = haveFractions || other.haveFractions
        haveLongFractions = haveLongFractions || other.haveLongFractions
    }

    /// The polygons.
    func primitive() -> Primitive? {
        guard let first = arities.first else { return nil }
        var arity = Primitive.Arity.uniform(Int(first))
        if !arities.allSatisfy({ $0 == first }) {
            var starts: ContiguousArray<Int64> = [0]
            starts.reserveCapacity(arities.count + 1)
            var end: Int64 = 0
            for count in arities {
                end += Int64(count)
                starts.append(end)
            }
            arity = .offsets(Column(starts))
        }
        return Primitive(
            topology: .polygons, vertexSet: 0, elementCount: arities.count, arity: arity, vertices: Column(corners),
            elementAttributes: coloredCount == 0 ? [] : [colorAttribute()])
    }

    /// The colours: codes if all are whole numbers in the file, else fractions; four numbers if any has an alpha.
    private func colorAttribute() -> Attribute {
        var all = self
        all.fillColors(to: arities.count)
        let fractions = Attribute(
            .color(0), Column(all.colors, components: 4).prefix(haveAlpha ? 4 : 3), frame: .srgb)
        guard haveFractions else { return fractions.stored(as: .uint8, asCodes: true) }
        return haveLongFractions ? fractions : fractions.stored(as: .float32)
    }
}
