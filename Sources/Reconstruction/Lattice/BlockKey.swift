/// The place of a block of 8 × 8 × 8 voxels in the lattice: three whole numbers in one word.
struct BlockKey: Hashable, Comparable {
    /// Numbers are −2²⁰ ..< 2²⁰ along each axis.
    static let limit = 1 << 20
    let word: UInt64

    /// The key of a word that another key had.
    init(word: UInt64) { self.word = word }

    /// Creates the key of a block; nil beyond the limit.
    init?(_ x: Int, _ y: Int, _ z: Int) {
        let limit = Self.limit
        guard x >= -limit, x < limit, y >= -limit, y < limit, z >= -limit, z < limit else { return nil }
        word = UInt64(x + limit) | UInt64(y + limit) << 21 | UInt64(z + limit) << 42
    }

    var x: Int { Int(word & 0x1F_FFFF) - Self.limit }
    var y: Int { Int(word >> 21 & 0x1F_FFFF) - Self.limit }
    var z: Int { Int(word >> 42 & 0x1F_FFFF) - Self.limit }

    /// The three numbers.
    var corner: SIMD3<Double> { SIMD3(Double(x), Double(y), Double(z)) }

    /// The key of a block next to this one, or farther away.
    func moved(_ dx: Int, _ dy: Int, _ dz: Int) -> BlockKey? { BlockKey(x + dx, y + dy, z + dz) }

    /// Along z, then y, then x.
    static func < (a: BlockKey, b: BlockKey) -> Bool { a.word < b.word }

    /// Bits that are well mixed, for a table whose size is a power of two.
    @inline(__always) static func hash(_ word: UInt64) -> Int {
        let product = word &* 0x9E37_79B9_7F4A_7C15
        return Int(truncatingIfNeeded: (product ^ product >> 29) >> 1)
    }
}
