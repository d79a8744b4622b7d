/// The deepest pixel of each tile of 8 × 8 pixels: tells what lies behind everything that a frame sees.
struct DepthTiles {
    private static let side = 8
    private let columns: Int
    private let rows: Int
    private var deepest: ContiguousArray<Float>

    init(_ view: FrameView) {
        columns = (view.width + Self.side - 1) / Self.side
        rows = (view.height + Self.side - 1) / Self.side
        deepest = ContiguousArray(repeating: 0, count: columns * rows)
        for y in 0..<view.height {
            for x in 0..<view.width {
                let tile = y / Self.side * columns + x / Self.side
                deepest[tile] = max(deepest[tile], view.depth[y * view.width + x])
            }
        }
    }

    /// The deepest pixel of a rectangle of the picture, or of tiles that it touches; 0: none is usable.
    func deepest(_ left: Float, _ top: Float, _ right: Float, _ bottom: Float) -> Float {
        func tile(_ value: Float, _ count: Int) -> Int {
            Int(min(max(value / Float(Self.side), 0), Float(count - 1)))
        }
        let (first, last) = (tile(left, columns), tile(right, columns))
        var result: Float = 0
        for row in tile(top, rows)...tile(bottom, rows) {
            for column in first...last { result = max(result, deepest[row * columns + column]) }
        }
        return result
    }
}
