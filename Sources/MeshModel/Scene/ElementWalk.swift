/// A walk over the elements of a primitive in blocks of some thousand corners.
public struct ElementWalk {
    /// Some elements that follow each other.
    public struct Block {
        /// The elements.
        public var elements: Range<Int>
        /// Their corners.
        public var corners: Range<Int>
        /// How many corners each element has.
        public var arities: ContiguousArray<Int>
    }

    private let primitive: Primitive
    private let elementsPerBlock: Int
    private var nextElement = 0
    private var starts = ContiguousArray<Int64>()

    /// A walk from the first element.
    public init(_ primitive: Primitive, elementsPerBlock: Int = 8192) {
        self.primitive = primitive
        self.elementsPerBlock = max(elementsPerBlock, 1)
    }

    /// The next elements, or nil after the last.
    public mutating func next() -> Block? {
        guard nextElement < primitive.elementCount else { return nil }
        let end = min(nextElement + elementsPerBlock, primitive.elementCount)
        let elements = nextElement..<end
        nextElement = end
        switch primitive.arity {
        case .uniform(let arity):
            return Block(
                elements: elements, corners: elements.lowerBound * arity..<elements.upperBound * arity,
                arities: ContiguousArray(repeating: arity, count: elements.count))
        case .offsets(let offsets):
            offsets.read(elements.lowerBound..<elements.upperBound + 1, into: &starts)
            guard starts.count == elements.count + 1, let first = starts.first, let last = starts.last else {
                return nil
            }
            var arities = ContiguousArray<Int>()
            arities.reserveCapacity(elements.count)
            for index in 0..<elements.count { arities.append(Int(starts[index + 1] - starts[index])) }
            return Block(elements: elements, corners: Int(first)..<Int(last), arities: arities)
        }
    }
}

extension Primitive {
    /// The vertex of each corner in `corners`.
    public func readVertices(of corners: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        if let vertices {
            vertices.flatRows(corners, into: &buffer)
        } else {
            buffer.removeAll(keepingCapacity: true)
            for corner in corners { buffer.append(Int64(corner)) }
        }
    }

    /// The vertex of each corner in `corners`, in half the memory; one that no Int32 holds becomes the nearest that does.
    public func readVertices(of corners: Range<Int>, into buffer: inout ContiguousArray<Int32>) {
        if let vertices {
            vertices.flatRows(corners, into: &buffer)
        } else {
            buffer.removeAll(keepingCapacity: true)
            for corner in corners { buffer.append(Int32(clamping: corner)) }
        }
    }
}

extension CornerAttribute {
    /// The pool's row of each corner in `corners`; −1: none.
    public func readRows(of corners: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        if let indices {
            indices.flatRows(corners, into: &buffer)
        } else {
            buffer.removeAll(keepingCapacity: true)
            for corner in corners { buffer.append(Int64(corner)) }
        }
    }
}

extension Column {
    /// Values `range` of the column counted one by one, row after row: corners may be stored as rows of three.
    ///
    /// - Edge: with several components the range must begin and end at rows.
    public func flatRows(_ range: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        let width = max(components, 1)
        read(range.lowerBound / width..<range.upperBound / width, into: &buffer)
    }

    /// The same as Int32.
    public func flatRows(_ range: Range<Int>, into buffer: inout ContiguousArray<Int32>) {
        let width = max(components, 1)
        read(range.lowerBound / width..<range.upperBound / width, into: &buffer)
    }
}
