/// How bright pictures are beside each other, from what they show of the same vertices.
///
/// Up to 8,192 vertices are compared. Gains and vertices' colours are made to fit by turns (alternating least squares):
/// one picture after the other would drift by some percent along a room.
///
/// - Memory: 8 bytes for each picture and each of those vertices that it shows.
struct PictureBalance: Sendable {
    private static let rounds = 100
    /// Fewer vertices than this tell nothing of a picture.
    private static let leastCount = 32

    private let step: Int
    /// The colours that pictures show of vertices, numbered in steps, and where each picture's start.
    private var shown = ContiguousArray<(vertex: Int32, color: SIMD3<UInt8>)>()
    private var starts: ContiguousArray<Int> = [0]
    /// The balanced colour of each compared vertex; 0 for a vertex that no picture shows.
    private var reference: ContiguousArray<SIMD3<Float>>

    init(vertexCount: Int) {
        step = max(1, (vertexCount + 8191) / 8192)
        reference = ContiguousArray(repeating: SIMD3(), count: (vertexCount + step - 1) / step)
    }

    /// Adds a picture, by what it shows of all vertices. Nearly black and white colours are left out.
    mutating func add(_ observations: ContiguousArray<SIMD4<Float>>) {
        for index in reference.indices {
            guard let color = Self.color(observations[index * step]) else { continue }
            shown.append((Int32(index), PaintedColors.bytes(color)))
        }
        starts.append(shown.count)
    }

    /// Finds colours of the vertices that fit all pictures, as bright as pictures are in the mean.
    ///
    /// - Returns: false if `shouldStop` said so; the colours don't fit yet.
    mutating func solve(_ shouldStop: () -> Bool) -> Bool {
        let pictures = starts.indices.dropLast()
        var gains = ContiguousArray<SIMD3<Float>>(repeating: SIMD3(repeating: 1), count: pictures.count)
        for _ in 0..<Self.rounds {
            if shouldStop() { return false }
            var sums = ContiguousArray<SIMD4<Float>>(repeating: SIMD4(), count: reference.count)
            for picture in pictures {
                for (vertex, color) in shown[starts[picture]..<starts[picture + 1]] {
                    sums[Int(vertex)] += SIMD4(SIMD3<Float>(color) * gains[picture], 1)
                }
            }
            for index in sums.indices where sums[index].w > 0 {
                reference[index] = SIMD3(sums[index].x, sums[index].y, sums[index].z) / sums[index].w
            }
            var total = SIMD3<Float>()
            for picture in pictures {
                var (known, seen) = (SIMD3<Float>(), SIMD3<Float>())
                for (vertex, color) in shown[starts[picture]..<starts[picture + 1]] {
                    known += reference[Int(vertex)]
                    seen += SIMD3<Float>(color)
                }
                gains[picture] = Self.gain(known, seen, starts[picture + 1] - starts[picture])
                total += gains[picture]
            }
            for picture in pictures { gains[picture] *= Float(pictures.count) / total }
        }
        return true
    }

    /// What a picture's colours are to be multiplied with to be as bright as the others: ½ to 2 for each channel.
    func gain(_ observations: ContiguousArray<SIMD4<Float>>) -> SIMD3<Float> {
        var (known, seen, count) = (SIMD3<Float>(), SIMD3<Float>(), 0)
        for index in reference.indices where reference[index].x > 0 {
            guard let color = Self.color(observations[index * step]) else { continue }
            known += reference[index]
            seen += color
            count += 1
        }
        return Self.gain(known, seen, count)
    }

    /// From sums: single vertices differ because poses do.
    private static func gain(_ known: SIMD3<Float>, _ seen: SIMD3<Float>, _ count: Int) -> SIMD3<Float> {
        guard count >= leastCount else { return SIMD3(repeating: 1) }
        return (known / seen).clamped(lowerBound: SIMD3(repeating: 0.5), upperBound: SIMD3(repeating: 2))
    }

    private static func color(_ observation: SIMD4<Float>) -> SIMD3<Float>? {
        guard observation.w > 0 else { return nil }
        let color = SIMD3(observation.x, observation.y, observation.z) / observation.w
        return color.min() > 8 && color.max() < 247 ? color : nil
    }
}
