/// The index of each element's first corner among all corners, and the end of the last: one more entry than elements.
struct ElementStarts {
    /// The number of corners of each element; nil: the starts are stored.
    let arity: Int?
    private var places: ContiguousArray<Int>
    private let uniformCount: Int

    /// Creates the starts of no elements; more are appended.
    init() {
        arity = nil
        places = [0]
        uniformCount = 0
    }

    /// Creates the starts of elements with `arity` corners each.
    init(arity: Int, elementCount: Int) {
        self.arity = arity
        places = []
        uniformCount = elementCount + 1
    }

    var count: Int { arity == nil ? places.count : uniformCount }

    /// The first corner of an element, or the end of the one before.
    @inline(__always)
    subscript(_ element: Int) -> Int {
        guard let arity else { return places[element] }
        return element &* arity
    }

    mutating func reserveCapacity(_ capacity: Int) { places.reserveCapacity(capacity) }

    mutating func append(_ end: Int) { places.append(end) }
}
