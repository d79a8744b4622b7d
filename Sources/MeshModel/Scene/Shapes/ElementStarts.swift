/// The index of each element's first corner among all corners, and the end of the last: one more entry than elements.
@usableFromInline package struct ElementStarts {
    /// The number of corners of each element; nil: the starts are stored.
    @usableFromInline package let arity: Int?
    @usableFromInline var places: ContiguousArray<Int>
    @usableFromInline let uniformCount: Int

    /// Creates the starts of no elements; more are appended.
    package init() {
        arity = nil
        places = [0]
        uniformCount = 0
    }

    /// Creates the starts of elements with `arity` corners each.
    package init(arity: Int, elementCount: Int) {
        self.arity = arity
        places = []
        uniformCount = elementCount + 1
    }

    @inlinable package var count: Int { arity == nil ? places.count : uniformCount }

    /// The first corner of an element, or the end of the one before.
    @inlinable @inline(__always)
    package subscript(_ element: Int) -> Int {
        guard let arity else { return places[element] }
        return element &* arity
    }

    package mutating func reserveCapacity(_ capacity: Int) { places.reserveCapacity(capacity) }

    package mutating func append(_ end: Int) { places.append(end) }
}
