extension RowBand {
    /// Draws the samples whose middle is inside of a triangle; one on an edge belongs to the triangle below or to the
    /// right.
    ///
    /// - Parameter blends: whether samples that let light through are mixed with those behind; else they aren't drawn.
    mutating func fill(_ triangle: ScreenElement, _ view: DrawnView, blends: Bool = false) {
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
        let slopes = look.map { _ in Slopes(triangle, ab, ca, part, view.isPerspective) }
        for row in top...bottom {
            let (x, y) = (left * unit + unit / 2, row * unit + unit / 2)
            // The weight of each corner comes from the opposite edge.
            var (ofA, ofB, ofC) = (bc.biased(x, y), ca.biased(x, y), ab.biased(x, y))
            var index = (row - rows.lowerBound) * width + left
            for _ in left...right {
                if ofA | ofB | ofC >= 0 {
                    var (shareB, shareC) = (Float(ofB) * part, Float(ofC) * part)
                    let depth = a.depth + (b.depth - a.depth) * shareB + (c.depth - a.depth) * shareC
                    if depth > depths[index] {
                        if view.isPerspective {
                            // Values over the distance are linear in the picture, values themselves are not.
                            shareB *= b.depth / depth
                            shareC *= c.depth / depth
                        }
                        let color = a.color + (b.color - a.color) * shareB + (c.color - a.color) * shareC
                        if let look, let slopes {
                            let coordinates =
                                a.coordinates + (b.coordinates - a.coordinates) * shareB
                                + (c.coordinates - a.coordinates) * shareC
                            draw(index, depth, look.seen(color, coordinates, slopes, depth), look, blends)
                        } else {
                            depths[index] = depth
                            colors[index] = Light.code(color, 1)
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

    @inline(__always)
    private mutating func draw(
        _ index: Int, _ depth: Float, _ seen: (color: SIMD4<Float>, lit: Float), _ look: SurfaceLook, _ blends: Bool
    ) {
        switch look.alpha {
        case .ignored: break
        case .cut(let least): if !(seen.color.w >= least) { return }
        case .blended:
            let isOpaque = seen.color.w >= SurfaceLook.opaque
            if blends {
                if !isOpaque, seen.color.w > 0 { mix(index, seen.color, lit: seen.lit) }
                return
            }
            if !isOpaque { return }
        }
        depths[index] = depth
        colors[index] = Light.code(seen.color, seen.lit)
    }
}

/// How texture coordinates change from sample to sample.
private struct Slopes {
    var right: SIMD4<Float>
    var below: SIMD4<Float>
    var depthRight: Float = 0
    var depthBelow: Float = 0

    init(_ triangle: ScreenElement, _ ab: Edge, _ ca: Edge, _ part: Float, _ isPerspective: Bool) {
        let (a, b, c) = (triangle.a, triangle.b, triangle.c)
        // Over the distance they change evenly.
        let first = isPerspective ? a.coordinates * a.depth : a.coordinates
        let toB = (isPerspective ? b.coordinates * b.depth : b.coordinates) - first
        let toC = (isPerspective ? c.coordinates * c.depth : c.coordinates) - first
        right = toB * (Float(ca.right) * part) + toC * (Float(ab.right) * part)
        below = toB * (Float(ca.below) * part) + toC * (Float(ab.below) * part)
        guard isPerspective else { return }
        let (depthB, depthC) = (b.depth - a.depth, c.depth - a.depth)
        depthRight = depthB * (Float(ca.right) * part) + depthC * (Float(ab.right) * part)
        depthBelow = depthB * (Float(ca.below) * part) + depthC * (Float(ab.below) * part)
    }

    /// The change at a place, to the right and below.
    @inline(__always)
    func at(_ coordinates: SIMD4<Float>, _ depth: Float) -> (right: SIMD4<Float>, below: SIMD4<Float>) {
        guard depthRight != 0 || depthBelow != 0 else { return (right, below) }
        return ((right - coordinates * depthRight) / depth, (below - coordinates * depthBelow) / depth)
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

    /// The growth to the next sample below.
    var below: Int { across * Int(ScreenCorner.unit) }

    func value(_ atX: Int, _ atY: Int) -> Int { across * (atY - y) - down * (atX - x) }

    func biased(_ atX: Int, _ atY: Int) -> Int { value(atX, atY) + bias }
}

extension SurfaceLook {
    /// The colour of a sample, and the share of its light that comes from around.
    @inline(__always)
    fileprivate func seen(
        _ corners: SIMD4<Float>, _ coordinates: SIMD4<Float>, _ slopes: Slopes, _ depth: Float
    ) -> (color: SIMD4<Float>, lit: Float) {
        var color = corners
        guard texture != nil || emission != SIMD4() else { return (color, isUnlit ? 0 : 1) }
        let (right, below) = slopes.at(coordinates, depth)
        if let texel = texture?.color(coordinates.lowHalf, right.lowHalf, below.lowHalf) { color *= texel }
        guard emission != SIMD4() else { return (color, isUnlit ? 0 : 1) }
        var own = emission
        if let texel = emissionTexture?.color(coordinates.highHalf, right.highHalf, below.highHalf) { own *= texel }
        own.w = 0
        let lit = color.x + color.y + color.z
        let sum = lit + own.x + own.y + own.z
        return (color + own, isUnlit || !(sum > 0) ? 0 : lit / sum)
    }
}
