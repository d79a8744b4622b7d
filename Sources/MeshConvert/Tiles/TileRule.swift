import MeshBytes

/// How a scene is divided into tiles.
package enum TileRule: Sendable, Hashable {
    /// Cubes of this edge length in metres, from the origin on.
    case edge(Double)
    /// Boxes with at most this many points or faces.
    case count(Int)

    /// The rule as options have it: `5m`, `1000000`.
    package var word: String {
        switch self {
        case .edge(let meters): "\(NumberPrinter.text(meters))m"
        case .count(let count): "\(count)"
        }
    }

    /// The most tiles that are made: a mistyped length must not fill a disk with files.
    static let mostTiles = 100_000
}
