import MeshBytes
import MeshModel

/// Cuts faces of a cube out of a picture that covers the sphere: see *360° stills* in the Scan packages article.
struct EquirectSampling: Sendable {
    let width: Int
    let height: Int
    /// The samples, row by row, `channels` of them for each pixel.
    let samples: [UInt8]
    let channels: Int
    /// The angle of the horizon below the middle of the picture, in degrees.
    let elevation: Double

    /// A face, row by row: each pixel is a mean of the four around it. Longitudes go around, latitudes end at the poles.
    func face(_ face: CubeFace, side: Int, threads: Int) -> [UInt8] {
        let rows = Parallel.map(side, threads: threads) { row in
            var line: [UInt8] = []
            line.reserveCapacity(side * channels)
            for column in 0..<side { append(place(column, row, side, face), to: &line) }
            return line
        }
        return Array(rows.joined())
    }

    /// A face of a mask: each pixel is the nearest one.
    func maskFace(_ face: CubeFace, side: Int) -> [UInt8] {
        (0..<side * side).map { index in
            let (u, v) = place(index % side, index / side, side, face)
            let column = (Int(u.rounded()) % width + width) % width
            return samples[(min(max(Int(v.rounded()), 0), height - 1) * width + column) * channels]
        }
    }

    /// Where the middle of a face's pixel lies, in pixels from the middle of the first.
    private func place(_ column: Int, _ row: Int, _ side: Int, _ face: CubeFace) -> (u: Double, v: Double) {
        let x = 2 * (Double(column) + 0.5) / Double(side) - 1
        let y = 1 - 2 * (Double(row) + 0.5) / Double(side)
        let ray = face.turn.applied(to: SIMD3(x, y, -1))
        let yaw = Double.angle(y: ray.x, x: -ray.z)
        let pitch = Double.angle(y: ray.y, x: (ray.x * ray.x + ray.z * ray.z).squareRoot())
        return (
            (yaw / .pi + 1) / 2 * Double(width) - 0.5, (0.5 - pitch / .pi + elevation / 180) * Double(height) - 0.5
        )
    }

    private func append(_ place: (u: Double, v: Double), to line: inout [UInt8]) {
        let (left, top) = (place.u.rounded(.down), place.v.rounded(.down))
        let (alongU, alongV) = (place.u - left, place.v - top)
        let columns = (wrapped(Int(left)), wrapped(Int(left) + 1))
        let rows = (clamped(Int(top)) * width, clamped(Int(top) + 1) * width)
        for channel in 0..<channels {
            func sample(_ pixel: Int) -> Double { Double(samples[pixel * channels + channel]) }
            let upper = sample(rows.0 + columns.0) * (1 - alongU) + sample(rows.0 + columns.1) * alongU
            let lower = sample(rows.1 + columns.0) * (1 - alongU) + sample(rows.1 + columns.1) * alongU
            line.append(UInt8((upper * (1 - alongV) + lower * alongV).rounded()))
        }
    }

    private func wrapped(_ column: Int) -> Int { (column % width + width) % width }
    private func clamped(_ row: Int) -> Int { min(max(row, 0), height - 1) }
}

extension Double {
    /// The angle of the direction (x, y), −π to π, within 10⁻¹⁴. Only of operations that IEEE 754 defines: those of C
    /// libraries differ in their last bits, and so would the bytes of pictures.
    static func angle(y: Double, x: Double) -> Double {
        let (low, high) = (min(abs(x), abs(y)), max(abs(x), abs(y)))
        guard high > 0 else { return 0 }
        // Half the angle, twice, leaves at most 11°, for which the series is short.
        var t = low / high
        for _ in 0..<2 { t /= 1 + (1 + t * t).squareRoot() }
        var sum = 0.0
        for power in stride(from: 19, through: 1, by: -2) { sum = 1 / Double(power) - t * t * sum }
        var angle = 4 * t * sum
        if abs(y) > abs(x) { angle = .pi / 2 - angle }
        if x < 0 { angle = .pi - angle }
        return y < 0 ? -angle : angle
    }
}
