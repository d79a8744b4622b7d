import MeshModel

/// What a file shows of a property during a clip, to ask whether it still is what was written.
struct USDRecordedCourse {
    private let course: USDSampledCourse
    private let rest: [Double]
    private let start: Double

    /// - Parameters:
    ///   - read: the sampler of the time line; nil: the property stays at rest.
    ///   - seconds: those of the clip.
    init(read: AnimationSampler?, rest: [Double], seconds: ClosedRange<Double>, isRotation: Bool) {
        var course = USDSampledCourse(width: rest.count, isRotation: isRotation)
        if let read, read.values.components == rest.count {
            let room = Self.room(seconds.upperBound)
            let keys = read.keys(from: seconds.lowerBound - room, to: seconds.upperBound + room)
            if !keys.isEmpty, read.interpolation != .cubicSpline {
                let part = AnimationSampler(
                    times: read.times.rows(keys), values: read.values.rows(keys), interpolation: read.interpolation)
                var sampling = USDSampling(part, isRotation: isRotation, tolerance: 0)
                sampling.add(to: &course) { $0 }
            }
        }
        (self.course, self.rest, start) = (course, rest, seconds.lowerBound)
    }

    /// Whether a sampler of a record, written again, gives what the file shows.
    func fits(_ own: AnimationSampler, _ form: USDOrigin.Clip.Sampler, tolerance: Double) -> Bool {
        guard own.values.components == rest.count else { return false }
        var expected = USDSampledCourse(width: rest.count, isRotation: course.isRotation)
        var sampling = USDSampling(own, isRotation: course.isRotation, tolerance: tolerance)
        // Each piece of a curve is a sample of the file.
        sampling.mostSamples = course.codes.count + 4 * own.times.count
        sampling.add(to: &expected) { start + $0 }
        expected = expected.from(start)
        if form.isHalf { expected.limit(to: HalfBits.largest, rest) }
        guard !expected.codes.isEmpty else { return false }
        // The same samples need no look at what is between them.
        if expected.values == course.values,
            zip(expected.codes, course.codes).allSatisfy({ abs($0 - $1) <= Self.room($0) })
        {
            return true
        }
        return [expected.codes, course.codes].joined().allSatisfy { code in
            let room = Self.room(code)
            return agrees(expected, code - 2 * room, code - 4 * room, form)
                && agrees(expected, code + 2 * room, code + 4 * room, form)
        }
    }

    /// Whether both have the same value at a second. Seconds of a file are rounded, so the value may be that of a moment
    /// nearby.
    private func agrees(
        _ expected: USDSampledCourse, _ second: Double, _ nearby: Double, _ form: USDOrigin.Clip.Sampler
    ) -> Bool {
        let (value, beside) = (expected.value(at: second), expected.value(at: nearby))
        let shown = course.codes.isEmpty ? rest : course.value(at: second)
        let size = value.reduce(0) { max($0, abs($1)) }
        func isNear(_ sign: Double) -> Bool {
            value.indices.allSatisfy { index in
                let room =
                    4 * abs(beside[index] - value[index]) + 1e-6 * size
                    + (form.isHalf ? 0x1p-10 * abs(value[index]) : 0)
                return abs(value[index] - sign * shown[index]) <= room
            }
        }
        // A rotation and its negative are the same.
        return isNear(1) || course.isRotation && isNear(-1)
    }

    /// How far seconds as float32 may be off.
    private static func room(_ second: Double) -> Double { max(abs(second), 1) * 0x1p-22 }
}
