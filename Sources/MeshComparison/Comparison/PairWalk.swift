import MeshModel

/// Compares pairs of rows of two attributes, in blocks where the values allow it.
struct PairWalk {
    private let from: Attribute
    private let to: Attribute
    private let codec: Correspondence.Codec
    private let largest: Double?
    private var running: ValueComparison.Running?
    /// The pairs that are not compared yet.
    private var pairs = ContiguousArray<(Int32, Int32)>()

    /// Creates a walk without pairs.
    ///
    /// - Parameters:
    ///   - largest: the value from an earlier result for the same source.
    init(_ from: Attribute, _ to: Attribute, _ codec: Correspondence.Codec, largest: Double?) {
        self.from = from
        self.to = to
        self.codec = codec
        self.largest = largest
        running = ValueComparison.Running(from, to, codec, largest: largest)
    }

    @inline(__always)
    mutating func add(_ source: Int32, _ target: Int32) {
        pairs.append((source, target))
        if pairs.count == ValueComparison.Running.blockSize { pass() }
    }

    /// Whether source rows have the same bits as consecutive target rows: such pairs need not be added. All source rows
    /// must exist.
    func areSame(_ sources: ContiguousArray<Int32>, from target: Int) -> Bool {
        guard let equality = running?.equality, target + sources.count <= to.count else { return false }
        return equality.areEqual(sources, from: target)
    }

    private mutating func pass() {
        guard running != nil else { return }
        running?.add(pairs)
        pairs.removeAll(keepingCapacity: true)
    }

    mutating func result() -> ValueComparison.Result {
        pass()
        return running?.result ?? ValueComparison.compare(from, to, pairs, codec, largest: largest)
    }
}
