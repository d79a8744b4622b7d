internal import MeshModel

/// The sizes and turns of Gaussian splats.
struct SplatShapes: Sendable {
    /// The three axes of each splat, as long as one standard deviation: columns of a 3 × 3 matrix.
    struct Axes: Sendable {
        var a: SIMD3<Double>
        var b: SIMD3<Double>
        var c: SIMD3<Double>
    }

    private var sizes: [ContiguousArray<Double>] = []
    private var turns: [ContiguousArray<Double>] = []
    private let encodings: [Frame.Encoding]

    /// Reads the shapes; nil if the vertices aren't splats.
    init?(_ set: VertexSet) {
        guard set.splatDegree != nil else { return nil }
        func columns(_ names: [String]) -> [Attribute] {
            names.compactMap { set.attribute(AttributeSemantic(name: $0)) }.filter { $0.count == set.count }
        }
        let (scales, rotations) = (columns(SplatNames.scales), columns(SplatNames.rotations))
        guard scales.count == 3, rotations.count == 4 else { return nil }
        func numbers(_ attribute: Attribute) -> ContiguousArray<Double> {
            var numbers = ContiguousArray<Double>()
            attribute.values.read(0..<set.count, into: &numbers)
            return numbers
        }
        encodings = scales.map(\.frame.encoding)
        sizes = scales.map(numbers)
        turns = rotations.map(numbers)
    }

    /// The axes of a splat; nil if they are no numbers.
    func axes(_ row: Int64) -> Axes? {
        guard row >= 0, row < sizes[0].count else { return nil }
        let index = Int(row)
        func size(_ axis: Int) -> Double { abs(encodings[axis].decoded(sizes[axis][index])) }
        let (w, x, y, z) = (turns[0][index], turns[1][index], turns[2][index], turns[3][index])
        let square = w * w + x * x + y * y + z * z
        guard square > 0, square.isFinite else { return nil }
        let two = 2 / square
        let axes = Axes(
            a: SIMD3(1 - two * (y * y + z * z), two * (x * y + w * z), two * (x * z - w * y)) * size(0),
            b: SIMD3(two * (x * y - w * z), 1 - two * (x * x + z * z), two * (y * z + w * x)) * size(1),
            c: SIMD3(two * (x * z + w * y), two * (y * z - w * x), 1 - two * (x * x + y * y)) * size(2))
        let sum = axes.a + axes.b + axes.c
        return (sum.x + sum.y + sum.z).isFinite ? axes : nil
    }
}
