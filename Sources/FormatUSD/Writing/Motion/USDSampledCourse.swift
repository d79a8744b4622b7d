import MeshModel

/// The values of a property over time, as USD interpolates them: straight lines, or the shorter arc for rotations.
struct USDSampledCourse: Sendable {
    /// The number of values of a sample.
    let width: Int
    let isRotation: Bool
    /// The time codes, ascending.
    private(set) var codes: ContiguousArray<Double> = []
    /// A row for each time code. Rotations are x, y, z, w.
    private(set) var values: ContiguousArray<Double> = []

    /// Adds a sample. One that isn't later than the last is left out.
    mutating func add(_ code: Double, _ row: some Collection<Double>) {
        guard code.isFinite, row.count == width, codes.last.map({ $0 < code }) ?? true else { return }
        codes.append(code)
        values += row
    }

    /// Adds the samples of a clip, held over its ends; without any, the value at rest.
    mutating func add(
        _ clip: USDSampledCourse, from start: Double, to end: Double, _ rest: [Double], isAlone: Bool
    ) {
        var own = clip.from(start)
        if own.codes.isEmpty {
            guard !isAlone else { return }
            own.add(start, rest)
        }
        guard !own.codes.isEmpty else { return }
        // A single sample says no more than a default, for some readers.
        let isHeld = !isAlone || own.codes.count == 1
        if isHeld { add(start, own.row(0)) }
        for index in own.codes.indices { add(own.codes[index], own.row(index)) }
        if isHeld { add(end, own.row(own.codes.count - 1)) }
    }

    /// The course from a time code on. What is before it shows nowhere, such as the value before a jump at a clip's
    /// start.
    func from(_ start: Double) -> USDSampledCourse {
        guard let first = codes.first, first < start else { return self }
        var later = USDSampledCourse(width: width, isRotation: isRotation)
        later.add(start, value(at: start))
        for index in codes.indices where codes[index] > start { later.add(codes[index], row(index)) }
        return later
    }

    /// Brings values into a range.
    ///
    /// - Parameters:
    ///   - largest: the largest magnitude, which infinite values get as well.
    ///   - rest: what stands in for a value that is no number.
    mutating func limit(to largest: Double, _ rest: [Double]) {
        for index in values.indices {
            values[index] = USDStoredNumber.limited(values[index], to: largest, rest[index % width])
        }
    }

    /// The values of a sample.
    func row(_ index: Int) -> [Double] { Array(values[index * width..<(index + 1) * width]) }

    /// The values at a time code.
    func value(at code: Double) -> [Double] {
        var (low, high) = (0, codes.count)
        while low < high {
            let middle = (low + high) / 2
            if codes[middle] <= code { low = middle + 1 } else { high = middle }
        }
        // `low` is the first sample after the time code.
        guard low > 0 else { return row(0) }
        guard low < codes.count, codes[low - 1] < code else { return row(low - 1) }
        let part = (code - codes[low - 1]) / (codes[low] - codes[low - 1])
        let (a, b) = (row(low - 1), row(low))
        if isRotation { return Self.arc(a, b, part) }
        return zip(a, b).map { $0 + ($1 - $0) * part }
    }

    /// A rotation on the shorter arc between two.
    private static func arc(_ a: [Double], _ b: [Double], _ part: Double) -> [Double] {
        let from = SIMD4(a[0], a[1], a[2], a[3])
        var to = SIMD4(b[0], b[1], b[2], b[3])
        if (from * to).sum() < 0 { to = -to }
        let (difference, sum) = (from - to, from + to)
        let angle =
            2 * Angles.arcTangent(((difference * difference).sum() / (sum * sum).sum()).squareRoot())
            * (180 / Double.pi)
        let whole = Angles.sinCos(degrees: angle).sin
        var result: SIMD4<Double>
        if angle < 1e-4 || whole == 0 {
            result = from + (to - from) * part
        } else {
            result =
                from * (Angles.sinCos(degrees: angle * (1 - part)).sin / whole)
                + to * (Angles.sinCos(degrees: angle * part).sin / whole)
        }
        let length = (result * result).sum().squareRoot()
        if length > 0 { result /= length }
        return (0..<4).map { result[$0] }
    }
}

/// What skeletons and their animations can store: a reader leaves out the pose of all joints where one has an infinite
/// value or one that is no number.
enum USDStoredNumber {
    /// A number in a range.
    ///
    /// - Parameter rest: what stands in for one that is no number.
    static func limited(_ value: Double, to largest: Double, _ rest: Double) -> Double {
        value.isNaN ? rest : min(max(value, -largest), largest)
    }

    /// The largest number of a type.
    static func largest(of type: USDType) -> Double {
        type == .half3 ? HalfBits.largest : Double(Float.greatestFiniteMagnitude)
    }
}

extension USDValue {
    /// The samples of an attribute.
    static func samples(_ codes: some Collection<Double>, _ value: (Int) -> USDValue) -> USDValue {
        .samples(codes.enumerated().map { USDSample(time: $1, value: value($0)) })
    }
}
