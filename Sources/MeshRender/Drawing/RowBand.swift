/// Some rows of samples with a depth buffer: elements are drawn into it, nearer ones over others.
struct RowBand: Sendable {
    let width: Int
    let rows: Range<Int>
    /// The depth of each sample; −∞: nothing was drawn.
    var depths: ContiguousArray<Float>
    /// Light in 65535ths; the fourth number is the share of it that comes from around, which corners hold back.
    var colors: ContiguousArray<SIMD4<UInt16>>

    init(width: Int, rows: Range<Int>, background: SIMD4<UInt16>) {
        self.width = width
        self.rows = rows
        depths = ContiguousArray(repeating: -.infinity, count: width * rows.count)
        colors = ContiguousArray(repeating: background, count: width * rows.count)
    }

    mutating func draw(_ elements: ScreenElements, band: Int, _ view: DrawnView) {
        for index in elements.bands[band] { draw(elements.elements[Int(index)], view) }
    }

    private mutating func draw(_ element: ScreenElement, _ view: DrawnView) {
        switch element.kind {
        case .triangle: fill(element, view)
        case .line: drawLine(element, view)
        case .point: drawDisc(element)
        case .splat: break
        }
    }

    /// Mixes elements that let light through with what is behind them, far ones first; of equally far ones the first.
    mutating func blend(_ lists: [ScreenElements], band: Int, _ view: DrawnView) {
        var order: [(depth: Float, list: Int32, element: Int32)] = []
        order.reserveCapacity(lists.reduce(0) { $0 + $1.bands[band].count })
        for (list, elements) in lists.enumerated() {
            for index in elements.bands[band] {
                order.append((elements.elements[Int(index)].middleDepth, Int32(clamping: list), index))
            }
        }
        order.sort { a, b in
            if a.depth != b.depth { return a.depth < b.depth }
            return a.list != b.list ? a.list < b.list : a.element < b.element
        }
        for own in order {
            let element = lists[Int(own.list)].elements[Int(own.element)]
            if element.kind == .splat { drawSplat(element) } else { fill(element, view, blends: true) }
        }
    }

    /// Mixes a sample's colour with what was drawn; `lit` is the share of it that comes from around.
    @inline(__always)
    mutating func mix(_ index: Int, _ color: SIMD4<Float>, lit: Float) {
        let before = colors[index]
        let alpha = color.w
        let old = SIMD4(Float(before.x), Float(before.y), Float(before.z), Float(before.w)) * (1 / 65_535)
        var own = color
        own.w = lit
        let mixed = old + (own - old) * alpha
        colors[index] = Light.code(mixed, mixed.w)
    }

    /// Draws a sample of a line or point if nothing nearer is there.
    @inline(__always)
    private mutating func put(_ x: Int, _ y: Int, _ depth: Float, _ color: SIMD4<Float>, lit: Float) {
        guard x >= 0, x < width, rows.contains(y) else { return }
        let index = (y - rows.lowerBound) * width + x
        guard depth >= depths[index] else { return }
        depths[index] = depth
        colors[index] = Light.code(color, lit)
    }

    private mutating func drawDisc(_ point: ScreenElement) {
        let middle = point.a.place
        let radius = point.size / 2
        let (lowest, highest) = (middle - radius, middle + radius)
        let (left, right) = (max(Int(lowest.x), 0), min(Int(highest.x), width - 1))
        let (top, bottom) = (max(Int(lowest.y), rows.lowerBound), min(Int(highest.y), rows.upperBound - 1))
        guard top <= bottom, left <= right else { return }
        for row in top...bottom {
            for column in left...right {
                let away = SIMD2(Float(column), Float(row)) + 0.5 - middle
                guard away.x * away.x + away.y * away.y <= radius * radius else { continue }
                put(column, row, point.a.depth, point.a.color, lit: 1)
            }
        }
    }

    private mutating func drawLine(_ line: ScreenElement, _ view: DrawnView) {
        let (a, b) = (line.a, line.b)
        let steps = Int(max((b.x - a.x).magnitude, (b.y - a.y).magnitude)) / Int(ScreenCorner.unit) + 1
        let side = Int(line.size)
        let shift = SIMD2<Float>(repeating: 0.5 - line.size / 2)
        let (start, end) = (a.place + shift, b.place + shift)
        for step in 0...steps {
            let share = Float(step) / Float(steps)
            let depth = a.depth + (b.depth - a.depth) * share
            let part = view.isPerspective ? share * b.depth / depth : share
            let color = a.color + (b.color - a.color) * part
            let corner = start + (end - start) * share
            let (x, y) = (Int(corner.x), Int(corner.y))
            for row in y..<y + side { for column in x..<x + side { put(column, row, depth, color, lit: 0) } }
        }
    }
}

/// What bands need to know of the picture.
struct DrawnView: Sendable {
    var isPerspective: Bool
    var looks: [SurfaceLook]
}
