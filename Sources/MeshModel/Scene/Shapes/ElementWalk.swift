/// A walk over the elements of a primitive in blocks of some thousand elements.
public struct ElementWalk {
    /// A range of consecutive elements.
    public struct Block {
        /// The elements.
        public var elements: Range<Int>
        /// Their corners.
        public var corners: Range<Int>
        /// The number of corners of each element.
        public var arities: ContiguousArray<Int>
    }

    private let primitive: Primitive
    private let elementsPerBlock: Int
    private var nextElement = 0
    private var starts = ContiguousArray<Int64>()

    /// Creates a walk from the first element.
    public init(_ primitive: Primitive, elementsPerBlock: Int = 8192) {
        self.primitive = primitive
        self.elementsPerBlock = max(elementsPerBlock, 1)
    }

    /// Creates a walk from an element in the middle, for work in pieces.
    package init(_ primitive: Primitive, from element: Int, elementsPerBlock: Int) {
        self.init(primitive, elementsPerBlock: elementsPerBlock)
        nextElement = max(element, 0)
    }

    /// Returns the next elements, or nil after the last.
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
    /// Reads the vertex of each corner in `corners`.
    public func readVertices(of corners: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        if let vertices {
            vertices.flatRows(corners, into: &buffer)
        } else {
            buffer.removeAll(keepingCapacity: true)
            for corner in corners { buffer.append(Int64(corner)) }
        }
    }

    /// Reads the vertex of each corner in `corners`, in half the memory; values beyond Int32 are clamped.
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
    /// Reads the pool's row of each corner in `corners`; −1: none.
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
    /// Reads single values `range` of the column, counted row after row: corners may be stored as rows of three.
    ///
    /// - Edge: with several components the range must begin and end at row boundaries.
    public func flatRows(_ range: Range<Int>, into buffer: inout ContiguousArray<Int64>) {
        let width = max(components, 1)
        read(range.lowerBound / width..<range.upperBound / width, into: &buffer)
    }

    /// Reads single values `range` of the column as Int32, counted row after row.
    public func flatRows(_ range: Range<Int>, into buffer: inout ContiguousArray<Int32>) {
        let width = max(components, 1)
        read(range.lowerBound / width..<range.upperBound / width, into: &buffer)
    }
}
