/// The size of cells; an atlas chooses the largest that fit.
struct ColorGrain {
    /// The number of texels per step of a cell's pattern: the more, the finer the mix between corners.
    var scale: Int
    /// The width in texels of the border that continues a cell's colours, for viewers that sample past its edge.
    var gutter: Int
    var detail: ColorPainting.Detail
    /// The maximum number of texels at this grain; in larger images finer mixing is not worth its size.
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

    /// The side of a cell for one triangle or, with `.centers`, two.
    var triangleSide: Int { detail == .centers ? 4 : 2 * scale + 1 + 2 * gutter }
    /// The side of a cell of one colour that faces share.
    var flatSide: Int { detail == .corners ? 3 : 1 }

    /// Half the side of a polygon's ring of texels: the ring has 8 times as many.
    func ring(corners: Int) -> Int {
        corners == 4 ? scale : min(max(2, scale, corners / 8 + (corners % 8 == 0 ? 0 : 1)), Self.largestRing)
    }

    /// The largest ring; polygons of more than 8 times as many corners share texels.
    static let largestRing = 16

    /// The side of the cell of polygons with this ring.
    func side(ring: Int) -> Int { 2 * ring + 1 + 2 * gutter }
}

/// Consecutive cells of one size in an atlas.
struct ColorRegion {
    /// The side of a cell in texels.
    let side: Int
    /// The first row of texels.
    let top: Int
    private let columns: Int
    private let rows: Int
    /// The number of rows that cells fill downwards before the next column: consecutive cells stay close in the image,
    /// whose smaller versions mix neighbours.
    private static let band = 16

    /// Creates a region for `count` cells in an image of this width.
    init(side: Int, count: Int, top: Int, width: Int) {
        self.side = side
        self.top = top
        columns = max(1, width / side)
        rows = count / columns + (count % columns == 0 ? 0 : 1)
    }

    /// The row of texels after the last.
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
