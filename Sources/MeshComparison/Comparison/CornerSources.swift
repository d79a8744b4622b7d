/// The source corner of each target corner; −1: none. Takes no memory while each corner is its own source, as long as
/// nothing is split, left out or reordered.
struct CornerSources {
    let count: Int
    private var numbers = ContiguousArray<Int32>()
    /// The number of leading corners that are their own source.
    private var own = 0
    private var isOwn = true

    /// Creates a list in which no corner has a source yet.
    init(count: Int) { self.count = count }

    /// Creates a list in which each corner is its own source.
    init(ownOf count: Int) {
        self.count = count
        own = count
    }

    var isEmpty: Bool { count == 0 }
    var indices: Range<Int> { 0..<count }

    @inline(__always)
    subscript(_ corner: Int) -> Int32 {
        if isOwn { return corner < own ? Int32(truncatingIfNeeded: corner) : -1 }
        return numbers[corner]
    }

    @inline(__always)
    mutating func set(_ corner: Int, _ source: Int) {
        if isOwn {
            if corner == own, source == corner, corner < count {
                own += 1
                return
            }
            list()
        }
        numbers[corner] = Int32(clamping: source)
    }

    private mutating func list() {
        numbers = ContiguousArray(repeating: -1, count: count)
        for corner in 0..<own { numbers[corner] = Int32(truncatingIfNeeded: corner) }
        isOwn = false
    }
}
