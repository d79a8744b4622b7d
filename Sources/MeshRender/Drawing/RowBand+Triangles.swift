internal import MeshModel

extension RowBand {
    /// Draws the samples whose middle is inside of a triangle; one on an edge belongs to the triangle below or to the
    /// right.
    mutating func fill(_ triangle: ScreenElement, _ view: DrawnView) {
        let (a, b, c) = (triangle.a, triangle.b, triangle.c)
        let ab = Edge(a, b)
        let bc = Edge(b, c)
        let ca = Edge(c, a)
        let area = ab.value(Int(c.x), Int(c.y))
        guard area > 0 else { return }
        let unit = Int(ScreenCorner.unit)
        let left = max((Int(min(a.x, b.x, c.x)) - unit / 2) / unit, 0)
        let right = min((Int(max(a.x, b.x, c.x)) + unit / 2) / unit, width - 1)
        let top = max((Int(min(a.y, b.y, c.y)) - unit / 2) / unit, rows.lowerBound)
        let bottom = min((Int(max(a.y, b.y, c.y)) + unit / 2) / unit, rows.upperBound - 1)
        guard left <= right, top <= bottom else { return }
        let look: SurfaceLook? = triangle.look < 0 ? nil : view.looks[Int(triangle.look)]
        let part = 1 / Float(area)
        for row in top...bottom {
            let (x, y) = (left * unit + unit / 2, row * unit + unit / 2)
            // The weight of each corner comes from the opposite edge.
            var (ofA, ofB, ofC) = (bc.biased(x, y), ca.biased(x, y), ab.biased(x, y))
            var index = (row - rows.lowerBound) * width + left
            for column in left...right {
                if ofA | ofB | ofC >= 0 {
                    var (shareB, shareC) = (Float(ofB) * part, Float(ofC) * part)
                    let depth = a.depth + (b.depth - a.depth) * shareB + (c.depth - a.depth) * shareC
                    if depth > depths[index] {
                        if view.isPerspective {
                            // Values over the distance are linear in the picture, values themselves are not.
                            shareB *= b.depth / depth
                            shareC *= c.depth / depth
                        }
                        var color = a.color + (b.color - a.color) * shareB + (c.color - a.color) * shareC
                        var isDrawn = true
                        if let look {
                            let coordinates =
                                a.coordinates + (b.coordinates - a.coordinates) * shareB
                                + (c.coordinates - a.coordinates) * shareC
                            isDrawn = look.apply(coordinates, column, row, &color)
                        }
                        if isDrawn {
                            depths[index] = depth
                            colors[index] = Light.code(color)
                        }
                    }
                }
                ofA += bc.right
                ofB += ca.right
                ofC += ab.right
                index += 1
            }
        }
    }
}

/// An edge of a triangle: its value is positive on the inner side, and grows evenly.
private struct Edge {
    private let x: Int
    private let y: Int
    private let across: Int
    private let down: Int
    /// What makes a sample on the edge belong to one of the two triangles that share it.
    private let bias: Int

    init(_ p: ScreenCorner, _ q: ScreenCorner) {
        (x, y) = (Int(p.x), Int(p.y))
        (across, down) = (Int(q.x) - Int(p.x), Int(q.y) - Int(p.y))
        bias = down < 0 || (down == 0 && across > 0) ? 0 : -1
    }

    /// The growth to the next sample on the right.
    var right: Int { -down * Int(ScreenCorner.unit) }

    func value(_ atX: Int, _ atY: Int) -> Int { across * (atY - y) - down * (atX - x) }

    func biased(_ atX: Int, _ atY: Int) -> Int { value(atX, atY) + bias }
}

extension SurfaceLook {
    /// Thresholds of ordered dithering (Bayer's 4 × 4 matrix): surfaces that let through half of the light draw half
    /// of the samples, and need not be sorted.
    private static let thresholds: [Float] = [0, 8, 2, 10, 12, 4, 14, 6, 3, 11, 1, 9, 15, 7, 13, 5].map {
        ($0 + 0.5) / 16
    }

    /// Multiplies a sample's colour with its texel; false if alpha says that it isn't drawn.
    fileprivate func apply(
        _ coordinates: SIMD2<Float>, _ column: Int, _ row: Int, _ color: inout SIMD4<Float>
    ) -> Bool {
        if let texel = texture?.color(Double(coordinates.x), Double(coordinates.y)) { color *= SIMD4<Float>(texel) }
        switch alpha {
        case .ignored: return true
        case .cut(let least): return color.w >= least
        case .blended: return color.w > Self.thresholds[(row & 3) * 4 + (column & 3)]
        }
    }
}
