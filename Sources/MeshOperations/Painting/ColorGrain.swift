/// How large cells are: what an atlas chooses to fit its size.
struct ColorGrain {
    /// How many texels a step of a cell's pattern has: the larger, the finer the mix between corners.
    var scale: Int
    /// How many texels around a cell repeat or go on with its colours, for viewers that look past its edge.
    var gutter: Int
    var detail: ColorPainting.Detail
    /// The most texels of an image of this grain; beyond, finer mixing is not worth its size.
    var mostTexels = Int.max

    /// The grains, the largest cells first: 121, 49, 25, 9, 8 and at most 1 texels for a triangle.
    static let all = [
        ColorGrain(scale: 4, gutter: 1, detail: .corners, mostTexels: 1 << 20),
        ColorGrain(scale: 2, gutter: 1, detail: .corners, mostTexels: 1 << 20),
        ColorGrain(scale: 1, gutter: 1, detail: .corners),
        ColorGrain(scale: 1, gutter: 0, detail: .corners),
        ColorGrain(scale: 1, gutter: 0, detail: .centers),
        ColorGrain(scale: 1, gutter: 0, detail: .faces),
    ]

    /// The side of a triangle's cell, or of two triangles'.
    var triangleSide: Int { detail == .centers ? 4 : 2 * scale + 1 + 2 * gutter }
    /// The side of a cell of one colour that faces share.
    var flatSide: Int { detail == .corners ? 3 : 1 }

    /// Half the side of a polygon's ring of texels: its cell has 8 of them for each.
    func ring(corners: Int) -> Int {
        corners == 4 ? scale : min(max(2, scale, corners / 8 + (corners % 8 == 0 ? 0 : 1)), Self.largestRing)
    }

    /// The most corners that have texels of their own are 8 times this.
    static let largestRing = 16

    /// The side of the cell of polygons with this ring.
    func side(ring: Int) -> Int { 2 * ring + 1 + 2 * gutter }
}

/// Cells of one size that follow each other in an atlas.
struct ColorRegion {
    /// The side of a cell in texels.
    let side: Int
    /// The first row of texels.
    let top: Int
    /// How many cells lie beside each other.
    private let columns: Int
    /// How many lie above each other.
    private let rows: Int
    /// Cells run down so many rows before they go on to the right: neighbours in order stay neighbours in the image, whose
    /// smaller versions mix what lies close.
    private static let band = 16

    /// A region for `count` cells of an image of this width.
    init(side: Int, count: Int, top: Int, width: Int) {
        self.side = side
        self.top = top
        columns = max(1, width / side)
        rows = count / columns + (count % columns == 0 ? 0 : 1)
    }

    /// The row of texels behind the last.
    var bottom: Int { top + rows * side }

    /// The upper left texel of a cell.
    @inline(__always)
    func origin(_ cell: Int) -> (x: Int, y: Int) {
        let band = cell / (Self.band * columns)
        let height = min(Self.band, rows - band * Self.band)
        let (column, row) = (cell - band * Self.band * columns).quotientAndRemainder(dividingBy: max(1, height))
        return (column * side, top + (band * Self.band + row) * side)
    }
}
