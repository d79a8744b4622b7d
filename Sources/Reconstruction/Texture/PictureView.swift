internal import MeshModel

/// A frame with a picture as painting reads it: which points it sees, how well, and in which colour.
struct PictureView: Sendable {
    /// Steeper views than this cosine count nothing.
    static let leastCosine: Float = 0.15
    /// The longest side of the image in which faces hide each other.
    private static let longestDepthSide = 640

    let eye: SIMD3<Float>
    private let right: SIMD3<Float>
    private let down: SIMD3<Float>
    private let forward: SIMD3<Float>
    /// The camera, for an image whose sides are 1.
    private let fx: Float
    private let fy: Float
    private let cx: Float
    private let cy: Float
    /// Depth, 0 at and beside unmeasured pixels: there the picture may show what was hidden on purpose.
    private let measured: ContiguousArray<Float>
    private let measuredSize: (width: Int, height: Int)
    private let hiding: MeshDepth
    private let colors: ContiguousArray<UInt8>
    private let width: Int
    private let height: Int
    /// The metres that a pixel of ``hiding`` covers at a depth of one metre.
    private let pixel: Float

    /// Prepares a frame; nil if it has no picture, or one that is too small.
    ///
    /// - Parameters:
    ///   - frame: the frame.
    ///   - mesh: the faces; they hide each other.
    ///   - texel: pictures with pixels smaller than half of this, in metres, are reduced, so that all of them count.
    ///   - workers: the threads.
    ///   - shouldStop: asked often; true leaves a view of no use.
    init?(
        _ frame: DepthFrame, _ mesh: PaintedMesh, texel: Float, _ workers: some Workers,
        _ shouldStop: @Sendable () -> Bool
    ) {
        guard let picture = frame.picture, picture.width >= 8, picture.height >= 8,
            let camera = frame.camera.scaled(toWidth: 1, height: 1)
        else { return nil }
        measured = Self.surelyMeasured(frame)
        measuredSize = (frame.width, frame.height)
        let pose = RigidPose(frame.cameraToWorld)
        eye = SIMD3<Float>(pose.eye)
        (right, down, forward) = (SIMD3<Float>(pose.right), SIMD3<Float>(pose.down), SIMD3<Float>(pose.forward))
        (fx, fy, cx, cy) = (Float(camera.fx), Float(camera.fy), Float(camera.cx), Float(camera.cy))
        var (sum, count): (Float, Float) = (0, 0)
        for depth in frame.depth where depth > 0 { (sum, count) = (sum + depth, count + 1) }
        let pixel = sum / max(count, 1) / (fx * Float(picture.width))
        let step = min(max(Int(min(texel / pixel, 64)), 1), picture.width / 8, picture.height / 8)
        (width, height) = (picture.width / step, picture.height / step)
        colors = picture.colors(width: width, height: height)
        let scale = min(1, Float(Self.longestDepthSide) / Float(max(picture.width, picture.height)))
        let columns = max(Int(Float(picture.width) * scale), 1)
        let rows = max(Int(Float(picture.height) * scale), 1)
        self.pixel = 1 / (fx * Float(columns))
        let projection = Projection(
            eye: eye, right: right * (fx * Float(columns)), down: down * (fy * Float(rows)), forward: forward,
            center: SIMD2(cx * Float(columns), cy * Float(rows)))
        let points = workers.map(pieces: 1 << 14, of: mesh.positions.count) { range in
            ContiguousArray(range.map { projection.project(mesh.positions[$0]) })
        }
        hiding = MeshDepth(mesh, ContiguousArray(points.joined()), columns, rows, workers, shouldStop)
    }

    /// The depth of a frame, without pixels that have an unmeasured one among their eight neighbours.
    private static func surelyMeasured(_ frame: DepthFrame) -> ContiguousArray<Float> {
        var measured = frame.depth
        for y in 0..<frame.height {
            for x in 0..<frame.width where frame.depth[y * frame.width + x] == 0 {
                for row in max(y - 1, 0)...min(y + 1, frame.height - 1) {
                    for column in max(x - 1, 0)...min(x + 1, frame.width - 1) {
                        measured[row * frame.width + column] = 0
                    }
                }
            }
        }
        return measured
    }

    /// A point in the camera: right, down, forward.
    @inline(__always) func toCamera(_ p: SIMD3<Float>) -> SIMD3<Float> {
        direction(p - eye)
    }

    /// A direction in the camera.
    @inline(__always) func direction(_ d: SIMD3<Float>) -> SIMD3<Float> {
        SIMD3((right * d).sum(), (down * d).sum(), (forward * d).sum())
    }

    /// Whether a triangle of the camera may lie in the picture.
    @inline(__always) func mayShow(_ a: SIMD3<Float>, _ b: SIMD3<Float>, _ c: SIMD3<Float>) -> Bool {
        guard max(a.z, max(b.z, c.z)) > 0.05 else { return false }
        // On one side of a plane through the eye and an edge of the picture?
        @inline(__always) func isOutside(_ distance: (SIMD3<Float>) -> Float) -> Bool {
            max(distance(a), max(distance(b), distance(c))) < 0
        }
        return !isOutside { $0.x * fx + $0.z * cx } && !isOutside { $0.z * (1 - cx) - $0.x * fx }
            && !isOutside { $0.y * fy + $0.z * cy } && !isOutside { $0.z * (1 - cy) - $0.y * fy }
    }

    /// The cosine between a face's normal and the direction to the camera, from a point of the face.
    @inline(__always) func cosine(_ p: SIMD3<Float>, _ normal: SIMD3<Float>) -> Float {
        let d = eye - p
        let square = (d * d).sum()
        return square > 0 ? (d * normal).sum() / square.squareRoot() : 0
    }

    /// The colour of a point of the camera, times its weight, and the weight; all 0 if the picture doesn't see it.
    ///
    /// The weight is the fourth power of a quality: the area of the picture that a piece of the surface covers, once
    /// more times the cosine, and less towards the picture's edges. Higher powers choose more sharply and average less.
    @inline(__always) func sample(_ p: SIMD3<Float>, cosine: Float) -> SIMD4<Float> {
        guard p.z > 0.05, p.z < 1e4 else { return SIMD4() }
        let (u, v) = (p.x / p.z * fx + cx, p.y / p.z * fy + cy)
        let edge = min(min(u, 1 - u), min(v, 1 - v))
        guard edge > 0.01 else { return SIMD4() }
        let at = Int(v * Float(hiding.height)) &* hiding.width &+ Int(u * Float(hiding.width))
        // Along a slope, depth changes within the pixels that were looked at.
        let slope = (1 - cosine * cosine).squareRoot() / cosine
        let tolerance = 0.01 + p.z * (0.005 + 3 * pixel * slope)
        guard (p.z - tolerance) * hiding.nearest[at] <= 1 else { return SIMD4() }
        // What was measured clearly in front of the surface is not in the mesh: somebody walked by.
        let (row, column) = (Int(v * Float(measuredSize.height)), Int(u * Float(measuredSize.width)))
        let depth = measured[row &* measuredSize.width &+ column]
        guard depth > 0, depth > p.z * 0.95 - 0.05 - tolerance else { return SIMD4() }
        let quality = cosine * cosine / max(p.z * p.z, 0.01) * min(edge * 8, 1)
        let weight = quality * quality * quality * quality
        let color = color(u * Float(width) - 0.5, v * Float(height) - 0.5)
        return SIMD4(color * weight, weight)
    }

    /// The colour between four pixels.
    @inline(__always) private func color(_ u: Float, _ v: Float) -> SIMD3<Float> {
        let (x, y) = (min(max(Int(u), 0), width - 2), min(max(Int(v), 0), height - 2))
        let (s, t) = (min(max(u - Float(x), 0), 1), min(max(v - Float(y), 0), 1))
        @inline(__always) func pixel(_ at: Int) -> SIMD3<Float> {
            SIMD3(Float(colors[at]), Float(colors[at + 1]), Float(colors[at + 2]))
        }
        let (top, bottom) = ((y &* width &+ x) &* 3, ((y &+ 1) &* width &+ x) &* 3)
        let upper = pixel(top) + (pixel(top + 3) - pixel(top)) * s
        let lower = pixel(bottom) + (pixel(bottom + 3) - pixel(bottom)) * s
        return upper + (lower - upper) * t
    }
}

/// The way from the world to the pixels of an image of one size.
private struct Projection: Sendable {
    let eye: SIMD3<Float>
    let right: SIMD3<Float>
    let down: SIMD3<Float>
    let forward: SIMD3<Float>
    let center: SIMD2<Float>

    /// The pixel of a point, and one over its depth; 0 for points behind the camera or within 5 cm.
    @inline(__always) func project(_ p: SIMD3<Float>) -> SIMD3<Float> {
        let d = p - eye
        let z = (forward * d).sum()
        guard z > 0.05, z < 1e4 else { return SIMD3() }
        return SIMD3((right * d).sum() / z + center.x, (down * d).sum() / z + center.y, 1 / z)
    }
}
