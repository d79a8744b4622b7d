/// Divides coefficients by a table's steps, and rounds them, halves away from zero.
struct JPEGQuantizer: Sendable {
    /// Which of the standard's example tables.
    enum Kind {
        case luma, chroma
    }

    /// The steps in the order of the file.
    let fileOrder: [UInt8]
    /// The place in the order of the file of each coefficient of a transformed block, which is turned.
    private let places: [UInt8]
    /// Half of each step, times 8 as the coefficients are.
    private let halves: [SIMD8<Int32>]
    /// 2³² divided by each step times 8, rounded up: exact for coefficients, which are below 2¹⁶.
    private let inverses: [UInt64]

    /// Scales a table to a quality of 1 to 100.
    init(_ kind: Kind, quality: Int) {
        let scale = quality < 50 ? 5000 / quality : 200 - 2 * quality
        let table = kind == .luma ? Self.luma : Self.chroma
        let steps = (0..<64).map { index in
            min(max((table[index >> 3 | (index & 7) << 3] * scale + 50) / 100, 1), 255)
        }
        var places = [UInt8](repeating: 0, count: 64)
        var fileOrder = places
        for (place, index) in JPEGBlocks.zigzag.enumerated() {
            let turned = Int(index >> 3 | (index & 7) << 3)
            places[turned] = UInt8(place)
            fileOrder[place] = UInt8(steps[turned])
        }
        self.places = places
        self.fileOrder = fileOrder
        halves = (0..<8).map { row in SIMD8(steps[row * 8..<row * 8 + 8].map { Int32($0 * 4) }) }
        inverses = steps.map { ((1 << 32) + UInt64($0) * 8 - 1) / (UInt64($0) * 8) }
    }

    /// Appends a block's coefficients; `levels` has room for 64.
    @inline(__always)
    func append(_ block: [SIMD8<Int32>], _ levels: inout [Int16], to out: inout JPEGBand) {
        var mask: UInt64 = 0
        for row in 0..<8 {
            let (values, half) = (block[row], halves[row])
            let isKept = (values .>= half) .| (values .<= 0 &- half)
            guard any(isKept) else { continue }
            for lane in 0..<8 where isKept[lane] {
                let index = row * 8 + lane
                let (value, place) = (values[lane], Int(places[index]))
                let level = Int16(truncatingIfNeeded: (UInt64(abs(value) &+ half[lane]) &* inverses[index]) >> 32)
                levels[place] = value < 0 ? 0 &- level : level
                mask |= 1 << UInt64(place)
            }
        }
        out.masks.append(mask)
        while mask != 0 {
            out.values.append(levels[mask.trailingZeroBitCount])
            mask &= mask &- 1
        }
    }

    /// Table K.1, rows from the lowest frequency.
    private static let luma = [
        16, 11, 10, 16, 24, 40, 51, 61, 12, 12, 14, 19, 26, 58, 60, 55, 14, 13, 16, 24, 40, 57, 69, 56, 14, 17, 22, 29,
        51, 87, 80, 62, 18, 22, 37, 56, 68, 109, 103, 77, 24, 35, 55, 64, 81, 104, 113, 92, 49, 64, 78, 87, 103, 121,
        120, 101, 72, 92, 95, 98, 112, 100, 103, 99,
    ]
    /// Table K.2.
    private static let chroma = [
        17, 18, 24, 47, 99, 99, 99, 99, 18, 21, 26, 66, 99, 99, 99, 99, 24, 26, 56, 99, 99, 99, 99, 99, 47, 66, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99, 99,
        99, 99, 99, 99, 99, 99, 99, 99,
    ]
}

/// The coefficients of a row of units that are not zero.
struct JPEGBand: Sendable {
    /// For each block, in the order of the file, the places of its coefficients that are not zero.
    var masks: [UInt64] = []
    /// Those coefficients, block after block, by place.
    var values: [Int16] = []
}
