/// The layout of the faces' cells in an image.
struct ColorAtlas {
    let grain: ColorGrain
    let width: Int
    let height: Int
    /// The cells of triangles whose corners differ; at some grains two triangles share one.
    let triangles: ColorRegion
    /// The cells of other polygons whose corners differ, by ring size.
    let rings: [ColorRegion]
    /// The cells of faces of one colour.
    let flats: ColorRegion

    struct Census {
        var triangles = 0
        var rings = [Int](repeating: 0, count: ColorGrain.largestRing + 1)
        var flats = 0
    }

    /// Returns the atlas with the largest cells whose sides are at most `side`.
    static func fitting(_ faces: FaceColors, side: Int) throws(ColorPaintingError) -> ColorAtlas {
        var polygons: [Int: Int] = [:]
        var census = Census()
        var flats = ColorPalette()
        faces.forEach { face, rows in
            if face.count < 3 || faces.isFlat(face, rows) {
                _ = flats.number(faces.code(flat: face, rows))
            } else if face.count == 3 {
                census.triangles += 1
            } else {
                polygons[face.count, default: 0] += 1
            }
        }
        census.flats = flats.count
        for grain in ColorGrain.all where grain.detail != .faces {
            var cells = census
            for (corners, count) in polygons { cells.rings[grain.ring(corners: corners)] += count }
            if grain.detail == .centers { cells.triangles = cells.triangles / 2 + cells.triangles % 2 }
            if let atlas = fitting(cells, grain, side: side) { return atlas }
        }
        // Last resort: one colour for each face.
        var centers = ColorPalette()
        faces.forEach { face, rows in _ = centers.number(faces.code(flat: face, rows)) }
        var cells = Census()
        cells.flats = centers.count
        if let grain = ColorGrain.all.last, let atlas = fitting(cells, grain, side: side) { return atlas }
        var needed = Int(Double(centers.count).squareRoot())
        while needed * needed < centers.count { needed += 1 }
        throw .tooLarge(neededSide: needed)
    }

    private static func fitting(_ cells: Census, _ grain: ColorGrain, side: Int) -> ColorAtlas? {
        var largest = cells.flats > 0 ? grain.flatSide : 1
        var (texels, isTooMuch) = cells.flats.multipliedReportingOverflow(by: grain.flatSide * grain.flatSide)
        func count(_ cells: Int, _ side: Int) {
            guard cells > 0 else { return }
            largest = max(largest, side)
            let (more, overflow) = cells.multipliedReportingOverflow(by: side * side)
            let (sum, carry) = texels.addingReportingOverflow(more)
            (texels, isTooMuch) = (sum, isTooMuch || overflow || carry)
        }
        count(cells.triangles, grain.triangleSide)
        for (ring, number) in cells.rings.enumerated() { count(number, grain.side(ring: ring)) }
        guard !isTooMuch, largest <= side, texels <= grain.mostTexels else { return nil }
        // A power of two, so that coordinates are exact; about square.
        var width = 1
        while width < largest || (2 * width * width < texels && width < side) { width *= 2 }
        for width in [min(width, side), side] {
            let atlas = ColorAtlas(cells, grain, width: width)
            if atlas.height <= side, atlas.width * atlas.height <= grain.mostTexels { return atlas }
        }
        return nil
    }

    private init(_ cells: Census, _ grain: ColorGrain, width: Int) {
        self.grain = grain
        self.width = width
        triangles = ColorRegion(side: grain.triangleSide, count: cells.triangles, top: 0, width: width)
        var bottom = triangles.bottom
        var rings: [ColorRegion] = []
        for (ring, count) in cells.rings.enumerated() {
            let region = ColorRegion(side: grain.side(ring: ring), count: count, top: bottom, width: width)
            bottom = region.bottom
            rings.append(region)
        }
        self.rings = rings
        flats = ColorRegion(side: grain.flatSide, count: cells.flats, top: bottom, width: width)
        height = max(1, flats.bottom)
    }
}

extension FaceColors {
    /// The bytes of the single colour of a face.
    @inline(__always)
    func code(flat face: Face, _ rows: ContiguousArray<Int32>) -> UInt32 {
        // The mean of equal colours may differ in the last bit, and round to another code.
        isFlat(face, rows) ? colors.codes[Int(rows[face.start])] : colors.code(center(face, rows))
    }
}

/// Numbers colours by first use.
struct ColorPalette {
    private var table = RowTable(width: 1)
    private var word = ContiguousArray<UInt32>(repeating: 0, count: 1)

    var count: Int { table.count }

    @inline(__always)
    mutating func number(_ code: UInt32) -> Int {
        word[0] = code
        return Int(table.number(word, at: 0))
    }
}
