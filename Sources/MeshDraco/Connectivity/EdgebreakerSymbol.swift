/// How a face hangs together with those before it: the letters of edgebreaker, with their codes of one or three bits.
enum EdgebreakerSymbol: UInt8 {
    /// Closes the gap between two edges of a vertex.
    case close = 0
    /// Joins the two newest pieces.
    case split = 1
    /// Brings a new vertex; goes on at its left edge.
    case left = 3
    /// Brings a new vertex; goes on at its right edge.
    case right = 5
    /// Begins a piece with three new vertices.
    case end = 7

    /// The symbols as the valence method numbers them.
    static let numbered: [Self] = [.close, .split, .left, .right, .end]
}
