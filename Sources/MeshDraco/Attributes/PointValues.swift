/// Writes the values of an attribute as bytes, in point order.
struct PointValues {
    private let layout: ValueLayout

    init(_ layout: ValueLayout) {
        self.layout = layout
    }

    func plain(_ bytes: [UInt8], size: Int) -> [UInt8] {
        guard layout.valueOfPoint != nil else { return bytes }
        var result = [UInt8](repeating: 0, count: layout.pointCount * size)
        var place = 0
        for point in 0..<layout.pointCount {
            let begin = layout.value(ofPoint: point) * size
            for index in begin..<(begin + size) {
                result[place] = bytes[index]
                place += 1
            }
        }
        return result
    }

    /// The lowest bytes of each integer.
    func integers(_ components: [Int32], componentCount: Int, size: Int) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: layout.pointCount * componentCount * size)
        var place = 0
        for point in 0..<layout.pointCount {
            let begin = layout.value(ofPoint: point) * componentCount
            for index in begin..<(begin + componentCount) {
                let value = components[index]
                for byte in 0..<size {
                    result[place + byte] = UInt8(truncatingIfNeeded: value >> Int32(8 * byte))
                }
                place += size
            }
        }
        return result
    }

    func floats(_ components: [Int32], _ quantization: Quantization) -> [UInt8] {
        let componentCount = quantization.smallest.count
        var result = [UInt8](repeating: 0, count: layout.pointCount * componentCount * 4)
        var place = 0
        for point in 0..<layout.pointCount {
            let begin = layout.value(ofPoint: point) * componentCount
            for component in 0..<componentCount {
                Self.write(quantization.value(components[begin + component], component), &result, place)
                place += 4
            }
        }
        return result
    }

    func normals(_ components: [Int32], _ grid: OctahedronGrid) -> [UInt8] {
        var result = [UInt8](repeating: 0, count: layout.pointCount * 12)
        for point in 0..<layout.pointCount {
            let begin = layout.value(ofPoint: point) * 2
            let normal = grid.vector(components[begin], components[begin + 1])
            Self.write(normal.0, &result, 12 * point)
            Self.write(normal.1, &result, 12 * point + 4)
            Self.write(normal.2, &result, 12 * point + 8)
        }
        return result
    }

    @inline(__always)
    private static func write(_ value: Float, _ bytes: inout [UInt8], _ place: Int) {
        let bits = value.bitPattern
        bytes[place] = UInt8(truncatingIfNeeded: bits)
        bytes[place + 1] = UInt8(truncatingIfNeeded: bits >> 8)
        bytes[place + 2] = UInt8(truncatingIfNeeded: bits >> 16)
        bytes[place + 3] = UInt8(truncatingIfNeeded: bits >> 24)
    }
}
