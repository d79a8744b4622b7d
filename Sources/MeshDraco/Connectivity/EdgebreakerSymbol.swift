/// How a face is connected to those before it: the symbols of edgebreaker, with their codes of one or three bits.
enum EdgebreakerSymbol: UInt8 {
    /// Closes the gap between two edges of a vertex.
    case close = 0
    /// Joins the two newest parts of the mesh.
    case split = 1
    /// Adds a new vertex, and continues at its left edge.
    case left = 3
    /// Adds a new vertex, and continues at its right edge.
    case right = 5
    /// Begins a part of the mesh with three new vertices.
    case end = 7

    /// The symbols as the valence method numbers them.
    static let numbered: [Self] = [.close, .split, .left, .right, .end]
}
