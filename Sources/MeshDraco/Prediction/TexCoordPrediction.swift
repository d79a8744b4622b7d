/// Predicts a texture coordinate from those of two neighbours, assuming that the triangle has the same shape in the
/// texture as in space.
struct TexCoordPrediction {
    private let table: CornerTable
    private let order: ValueOrder
    private let positions: PositionValues
    private let places: [Int32]
    /// The side of its edge on which each coordinate lies, in reverse order.
    private var sides: [Bool]

    /// Reads the sides. The deprecated form stores their count differently.
    init(
        _ surface: ValueLayout.Surface, _ layout: ValueLayout, _ positions: PositionValues, isDeprecated: Bool,
        _ reader: inout ByteReader
    ) throws(DracoError) {
        table = surface.table
        order = surface.order
        self.positions = positions
        places = try positions.places(for: layout, &reader)
        let count =
            isDeprecated
            ? try reader.count(variableSince: BitstreamVersion(2, 2), "number of sides")
            : Int(try reader.uint32("number of sides"))
        guard count <= table.vertices.count else {
            throw reader.invalid("at most \(table.vertices.count) sides", found: "\(count)")
        }
        sides = try reader.sides(count)
    }

    /// Replaces the corrections, two per value, with values.
    mutating func restore(
        _ values: inout [Int32], _ transform: WrapTransform, isDeprecated: Bool, _ reader: ByteReader
    ) throws(DracoError) {
        for value in 0..<order.corners.count {
            let corner = Int(order.corners[value])
            let next = Int(order.values[table.vertex(CornerTable.next(corner))])
            let previous = Int(order.values[table.vertex(CornerTable.previous(corner))])
            var prediction: (Int32, Int32)?
            if next < value, previous < value {
                prediction =
                    isDeprecated
                    ? try predictInFloats(values, value, next, previous, reader)
                    : try predict(values, value, next, previous, reader)
            }
            let known = prediction ?? Self.neighbour(values, value, next)
            values[2 * value] = transform.value(known.0, values[2 * value])
            values[2 * value + 1] = transform.value(known.1, values[2 * value + 1])
        }
    }

    /// The prediction without a triangle.
    private static func neighbour(_ values: [Int32], _ value: Int, _ next: Int) -> (Int32, Int32) {
        let other = next < value ? next : value - 1
        return other < 0 ? (0, 0) : (values[2 * other], values[2 * other + 1])
    }

    private func position(_ value: Int) -> SIMD3<Int64> { positions[places[value]] }

    private mutating func nextSide(_ reader: ByteReader) throws(DracoError) -> Bool {
        guard let side = sides.popLast() else {
            throw reader.invalid("a side for each texture coordinate", found: "too few")
        }
        return side
    }

    // MARK: Integers

    /// Nil when the two neighbours have the same position.
    private mutating func predict(
        _ values: [Int32], _ value: Int, _ next: Int, _ previous: Int, _ reader: ByteReader
    ) throws(DracoError) -> (Int32, Int32)? {
        let nextU = Int64(values[2 * next])
        let nextV = Int64(values[2 * next + 1])
        let alongU = Int64(values[2 * previous]) - nextU
        let alongV = Int64(values[2 * previous + 1]) - nextV
        if alongU == 0, alongV == 0 { return (values[2 * previous], values[2 * previous + 1]) }
        let nextPosition = position(next)
        let tip = position(value) &- nextPosition
        let along = position(previous) &- nextPosition
        let square = dot(along, along)
        if square == 0 { return nil }
        let product = dot(along, tip)
        // The reference refuses what would overflow here, and wraps below.
        let limit = Int64.max
        guard square > 0,
            max(nextU.magnitude, nextV.magnitude) <= limit / square,
            product.magnitude <= limit.magnitude / max(alongU.magnitude, alongV.magnitude),
            product.magnitude <= limit.magnitude / max(along.x.magnitude, along.y.magnitude, along.z.magnitude)
        else { throw reader.invalid("a texture coordinate in range", found: "another") }
        let footU = nextU &* square &+ product &* alongU
        let footV = nextV &* square &+ product &* alongV
        let across =
            tip &- SIMD3(product &* along.x / square, product &* along.y / square, product &* along.z / square)
        let height = Int64(
            bitPattern: Self.root(UInt64(bitPattern: dot(across, across)) &* UInt64(bitPattern: square)))
        let upU = alongV &* height
        let upV = (0 &- alongU) &* height
        if try nextSide(reader) {
            return (
                Int32(truncatingIfNeeded: (footU &+ upU) / square), Int32(truncatingIfNeeded: (footV &+ upV) / square)
            )
        }
        return (
            Int32(truncatingIfNeeded: (footU &- upU) / square), Int32(truncatingIfNeeded: (footV &- upV) / square)
        )
    }

    private func dot(_ left: SIMD3<Int64>, _ right: SIMD3<Int64>) -> Int64 {
        left.x &* right.x &+ left.y &* right.y &+ left.z &* right.z
    }

    /// The largest integer whose square is not above `number`.
    static func root(_ number: UInt64) -> UInt64 {
        // A double is off by one at most, near the squares above 2⁵².
        var root = min(UInt64(Double(number).squareRoot()), 0xFFFF_FFFF)
        if root &* root > number { root -= 1 }
        if root < 0xFFFF_FFFF, (root + 1) &* (root + 1) <= number { root += 1 }
        return root
    }

    // MARK: Floats

    private mutating func predictInFloats(
        _ values: [Int32], _ value: Int, _ next: Int, _ previous: Int, _ reader: ByteReader
    ) throws(DracoError) -> (Int32, Int32)? {
        let nextUV = SIMD2(Float(values[2 * next]), Float(values[2 * next + 1]))
        let previousUV = SIMD2(Float(values[2 * previous]), Float(values[2 * previous + 1]))
        if nextUV == previousUV { return (Self.whole(Double(nextUV.x)), Self.whole(Double(nextUV.y))) }
        let nextPosition = floatPosition(next)
        let tip = floatPosition(value) - nextPosition
        let along = floatPosition(previous) - nextPosition
        let square = dot(along, along)
        var s: Float = 0
        var t: Float = 0
        if square > 0 || reader.version < BitstreamVersion(1, 2) {
            s = dot(along, tip) / square
            let across = tip - along * s
            t = (dot(across, across) / square).squareRoot()
        }
        let alongUV = previousUV - nextUV
        let foot = alongUV * s + nextUV
        let up = alongUV * t
        if try nextSide(reader) {
            return (Self.rounded(foot.x - up.y), Self.rounded(foot.y + up.x))
        }
        return (Self.rounded(foot.x + up.y), Self.rounded(foot.y - up.x))
    }

    private func floatPosition(_ value: Int) -> SIMD3<Float> {
        let place = Int(places[value])
        if let floats = positions.floats {
            return SIMD3(floats[place], floats[place + 1], floats[place + 2])
        }
        let components = positions.components
        return SIMD3(Float(components[place]), Float(components[place + 1]), Float(components[place + 2]))
    }

    private func dot(_ left: SIMD3<Float>, _ right: SIMD3<Float>) -> Float {
        left.x * right.x + left.y * right.y + left.z * right.z
    }

    private static func rounded(_ value: Float) -> Int32 {
        whole((Double(value) + 0.5).rounded(.down))
    }

    private static func whole(_ value: Double) -> Int32 {
        value.isNaN || value > 2_147_483_647 || value < -2_147_483_648 ? .min : Int32(value)
    }
}
