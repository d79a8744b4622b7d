/// The runs of consecutive target rows in one target place that come from one source place.
///
/// There may be thousands of places on both sides; this finds the pairs that share rows.
struct OriginRuns {
    /// Consecutive rows of one target place that come from one source place.
    struct Run {
        private let sourcePlace: Int32
        private let targetPlace: Int32
        private let first: Int32
        fileprivate var end: Int32

        fileprivate init(_ source: Int, _ target: Int, _ row: Int) {
            sourcePlace = Int32(clamping: source)
            targetPlace = Int32(clamping: target)
            first = Int32(clamping: row)
            end = first
        }

        var source: Int { Int(sourcePlace) }
        var target: Int { Int(targetPlace) }
        var rows: Range<Int> { Int(first)..<max(Int(first), Int(end)) }
    }

    /// All runs in the order of their rows; generated rows are in none.
    private var runs = ContiguousArray<Run>()
    /// The index of each target place's first run; one more entry than places.
    private var targetStarts: [Int] = [0]
    /// The indices of the runs of each source place, place by place.
    private var order = ContiguousArray<Int32>()
    private var sourceStarts: [Int] = []

    /// Finds the runs of all rows. Linear time.
    ///
    /// - Parameters:
    ///   - source: the rows of each source place, ascending.
    ///   - target: the rows of each target place, ascending.
    ///   - origin: the source row of a target row; −1: none.
    init(_ source: [Range<Int>], _ target: [Range<Int>], origin: (Int) -> Int) {
        var place = 0
        for (number, rows) in target.enumerated() {
            var isOpen = false
            for row in rows {
                let from = origin(row)
                if place >= source.count || !source[place].contains(from) {
                    isOpen = false
                    guard let other = Self.place(of: from, in: source) else { continue }
                    place = other
                }
                if !isOpen { runs.append(Run(place, number, row)) }
                isOpen = true
                runs[runs.count - 1].end = Int32(clamping: row + 1)
            }
            targetStarts.append(runs.count)
        }
        var counts = [Int](repeating: 0, count: source.count + 1)
        for run in runs { counts[run.source + 1] += 1 }
        for place in source.indices { counts[place + 1] += counts[place] }
        sourceStarts = counts
        order = ContiguousArray(repeating: 0, count: runs.count)
        for (number, run) in runs.enumerated() {
            order[counts[run.source]] = Int32(clamping: number)
            counts[run.source] += 1
        }
    }

    /// The runs of a target place, ascending.
    func ofTarget(_ place: Int) -> ContiguousArray<Run>.SubSequence {
        guard place >= 0, place + 1 < targetStarts.count else { return [] }
        return runs[targetStarts[place]..<targetStarts[place + 1]]
    }

    /// The runs of some source places, in the order of their rows.
    func ofSources(_ places: [Int]) -> ContiguousArray<Run> {
        var numbers = ContiguousArray<Int32>()
        for place in places where place >= 0 && place + 1 < sourceStarts.count {
            numbers += order[sourceStarts[place]..<sourceStarts[place + 1]]
        }
        if places.count > 1 { numbers.sort() }
        return ContiguousArray(numbers.map { runs[Int($0)] })
    }

    private static func place(of row: Int, in places: [Range<Int>]) -> Int? {
        guard row >= 0 else { return nil }
        var low = 0
        var high = places.count
        while low < high {
            let middle = (low + high) / 2
            if places[middle].upperBound <= row { low = middle + 1 } else { high = middle }
        }
        return low < places.count && places[low].contains(row) ? low : nil
    }
}
