/// The course of a value over time: straight between its keys, or along the shorter arc for rotations. Two keys less
/// than a moment apart are a jump.
///
/// - Shape: for each key a time code, ascending, and a row of `width` finite numbers.
/// - Edge: before the first key and after the last, the value is that of the key.
struct USDCourse {
    /// The numbers of a row.
    let width: Int
    /// Whether rows are quaternions x y z w.
    let isRotation: Bool
    private(set) var times = ContiguousArray<Double>()
    private(set) var values = ContiguousArray<Double>()

    init(width: Int, isRotation: Bool = false) {
        self.width = width
        self.isRotation = isRotation
    }

    /// The course of time samples, or nil if none of them has a value of this width.
    ///
    /// - Parameters:
    ///   - samples: samples at stage times. One without a value ends the value before it.
    ///   - none: what stands in for a value that has ended, until the next sample; nil: the value before it.
    ///   - leftOut: gets the number of samples with an invalid time or value.
    init?(
        _ samples: [USDSample], width: Int, isRotation: Bool = false, none: [Double]? = nil, leftOut: inout Int,
        _ numbers: (USDValue) -> [Double]?
    ) {
        self.init(width: width, isRotation: isRotation)
        // What is held until the next sample.
        var held: [Double]?
        for sample in samples {
            guard sample.time.isFinite, times.last.map({ $0 < sample.time }) ?? true else {
                leftOut += 1
                continue
            }
            if case .block = sample.value {
                let last = times.isEmpty ? none : Array(row(times.count - 1))
                if let last, let none {
                    jump(at: sample.time, from: held ?? last, to: none)
                    held = none
                } else if held == nil {
                    held = last
                }
                continue
            }
            guard let row = numbers(sample.value), row.count == width, row.allSatisfy(\.isFinite) else {
                leftOut += 1
                continue
            }
            if let last = held {
                jump(at: sample.time, from: last, to: row)
                held = nil
            } else {
                append(sample.time, row)
            }
        }
        guard !times.isEmpty else { return nil }
    }

    /// Appends a key, whose time must be after the last.
    mutating func append(_ time: Double, _ row: some Collection<Double>) {
        times.append(time)
        values.append(contentsOf: row)
    }

    private mutating func jump(at time: Double, from: [Double], to: [Double]) {
        let before = time.nextDown
        if times.last.map({ $0 < before }) ?? true { append(before, from) }
        append(time, to)
    }

    /// The numbers of a key.
    func row(_ key: Int) -> ArraySlice<Double> { ArraySlice(values[key * width..<(key + 1) * width]) }

    /// Whether all keys have the same value.
    var isConstant: Bool { (1..<max(times.count, 1)).allSatisfy { row($0).elementsEqual(row(0)) } }

    /// The value at a time code.
    func value(at time: Double) -> [Double] {
        let (key, part) = place(of: time)
        guard part > 0 else { return Array(row(key)) }
        if isRotation, width == 4 {
            let turn = vector(at: time)
            return [turn.x, turn.y, turn.z, turn.w]
        }
        return zip(row(key), row(key + 1)).map { $0 + ($1 - $0) * part }
    }

    /// The value at a time code, of at most four numbers; those that it lacks are 0.
    func vector(at time: Double) -> SIMD4<Double> {
        let (key, part) = place(of: time)
        guard part > 0 else { return vector(key) }
        let (a, b) = (vector(key), vector(key + 1))
        return isRotation ? USDQuaternion.between(a, b, part) : a + (b - a) * part
    }

    /// The key at or before a time, or the first, and the part of the way from it to the next.
    private func place(of time: Double) -> (key: Int, part: Double) {
        var (low, high) = (0, times.count)
        while low < high {
            let middle = (low + high) / 2
            if times[middle] <= time { low = middle + 1 } else { high = middle }
        }
        guard low > 0, low < times.count else { return (max(low - 1, 0), 0) }
        return (low - 1, (time - times[low - 1]) / (times[low] - times[low - 1]))
    }

    /// The numbers of a key, of at most four.
    func vector(_ key: Int) -> SIMD4<Double> {
        var result = SIMD4<Double>()
        for index in 0..<min(width, 4) { result[index] = values[key * width + index] }
        return result
    }

    /// Itself without keys whose neighbours have the same value.
    var withoutRepeats: USDCourse {
        var course = USDCourse(width: width, isRotation: isRotation)
        for (key, time) in times.enumerated() {
            let isBetweenEqual =
                key > 0 && key + 1 < times.count && row(key - 1).elementsEqual(row(key))
                && row(key).elementsEqual(row(key + 1))
            if !isBetweenEqual { course.append(time, row(key)) }
        }
        return course
    }

    /// The course whose first numbers are those of another one; it has the keys of both, and both go straight between
    /// them.
    ///
    /// - Returns: nil if it has more than `most` numbers.
    func replacing(by first: USDCourse, most: Int) -> USDCourse? {
        let all = Set(times).union(first.times).sorted()
        guard all.count <= most / max(width, 1), first.width <= width else { return nil }
        var course = USDCourse(width: width)
        for time in all { course.append(time, first.value(at: time) + value(at: time).dropFirst(first.width)) }
        return course
    }
}
