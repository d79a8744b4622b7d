/// Divides a mesh into charts: neighbours are added while they face the same way, up to the size of a page.
///
/// Charts follow the shape, not the pictures: the faces of a simplified mesh are larger than what any single picture
/// sees of them, and few large charts make few seams.
struct ChartGrowth {
    /// A chart grows over faces within 50° of its mean direction, by normals smoothed over vertices, so that noise
    /// doesn't break it; no face may stand steeper than 78°.
    private static let leastCosine: Float = 0.64
    private static let leastOwnCosine: Float = 0.2
    /// How often a face may be pushed out of a chart before it gets one of its own; bounds the time.
    private static let mostTries: UInt8 = 3

    private let mesh: PaintedMesh
    private let texel: Float
    private let reach: Float
    private let neighbors: ContiguousArray<Int32>
    private let smooth: ContiguousArray<SIMD3<Float>>
    private var isTaken: ContiguousArray<Bool>
    private var tries: ContiguousArray<UInt8>

    /// - Parameters:
    ///   - mesh: the mesh.
    ///   - texel: about the side of a texel, in metres: faces that cover the same ones are put into different charts.
    ///   - reach: how far a chart may reach from its first face, in metres.
    init(_ mesh: PaintedMesh, texel: Float, reach: Float) {
        self.mesh = mesh
        self.texel = texel
        self.reach = reach
        neighbors = mesh.neighbors()
        smooth = ContiguousArray(
            (0..<mesh.faceCount).map { face in
                guard mesh.isUsable(face) else { return SIMD3() }
                let (a, b, c) = mesh.corners(face)
                let sum = mesh.vertexNormals[a] + mesh.vertexNormals[b] + mesh.vertexNormals[c] + mesh.normals[face]
                let length = (sum * sum).sum().squareRoot()
                return length > 0 ? sum / length : mesh.normals[face]
            })
        isTaken = ContiguousArray((0..<mesh.faceCount).map { !mesh.isUsable($0) })
        tries = ContiguousArray(repeating: 0, count: mesh.faceCount)
    }

    /// Returns the charts; nil if `shouldStop` said so.
    mutating func charts(_ shouldStop: () -> Bool) -> ContiguousArray<Chart>? {
        var charts = ContiguousArray<Chart>()
        var isComplete = false
        while !isComplete {
            isComplete = true
            for seed in 0..<mesh.faceCount where !isTaken[seed] {
                if charts.count & 63 == 0, shouldStop() { return nil }
                let (chart, pushedOut) = chart(from: seed)
                charts.append(chart)
                for face in pushedOut {
                    isTaken[Int(face)] = false
                    tries[Int(face)] += 1
                    isComplete = false
                }
            }
        }
        return charts
    }

    private mutating func chart(from seed: Int) -> (Chart, pushedOut: ContiguousArray<Int32>) {
        var faces: ContiguousArray<Int32> = [Int32(seed)]
        var axis = smooth[seed]
        if (axis * mesh.normals[seed]).sum() < Self.leastOwnCosine { axis = mesh.normals[seed] }
        var sum = axis * mesh.areas[seed]
        isTaken[seed] = true
        guard tries[seed] < Self.mostTries else { return (Chart(faces, along: axis, mesh), []) }
        let middle = mesh.positions[mesh.corners(seed).0]
        var at = 0
        while at < faces.count {
            let face = Int(faces[at])
            at += 1
            for corner in 0..<3 {
                let next = Int(neighbors[face * 3 + corner])
                guard next >= 0, !isTaken[next], tries[next] < Self.mostTries,
                    (smooth[next] * axis).sum() >= Self.leastCosine,
                    (mesh.normals[next] * axis).sum() >= Self.leastOwnCosine
                else { continue }
                let (a, b, c) = mesh.corners(next)
                let far = max(
                    (mesh.positions[a] - middle).largest,
                    max((mesh.positions[b] - middle).largest, (mesh.positions[c] - middle).largest))
                guard far <= reach else { continue }
                isTaken[next] = true
                faces.append(Int32(next))
                sum += smooth[next] * mesh.areas[next]
                let length = (sum * sum).sum().squareRoot()
                // The chart must not turn away from its first face.
                let turned = sum / length
                if length > 0, (turned * mesh.normals[seed]).sum() > Self.leastOwnCosine { axis = turned }
            }
        }
        // The direction has moved since the first faces were added.
        var kept: ContiguousArray<Int32> = [], pushedOut: ContiguousArray<Int32> = []
        for face in faces {
            if (mesh.normals[Int(face)] * axis).sum() > 0.1 { kept.append(face) } else { pushedOut.append(face) }
        }
        let chart = Chart(kept, along: axis, mesh)
        let (apart, hidden) = separated(chart)
        return (hidden.isEmpty ? chart : Chart(apart, along: axis, mesh), pushedOut + hidden)
    }

    /// Divides a chart's faces into those that have their texels for themselves, and those that lie above or below.
    private func separated(_ chart: Chart) -> (apart: ContiguousArray<Int32>, hidden: ContiguousArray<Int32>) {
        guard chart.faces.count > 1 else { return (chart.faces, []) }
        // At most 16 million squares, coarser than texels if the chart is larger.
        let side = max(texel, chart.extent.max() / 4096)
        let width = Int(chart.extent.x / side) + 1
        let height = Int(chart.extent.y / side) + 1
        var isCovered = ContiguousArray<Bool>(repeating: false, count: width * height)
        var apart: ContiguousArray<Int32> = [], hidden: ContiguousArray<Int32> = []
        for face in chart.faces {
            let (a, b, c) = mesh.corners(Int(face))
            let triangle = TexelTriangle(
                chart.place(mesh.positions[a]) / side, chart.place(mesh.positions[b]) / side,
                chart.place(mesh.positions[c]) / side)
            var isFree = true
            triangle.forEach(width: width, height: height, margin: -0.02) { x, y in
                if isCovered[y * width + x] { isFree = false }
            }
            guard isFree || face == chart.faces[0] else {
                hidden.append(face)
                continue
            }
            triangle.forEach(width: width, height: height, margin: -0.02) { x, y in isCovered[y * width + x] = true }
            apart.append(face)
        }
        return (apart, hidden)
    }
}
