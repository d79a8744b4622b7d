/// The times in clips at the times of the stage: straight between entries, level before the first and after the last.
/// Two entries of one stage time are a jump.
struct USDClipTimes: Sendable {
    private struct Entry: Sendable {
        var stage: Double
        var clip: Double
        /// Whether the next entry has the same stage time.
        var jumps = false
    }

    /// The entries, with the first and the last repeated.
    private var entries: [Entry] = []
    /// The change from times of a clip to those of the stage, if there are no entries.
    private let offset: USDOffset

    /// How long before its time the end of a jump lies, so that each time has one value (`UsdTimeCode::SafeStep`).
    static let step = 1e6 * Double.ulpOfOne * 10 * 2

    /// Creates the times of pairs of stage time and clip time, in any order.
    ///
    /// - Parameter offset: the offset of the layer that names the clips, for times without entries.
    /// - Returns: nil if a time is not finite or more than two entries have the same stage time.
    init?(_ pairs: [(stage: Double, clip: Double)], offset: USDOffset) {
        self.offset = offset
        guard !pairs.isEmpty else { return }
        guard pairs.allSatisfy({ $0.stage.isFinite && $0.clip.isFinite }) else { return nil }
        let sorted = pairs.enumerated().sorted {
            ($0.element.stage, $0.offset) < ($1.element.stage, $1.offset)
        }
        entries = sorted.map { Entry(stage: $0.element.stage, clip: $0.element.clip) }
        for index in entries.indices.dropFirst(2) where entries[index].stage == entries[index - 2].stage { return nil }
        for index in entries.indices.dropLast() where entries[index].stage == entries[index + 1].stage {
            entries[index].stage -= Self.step
            entries[index].jumps = true
        }
        entries.insert(entries[0], at: 0)
        entries.append(entries[entries.count - 1])
    }

    /// The number of straight pieces.
    var pieceCount: Int { max(1, entries.count - 1) }

    /// Whether clip times never run backwards, so that each sample of a clip has one place.
    var isAscending: Bool {
        zip(entries, entries.dropFirst()).allSatisfy { $0.jumps || $0.clip <= $1.clip }
    }

    /// The stage times of all entries.
    var stageTimes: [Double] { entries.map(\.stage) }

    /// The time in the clip at a time of the stage.
    func clipTime(at time: Double) -> Double {
        guard let first = entries.first, let last = entries.last else { return offset.inverse.time(time) }
        if time <= first.stage { return first.clip }
        if time >= last.stage { return last.clip }
        let (a, b) = piece(at: time)
        if a.stage == b.stage || time == a.stage { return a.clip }
        return time == b.stage ? b.clip : (b.clip - a.clip) / (b.stage - a.stage) * (time - a.stage) + a.clip
    }

    /// The change of values that are times of the clip, at a time of the stage.
    func offset(at time: Double) -> USDOffset {
        if entries.isEmpty { return offset }
        guard entries.count > 3 else { return USDOffset(offset: time - clipTime(at: time)) }
        // Beyond the entries, times go on as in the nearest piece.
        let (a, b) = piece(at: min(max(time, entries[1].stage).nextUp, entries[entries.count - 2].stage))
        guard a.clip != b.clip else { return USDOffset(offset: time - clipTime(at: time)) }
        let scale = (b.stage - a.stage) / (b.clip - a.clip)
        return USDOffset(offset: a.stage - scale * a.clip, scale: scale)
    }

    /// The ends of the piece around a time after the first entry.
    private func piece(at time: Double) -> (Entry, Entry) {
        var (low, high) = (1, entries.count - 1)
        while low < high {
            let middle = (low + high) / 2
            if entries[middle].stage < time { low = middle + 1 } else { high = middle }
        }
        return (entries[low - 1], end(low))
    }

    /// The stage times at which a clip that is active from `start` until `end` is at one of its samples.
    ///
    /// - Parameter samples: times of the clip, ascending.
    func stageTimes(of samples: [Double], from start: Double, until end: Double) -> [Double] {
        guard !entries.isEmpty else {
            return samples.map { offset.time($0) }.filter { start <= $0 && $0 < end }
        }
        var found: [Double] = []
        for index in entries.indices.dropLast() where !entries[index].jumps {
            let (a, b) = (entries[index], self.end(index + 1))
            guard entries[index + 1].stage >= start, a.stage < end else { continue }
            let (low, high) = (min(a.clip, b.clip), max(a.clip, b.clip))
            for sample in samples[Self.first(samples, low)...].prefix(while: { $0 <= high }) {
                if a.clip == b.clip {
                    found += [a.stage, entries[index + 1].stage]
                } else if sample == a.clip {
                    found.append(a.stage)
                } else if sample == b.clip {
                    found.append(entries[index + 1].jumps ? entries[index + 1].stage : b.stage)
                } else {
                    found.append((b.stage - a.stage) / (b.clip - a.clip) * (sample - a.clip) + a.stage)
                }
            }
        }
        return found.filter { start <= $0 && $0 < end }
    }

    /// An entry as the end of a piece: that before a jump is at its authored time.
    private func end(_ index: Int) -> Entry {
        var entry = entries[index]
        if entry.jumps, index + 1 < entries.count { entry.stage = entries[index + 1].stage }
        return entry
    }

    /// The index of the first of ascending numbers that is not below a limit.
    private static func first(_ numbers: [Double], _ limit: Double) -> Int {
        var (low, high) = (0, numbers.count)
        while low < high {
            let middle = (low + high) / 2
            if numbers[middle] < limit { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
