/// Where the corners of each element begin among all corners: `count` places, one more than there are elements.
struct ElementStarts {
    /// How many corners each element has; nil: the places are told.
    let arity: Int?
    private var places: ContiguousArray<Int>
    private let uniformCount: Int

    /// The start of no element yet; more are appended.
    init() {
        arity = nil
        places = [0]
        uniformCount = 0
    }

    /// The starts of elements that all have as many corners.
    init(arity: Int, elementCount: Int) {
        self.arity = arity
        places = []
        uniformCount = elementCount + 1
    }

    /// How many places there are.
    var count: Int { arity == nil ? places.count : uniformCount }

    /// The first corner of an element, or the end of the one before.
    @inline(__always)
    subscript(_ element: Int) -> Int {
        guard let arity else { return places[element] }
        return element &* arity
    }

    mutating func reserveCapacity(_ capacity: Int) { places.reserveCapacity(capacity) }

    /// Appends where an element ends.
    mutating func append(_ end: Int) { places.append(end) }
}
