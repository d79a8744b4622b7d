internal import MeshModel

/// Some rows of samples with a depth buffer: elements are drawn into it, nearer ones over others.
struct RowBand: Sendable {
    let width: Int
    let rows: Range<Int>
    /// The depth of each sample; −∞: nothing was drawn.
    var depths: ContiguousArray<Float>
    /// Linear light in 65535ths; the fourth number is unused.
    var colors: ContiguousArray<SIMD4<UInt16>>

    init(width: Int, rows: Range<Int>, background: SIMD4<UInt16>) {
        self.width = width
        self.rows = rows
        depths = ContiguousArray(repeating: -.infinity, count: width * rows.count)
        colors = ContiguousArray(repeating: background, count: width * rows.count)
    }

    mutating func draw(_ elements: ScreenElements, band: Int, _ view: DrawnView) {
        for index in elements.bands[band] {
            let element = elements.elements[Int(index)]
            switch element.kind {
            case .triangle: fill(element, view)
            case .line: drawLine(element, view)
            case .point: drawDisc(element)
            }
        }
    }

    /// Draws a sample of a line or point if nothing nearer is there.
    @inline(__always)
    private mutating func put(_ x: Int, _ y: Int, _ depth: Float, _ color: SIMD4<Float>) {
        guard x >= 0, x < width, rows.contains(y) else { return }
        let index = (y - rows.lowerBound) * width + x
        guard depth >= depths[index] else { return }
        depths[index] = depth
        colors[index] = Light.code(color)
    }

    private mutating func drawDisc(_ point: ScreenElement) {
        let middle = point.a.place
        let radius = point.size / 2
        let (lowest, highest) = (middle - radius, middle + radius)
        let (left, right) = (Int(lowest.x), Int(highest.x))
        let (top, bottom) = (max(Int(lowest.y), rows.lowerBound), min(Int(highest.y), rows.upperBound - 1))
        guard top <= bottom else { return }
        for row in top...bottom {
            for column in left...right {
                let away = SIMD2(Float(column), Float(row)) + 0.5 - middle
                guard away.x * away.x + away.y * away.y <= radius * radius else { continue }
                put(column, row, point.a.depth, point.a.color)
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
            for row in y..<y + side { for column in x..<x + side { put(column, row, depth, color) } }
        }
    }
}

/// What bands need to know of the picture.
struct DrawnView: Sendable {
    var isPerspective: Bool
    var looks: [SurfaceLook]
}
