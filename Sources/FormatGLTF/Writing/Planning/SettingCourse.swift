import MeshModel

/// The course of a setting with float32 keys, at any moment: what glTF needs where two settings share one channel.
struct SettingCourse {
    let times: [Double]
    let kind: AnimationSampler.Interpolation
    private let numbers: [Double]
    private let width: Int

    init(_ sampler: AnimationSampler) {
        times = sampler.times.doubles().map { Double(Float($0)) }
        numbers = sampler.values.doubles()
        width = max(sampler.values.components, 1)
        kind = sampler.interpolation
    }

    /// The moments just before a step that changes something: in a course that is not stepped, a key there keeps the
    /// old value until then.
    var jumps: [Double] {
        guard kind == .step else { return [] }
        return times.indices.dropFirst().filter { row($0) != row($0 - 1) }.map { Double(Float(times[$0]).nextDown) }
    }

    /// The values at a moment.
    func values(at second: Double) -> [Double] {
        guard let (key, part, duration) = piece(at: second) else { return row(max(lastKey(at: second), 0)) }
        switch kind {
        case .step: return row(key)
        case .linear: return zip(row(key), row(key + 1)).map { $0 + ($1 - $0) * part }
        case .cubicSpline:
            let (square, cube) = (part * part, part * part * part)
            return blend(
                key,
                [
                    2 * cube - 3 * square + 1, duration * (cube - 2 * square + part),
                    duration * (cube - square), 3 * square - 2 * cube,
                ])
        }
    }

    /// The slopes at a moment, from the earlier and from the later side: zeros where nothing changes.
    func slopes(at second: Double) -> (before: [Double], after: [Double]) {
        let still = [Double](repeating: 0, count: width)
        if let key = times.firstIndex(of: second) {
            // A spline may have tangents before the first key and after the last, where it is still.
            let isSpline = kind == .cubicSpline
            let before = key == 0 ? still : isSpline ? row(key, 0) : rise(key - 1)
            let after = key + 1 == times.count ? still : isSpline ? row(key, 2) : rise(key)
            return (before, after)
        }
        guard let (key, part, duration) = piece(at: second) else { return (still, still) }
        guard kind == .cubicSpline else { return (rise(key), rise(key)) }
        let square = part * part
        let slope = blend(
            key,
            [
                (6 * square - 6 * part) / duration, 3 * square - 4 * part + 1, 3 * square - 2 * part,
                (6 * part - 6 * square) / duration,
            ])
        return (slope, slope)
    }

    /// The slope of the straight line from a key to the next one.
    private func rise(_ key: Int) -> [Double] {
        let duration = times[key + 1] - times[key]
        guard kind == .linear, duration > 0 else { return [Double](repeating: 0, count: width) }
        return zip(row(key), row(key + 1)).map { ($1 - $0) / duration }
    }

    /// The sum of a key, its leaving tangent, the next key's reaching tangent and the next key, with these factors.
    private func blend(_ key: Int, _ factors: [Double]) -> [Double] {
        let rows = [row(key), row(key, 2), row(key + 1, 0), row(key + 1)]
        return (0..<width).map { place in (0..<4).reduce(0) { $0 + factors[$1] * rows[$1][place] } }
    }

    /// The keys that a moment is between; nil: it is at one, before the first or after the last.
    private func piece(at second: Double) -> (key: Int, part: Double, duration: Double)? {
        let key = lastKey(at: second)
        guard key >= 0, key + 1 < times.count, times[key] < second else { return nil }
        let duration = times[key + 1] - times[key]
        return (key, (second - times[key]) / duration, duration)
    }

    private func lastKey(at second: Double) -> Int {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= second { low = middle + 1 } else { high = middle }
        }
        return low - 1
    }

    /// The values of a key; of a spline the tangents that reach (0) or leave (2) it, or its value (1).
    private func row(_ key: Int, _ part: Int = 1) -> [Double] {
        let place = kind == .cubicSpline ? 3 * key + part : key
        guard place >= 0, (place + 1) * width <= numbers.count else { return [Double](repeating: 0, count: width) }
        return Array(numbers[place * width..<(place + 1) * width])
    }
}

extension SettingCourse {
    /// The two courses with the keys of both, in one form that both have: steps, straight lines or splines. A course is
    /// the same but for rounding, and for the last float32 moment before a step.
    static func joined(_ a: SettingCourse, _ b: SettingCourse) -> (a: AnimationSampler, b: AnimationSampler) {
        let kinds: Set = [a.kind, b.kind]
        let kind: AnimationSampler.Interpolation =
            kinds.contains(.cubicSpline) ? .cubicSpline : kinds == [.step] ? .step : .linear
        var keys = Set(a.times + b.times)
        if kind != .step { keys.formUnion(a.jumps + b.jumps) }
        let seconds = keys.sorted()
        return (a.sampled(seconds, kind), b.sampled(seconds, kind))
    }

    private func sampled(_ seconds: [Double], _ kind: AnimationSampler.Interpolation) -> AnimationSampler {
        var rows = ContiguousArray<Float>()
        for second in seconds {
            let value = values(at: second).map { Float($0) }
            guard kind == .cubicSpline else {
                rows += value
                continue
            }
            let slopes = slopes(at: second)
            rows += slopes.before.map { Float($0) } + value + slopes.after.map { Float($0) }
        }
        return AnimationSampler(
            times: Column(ContiguousArray(seconds.map { Float($0) })), values: Column(rows, components: width),
            interpolation: kind)
    }

    /// The largest difference to another course, at the keys of both and between them, apart from what float32 doesn't
    /// tell apart.
    func largestError(_ other: SettingCourse) -> Double {
        let keys = Set(times + other.times).sorted()
        let gaps = zip(keys, keys.dropFirst()).filter { $1 - $0 > 1e-5 * max(abs($1), 1) }
        let moments = keys + gaps.flatMap { start, end in [0.25, 0.5, 0.75].map { start + $0 * (end - start) } }
        return moments.reduce(0) { largest, second in
            zip(values(at: second), other.values(at: second)).reduce(largest) { max($0, abs($1.0 - $1.1)) }
        }
    }
}
