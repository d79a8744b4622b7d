/// Some faces' texels, and what pictures have added to them.
///
/// - Threads: ``add(_:_:_:)`` runs on one thread at a time for each block; blocks share nothing.
final class TexelBlock: @unchecked Sendable {
    /// The faces, and where each one's texels start in `texels`; one start more than faces.
    private let faces: ContiguousArray<Int32>
    private let starts: ContiguousArray<Int32>
    private let charts: ContiguousArray<Int32>
    /// The places of texels: of all pages, one behind the other, in rows.
    private let texels: ContiguousArray<UInt32>
    /// Red, green and blue times weight, and the weight.
    private var sums: ContiguousArray<SIMD4<Float>>

    init(
        _ faces: ContiguousArray<Int32>, _ charts: ContiguousArray<Int32>, starts: ContiguousArray<Int32>,
        texels: ContiguousArray<UInt32>
    ) {
        (self.faces, self.charts, self.starts, self.texels) = (faces, charts, starts, texels)
        sums = ContiguousArray(repeating: SIMD4(), count: texels.count)
    }

    /// Adds what a picture shows of the faces, brighter by `gain`.
    func add(_ view: PictureView, gain: SIMD3<Float>, _ mesh: PaintedMesh, _ layout: AtlasLayout) {
        let factor = SIMD4(gain, 1)
        for index in faces.indices where starts[index] < starts[index + 1] {
            let face = Int(faces[index])
            let (i, j, k) = mesh.corners(face)
            let corner = mesh.positions[i]
            let cosine = view.cosine(corner, mesh.normals[face])
            // Large faces are seen under several angles: a corner decides only whether they are turned away.
            guard cosine > 0 else { continue }
            let a = view.toCamera(corner)
            let (b, c) = (view.toCamera(mesh.positions[j]) - a, view.toCamera(mesh.positions[k]) - a)
            guard view.mayShow(a, a + b, a + c) else { continue }
            let normal = view.direction(mesh.normals[face])
            // The distance from the camera to the face's plane.
            let height = -(a * normal).sum()
            let triangle = layout.triangle(face, chart: Int(charts[index]), mesh)
            let area = layout.side * layout.side
            for at in Int(starts[index])..<Int(starts[index + 1]) {
                let place = Int(texels[at]) % area
                let (s, t) = triangle.shares(place % layout.side, place / layout.side)
                let p = a + b * s + c * t
                let cosine = height / (p * p).sum().squareRoot()
                if cosine > PictureView.leastCosine { sums[at] += view.sample(p, cosine: cosine) * factor }
            }
        }
    }

    /// The colour of each texel, and how many faces a picture showed.
    ///
    /// - Parameters:
    ///   - fallback: the colour of each vertex, for texels that no picture showed.
    ///   - isSeen: whether a picture showed a vertex; decides for faces that are too small for a texel of their own.
    func colors(
        _ fallback: ContiguousArray<SIMD3<Float>>, isSeen: (Int) -> Bool, _ mesh: PaintedMesh, _ layout: AtlasLayout
    ) -> (texels: ContiguousArray<UInt32>, colors: ContiguousArray<SIMD3<UInt8>>, seenFaces: Int) {
        var colors = ContiguousArray<SIMD3<UInt8>>()
        colors.reserveCapacity(texels.count)
        var seenFaces = 0
        let area = layout.side * layout.side
        for index in faces.indices {
            let (i, j, k) = mesh.corners(Int(faces[index]))
            let triangle = layout.triangle(Int(faces[index]), chart: Int(charts[index]), mesh)
            var isFaceSeen = starts[index] == starts[index + 1] && isSeen(i) && isSeen(j) && isSeen(k)
            for at in Int(starts[index])..<Int(starts[index + 1]) {
                let sum = sums[at]
                if sum.w > 0 { isFaceSeen = true }
                let place = Int(texels[at]) % area
                let (s, t) = triangle.shares(place % layout.side, place / layout.side)
                let color = fallback[i] * (1 - s - t) + fallback[j] * s + fallback[k] * t
                colors.append(PaintedColors.bytes(sum.w > 0 ? SIMD3(sum.x, sum.y, sum.z) / sum.w : color))
            }
            if isFaceSeen { seenFaces += 1 }
        }
        return (texels, colors, seenFaces)
    }

    /// Divides a layout's faces into blocks of about 16,000 texels.
    static func blocks(_ mesh: PaintedMesh, _ layout: AtlasLayout) -> ContiguousArray<TexelBlock> {
        let owners = layout.owners(mesh)
        var starts = ContiguousArray<Int32>(repeating: 0, count: mesh.faceCount + 1)
        for owner in owners where owner >= 0 { starts[Int(owner) + 1] += 1 }
        for face in 0..<mesh.faceCount { starts[face + 1] += starts[face] }
        var next = starts
        var sorted = ContiguousArray<UInt32>(repeating: 0, count: Int(starts[mesh.faceCount]))
        for (texel, owner) in owners.enumerated() where owner >= 0 {
            sorted[Int(next[Int(owner)])] = UInt32(texel)
            next[Int(owner)] += 1
        }
        var blocks = ContiguousArray<TexelBlock>()
        var faces: ContiguousArray<Int32> = [], charts: ContiguousArray<Int32> = []
        var own: ContiguousArray<Int32> = [0], texels: ContiguousArray<UInt32> = []
        func close() {
            blocks.append(TexelBlock(faces, charts, starts: own, texels: texels))
            (faces, charts, own, texels) = ([], [], [0], [])
        }
        for (chart, content) in layout.charts.enumerated() {
            for face in content.faces {
                faces.append(face)
                charts.append(Int32(chart))
                texels.append(contentsOf: sorted[Int(starts[Int(face)])..<Int(starts[Int(face) + 1])])
                own.append(Int32(texels.count))
                if texels.count + faces.count >= 16384 { close() }
            }
        }
        if !faces.isEmpty { close() }
        return blocks
    }
}
