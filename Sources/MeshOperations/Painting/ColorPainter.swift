/// Paints faces into the cells of an atlas, and measures what a viewer samples from them.
struct ColorPainter {
    private(set) var pixels: [UInt8]
    /// Two coordinates for each corner.
    private(set) var coordinates: ContiguousArray<Float>

    let faces: FaceColors
    let colors: FaceColorRows
    let atlas: ColorAtlas
    private let triangle: TriangleCell
    private var polygons: [Int: PolygonCell] = [:]
    private var palette = ColorPalette()
    private var triangleCount = 0
    private var ringCounts: [Int]
    /// The first of two triangles that share a cell.
    private var pending: Triangle?
    private let across: ContiguousArray<Float>
    private let up: ContiguousArray<Float>

    private struct Triangle {
        var corner: Int
        var rows: SIMD3<Int32>
    }

    init(_ faces: FaceColors, _ atlas: ColorAtlas) {
        self.faces = faces
        self.atlas = atlas
        colors = faces.colors
        triangle = TriangleCell(scale: atlas.grain.scale, gutter: atlas.grain.gutter)
        ringCounts = [Int](repeating: 0, count: atlas.rings.count)
        pixels = [UInt8](repeating: 0xFF, count: atlas.width * atlas.height * faces.colors.components)
        coordinates = ContiguousArray(repeating: 0, count: 2 * faces.cornerCount)
        // Centres of texels, from the left and from the bottom, rounded once. Multiples of 2^-24 also have an exact float32
        // when they are counted from the top, as in glTF.
        across = ContiguousArray((0..<atlas.width).map { Float((Double($0) + 0.5) / Double(atlas.width)) })
        up = ContiguousArray(
            (0..<atlas.height).map { row -> Float in
                let fromTop = (Double(atlas.height - row) - 0.5) / Double(atlas.height)
                return Float((fromTop * 0x1p24).rounded() * 0x1p-24)
            })
    }

    mutating func paint() {
        let faces = faces
        let isFlatOnly = atlas.grain.detail == .faces
        faces.forEach { face, rows in
            guard face.corner + face.count <= faces.cornerCount else { return }
            if face.count < 3 || isFlatOnly || faces.isFlat(face, rows) {
                paintFlat(face, rows)
            } else if face.count == 3 {
                let rows = SIMD3(rows[face.start], rows[face.start + 1], rows[face.start + 2])
                if atlas.grain.detail == .centers {
                    paintPaired(Triangle(corner: face.corner, rows: rows))
                } else {
                    let origin = atlas.triangles.origin(triangleCount)
                    triangleCount += 1
                    paintTriangle(Triangle(corner: face.corner, rows: rows), origin)
                }
            } else {
                paintPolygon(face, rows)
            }
        }
        if let last = pending { paintPair(last, last) }
    }

    // MARK: Texels

    @inline(__always)
    private mutating func put(_ x: Int, _ y: Int, _ code: UInt32) {
        let start = (y * atlas.width + x) * colors.components
        pixels[start] = UInt8(truncatingIfNeeded: code)
        pixels[start + 1] = UInt8(truncatingIfNeeded: code >> 8)
        pixels[start + 2] = UInt8(truncatingIfNeeded: code >> 16)
        if colors.components == 4 { pixels[start + 3] = UInt8(truncatingIfNeeded: code >> 24) }
    }

    @inline(__always)
    private mutating func stand(_ corner: Int, _ x: Int, _ y: Int) {
        coordinates[2 * corner] = across[x]
        coordinates[2 * corner + 1] = up[y]
    }

    @inline(__always)
    private func value(_ row: Int32) -> SIMD4<Float> { colors.values[Int(row)] }

    /// The bytes of a colour that may be outside 0…1, where a mix is extrapolated beyond a corner.
    @inline(__always)
    private func code(_ value: SIMD4<Float>) -> UInt32 {
        let most = SIMD4<Float>(repeating: 1)
        let positive = value.replacing(with: SIMD4(), where: value .< SIMD4())
        return colors.code(positive.replacing(with: most, where: positive .> most))
    }

    // MARK: Cells

    /// Paints a face of one colour into the cell of that colour.
    private mutating func paintFlat(_ face: FaceColors.Face, _ rows: ContiguousArray<Int32>) {
        let code = faces.code(flat: face, rows)
        let before = palette.count
        let number = palette.number(code)
        let origin = atlas.flats.origin(number)
        let side = atlas.flats.side
        if number == before {
            for y in 0..<side {
                for x in 0..<side { put(origin.x + x, origin.y + y, code) }
            }
        }
        // Corners differ if the cell has room: texture coordinates without area break tools that compute tangents.
        let center = side / 2
        for index in 0..<face.count {
            var place = (x: center, y: center)
            if side == 3 {
                place =
                    face.count == 3
                    ? TriangleCell.places[index] : PolygonCell.places[index * 4 / face.count]
            }
            stand(face.corner + index, origin.x + place.x, origin.y + place.y)
        }
    }

    private mutating func paintTriangle(_ face: Triangle, _ origin: (x: Int, y: Int)) {
        let (a, b, c) = (value(face.rows.x), value(face.rows.y), value(face.rows.z))
        let side = triangle.side
        for texel in triangle.weights.indices {
            let weight = triangle.weights[texel]
            let (row, column) = texel.quotientAndRemainder(dividingBy: side)
            put(origin.x + column, origin.y + row, code(a * weight.x + b * weight.y + c * weight.z))
        }
        for index in 0..<3 {
            let place = triangle.corners[index]
            put(origin.x + place.x, origin.y + place.y, colors.codes[Int(face.rows[index])])
            stand(face.corner + index, origin.x + place.x, origin.y + place.y)
        }
    }

    private mutating func paintPolygon(_ face: FaceColors.Face, _ rows: ContiguousArray<Int32>) {
        let ring = atlas.grain.ring(corners: face.count)
        let cell =
            polygons[face.count] ?? PolygonCell(count: face.count, ring: ring, gutter: atlas.grain.gutter)
        polygons[face.count] = cell
        let origin = atlas.rings[ring].origin(ringCounts[ring])
        ringCounts[ring] += 1
        let center = faces.center(face, rows)
        for index in cell.texels.indices {
            let texel = cell.texels[index]
            let first = value(rows[face.start + texel.corner])
            let second = value(rows[face.start + (texel.corner + 1 == face.count ? 0 : texel.corner + 1)])
            let edge = first + (second - first) * texel.fraction
            let (row, column) = index.quotientAndRemainder(dividingBy: cell.side)
            put(origin.x + column, origin.y + row, code(center + (edge - center) * texel.distance))
        }
        for index in 0..<face.count {
            let place = cell.corners[index]
            stand(face.corner + index, origin.x + place.x, origin.y + place.y)
        }
    }

    // MARK: Two triangles in a cell

    private mutating func paintPaired(_ face: Triangle) {
        guard let first = pending else { return pending = face }
        pending = nil
        paintPair(first, face)
    }

    /// Paints two triangles into a cell of 4 × 4. The corners of the second are at (3, 3), (2, 1) and (1, 2), so two of
    /// its texels are those of the first. If they share an edge, nothing is lost; if not, two corners get a mean.
    private mutating func paintPair(_ first: Triangle, _ second: Triangle) {
        let origin = atlas.triangles.origin(triangleCount)
        triangleCount += 1
        let (turn, other) = bestTurns(first, second)
        let (a, d) = (value(first.rows[turn]), value(second.rows[other]))
        // The colours at (1, 2) and at (2, 1), in each of the two.
        let (b, c) = (value(first.rows[(turn + 1) % 3]), value(first.rows[(turn + 2) % 3]))
        let (e, f) = (value(second.rows[(other + 2) % 3]), value(second.rows[(other + 1) % 3]))
        for texel in 0..<9 {
            let weight = triangle.weights[texel]
            let (y, x) = texel.quotientAndRemainder(dividingBy: 3)
            if x + y < 3 { put(origin.x + x, origin.y + y, code(a * weight.x + b * weight.y + c * weight.z)) }
            // From the other end, the texels of the edge are reversed.
            if x + y < 3 { put(origin.x + 3 - x, origin.y + 3 - y, code(d * weight.x + f * weight.y + e * weight.z)) }
        }
        let (left, right) = (code((b + e) * 0.5), code((c + f) * 0.5))
        put(origin.x + 1, origin.y + 2, left)
        put(origin.x + 2, origin.y + 1, right)
        // These two texels are in neither triangle.
        put(origin.x, origin.y + 3, left)
        put(origin.x + 3, origin.y, right)
        for index in 0..<3 {
            let place = TriangleCell.places[index]
            stand(first.corner + (turn + index) % 3, origin.x + place.x, origin.y + place.y)
        }
        guard second.corner != first.corner else { return }
        for index in 0..<3 {
            let place = TriangleCell.places[index]
            stand(second.corner + (other + index) % 3, origin.x + 3 - place.x, origin.y + 3 - place.y)
        }
    }

    /// The first corner of each triangle for which the colours of the shared edge differ least.
    private func bestTurns(_ first: Triangle, _ second: Triangle) -> (Int, Int) {
        var best = (turn: 0, other: 0, difference: Float.infinity)
        for turn in 0..<3 {
            for other in 0..<3 {
                let a = value(first.rows[(turn + 1) % 3]) - value(second.rows[(other + 2) % 3])
                let b = value(first.rows[(turn + 2) % 3]) - value(second.rows[(other + 1) % 3])
                let difference = (a * a + b * b).sum()
                if difference < best.difference { best = (turn, other, difference) }
            }
        }
        return (best.turn, best.other)
    }
}

extension TriangleCell {
    /// The corners in a cell of one colour.
    static let places = [(x: 0, y: 0), (x: 1, y: 2), (x: 2, y: 1)]
}

extension PolygonCell {
    /// The corners in a cell of one colour; corners of larger polygons share them.
    static let places = [(x: 0, y: 0), (x: 0, y: 2), (x: 2, y: 2), (x: 2, y: 0)]
}
