// Curves as straight pieces, by the rules of OpenUSD's Ts library.

extension USDSpline {
    /// A key of the pieces: straight from one to the next.
    struct Key: Sendable, Hashable {
        var time: Double
        /// The value. Nil from a key on means that the attribute has no value until the next key.
        var value: Double?
        /// Whether it is the value just before this time, where the curve jumps.
        var isBefore = false
    }

    /// How far the pieces may be from the curve, as a share of its range.
    static let tolerance = 1e-5
    /// More keys than that aren't made of one curve, besides its own knots.
    static let mostKeys = 1 << 17

    /// The keys of the curve.
    ///
    /// - Parameter range: the times that are shown, in which the curve goes on beyond its knots; nil: unknown.
    /// - Returns: the keys, and whether they are all that the curve says; nil if they can't be made.
    func keys(in range: ClosedRange<Double>?) -> (keys: [Key], isWhole: Bool)? {
        guard type != .timecode, type != .duration, let own = withLoop, let first = own.first, let last = own.last,
            own.allSatisfy(\.isValid), zip(own, own.dropFirst()).allSatisfy({ $0.time < $1.time })
        else { return nil }
        var pieces = USDSplinePieces(isHermite: isHermite, knots: own)
        pieces.add(own)
        var isWhole = !pieces.isCutOff
        let cycle = pieces.keys
        // One knot has nothing to repeat.
        let (before, after) = (before.with(own.count), after.with(own.count))
        // A value just before the first knot.
        let start = first.valueBefore ?? first.value
        if start != cycle.first?.value, before.mode.isStraight {
            pieces.keys.insert(Key(time: first.time, value: start, isBefore: true), at: 0)
        }
        for isAfter in [false, true] {
            let way = isAfter ? after : before
            switch way.mode {
            case .held: continue
            case .none:
                if isAfter { pieces.endWithNone() } else { isWhole = false }
                continue
            default: break
            }
            guard let range else {
                isWhole = false
                continue
            }
            let edge = isAfter ? range.upperBound : range.lowerBound
            guard isAfter ? edge > last.time : edge < first.time else { continue }
            switch way.mode {
            case .linear, .sloped:
                let knot = isAfter ? last : first
                let slope = way.mode == .sloped ? way.slope : self.slope(own, isAfter: isAfter)
                let value = isAfter ? knot.value : knot.valueBefore ?? knot.value
                let key = Key(time: edge, value: value + slope * (edge - knot.time))
                pieces.keys.insert(key, at: isAfter ? pieces.keys.count : 0)
            default:
                // Before the knots, the values before jumps count.
                let rise =
                    isAfter
                    ? last.value - first.value
                    : (last.valueBefore ?? last.value) - (first.valueBefore ?? first.value)
                let offset = way.mode == .loopRepeat ? rise : 0
                if !pieces.repeatCycle(cycle, way.mode, offset, to: edge, isAfter: isAfter) { isWhole = false }
            }
        }
        return (pieces.keys, isWhole)
    }

    /// The slope at which a curve goes on beyond an end.
    private func slope(_ knots: [Knot], isAfter: Bool) -> Double {
        // Where an end has two values, there is no slope.
        guard knots.count > 1, (isAfter ? knots.last : knots.first)?.valueBefore == nil else { return 0 }
        let (a, b) = isAfter ? (knots[knots.count - 2], knots[knots.count - 1]) : (knots[0], knots[1])
        switch a.interpolation {
        case .none, .held: return 0
        case .linear: return ((b.valueBefore ?? b.value) - a.value) / (b.time - a.time)
        case .curve: return isAfter ? b.before.slope : a.after.slope
        }
    }

    /// The knots with the copies that an inner loop makes of some of them; nil if there are too many.
    private var withLoop: [Knot]? {
        guard let loop, loop.start < loop.end, loop.before >= 0, loop.after >= 0,
            knots.contains(where: { $0.time == loop.start })
        else { return knots }
        let part = knots.filter { $0.time >= loop.start && $0.time < loop.end }
        let length = loop.end - loop.start
        let copies = Int(loop.before) + Int(loop.after) + 1
        let (count, overflow) = copies.multipliedReportingOverflow(by: part.count)
        guard !overflow, count <= Self.mostKeys, length.isFinite else { return nil }
        var result = knots.filter { $0.time < loop.start - Double(loop.before) * length }
        func add(_ knot: Knot, _ turn: Int) {
            var copy = knot
            copy.time += Double(turn) * length
            copy.value += Double(turn) * loop.offset
            copy.valueBefore = knot.valueBefore.map { $0 + Double(turn) * loop.offset }
            result.append(copy)
        }
        for turn in -Int(loop.before)...Int(loop.after) { for knot in part { add(knot, turn) } }
        // The loop closes where its last copy would begin again.
        add(part[0], Int(loop.after) + 1)
        let end = result[result.count - 1].time
        return result + knots.filter { $0.time > end }
    }
}

extension USDSpline.Extrapolation {
    /// What it does for so many knots.
    fileprivate func with(_ knots: Int) -> Self {
        let isLoop = mode == .loopRepeat || mode == .loopReset || mode == .loopOscillate
        return isLoop && knots == 1 ? Self() : self
    }
}

extension USDSpline.Mode {
    /// Whether a curve goes on from its last value.
    fileprivate var isStraight: Bool { self == .held || self == .linear || self == .sloped }
}

extension USDSpline.Knot {
    /// Whether its numbers can be evaluated. Tangents in Maya's form can't.
    fileprivate var isValid: Bool {
        flags == 0 && time.isFinite && value.isFinite && valueBefore?.isFinite ?? true
            && [before, after].allSatisfy { $0.width.isFinite && $0.width >= 0 && $0.slope.isFinite }
    }
}

/// Collects the pieces of a curve.
struct USDSplinePieces {
    let isHermite: Bool
    var keys: [USDSpline.Key] = []
    /// Whether there was no room for all keys.
    private(set) var isCutOff = false
    private let tolerance: Double
    private var room = USDSpline.mostKeys

    init(isHermite: Bool, knots: [USDSpline.Knot]) {
        self.isHermite = isHermite
        var (low, high) = (Double.infinity, -Double.infinity)
        for knot in knots {
            for value in [knot.value, knot.valueBefore ?? knot.value] {
                (low, high) = (min(low, value), max(high, value))
            }
        }
        tolerance = max((high - low) * USDSpline.tolerance, max(abs(low), abs(high)) * 1e-12, 1e-300)
    }

    /// Adds the keys of all knots and between them.
    mutating func add(_ knots: [USDSpline.Knot]) {
        var arrival: Double?
        for (index, knot) in knots.enumerated() {
            let leaves = knot.interpolation == .none && index < knots.count - 1 ? nil : knot.value
            if let arrival, arrival != leaves {
                keys.append(USDSpline.Key(time: knot.time, value: arrival, isBefore: true))
            }
            keys.append(USDSpline.Key(time: knot.time, value: leaves))
            guard index + 1 < knots.count else { return }
            let next = knots[index + 1]
            switch knot.interpolation {
            case .none: arrival = nil
            case .held: arrival = knot.value
            case .linear: arrival = next.valueBefore ?? next.value
            case .curve:
                arrival = next.valueBefore ?? next.value
                addCurve(knot, next)
            }
        }
    }

    /// Adds the keys between two knots of a curve.
    private mutating func addCurve(_ a: USDSpline.Knot, _ b: USDSpline.Knot) {
        let duration = b.time - a.time
        var (first, last) = (a.after.width / duration, b.before.width / duration)
        if isHermite { (first, last) = (1.0 / 3, 1.0 / 3) } else { Self.straighten(&first, &last) }
        let end = b.valueBefore ?? b.value
        let times = [0, first, 1 - last, 1]
        let values = [
            a.value, a.value + first * duration * a.after.slope, end - last * duration * b.before.slope, end,
        ]
        func point(_ u: Double) -> (time: Double, value: Double) {
            let v = 1 - u
            let shares = [v * v * v, 3 * u * v * v, 3 * u * u * v, u * u * u]
            var (time, value) = (0.0, 0.0)
            for index in 0..<4 {
                time += shares[index] * times[index]
                value += shares[index] * values[index]
            }
            return (time, value)
        }
        var open = [(0.0, 1.0, 0)]
        while let (start, stop, depth) = open.popLast() {
            let (p, q) = (point(start), point(stop))
            let isNear = [0.25, 0.5, 0.75].allSatisfy { part in
                let own = point(start + (stop - start) * part)
                guard q.time > p.time else { return true }
                let line = p.value + (q.value - p.value) * (own.time - p.time) / (q.time - p.time)
                return !(abs(line - own.value) > tolerance)
            }
            // The middle of a curve that crosses its chord looks near.
            if isNear && depth > 1 || depth >= 12 || room <= 0 {
                if !isNear { isCutOff = isCutOff || room <= 0 }
                let time = a.time + duration * q.time
                if stop < 1, time < b.time, keys.last.map({ $0.time < time }) ?? true {
                    keys.append(USDSpline.Key(time: time, value: q.value))
                    room -= 1
                }
                continue
            }
            let middle = (start + stop) / 2
            open.append((middle, stop, depth + 1))
            open.append((start, middle, depth + 1))
        }
    }

    /// Shortens tangents with which time would run backwards, both by one factor (Ts: keep ratio).
    private static func straighten(_ a: inout Double, _ b: inout Double) {
        guard a > 1 || b > 1 else { return }
        // Widths at which time just doesn't turn back lie on an ellipse.
        let square = a * a + b * b + a * b
        guard square - 2 * (a + b) + 1 > 0 else { return }
        let half = a + b
        let root = max(half * half - square, 0).squareRoot()
        let factor = (half + root) / square
        (a, b) = (a * factor, b * factor)
    }

    /// Ends the value at the last key.
    mutating func endWithNone() {
        guard let last = keys.last, last.value != nil else { return }
        keys[keys.count - 1].isBefore = true
        keys.append(USDSpline.Key(time: last.time, value: nil))
    }

    /// Goes on with copies of the keys up to a time. Returns whether there is room for them.
    ///
    /// - Parameter offset: what each copy adds to the values.
    mutating func repeatCycle(
        _ cycle: [USDSpline.Key], _ mode: USDSpline.Mode, _ offset: Double, to edge: Double, isAfter: Bool
    ) -> Bool {
        // A curve that turns round does it where it arrives, not at the value after a jump.
        let cycle = mode == .loopOscillate ? Self.withoutLastJump(cycle) : cycle
        guard let first = cycle.first, let last = cycle.last, last.time > first.time,
            cycle.allSatisfy({ $0.value != nil })
        else { return cycle.count == 1 }
        let length = last.time - first.time
        let turns = ((isAfter ? edge - last.time : first.time - edge) / length).rounded(.up)
        guard turns * Double(cycle.count) <= Double(USDSpline.mostKeys) else { return false }
        for turn in 1...max(Int(turns), 1) {
            let number = Double(isAfter ? turn : -turn)
            let isTurned = mode == .loopOscillate && turn % 2 == 1
            var copy = isTurned ? Self.turned(cycle, first.time + last.time) : cycle
            for index in copy.indices {
                copy[index].time += number * length
                if offset != 0 { copy[index].value = copy[index].value.map { $0 + number * offset } }
            }
            copy = Self.cut(copy, at: edge, keepsBefore: isAfter)
            join(copy, isAfter: isAfter)
        }
        return true
    }

    /// Keys that end with the value before the last jump, if they end with a jump.
    private static func withoutLastJump(_ keys: [USDSpline.Key]) -> [USDSpline.Key] {
        guard let last = keys.last, let before = keys.dropLast().last, before.isBefore, before.time == last.time else {
            return keys
        }
        return keys.dropLast(2) + [USDSpline.Key(time: before.time, value: before.value)]
    }

    /// Keys in the other direction of time.
    private static func turned(_ keys: [USDSpline.Key], _ sum: Double) -> [USDSpline.Key] {
        var result: [USDSpline.Key] = []
        for (index, key) in keys.enumerated().reversed() {
            let isFollowed = index > 0 && keys[index - 1].time == key.time
            result.append(USDSpline.Key(time: sum - key.time, value: key.value, isBefore: isFollowed))
        }
        return result
    }

    /// The keys up to a time, or from it on, with one at that time.
    private static func cut(_ keys: [USDSpline.Key], at edge: Double, keepsBefore: Bool) -> [USDSpline.Key] {
        guard let next = keys.firstIndex(where: { $0.time > edge }), next > 0 else { return keys }
        if keys[next - 1].time == edge {
            let first = keys.firstIndex { $0.time == edge } ?? next
            return Array(keepsBefore ? keys[..<next] : keys[first...])
        }
        guard let a = keys[next - 1].value, let b = keys[next].value else { return keys }
        let part = (edge - keys[next - 1].time) / (keys[next].time - keys[next - 1].time)
        let key = USDSpline.Key(time: edge, value: a + (b - a) * part)
        return keepsBefore ? keys[..<next] + [key] : [key] + keys[next...]
    }

    /// Adds keys at an end. Where both sides differ, the curve jumps.
    private mutating func join(_ copy: [USDSpline.Key], isAfter: Bool) {
        guard let inner = isAfter ? copy.first : copy.last, let own = isAfter ? keys.last : keys.first else { return }
        let isSame = inner.value == own.value
        if isAfter {
            Self.end(&keys, isSame: isSame)
            keys += copy
        } else {
            var copy = copy
            Self.end(&copy, isSame: isSame)
            keys = copy + keys
        }
    }

    /// Makes the last key one that another follows at the same time: with the same value, or after a jump.
    private static func end(_ keys: inout [USDSpline.Key], isSame: Bool) {
        guard let last = keys.last else { return }
        let hasJump = keys.dropLast().last.map { $0.isBefore && $0.time == last.time } ?? false
        if isSame || hasJump { keys.removeLast() } else { keys[keys.count - 1].isBefore = true }
    }
}
