/// Points on a grid of integers in a k-d tree: each node gives the number of its points in either half.
struct PointTree {
    /// The coding of numbers of points, which depends on the level of compression.
    private enum Numbers {
        case direct(DirectBits)
        case coded(BinaryDecoder)
        /// With a probability for each bit.
        case folded([BinaryDecoder])

        mutating func next(_ count: Int) throws(DracoError) -> Int {
            switch self {
            case .direct(var bits):
                let value = try bits.bits(count)
                self = .direct(bits)
                return Int(value)
            case .coded(var decoder):
                var value = 0
                for _ in 0..<count { value = value << 1 | (decoder.next() ? 1 : 0) }
                self = .coded(decoder)
                return value
            case .folded(var decoders):
                // Not in place: an enum's array would be copied for each number.
                self = .folded([])
                var value = 0
                for bit in 0..<count { value = value << 1 | (decoders[bit].next() ? 1 : 0) }
                self = .folded(decoders)
                return value
            }
        }
    }

    private struct Node {
        var count: Int
        var axis: Int
        /// The depth, which is the index of its corner and its levels.
        var depth: Int
    }

    private let dimension: Int
    private let bitCount: Int
    private let selectsAxis: Bool
    private let pointCount: Int
    private var numbers: Numbers
    private var rest: DirectBits
    private var axes: DirectBits
    private var halves: DirectBits
    /// For each depth, the corner of the node's box, and the number of times it was halved along each axis.
    private var corners: [UInt32]
    private var levels: [UInt32]

    /// The coordinates, `dimension` for each point.
    private(set) var coordinates: [UInt32] = []

    /// Returns nil if there are no points.
    init?(dimension: Int, pointCount: Int, _ reader: inout ByteReader) throws(DracoError) {
        let compression = try reader.byte("level of compression")
        guard compression <= 6 else { throw reader.unsupported("level 0 to 6 of compression", found: "\(compression)") }
        bitCount = Int(try reader.uint32("bits of a coordinate"))
        guard bitCount <= 32 else { throw reader.invalid("coordinates of 32 bits at most", found: "\(bitCount)") }
        let count = Int(try reader.uint32("number of points in the tree"))
        guard count == pointCount else { throw reader.invalid("\(pointCount) points", found: "\(count)") }
        if count == 0 { return nil }
        self.dimension = dimension
        self.pointCount = pointCount
        selectsAxis = compression == 6
        switch compression {
        case 0, 1: numbers = .direct(try DirectBits(&reader))
        case 2, 3: numbers = .coded(try BinaryDecoder(&reader))
        default:
            var decoders: [BinaryDecoder] = []
            for _ in 0..<32 { decoders.append(try BinaryDecoder(&reader)) }
            // One more is for single bits, which numbers do not need.
            _ = try BinaryDecoder(&reader)
            numbers = .folded(decoders)
        }
        rest = try DirectBits(&reader)
        axes = try DirectBits(&reader)
        halves = try DirectBits(&reader)
        try reader.reserve(pointCount, of: 4 * dimension, "points")
        try reader.reserve(dimension, of: 8, "a tree of points")
        corners = [UInt32](repeating: 0, count: dimension)
        levels = corners
        coordinates.reserveCapacity(pointCount * dimension)
    }

    /// Walks over the tree. It ends: every step halves a box that has points in it.
    mutating func read(_ reader: inout ByteReader) throws(DracoError) {
        var stack = [Node(count: pointCount, axis: 0, depth: 0)]
        while let node = stack.popLast() {
            let begin = node.depth * dimension
            let axis = try axis(node, begin, reader)
            let level = Int(levels[begin + axis])
            if level >= bitCount {
                for _ in 0..<node.count { coordinates.append(contentsOf: corners[begin..<(begin + dimension)]) }
            } else if node.count <= 2 {
                for _ in 0..<node.count { try readPoint(begin, axis) }
            } else {
                // A step counts as a point: chains of boxes with one empty half could take any number of steps.
                try reader.reserve(dimension, of: 4, "a tree of points")
                try split(node, axis, level, &stack, &reader)
            }
        }
    }

    private mutating func axis(_ node: Node, _ begin: Int, _ reader: ByteReader) throws(DracoError) -> Int {
        if !selectsAxis { return (node.axis + 1) % dimension }
        if node.count < 64 {
            var best = 0
            for axis in 1..<max(dimension, 1) where levels[begin + best] > levels[begin + axis] { best = axis }
            return best
        }
        let axis = Int(try axes.bits(4))
        guard axis < dimension else { throw reader.invalid("one of \(dimension) axes", found: "\(axis)") }
        return axis
    }

    /// Reads the bits of a point that its box leaves open.
    private mutating func readPoint(_ begin: Int, _ axis: Int) throws(DracoError) {
        let place = coordinates.count
        coordinates.append(contentsOf: corners[begin..<(begin + dimension)])
        for step in 0..<dimension {
            let axis = (axis + step) % dimension
            let open = bitCount - Int(levels[begin + axis])
            if open > 0 { coordinates[place + axis] |= try rest.bits(open) }
        }
    }

    private mutating func split(
        _ node: Node, _ axis: Int, _ level: Int, _ stack: inout [Node], _ reader: inout ByteReader
    ) throws(DracoError) {
        let begin = node.depth * dimension
        let next = begin + dimension
        if corners.count == next {
            try reader.reserve(dimension, of: 8, "a tree of points")
            corners.append(contentsOf: repeatElement(0, count: dimension))
            levels.append(contentsOf: repeatElement(0, count: dimension))
        }
        let number = try numbers.next(Int.bitWidth - 1 - node.count.leadingZeroBitCount)
        guard number <= node.count / 2 else {
            throw reader.invalid("at most \(node.count / 2) points", found: "\(number)")
        }
        var first = node.count / 2 - number
        var second = node.count - first
        if first != second, try halves.bits(1) == 0 { swap(&first, &second) }
        levels[begin + axis] += 1
        for index in 0..<dimension {
            corners[next + index] = corners[begin + index]
            levels[next + index] = levels[begin + index]
        }
        corners[next + axis] &+= 1 << UInt32(bitCount - level - 1)
        if first > 0 { stack.append(Node(count: first, axis: axis, depth: node.depth)) }
        if second > 0 { stack.append(Node(count: second, axis: axis, depth: node.depth + 1)) }
    }
}
