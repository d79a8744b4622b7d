internal import MeshModel

extension AnimationSampler {
    /// Returns the numbers at a moment; nil if there is no key. Rotations have length 1.
    func value(at seconds: Double, isRotation: Bool) -> [Double]? {
        guard let key = key(at: seconds) else { return nil }
        let start = time(key)
        // What isn't between two keys is at one, also where times are NaN.
        let isBetween = seconds > start && key + 1 < times.count && time(key + 1) > start
        if !isBetween || interpolation == .step {
            return row(interpolation == .cubicSpline ? 3 * key + 1 : key).map { isRotation ? Self.unit($0) : $0 }
        }
        let duration = time(key + 1) - start
        let part = (seconds - start) / duration
        if interpolation == .cubicSpline { return spline(key, part, duration).map { isRotation ? Self.unit($0) : $0 } }
        guard let from = row(key), let to = row(key + 1) else { return nil }
        if isRotation, from.count == 4 {
            let turned = slerp(SIMD4(from[0], from[1], from[2], from[3]), SIMD4(to[0], to[1], to[2], to[3]), part)
            return (0..<4).map { turned[$0] }
        }
        return zip(from, to).map { $0 + ($1 - $0) * part }
    }

    /// The cubic Hermite spline from a key to the next one.
    private func spline(_ key: Int, _ part: Double, _ duration: Double) -> [Double]? {
        guard let from = row(3 * key + 1), let leaving = row(3 * key + 2), let reaching = row(3 * key + 3),
            let to = row(3 * key + 4)
        else { return nil }
        let (square, cube) = (part * part, part * part * part)
        let factors = [2 * cube - 3 * square + 1, cube - 2 * square + part, 3 * square - 2 * cube, cube - square]
        return from.indices.map { index in
            factors[0] * from[index] + duration * factors[1] * leaving[index] + factors[2] * to[index]
                + duration * factors[3] * reaching[index]
        }
    }

    /// The last key that is not after a moment, else the first; nil without keys.
    private func key(at seconds: Double) -> Int? {
        guard times.count > 0, times.components == 1 else { return nil }
        var low = 0
        var high = times.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if time(middle) <= seconds { low = middle } else { high = middle }
        }
        return low
    }

    private func time(_ key: Int) -> Double { times.rows(key..<key + 1).doubles().first ?? 0 }

    private func row(_ index: Int) -> [Double]? {
        guard index >= 0, index < values.count else { return nil }
        return values.rows(index..<index + 1).doubles()
    }

    private static func unit(_ numbers: [Double]) -> [Double] {
        guard numbers.count == 4 else { return numbers }
        let unit = unitQuaternion(SIMD4(numbers[0], numbers[1], numbers[2], numbers[3]))
        return (0..<4).map { unit[$0] }
    }
}
