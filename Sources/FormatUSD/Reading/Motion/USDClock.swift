import MeshModel

/// The seconds of a stage's time codes.
struct USDClock {
    /// The code at second 0.
    var start = 0.0
    /// The codes in a second.
    var rate = 24.0

    func seconds(_ code: Double) -> Float { Float((code - start) / rate) }

    /// The sampler of a course; nil if no key has a finite time.
    ///
    /// Keys that fall into one second of float32 are a jump: where the course is level between all jumps, it is one of
    /// steps, as no other can say steps in USD.
    func sampler(_ course: USDCourse) -> AnimationSampler? {
        var groups: [(second: Float, first: Int, last: Int)] = []
        for key in course.times.indices {
            let second = seconds(course.times[key])
            guard second.isFinite else { continue }
            if let last = groups.last,
                last.second >= second || Self.isOneMoment(course.times[key - 1], course.times[key])
            {
                groups[groups.count - 1].last = key
            } else {
                groups.append((second, key, key))
            }
        }
        guard let first = groups.first else { return nil }
        func same(_ a: Int, _ b: Int) -> Bool { a == b || course.row(a).elementsEqual(course.row(b)) }
        let jumps = groups.contains { !same($0.first, $0.last) }
        let isLevel = zip(groups, groups.dropFirst()).allSatisfy { same($0.last, $1.first) }
        var keys: [(second: Float, row: Int)] = []
        for group in groups {
            let before = group.second.nextDown
            let isFirst = group.second == first.second
            if !same(group.first, group.last), !(jumps && isLevel) || isFirst, before >= 0,
                keys.last.map({ $0.second < before }) ?? true
            {
                keys.append((before, group.first))
            }
            keys.append((group.second, group.last))
        }
        return AnimationSampler(
            times: Column(keys.map(\.second)), values: Self.column(course, rows: keys.map(\.row)),
            interpolation: jumps && isLevel ? .step : .linear)
    }

    private static func isOneMoment(_ a: Double, _ b: Double) -> Bool { b - a <= 4 * b.ulp }

    /// Rows of a course, as float32 if that keeps them.
    private static func column(_ course: USDCourse, rows: [Int]) -> Column {
        var isSingle = true
        var values = ContiguousArray<Double>()
        values.reserveCapacity(rows.count * course.width)
        for row in rows {
            for value in course.row(row) {
                if Double(Float(value)) != value { isSingle = false }
                values.append(value)
            }
        }
        return isSingle
            ? Column(ContiguousArray(values.map { Float($0) }), components: course.width)
            : Column(values, components: course.width)
    }
}
