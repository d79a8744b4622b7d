import MeshBytes
import MeshModel

/// A box around places.
struct TileBox: Sendable {
    private(set) var low = SIMD3(repeating: Double.infinity)
    private(set) var high = SIMD3(repeating: -Double.infinity)

    var isEmpty: Bool { low.x > high.x }

    mutating func add(_ place: SIMD3<Double>) { (low, high) = (pointwiseMin(low, place), pointwiseMax(high, place)) }

    mutating func add(_ other: TileBox) {
        guard !other.isEmpty else { return }
        add(other.low)
        add(other.high)
    }

    /// The length of the diagonal.
    var diagonal: Double {
        guard !isEmpty else { return 0 }
        let size = high - low
        return (size * size).sum().squareRoot()
    }

    /// The box in the frame of a tileset, which is in metres with z up.
    ///
    /// A reader turns glTF's y up to z up, so what has y up or no axis of its own is turned here as there.
    func inTileset(_ frame: SceneFrame) -> TileBox {
        guard !isEmpty else { return self }
        let scale = frame.metersPerUnit ?? 1
        var box = TileBox()
        for corner in [low, high] {
            box.add((frame.upAxis == .z ? corner : SIMD3(corner.x, -corner.z, corner.y)) * scale)
        }
        return box
    }

    /// The twelve numbers of `boundingVolume.box`: the middle, then half of each side, rounded up.
    var json: JSONValue {
        let middle: SIMD3<Double> = isEmpty ? SIMD3() : low + (high - low) / 2
        // Positions are rounded to float32 where they are written, and the middle here.
        let half: SIMD3<Double> = isEmpty ? SIMD3() : pointwiseMax(high - middle, middle - low)
        let reach: SIMD3<Double> = pointwiseMax(pointwiseMax(low, -low), pointwiseMax(high, -high))
        var sides: [Double] = []
        for axis in 0..<3 {
            for other in 0..<3 {
                let slack = isEmpty ? 0 : reach[axis] * 0x1p-23
                sides.append(axis == other ? half[axis] + slack : 0)
            }
        }
        let numbers = [middle.x, middle.y, middle.z] + sides
        return .object([("box", .array(numbers.map { .number($0) }))])
    }
}
