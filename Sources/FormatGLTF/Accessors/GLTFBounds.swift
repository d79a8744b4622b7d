import MeshModel

/// The smallest and largest value of each component of a column, in one pass. NaN is ignored.
struct GLTFBounds {
    private(set) var minimum: [Double]
    private(set) var maximum: [Double]

    init(_ column: Column) {
        let width = column.components
        minimum = [Double](repeating: .infinity, count: width)
        maximum = [Double](repeating: -.infinity, count: width)
        guard width > 0, column.count > 0 else { return }
        var buffer = ContiguousArray<Float>()
        var wide = ContiguousArray<Double>()
        for rows in column.blocks {
            // A float32 can't hold every value of these types.
            if column.type == .uint32 || column.type == .float64 {
                column.read(rows, into: &wide)
                add(wide.count, width) { wide[$0] }
            } else {
                column.read(rows, into: &buffer)
                add(buffer.count, width) { Double(buffer[$0]) }
            }
        }
    }

    @inline(__always)
    private mutating func add(_ count: Int, _ width: Int, _ value: (Int) -> Double) {
        var index = 0
        while index < count {
            for component in 0..<width {
                let value = value(index + component)
                if value < minimum[component] { minimum[component] = value }
                if value > maximum[component] { maximum[component] = value }
            }
            index += width
        }
    }
}
