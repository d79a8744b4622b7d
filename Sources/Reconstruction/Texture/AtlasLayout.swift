/// The places of a mesh's faces on pages.
struct AtlasLayout: Sendable {
    /// The side of all pages, and their number.
    let side: Int
    let pageCount: Int
    /// The side of a texel on the surface, in metres; larger in charts that would not fit a page.
    let texel: Float
    /// The charts' faces.
    let charts: ContiguousArray<Chart>
    /// For each chart its page and what its box's corner and its metres become there, in texels.
    private(set) var places: ContiguousArray<(page: Int, corner: SIMD2<Float>, scale: Float)> = []

    /// Lays out a mesh; nil if `shouldStop` said so.
    init?(_ mesh: PaintedMesh, _ options: TextureOptions, _ shouldStop: () -> Bool) {
        // A page is three quarters full.
        let area = mesh.areas.reduce(0.0) { $0 + Double($1) } / 2
        var texel = max(Float(options.texelSize), Float((area / Double(options.mostTexels) / 0.75).squareRoot()))
        let longest = min(options.longestSide, Int(Double(options.mostTexels).squareRoot()))
        let room = Float(longest - 2 * options.padding - 1)
        var growth = ChartGrowth(mesh, texel: texel, reach: texel * room / 3)
        guard let charts = growth.charts(shouldStop) else { return nil }
        let padding = options.padding
        while true {
            if shouldStop() { return nil }
            var scales = ContiguousArray<Float>()
            let sizes = ContiguousArray(
                charts.map { chart in
                    let scale = min(1 / texel, room / max(chart.extent.max(), texel))
                    scales.append(scale)
                    let size = SIMD2<Int32>(chart.extent * scale, rounding: .down)
                    return size &+ SIMD2(repeating: Int32(2 * padding + 1))
                })
            let packing = PagePacking(sizes, longest: longest)
            let count = packing.side * packing.side * packing.pageCount
            // Below two texels a chart, all is padding, and larger texels spare nothing.
            if count <= options.mostTexels || texel > Float(area / Double(max(charts.count, 1)) / 4).squareRoot() {
                (side, pageCount) = (packing.side, packing.pageCount)
                places = ContiguousArray(
                    charts.indices.map { index in
                        let place = packing.places[index]
                        let corner = SIMD2(Float(place.x + padding) + 0.5, Float(place.y + padding) + 0.5)
                        return (place.page, corner, scales[index])
                    })
                break
            }
            texel *= 1.03
        }
        self.texel = texel
        self.charts = charts
    }

    /// A point of a chart on its page, in texels.
    @inline(__always) func place(_ p: SIMD3<Float>, chart: Int) -> SIMD2<Float> {
        charts[chart].place(p) * places[chart].scale + places[chart].corner
    }

    func triangle(_ face: Int, chart: Int, _ mesh: PaintedMesh) -> TexelTriangle {
        let (a, b, c) = mesh.corners(face)
        return TexelTriangle(
            place(mesh.positions[a], chart: chart), place(mesh.positions[b], chart: chart),
            place(mesh.positions[c], chart: chart))
    }

    /// The face of each texel of all pages, −1 for none: the one that holds the texel's middle, else one that is near.
    func owners(_ mesh: PaintedMesh) -> ContiguousArray<Int32> {
        var owners = ContiguousArray<Int32>(repeating: -1, count: side * side * pageCount)
        for margin: Float in [0, 0.75] {
            for chart in charts.indices {
                let start = places[chart].page * side * side
                for face in charts[chart].faces {
                    triangle(Int(face), chart: chart, mesh).forEach(width: side, height: side, margin: margin) { x, y in
                        let at = start + y * side + x
                        if owners[at] < 0 { owners[at] = face }
                    }
                }
            }
        }
        return owners
    }

    /// The row of ``coordinates(_:)`` of each corner, and the rows: a vertex has one in each chart that uses it.
    ///
    /// - Order: two numbers a row, from the top left of the page, 0 … 1; the first row is that of unusable faces, if there
    ///   are some.
    func coordinates(_ mesh: PaintedMesh) -> (rows: ContiguousArray<Float>, indices: ContiguousArray<UInt32>) {
        let isWhole = mesh.faceCount > 0 && charts.reduce(0) { $0 + $1.faces.count } == mesh.faceCount
        var rows: ContiguousArray<Float> = isWhole ? [] : [0, 0]
        var indices = ContiguousArray<UInt32>(repeating: 0, count: mesh.faceCount * 3)
        var lastChart = ContiguousArray<Int32>(repeating: -1, count: mesh.positions.count)
        var lastRow = ContiguousArray<UInt32>(repeating: 0, count: mesh.positions.count)
        for chart in charts.indices {
            for face in charts[chart].faces {
                for corner in Int(face) * 3..<Int(face) * 3 + 3 {
                    let vertex = Int(mesh.triangles[corner])
                    if lastChart[vertex] != Int32(chart) {
                        lastChart[vertex] = Int32(chart)
                        lastRow[vertex] = UInt32(rows.count / 2)
                        let place = place(mesh.positions[vertex], chart: chart) / Float(side)
                        rows.append(place.x)
                        rows.append(place.y)
                    }
                    indices[corner] = lastRow[vertex]
                }
            }
        }
        return (rows, indices)
    }
}
