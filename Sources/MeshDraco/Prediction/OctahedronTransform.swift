/// Adds a correction to a predicted point of the octahedron.
///
/// Points of the back half are first folded to the front. The canonical kind then rotates the prediction into one
/// quadrant, so that corrections look alike all around.
struct OctahedronTransform {
    let grid: OctahedronGrid
    private let isCanonical: Bool

    init(isCanonical: Bool, _ reader: inout ByteReader) throws(DracoError) {
        self.isCanonical = isCanonical
        let modulus = try reader.int32("largest value of normals")
        if isCanonical || reader.version < BitstreamVersion(2, 2) {
            _ = try reader.int32("centre of normals")
        }
        guard modulus & 1 == 1, let grid = OctahedronGrid(bits: Int32.bitWidth - modulus.leadingZeroBitCount) else {
            throw reader.invalid("an odd largest value of 2 to 30 bits", found: "\(modulus)")
        }
        self.grid = grid
    }

    func value(_ prediction: (s: Int32, t: Int32), _ correction: (s: Int32, t: Int32)) -> (s: Int32, t: Int32) {
        var point = (s: prediction.s &- grid.center, t: prediction.t &- grid.center)
        let isInside = grid.isInside(point.s, point.t)
        if !isInside { point = grid.flipped(point.s, point.t) }
        let turns = isCanonical ? Self.turns(point.s, point.t) : 0
        point = Self.turned(point, turns)
        point = (grid.wrapped(point.s &+ correction.s), grid.wrapped(point.t &+ correction.t))
        point = Self.turned(point, (4 - turns) % 4)
        if !isInside { point = grid.flipped(point.s, point.t) }
        return (point.s &+ grid.center, point.t &+ grid.center)
    }

    /// The number of quarter turns that bring a point into the quadrant of negative numbers.
    private static func turns(_ s: Int32, _ t: Int32) -> Int {
        if s == 0 { return t == 0 ? 0 : t > 0 ? 3 : 1 }
        if s > 0 { return t >= 0 ? 2 : 1 }
        return t <= 0 ? 0 : 3
    }

    private static func turned(_ point: (s: Int32, t: Int32), _ turns: Int) -> (s: Int32, t: Int32) {
        switch turns {
        case 1: (point.t, 0 &- point.s)
        case 2: (0 &- point.s, 0 &- point.t)
        case 3: (0 &- point.t, point.s)
        default: point
        }
    }
}
