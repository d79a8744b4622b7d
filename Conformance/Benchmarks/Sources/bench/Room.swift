import MeshConvert
import MeshModel

/// The measured surface: a wavy sheet with normals and colours, the same on every machine.
enum Room {
    /// A sheet of `side` × `side` vertices and 2 × (side − 1)² triangles.
    static func buffers(side: Int) -> MeshBuffers {
        var random = LinearCongruential(state: 7)
        var positions: [SIMD3<Float>] = []
        var normals: [SIMD3<Float>] = []
        var colors: [UInt8] = []
        for row in 0..<side {
            for column in 0..<side {
                let noise = Float(random.next() & 0xFFFF) / 65_536
                // Millimetres, like a scanner's: seven digits, none of them special.
                positions.append(
                    SIMD3(Float(column) * 0.006103, Float(row) * 0.005931, noise * 0.0137 + Float(row % 97) * 0.001))
                let x = noise - 0.5
                normals.append(SIMD3(x, 0, (1 - x * x).squareRoot()))
                let color = random.next()
                colors += [UInt8(truncatingIfNeeded: color), UInt8(truncatingIfNeeded: color >> 8), 200]
            }
        }
        var triangles: [UInt32] = []
        for row in 0..<side - 1 {
            for column in 0..<side - 1 {
                let corner = UInt32(row * side + column)
                let below = corner + UInt32(side)
                triangles += [corner, corner + 1, below, corner + 1, below + 1, below]
            }
        }
        var buffers = MeshBuffers(positions: positions, triangles: triangles)
        buffers.addNormals(normals)
        buffers.addColors(colors, components: 3)
        return buffers
    }

    /// Numbers of nine digits or fewer, like coordinates.
    static func numbers(_ count: Int) -> [Float] {
        var random = LinearCongruential(state: 11)
        return (0..<count).map { _ in Float(Int64(bitPattern: random.next() >> 40) - (1 << 23)) / 1_048_576 }
    }
}

/// Knuth's generator: a few lines that give the same numbers on every machine.
struct LinearCongruential {
    var state: UInt64

    mutating func next() -> UInt64 {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return state >> 8
    }
}
