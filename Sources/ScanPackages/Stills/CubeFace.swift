import MeshModel

/// One of the six faces of a cube around a 360° camera: a picture with a field of view of 90° both ways.
struct CubeFace: Sendable {
    /// `front`, `right`, `back`, `left`, `up` or `down`.
    let name: String
    /// From the face's camera to that of the still.
    let turn: Affine

    private init(_ name: String, rows x: SIMD3<Double>, _ y: SIMD3<Double>, _ z: SIMD3<Double>) {
        var turn = Affine.identity
        (turn.x, turn.y, turn.z) = (x, y, z)
        (self.name, self.turn) = (name, turn)
    }

    /// All faces, in the app's order. A face looks along its −z.
    static let all = [
        CubeFace("front", rows: [1, 0, 0], [0, 1, 0], [0, 0, 1]),
        CubeFace("right", rows: [0, 0, -1], [0, 1, 0], [1, 0, 0]),
        CubeFace("back", rows: [-1, 0, 0], [0, 1, 0], [0, 0, -1]),
        CubeFace("left", rows: [0, 0, 1], [0, 1, 0], [-1, 0, 0]),
        CubeFace("up", rows: [1, 0, 0], [0, 0, -1], [0, 1, 0]),
        CubeFace("down", rows: [1, 0, 0], [0, 0, 1], [0, -1, 0]),
    ]

    /// The side of faces cut from a still of this width: a quarter of it, which is about its own resolution; nil: less
    /// than is worth a picture.
    static func side(ofWidth width: Int) -> Int? {
        let side = min(2048, width / 4)
        return side >= 256 ? side : nil
    }

    /// The side of the mask of such a face: masks reject regions, and don't cut edges.
    static func maskSide(ofSide side: Int) -> Int { max(128, side / 4) }

    /// The intrinsics of a face.
    static func intrinsics(side: Int) -> PinholeIntrinsics {
        let half = Double(side) / 2
        return PinholeIntrinsics(fx: half, fy: half, cx: half, cy: half, width: side, height: side)
    }
}
