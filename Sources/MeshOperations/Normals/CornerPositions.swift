internal import MeshModel

/// Reads positions of corners as float64; those of a vertex set are read once for consecutive primitives that index it.
struct CornerPositions {
    private let scene: MeshScene
    private var set = -1
    private var positions = ContiguousArray<Double>()
    private var vertices = ContiguousArray<Int64>()

    init(_ scene: MeshScene) { self.scene = scene }

    /// Reads the positions of `corners`; NaN if there is none, 0 for missing axes.
    mutating func read(
        _ corners: Range<Int>, of primitive: Primitive, into points: inout ContiguousArray<SIMD3<Double>>
    ) {
        points.removeAll(keepingCapacity: true)
        let nowhere = SIMD3(repeating: Double.nan)
        guard scene.vertexSets.indices.contains(primitive.vertexSet),
            let attribute = scene.vertexSets[primitive.vertexSet].attribute(.position), attribute.offsets == nil,
            attribute.values.components > 0
        else {
            points.append(contentsOf: repeatElement(nowhere, count: corners.count))
            return
        }
        let width = attribute.values.components
        let factor = attribute.normalized ? 1 / (attribute.values.type.normalizedMaximum ?? 1) : 1
        func point(_ start: Int) -> SIMD3<Double> {
            SIMD3(
                positions[start], width > 1 ? positions[start + 1] : 0, width > 2 ? positions[start + 2] : 0) * factor
        }
        if primitive.vertices == nil {
            // Corner c uses vertex c: unshared vertices need not be held as a whole.
            set = -1
            attribute.values.read(corners, into: &positions)
            for start in 0..<positions.count / width { points.append(point(start * width)) }
            points.append(contentsOf: repeatElement(nowhere, count: corners.count - points.count))
            return
        }
        if set != primitive.vertexSet {
            set = primitive.vertexSet
            attribute.values.read(0..<attribute.values.count, into: &positions)
        }
        primitive.readVertices(of: corners, into: &vertices)
        for vertex in vertices {
            let start = Int(vertex).multipliedReportingOverflow(by: width)
            points.append(
                vertex >= 0 && !start.overflow && start.partialValue <= positions.count - width
                    ? point(start.partialValue) : nowhere)
        }
    }
}
