/// A corner in the picture.
struct ScreenCorner: Sendable {
    /// Samples from the left and top edge, in 256ths: whole numbers, so that neighbours share no sample and leave none.
    var x: Int32 = 0
    var y: Int32 = 0
    /// Greater is nearer; see ``ViewCamera/Place``.
    var depth: Float = 0
    /// Linear light and alpha, to be multiplied with the texture.
    var color = SIMD4<Float>()
    /// Texture coordinates from the top, for colour and for emission.
    var coordinates = SIMD4<Float>()

    static let unit: Int32 = 256

    init() {}

    /// Creates a corner without colour; the camera's place is inside of the picture, except for rounding.
    init(_ place: ViewCamera.Place) {
        x = Self.whole(place.x)
        y = Self.whole(place.y)
        depth = Float(place.depth)
    }

    /// Samples from the left and top edge.
    var place: SIMD2<Float> { SIMD2(Float(x), Float(y)) / Float(Self.unit) }

    private static func whole(_ value: Double) -> Int32 {
        let bounded = min(max(value, -65_536), 65_536)
        return Int32(exactly: (bounded * Double(unit)).rounded()) ?? 0
    }
}

/// A triangle, line, point or splat in the picture.
struct ScreenElement: Sendable {
    enum Kind: Sendable { case triangle, line, point, splat }

    var kind: Kind
    /// The index of its look if samples ask for texels or alpha; −1: they don't.
    var look: Int32
    /// The corners; a line has the first two, a point or splat the first.
    var a = ScreenCorner()
    var b = ScreenCorner()
    var c = ScreenCorner()
    /// The diameter of a point, the width of a line or the height of a splat, in samples.
    var size: Float = 0

    /// The form of a splat, in the place of its second corner: the factors of x², 2xy and y² that give the square of
    /// the distance in standard deviations, and half of the width.
    var form: SIMD4<Float> {
        get { b.color }
        set { b.color = newValue }
    }

    /// The mean depth of its corners.
    var middleDepth: Float { kind == .triangle ? (a.depth + b.depth + c.depth) / 3 : a.depth }

    /// The rows of samples that the element may touch.
    var rows: ClosedRange<Int> {
        var (top, bottom) = (a.y, a.y)
        if kind == .triangle || kind == .line { (top, bottom) = (min(top, b.y), max(bottom, b.y)) }
        if kind == .triangle { (top, bottom) = (min(top, c.y), max(bottom, c.y)) }
        let margin = Int(min(size, 131_072) / 2) + 1
        let unit = Int(ScreenCorner.unit)
        return Int(top) / unit - margin...Int(bottom) / unit + margin
    }
}

/// Elements in the picture, and those that each band of rows shows.
struct ScreenElements: Sendable {
    private(set) var elements = ContiguousArray<ScreenElement>()
    /// The indices of the elements of each band, ascending.
    private(set) var bands: [ContiguousArray<Int32>]
    private let rowsPerBand: Int

    init(bandCount: Int, rowsPerBand: Int) {
        bands = Array(repeating: [], count: bandCount)
        self.rowsPerBand = rowsPerBand
    }

    /// Makes room for so many elements.
    mutating func reserve(_ count: Int) { elements.reserveCapacity(count) }

    mutating func append(_ element: ScreenElement) {
        let rows = element.rows
        let first = max(rows.lowerBound / rowsPerBand, 0)
        let last = min(rows.upperBound / rowsPerBand, bands.count - 1)
        guard first <= last else { return }
        for band in first...last { bands[band].append(Int32(clamping: elements.count)) }
        elements.append(element)
    }
}
