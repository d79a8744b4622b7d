import MeshModel

extension USDValue {
    /// The value a part of the way to another one. What can't be interpolated, such as integers, texts and arrays of
    /// different length, stays as it is.
    func between(_ other: USDValue, _ part: Double) -> USDValue {
        switch (self, other) {
        case (.real(let type, let a), .real(let other, let b)) where type == other:
            return .real(type, type.rounded((1 - part) * a + part * b))
        case (.tuple(let type, let a), .tuple(let other, let b))
        where type == other && type.isInterpolated && a.count == b.count:
            return .tuple(type, Self.rows(a, b, type, part).map { type.rounded($0) })
        case (.array(let a), .array(let b))
        where a.type == b.type && a.type.isInterpolated && a.values.count == b.values.count
            && a.values.components == b.values.components:
            let numbers = Self.rows(a.values.doubles(), b.values.doubles(), a.type, part)
            let components = a.values.components
            switch a.type.layout?.scalar {
            case .float32:
                let column = Column(ContiguousArray(numbers.map { Float($0) }), components: components)
                return .array(USDArray(type: a.type, values: column))
            case .float64:
                let column = Column(ContiguousArray(numbers), components: components)
                return .array(USDArray(type: a.type, values: column))
            default:
                guard var builder = USDNumberBuilder(a.type) else { return self }
                for number in numbers { builder.append(number) }
                return .array(USDArray(type: a.type, values: builder.column))
            }
        default: return self
        }
    }

    private static func rows(_ a: [Double], _ b: [Double], _ type: USDType, _ part: Double) -> [Double] {
        guard type.isQuaternion else { return zip(a, b).map { (1 - part) * $0 + part * $1 } }
        var result: [Double] = []
        result.reserveCapacity(a.count)
        for row in stride(from: 0, to: a.count - 3, by: 4) {
            let turn = USDQuaternion.between(
                SIMD4(a[row], a[row + 1], a[row + 2], a[row + 3]), SIMD4(b[row], b[row + 1], b[row + 2], b[row + 3]),
                part)
            result += [turn.x, turn.y, turn.z, turn.w]
        }
        return result
    }
}

extension USDType {
    /// Whether values between two samples are interpolated.
    fileprivate var isInterpolated: Bool {
        guard let scalar = layout?.scalar else { return false }
        return !scalar.isInteger
    }
}
